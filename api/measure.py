"""Measuring what is solved where no request is answered: in jobs, in whatever process works on them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from solver import Rules


@dataclass(slots=True)
class Solved:
    """What a solve came to; filled in by who solves."""

    nodes: int = 0
    is_exact: bool = True


Measure = Callable[[str, Rules], AbstractContextManager[Solved]]
"""Measures the solve that is done in the context: of what kind it is, and of what game."""


@contextmanager
def unmeasured(kind: str, rules: Rules) -> Iterator[Solved]:
    """Let a solve be done that nobody measures."""
    yield Solved()


_measures: list[Measure] = [unmeasured]


def measure_by(measure: Measure) -> None:
    """Let what this process solves in jobs be measured so; a process that serves says so when it begins."""
    _measures[:] = [measure]


def measured(kind: str, rules: Rules) -> AbstractContextManager[Solved]:
    """The context of a solve."""
    return _measures[0](kind, rules)
