"""One variable says how deep the tests look, and a word that is none of its values is refused."""

import os
import subprocess
import sys

import pytest

from tests.support.command_line import ROOT
from tests.support.depth import VARIABLE

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
