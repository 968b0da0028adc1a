"""The reasons why a position with a goal is no puzzle."""

from collections.abc import Mapping
from enum import StrEnum

from solver.sentences import mark


class Unfit(StrEnum):
    """The reason why a position with a goal is no puzzle."""

    not_own = "not_own"
    forced = "forced"
    safe = "safe"
    lost = "lost"
    dual = "dual"
    doubtful = "doubtful"
    few_wrong = "few_wrong"
    cash = "cash"
    long = "long"
    broad = "broad"


SAID: Mapping[Unfit, str] = {
    Unfit.not_own: mark("this is no puzzle: the side of the goal is not to play"),
    Unfit.forced: mark("this is no puzzle: there is no choice of cards"),
    Unfit.safe: mark("this is no puzzle: every card reaches the goal"),
    Unfit.lost: mark("this is no puzzle: no card reaches the goal"),
    Unfit.dual: mark("this is no puzzle: several cards are as good"),
    Unfit.doubtful: mark("this is no puzzle: no card is best beyond doubt"),
    Unfit.few_wrong: mark("this is no puzzle: too few cards are wrong"),
    Unfit.cash: mark("this is no puzzle: winners are to be cashed and that is all"),
    Unfit.long: mark("this is no puzzle: it has too many decisions"),
    Unfit.broad: mark("this puzzle has more defences than can be proved"),
}
"""The sentence of each."""


class UnfitError(Exception):
    """A position with a goal is no puzzle."""

    def __init__(self, why: Unfit) -> None:
        super().__init__(why.value)
        self.why = why
