"""Rules of one's own that come to nothing, and slips in them: each refused once, in words that help."""

from typing import Any

import pytest

from solver.errors import RulesError
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant, resolve_variant

POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}


def own(**stated: Any) -> Rules:
    usual = {
        "name": "club",
        "deck": {"ranks": "AKQJT987", "cards_each": 8},
        "points": {"standard": {"plain": POINTS}},
        "result": {"objective": "card_points"},
    }
    return Rules.from_dict(usual | stated)


@pytest.mark.parametrize(
    ("trumps", "column"),
    [
        (["NT"], "trump"),
        (["NT"], "all_trumps"),
        (["AT"], "plain"),
        (["AT"], "no_trumps"),
        (["S"], "no_trumps"),
    ],
)
def test_points_that_no_contract_counts_are_worth_nothing(trumps: list[str], column: str) -> None:
    with pytest.raises(RulesError, match="no card is worth anything, but the game is played for card_points"):
        own(trumps=trumps, points={"standard": {column: POINTS}})


@pytest.mark.parametrize(
    ("trumps", "column"), [(["NT"], "plain"), (["AT"], "trump"), (["S", "NT"], "no_trumps"), (["S"], "trump")]
)
def test_points_that_one_contract_counts_are_enough(trumps: list[str], column: str) -> None:
    assert own(trumps=trumps, points={"standard": {column: POINTS}}).trumps == tuple(trumps)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_club_may_have_fewer_trumps_than_the_game_that_it_extends(name: str) -> None:
    for trump in find_variant(name).trumps:
        if trump != "NT":
            assert resolve_variant({"name": "club", "extends": name, "trumps": [trump]}).trumps == (trump,)


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        (
            {"trumps": ["spades"]},
            {"/trumps/0": "'spades' cannot be trumps; it must be S, H, D, C, NT or AT"},
        ),
        ({"trumps": []}, {"/trumps": "trumps is empty; it must hold some of S, H, D, C, NT and AT"}),
        ({"trumps": [""]}, {"/trumps/0": "'' cannot be trumps; it must be S, H, D, C, NT or AT"}),
        (
            {"order": {"plain": "ATKQJ98"}},
            {
                "/order/plain": "order_plain is 'ATKQJ98'; it must hold every rank of the deck once: "
                "'AKQJT987'"
            },
        ),
    ],
)
def test_a_slip_is_told_once(stated: dict[str, Any], said: dict[str, str]) -> None:
    with pytest.raises(RulesError) as refused:
        own(**stated)
    assert {fault.pointer: fault.detail for fault in refused.value.faults} == said


def test_a_ten_is_one_letter() -> None:
    with pytest.raises(RulesError) as refused:
        own(deck={"ranks": "AKQJ10987", "cards_each": 8})
    assert "ranks holds '10'; a ten is written T" in [fault.detail for fault in refused.value.faults]
    with pytest.raises(RulesError) as refused:
        own(deck={"suits": "S10", "cards_each": 8})
    said = [fault.detail for fault in refused.value.faults if fault.pointer == "/deck/suits"]
    assert said == ["suits holds '01'; it can hold only letters of SHDC"]


def test_two_orders_with_faults_of_their_own_are_told_of_both() -> None:
    with pytest.raises(RulesError) as refused:
        own(order={"plain": "ATKQJ98", "trump": "J9ATKQ8"})
    assert [fault.pointer for fault in refused.value.faults] == ["/order/plain", "/order/trump"]


def test_what_is_no_letter_is_told_beside_a_ten() -> None:
    with pytest.raises(RulesError) as refused:
        own(deck={"ranks": "AKQJ1098X", "cards_each": 8})
    said = [fault.detail for fault in refused.value.faults if fault.pointer == "/deck/ranks"]
    assert said == [
        "ranks holds '10'; a ten is written T",
        "ranks holds 'X'; it can hold only letters of AKQJT98765432",
    ]
