"""A bell that wakes a thread: any thread may ring it, and a signal handler too."""

from contextlib import suppress
from threading import Lock


class Bell:
    """A bell that one thread listens to.  It rings until it is heard, however often it was rung.

    It takes the place of an `Event`, which a signal handler may not set, as the thread that it interrupts may
    hold the lock of the event, and of a `SimpleQueue`, which in CPython 3.11 waits for ever if it is held up
    for longer than the timeout just before it waits.
    """

    def __init__(self) -> None:
        self._silence = Lock()
        """Held while it does not ring."""
        self._silence.acquire()

    @property
    def rings(self) -> bool:
        """True if it was rung and not heard yet."""
        return not self._silence.locked()

    def ring(self) -> None:
        """Wake the listener, now or when it listens next."""
        # It may ring already.
        with suppress(RuntimeError):
            self._silence.release()

    def listen(self, seconds: float) -> None:
        """Return when it rings, or after ``seconds``; silence it."""
        self._silence.acquire(timeout=seconds)
