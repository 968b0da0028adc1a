"""Long searches and the keyboard: Ctrl-C reaches the main thread only while that does not search itself."""

from collections.abc import Callable
from threading import get_ident, main_thread
from typing import TypeVar

from solver.engine.native import CancelToken, run_in_threads

T = TypeVar("T")

LONG = 33
"""The cards left from which on a search may take seconds: more than any game with 32 cards has."""

FEW_NODES = 10_000
"""The nodes up to which no search takes long: some milliseconds."""


def is_main_thread() -> bool:
    """True in the thread to which the keyboard, and every other signal, belongs."""
    return get_ident() == main_thread().ident


def stoppable(
    search: Callable[[CancelToken | None], T],
    n_cards: int,
    cancel: CancelToken | None,
    nodes: int | None = None,
) -> T:
    """Return what ``search`` returns, which is called with the token that may stop it.

    In the main thread a long search runs in another one, and the main thread waits: an exception that a
    signal raises there, as KeyboardInterrupt, stops the search.

    n_cards, nodes: the cards left at the most, and the limit of nodes; few of either make a search short.
    """
    if n_cards < LONG or (nodes is not None and nodes <= FEW_NODES) or not is_main_thread():
        return search(cancel)
    token = inner_token(cancel)
    found: list[T] = []
    run_in_threads(lambda: found.append(search(token)), 1, token.cancel)
    return found[0]


def inner_token(cancel: CancelToken | None) -> CancelToken:
    """Return a token that is raised with that of a caller, if there is one, and may be raised without it."""
    return CancelToken() if cancel is None else cancel.inner()
