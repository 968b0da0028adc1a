"""What answers say of the limit that came before everything was done."""

from typing import get_args

from marshmallow import Schema

from api.schemas.fields import Shown
from solver import EndedBy, LeftOut

LIMIT = "The limit that came first; missing where none did."
LEFT_OUT = (
    "What the limit left no time for: the judging of its `plays`, of which there are none then, or "
    "`explanations`, which turning points rest on."
)
LEFT_OUT_SHAPE = {"type": "array", "items": {"enum": list(get_args(LeftOut))}}


class LimitReachedSchema(Schema):
    """Which limit came before everything was done, and how much of it there was."""

    ended_by = Shown(
        "`time_ms`, `nodes`: that limit was reached. `cancelled`: the connection was closed, or the service "
        "stopped.",
        {"enum": list(get_args(EndedBy))},
    )
    time_ms = Shown("The time that was granted, in milliseconds.", {"type": "integer"}, optional=True)
    nodes = Shown("The nodes that were granted.", {"type": "integer"}, optional=True)
