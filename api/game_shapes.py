"""The shapes of what only bridge says of a game: comments, tags and tables."""

from collections.abc import Mapping
from typing import Any

from solver import MARKS, MAX_COMMENT, MAX_COMMENTS, MAX_ROWS, MAX_TABLES

MAX_TEXT = 200
"""The longest name, tag or row."""

_NAME = {"pattern": "^[A-Za-z0-9_]*[A-Za-z0-9][A-Za-z0-9_]*$"}
_TEXT = {"type": "string", "maxLength": MAX_TEXT}
_NUMBER = {"type": "integer", "minimum": 0}

TAGS: Mapping[str, Any] = {
    "type": "object",
    "maxProperties": 100,
    "propertyNames": _NAME,
    "additionalProperties": _TEXT,
}
TABLES: Mapping[str, Any] = {
    "type": "object",
    "maxProperties": MAX_TABLES,
    "propertyNames": _NAME,
    "additionalProperties": {"type": "array", "minItems": 1, "maxItems": MAX_ROWS, "items": _TEXT},
}
COMMENTS: Mapping[str, Any] = {
    "type": "array",
    "maxItems": MAX_COMMENTS,
    "items": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "call": _NUMBER,
            "play": _NUMBER,
            "mark": {"type": "string", "enum": list(MARKS)},
            "text": {"type": "string", "minLength": 1, "maxLength": MAX_COMMENT},
        },
        "anyOf": [{"required": ["text"]}, {"required": ["mark"]}],
        "not": {"required": ["call", "play"]},
    },
}
