"""What is answered of a match besides its deals one by one."""

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.schemas.fields import Shown, or_null, ref

_COUNT = {"type": "integer", "minimum": 0}
_INTEGER = {"type": "integer"}
_SIDE = {"type": "string", "examples": ["NS"]}


class ThrownInDealSchema(Schema):
    """One deal of a match in which everybody passed: nothing was played, and nothing scored."""

    id = Shown("The deal's name, as in the request.", {"type": "string"}, optional=True)
    variant = Shown("The game.", {"type": "string"})
    passed_out = Shown("Always true: a deal that was played has not got this.", {"const": True})
    dealer = Shown("The dealer, as in the request.", ref("Seat"), optional=True)


class MatchDealSchema(Schema):
    """What one deal did to a match."""

    score = Shown("The score of the deal itself.", ref("BySide"))
    received = Shown("Points held over from earlier deals.", ref("BySide"))
    totals = Shown("The match so far, this deal included.", ref("BySide"))


class MatchSchema(Schema):
    """The score of a match."""

    target = Shown("The total at which the game ends; null for none.", or_null(_COUNT))
    totals = Shown("The sides' points.", ref("BySide"))
    held_over = Shown("Points that wait for the side that wins the next contract.", _INTEGER)
    winner = Shown("The side that reached the target first.", or_null(_SIDE))
    decided_in = Shown("The deal in which it did, from 0.", or_null(_COUNT))
    deals = List(Nested(MatchDealSchema), required=True, metadata={"description": "Deal by deal."})


MATCH_ANSWERS: tuple[type[Schema], ...] = (ThrownInDealSchema, MatchDealSchema, MatchSchema)
"""Every schema of this module, each after those it is made of."""
