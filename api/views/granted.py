"""Solves of a request by several threads: in a solving slot, and in those besides that nobody waits for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from api.monitor import Metrics
from api.parts import part
from api.schemas import AskedLimit
from api.settings import Settings
from api.solving import Solved, SolvingSlots
from solver import Limit, Rules


class Granted(NamedTuple):
    """The means of a solve, and its measure."""

    limit: Limit
    threads: int
    solved: Solved
    """The cost, to be filled in by the code that solves."""


@contextmanager
def solving_slots(kind: str, asked: AskedLimit, n_threads: int, *rules: Rules) -> Iterator[Granted]:
    """Hold a solving slot, and more of them that are free, up to ``n_threads``; measure what is solved.

    kind: the name of the solve in the metrics.
    asked: the limit of the request, which is cut to what the service grants.
    rules: the games of all that is solved.

    Raises BusyError if no slot comes free in time.
    """
    settings = part(Settings)
    slots = part(SolvingSlots)
    measured = part(Metrics)
    with (
        slots.take() as token,
        slots.take_idle(n_threads - 1) as n_more,
        measured.solving(kind, token, *rules) as solved,
    ):
        yield Granted(asked.within(settings, token), 1 + n_more, solved)
