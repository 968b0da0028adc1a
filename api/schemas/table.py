"""What the request of a table holds, and what a table answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.http import ReadGame
from api.schemas.components import SEATS
from api.schemas.fields import Asked, Shown, ref
from api.schemas.game_fields import AsideFields, BridgeFields
from api.schemas.limit import LIMIT, LimitReachedSchema
from api.schemas.requests import AskedLimit, DealFields, DomainSchema, GameFields, LabelFields, ServiceFields
from solver import Notation, TableDeal, read_deal

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
        "california_jack: the stock, its top card first. Belote with `turned_up`: the rest of the pack, its "
        "top card first. All fours with `turned_up`: the same, as far as it is known, down to a card of "
        "another suit below the six of a redeal; then the table also settles whether to take the suit turned "
        "up or propose another, and whether to refuse that or accept it.",
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
        "gets it. All fours: the card whose suit is trumps, before a redeal or after one. In a log that is "
        "sent as it is: "
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


class ProposalOutcomeSchema(Schema):
    """What a decision of all fours comes to, with best decisions and best play from there on."""

    choice = Shown(
        "`take`: the dealer's opponent takes the suit turned up. `refuse` and `accept`: another suit is "
        "proposed, and the dealer answers so.",
        {"enum": ["take", "refuse", "accept"]},
    )
    by = Shown("Whose decision it is.", ref("Seat"))
    difference = Shown("What each side comes out ahead, all points counted.", _NUMBERS, optional=True)
    bounds = Shown("What is proved, while that is not.", ref("Bounds"), optional=True)
    bounds_of = Shown("The side whose own minus other's the bounds are of.", _SIDE, optional=True)


class RedealSchema(Schema):
    """All fours: what lies on the table when the dealer has accepted another suit."""

    deal = Shown("The nine cards of each, before discarding.", ref("Deal"))
    passed_over = Shown("Cards of the first suit that were turned up on the way to another.", _CARDS)
    turned_up = Shown("The card whose suit is trumps.", ref("Card"))
    discards = Nested(
        DiscardsSchema, required=True, metadata={"description": "What both discard, and what it comes to."}
    )


class ProposalSchema(Schema):
    """All fours with the pack in order: the decisions before the play, as a game of both players."""

    exact = Shown("Whether all of it is proved.", _FLAG)
    difference = Shown(
        "What each side comes out ahead when both decide, discard and play best; jacks turned up and a "
        "refusal counted, on average where chance decides.",
        _NUMBERS,
        optional=True,
    )
    bounds = Shown("What is proved, while that is not.", ref("Bounds"), optional=True)
    bounds_of = Shown("The side whose own minus other's the bounds are of.", _SIDE, optional=True)
    best = Shown(
        "By player, the decisions that lose nothing: `take` or `propose`; and the dealer's, should another "
        "suit be proposed, `refuse` or `accept`.",
        {
            "type": "object",
            "additionalProperties": {
                "type": "array",
                "items": {"enum": ["take", "propose", "refuse", "accept"]},
            },
        },
        optional=True,
    )
    outcomes = List(
        Nested(ProposalOutcomeSchema), required=True, metadata={"description": "What each comes to."}
    )
    redeal = Nested(
        RedealSchema, required=True, metadata={"description": "What is dealt if the dealer accepts."}
    )


class AuctionTurnSchema(Schema):
    """Belote with a card turned up: a turn of the auction, and what is dealt when somebody takes in it."""

    turn = Shown("The first or the second.", _TURN)
    turned_up = Shown("The card that lies turned up; the taker gets it.", ref("Card"))
    stock = Shown("The rest of the pack, its top card first.", _CARDS)
    deals = Shown(
        "By taker, the hands that are played when that player takes.",
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {seat: ref("Deal") for seat in SEATS},
        },
    )


class ContractTableSchema(Schema):
    """A deal under every contract."""

    variant = Shown("The game.", {"type": "string"})
    exact = Shown("Whether all of it is proved; false when a limit came first.", _FLAG)
    limit = Nested(LimitReachedSchema, metadata={"description": LIMIT})
    dealer = Shown("The dealer, where one is known.", ref("Seat"), optional=True)
    vulnerable = Shown("Bridge: who is vulnerable.", {"enum": ["none", "NS", "EW", "both"]}, optional=True)
    turned_up = Shown(
        "Belote, and all fours with the pack in order: the card turned up.", ref("Card"), optional=True
    )
    turns = List(
        Nested(AuctionTurnSchema),
        metadata={
            "description": "Belote with a card turned up: the turns of the auction; only the first, where a "
            "new card is turned up for the second and none is of another suit."
        },
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
            "side where no dealer is named, unless players speak one by one, as where somebody has to name "
            "trumps at last. Left out until everything is proved."
        },
    )
    discards = List(
        Nested(DiscardsSchema), metadata={"description": "All fours after a redeal, in place of `entries`."}
    )
    proposal = Nested(
        ProposalSchema,
        metadata={
            "description": "All fours with the pack in order: what it is worth to take the suit turned up, "
            "whose value alone is then among the `entries`, and to propose another."
        },
    )
    stats = Shown("What it cost.", ref("Stats"))


TABLES: tuple[type[Schema], ...] = (
    TableSchema,
    TableEntrySchema,
    ParContractSchema,
    ParSchema,
    DiscardChanceSchema,
    DiscardsSchema,
    ProposalOutcomeSchema,
    RedealSchema,
    ProposalSchema,
    AuctionTurnSchema,
    ContractTableSchema,
)
"""Every schema of this module, each after those it is made of."""
