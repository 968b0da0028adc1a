"""Settings that are texts with a form of their own: rate limits, origins, addresses of other services.

The settings check their texts by these functions, and the parts of the service that are set read them by the
same ones.  Each raises WrongTextError, in a sentence without passwords, for a text that cannot be used.
"""

import os
import re
import stat
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from solver.sentences import Quoted, Sayable, phrase

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
_REDIS_PLACE = re.compile("[^/?#]*?(:(?P<port>[0-9]{1,9}))?(/(?P<database>[^?#]*))?([?#].*)?", re.DOTALL)
"""The rest of an address of Redis, after the user and the password."""

NO_ORIGINS = "none"
ANY_ORIGIN = "*"

_ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,9}))?")

NO_DATABASE = "none"
"""The address that stands for no database."""

_DRIVER = "psycopg"

NO_CLUSTER = "none"
"""The address that stands for no Dask cluster."""

_CLUSTER = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+):(?P<port>[0-9]{1,9})")

MAX_PORT = 65_535
"""The highest port that TCP has."""


class WrongTextError(ValueError):
    """A setting cannot be used: said as an operator reads it, in English for logs."""

    def __init__(self, *said: Sayable) -> None:
        """``said`` has a line each."""
        super().__init__("\n".join(map(str, said)))
        self.said = said


class SettingError(WrongTextError):
    """Environment variables have impossible values; a line for each names it and says what would be right."""


def check_rates(text: str) -> None:
    """Raise WrongTextError unless ``text`` is a list of rate limits, or `UNLIMITED`."""
    if text == UNLIMITED:
        return
    for rate in re.split("[;,]", text):
        if not _RATE.fullmatch(rate.strip()):
            shown = Quoted(rate.strip()[:40])
            raise WrongTextError(phrase("{text} is no rate as 600/minute or 5/second; 10000/day", text=shown))


def check_storage(address: str) -> None:
    """Raise WrongTextError unless requests can be counted at ``address``, or in `MEMORY`."""
    if address == MEMORY:
        return
    scheme, separator, _ = address.partition("://")
    if scheme not in _SCHEMES or not separator:
        raise WrongTextError(phrase("it must be memory, or an address that begins with redis://"))
    if find_spec("redis") is None:
        raise WrongTextError(phrase("for Redis install the extra redis: pip install 'atout[redis]'"))
    _check_at(address)
    place = _REDIS_PLACE.fullmatch(address.partition("://")[2].rpartition("@")[2])
    assert place is not None, "every text has a place"
    _check_port(place["port"])
    # The client of Redis would take what is no number for the first database.
    if "unix" not in scheme and not re.fullmatch("[0-9]{0,9}/?", place["database"] or ""):
        raise WrongTextError(phrase("a database of Redis is a number: redis://HOST/0"))
    try:
        import_module("redis").from_url(redis_address(address).replace("redis+unix", "unix"))
    except ValueError:
        raise WrongTextError(phrase("it is no address of Redis that can be read")) from None


def redis_address(storage: str) -> str:
    """Return the address of a Redis or Valkey server as a client of Redis takes it: both speak alike."""
    return re.sub("^valkey", "redis", storage)


def read_origins(text: str) -> frozenset[str]:
    """Return the origins that ``text`` lists: empty for `NO_ORIGINS`, only `ANY_ORIGIN` for all.

    Raises WrongTextError for a text that is no list of origins.
    """
    if text == NO_ORIGINS:
        return frozenset()
    origins = text.lower().replace(",", " ").split()
    if origins == [ANY_ORIGIN]:
        return frozenset(origins)
    for origin in origins:
        found = _ORIGIN.fullmatch(origin)
        if not found:
            raise WrongTextError(
                phrase(
                    "{text} is no origin as https://cards.example or http://localhost:3000; several have "
                    "spaces between them, * alone stands for all, none for none",
                    text=Quoted(origin[:60]),
                )
            )
        _check_port(found["port"], whose=Quoted(origin[:60]))
    if not origins:
        raise WrongTextError(phrase("it names no origin; it can be none"))
    return frozenset(origins)


