"""Solving slots: a fixed number of solves runs at once, a few more wait, all others are refused."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Condition, Event, Lock

from solver import CancelToken
from solver.sentences import Sayable, phrase

RETRY_AFTER_S = 1
"""The time after which a refused client may try again, in seconds."""

LOOK_S = 0.05
"""The interval at which a waiting request looks whether its client is still there, in seconds."""

Watch = Callable[[CancelToken], AbstractContextManager[None]]
"""Cancels a token if the client of the request hangs up meanwhile."""


class BusyError(Exception):
    """The service is too busy for a request; it may have time for it in `RETRY_AFTER_S` seconds."""

    def __init__(self, why: Sayable) -> None:
        super().__init__(str(why))
        self.why = why


class NoTurnError(Exception):
    """The wait for a spare slot was given up."""


class SolvingSlots:
    """Lets ``n_slots`` solves run at once, and ``n_waiting`` more requests wait up to ``wait_ms`` each.

    A slot that comes free goes to the request that has waited longest.  A stream waits with one of its lines
    at a time, without an end: it is served as often as any other client, and no more often.  Work for which
    no client waits, as in jobs, borrows the slots that are left over, and gives them back on demand; work
    that was interrupted too often insists, and goes on beside the client.
    ``show`` is called with the numbers of taken slots and of waiting requests whenever they change.
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
        self._show_use = show or (lambda n_taken, n_in_line: None)
        self._tell: Callable[[int, bool], None] = lambda n_free, begins: None
        self._lock = Lock()
        self._n_free = n_slots
        self._has_free = Condition(self._lock)
        self._line: deque[_Place] = deque()
        self._lent: list[CancelToken] = []
        """The tokens that end the work in borrowed slots which can be called back."""
        self._n_called_back = 0
        """The number of borrowed slots that were called back and not given back yet."""
        self._n_insisting = 0
        """The number of borrowed slots whose work insists, which no client has yet."""
        self._n_shared = 0
        """The number of those that a client has taken; the work goes on beside theirs, without a slot."""
        self._running: set[CancelToken] = set()
        self._stream: ContextVar[CancelToken | None] = ContextVar("stream", default=None)
        self.is_stopping = False

    def stop(self) -> None:
        """End every solve, now and from now on, with the bounds proved so far: the service stops.

        It takes no lock, so that a signal handler may call it.
        """
        self.is_stopping = True
        for token in list(self._running):
            token.cancel()

    def tell_free(self, tell: Callable[[int, bool], None]) -> None:
        """Call ``tell``, now and at every change, with the number of solves that could begin at once.

        Its second argument says whether one has just begun.
        """
        with self._lock:
            self._tell = tell
            self._show()

    def _show(self, *, begins: bool = False) -> None:
        self._show_use(self.n_taken, self.n_in_line)
        # What is lent is given back to a client who asks, and work that insists shares its slot.
        self._tell(self._n_free + len(self._lent) + self._n_insisting, begins)

    @property
    def n_taken(self) -> int:
        """The number of slots that are taken."""
        return self.n_slots - self._n_free

    @property
    def n_in_line(self) -> int:
        """The number of requests that wait for a slot."""
        return len(self._line)

    @contextmanager
    def in_stream(self, token: CancelToken) -> Iterator[None]:
        """Take slots in the context, in this thread, for a line of a stream that ``token`` ends."""
        before = self._stream.set(token)
        try:
            yield
        finally:
            self._stream.reset(before)

    @contextmanager
    def take(self) -> Iterator[CancelToken]:
        """Hold a slot for the context, which gets the token that stops the solve in it.

        Raises BusyError if too many requests wait, or no slot comes free in time.
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
    def take_idle(self, most: int) -> Iterator[int]:
        """Hold up to ``most`` more slots for the context, which gets their number; it does not wait.

        For the other threads of work that holds a slot.  While somebody waits there are none.
        """
        with self._lock:
            n = 0 if self._line else min(most, self._n_free)
            self._n_free -= n
            self._show()
        try:
            yield n
        finally:
            for _ in range(n):
                self._leave()

    @contextmanager
    def take_spare(self, token: CancelToken, *, insists: bool = False) -> Iterator[None]:
        """Borrow a slot that no client needs; ``token`` is cancelled when one does.

        If it ``insists``, it is not: the client has the slot, and both share the processor.

        It waits without an end.  Raises NoTurnError if ``token`` is cancelled meanwhile, or the service
        stops.
        """
        with self._lock:
            # No more work goes on beside the slots than there is.
            while not self._n_free or self._n_shared:
                if token.is_cancelled or self.is_stopping:
                    raise NoTurnError
                self._has_free.wait(LOOK_S)
            self._n_free -= 1
            if insists:
                self._n_insisting += 1
            else:
                self._lent.append(token)
            self._show(begins=True)
            self._running.add(token)
        try:
            if self.is_stopping:
                token.cancel()
            yield
        finally:
            self._running.discard(token)
            is_shared = False
            with self._lock:
                if insists:
                    is_shared = self._n_shared > 0
                    if is_shared:
                        self._n_shared -= 1
                    else:
                        self._n_insisting -= 1
                elif token in self._lent:
                    self._lent.remove(token)
                else:
                    self._n_called_back -= 1
            if not is_shared:
                self._leave()

    def _enter(self, token: CancelToken, *, is_stream: bool) -> None:
        with self._lock:
            if self._n_free:
                self._n_free -= 1
                self._show(begins=True)
                return
            if self._n_called_back <= len(self._line):
                if self._lent:
                    self._lent.pop().cancel()
                    self._n_called_back += 1
                elif self._n_insisting:
                    self._n_insisting -= 1
                    self._n_shared += 1
                    self._show(begins=True)
                    return
            # A request that will get a called-back slot in a moment does not count as waiting.
            room = self._n_waiting + self._n_called_back
            if not is_stream and sum(not place.is_stream for place in self._line) >= room:
                raise _busy(phrase("all solving slots are taken and the line for them is full"))
            place = _Place(is_stream)
            self._line.append(place)
            self._show()
        end = None if is_stream else time.monotonic() + self._wait_s
        while not place.has_slot.wait(LOOK_S if end is None else min(LOOK_S, max(end - time.monotonic(), 0))):
            is_late = end is not None and time.monotonic() >= end
            if (is_late or token.is_cancelled) and self._give_up(place):
                if is_late:
                    raise _busy(phrase("all solving slots are taken and none came free in time"))
                raise _busy(phrase("the connection was closed before a solving slot came free"))

    def _give_up(self, place: "_Place") -> bool:
        """Leave the line; return False if the request was given a slot just now."""
        with self._lock:
            if place.has_slot.is_set():
                return False
            self._line.remove(place)
            self._show()
            return True

    def _leave(self) -> None:
        with self._lock:
            is_next = bool(self._line)
            if is_next:
                self._line.popleft().has_slot.set()
            else:
                self._n_free += 1
                self._has_free.notify()
            self._show(begins=is_next)


class _Place:
    """A place in the line."""

    def __init__(self, is_stream: bool) -> None:
        self.is_stream = is_stream
        self.has_slot = Event()


def _busy(why: Sayable) -> BusyError:
    return BusyError(phrase("{why}; try again in a moment", why=why))
