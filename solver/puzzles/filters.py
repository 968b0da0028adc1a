"""Filters: the reasons to leave a candidate out, in the order in which they are asked, the cheapest first."""

from collections.abc import Mapping
from enum import StrEnum

from solver.puzzles.unfit import Unfit
from solver.sentences import Message, mark
from solver.speech import Speech


class PuzzleFilter(StrEnum):
    """The reason why a candidate is left out; the first that holds counts."""

    # By the position alone.
    other_game = "other_game"
    over = "over"
    forced = "forced"
    made_up = "made_up"
    too_many_cards = "too_many_cards"
    tricks_left = "tricks_left"
    # By the values of its cards.
    safe = "safe"
    lost = "lost"
    not_own = "not_own"
    dual = "dual"
    close = "close"
    no_stake = "no_stake"
    few_wrong = "few_wrong"
    # By what simple players see.
    obvious = "obvious"
    # By the tree.
    cash = "cash"
    long = "long"
    broad = "broad"
    doubtful = "doubtful"
    guessable = "guessable"
    plain = "plain"
    slight = "slight"
    petty = "petty"
    duals = "duals"
    length = "length"
    difficulty = "difficulty"
    themes = "themes"
    # By the puzzles before it.
    twin = "twin"
    near_twin = "near_twin"

    def say(self, speech: Speech) -> str:
        """Say in a few words what is left out."""
        return speech.say(_SAID[self])


_SAID: Mapping[PuzzleFilter, Message] = {
    PuzzleFilter.other_game: mark("another game"),
    PuzzleFilter.over: mark("the deal is over"),
    PuzzleFilter.forced: mark("no choice of cards"),
    PuzzleFilter.made_up: mark("no full deal"),
    PuzzleFilter.too_many_cards: mark("too many cards in a hand"),
    PuzzleFilter.tricks_left: mark("more or fewer tricks left than wanted"),
    PuzzleFilter.safe: mark("every card is as good"),
    PuzzleFilter.lost: mark("no card reaches the goal"),
    PuzzleFilter.not_own: mark("the side of the goal is not to play"),
    PuzzleFilter.dual: mark("several cards are best, and others are not"),
    PuzzleFilter.close: mark("the best card is only a little better"),
    PuzzleFilter.no_stake: mark("the score is the same after a wrong card"),
    PuzzleFilter.few_wrong: mark("too few wrong cards"),
    PuzzleFilter.obvious: mark("every simple player finds it"),
    PuzzleFilter.cash: mark("winners to be cashed"),
    PuzzleFilter.long: mark("too many decisions"),
    PuzzleFilter.broad: mark("too many defences"),
    PuzzleFilter.doubtful: mark("no card is best beyond doubt"),
    PuzzleFilter.guessable: mark("half of the cards are right"),
    PuzzleFilter.plain: mark("the right card alone wins the trick at hand"),
    PuzzleFilter.slight: mark("one card to find in the last tricks, which a simple player finds"),
    PuzzleFilter.petty: mark("a later card to find turns on a few points alone"),
    PuzzleFilter.duals: mark("too many defences that leave several right cards"),
    PuzzleFilter.length: mark("more or fewer decisions than wanted"),
    PuzzleFilter.difficulty: mark("easier or harder than wanted"),
    PuzzleFilter.themes: mark("other themes than wanted"),
    PuzzleFilter.twin: mark("the same ending as one before"),
    PuzzleFilter.near_twin: mark("nearly the same as one before"),
}


def filter_of(unfit: Unfit) -> PuzzleFilter:
    """Return the filter that stands for a reason of the proof; every reason has one of its name."""
    return PuzzleFilter(unfit.value)
