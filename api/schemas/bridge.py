"""The parts of the API document that only bridge has: comments, tags, tables, and answers as text."""

from collections.abc import Mapping
from typing import Any

from api.http import LIN, LINKS, LOST_HEADER, MADE_UP_HEADER, OUT_TYPES, PBN, REFUSED_HEADER, text_header
from api.schemas.examples.answers import ANSWER_EXAMPLES
from solver.game import MARKS, MAX_COMMENT, MAX_COMMENTS, MAX_ROWS, MAX_TABLES, MAX_TAGS, MAX_TEXT

_NAME = {"pattern": "^[A-Za-z0-9_]*[A-Za-z0-9][A-Za-z0-9_]*$"}
_TEXT = {"type": "string", "maxLength": MAX_TEXT}
_NUMBER = {"type": "integer", "minimum": 0}

TAGS: Mapping[str, Any] = {
    "type": "object",
    "maxProperties": MAX_TAGS,
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

TEXT_ANSWERS: Mapping[str, Any] = {
    "content": {
        kind: {
            "schema": {"type": "string", "description": f"Bridge: {description}."},
            "example": ANSWER_EXAMPLES.get(f"convert_games.{OUT_TYPES[kind]}"),
        }
        for kind, description in (
            (PBN, "PBN 2.1, in export format"),
            (LIN, "LIN, a line for each board"),
            (LINKS, "links to a hand viewer, one a line"),
        )
    },
}
"""The games of an answer as text, in each kind."""
LACKS_SHOWN: Mapping[str, Any] = {
    MADE_UP_HEADER: text_header(
        "Of LIN and links: the numbers of the games of the answer, from 1, that had no "
        "auction. These formats state a contract by its auction only, so one is made up. A note in the board "
        "says so, and is understood when the board is read again."
    ),
    LOST_HEADER: text_header(
        "What the format has no place for: the numbers of the games of the answer, from 1, "
        "each with what it lost, contract, double, leader or plays, as `1: contract leader, 3: plays`."
    ),
}
"""The headers of an answer as text that say what its games lack."""
REFUSED_SHOWN: Mapping[str, Any] = {
    REFUSED_HEADER: text_header(
        "Of an answer as text: the games of the body that were left out, by number from 1. "
        "PBN says why, in lines that begin with %."
    ),
    **LACKS_SHOWN,
}
"""The same with the games of the body that it lacks."""