def parse_address(address: str) -> URL | None:
    """Return the address of a database as SQLAlchemy has it, or None for `NO_DATABASE`.

    ``address`` is the path of a file for SQLite, or a ``postgresql://`` or ``sqlite://`` URL.  Raises
    WrongTextError for anything else.
    """
    if address == NO_DATABASE:
        return None
    if "://" not in address:
        return URL.create("sqlite", database=_read_path(address))
    # A path may have any characters.
    if not address.startswith("sqlite"):
        _check_at(address)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise WrongTextError(phrase("it is no address of a database that can be read")) from None
    kind = url.get_backend_name()
    if kind in ("postgresql", "postgres"):
        if find_spec(_DRIVER) is None:
            raise WrongTextError(
                phrase("for PostgreSQL install the extra postgres: pip install 'atout[postgres]'")
            )
        _check_port(None if url.port is None else str(url.port))
        return url.set(drivername=f"postgresql+{_DRIVER}")
    if kind == "sqlite" and url.database:
        return URL.create("sqlite", database=_read_path(url.database))
    raise WrongTextError(
        phrase("it must be a file for SQLite, an address that begins with postgresql://, or none")
    )


def check_database(address: str) -> None:
    """Raise WrongTextError unless analyses and jobs can be kept at ``address``, or it is `NO_DATABASE`."""
    url = parse_address(address)
    if url is None or url.get_backend_name() != "sqlite" or url.database is None:
        return
    shown = Quoted(url.database[:200])
    try:
        mode = os.stat(url.database).st_mode
    except OSError:
        return  # it is not there yet, or the first use of the database says why it cannot be used
    if stat.S_ISDIR(mode):
        raise WrongTextError(phrase("{path} is a folder; name a file in it", path=shown))
    if not stat.S_ISREG(mode):
        raise WrongTextError(phrase("{path} is no regular file", path=shown))


def check_dask(address: str) -> None:
    """Raise WrongTextError unless ``address`` can be that of a Dask cluster, or is `NO_CLUSTER`."""
    if address == NO_CLUSTER:
        return
    found = _CLUSTER.fullmatch(address)
    if not found:
        raise WrongTextError(phrase("it must be tcp://HOST:PORT, tls://HOST:PORT, or none"))
    _check_port(found["port"])
    if find_spec("distributed") is None:
        raise WrongTextError(phrase("for a Dask cluster install the extra dask: pip install 'atout[dask]'"))


def name_database(url: URL | None) -> str:
    """Return the name of a database for logs and messages: its file, or its address without the password."""
    if url is None:
        return NO_DATABASE
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    shown = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return shown.render_as_string()


def _check_at(address: str) -> None:
    """Raise WrongTextError for a password with an @ or a / that would make another host of its rest."""
    before, _, after = address.partition("://")[2].partition("@")
    if "@" in after or (after and re.search("[/?#]", before)):
        raise WrongTextError(
            phrase(
                "it may have one @, before the host, and none of / ? # before that; in the user and the "
                "password they are written as %40, %2F, %3F and %23"
            )
        )


def _check_port(port: str | None, whose: Quoted | None = None) -> None:
    """Raise WrongTextError for what is no port; it is not shown, as it may be a part of a password."""
    if port is None or 1 <= int(port) <= MAX_PORT:
        return
    if whose is None:
        said = phrase("it has an impossible port; ports are numbers from 1 to {most}", most=MAX_PORT)
    else:
        said = phrase(
            "{text} has an impossible port; ports are numbers from 1 to {most}", text=whose, most=MAX_PORT
        )
    raise WrongTextError(said)


def _read_path(text: str) -> str:
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        user = Path(text).parts[0]
        shown = Quoted(user[:40])
        raise WrongTextError(
            phrase("there is no home directory that {text} stands for", text=shown)
        ) from None
    # A relative path would be another file in each directory that the service is started in.
    if not path.is_absolute():
        raise WrongTextError(phrase("the path of a database begins with / or ~"))
    return str(path)
