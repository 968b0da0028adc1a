"""Types of what all searches stand on, compiled from ext/ground.pyx."""

from collections.abc import Callable
from threading import Lock
from types import TracebackType
from typing import Any, Self

class CancelToken:
    """A flag that any thread may raise to stop the searches that watch it: a copy is the same flag."""

    def cancel(self) -> None: ...
    def inner(self) -> CancelToken:
        """Return a token that is raised when this one is, and may be raised without it."""

    @property
    def is_cancelled(self) -> bool: ...
    @property
    def address(self) -> int: ...

class Turn:
    """Lets a lock go at the end of a ``with``, if it was taken by this in there.

    An exception that a signal raises, as KeyboardInterrupt, comes before the lock is taken or after it is
    known that it is.
    """

    def __init__(self, lock: Lock) -> None: ...
    def take(self, seconds: float | None = None) -> bool:
        """Take the lock within so many seconds, None for any number; return whether it is taken."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

def run_in_threads(run: Callable[[], object], n_threads: int, stop: Callable[[], object]) -> None:
    """Call ``run`` in so many other threads at once, and wait until all have ended.

    Where fewer can be started these do all the work, and where none can, this thread does.

    ``stop`` makes the other threads end soon.  It is called before an exception of one of them is raised, or
    of a signal that came here.  It may be called several times, from any thread.
    """

def has_bit_instructions() -> bool: ...
def rules_fields() -> list[str]: ...
def rules_bytes(rules: dict[str, Any]) -> bytes: ...
def legal_plays(rules: dict[str, Any], position: dict[str, Any]) -> int: ...
def perft(rules: dict[str, Any], position: dict[str, Any], depth: int) -> int: ...
