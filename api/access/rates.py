"""Rate limits: the number of requests that a key, or an address without one, may send in a time."""

import time
from collections.abc import Callable
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from math import ceil

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter

from api.access.counts import SCHEME
from api.http import asked_language
from api.monitor import current_record
from api.settings import MEMORY, UNLIMITED, redis_address
from solver import phrase


def limit_rates(
    app: Flask, per_key: str, per_address: str, storage: str, is_exempt: Callable[[], bool]
) -> None:
    """Count the requests of ``app`` that are not exempt, and refuse those over the rate limits.

    Requests with a key are counted by its name, others by their address.  While the storage cannot be used,
    each process counts by itself, with the same limits, and tries the storage again every few seconds.
    """
    limits = [
        ApplicationLimit(
            rates,
            key_function=who,
            scope=scope,
            exempt_when=(lambda: not _has_key()) if counts_keys else _has_key,
            error_message=partial(_refusal, counts_keys, rates),
        )
        for rates, who, scope, counts_keys in (
            (per_key, _key, "key", True),
            (per_address, _network, "address", False),
        )
        if rates != UNLIMITED
    ]
    if not limits:
        return
    limiter = Limiter(
        _network,
        application_limits=list(limits),
        storage_uri=f"{SCHEME}://",
        storage_options={} if storage == MEMORY else {"address": redis_address(storage)},
        strategy="fixed-window",
        key_prefix="atout",
    )
    limiter.request_filter(is_exempt)
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
        response.headers["Retry-After"] = str(max(seconds, 1))
    return response


def _refusal(counts_keys: bool, rates: str) -> str:
    """Return the refusal of a request over the limit, in the language that it prefers."""
    said = phrase("more requests came from this address than the {rates} that it may send", rates=rates)
    if counts_keys:
        said = phrase("more requests came with this key than the {rates} that it may send", rates=rates)
    return said.say(asked_language(request))


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
