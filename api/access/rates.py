"""Rate limits: the number of requests that a key, or an address without one, may send in a time."""

import time
from collections.abc import Callable
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter

from api.access.counts import SCHEME
from api.http import asked_language
from api.monitor import current_record
from api.settings import MEMORY, UNLIMITED, Settings, redis_address
from solver.sentences import Phrase, mark

ATTEMPTS = "tries.try_puzzle"
"""The endpoint that tries at puzzles go to."""

OF_KEY = mark("more requests came with this key than the {rates} that it may send")
OF_ADDRESS = mark("more requests came from this address than the {rates} that it may send")
OF_ATTEMPTS = mark("more tries at puzzles came than the {rates} that a client may send")


class _Kind(NamedTuple):
    """A kind of limit, as the settings have it."""

    rates: str
    who: Callable[[], str]
    """By whose name a request is counted."""
    scope: str
    is_left_out: Callable[[], bool]
    """True if the present request is not counted."""
    says: str
    """The refusal."""


def limit_rates(app: Flask, settings: Settings, is_exempt: Callable[[], bool]) -> None:
    """Count the requests of ``app`` that are not exempt, and refuse those over the rate limits.

    Requests with a key are counted by its name, others by their address; tries at puzzles have a limit of
    their own besides.  While the storage cannot be used, each process counts by itself, with the same limits,
    and tries the storage again every few seconds.
    """
    asked = [
        kind
        for kind in (
            _Kind(settings.rate_per_key, _key, "key", lambda: not _has_key(), OF_KEY),
            _Kind(settings.rate_per_address, _network, "address", _has_key, OF_ADDRESS),
            _Kind(settings.rate_attempts, client_name, "attempts", _is_no_attempt, OF_ATTEMPTS),
        )
        if kind.rates != UNLIMITED
    ]
    if not asked:
        return
    storage = settings.rate_storage
    limiter = Limiter(
        _network,
        application_limits=[
            ApplicationLimit(
                kind.rates,
                key_function=kind.who,
                scope=kind.scope,
                exempt_when=kind.is_left_out,
                error_message=partial(_refusal, kind.says, kind.rates),
            )
            for kind in asked
        ],
        storage_uri=f"{SCHEME}://",
        storage_options={} if storage == MEMORY else {"address": redis_address(storage)},
        strategy="fixed-window",
        key_prefix="atout",
    )
    # What none of them counts, by default all but tries, is let through before they are looked up one by one.
    limiter.request_filter(lambda: is_exempt() or all(kind.is_left_out() for kind in asked))
    limiter.init_app(app)

    app.after_request(partial(_show_rates, limiter))


def _show_rates(limiter: Limiter, response: Response) -> Response:
    """Write what is left of the limit that comes first into the headers of a counted answer."""
    limit = limiter.current_limit
    if limit is None:
        return response
    end, remaining = limit.window
    seconds = max(ceil(end - time.time()), 0)
    response.headers["RateLimit-Limit"] = str(limit.limit.amount)
    response.headers["RateLimit-Remaining"] = str(remaining)
    response.headers["RateLimit-Reset"] = str(seconds)
    if response.status_code == 429:
        # What is refused for another reason has said when to come back.
        response.headers.setdefault("Retry-After", str(max(seconds, 1)))
    return response


def _refusal(says: str, rates: str) -> str:
    """Return the refusal of a request over the limit, in the language that it prefers."""
    return Phrase(says, values=(("rates", rates),)).say(asked_language(request))


def client_name() -> str:
    """Return a name of the client of this request: that of its key, or else its network."""
    return f"key {_key()}" if _has_key() else f"address {_network()}"


def _is_no_attempt() -> bool:
    return request.endpoint != ATTEMPTS


def _has_key() -> bool:
    record = current_record()
    return record is not None and record.key is not None


def _key() -> str:
    record = current_record()
    return (record.key if record is not None else None) or "-"


def _network() -> str:
    record = current_record()
    return network_of(record.address if record is not None else "")


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the network that a request is counted for: an IPv4 address, or the /64 of an IPv6 one.

    One client of IPv6 usually has a whole /64.
    """
    try:
        read = ip_address(address)
    except ValueError:
        return address or "-"
    if isinstance(read, IPv6Address):
        mapped = read.ipv4_mapped
        return str(mapped) if mapped else f"{IPv6Address(int(read) >> 64 << 64)}/64"
    return address
