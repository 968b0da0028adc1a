"""One variable says how deep the tests look, and a word that is none of its values is refused."""

import os
import subprocess
import sys

import pytest

from tests.support.command_line import ROOT
from tests.support.depth import VARIABLE, cases_by_day

PROGRAM = """
from tests.support.depth import by_depth
from tests.support.seeds import n_seeds
print(by_depth(1, 2, 3), by_depth(1, 2), n_seeds(900, needed=5), n_seeds(8, needed=5), n_seeds(900))
"""


def run_at(word: str | None) -> subprocess.CompletedProcess[str]:
    """Run the program with that value of the variable, or without the variable."""
    others = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environment = others if word is None else others | {VARIABLE: word}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("word", "printed"),
    [
        (None, "1 1 5 5 1"),
        ("", "1 1 5 5 1"),
        ("usual", "1 1 5 5 1"),
        ("deep", "2 2 22 8 22"),
        ("all", "3 2 900 8 900"),
    ],
)
def test_a_deeper_run_tries_more(word: str | None, printed: str) -> None:
    assert run_at(word).stdout.strip() == printed


def test_another_word_is_refused() -> None:
    refused = run_at("deeper")
    assert refused.returncode != 0
    assert "'deeper' is not a valid Depth" in refused.stderr


@pytest.mark.slow
def test_a_run_by_day_has_some_cases_of_a_test_and_leaves_out_the_others() -> None:
    test = "tests/game/auctions/test_walks.py::test_walks_are_those_of_the_second_teller"
    by_day, others = collected(test, "not night"), collected(test, "night")
    assert len(by_day) == 2
    assert len(others) > 8
    # A run by day makes no other cases: they are those to which other runs give no mark.
    assert not by_day & others


def collected(test: str, marks: str) -> set[str]:
    """Return the names of the cases that pytest would run."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-m", marks, test]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {line for line in run.stdout.splitlines() if "::" in line}


def test_the_cases_of_a_run_by_day_are_far_apart_and_others_for_other_tests() -> None:
    chosen = [cases_by_day(name, 12, 3) for name in ("solve", "analyse", "table", "bids", "fair")]
    assert all(sorted(numbers) == [min(numbers) + 4 * n for n in range(3)] for numbers in chosen)
    assert len({min(numbers) for numbers in chosen}) > 1
    assert cases_by_day("solve", 2, 3) == {0, 1}
