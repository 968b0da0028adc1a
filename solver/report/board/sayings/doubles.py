"""The sentences of the board about doubles, in the words of each game: in coinche a double is a coinche."""

from collections.abc import Mapping

from solver.game import DOUBLED, REDOUBLED
from solver.report.par import DOUBLED_BY
from solver.sentences import mark_in

DOUBLE_SAYS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "contre": {
        "doubled": mark_in("contre", "doubled"),
        "redoubled": mark_in("contre", "redoubled"),
        "edit_multiplier": mark_in("contre", "Doubled"),
        "contract_doubled": DOUBLED_BY["contre"][DOUBLED],
        "contract_redoubled": DOUBLED_BY["contre"][REDOUBLED],
    },
    "coinche": {
        "doubled": mark_in("coinche", "doubled"),
        "redoubled": mark_in("coinche", "redoubled"),
        "edit_multiplier": mark_in("coinche", "Doubled"),
        "contract_doubled": DOUBLED_BY["coinche"][DOUBLED],
        "contract_redoubled": DOUBLED_BY["coinche"][REDOUBLED],
    },
}
"""By what the game calls a double, then by the names that the modules of the board know."""
