"""The sentences of explanations, in English; `solver.speech` puts them into the reader's language."""

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
BETTER_OPEN = mark("{did}; with open cards, {doing} is better.")
"""The same where by what the player could know the card was right, or the better one no better."""
WHY = mark("{fact}: {cost}.")
NO_WHY = mark("The cost is {cost}.")
WHY_OPEN = mark("{fact}, which only open cards show: {cost}.")
"""Said of such cards where the reason rests on a hidden card."""
NO_WHY_KNOWN = mark("No reason that a player could have found: with open cards it costs {cost}.")
"""Said where no reason is proved, of a card that was right, and no worse than the better one, by what its
player could know."""

N_POINTS = mark_n("{n} point", "{n} points")
N_TRICKS = mark_n("{n} trick", "{n} tricks")
N_DIFFERENCE = mark_n("a swing of {n} point", "a swing of {n} points")
N_FORCED = mark_n("a point for a forced discard", "{n} points for forced discards")
N_FORCED_BY = mark_n("a point for a forced discard by {seat}", "{n} points for forced discards by {seat}")
"""The same where both sides lose another number of them than with best play."""
N_SPARED = mark_n(
    "a point for a forced discard that {seat} is spared",
    "{n} points for forced discards that {seat} is spared",
)
CONTRACT = mark("the contract")
LITIGE = mark("the litige")
TIE = mark("the tie, now a loss")
WIN = mark("the win, now a tie")
DEAL = mark("the deal")
CAPOT = mark("the capot")
VOLE = mark("the vole")
_PIT = mark("the pit")
SLAMS: Mapping[str, str] = {
    "klaverjas_amsterdam": _PIT,
    "klaverjas_rotterdam": _PIT,
    "valet_de_trefle": mark("all the tricks"),
    "whist": mark("the slam"),
}
"""All the tricks, in games that have another word for them than capot, or vole, by their name."""
HONOURS: Mapping[Theme, Message] = {
    Theme.high_lost: mark("high"),
    Theme.low_lost: mark("low"),
    Theme.jack_lost: mark("the jack"),
    Theme.game_lost: mark_n("game ({most} card point to {least})", "game ({most} card points to {least})"),
}
GAME_EVEN = mark_n(
    "game ({most} card point all: it goes to the side that did not deal)",
    "game ({most} card points all: it goes to the side that did not deal)",
)
"""Said in place of the point for game where both sides have equally many card points."""
AS_CARDS_LAY = mark("only {cost}, as the cards lay")
"""Said of a card that by what its player could know costs far more."""
NO_SCORE = mark("{cost}, but nothing in the score")
NO_SCORE_SINCE = mark("{cost}, but nothing in the score since trick {trick}, which decided the contract")
AS_CARDS_LAY_NO_SCORE = mark("only {cost}, as the cards lay, and nothing in the score")
AS_CARDS_LAY_NO_SCORE_SINCE = mark(
    "only {cost}, as the cards lay, and nothing in the score since trick {trick}, which decided the contract"
)
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
