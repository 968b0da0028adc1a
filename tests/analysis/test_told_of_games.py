"""What is told of mistakes in whole games, where it was once told wrongly.

Card and suit, the trick and who takes it must be those of the game, of best play, or of every way to play
the trick as well.
"""

import json
from typing import Any

import pytest

from solver import analyse
from tests.support.command_line import ROOT

GAMES = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "told_of_games.ndjson").read_text(encoding="utf-8").splitlines()
]
"""Games with their sentences, by the index of the card.

An own hand takes the card that best play saves, in the game; a hand is made to ruff with one trump that may
as well ruff with another; a trump falls under another one; an overruff is told as a ruff; a master takes the
same trick later.
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["log"]["id"])
def test_what_is_told_of_a_game_cannot_be_gainsaid(game: dict[str, Any]) -> None:
    plays = analyse(game["log"]).to_dict()["plays"]
    assert {index: plays[int(index)]["explanation"] for index in game["told"]} == game["told"]
