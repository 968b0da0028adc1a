"""Settings that are texts with a form of their own: rate limits, where they are counted, origins, databases.

The settings check their texts by these functions, and the parts of the service that are set read them by the
same ones.  Each raises ValueError, in a sentence without passwords, for a text that cannot be used.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

FORMS = ("auto", "json", "text")
"""The forms of the log."""
LEVELS = ("debug", "info", "warning", "error")
"""The levels of the log."""

UNLIMITED = "none"
"""The rates that stand for no limit."""
MEMORY = "memory"
"""The place to count requests in that stands for the memory of each process."""

_RATE = re.compile(r"[1-9][0-9]{0,8} ?(/|per) ?([1-9][0-9]{0,4} ?)?(second|minute|hour|day)s?")
_SCHEMES = ("redis", "rediss", "redis+unix", "valkey", "valkeys", "valkey+unix")

NO_ORIGINS = "none"
ANY_ORIGIN = "*"

_ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")

NO_DATABASE = "none"
"""The address that stands for no database."""

_DRIVER = "psycopg"


def check_rates(text: str) -> None:
    """Raise ValueError unless ``text`` is a list of rate limits, or `UNLIMITED`."""
    if text == UNLIMITED:
        return
    for rate in re.split("[;,]", text):
        if not _RATE.fullmatch(rate.strip()):
            raise ValueError(f"{rate.strip()[:40]!r} is no rate as 600/minute or 5/second; 10000/day")


def check_storage(address: str) -> None:
    """Raise ValueError unless requests can be counted at ``address``, or in `MEMORY`."""
    if address == MEMORY:
        return
    if address.partition("://")[0] not in _SCHEMES or "://" not in address:
        raise ValueError(f"it must be {MEMORY}, or an address that begins with redis://")
    if find_spec("redis") is None:
        raise ValueError("for Redis install the extra redis: pip install 'atout[redis]'")
    try:
        import_module("redis").from_url(redis_address(address).replace("redis+unix", "unix"))
    except ValueError:
        raise ValueError("it is no address of Redis that can be read") from None


def redis_address(storage: str) -> str:
    """Return the address of a Redis or Valkey server as a client of Redis takes it: both speak alike."""
    return re.sub("^valkey", "redis", storage)


def read_origins(text: str) -> frozenset[str]:
    """Return the origins that ``text`` lists: empty for `NO_ORIGINS`, only `ANY_ORIGIN` for all.

    Raises ValueError for a text that is no list of origins.
    """
    if text == NO_ORIGINS:
        return frozenset()
    origins = text.lower().replace(",", " ").split()
    if origins == [ANY_ORIGIN]:
        return frozenset(origins)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"{origin[:60]!r} is no origin as https://cards.example or http://localhost:3000; several "
                f"have spaces between them, {ANY_ORIGIN} alone stands for all, {NO_ORIGINS} for none"
            )
    if not origins:
        raise ValueError(f"it names no origin; it can be {NO_ORIGINS}")
    return frozenset(origins)


def parse_address(address: str) -> URL | None:
    """Return the address of a database as SQLAlchemy has it, or None for `NO_DATABASE`.

    ``address`` is the path of a file for SQLite, or a ``postgresql://`` or ``sqlite://`` URL.  Raises
    ValueError for anything else.
    """
    if address == NO_DATABASE:
        return None
    if "://" not in address:
        return URL.create("sqlite", database=_read_path(address))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise ValueError("it is no address of a database that can be read") from None
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        if find_spec(_DRIVER) is None:
            raise ValueError("for PostgreSQL install the extra postgres: pip install 'atout[postgres]'")
        return url.set(drivername=f"postgresql+{_DRIVER}")
    if kind == "sqlite" and url.database:
        return URL.create("sqlite", database=_read_path(url.database))
    raise ValueError("it must be a file for SQLite, an address that begins with postgresql://, or none")


def name_database(url: URL | None) -> str:
    """Return the name of a database for logs and messages: its file, or its address without the password."""
    if url is None:
        return NO_DATABASE
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    shown = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return shown.render_as_string()


def _read_path(text: str) -> str:
    path = Path(text).expanduser()
    # A relative path would be another file in each directory that the service is started in.
    if not path.is_absolute():
        raise ValueError("the path of a database begins with / or ~")
    return str(path)
