"""What the request of a table holds, and what a table answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema
from marshmallow.fields import List, Nested

from solver import Notation, TableDeal, read_deal

from .components import SEATS
from .fields import Asked, Shown, ref
from .game_text import ReadGame
from .schemas import (
    AsideFields,
    AskedLimit,
    BridgeFields,
    DealFields,
    DomainSchema,
    GameFields,
    LabelFields,
    ServiceFields,
)

_LABELS = ("id", "players", "board", "tags", "tables")
_CARDS = {"type": "array", "items": ref("Card")}
_FLAG = {"type": "boolean"}
_TRUMP = {"type": "string", "examples": ["H", "NT"]}
_SIDE = {"type": "string", "examples": ["NS"]}
_SEATS = {"type": "array", "items": ref("Seat")}
_BID = {"type": "integer", "minimum": 1}
_TURN = {"type": "integer", "enum": [1, 2]}
_OUTCOME = {"type": "string", "enum": ["made", "failed", "litige", "tied", "played"]}
_NUMBERS = {
    "type": "object",
    "minProperties": 2,
    "maxProperties": 2,
    "additionalProperties": {"type": "number"},
}


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A deal to make a table of."""

    deal: TableDeal
    limit: AskedLimit
    notation: Notation
    labels: Mapping[str, Any]
    """What is said of the deal besides: id, players, board, tags, tables."""


class TableSchema(
    DomainSchema[TableDeal], LabelFields, ServiceFields, BridgeFields, AsideFields, DealFields, GameFields
):
    """A deal to try every contract on. A position or a log will do: the table is that of its deal."""

    deal = Asked(
        "The hands as dealt. Belote with `turned_up`: the five cards each before the auction. All fours for "
        "two: nine cards each, after a redeal, ask what to discard.",
        ref("Deal"),
    )
    dealer = Asked(
        "The dealer's seat. Needed where the score or the dealing hangs on it; with it, or with `leader`, "
        "only the leader who follows from it is tried, and par is for the side that speaks first.",
        ref("Seat"),
    )
    stock = Asked(
        "california_jack: the stock, its top card first. Belote with `turned_up`: the rest of the pack, in "
        "the order in which it is dealt: round from the dealer's neighbour, two cards at once to the taker, "
        "three to each of the others.",
        {"type": "array", "items": ref("CardText")},
    )
    contract = Asked(
        "Of a log that is sent as it is. Every contract is tried, whatever it says; but all fours after a "
        "redeal is then looked at for its trumps only.",
        ref("Contract"),
    )
    plays = Asked(
        "Of a log that is sent as it is; they are checked.", {"type": "array", "items": ref("CardText")}
    )
    turned_up = Asked(
        "Belote with five cards each: the card turned up for the auction that is still to come; the taker "
        "gets it. All fours after a redeal: the card whose suit is trumps. In a log that is sent as it is: "
        "the same as in `contract`.",
        ref("CardText"),
    )

    def game_reader(self, query: Mapping[str, str]) -> ReadGame:
        """The deal of a game, with or without a contract."""
        return read_deal

    def read(self, data: Any) -> TableDeal:
        """The deal."""
        return TableDeal.from_dict(data)

    def make(self, read: TableDeal, values: Mapping[str, Any]) -> TableRequest:
        """The deal with what is asked of it."""
        limit = AskedLimit(**values.get("limit") or {})
        labels = {key: values[key] for key in _LABELS if values.get(key) is not None}
        return TableRequest(read, limit, values.get("notation") or "en", labels)


class TableEntrySchema(Schema):
    """One trump with one taker or leader: what the deal comes to with best play of all."""

    turn = Shown("Belote with a card turned up: the turn of the auction.", _TURN, optional=True)
    trump = Shown("A suit, or `NT` (in French `SA`).", _TRUMP)
    taker = Shown("Who takes, where the game has a taker.", ref("Seat"), optional=True)
    leader = Shown("Who leads to the first trick.", ref("Seat"))
    exact = Shown("Whether the value is proved.", _FLAG)
    value = Shown("The result of each side: tricks or points.", ref("BySide"), optional=True)
    bounds = Shown("What is proved, while the value is not.", ref("Bounds"), optional=True)
    bounds_of = Shown("The side whose own minus other's the bounds are of.", _SIDE, optional=True)
    belote = Shown("The side that is dealt king and queen of trumps.", _SIDE, optional=True)
    bid = Shown(
        "The best that the taker can bid and make, the lowest that scores it: points, or in bridge the "
        "level. Left out where no bid is made.",
        _BID,
        optional=True,
    )
    outcome = Shown("Games without bids: what becomes of the taker's contract.", _OUTCOME, optional=True)
    score = Shown("What each side scores, with `bid` if there is one.", ref("BySide"), optional=True)


