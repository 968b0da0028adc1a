"""Where requests are counted: in this process, or in Redis for several, and then here while that is away.

The memory of the library of limits starts a thread for every few requests, and looks in it at every client
there is; with many clients that is all it does.
"""

import logging
from importlib import import_module
from threading import Lock
from time import monotonic, time
from typing import Any

from limits.storage import Storage, storage_from_string

REDIS_S = 0.25
"""How long Redis may take to be reached, or to answer."""
RETRY_S = 2.0
"""Whoever asks after so long looks whether Redis is back; one at a time."""
SCHEME = "atout"
"""By this the library of limits finds the class below."""

_MIN_SWEEP = 1_000

_logger = logging.getLogger(__name__)


class LocalCounts:
    """Counts in memory, each with the time it is forgotten at."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        self._sweep_from = _MIN_SWEEP

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: str, seconds: float, amount: int) -> int:
        """Add to a count, which is forgotten so many seconds after it was begun; what it has come to."""
        now = time()
        with self._lock:
            count, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                count, end = 0, now + seconds
            self._put(key, count + amount, end)
            return count + amount

    def put(self, key: str, count: int, end: float) -> None:
        """Let a count be so much, until it is forgotten at ``end``."""
        with self._lock:
            self._put(key, count, end)

    def _put(self, key: str, count: int, end: float) -> None:
        self._counts[key] = (count, end)
        if len(self._counts) > self._sweep_from:
            now = time()
            self._counts = {key: entry for key, entry in self._counts.items() if entry[1] > now}
            # So a sweep costs every request that made it necessary a fixed part.
            self._sweep_from = max(2 * len(self._counts), _MIN_SWEEP)

    def find(self, key: str) -> tuple[int, float]:
        """A count, and the time it is forgotten at, in seconds since 1970."""
        now = time()
        count, end = self._counts.get(key, (0, now))
        return (count, end) if end > now else (0, now)

    def forget(self, key: str | None = None) -> None:
        """Forget a count, or all."""
        with self._lock:
            if key is None:
                self._counts.clear()
            else:
                self._counts.pop(key, None)


class Counts(Storage):
    """Counts by Redis at ``address``, if that is given and while it answers, else in memory.

    What Redis has said is noted in memory: a request asks it once, and without it each process goes on from
    what it last knew.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        super().__init__(uri, wrap_exceptions)
        self._local = LocalCounts()
        address = options.get("address")
        self._shared: Any = storage_from_string(address, **_redis_options()) if address else None
        self._errors: tuple[type[Exception], ...] = _redis_errors() if address else ()
        self._lock = Lock()
        self._retry_at: float | None = None
        """When Redis, which is away, is tried again."""

    @property
    def base_exceptions(self) -> type[Exception] | tuple[type[Exception], ...]:
        """What may go wrong here: nothing."""
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a count; what it has come to."""
        if self._shared is not None and self._is_tried():
            try:
                count = int(self._shared.incr(key, expiry, amount))
                self._note(key, count, expiry if count <= amount else None)
                self._be_back()
                return count
            except self._errors as error:
                self._be_away(error)
        return self._local.add(key, expiry, amount)

    def get(self, key: str) -> int:
        """A count, as it was when it was last added to here."""
        return self._local.find(key)[0]

    def get_expiry(self, key: str) -> float:
        """When a count is forgotten, in seconds since 1970."""
        return self._local.find(key)[1]

    def check(self) -> bool:
        """Whether requests can be counted."""
        return True

    def reset(self) -> int | None:
        """Forget what is counted here."""
        self._local.forget()
        return None

    def clear(self, key: str) -> None:
        """Forget what is counted here of a client."""
        self._local.forget(key)

    def _note(self, key: str, count: int, seconds: float | None) -> None:
        """Note what Redis knows; ``seconds`` for a count that was begun just now."""
        end = self._local.find(key)[1] if seconds is None else time() + seconds
        if end <= time():
            end = float(self._shared.get_expiry(key))
        self._local.put(key, count, end)

    def _be_away(self, error: Exception) -> None:
        with self._lock:
            is_news, self._retry_at = self._retry_at is None, monotonic() + RETRY_S
        if is_news:
            _logger.warning("Redis cannot be used; each worker counts for itself until it can: %s", error)

    def _be_back(self) -> None:
        if self._retry_at is None:
            return
        with self._lock:
            is_news, self._retry_at = self._retry_at is not None, None
        if is_news:
            _logger.info("Redis is back; all workers count together.")

    def _is_tried(self) -> bool:
        """Whether Redis is to be asked: always, but while it is away by one every now and then."""
        if self._retry_at is None:
            return True
        with self._lock:
            if self._retry_at is not None and monotonic() < self._retry_at:
                return False
            self._retry_at = monotonic() + RETRY_S
            return True


def _redis_options() -> dict[str, Any]:
    """How Redis is spoken to: once, and not for long; by itself the client would try for seconds."""
    never = import_module("redis.retry").Retry(import_module("redis.backoff").NoBackoff(), 0)
    return {"socket_timeout": REDIS_S, "socket_connect_timeout": REDIS_S, "retry": never}


def _redis_errors() -> tuple[type[Exception], ...]:
    """What goes wrong with Redis."""
    return OSError, import_module("redis").RedisError
