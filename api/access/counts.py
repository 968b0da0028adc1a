"""Counts requests in this process, or in Redis for several processes; here too while Redis is away.

The memory storage of the library `limits` starts a thread every few requests, which goes through all clients.
With many clients it does nothing else, so this module has a storage of its own.
"""

import logging
from importlib import import_module
from math import inf
from threading import Lock, Thread
from time import monotonic, time
from typing import Any

from flask import g, has_request_context
from limits.storage import Storage, storage_from_string

REDIS_S = 0.25
"""The time that Redis may take to connect, and to answer, in seconds."""
RETRY_S = 2.0
"""The time after which it is tried again whether Redis is back, in seconds."""
SCHEME = "atout"
"""The URI scheme by which `limits` finds the class `Counts`."""

_LOOK_KEY, _LOOK_KEY_S = "atout_look", 60
"""The count by which it is looked whether Redis is back, and the time for which that is kept, in seconds."""
MOST, MOST_LEFT = 100_000, 75_000
"""The most counts that are kept, some 25 MB, and how many are left when there are more: more than a client
makes who has 65,536 networks of IPv6, a /48."""
_MIN_SWEEP = 1_000
_COUNTED = "atout_counted"
"""The name in `flask.g` of the counts that a request has made."""

_logger = logging.getLogger(__name__)


class LocalCounts:
    """Counts in memory, each with the time at which it expires, by a clock that nobody sets.

    There are at most `MOST`.  Of more those are forgotten that have used the smallest part of their rate, and
    of those that have used it up, which are as many alike, those that expire first.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        self._sweep_from = min(_MIN_SWEEP, MOST)

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: str, seconds: float, amount: int) -> tuple[int, float]:
        """Add to a count; return the sum and when it expires: ``seconds`` after its first request."""
        now = monotonic()
        with self._lock:
            count, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                count, end = 0, now + seconds
            self._put(key, count + amount, end)
            return count + amount, end

    def put(self, key: str, count: int, seconds: float) -> float:
        """Set a count, which expires in ``seconds``; return when that is."""
        end = monotonic() + seconds
        with self._lock:
            self._put(key, count, end)
        return end

    def _put(self, key: str, count: int, end: float) -> None:
        self._counts[key] = (count, end)
        if len(self._counts) > self._sweep_from:
            now = monotonic()
            left = [(key, entry) for key, entry in self._counts.items() if entry[1] > now]
            if len(left) > MOST_LEFT:
                left.sort(key=_use, reverse=True)
            self._counts = dict(left[:MOST_LEFT])
            self._counts[key] = (count, end)
            # Doubling the limit keeps the cost of sweeps constant for each count added.
            self._sweep_from = min(max(2 * len(self._counts), _MIN_SWEEP), MOST)

    def find(self, key: str) -> tuple[int, float]:
        """Return a count and the time at which it expires, in seconds since 1970."""
        count, end = self._counts.get(key, (0, 0.0))
        left = end - monotonic()
        return (count, time() + left) if left > 0 else (0, time())

    def forget(self, key: str | None = None) -> None:
        """Remove one count, or all."""
        with self._lock:
            if key is None:
                self._counts.clear()
            else:
                self._counts.pop(key, None)


def _use(counted: tuple[str, tuple[int, float]]) -> tuple[float, float]:
    """Return the part of its rate that a count has used, and the time at which it expires."""
    key, (count, end) = counted
    # As `limits` writes it: whom and what is counted, then AMOUNT/MULTIPLES/UNIT.
    amount = key.split("/")[-3:-2]
    return min(count / int(amount[0]), 1) if amount and amount[0].isdecimal() else count, end


class Counts(Storage):
    """Counts in the Redis at ``address`` while it answers, else in memory.

    Each answer of Redis is also kept in memory.  So a request asks it only once, and without it each process
    goes on from the counts that it knew last.  A request that was counted is told what it was counted as, and
    when that count expires, whatever others that came after it have added or begun meanwhile.
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
        """The time at which Redis is tried again (monotonic clock); None while it answers."""

    @property
    def base_exceptions(self) -> type[Exception] | tuple[type[Exception], ...]:
        """The errors of this storage: none, as it falls back to memory."""
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a count, and return the sum."""
        counted = self._add(key, expiry, amount)
        if has_request_context():
            g.setdefault(_COUNTED, {})[key] = counted
        return counted[0]

    def _add(self, key: str, expiry: int, amount: int) -> tuple[int, float]:
        """Add to a count; return the sum, and when it expires by the clock that nobody sets."""
        if self._shared is not None and self._is_tried():
            try:
                count = int(self._shared.incr(key, expiry, amount))
                end = self._note(key, count, expiry if count <= amount else None)
                self._be_back()
                return count, end
            except self._errors as error:
                self._be_away(error)
        return self._local.add(key, expiry, amount)

    def get(self, key: str) -> int:
        """Return a count as this request has made it, else as this process last added to it."""
        counted = _counted().get(key)
        return self._local.find(key)[0] if counted is None else counted[0]

    def get_expiry(self, key: str) -> float:
        """Return the time at which that count expires, in seconds since 1970."""
        counted = _counted().get(key)
        return self._local.find(key)[1] if counted is None else time() + counted[1] - monotonic()

    def check(self) -> bool:
        """Return True: requests can always be counted."""
        return True

    def reset(self) -> int | None:
        """Remove the counts of this process."""
        self._local.forget()
        return None

    def clear(self, key: str) -> None:
        """Remove the count of one client in this process."""
        self._local.forget(key)

    def _note(self, key: str, count: int, seconds: float | None) -> float:
        """Keep a count of Redis in memory, and return when it expires; a new one lasts ``seconds``."""
        left = self._local.find(key)[1] - time() if seconds is None else seconds
        if left <= 0:
            left = float(self._shared.get_expiry(key)) - time()
        return self._local.put(key, count, left)

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
        """True if Redis should be asked; while it is away, begin every `RETRY_S` to look whether it is back.

        No request does so itself: looking up the name of its host may take long, and has no time limit.
        """
        if self._retry_at is None:
            return True
        with self._lock:
            if self._retry_at is None or monotonic() < self._retry_at:
                return self._retry_at is None
            self._retry_at = inf
        try:
            Thread(target=self._look, name="redis-look", daemon=True).start()
        except RuntimeError:  # there are no more threads now
            self._retry_at = monotonic() + RETRY_S
        return False

    def _look(self) -> None:
        try:
            # One that is full, or a replica, answers a PING and takes no counts.
            self._shared.incr(_LOOK_KEY, _LOOK_KEY_S, 1)
        except self._errors:
            self._retry_at = monotonic() + RETRY_S
        else:
            self._be_back()


def _counted() -> dict[str, tuple[int, float]]:
    """Return the counts that this request has made, each with the time at which it expires."""
    return g.get(_COUNTED, {}) if has_request_context() else {}


def _redis_options() -> dict[str, Any]:
    """Return options for the client of Redis: short timeouts and no retries, which would take seconds."""
    never = import_module("redis.retry").Retry(import_module("redis.backoff").NoBackoff(), 0)
    return {"socket_timeout": REDIS_S, "socket_connect_timeout": REDIS_S, "retry": never}


def _redis_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that the client of Redis raises."""
    return OSError, import_module("redis").RedisError
