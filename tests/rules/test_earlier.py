"""Rules that earlier versions have kept, and that would be refused today."""

import copy
from typing import Any

import pytest

from solver import Rules, readable_rules
from solver.errors import SolverError
from solver.rules import without_idle_target
from solver.rules.variants import VARIANTS, resolve_variant


@pytest.mark.parametrize("name", VARIANTS)
def test_a_kept_target_without_a_score_is_forgotten(name: str) -> None:
    rules = resolve_variant({"name": "club", "extends": name, "score": {"scoring": "none"}})
    for written in (rules.to_dict(), rules.identity()):
        # It was that of the game which is extended.
        kept = {**written, "match": {**written["match"], "target": 501}}
        with pytest.raises(SolverError):
            Rules.from_dict(kept)
        assert Rules.from_dict(readable_rules(kept)).target == 0
    assert Rules.from_dict(without_idle_target(rules.to_dict())) == rules


def test_a_target_of_a_score_stays() -> None:
    rules = resolve_variant({"name": "club", "extends": "coinche"})
    assert rules.target
    assert without_idle_target(rules.to_dict()) == rules.to_dict()


@pytest.mark.parametrize("part", ["auction", "score", "match"])
@pytest.mark.parametrize("found", [None, [], {}, "x", {"kind": 3}, {"scoring": None}])
def test_what_is_damaged_is_refused_by_its_reader(part: str, found: Any) -> None:
    written: dict[str, Any] = copy.deepcopy(
        resolve_variant({"name": "club", "extends": "coinche"}).identity()
    )
    for damaged in ({**written, part: found}, {name: written[name] for name in written if name != part}):
        try:
            Rules.from_dict(readable_rules(damaged))
        except SolverError:
            continue
