"""A deal as numbers: what a page needs to solve by itself."""

from marshmallow import Schema

from api.schemas.fields import JsonSchema, Shown, or_null, ref

_NUMBERS: JsonSchema = {"type": "array", "items": {"type": "integer"}}
_PAIR: JsonSchema = {**_NUMBERS, "minItems": 2, "maxItems": 2}


def _whole(description: str, most: int | None = None) -> JsonSchema:
    shape: JsonSchema = {"description": description, "type": "integer", "minimum": 0}
    return shape if most is None else {**shape, "maximum": most}


_CODE = _whole("The code of a card.", 63)
_CODES: JsonSchema = {"type": "array", "items": _CODE}
_OPENED: JsonSchema = {
    "unit": {
        "description": "The module that solves the deal: by card points, or by tricks.",
        "enum": ["points", "tricks"],
    },
    "rules": {
        "description": "The rules as bytes, in base64: what `Core.open` takes.",
        "type": "string",
        "contentEncoding": "base64",
    },
}
_START: JsonSchema = {
    "hands": {
        "description": "The codes of the cards of each seat, by its number.",
        "type": "array",
        "items": _CODES,
    },
    "stock": {**_CODES, "description": "The codes of the cards of the stock, in order."},
    "drawn": _whole("How many of these have been drawn."),
    "leader": _whole("The seat that leads, by its number.", 3),
    "table": {**_CODES, "description": "The codes of the cards of the trick, in order."},
    "won": _whole("Who has won a trick: 1 for side 0, 2 for side 1, 3 for both.", 3),
    "game": {"description": "The lead of side 0 in card points, for the game.", "type": "integer"},
    "unit": {"description": "2 if all values have one parity, else 1.", "enum": [1, 2]},
}


def _object(fields: JsonSchema) -> JsonSchema:
    """Return the schema of an object that has all of these fields and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


class DealNumbersSchema(Schema):
    """A deal as numbers, for the core in a browser.

    A card is a code, its lane (a suit) times 16 and its strength under the contract.
    """

    deal = Shown(
        "What the core opens: the module that solves the deal, and the rules as bytes in base64.",
        _object(_OPENED),
    )
    position = Shown(
        "The deal before the first card, as the core takes positions.",
        _object(_START),
    )
    codes = Shown(
        "The code of each card of the deck.",
        {"type": "object", "additionalProperties": _CODE},
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
                # For what knows no prefixes.
                "items": {"anyOf": [{"type": "integer"}, _NUMBERS]},
                "minItems": 3,
                "maxItems": 3,
            },
        },
    )
