"""The fields of a log besides its deal, contract and cards, and the list of the deals of a match."""

from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import List

from api.schemas.bridge import COMMENTS, TABLES, TAGS
from api.schemas.fields import Asked, ShapeSchema, check_list, ref
from solver.errors import MAX_FAULTS
from solver.game import MAX_CALLS, MAX_DEALS, MAX_TEXT
from solver.sentences import mark


class BridgeFields(ShapeSchema):
    """The facts of a game of bridge besides its deal, contract and cards."""

    auction = Asked(
        "The calls, in order, first that of the player who speaks first: the dealer's neighbour, in bridge "
        "the dealer. They are checked, and `contract` against them; what it leaves out they stand for when "
        "they are over, and all of it may be left out. In a match the deals that were thrown in have passes "
        "alone. Games without an auction: quadrette, california_jack, whist.",
        {"type": "array", "items": ref("Call"), "maxItems": MAX_CALLS},
    )
    result = Asked(
        "Bridge: the tricks of the declarer's side, as agreed; of a game that was played out it is checked.",
        {"type": "integer", "minimum": 0, "maximum": 13},
    )
    board = Asked("Bridge: the board's number.", {"type": "string", "maxLength": MAX_TEXT})
    comments = Asked(
        "Bridge: comments on the game, on a call or on a play (by its number, from 0), and marks for calls "
        "and plays.",
        COMMENTS,
    )
    tags = Asked("Bridge: other tags of PBN, as `Event` or `Site`.", TAGS)
    tables = Asked(
        "Bridge: tables of PBN, as `ScoreTable`: rows as texts, the first with the names of the columns.",
        TABLES,
    )


class AsideFields(ShapeSchema):
    """The cards of a log's deal that are not played."""

    turned_up = Asked(
        "The card turned up for trumps: in belote one of the taker's, in All Fours and quadrette nobody's, "
        "in California Jack any. The same as in `contract`, but in a log whose `auction` has passed over a "
        "card: then one that is not of the trump suit is the card turned up first.",
        ref("CardText"),
    )
    left_over = Asked(
        "Cards of the deck that were not dealt, as eight of quadrette's.",
        {"type": "array", "items": ref("CardText")},
    )


class ThrownInFields(ShapeSchema):
    """The flag of a deal that was not played."""

    passed_out = Asked(
        "Of a deal of a match: everybody passed, and it was thrown in. It scores nothing, and points held "
        "over wait. The same is said by an `auction` of passes without a `contract`. In games whose auction "
        "can end so: belote, contrée, coinche, bridge.",
        {"type": "boolean"},
    )


_NO_DEALS = mark("{field} is {value}; it must be a list of 1 to {most} deals")
_OTHER_DEALS = mark("{field} holds {count} deals; it must be a list of 1 to {most} deals")


class Deals(List[Any]):
    """The deals of a match: counted before any is read, and read until there are `MAX_FAULTS` faults."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        check_list(value, attr, MAX_DEALS, no_list=_NO_DEALS, bad_length=_OTHER_DEALS)
        read: list[Any] = []
        messages: dict[int, Any] = {}
        n_faults = 0
        for index, deal in enumerate(value):
            try:
                read.append(self.inner.deserialize(deal, **kwargs))
            except ValidationError as error:
                messages[index] = error.messages
                n_faults += len(error.messages)
            if n_faults >= MAX_FAULTS:
                break
        if messages:
            raise ValidationError(messages)
        return read
