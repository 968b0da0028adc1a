"""How many solves run at once: a fixed number, a short line behind it, and nobody else."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Condition, Event, Lock

from solver import CancelToken, Sayable, phrase

RETRY_AFTER_S = 1
"""When whoever is sent away may come back."""

LOOK_S = 0.05
"""How often whoever waits looks whether its client is still there."""

Watch = Callable[[CancelToken], AbstractContextManager[None]]
"""Cancels a token if the client of the request hangs up meanwhile."""


class BusyError(Exception):
    """The service is too busy for a request; it may have time for it in `RETRY_AFTER_S` seconds."""

    def __init__(self, why: Sayable) -> None:
        super().__init__(str(why))
        self.why = why


class NoTurnError(Exception):
    """Whoever waited for a spare slot does not want it any more."""


class SolvingSlots:
    """``n_slots`` solves run at once; ``n_waiting`` more requests wait up to ``wait_ms`` for one to end.

    A slot that comes free is handed to whoever has waited longest.  A stream stands in that line with one of
    its lines at a time, as long as it must: it is served as often as any other client, and no more often.
    What nobody waits for at a connection has the slots that are left over, and gives them back when asked.
    ``show`` is called with how many slots are taken, and how many wait for one, whenever that changes.
    """

    def __init__(
        self,
        n_slots: int,
        n_waiting: int,
        wait_ms: int,
        watch: Watch | None = None,
        show: Callable[[int, int], None] | None = None,
    ) -> None:
        self.n_slots = n_slots
        self._n_waiting = n_waiting
        self._wait_s = wait_ms / 1000
        self._watch: Watch = watch or (lambda token: nullcontext())
        self._show = show or (lambda n_taken, n_in_line: None)
        self._lock = Lock()
        self._n_free = n_slots
        self._has_free = Condition(self._lock)
        self._line: deque[_Place] = deque()
        self._lent: list[CancelToken] = []
        """Of spare slots that can be had back: what ends the work in them."""
        self._n_called_back = 0
        """Spare slots that will be given back in a moment."""
        self._running: set[CancelToken] = set()
        self._stream: ContextVar[CancelToken | None] = ContextVar("stream", default=None)
        self.is_stopping = False

    def stop(self) -> None:
        """Let every solve, those to come included, end at once with what it has proved: the service stops.

        Takes no lock, so that the handler of a signal may call it.
        """
        self.is_stopping = True
        for token in list(self._running):
            token.cancel()

    @property
    def n_taken(self) -> int:
        """How many slots are solving."""
        return self.n_slots - self._n_free

    @property
    def n_in_line(self) -> int:
        """How many wait for a slot."""
        return len(self._line)

    @contextmanager
    def in_stream(self, token: CancelToken) -> Iterator[None]:
        """Let what is taken meanwhile, in this thread, be for a line of a stream that ``token`` ends."""
        before = self._stream.set(token)
        try:
            yield
        finally:
            self._stream.reset(before)

    @contextmanager
    def take(self) -> Iterator[CancelToken]:
        """Hold a slot, and have the token that stops whatever is done in it.

        Raises BusyError if the line is full or too slow.
        """
        stream = self._stream.get()
        token = stream or CancelToken()
        with nullcontext() if stream else self._watch(token):
            self._enter(token, is_stream=stream is not None)
            self._running.add(token)
            try:
                if self.is_stopping:
                    token.cancel()
                yield token
            finally:
                self._running.discard(token)
                self._leave()

    @contextmanager
    def take_spare(self, token: CancelToken, *, insists: bool = False) -> Iterator[None]:
        """Hold a slot that nobody else wants; ``token`` is cancelled when somebody does, unless one insists.

        Waits for as long as it takes; raises NoTurnError when ``token`` is cancelled meanwhile, or the
        service stops.
        """
        with self._lock:
            while not self._n_free:
                if token.is_cancelled or self.is_stopping:
                    raise NoTurnError
                self._has_free.wait(LOOK_S)
            self._n_free -= 1
            self._show(self.n_taken, self.n_in_line)
            if not insists:
                self._lent.append(token)
            self._running.add(token)
        try:
            if self.is_stopping:
                token.cancel()
            yield
        finally:
            self._running.discard(token)
            with self._lock:
                if token in self._lent:
                    self._lent.remove(token)
                elif not insists:
                    self._n_called_back -= 1
            self._leave()

    def _enter(self, token: CancelToken, *, is_stream: bool) -> None:
        with self._lock:
            if self._n_free:
                self._n_free -= 1
                self._show(self.n_taken, self.n_in_line)
                return
            if self._n_called_back <= len(self._line) and self._lent:
                self._lent.pop().cancel()
                self._n_called_back += 1
            # For a slot that is about to be given back nobody counts as waiting.
            room = self._n_waiting + self._n_called_back
            if not is_stream and sum(not place.is_stream for place in self._line) >= room:
                raise _busy(phrase("all solving slots are taken and the line for them is full"))
            place = _Place(is_stream)
            self._line.append(place)
            self._show(self.n_taken, self.n_in_line)
        end = None if is_stream else time.monotonic() + self._wait_s
        while not place.has_slot.wait(LOOK_S if end is None else min(LOOK_S, max(end - time.monotonic(), 0))):
            is_late = end is not None and time.monotonic() >= end
            if (is_late or token.is_cancelled) and self._give_up(place):
                if is_late:
                    raise _busy(phrase("all solving slots are taken and none came free in time"))
                raise _busy(phrase("the connection was closed before a solving slot came free"))

    def _give_up(self, place: "_Place") -> bool:
        """Step out of the line; False if it has come to a slot just now."""
        with self._lock:
            if place.has_slot.is_set():
                return False
            self._line.remove(place)
            self._show(self.n_taken, self.n_in_line)
            return True

    def _leave(self) -> None:
        with self._lock:
            if self._line:
                self._line.popleft().has_slot.set()
            else:
                self._n_free += 1
                self._has_free.notify()
            self._show(self.n_taken, self.n_in_line)


class _Place:
    """A place in the line."""

    def __init__(self, is_stream: bool) -> None:
        self.is_stream = is_stream
        self.has_slot = Event()


def _busy(why: Sayable) -> BusyError:
    return BusyError(phrase("{why}; try again in a moment", why=why))
