"""Rules that are kept, by this version or by an earlier one, or damaged."""

import copy
from typing import Any

import pytest

from solver import Rules, readable_rules
from solver.errors import SolverError
from solver.rules.variants import resolve_variant


def test_a_target_without_a_score_is_read_as_it_was_kept() -> None:
    # It is that of the game which is extended, and part of the address.
    rules = resolve_variant({"name": "club", "extends": "belote", "score": {"scoring": "none"}})
    assert rules.target == 501
    for written in (rules.to_dict(), rules.identity()):
        assert Rules.from_dict(readable_rules(written)).identity() == rules.identity()


@pytest.mark.parametrize(
    "stated",
    [
        {"extends": "all_fours", "auction": {"kind": "none"}},
        {"extends": "all_fours", "auction": {"kind": "proposal"}},
        {"extends": "quadrette", "score": {"scoring": "none"}},
        {"extends": "contree", "auction": {"first_call": "dealer"}},
        {"extends": "contree", "auction": {"first_call": "dealer", "after_double": "bids"}},
        {"extends": "belote", "auction": {"second_turn": "any_suit"}},
    ],
)
def test_rules_are_read_from_their_identity(stated: dict[str, Any]) -> None:
    rules = resolve_variant({"name": "club", **stated})
    again = Rules.from_dict(readable_rules(rules.identity()))
    assert again.identity() == rules.identity()
    assert (again.auction, again.first_call, again.after_double, again.second_turn) == (
        rules.auction,
        rules.first_call,
        rules.after_double,
        rules.second_turn,
    )
    assert readable_rules(rules.to_dict()) == rules.to_dict()


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
