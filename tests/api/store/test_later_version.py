"""A database that a later version has made: nothing starts with it, and all say why."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.store.analyses import Store, prepare_database
from api.store.database import LaterDatabaseError, StoreDownError
from tests.support import command_line
from tests.support.api.databases import KINDS, database, run
from tests.support.api.served import CONFIG
from tests.support.api.warm import WarmProcess
from tests.support.waiting import PATIENCE_S

WHY = "the database was made by a later version of Atout: its revision is 9999, and the newest that this "
GUNICORN = ("gunicorn", ["--config", str(CONFIG), "--bind", "127.0.0.1:0"])


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of a later version."""
    later = "UPDATE alembic_version SET version_num = '9999'"
    with database(request.param) as address:
        if "://" in address:
            run(address, later)
        else:
            with closing(sqlite3.connect(address)) as connection:
                connection.execute(later)
                connection.commit()
        yield address


def test_it_is_left_alone(address: str) -> None:
    for _ in range(2):
        with pytest.raises(LaterDatabaseError, match=WHY):
            prepare_database(address)
    store = Store(address)
    with pytest.raises(LaterDatabaseError, match=WHY):
        store.refuse_later()
    store.close()


def test_one_that_is_away_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    store = Store(f"{tmp_path}/data/atout.db")
    store.refuse_later()
    with pytest.raises(StoreDownError) as raised:
        store.check()
    assert not isinstance(raised.value, LaterDatabaseError)


@pytest.mark.parametrize("command", [("db", "upgrade"), ("db", "prune", "--days", "1"), ("keys", "list")])
def test_commands_refuse_it(command: tuple[str, ...], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", address)
    done = command_line.run(*command)
    assert done.exit_code == 2
    assert f"Error: {WHY}" in done.stderr
    assert "install that version again" in done.stderr


@pytest.mark.server
@pytest.mark.parametrize(
    ("module", "arguments", "language", "told"),
    [
        (*GUNICORN, "C", f"Error: {WHY}"),
        (*GUNICORN, "fr", "Erreur\u00a0: la base de données vient d’une version plus récente d’Atout"),
        ("solver", ["worker"], "C", f"Error: {WHY}"),
    ],
)
def test_services_and_workers_do_not_start(
    module: str, arguments: list[str], language: str, told: str, address: str, tmp_path: Path
) -> None:
    own = {"ATOUT_DATABASE": address, "TMPDIR": str(tmp_path), "ATOUT_WORKERS": "1", "LANGUAGE": language}
    environ = os.environ | own
    with (
        (tmp_path / "log").open("wb") as log,
        WarmProcess(module, arguments, env=environ, stderr=log.fileno()) as process,
    ):
        try:
            status = process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert status == 2, said
    assert f"\n{told}" in said
    assert "Traceback" not in said
