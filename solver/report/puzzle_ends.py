"""The sentences on the end of a puzzle, on a terminal and on a page."""

from collections.abc import Mapping

from solver.sentences import Message, mark

SOLVED_SAYS: Mapping[str | None, Message] = {
    "safe": mark("Solved: now every card reaches the goal."),
    "dual": mark("Solved: from here on more than one card reaches the goal."),
    "cash": mark("Solved: the next right card is a sure winner."),
    None: mark("Solved: it is best on average."),
}
"""By the word of `Why` that says why nothing is left to find, which reports of games need not load; None for
a hidden puzzle."""
