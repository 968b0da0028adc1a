"""Long searches and the keyboard: Ctrl-C reaches the main thread only while that does not search itself."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from solver.engine.native import CancelToken

T = TypeVar("T")

LONG = 33
"""The cards left from which on a search may take seconds: more than any game with 32 cards has."""


def is_main_thread() -> bool:
    """True in the thread to which the keyboard, and every other signal, belongs."""
    return current_thread() is main_thread()


def stoppable(search: Callable[[CancelToken | None], T], n_cards: int, cancel: CancelToken | None) -> T:
    """Return what ``search`` returns, which is called with the token that may stop it.

    In the main thread a long search without a token of the caller's own runs in another thread, and the main
    one waits: an exception that a signal raises there, as KeyboardInterrupt, stops the search.
    """
    if cancel is not None or n_cards < LONG or not is_main_thread():
        return search(cancel)
    token, found = CancelToken(), Future[T]()

    def run() -> None:
        try:
            found.set_result(search(token))
        except BaseException as error:
            found.set_exception(error)

    thread = Thread(target=run, name="search")
    thread.start()
    try:
        return found.result()
    except BaseException:
        token.cancel()
        raise
    finally:
        thread.join()
