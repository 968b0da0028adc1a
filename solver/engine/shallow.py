"""The values that a player sees who looks a few tricks ahead: all hands known, the search cut at a horizon.

The compiled plain search (ext/plain/) is the one that can be cut: it counts what is won, and guesses nothing
of what comes later.
"""

from typing import Any

from solver.cards import Card
from solver.engine.encode import Encoding
from solver.engine.keyboard import LONG, stoppable
from solver.engine.native import CancelToken, load_unit
from solver.game import Position, lead_of, sign_of

USUAL_NODES = 1_000_000
"""The most nodes of one look ahead: about a hundredth of a second."""

_plain: Any = load_unit("plain")


def shallow_values(
    position: Position, n_tricks: int, nodes: int = USUAL_NODES, cancel: CancelToken | None = None
) -> dict[Card, int] | None:
    """Return what each playable card leads to after ``n_tricks`` tricks: own minus other of the side to play.

    All hands are seen and both sides play their best for these tricks alone.  What was won before is
    included; what the rules add at the end of the deal (slam, the point for game) counts only if the deal
    ends within them.  Empty when the deal is over; None for more than ``nodes`` nodes, or if cancelled.

    n_tricks: 1 or more; the trick under way is the first.
    cancel: stops the search from another thread.  Ctrl-C does too, in a call that may take long.

    Raises:
        ValueError: ``n_tricks`` or ``nodes`` is below 1.
    """
    if n_tricks < 1 or nodes < 1:
        raise ValueError("a player sees at least one trick, by at least one node")
    if position.is_over:
        return {}
    encoding = Encoding(position)

    def search(token: CancelToken | None) -> Any:
        start = encoding.encode_position(position)
        return _plain.solve(encoding.fields, start, node_limit=nodes, n_tricks=n_tricks, cancel=token)

    # By its nodes, as a game with few cards takes long without the bounds of the fast searches.
    found = search(cancel) if nodes <= USUAL_NODES else stoppable(search, LONG, cancel)
    if found["stopped"]:
        return None
    sign, before = sign_of(position.side_to_play), lead_of(encoding.won_so_far(position))
    return {encoding.card[code]: sign * (before + worth) for code, worth in found["cards"]}
