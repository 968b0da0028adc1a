"""Games of one's own: what is refused in their rules, and where they may stand."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver import VARIANTS, Position, find_variant, load_variant_file, resolve_variant
from solver.errors import RulesError
from tests.support.command_line import run

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def test_a_table_of_tricks_counts_those_of_the_stock() -> None:
    game = {
        "name": "drawn",
        "sides": ["N", "S"],
        "deck": {"ranks": "AKQ", "cards_each": 2, "stock": 4},
        "result": {"objective": "tricks"},
        "score": {"scoring": "trick_table", "trick_scores": [0, 1, 3]},
    }
    with pytest.raises(RulesError) as refused:
        resolve_variant(game)
    assert "with 4 tricks it must have 5" in refused.value.say()
    rules = resolve_variant({**game, "score": {"scoring": "trick_table", "trick_scores": [0, 1, 3, 4, 5]}})
    assert len(rules.trick_scores) == 5


def test_the_texts_about_a_game_are_its_own() -> None:
    rules = resolve_variant({"extends": "belote", "name": "club", "duties": {"overruff": "free"}})
    assert (rules.source, rules.notes) == ("", ()), "the sheet of belote says nothing of this game"
    assert all(find_variant(name).source for name in VARIANTS)
    own = resolve_variant({**rules.to_dict(), "source": "Our sheet.", "notes": ["As we play."]})
    assert own.override({"ruff": "free"}).notes == ("As we play.",)


@pytest.mark.parametrize(
    ("bonus", "bids", "said"),
    [
        ({"slam": 20}, [200, 250, 300], "no bid is higher"),
        ({"slam": 100}, [200, 260], None),  # 250 is no bid, and stands for nothing
        ({"slam": 20, "sequence_of_four": 100}, [250], "the points do not tell who took all the tricks"),
        ({"slam": 20}, [200, 250], None),
        ({"sequence_of_four": 100}, [200, 250, 300], None),  # a number of points like another
    ],
)
def test_a_bid_of_all_the_tricks_can_be_told(bonus: Any, bids: list[int], said: str | None) -> None:
    game = {
        "name": "own",
        "sides": ["NS", "EW"],
        "deck": {"suits": "SH", "ranks": "AKQJ", "cards_each": 2},
        "trumps": ["S"],
        "result": {"objective": "card_points"},
        "points": {"standard": {"plain": {"A": 200}}},
        "bonus": bonus,
        "score": {"scoring": "bid", "bids": bids},
    }
    if said is None:
        assert list(resolve_variant(game).bids) == bids
        return
    with pytest.raises(RulesError) as refused:
        resolve_variant(game)
    assert [fault.pointer for fault in refused.value.faults] == ["/variant/score/bids"]
    assert said in refused.value.say()


@pytest.mark.parametrize(
    ("game", "changed", "field", "number", "most"),
    [
        # 152 in cards, 10 for the last trick, 88 or 90 for all of them, 20 for belote.
        ("contree", {"score": {"bids": [80, 1000]}}, "bids", 1000, 270),
        ("contree", {"score": {"bids": [80, 271]}, "bonus": {"slam": 88}}, "bids", 271, 270),
        ("belote", {"score": {"contract_rule": "threshold", "threshold": 1000}}, "threshold", 1000, 272),
    ],
)
def test_no_contract_asks_for_more_than_there_is(
    game: str, changed: dict[str, Any], field: str, number: int, most: int
) -> None:
    with pytest.raises(RulesError) as refused:
        resolve_variant({"name": "own", "extends": game, **changed})
    (fault,) = refused.value.faults
    assert fault.pointer == f"/variant/score/{field}"
    assert fault.detail == f"{field} asks for {number}, but no side can win more than {most}"
    assert f"aucun camp ne peut gagner plus de {most}" in fault.wrong.say("fr")
    asked: Any = [80, most] if field == "bids" else most
    if field == "threshold":
        resolve_variant({"name": "own", "extends": game, "score": {**changed["score"], field: asked}})


def test_the_most_of_a_game_is_that_of_the_table_with_most_points() -> None:
    game: dict[str, Any] = {
        "name": "own",
        "sides": ["NS", "EW"],
        "deck": {"suits": "SH", "ranks": "AKQJ", "cards_each": 2},
        "trumps": ["S", "NT"],
        "result": {"objective": "card_points"},
        "points": {"standard": {"trump": {"A": 50}, "plain": {"A": 50}, "no_trumps": {"A": 200}}},
        "score": {"scoring": "bid", "bids": [400]},
    }
    assert resolve_variant(game).bids == (400,)
    with pytest.raises(RulesError, match="asks for 401, but no side can win more than 400"):
        resolve_variant({**game, "score": {"scoring": "bid", "bids": [401]}})


def test_rules_may_stand_in_the_place_of_the_name_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nextends = "belote"\n[duties]\noverruff = "free"\n', encoding="utf-8")
    rules = load_variant_file(path)
    assert resolve_variant(rules) is rules
    log = json.loads((SAMPLES / "belote.json").read_text(encoding="utf-8"))
    position = Position.from_dict({**log, "variant": rules})
    assert position.rules is rules
    assert Position.from_dict({**log, "variant": rules.to_dict()}) == position


def test_the_rules_of_a_file_are_printed_in_words(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\ntitle = "Club"\nextends = "belote"\n', encoding="utf-8")
    assert run("variants", str(path)).stdout.startswith("Club  club\n")
    path.write_text('name = "club"\nextends = "belote"\n[duties]\nruff = 1\noverruff = 2\n', encoding="utf-8")
    result = run("variants", str(path))
    assert result.exit_code == 2
    assert "ruff is" in result.stderr
    assert "overruff is" in result.stderr
