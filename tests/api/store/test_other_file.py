"""A file of SQLite that is removed, moved, replaced or made writable under a running service."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.store.analyses import Store
from api.store.database import StoreDownError
from tests.support.api.kept_analyses import ADDRESS, FULL

OTHER = replace(FULL, address="b" * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "atout.db"


@pytest.fixture
def workers(path: Path) -> Iterator[list[Store]]:
    """Two stores that have that file open, as two processes would, and an analysis in it."""
    made = [Store(str(path)) for _ in range(2)]
    made[0].keep(FULL)
    assert made[1].find(ADDRESS) == FULL
    yield made
    for store in made:
        store.close()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


@pytest.mark.parametrize("means", ["removed", "moved"])
def test_one_that_is_gone_is_made_anew(
    means: str, path: Path, workers: list[Store], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = workers
    if means == "removed":
        path.unlink()
    else:
        path.rename(f"{path}-elsewhere")
    first.check_writing()
    assert path.exists()
    assert first.find(ADDRESS) is None
    assert second.keep(OTHER) == OTHER
    assert first.find(OTHER.address) == OTHER
    said = f"The file {path} was removed, moved or replaced; what is at its path now is opened."
    assert warnings(caplog) == [said] * 2
    assert path.stat().st_mode & 0o777 == 0o600


def test_one_that_takes_its_place_is_used_as_it_is(
    path: Path, workers: list[Store], caplog: pytest.LogCaptureFixture
) -> None:
    backup = Store(f"{path}-backup")
    backup.keep(OTHER)
    backup.close()
    # What was written last is in the log of the old file, which must not be applied to the new one.
    for number in range(20):
        workers[0].keep(replace(FULL, address=f"{number:032}"))
    os.replace(f"{path}-backup", path)
    for store in workers:
        assert store.find(OTHER.address) == OTHER
        assert store.find(ADDRESS) is None
        assert store.find("0" * 32) is None
    workers[0].keep(FULL)
    assert workers[1].find(ADDRESS) == FULL
    assert len(warnings(caplog)) == 2
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT count(*) FROM analyses").fetchone() == (2,)


def test_one_that_takes_its_place_is_brought_up_to_date(path: Path, workers: list[Store]) -> None:
    Path(f"{path}-empty").touch()
    os.replace(f"{path}-empty", path)
    for store in workers:
        assert store.find(ADDRESS) is None


def test_a_log_that_another_process_has_begun_since_is_left_alone(path: Path, workers: list[Store]) -> None:
    first, second = workers
    path.unlink()
    first.keep(OTHER)
    log = Path(f"{path}-wal").stat().st_ino
    assert second.find(OTHER.address) == OTHER
    assert Path(f"{path}-wal").stat().st_ino == log


def test_one_that_could_only_be_read_is_written_to_once_it_can_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Store(str(path))
    made.keep(FULL)
    real = sqlite3.dbapi2.connect

    def connect(database: str, **options: Any) -> Any:
        return real(f"file:{database}?mode=ro", uri=True, **options)

    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect)
    store = Store(str(path))
    assert store.find(ADDRESS) == FULL
    with pytest.raises(StoreDownError, match="readonly"):
        store.keep(OTHER)
    monkeypatch.undo()
    store._rewrite_at = 0.0
    assert store.keep(OTHER) == OTHER
    for one in (store, made):
        one.close()
