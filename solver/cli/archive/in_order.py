"""Work on many things at once, with the results in the order of the input."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

READ_AHEAD = 8
"""The most items for each worker that are under way or wait for their turn to be written."""

T = TypeVar("T")
R = TypeVar("R")


def outcomes(items: Iterable[T], judge: Callable[[T], R], n_workers: int) -> Iterator[tuple[T, R]]:
    """Yield each of ``items`` with the result of ``judge``, in order; ``n_workers`` threads call it.

    Items are read ahead, a bounded number of them.  An exception of ``items`` comes at its place.
    """
    under_way: queue.Queue[tuple[T, Future[R]] | BaseException | None] = queue.Queue()
    room = threading.Semaphore(n_workers * READ_AHEAD)
    is_over = threading.Event()

    def read() -> None:
        try:
            for item in items:
                room.acquire()
                if is_over.is_set():
                    return
                under_way.put((item, pool.submit(judge, item)))
            under_way.put(None)
        except BaseException as error:
            under_way.put(error)

    pool = ThreadPoolExecutor(n_workers)
    try:
        # An interrupt may come before this returns, when the reader is at work already.
        threading.Thread(target=read, daemon=True).start()
        while (next_one := under_way.get()) is not None:
            if isinstance(next_one, BaseException):
                raise next_one
            item, future = next_one
            yield item, future.result()
            room.release()
    finally:
        is_over.set()
        room.release()  # for the reader to see it
        pool.shutdown(wait=False, cancel_futures=True)
