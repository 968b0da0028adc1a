"""Limits of work, and the budgets that share them out among the searches of one piece of work."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real

from solver.engine.answer import Answer, Ended, EndedBy, Leads
from solver.engine.native import CancelToken
from solver.errors import show
from solver.records import unchecked_maker_of
from solver.whole_numbers import check_whole

DEFAULT_TABLE_MIB = 64
MAX_TABLE_MIB = 65536
MAX_THREADS = 64
MAX_PASSES = 4
"""The most times that what is left of a limit is shared among the tasks not yet proved."""
WORTH_SHARING = 0.05
"""The least part of a limit, 0 to 1, that is shared again."""


class OutOfTimeError(Exception):
    """The time of some work was over, or the work was cancelled, before it came to an end."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The most that a search may use; without time and nodes it goes on until everything is proved.

    Raises ValueError for numbers out of range.

    >>> import json
    >>> from solver import Limit, Position, solve
    >>> log = json.load(open("samples/whist.json"))
    >>> answer = solve(Position.from_dict(log | {"plays": []}), Limit(nodes=1))
    >>> answer.exact, answer.value, answer.ended.by
    (False, None, 'nodes')
    """

    time_ms: float | None = None
    """Above 0; a whole number stays one, any other becomes a float."""
    nodes: int | None = None
    """Cards that the search may play; at least 1."""
    table_mib: int = DEFAULT_TABLE_MIB
    """Memory for proven positions, 1 to `MAX_TABLE_MIB`; the search uses less where it needs less."""
    cancel: CancelToken | None = None
    """A token with which another thread can cancel the search."""
    threads: int = 1
    """The most threads for one search, 1 to `MAX_THREADS`; only long searches use more than one.

    Values and bounds are the same with any number.  With more than one, how many nodes a long search takes is
    not the same each time, nor which of several best cards or lines of play it finds first.
    """
    due: float | None = None
    """The deadline, in seconds of `time.monotonic`; None for work that has not begun or has no time limit.

    ``time_ms`` is then the time granted in all, which may have begun before this part of the work.
    """

    def __post_init__(self) -> None:
        if self.time_ms is not None and not _is_time(self.time_ms):
            stated = show(self.time_ms)
            raise ValueError(f"time_ms must be a number above 0, and not {stated}; None is no limit")
        if self.nodes is not None:
            check_whole("nodes", self.nodes, 1)
        check_whole("table_mib", self.table_mib, 1, MAX_TABLE_MIB)
        check_whole("threads", self.threads, 1, MAX_THREADS)
        if self.cancel is not None and not isinstance(self.cancel, CancelToken):
            raise ValueError(f"cancel must be a CancelToken, and not {show(self.cancel)}")
        if self.due is not None and not _is_finite(self.due):
            raise ValueError(f"due must be a number of seconds, and not {show(self.due)}")
        for name in ("time_ms", "nodes", "table_mib", "threads", "due"):
            object.__setattr__(self, name, _plain(getattr(self, name)))

    def begun(self) -> "Limit":
        """Return the limit with its deadline, counted from now unless the work has begun already."""
        if self.time_ms is None or self.due is not None:
            return self
        return self.of(self.nodes, time.monotonic() + self.time_ms / 1000)

    def of(self, nodes: int | None, due: float | None) -> "Limit":
        """Return the limit with so many nodes, at least 1, and that deadline: a part of it."""
        # Reasons are proved by many short searches, each with its part: `replace` takes five times as long.
        return _new_limit(
            time_ms=self.time_ms,
            nodes=nodes,
            table_mib=self.table_mib,
            cancel=self.cancel,
            threads=self.threads,
            due=due,
        )

    @property
    def is_late(self) -> bool:
        """True if the deadline has passed, or the work was cancelled."""
        if self.cancel is not None and self.cancel.is_cancelled:
            return True
        return self.due is not None and time.monotonic() >= self.due

    @property
    def left_ms(self) -> float | None:
        """The time left until the deadline; None without one."""
        return None if self.due is None else max((self.due - time.monotonic()) * 1000, 0.0)

    def part_left(self, start_ms: float | None, nodes_left: int | None) -> float:
        """Return the part that is left, 0 to 1, of time or nodes, whichever is less; 1 without both.

        start_ms: the time that was left when the work began; None without a deadline.
        nodes_left: of ``nodes``; None without a limit of them.
        """
        if self.is_late:
            return 0.0
        parts = [1.0]
        if self.left_ms is not None and start_ms:
            parts.append(self.left_ms / start_ms)
        if self.nodes is not None and nodes_left is not None:
            parts.append(max(nodes_left, 0) / self.nodes)
        return min(parts)

    def ended(self, by: EndedBy) -> Ended:
        """Name one of the limits as what has ended the work, with its number."""
        return Ended(by, self.time_ms if by == "time_ms" else self.nodes if by == "nodes" else None)

    def find_end(self, n_nodes: int) -> Ended:
        """Name the limit that has ended a search of ``n_nodes`` nodes before it had proved everything."""
        if self.cancel is not None and self.cancel.is_cancelled:
            return self.ended("cancelled")
        # A search with both limits that has nodes left was ended by the clock.
        if self.nodes is not None and (n_nodes >= self.nodes or self.time_ms is None):
            return self.ended("nodes")
        return self.ended("time_ms")


def _is_finite(number: object) -> bool:
    try:
        return isinstance(number, Real) and isfinite(float(number))
    except OverflowError:
        return False


def _is_time(number: float) -> bool:
    return _is_finite(number) and float(number) > 0


def _plain(number: float | None) -> float | None:
    """Return a number of any type, as those of numpy and fractions, as one that JSON has."""
    if number is None:
        return None
    return int(number) if isinstance(number, Integral) else float(number)


def check_limit(limit: object) -> None:
    """Raise TypeError unless ``limit`` is a `Limit`."""
    if not isinstance(limit, Limit):
        raise TypeError(f"limit must be a Limit, as Limit(time_ms=500), and not {limit!r}")


_new_limit = unchecked_maker_of(Limit)

NO_LIMIT = Limit()

_NEVER_NS = 1 << 62
"""A time that the clock does not reach."""


def deadline_ns(due: float | None) -> int:
    """Return a deadline as the core takes it, in nanoseconds of the monotonic clock; 0 for None."""
    return 0 if due is None else round(min(max(due * 1e9, 1), _NEVER_NS))


class Budget:
    """The part of a limit that is left while work goes on.

    `rest` is the limit of the next search, and `spend` takes off what a search has used.  `share` and
    `shares` divide what is left among several pieces of work; what these spend is spent here too.

    One rule for what is used up: a limit that is handed out has at least one node, as a search must begin to
    say what ended it, but may have a deadline in the past, at which a search ends at once.

    >>> budget = Budget(Limit(nodes=100))
    >>> [part.rest().nodes for part in budget.shares(3)]
    [33, 50, 100]
    """

    def __init__(self, limit: Limit, whole: "Budget | None" = None) -> None:
        """Raises TypeError for what is no limit."""
        check_limit(limit)
        self.limit = limit.begun()
        """The limit that was granted."""
        self.n_nodes = 0
        """The nodes spent."""
        self.ended: Ended | None = None
        """The end of the last piece of work that was cut short; None if nothing was.

        In terms of the limit for the whole work, of which this may be a share.
        """
        self._whole = whole
        self._cap: Budget | None = None
        self._start_ms = self.limit.left_ms

    @classmethod
    def of(cls, limit: "Limit | Budget") -> "Budget":
        """Return a budget of ``limit``; a budget is returned as it is, so that all is spent of it.

        Raises TypeError for what is neither.
        """
        return limit if isinstance(limit, Budget) else cls(limit)

    @property
    def is_late(self) -> bool:
        """True if the deadline has passed, or the work was cancelled."""
        return self.limit.is_late

    @property
    def is_over(self) -> bool:
        """True if nothing is left: no time, or no nodes, or the work was cancelled."""
        return self.is_late or (self.limit.nodes is not None and self.n_nodes >= self.limit.nodes)

    @property
    def part_left(self) -> float:
        """The part that is left, 0 to 1, of the time or of the nodes, whichever is less; 1 without both."""
        nodes = self.limit.nodes
        return self.limit.part_left(self._start_ms, None if nodes is None else nodes - self.n_nodes)

    def check(self) -> None:
        """Raise OutOfTimeError if the deadline has passed, or the work was cancelled."""
        if self.is_late:
            raise OutOfTimeError

    def rest(self) -> Limit:
        """Return the limit for a search that may use all that is left."""
        if self.limit.nodes is None:
            return self.limit
        return self.limit.of(max(self.limit.nodes - self.n_nodes, 1), self.limit.due)

    def share(self, n: int = 1, *, keep_ms: float = 0.0, n_granted: int = 0, at_once: int = 1) -> "Budget":
        """Return an equal share of what is left, for one of ``n`` pieces of work that are still to do.

        ``keep_ms`` of the time are kept back from all of them, and ``n_granted`` nodes, which work that goes
        on may still use.  ``at_once`` pieces are done at the same time.
        """
        part = self.rest()
        if part.nodes is not None:
            part = part.of(max((part.nodes - n_granted) // n, 1), part.due)
        if part.due is not None:
            now = time.monotonic()
            left_s = max(part.due - keep_ms / 1000 - now, 0.0)
            part = part.of(part.nodes, now + left_s / max(n / at_once, 1.0))
        return Budget(part, self)

    def shares(self, n: int) -> Iterator["Budget"]:
        """Yield ``n`` shares, each an equal one of what is left when it is asked for.

        What a piece of work does not use of its share goes to those after it.
        """
        return (self.share(n_left) for n_left in range(n, 0, -1))

    def within(self, cap: "Budget") -> "Budget":
        """Return this budget, with no more nodes than ``cap`` has left; what is spent is spent of both.

        Work that ``cap`` cuts short has come to its planned end: it is not noted here.
        """
        both, most = Budget(self.rest(), self), cap.rest().nodes
        if most is not None and (both.limit.nodes is None or most < both.limit.nodes):
            both.limit = both.limit.of(most, both.limit.due)
            both._cap = cap
        return both

    def spend(self, answer: Answer | Leads) -> None:
        """Take off what a search has used, and note what ended it."""
        self.count(answer.stats.nodes)
        if answer.ended is not None:
            self._note_end(answer.ended.by)

    def end(self) -> Ended:
        """Note that work is left undone because this budget is over, and return the limit it has reached."""
        # The clock goes first: work that is late has ended by its deadline, whatever nodes it has left.
        return self._note_end(self.limit.find_end(0 if self.is_late else self.n_nodes).by)

    def count(self, n_nodes: int) -> None:
        """Take off the nodes of work that was done by a limit of its own."""
        self.n_nodes += n_nodes
        for other in (self._whole, self._cap):
            if other is not None:
                other.count(n_nodes)

    def _note_end(self, by: EndedBy) -> Ended:
        if self._cap is not None and by == "nodes":
            return self.limit.ended(by)
        self.ended = self.limit.ended(by) if self._whole is None else self._whole._note_end(by)
        return self.ended
