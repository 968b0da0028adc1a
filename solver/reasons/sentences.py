"""The sentences of explanations, in English; `solver.speech` puts them into the reader's language.

In a fact, ``seat``, ``holder`` and ``side`` are written ``{seat}`` or ``{seat:of}``; tricks count from 1.
"""

from collections.abc import Mapping

from solver.reasons.themes import Theme
from solver.sentences import Message, mark, mark_n

DID: Mapping[str, str] = {
    "lead": mark("{seat} led {card}"),
    "follow": mark("{seat} played {card}"),
    "ruff": mark("{seat} ruffed with {card}"),
    "overruff": mark("{seat} overruffed with {card}"),
    "underruff": mark("{seat} underruffed with {card}"),
    "discard": mark("{seat} discarded {card}"),
}
"""The card that was played, by the way it was played."""

DOING: Mapping[str, str] = {
    "lead": mark("leading {card}"),
    "follow": mark("playing {card}"),
    "ruff": mark("ruffing with {card}"),
    "overruff": mark("overruffing with {card}"),
    "underruff": mark("underruffing with {card}"),
    "discard": mark("discarding {card}"),
}
"""The better card."""

BETTER = mark("{did}; {doing} is better.")
WHY = mark("{fact}: {cost}.")
NO_WHY = mark("The cost is {cost}.")

_WANTED = mark("{card} is wanted for {seat}'s {prize} in trick {trick}")
_LOST = mark("{holder}'s {card} falls to {seat}'s {other} in trick {trick}")
_ESCAPED = mark("{seat}'s {other} could take {holder}'s {card}, which gets home in trick {trick}")

FACTS: Mapping[Theme, Message] = {
    Theme.overruffed: mark("{seat} overruffs with {card}"),
    Theme.overruff_missed: mark("{card} beats {seat}'s {other}"),
    Theme.underruff: mark("{card} is below {other} and wins nothing"),
    Theme.ruff_missed: mark("{card} ruffs and takes this trick"),
    Theme.ruff_wasted: _WANTED,
    Theme.winner_spent: _WANTED,
    Theme.trumps_not_drawn: mark("Not drawn, {seat}'s {card} ruffs trick {trick}"),
    Theme.trumps_drawn: mark("Leading trumps costs {seat} the ruff of trick {trick} with {card}"),
    Theme.master_not_cashed: mark("{card} is master now, but falls to {seat}'s {other} in trick {trick}"),
    Theme.ten_exposed: _LOST,
    Theme.ten_escaped: _ESCAPED,
    Theme.card_lost: _LOST,
    Theme.card_escaped: _ESCAPED,
    Theme.trick_not_taken: mark("Then {seat} takes this trick with {card}"),
    Theme.not_ducked: mark("This trick is better left to {seat}'s {card}"),
    Theme.partner_overtaken: mark("{seat}'s {card} was winning the trick already"),
    Theme.belote_broken: mark("{card} breaks up king and queen of trumps"),
    Theme.last_trick: mark("{seat} wins the last trick with {card}"),
    Theme.forced_discard: mark_n("One more forced discard follows", "{n} more forced discards follow"),
}
"""The facts that can be told in a sentence; the others only show in the cost."""

LAST_TEN = mark("{seat} wins the last trick and its ten points with {card}")
"""Said in place of `Theme.last_trick` where the last trick earns ten."""

COMBINATIONS: Mapping[str, Mapping[Theme, str]] = {
    "four_of_a_kind": {
        Theme.combination_missed: mark("{seat} could win four of a kind in trick {trick}"),
        Theme.combination_conceded: mark("{seat} wins four of a kind in trick {trick}"),
    },
    "sequence_of_four": {
        Theme.combination_missed: mark("{seat} could win a sequence of four in trick {trick}"),
        Theme.combination_conceded: mark("{seat} wins a sequence of four in trick {trick}"),
    },
    "sequence_of_three": {
        Theme.combination_missed: mark("{seat} could win a sequence of three in trick {trick}"),
        Theme.combination_conceded: mark("{seat} wins a sequence of three in trick {trick}"),
    },
    "trick_marriage": {
        Theme.combination_missed: mark("{seat} could win king and queen of trumps in trick {trick}"),
        Theme.combination_conceded: mark("{seat} wins king and queen of trumps in trick {trick}"),
    },
}

N_POINTS = mark_n("{n} point", "{n} points")
N_TRICKS = mark_n("{n} trick", "{n} tricks")
N_DIFFERENCE = mark_n("a swing of {n} point", "a swing of {n} points")
N_FORCED = mark_n("a point for a forced discard", "{n} points for forced discards")
CONTRACT = mark("the contract")
LITIGE = mark("the litige")
TIE = mark("the tie, now a loss")
WIN = mark("the win, now a tie")
DEAL = mark("the deal")
CAPOT = mark("the capot")
VOLE = mark("the vole")
HONOURS: Mapping[Theme, str] = {
    Theme.high_lost: mark("high"),
    Theme.low_lost: mark("low"),
    Theme.jack_lost: mark("the jack"),
    Theme.game_lost: mark("game ({most} card points to {least})"),
}
NO_SCORE = mark("{cost}, but nothing in the score")
NOW_LITIGE = mark("{cost}; it is a litige now")
NOW_TIE = mark("{cost}; the sides are equal now")

TURNS: Mapping[tuple[str, str | None], Message] = {
    ("contract", "made"): mark("After {seat}'s {card} the contract is made."),
    ("contract", "failed"): mark("After {seat}'s {card} the contract fails."),
    ("taker", "made"): mark("After {seat}'s {card} the taker makes the contract."),
    ("taker", "failed"): mark("After {seat}'s {card} the taker fails."),
    ("taker", "litige"): mark("After {seat}'s {card} it is a litige."),
    ("taker", "tied"): mark("After {seat}'s {card} both sides have equally many points."),
    ("deal", None): mark("After {seat}'s {card} both sides score the same."),
    ("deal", "side"): mark("After {seat}'s {card} the deal goes to {side}."),
    ("slam", None): mark("After {seat}'s {card} nobody has all the tricks any more."),
    ("slam", "side"): mark("After {seat}'s {card} all the tricks go to {side}."),
    ("high", "side"): mark("After {seat}'s {card} high goes to {side}."),
    ("low", "side"): mark("After {seat}'s {card} low goes to {side}."),
    ("jack", "side"): mark("After {seat}'s {card} the jack goes to {side}."),
    ("game", "side"): mark("After {seat}'s {card} game goes to {side}."),
    ("game", None): mark("After {seat}'s {card} nobody gets game."),
}
"""The turning points, by what changed hands and to whom: an outcome, ``side`` for a side, None for nobody."""
