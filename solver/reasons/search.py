"""The search for a reason: the tests, in the order in which the first that passes is told."""

from collections.abc import Callable, Iterator

from solver.engine import Budget
from solver.reasons.prover import Prover, UnprovedError
from solver.reasons.reason import ProvedReason
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import trick_not_taken

Test = Callable[[Mistake, Prover], Iterator[ProvedReason]]
"""A test yields the reasons that it proves of a mistake, the most telling first."""

TESTS: tuple[Test, ...] = (trick_not_taken,)
"""The strictest tests first: facts of the trick, named techniques, then what lies further on."""


def find_reason(mistake: Mistake, budget: Budget) -> ProvedReason | None:
    """Return the first reason that is proved; None if none is, or a limit comes first."""
    prover = Prover(mistake.own, budget)
    try:
        return next((reason for test in TESTS for reason in test(mistake, prover)), None)
    except UnprovedError:
        return None
