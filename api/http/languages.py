"""The language of an answer, which `Accept-Language` asks for."""

from typing import Any

from flask import Request, Response

from api.http.headers import text_header
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
"""The same with examples, for the page that tries requests; it sends the first one unless told otherwise."""
LANGUAGE_HEADERS = {"Content-Language": text_header("The language of sentences.")}
"""The header of an answer that holds sentences."""


def asked_language(request: Request) -> Language:
    """Return the language that the request prefers among the supported ones."""
    return language_of(tag for tag, quality in request.accept_languages if quality > 0)


def mark_language(response: Response, language: Language) -> Response:
    """Declare the language of ``response``, and that it varies with the request; return it."""
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
