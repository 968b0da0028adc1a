"""The nouns of the card table as JSON Schemas: the components that requests and answers refer to."""

from collections.abc import Mapping
from typing import Any

from api.schemas.fields import or_null, ref
from api.schemas.rules import asked_rules, shown_rules
from solver import VARIANTS

SEATS = ("N", "E", "S", "W")
MAX_CARD_TEXT = 24
MAX_SEAT_TEXT = 7

_HAND_TEXT = {
    "type": "string",
    "description": "Spades, hearts, diamonds, clubs; `-` for none.",
    "examples": ["AKT.987.-.J"],
}
_BY_SIDE = {
    "type": "object",
    "minProperties": 2,
    "maxProperties": 2,
    "additionalProperties": {"type": "integer"},
}
_CALL = {"type": "string", "examples": ["80H", "pass", "takeS", "1NT", "X"]}

COMPONENTS: Mapping[str, Mapping[str, Any]] = {
    "Card": {
        "type": "string",
        "description": "Suit letter, then rank letter; in French letters where `notation` is `fr`.",
        "pattern": "^([SHDC][AKQJT2-9]|[PCKT]([ARDV2-9]|10))$",
        "examples": ["HJ", "CV"],
    },
    "CardText": {
        "type": "string",
        "description": (
            "A card: suit letter `S H D C` and rank letter `A K Q J T 9 … 2`, as `SA`. Also lower case, "
            "`10` for `T`, rank first (`AS`, `10h`), the suit signs `♠ ♥ ♦ ♣`; with `notation` `fr` the "
            "suits `P C K T` (pique, cœur, carreau, trèfle) and the ranks `A R D V 10 9 8 7`."
        ),
        "minLength": 2,
        "maxLength": MAX_CARD_TEXT,
        "examples": ["SA", "HT", "10h", "♠A", "CV"],
    },
    "Seat": {
        "type": "string",
        "enum": list(SEATS),
        "description": "A seat; they stand clockwise in the order N E S W.",
    },
    "SeatText": {
        "type": "string",
        "description": (
            "A seat: `N`, `E`, `S` or `W`. Also lower case, `O` for west, and the names of the seats in "
            "English and French."
        ),
        "minLength": 1,
        "maxLength": MAX_SEAT_TEXT,
        "examples": ["N", "O", "Nord"],
    },
    "Hand": {"anyOf": [_HAND_TEXT, {"type": "array", "maxItems": 52, "items": ref("CardText")}]},
    "Deal": {
        "description": (
            "The hands by seat, named as a `SeatText`, or one text: a seat, a colon and the hands clockwise "
            "from it, as in PBN."
        ),
        "anyOf": [
            {
                "type": "object",
                "propertyNames": ref("SeatText"),
                "properties": {seat: ref("Hand") for seat in SEATS},
                "additionalProperties": ref("Hand"),
            },
            {"type": "string", "examples": ["N:AKT.987.-.J … … …"]},
        ],
    },
    "Call": {
        "description": (
            "A call. Contrée and coinche: `pass`, a bid as `80H`, `capotD`, in coinche also `100NT` or "
            "`100AT`, `double`, `redouble`. Belote: `pass`, `take`, in the second turn `takeS` with the "
            "suit. Valet de trèfle and klaverjas: `pass`, or the trumps as `H`. All fours: `take`, "
            "`propose`, `refuse`, `accept`. French words are read too, as `passe`, `je prends`, `contre`, "
            "`surcoinche`, with `notation` `fr` with French letters of suits. Bridge: a bid, `Pass`, `X` or "
            "`XX`, or an object with its explanation."
        ),
        "anyOf": [
            _CALL,
            {
                "type": "object",
                "properties": {
                    "call": _CALL,
                    "alert": {"type": ["boolean", "null"]},
                    "note": {"type": ["string", "null"], "maxLength": 200},
                },
                "required": ["call"],
                "additionalProperties": False,
            },
        ],
    },
    "Contract": {
        "type": "object",
        "description": "What is played for. All but `trump` may be left out where the game can do without.",
        "additionalProperties": False,
        "properties": {
            "trump": or_null(
                {
                    "type": "string",
                    "description": "A suit, `S H D C`, `NT` for no trumps, or `AT` for all trumps; in French "
                    "`P C K T`, `SA`, sans atout, or `TA`, tout atout.",
                    "examples": ["H"],
                }
            ),
            "taker": or_null(
                {**ref("SeatText"), "description": "Who took; in bridge, the declarer. Needed for the score."}
            ),
            "bid": {
                "description": "The points bid, where the game has bids; `capot` is 250. In bridge the "
                "level, 1 to 7. Needed for the score.",
                "anyOf": [{"type": "integer"}, {"type": "string", "examples": ["capot"]}, {"type": "null"}],
            },
            "level": or_null(
                {
                    "type": "integer",
                    "description": "Bridge: another name of `bid`.",
                    "minimum": 1,
                    "maximum": 7,
                }
            ),
            "multiplier": or_null(
                {
                    "type": "integer",
                    "description": "1, or 2 when doubled (contre), 4 when redoubled (surcontre).",
                }
            ),
            "turned_jacks": or_null(
                {
                    "type": "integer",
                    "description": "All fours: jacks that the dealer turned up while looking for trumps, "
                    "`turned_up` among them: two at the most, after a refusal one.",
                    "minimum": 0,
                    "maximum": 2,
                }
            ),
            "refused": or_null(
                {
                    "type": "boolean",
                    "description": "All fours, but not california_jack: whether the dealer refused another "
                    "trump suit.",
                }
            ),
            "turned_up": or_null(
                {
                    **ref("CardText"),
                    "description": "The card that was turned up before all eyes. In belote the taker has "
                    "it; in all fours and quadrette it is a trump that nobody holds, in california_jack one "
                    "that was cut and stays in the pack.",
                }
            ),
        },
    },
    "Variant": {
        "anyOf": [
            {
                "type": "string",
                "description": f"The name or an alias of a game: {', '.join(VARIANTS)}.",
                "examples": ["contree"],
            },
            ref("CustomGame"),
        ]
    },
    "CustomGame": asked_rules(),
    "Game": shown_rules(),
    "RuleInWords": {
        "type": "object",
        "additionalProperties": False,
        "required": ["rule", "path", "value", "says", "source", "option"],
        "properties": {
            "rule": {"type": "string", "description": "The rule's name."},
            "path": {"type": "string", "description": "Where it stands in the game's object, dotted."},
            "value": {"description": "Its value in this game."},
            "says": {"type": "string", "description": "The rule in a sentence."},
            "source": {
                "type": "string",
                "description": (
                    "Where it comes from: the game's rule `sheet`, the published `standard` rule where "
                    "the sheet is silent, a `decision` of this project where it is ambiguous, or an "
                    "`option` of a request."
                ),
            },
            "option": {"type": "boolean", "description": "Whether a request may set it in `rules`."},
        },
    },
    "BySide": {
        **_BY_SIDE,
        "description": "A number for each side, by its name.",
        "examples": [{"NS": 92, "EW": 70}],
    },
    "MeansBySide": {
        **_BY_SIDE,
        "additionalProperties": {"type": "number"},
        "description": "A mean for each side, by its name.",
        "examples": [{"NS": 91.25, "EW": 70.75}],
    },
}
