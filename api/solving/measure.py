"""The measurement of solves: the interface by which the work on jobs reports to the metrics."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from solver import Rules


@dataclass(slots=True)
class Solved:
    """The cost of a solve, filled in by the code that solves."""

    nodes: int = 0
    is_exact: bool = True


Measure = Callable[[str, Rules], AbstractContextManager[Solved]]
"""Measures the solve done in the context, by its kind (``solve``, ``job`` …) and its game."""


@contextmanager
def unmeasured(kind: str, rules: Rules) -> Iterator[Solved]:
    """Measure nothing: for processes without metrics."""
    yield Solved()
