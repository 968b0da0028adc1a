"""Files of puzzles loaded by several processes, killed in the middle, begun again."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from api.puzzles import loading
from api.puzzles.loading import load_lines
from api.puzzles.models import CountRow, KeyRow, LoadRow, PuzzleRow
from api.store.analyses import Store, StoreDownError
from benchmarks.made_puzzles import make_puzzles
from tests.support.databases import KINDS, database
from tests.support.waiting import PATIENCE_S

N = 45
LINES = [json.dumps(dict(puzzle.body)) for puzzle in make_puzzles(N, seed=7)]
DIGEST = "d" * 64


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(loading, "BATCH", 4)
    monkeypatch.setattr(loading, "PAUSE_S", 0.001)
    with database(request.param) as address:
        yield address


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


def n_rows(store: Store, table: type) -> int:
    with store.connection() as connection:
        n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return n


def check_whole(store: Store) -> None:
    """Hold the bank against the file: every puzzle once, under all its keys, and counted."""
    assert n_rows(store, PuzzleRow) == N
    n_keys = sum(len(json.loads(line)["themes"]) + 4 for line in LINES)
    assert n_rows(store, KeyRow) == n_keys
    with store.connection() as connection:
        of_keys = select(func.sum(CountRow.n)).where(CountRow.theme.not_like("%+%"))
        assert connection.execute(of_keys).scalar_one() == n_keys
        assert connection.execute(select(LoadRow.is_done, LoadRow.n_lines)).one() == (True, N)


def test_a_file_is_loaded_once(store: Store) -> None:
    assert load_lines(store, LINES, DIGEST) == N
    check_whole(store)
    assert load_lines(store, LINES, DIGEST) == 0
    assert load_lines(store, LINES[:7], "e" * 64) == 0
    assert n_rows(store, PuzzleRow) == N


def test_an_empty_file_is_loaded_too(store: Store) -> None:
    assert load_lines(store, [], DIGEST) == 0
    assert n_rows(store, LoadRow) == 1


def test_after_a_failure_it_goes_on_where_it_was(store: Store) -> None:
    def breaks_off() -> Iterator[str]:
        yield from LINES[:22]
        raise StoreDownError("as if")

    with pytest.raises(StoreDownError):
        load_lines(store, breaks_off(), DIGEST)
    assert n_rows(store, PuzzleRow) == 20
    assert load_lines(store, LINES, DIGEST) == N - 20
    check_whole(store)


def test_a_batch_with_a_fault_leaves_nothing(store: Store) -> None:
    with pytest.raises(KeyError):
        load_lines(store, [*LINES[:6], "{}", *LINES[6:]], DIGEST)
    assert n_rows(store, PuzzleRow) == 4


@pytest.mark.slow
def test_several_processes_load_it_together(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.store.database.BUSY_S", PATIENCE_S)
    stores = [Store(address) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda store: load_lines(store, LINES, DIGEST), stores))
    assert sum(found) == N
    load_lines(stores[0], LINES, DIGEST)
    check_whole(stores[0])
    for store in stores:
        store.close()
