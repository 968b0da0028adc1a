"""The request of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from api.http import Games
from api.schemas.fields import Asked, ref
from api.schemas.requests import AskedLimit, DomainSchema, LabelFields, ServiceFields, ToldDealFields
from solver import Notation, ReadGame, TableDeal, read_deal

_LABELS = ("id", "players", "board", "tags", "tables")


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A request for a contract table."""

    deal: TableDeal
    limit: AskedLimit
    notation: Notation
    labels: Mapping[str, Any]
    """The labels of the deal: id, players, board, tags, tables."""


class TableSchema(DomainSchema[TableDeal], LabelFields, ServiceFields, ToldDealFields):
    """A deal to try every contract on. A position or a log will do: the table is that of its deal."""

    deal = Asked(
        "The hands as dealt. Belote with `turned_up`: the five cards each before the auction. All fours for "
        "two: nine cards each, after a redeal, ask what to discard.",
        ref("Deal"),
    )
    dealer = Asked(
        "The dealer's seat. Needed where the score or the dealing hangs on it; with it, or with `leader`, "
        "only the leader who follows from it is tried, and par is for the side that speaks first.",
        ref("SeatText"),
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
        """Return the reader of a deal, with or without a contract."""
        return read_deal

    def read(self, data: Any) -> TableDeal:
        """Return the deal."""
        return TableDeal.from_dict(data)

    def read_text(self, data: Games) -> TableDeal:
        """Return the deal of the one game."""
        return TableDeal.of(data.games[0])

    def make(self, read: TableDeal, values: Mapping[str, Any]) -> TableRequest:
        """Return the deal with its options."""
        limit = AskedLimit(**values.get("limit") or {})
        labels = {key: values[key] for key in _LABELS if values.get(key) is not None}
        return TableRequest(read, limit, values.get("notation") or "en", labels)


TABLES: tuple[type[Schema], ...] = (TableSchema,)
"""Every schema of this module, each after those it is made of."""