class ParContractSchema(Schema):
    """A contract in which bidding can end, and at which no side gains by bidding, passing or doubling."""

    turn = Shown("Belote with a card turned up: the turn of the auction.", _TURN, optional=True)
    trump = Shown("A suit, or `NT` (in French `SA`).", _TRUMP)
    side = Shown("The side of the taker.", _SIDE)
    takers = Shown("The players in whose hands it comes to this.", _SEATS)
    bid = Shown("The points bid; in bridge the level.", _BID, optional=True)
    multiplier = Shown("1, 2 when doubled, 4 when redoubled.", {"enum": [1, 2, 4]}, optional=True)
    value = Shown("The result of each side.", ref("BySide"))
    score = Shown("What each side scores.", ref("BySide"))


class ParSchema(Schema):
    """What the deal is worth when both sides see all cards and bid and play best."""

    opens = Shown("The side that speaks first.", _SIDE)
    difference = Shown("What each side scores minus what the other does.", ref("BySide"))
    contracts = List(
        Nested(ParContractSchema),
        required=True,
        metadata={"description": "All contracts that bring it; none when all pass."},
    )


class DiscardChanceSchema(Schema):
    """A discard, and how often to choose it."""

    discard = Shown("The cards.", _CARDS)
    probability = Shown("Above 0, at most 1.", {"type": "number", "exclusiveMinimum": 0, "maximum": 1})


class DiscardsSchema(Schema):
    """All fours after a redeal: the best discards under one trump. Both sides discard at the same time."""

    trump = Shown("The suit.", _TRUMP)
    leader = Shown("Who leads to the first trick.", ref("Seat"))
    exact = Shown("Whether it is proved.", _FLAG)
    difference = Shown(
        "What each side comes out ahead with best discards and best play, on average where chance decides.",
        _NUMBERS,
        optional=True,
    )
    saddle = Shown("Whether a single discard of each side makes sure of that.", _FLAG, optional=True)
    guaranteed = Shown(
        "What a single discard makes sure of, own minus other, whatever the other side discards.",
        ref("BySide"),
        optional=True,
    )
    best = Shown(
        "By side, the discards that make sure of it; those first that gain more on the other side's errors.",
        {"type": "object", "additionalProperties": {"type": "array", "items": _CARDS}},
        optional=True,
    )
    mix = Shown(
        "By side, where no single discard is safe: how often to choose which.",
        {"type": "object", "additionalProperties": {"type": "array", "items": ref("DiscardChance")}},
        optional=True,
    )
    bounds = Shown("What is proved, while it is not all proved.", ref("Bounds"), optional=True)
    bounds_of = Shown("The side whose own minus other's the bounds are of.", _SIDE, optional=True)


class ContractTableSchema(Schema):
    """A deal under every contract."""

    variant = Shown("The game.", {"type": "string"})
    exact = Shown("Whether all of it is proved; false when a limit came first.", _FLAG)
    dealer = Shown("The dealer, where one is known.", ref("Seat"), optional=True)
    vulnerable = Shown("Bridge: who is vulnerable.", {"enum": ["none", "NS", "EW", "both"]}, optional=True)
    turned_up = Shown("Belote: the card turned up.", ref("Card"), optional=True)
    deals = Shown(
        "Belote with a card turned up: by taker, the hands that are played when he takes.",
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {seat: ref("Deal") for seat in SEATS},
        },
        optional=True,
    )
    entries = List(
        Nested(TableEntrySchema),
        metadata={"description": "Every trump with every taker, or with every leader who is possible."},
    )
    best = Shown(
        "By side, its best contracts, all that are equally good: by score, then by result. None where it "
        "can make no bid. Left out until everything is proved.",
        {"type": "object", "additionalProperties": {"type": "array", "items": ref("TableEntry")}},
        optional=True,
    )
    par = List(
        Nested(ParSchema),
        metadata={
            "description": "Where the game has an auction: par for the side that speaks first; for either "
            "side where no dealer is named. Left out until everything is proved."
        },
    )
    discards = List(
        Nested(DiscardsSchema), metadata={"description": "All fours after a redeal, in place of `entries`."}
    )
    stats = Shown("What it cost.", ref("Stats"))


TABLES: tuple[type[Schema], ...] = (
    TableSchema,
    TableEntrySchema,
    ParContractSchema,
    ParSchema,
    DiscardChanceSchema,
    DiscardsSchema,
    ContractTableSchema,
)
"""Every schema of this module, each after those it is made of."""
