"""What partner holds on average, counted by hand over the deals drawn."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from solver.calls.asked import AskedHand
from solver.calls.partner import find_help
from solver.cards import Card
from solver.game.deal import Deal
from solver.prospects.prospects import Prospects, find_prospects
from tests.prospects.games import cards

CONTREE: dict[str, Any] = {"variant": "contree", "dealer": "W", "seat": "E", "hand": "AT7.J9.K8.7"}
BELOTE: dict[str, Any] = {"variant": "belote", "dealer": "W", "hand": "AT.J9.-.7", "turned_up": "HQ"}
ACES = set(cards("SA HA DA CA"))


def drawn(body: dict[str, Any], n: int = 20) -> tuple[AskedHand, Prospects]:
    asked = AskedHand.from_dict(body)
    return asked, find_prospects(asked.viewpoint, n, 1)


def means(hands: Iterable[Sequence[Card]], trump: str) -> tuple[float, float]:
    """The trumps and the aces of other suits in a hand, on average."""
    counted = [
        (sum(card.suit == trump for card in hand), sum(card.suit != trump for card in ACES & set(hand)))
        for hand in hands
    ]
    trumps, aces = zip(*counted, strict=True)
    return sum(trumps) / len(counted), sum(aces) / len(counted)


@pytest.mark.parametrize("trump", ["S", "H"])
def test_partner_holds_what_the_deals_say(trump: str) -> None:
    asked, prospects = drawn(CONTREE | {"auction": ["pass"]})
    assert asked.viewpoint.seat == "E"
    found = find_help(prospects, asked.auction, trump)
    assert found is not None
    expected = means([deal.hands["W"] for deal in prospects.deals], trump)
    assert (found.trumps, found.tops) == pytest.approx(expected)


def dealt_to_south(deal: Deal, pack: Sequence[Card]) -> list[Card]:
    """South's hand when north, the first to speak, has taken: cards go around one by one, north needs two."""
    order = [*"NESW", *"NESW", *"ESW"]
    return [*deal.hands["S"], *(card for seat, card in zip(order, pack, strict=True) if seat == "S")]


def test_in_belote_partner_is_dealt_three_cards_more() -> None:
    asked, prospects = drawn(BELOTE)
    found = find_help(prospects, asked.auction, "H")
    assert found is not None
    expected = means([dealt_to_south(deal, deal.stock[1:]) for deal in prospects.deals], "H")
    assert (found.trumps, found.tops) == pytest.approx(expected)
    assert find_help(prospects, asked.auction, "S") is None  # hearts were turned up


def test_in_the_second_turn_what_was_refused_lies_below_the_pack() -> None:
    asked, prospects = drawn(BELOTE | {"turned_up": ["HQ", "C8"], "auction": ["pass"] * 4})
    found = find_help(prospects, asked.auction, "C")
    assert found is not None
    expected = means(
        [dealt_to_south(deal, [*deal.stock[2:], deal.stock[0]]) for deal in prospects.deals], "C"
    )
    assert (found.trumps, found.tops) == pytest.approx(expected)
    assert find_help(prospects, asked.auction, "H") is None
