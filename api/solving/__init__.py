"""Limits on work: slots for what runs at once, the cache of answers, measures."""

from api.solving.bell import (
    Bell,
)
from api.solving.cache import (
    AnswerCache,
)
from api.solving.free import (
    FreeSlots,
)
from api.solving.measure import (
    Measure,
    Solved,
    judge,
    unmeasured,
)
from api.solving.memory import (
    return_big_blocks,
)
from api.solving.open_files import (
    allow_connections,
)
from api.solving.slots import (
    RETRY_AFTER_S,
    BusyError,
    NoTurnError,
    SolvingSlots,
    Watch,
)

__all__ = [
    "RETRY_AFTER_S",
    "AnswerCache",
    "Bell",
    "BusyError",
    "FreeSlots",
    "Measure",
    "NoTurnError",
    "Solved",
    "SolvingSlots",
    "Watch",
    "allow_connections",
    "judge",
    "return_big_blocks",
    "unmeasured",
]
