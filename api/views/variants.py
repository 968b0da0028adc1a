"""``/v1/variants``: the games, their rules in words, and their options."""

from functools import cache
from typing import Any

from flask import Response, jsonify

from solver import VARIANTS, find_variant

from ..answers import GamesSchema
from ..fields import ref
from ..openapi import Resources

variants = Resources("variants", "/v1/variants", "The games: every rule in words, and its options.")

NAME_PARAMETER = {
    "in": "path",
    "name": "name",
    "description": "The game's name or an alias.",
    "schema": {"type": "string", "minLength": 1},
    "examples": {name: {"value": name} for name in VARIANTS},
}


@variants.get(shows=GamesSchema)
def list_variants() -> Response:
    """Every game: its rules, each in words with its source, and the schema of its options"""
    return jsonify({"variants": [_describe(name) for name in VARIANTS]})


@variants.get("/<name>", shows=ref("Game"), refuses=(404,), parameters=(NAME_PARAMETER,))
def show_variant(name: str) -> Response:
    """One game: its rules, each in words with its source, and the schema of its options"""
    return jsonify(_describe(find_variant(name).name))


@cache
def _describe(name: str) -> dict[str, Any]:
    return find_variant(name).describe()
