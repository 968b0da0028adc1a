"""A deal as numbers: what a page needs to solve by itself."""

from typing import Any

from marshmallow import Schema

from api.schemas.fields import JsonSchema, Shown, or_null, ref

_NUMBERS: JsonSchema = {"type": "array", "items": {"type": "integer"}}
_PAIR: JsonSchema = {**_NUMBERS, "minItems": 2, "maxItems": 2}
_START: dict[str, Any] = {
    "hands": {"type": "array", "items": _NUMBERS},
    "stock": _NUMBERS,
    "drawn": {"type": "integer"},
    "leader": {"type": "integer"},
    "table": _NUMBERS,
    "won": {"type": "integer"},
    "game": {"type": "integer"},
    "unit": {"enum": [1, 2]},
}


class DealNumbersSchema(Schema):
    """A deal as numbers, for the core in a browser.

    A card is a code, its lane (a suit) times 16 and its strength under the contract.
    """

    deal = Shown(
        "What the core opens: the module that solves the deal, and the rules as bytes in base64.",
        {
            "type": "object",
            "properties": {"unit": {"enum": ["points", "tricks"]}, "rules": {"type": "string"}},
            "required": ["unit", "rules"],
        },
    )
    position = Shown(
        "The deal before the first card, as the core takes positions.",
        {"type": "object", "properties": _START, "required": list(_START)},
    )
    codes = Shown(
        "The code of each card of the deck.",
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 63}},
    )
    seats = Shown("The seats by number, in turn order.", {"type": "array", "items": ref("Seat")})
    sides = Shown("The side of each seat, 0 or 1.", {"type": "array", "items": {"enum": [0, 1]}})
    won = Shown("What each side has before the first card.", _PAIR)
    total = Shown(
        "What both sides will have together but for a slam; null where the play decides.",
        or_null({"type": "integer"}),
    )
    slam = Shown("What a side that wins every trick gets besides.", {"type": "integer"})
    sorted = Shown("The lanes of the suits in the order in which hands are shown.", _NUMBERS)
    names = Shown("The two sides.", {"type": "array", "items": {"type": "string"}})
    worth = Shown("What each card brings the side that wins it, by its code.", _NUMBERS)
    trick = Shown("What each trick brings.", {"type": "integer"})
    combinations = Shown("Whether a trick may bring more, for combinations in it.", {"type": "boolean"})
    prize = Shown("The card that brings a point to the side that draws it.", or_null({"type": "integer"}))
    dummy = Shown("The seat whose cards the declarer plays.", or_null({"type": "string"}))
    taking = Shown("The side of the taker.", or_null({"type": "string"}))
    needs = Shown(
        "The least result of the side of the taker with which it makes the contract.",
        or_null({"type": "integer"}),
    )
    scores = Shown(
        "The deal score, in pieces: from which lead of the first side on, and for each side by what both "
        "results are multiplied and what is added. Empty where no score can be told.",
        {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, _NUMBERS, _NUMBERS],
                "minItems": 3,
                "maxItems": 3,
            },
        },
    )
