"""What the library keeps for a process, or in a frozen object, no caller can change for the others."""

import json
import pickle
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

import pytest

from solver import (
    LANGUAGES,
    ContractTable,
    DoubleDummy,
    Enriched,
    FindingReport,
    Game,
    Language,
    Log,
    board_data,
    find_variant,
    read_records,
    tabulate,
)
from solver.draft import Draft
from solver.rules import FrozenMapping

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def spoil(data: Any) -> None:
    """Change every list and object of JSON within ``data``."""
    for part in data.values() if isinstance(data, dict) else data:
        if isinstance(part, dict | list):
            spoil(part)
    data.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_board_are_the_callers_own(language: Language) -> None:
    before = json.dumps(board_data(language))
    spoil(board_data(language))
    assert json.dumps(board_data(language)) == before


def test_rules_hand_out_what_nobody_can_change() -> None:
    rules = find_variant("belote")
    shared: tuple[Mapping[Any, int], ...] = (rules.points_of_cards("H"), rules.strengths("H", "S"))
    for table in shared:
        with pytest.raises(TypeError):
            table[rules.deck[0]] = 500  # type: ignore[index]
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)


@pytest.mark.parametrize("game", ["belote", "bridge"])
def test_the_names_of_a_log_stay_as_they_were_read(game: str) -> None:
    body = json.loads((SAMPLES / f"{game}.json").read_text(encoding="utf-8"))
    (deal,) = Log.from_dict(body).deals
    names: list[Mapping[str, str]] = [deal.names]
    if deal.game is not None:
        names.append(deal.game.names)
        with pytest.raises(TypeError):
            deal.game.hands["N"] = ()  # type: ignore[index]
    for one in names:
        with pytest.raises(TypeError):
            one["N"] = "Zoé"  # type: ignore[index]
        assert one == json.loads(json.dumps(dict(one))) == body["players"]
    assert pickle.loads(pickle.dumps(deal)) == deal


def test_what_says_that_it_has_a_hash_has_one() -> None:
    body = json.loads((SAMPLES / "bridge.json").read_text(encoding="utf-8"))
    deal = {key: body[key] for key in ("variant", "dealer", "deal")}

    def made() -> list[Hashable]:
        game = Game.from_dict({**body, "tags": {"Event": "Cup"}, "tables": {"ScoreTable": ["Rank", "1"]}})
        known = DoubleDummy({("N", "NT"): 7}, ("NS", 90), ("NS 1NT=",))
        report = FindingReport(1, 0, {"forced": 1}, 7, None)
        draft = Draft.of("x", lambda speech: speech.say("Game"))
        return [game, known, Enriched(game, known), tabulate({**deal, "vulnerable": "both"}), report, draft]

    for one, other in zip(made(), made(), strict=True):
        assert isinstance(one, Hashable)
        if not isinstance(one, ContractTable):  # whose time differs
            assert one == other
            assert {one: "kept"}[other] == "kept"
        assert hash(one) == hash(one)
    (record,) = read_records(b'[Deal "N:AK... - - -"]', "pbn")
    assert not isinstance(record, Hashable)


def test_a_mapping_that_never_changes_is_joined_to_a_dict() -> None:
    one, other = FrozenMapping({"N": "Zoé", "S": "Ana"}), {"N": "Max", "E": "Lou"}
    assert one | other == one | FrozenMapping(other) == {"N": "Max", "S": "Ana", "E": "Lou"}
    assert other | one == {"N": "Zoé", "E": "Lou", "S": "Ana"}
    assert all(type(joined) is dict for joined in (one | other, other | one, one | one))
    with pytest.raises(TypeError):
        one | [("W", "Eve")]  # type: ignore[operator]
