"""Files of puzzles loaded by one process at a time, broken off in the middle, taken over."""

import gzip
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import func, select, update

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank, loading
from api.puzzles.bank import Wanted
from api.puzzles.loading import BankLoader, load_bank
from api.puzzles.models import CountRow, KeyRow, LoadRow, PuzzleRow
from api.puzzles.search import Sort
from api.solving import SolvingSlots
from api.store.analyses import Store
from api.store.database import StoreDownError
from benchmarks.made_puzzles import make_puzzles
from tests.support.api.databases import KINDS, database
from tests.support.api.kept_puzzles import puzzle_of_seed
from tests.support.waiting import PATIENCE_S, wait_until

N = 45
BODIES = [dict(puzzle.body) for puzzle in make_puzzles(N, seed=7)]
DIGEST = "d" * 64


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(loading, "BATCH", 4)
    monkeypatch.setattr(loading, "PAUSE_S", 0.001)
    with database(request.param) as address:
        yield address


def n_rows(store: Store, table: type) -> int:
    with store.connection() as connection:
        n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return n


def check_whole(store: Store) -> None:
    """Hold the bank against the file: every puzzle once, under all its keys, and counted."""
    assert n_rows(store, PuzzleRow) == N
    n_keys = sum(len(body["themes"]) + 4 for body in BODIES)
    assert n_rows(store, KeyRow) == n_keys
    with store.connection() as connection:
        of_keys = select(func.sum(CountRow.n)).where(CountRow.theme.not_like("%+%"))
        assert connection.execute(of_keys).scalar_one() == n_keys
        assert connection.execute(select(LoadRow.is_done, LoadRow.n_lines)).one() == (True, N)


@pytest.mark.by_day(1)
def test_a_file_is_loaded_once(store: Store) -> None:
    assert load_bank(store, BODIES, DIGEST)
    check_whole(store)
    assert load_bank(store, BODIES, DIGEST)
    check_whole(store)
    assert load_bank(store, BODIES[:7], "e" * 64)
    assert n_rows(store, PuzzleRow) == N


def test_an_empty_file_is_loaded_too(store: Store) -> None:
    assert load_bank(store, [], DIGEST)
    assert n_rows(store, LoadRow) == 1


@pytest.mark.by_day(1)
def test_after_a_failure_another_goes_on_where_it_was(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off() -> Iterator[dict[str, Any]]:
        yield from BODIES[:22]
        raise StoreDownError("as if")

    with pytest.raises(StoreDownError):
        load_bank(store, breaks_off(), DIGEST)
    assert n_rows(store, PuzzleRow) == 20
    # Nobody else goes on before the lease has ended, and then not from the start.
    assert not load_bank(store, BODIES, DIGEST)
    monkeypatch.setattr(loading, "LEASE_S", -1.0)
    with store.connection(writes=True) as connection:
        connection.execute(update(LoadRow).values(free_at=0.0))
    assert load_bank(store, [*[{"no": "puzzle"}] * 20, *BODIES[20:]], DIGEST)
    check_whole(store)


def test_a_lease_from_a_clock_that_was_ahead_is_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(loading, "clock", lambda connection: now)

    def breaks_off() -> Iterator[dict[str, Any]]:
        yield from BODIES[:22]
        raise StoreDownError("as if")

    with pytest.raises(StoreDownError):
        load_bank(store, breaks_off(), DIGEST)
    # A clock that goes back by a moment ends no lease.
    now -= 1.0
    assert not load_bank(store, BODIES, DIGEST)
    now -= 30 * 86_400.0
    assert load_bank(store, BODIES, DIGEST)
    check_whole(store)


def test_a_batch_with_a_fault_leaves_nothing(store: Store) -> None:
    with pytest.raises(KeyError):
        load_bank(store, [*BODIES[:6], {"tree": {}}, *BODIES[6:]], DIGEST)
    assert n_rows(store, PuzzleRow) == 4


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_several_processes_load_it_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.store.database.BUSY_S", PATIENCE_S)
    stores = [Store(address) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda store: load_bank(store, BODIES, DIGEST), stores))
    assert any(found)
    check_whole(stores[0])
    for store in stores:
        store.close()


@pytest.mark.by_day(1)
def test_a_process_that_lost_its_lease_adds_nothing_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "LEASE_S", -1.0)

    def overtaken() -> Iterator[dict[str, Any]]:
        yield from BODIES[:6]
        assert load_bank(store, BODIES, DIGEST)
        yield from BODIES[6:]

    assert not load_bank(store, overtaken(), DIGEST)
    with store.connection() as connection:
        assert connection.execute(select(LoadRow.is_done, LoadRow.n_lines)).one() == (True, N)
    assert n_rows(store, PuzzleRow) == N


@pytest.mark.slow
def test_a_service_loads_the_files_that_are_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = ("refutations", "tree", "duals")
    puzzles = [one for seed in range(30, 45) if (one := puzzle_of_seed(seed)) is not None]
    small = [
        {key: value for key, value in one.to_dict(shown=True).items() if key not in proof} for one in puzzles
    ]
    lines = [*map(json.dumps, small), json.dumps(small[0] | {"goal": {"side": "NS", "kind": "capot"}})]
    (tmp_path / "belote.ndjson.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0))
        bank, slots = part_of(app, Bank), part_of(app, SolvingSlots)
        monkeypatch.setattr(loading, "LOOK_S", 0.05)
        paths = sorted(tmp_path.glob("*.gz"))
        loaders = [BankLoader(part_of(app, Store), slots, paths) for _ in range(2)]
        for loader in loaders:
            loader.start()
        wait_until(lambda: len(bank.find(Wanted(), Sort.old, None, 99)[0]) == len(puzzles), "puzzles")
        for one in puzzles:
            found = bank.get(one.id)
            assert found is not None
            assert found.body == one.to_dict(shown=True)
        for loader in loaders:
            loader.stop_soon()
            loader.wait()
        part_of(app, Store).close()


def test_a_second_signal_may_stop_it_in_the_midst_of_the_first() -> None:
    loader = BankLoader(Store("none"), SolvingSlots(1, 0, 0), [])

    def interrupt(frame: object, event: str, argument: object) -> Any:
        # Between any two lines, as the handler of another signal.
        loader.stop_soon()
        return interrupt

    def stop() -> None:
        sys.settrace(interrupt)
        loader.stop_soon()
        sys.settrace(None)

    handler = Thread(target=stop, daemon=True)
    handler.start()
    handler.join(PATIENCE_S)
    assert not handler.is_alive()
