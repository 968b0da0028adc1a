"""The JSON Schema of a full object of rules, derived from the solver's own list of rules.

The solver keeps with every field of `Rules` where it stands in the object, what it means and what it may be;
this module only puts that into JSON Schema, so that a rule added there is documented here.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from enum import StrEnum
from typing import Any, get_type_hints

from api.schemas.fields import OPEN_OBJECT, ref
from solver import VARIANTS, Rules
from solver.rules import MAX_RULE_ENTRIES, POINT_KINDS

_BY_RANK = {"type": "object", "propertyNames": {"enum": list("AKQJT98765432")}}
_SUIT_POINTS = _BY_RANK | {
    "description": "Points by rank; a rank left out is worth nothing.",
    "additionalProperties": {"type": "integer"},
}
_POINTS_ASKED = {
    "type": "object",
    "maxProperties": MAX_RULE_ENTRIES,
    "additionalProperties": {
        "type": "object",
        "additionalProperties": False,
        "properties": dict.fromkeys(POINT_KINDS, _SUIT_POINTS),
    },
}


def asked_rules() -> dict[str, Any]:
    """Return the schema of the rules of a custom game in a request: each may be left out."""
    schema = _object(_tree(), required=False)
    schema["description"] = (
        "The rules of a game of your own, in the form that `GET /v1/variants/NAME` returns. What is left "
        "out is as in the game that `extends` names, its texts excepted; without `extends` it is as in "
        "plain whist, and `deck` or `result` must be there."
    )
    schema["properties"] = {
        "extends": {"type": "string", "description": f"The game it starts from: {', '.join(VARIANTS)}."},
        **schema["properties"],
        "words": {"description": "Ignored: what the service itself adds."},
        "options": {"description": "Ignored: what the service itself adds."},
    }
    return schema


def shown_rules() -> dict[str, Any]:
    """Return the schema of a game in an answer: each rule, also in words, and its options."""
    schema = _object(_tree(), required=True)
    schema["description"] = "A game: every rule it has, each also in words with its source, and its options."
    schema["properties"] |= {
        "words": {
            "type": "array",
            "description": "Every rule that means something in this game, in a sentence.",
            "items": ref("RuleInWords"),
        },
        "options": {
            **OPEN_OBJECT,
            "description": "The JSON Schema (2020-12) of the object `rules` of a request for this game.",
            "required": ["type", "additionalProperties", "properties"],
        },
    }
    schema["required"] += ["words", "options"]
    return schema


def _tree() -> dict[str, Any]:
    """Return the fields of `Rules` by key, those of each section in an object of its own."""
    tree: dict[str, Any] = {}
    for field in fields(Rules):
        *sections, last = field.metadata["row"].path
        branch = tree
        for section in sections:
            branch = branch.setdefault(section, {})
        branch[last] = field
    return tree


def _object(tree: dict[str, Any], *, required: bool) -> dict[str, Any]:
    properties = {
        key: _object(value, required=required) if isinstance(value, dict) else _property(value)
        for key, value in tree.items()
    }
    schema: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
    return schema | {"required": list(properties)} if required else schema


def _property(field: Field[Any]) -> dict[str, Any]:
    """Return the schema of one rule."""
    row = field.metadata["row"]
    hint = _HINTS[field.name]
    schema: dict[str, Any] = {"description": row.doc}
    if field.name == "points":
        return schema | _POINTS_ASKED
    if field.name == "sources":
        return schema | {"type": "object", "additionalProperties": {"type": "string"}}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        said = "\n".join(f"- `{word}`: {row.says[word]}" for word in hint)
        return {
            "description": f"{row.doc}\n\n{said}",
            "type": "string",
            "enum": [word.value for word in hint],
        }
    return schema | _TYPES[hint](row)


def _number(row: Any) -> dict[str, Any]:
    return {"type": "integer", "minimum": row.low, "maximum": row.high}


def _text(row: Any) -> dict[str, Any]:
    return {"type": "string", "minLength": row.low, "maxLength": row.high}


def _list_of(entry: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    return lambda row: {"type": "array", "maxItems": MAX_RULE_ENTRIES, "items": entry(row)}


_HINTS = get_type_hints(Rules)
_TYPES: dict[object, Callable[[Any], dict[str, Any]]] = {
    bool: lambda row: {"type": "boolean"},
    int: _number,
    str: _text,
    tuple[int, ...]: _list_of(_number),
    tuple[str, ...]: _list_of(_text),
    Mapping[str, int]: lambda row: _BY_RANK | {"additionalProperties": _number(row)},
}
