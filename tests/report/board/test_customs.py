"""What the page knows of a game, shipped or of one's own: the same that its rules say."""

import json
from pathlib import Path
from typing import Any

from solver import board_data
from solver.reasons import is_sum_fixed
from solver.report.plain_text import title_of
from solver.rules import VARIANTS, Rules, Scoring, Turn, find_variant, resolve_variant
from tests.support.board.browser import run_node

SHOW = Path(__file__).with_name("customs.mjs")

OWN: list[dict[str, Any]] = [
    {"extends": "bridge", "grades": {"inaccuracy": 1}},
    {"extends": "all_fours", "name": "own"},
    {"extends": "all_fours", "name": "own", "title": "Ours"},
    {"extends": "bridge", "dummy": False},
    {"extends": "belote", "turn": "clockwise"},
    {"extends": "belote", "dummy": True, "first_lead": "taker_next", "title": "With a dummy"},
    {"extends": "contree", "auction": {"double_called": "coinche"}},
    {"extends": "belote", "bonus": {"sequence_of_three": 20}},
    {"extends": "all_fours", "result": {"forced_discard_penalty": 2}},
    {"extends": "california_jack", "result": {"forced_discard_penalty": 0}},
    {
        "extends": "klaverjas_rotterdam",
        "bonus": {
            "four_of_a_kind": 0,
            "four_of_a_kind_except": {"J": 200},
            "sequence_of_four": 0,
            "sequence_of_three": 0,
            "trick_marriage": 0,
        },
    },
    {
        "extends": "klaverjas_rotterdam",
        "bonus": {
            "four_of_a_kind": 0,
            "four_of_a_kind_except": {},
            "sequence_of_four": 0,
            "sequence_of_three": 0,
            "trick_marriage": 0,
        },
    },
]


def known(folder: Path, positions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What words.js says of the games of positions."""
    path = folder / "data.json"
    path.write_text(json.dumps(board_data("en")), encoding="utf-8")
    return [json.loads(line) for line in run_node(SHOW, path, lines=map(json.dumps, positions)).splitlines()]


def expected(rules: Rules) -> dict[str, Any]:
    """What the rules say of a game."""
    return {
        "is_difference": not is_sum_fixed(rules),
        "has_dummy": rules.dummy,
        "is_level": rules.scoring == Scoring.duplicate,
        "to_right": rules.turn == Turn.anticlockwise,
        "double_called": rules.double_called,
        "title": title_of(rules),
    }


def test_a_game_is_known_by_its_name_and_its_options(tmp_path: Path) -> None:
    asked: list[tuple[dict[str, Any], Rules]] = [({"variant": name}, find_variant(name)) for name in VARIANTS]
    for name, penalty in (("all_fours", 1), ("all_fours_4", 1), ("california_jack", 0)):
        options = {"forced_discard_penalty": penalty}
        asked.append(({"variant": name, "rules": options}, find_variant(name).override(options, "")))
    for (position, rules), found in zip(asked, known(tmp_path, [one for one, _ in asked]), strict=True):
        # In which language a game is named no rule says.
        found.pop("lang", None)
        assert found == expected(rules), position
    assert {is_sum_fixed(rules) for _, rules in asked[-3:]} == {True, False}


def test_rules_of_ones_own_are_known_as_stated_and_as_written_in_full(tmp_path: Path) -> None:
    games = [resolve_variant(own) for own in OWN]
    as_stated = known(tmp_path, [{"variant": own} for own in OWN])
    in_full = known(tmp_path, [{"variant": rules.to_dict()} for rules in games])
    for own, rules, stated, full in zip(OWN, games, as_stated, in_full, strict=True):
        assert full == expected(rules), own
        assert stated == full, own
    assert len({is_sum_fixed(rules) for rules in games}) == 2
