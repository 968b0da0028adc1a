"""The language of an answer, which `Accept-Language` asks for."""

from typing import Any

from flask import Request, Response

from solver import LANGUAGES, Language, language_of

LANGUAGE_PARAMETER: dict[str, Any] = {
    "in": "header",
    "name": "Accept-Language",
    "description": f"The language of sentences: {' or '.join(LANGUAGES)}; English if it names neither.",
    "schema": {"type": "string"},
}
SHOWN_LANGUAGE_PARAMETER = {
    **LANGUAGE_PARAMETER,
    "examples": {"English": {"value": "en"}, "French": {"value": "fr-FR, en;q=0.5"}},
}
"""The same, to be tried in the document, where the first is sent if nobody chooses."""
LANGUAGE_HEADERS = {
    "Content-Language": {"description": "The language of sentences.", "schema": {"type": "string"}}
}
"""What an answer that has sentences says of them."""


def asked_language(request: Request) -> Language:
    """The language that the request prefers, of those that there are."""
    return language_of(tag for tag, quality in request.accept_languages if quality > 0)


def mark_language(response: Response, language: Language) -> Response:
    """``response``, which says that it is in ``language``, and that another request may get another."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
