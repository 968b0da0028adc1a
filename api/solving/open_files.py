"""Open files of a worker: each connection is one, and where none can be opened nobody is let in."""

from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

CONNECTIONS = 1_000
"""The connections of a worker that may be silent or idle at once, besides one for each thread."""
RESERVE = 128
"""The files that a worker has open besides: of the database, of metrics, to Redis and Dask."""


def allow_connections(threads: int) -> int:
    """Return how many connections a worker may have; raise its limit of open files as far as that needs.

    Where the system grants fewer files, there are fewer connections.
    """
    granted = _raise_limit(CONNECTIONS + threads + RESERVE)
    return max(granted - RESERVE, granted // 2)


def _raise_limit(wanted: int) -> int:
    """Let this process and its children open so many files; return how many they may, at most ``wanted``."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft == RLIM_INFINITY or soft >= wanted:
        return wanted
    granted = wanted if hard == RLIM_INFINITY else min(hard, wanted)
    try:
        setrlimit(RLIMIT_NOFILE, (granted, hard))
    except (OSError, ValueError):
        return soft
    return granted
