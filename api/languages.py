"""The language of an answer, which `Accept-Language` asks for."""

from typing import Any

from flask import Request

from solver import LANGUAGES, Language, language_of

LANGUAGE_PARAMETER: dict[str, Any] = {
    "in": "header",
    "name": "Accept-Language",
    "description": f"The language of explanations: {' or '.join(LANGUAGES)}; English if it names neither.",
    "schema": {"type": "string"},
}
SHOWN_LANGUAGE_PARAMETER = {
    **LANGUAGE_PARAMETER,
    "examples": {"French": {"value": "fr-FR, en;q=0.5"}, "English": {"value": "en"}},
}
"""The same, to be tried in the document."""


def asked_language(request: Request) -> Language:
    """The language that the request prefers, of those that there are."""
    return language_of(tag for tag, quality in request.accept_languages if quality > 0)
