"""The proofs that are shipped: those that this engine makes, pinned to the puzzles that they are of."""

import gzip
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank, BankLoader
from api.puzzles.bank import Wanted
from api.puzzles.loading import shipped_files
from api.puzzles.proofs import SUMS, proof_of, proofs_home, whole_lines, write_proofs
from api.puzzles.search import Sort
from api.solving import SolvingSlots
from api.store import Store
from solver import Puzzle
from tests.support.api.databases import database
from tests.support.waiting import wait_until

BANKS = shipped_files()
STEP = 30
"""One puzzle of so many is proved by day."""


def small_lines(bank: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(bank.read_bytes()).splitlines()]


def prove_every(bank: Path, step: int) -> None:
    """Hold every so many of the puzzles of a bank against what is proved now, to the order of the fields."""
    small, n_proved = small_lines(bank), 0
    for puzzle, whole in islice(zip(small, whole_lines(bank), strict=True), 0, None, step):
        proved = Puzzle.from_dict(puzzle).to_dict(shown=True)
        assert json.dumps(whole) == json.dumps(proved), "python -m benchmarks.make_proofs renews them"
        n_proved += 1
    assert n_proved == -(-len(small) // step)


@pytest.mark.parametrize("bank", BANKS, ids=lambda bank: bank.name)
def test_some_of_the_proofs_are_those_of_this_engine(bank: Path) -> None:
    prove_every(bank, STEP)


@pytest.mark.night
@pytest.mark.parametrize("bank", BANKS, ids=lambda bank: bank.name)
def test_all_proofs_are_those_of_this_engine(bank: Path) -> None:
    prove_every(bank, 1)


def test_there_are_proofs_of_every_bank_and_of_no_other() -> None:
    assert {path.name for path in proofs_home().iterdir()} == {SUMS, *(bank.name for bank in BANKS)}
    for bank in BANKS:
        assert all({"refutations", "tree"} < set(whole) for whole in whole_lines(bank))


def test_what_is_written_otherwise_now_comes_with_the_proof() -> None:
    small = small_lines(BANKS[0])[0]
    old = small | {"goal": small["goal"] | {"text": "In other words."}}
    assert small | proof_of(old) == small | proof_of(small)
    assert proof_of(old)["goal"] == small["goal"]


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A small bank, with its proofs."""
    lines = [json.dumps(line) for line in small_lines(BANKS[0])[:3]]
    bank = tmp_path / "bank" / BANKS[0].name
    bank.parent.mkdir()
    bank.write_bytes(gzip.compress("\n".join(lines).encode()))
    write_proofs([bank], tmp_path / "proofs")
    return bank


def test_a_proof_is_taken_for_the_bank_that_it_was_made_of_alone(bank: Path, tmp_path: Path) -> None:
    home = tmp_path / "proofs"
    assert all("tree" in whole for whole in whole_lines(bank, home))
    changed = [line | {"rating": 1234} for line in small_lines(bank)]
    bank.write_bytes(gzip.compress("\n".join(map(json.dumps, changed)).encode()))
    assert list(whole_lines(bank, home)) == changed


@pytest.mark.parametrize("breaks", ["changed", "gone", "unlisted"])
def test_a_proof_that_is_not_the_one_listed_is_not_taken(bank: Path, tmp_path: Path, breaks: str) -> None:
    home = tmp_path / "proofs"
    proofs = home / bank.name
    if breaks == "changed":
        proofs.write_bytes(gzip.compress(gzip.decompress(proofs.read_bytes()).replace(b"safe", b"cash")))
    elif breaks == "gone":
        proofs.unlink()
    else:
        (home / SUMS).unlink()
    assert list(whole_lines(bank, home)) == small_lines(bank)


def test_a_new_service_proves_nothing_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: object) -> Puzzle:
        raise AssertionError("it is proved already")

    monkeypatch.setattr(Puzzle, "from_dict", refuse)
    monkeypatch.setattr("api.puzzles.loading.PAUSE_S", 0.0)
    bank = min(BANKS, key=lambda path: path.stat().st_size)
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0))
        loader = BankLoader(part_of(app, Store), part_of(app, SolvingSlots), [bank])
        loader.start()
        kept = part_of(app, Bank)
        wanted = [whole["id"] for whole in whole_lines(bank)]
        wait_until(lambda: all(map(kept.get, wanted[-20:])), "puzzles")
        loader.stop_soon()
        loader.wait()
        found, _ = kept.find(Wanted(), Sort.old, None, 1000)
        assert sorted(one.id for one in found) == sorted(wanted)
        part_of(app, Store).close()
