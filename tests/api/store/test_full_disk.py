"""A disk that is full: the service says so, shows what it has, and keeps what it can as soon as it can."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from api import Settings, create_app
from api.parts import part_of
from api.store.analyses import CHECK_S, Store
from api.store.database import StoreDownError
from tests.support.api.databases import KINDS, database, run
from tests.support.api.kept_analyses import ADDRESS, FULL
from tests.support.api.own_mounts import may_mount, observed
from tests.support.api.service import PROBLEM
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.night


@pytest.mark.parametrize("means", ["limit", "fill"])
def test_while_the_disk_is_full_all_that_is_kept_is_shown(means: str, tmp_path: Path) -> None:
    if means == "fill" and not may_mount():
        pytest.skip("nobody may mount here")
    found, said = observed("tests.support.api.full_disk", means, str(tmp_path), mounts=means == "fill")
    assert found["before"] == [200, None]
    for name in ("full", "still full"):
        status, why = found[name].pop("ready")
        assert status == 503
        assert "the database cannot be written to: what is kept can be read" in why
        assert found[name] == {
            "judged": 200,
            "kept": 200,
            "judged again": [200, found["place"]],
            "job": 200,
            "results": 200,
            "jobs": 1,
            "handed in": 503,
            "cancelled": 503,
        }
    assert found["after"] == [200, 200, 202]
    assert found["n_jobs"] == 2
    says = [line for line in said.splitlines() if "The database cannot be" in line]
    assert says
    assert all("cannot be written to" in line for line in says)


@pytest.mark.server
def test_a_postgresql_that_takes_no_writes_is_read_on() -> None:
    with database("postgresql") as address:
        app = create_app(Settings(database=address))
        store = part_of(app, Store)
        store.keep(FULL)
        client = app.test_client()
        assert client.get("/readyz").status_code == 200
        name = address.partition("?")[0].rpartition("/")[2]
        for state in ("on", "off"):
            elsewhere = address.replace(name, "postgres")
            run(elsewhere, f"ALTER DATABASE {name} SET default_transaction_read_only = {state}")
            run(
                elsewhere,
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
            )
            asked: list[Any] = []

            def is_seen(state: str = state, asked: list[Any] = asked) -> bool:
                # Connections that were cut off are met first.
                store._checked_at -= CHECK_S
                asked.append(client.get("/readyz"))
                says = asked[-1].get_json().get("detail", "")
                return "cannot be written to" in says if state == "on" else asked[-1].status_code == 200

            wait_until(is_seen, "the change was not seen")
            if state == "off":
                assert store.keep(FULL) == FULL
                continue
            assert (asked[-1].status_code, asked[-1].content_type) == (503, PROBLEM)
            for _ in range(3):
                with pytest.raises(StoreDownError):
                    store.keep(FULL)
                assert store.find(ADDRESS) == FULL
        store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_whether_it_can_be_written_is_tried_now_and_then_and_leaves_nothing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("api.store.analyses.time", SimpleNamespace(monotonic=lambda: now))
    tried: list[float] = []
    real = Store._why_not_written

    def why_not(self: Store) -> str | None:
        tried.append(now)
        return real(self)

    monkeypatch.setattr(Store, "_why_not_written", why_not)
    with database(kind) as address:
        store = Store(address)
        for _ in range(50):
            store.check_writing()
            now += CHECK_S / 10
        assert len(tried) == 5
        with store.connection() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM write_checks").scalar_one() == 1
            assert connection.exec_driver_sql("SELECT count(*) FROM analyses").scalar_one() == 0
        # A write that failed since then is a reason to try at once.
        with pytest.raises(StoreDownError), store.connection(writes=True) as connection:
            connection.exec_driver_sql("nonsense")
        store.check_writing()
        assert len(tried) == 6
        store.keep(FULL)
        store.close()


@pytest.mark.server
def test_a_backup_of_postgresql_is_no_reason_not_to_write() -> None:
    with database("postgresql") as address:
        store = Store(address)
        store.check_writing()
        with psycopg.connect(address) as backup:
            # As pg_dump does with every table, until it has ended.
            backup.execute("LOCK TABLE write_checks, analyses IN ACCESS SHARE MODE")
            for _ in range(2):
                store._checked_at -= CHECK_S
                store.check_writing()
            assert store.keep(FULL) == FULL
            assert backup.execute("SELECT count(*) FROM write_checks").fetchone() == (1,)
        store._checked_at -= CHECK_S
        store.check_writing()
        with store.connection() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM write_checks").scalar_one() == 1
        store.close()


def test_who_asks_while_it_is_tried_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"{tmp_path}/atout.db")
    store.check_writing()
    began, goes_on = threading.Event(), threading.Event()

    def why_not(self: Store) -> str | None:
        began.set()
        goes_on.wait(PATIENCE_S)
        return "full"

    monkeypatch.setattr(Store, "_why_not_written", why_not)
    store._checked_at -= CHECK_S
    says: list[str] = []

    def check() -> None:
        try:
            store.check_writing()
        except StoreDownError as error:
            says.append(str(error))

    first = threading.Thread(target=check)
    first.start()
    assert began.wait(PATIENCE_S)
    store.check_writing()
    goes_on.set()
    first.join()
    assert says == ["full"]
    check()
    assert says == ["full"] * 2
    store.close()
