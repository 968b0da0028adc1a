"""``/v1/variants``: the games, their rules in words, and their options."""

from functools import cache
from typing import Any

from flask import Response, jsonify, request

from api.http import LANGUAGE_HEADERS, SHOWN_LANGUAGE_PARAMETER, asked_language, mark_language
from api.schemas import GamesSchema, Resources, ref
from solver import VARIANTS, Language, Speech, find_variant

variants = Resources("variants", "/v1/variants", "The games: every rule in words, and its options.")

NAME_PARAMETER = {
    "in": "path",
    "name": "name",
    "description": "The game's name or an alias.",
    "schema": {"type": "string", "minLength": 1},
    "examples": {name: {"value": name} for name in VARIANTS},
}


@variants.get(shows=GamesSchema, parameters=(SHOWN_LANGUAGE_PARAMETER,), headers=LANGUAGE_HEADERS)
def list_variants() -> Response:
    """Every game: its rules, each in words with its source, and the schema of its options"""
    language = asked_language(request)
    return mark_language(jsonify({"variants": [describe(name, language) for name in VARIANTS]}), language)


@variants.get(
    "/<name>",
    shows=ref("Game"),
    refuses=(404,),
    parameters=(NAME_PARAMETER, SHOWN_LANGUAGE_PARAMETER),
    headers=LANGUAGE_HEADERS,
)
def show_variant(name: str) -> Response:
    """One game: its rules, each in words with its source, and the schema of its options"""
    language = asked_language(request)
    return mark_language(jsonify(describe(find_variant(name).name, language)), language)


@cache
def describe(name: str, language: Language) -> dict[str, Any]:
    """Return the game as it is answered."""
    return find_variant(name).describe(Speech(language, language))
