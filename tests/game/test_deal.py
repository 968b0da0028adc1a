"""Deals: what makes one impossible."""

import pickle
from random import Random

import pytest

from solver.game.deal import Deal, find_card_faults, find_size_faults
from solver.rules.variants import VARIANTS, find_variant
from tests.support.positions import cards, random_deal

HANDS = {"N": "SA SK", "E": "HA HK", "S": "DA DK", "W": "CA CK"}


def deal_of(hands: dict[str, str], stock: str = "") -> Deal:
    return Deal({seat: cards(texts) for seat, texts in hands.items()}, cards(stock))


@pytest.mark.parametrize("game", VARIANTS)
def test_a_full_deal_has_no_fault(game: str) -> None:
    rules = find_variant(game)
    deal = random_deal(Random(1), rules, rules.cards_each, rules.stock)
    assert not [*find_card_faults(deal, rules), *find_size_faults(deal, rules)]
    assert deal.n_cards == rules.n_players * rules.cards_each + rules.stock


@pytest.mark.parametrize(
    ("hands", "pointer", "detail"),
    [
        (HANDS | {"S": "DA SK"}, "/deal/S/1", "SK is there twice: in the hand of N and in the hand of S"),
        (HANDS | {"S": "DA DA"}, "/deal/S/1", "DA is there twice: in the hand of S"),
        (HANDS | {"S": "DA D2"}, "/deal/S/1", "D2 is not in the deck of belote, which has A K Q J T 9 8 7"),
    ],
)
def test_impossible_cards_are_named(hands: dict[str, str], pointer: str, detail: str) -> None:
    (fault,) = find_card_faults(deal_of(hands), find_variant("belote"))
    assert (fault.pointer, fault.detail) == (pointer, detail)


def test_a_card_of_the_stock_cannot_be_in_a_hand() -> None:
    (fault,) = find_card_faults(deal_of({"N": "SA", "S": "HA"}, "SK HA"), find_variant("california_jack"))
    assert (fault.pointer, fault.detail) == (
        "/stock/1",
        "HA is there twice: in the hand of S and in the stock",
    )


def test_hands_of_the_wrong_size_are_named() -> None:
    faults = list(find_size_faults(deal_of(HANDS), find_variant("belote")))
    assert [fault.pointer for fault in faults] == ["/deal/N", "/deal/E", "/deal/S", "/deal/W"]
    assert faults[0].detail == "N is dealt 2 cards; belote deals 8 each"


def test_a_missing_and_a_strange_hand_are_named() -> None:
    rules = find_variant("all_fours").override({"short_deals": True})
    faults = {fault.detail for fault in find_size_faults(deal_of({"N": "SA SK", "E": "HA HK"}), rules)}
    assert faults == {
        "all_fours has no player E; its players are N and S",
        "S has no hand; all_fours deals to N and S",
    }


@pytest.mark.parametrize(
    ("hands", "detail"),
    [
        (HANDS, None),
        (
            HANDS | {"E": "HA"},
            "the hands differ (N 2, E 1, S 2 and W 2); every player must be dealt equally many cards",
        ),
        (dict.fromkeys(HANDS, ""), "the hands have no cards; belote deals 1 to 8 each"),
    ],
)
def test_short_deals_must_be_even(hands: dict[str, str], detail: str | None) -> None:
    rules = find_variant("belote").override({"short_deals": True})
    found = [fault.detail for fault in find_size_faults(deal_of(hands), rules)]
    assert found == ([] if detail is None else [detail])


@pytest.mark.parametrize(
    ("game", "stock", "detail"),
    [
        ("california_jack", "HA HK", None),
        ("california_jack", "HA", "the stock has 1 card; it can have at most 40, a multiple of 2"),
        ("all_fours", "HA HK", "the stock has 2 cards; it can have none"),
    ],
)
def test_short_stocks_must_be_drawn_evenly(game: str, stock: str, detail: str | None) -> None:
    rules = find_variant(game).override({"short_deals": True})
    found = [fault.detail for fault in find_size_faults(deal_of({"N": "SA", "S": "SK"}, stock), rules)]
    assert found == ([] if detail is None else [detail])


def test_a_full_stock_is_asked_for() -> None:
    rules = find_variant("california_jack")
    deal = random_deal(Random(1), rules, 6, 38)
    assert [fault.detail for fault in find_size_faults(deal, rules)] == [
        "the stock has 38 cards; in california_jack it has 40 cards"
    ]


def test_the_holder_of_a_card_is_known() -> None:
    deal = deal_of({"N": "SA", "S": "HA"}, "SK HK")
    assert [deal.holder(card) for card in cards("SA HA SK S2")] == ["N", "S", "stock", None]


def test_sorting_a_deal_sorts_hands_only() -> None:
    deal = deal_of({"N": "C2 SA CK", "S": "H2 HA D3"}, "SK HK").sorted()
    assert deal == deal_of({"N": "SA CK C2", "S": "HA H2 D3"}, "SK HK")


def test_deals_are_values() -> None:
    deal = deal_of(HANDS)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert {deal: 1}[deal_of(HANDS)] == 1
