"""Long searches and the keyboard: Ctrl-C reaches the main thread only while that does not search itself."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, Thread, current_thread, main_thread
from typing import TypeVar

from solver.engine.native import CancelToken

T = TypeVar("T")

WAKE_S = 0.1
"""The longest wait at a time, in seconds: one that begins just after a signal came would not notice it."""

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
    token, found, may_begin, ended = CancelToken(), Future[T](), Event(), Event()

    def run() -> None:
        may_begin.wait()
        try:
            if not token.is_cancelled:
                found.set_result(search(token))
        except BaseException as error:
            found.set_exception(error)
        finally:
            ended.set()

    thread = Thread(target=run, name="search")
    has_started = False
    try:
        thread.start()
        has_started = True
        may_begin.set()
        while not ended.wait(WAKE_S):
            pass
        return found.result()
    except BaseException:
        token.cancel()
        raise
    finally:
        may_begin.set()
        # A thread whose start was interrupted does not search, if it runs at all.
        if has_started:
            _wait_out(ended)
            thread.join()


def run_in_threads(run: Callable[[], None], n_threads: int, stop: Callable[[], None]) -> None:
    """Call ``run`` in so many other threads at once, and wait until all have ended.

    ``stop`` makes them end soon.  It is called before an exception is raised: of one of them, or of a signal
    that came here.
    """
    with ThreadPoolExecutor(n_threads) as pool:
        try:
            for done in [pool.submit(run) for _ in range(n_threads)]:
                while not wait((done,), WAKE_S).done:
                    pass
                done.result()
        except BaseException:
            stop()
            raise


def _wait_out(ended: Event) -> None:
    """Wait for an event whatever signals come, and raise the exception of the last that raised one.

    `Thread.join` takes a thread for ended when it is interrupted.
    """
    interrupted: BaseException | None = None
    while not ended.is_set():
        try:
            ended.wait(WAKE_S)
        except BaseException as error:
            interrupted = error
    if interrupted is not None:
        raise interrupted
