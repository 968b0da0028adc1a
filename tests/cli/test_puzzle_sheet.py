"""``atout puzzle sheet``: which puzzles are chosen, what is refused, and what is written."""

import json
import re
from pathlib import Path

import pytest

from solver.cli.puzzle.bank import Wanted, read_bank
from tests.support.command_line import ROOT, run

MIXED = ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"
TOLD = [json.loads(line) for line in MIXED.read_text(encoding="utf-8").splitlines()]
IDS = [told["id"] for told in TOLD]


def shown(path: Path) -> list[str]:
    """The puzzles of a sheet, in the order of their solutions."""
    return re.findall(r"(?:Puzzle|Problème) (\w{16})", path.read_text(encoding="utf-8"))


def test_named_puzzles_stand_in_the_order_they_are_named_in(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    names = [IDS[2], IDS[0], IDS[2], IDS[4]]
    result = run("puzzle", "sheet", *names, "--bank", str(MIXED), "--html", str(page), "--title", "Friday")
    assert (result.exit_code, result.stderr) == (0, f"{page}: written.\n")
    assert shown(page) == [IDS[2], IDS[0], IDS[4]]
    assert "<h1>Friday</h1>" in page.read_text(encoding="utf-8")


def test_chance_chooses_the_same_ones_by_the_same_seed_the_easier_first(tmp_path: Path) -> None:
    found = []
    for number, seed in enumerate(("1", "1", "2")):
        page = tmp_path / f"{number}.html"
        wanted = ["--variant", "whist", "--level", "2", "--theme", "finesse", "--count", "3", "--seed", seed]
        assert run("puzzle", "sheet", *wanted, "--html", str(page), "--lang", "fr").exit_code == 0
        found.append(page.read_text(encoding="utf-8"))
    assert found[0] == found[1] != found[2]
    entries = {entry.id: entry for entry in read_bank(None, Wanted("whist", ("finesse",), 2))}
    chosen = [entries[name] for name in shown(tmp_path / "0.html")]
    assert len(chosen) == 3
    assert chosen == sorted(chosen, key=lambda entry: entry.rating)


def test_fewer_than_are_wanted_are_all_shown(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    result = run("puzzle", "sheet", "--bank", str(MIXED), "--variant", "bridge", "--html", str(page))
    assert result.stderr.splitlines()[0] == "There are only 2 such puzzles."
    assert len(shown(page)) == 2
    none = run("puzzle", "sheet", "--bank", str(MIXED), "--variant", "whist", "--html", str(page))
    assert none.exit_code == 1
    assert "There is no such puzzle." in none.stderr


def test_what_is_not_sound_is_reported_and_left_out(tmp_path: Path) -> None:
    page, bank = tmp_path / "sheet.html", tmp_path / "bank.ndjson"
    safe = TOLD[1] | {"id": "safe", "goal": TOLD[1]["goal"] | {"at_least": 0}}
    bank.write_text(json.dumps(safe) + "\n" + json.dumps(TOLD[0]) + "\n", encoding="utf-8")
    result = run("puzzle", "sheet", "--bank", str(bank), "--count", "2", "--html", str(page))
    assert result.exit_code == 1
    assert "line 1: this is no puzzle: every card reaches the goal" in result.stderr
    assert shown(page) == [IDS[0]]
    page.unlink()
    alone = run("puzzle", "sheet", "safe", "--bank", str(bank), "--html", str(page))
    assert alone.exit_code == 1
    assert not page.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([IDS[0], "--variant", "belote"], "puzzles that are named are shown as they are"),
        ([IDS[0], "--count", "3"], "puzzles that are named are shown as they are"),
        (["zzzz"], "there is no puzzle zzzz in"),
        (["--count", "101"], "--count"),
    ],
)
def test_wrong_usage_writes_nothing(arguments: list[str], said: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    result = run("puzzle", "sheet", *arguments, "--bank", str(MIXED), "--html", str(page))
    assert result.exit_code == 2
    assert said in result.stderr
    assert not page.exists()
    assert run("puzzle", "sheet").exit_code == 2
