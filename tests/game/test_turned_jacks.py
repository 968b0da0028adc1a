"""All fours: the jacks that can have been turned up on the way to trumps."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from solver import Log, Position, SolverError
from solver.cards import Card
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.redeal import Pack, count_jacks, deal_again
from solver.game.turned_cards import TurnedCards, find_turned_up_faults
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.rules.variants import resolve_variant
from tests.knowledge.test_deals import check_against_brute_force, deal_key
from tests.support.depth import by_depth
from tests.support.fair_enumeration import believable_deals, n_spreads

NO_JACK = {"N": "42.62.65.-", "S": "3.-.74.743"}
SPADE_JACK = {"N": "J2.62.65.-", "S": "3.-.74.743"}
"""The jack of spades is in a hand, and no other."""
OTHER_JACKS = {"N": "42.J2.65.-", "S": "3.-.J7.J43"}
"""The jack of spades is in nobody's hand, and all others are."""
WAS_DEALT = "no suit but trumps was turned up, and SJ was dealt"
ACCEPTED, REFUSED, TAKEN = ["propose", "accept"], ["propose", "refuse"], ["take"]


def body_of(
    deal: dict[str, str], contract: dict[str, Any], beside: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    contract = {"trump": "S", **contract}
    return {"variant": "all_fours", "dealer": "S", "deal": deal, "contract": contract, "plays": [], **beside}


def faults_of(
    deal: dict[str, str], contract: dict[str, Any], auction: list[str] | None, first: str | None = None
) -> dict[str, str]:
    try:
        Log.from_dict(body_of(deal, contract, {"auction": auction, "turned_up": first}))
    except SolverError as error:
        return {fault.pointer: fault.detail for fault in error.faults}
    return {}


@pytest.mark.parametrize(
    ("deal", "contract", "auction"),
    [
        (SPADE_JACK, {"turned_jacks": 1}, None),  # of the suit offered first
        (SPADE_JACK, {"turned_jacks": 1, "turned_up": "SA"}, None),
        (SPADE_JACK, {"turned_jacks": 1}, ACCEPTED),
        (SPADE_JACK, {"turned_jacks": 0}, TAKEN),
        (OTHER_JACKS, {"turned_jacks": 1}, None),
        (OTHER_JACKS, {"turned_jacks": 1}, ACCEPTED),
        (OTHER_JACKS, {"turned_jacks": 1}, TAKEN),
        (OTHER_JACKS, {"turned_jacks": 1, "turned_up": "SJ"}, TAKEN),
        (OTHER_JACKS, {"turned_jacks": 1, "refused": True}, None),
        (OTHER_JACKS, {"turned_jacks": 1}, REFUSED),
        (NO_JACK, {"turned_jacks": 2}, None),
        (NO_JACK, {"turned_jacks": 2}, ACCEPTED),
    ],
)
def test_jacks_of_the_suits_turned_up(
    deal: dict[str, str], contract: dict[str, Any], auction: list[str] | None
) -> None:
    """The last suit turned up is that of trumps; before it comes one other, if the first one did not stay."""
    assert faults_of(deal, contract, auction) == {}


@pytest.mark.parametrize(
    ("deal", "contract", "auction", "why"),
    [
        (
            SPADE_JACK,
            {"turned_jacks": 2},
            None,
            "SJ was dealt, and only one suit besides trumps was turned up",
        ),
        (SPADE_JACK, {"turned_jacks": 1, "refused": True}, None, WAS_DEALT),
        (SPADE_JACK, {"turned_jacks": 1}, REFUSED, WAS_DEALT),
        (SPADE_JACK, {"turned_jacks": 1}, TAKEN, WAS_DEALT),
        (
            OTHER_JACKS,
            {"turned_jacks": 1, "turned_up": "SA"},
            None,
            "SA was turned up, and the players hold the jacks of the other suits",
        ),
        (
            NO_JACK,
            {"turned_jacks": 2},
            TAKEN,
            "the suit that was turned up first was taken, and no other was turned up",
        ),
    ],
)
def test_jacks_of_other_suits(
    deal: dict[str, str], contract: dict[str, Any], auction: list[str] | None, why: str
) -> None:
    (said,) = faults_of(deal, contract, auction).items()
    n_jacks = "1 jack" if contract["turned_jacks"] == 1 else "2 jacks"
    assert said == ("/contract/turned_jacks", f"{n_jacks} cannot have been turned up: {why}")


@pytest.mark.parametrize("trumps", ["SHDC", "SH"])
@pytest.mark.parametrize("game", ["all_fours", "all_fours_4"])
def test_whatever_a_pack_turns_up_can_have_been_turned_up(game: str, trumps: str) -> None:
    """Where only two suits can be trumps, the others are passed over on the way to them."""
    rules = resolve_variant({"extends": game, "name": "club", "trumps": list(trumps)})
    rng, seats, size = Random(1), rules.players, rules.cards_each
    seen: set[tuple[str, int]] = set()
    for _ in range(400):
        pack = rng.sample(rules.deck, len(rules.deck))
        hands = {seat: tuple(pack[size * n : size * (n + 1)]) for n, seat in enumerate(seats)}
        first, *below = pack[size * len(seats) :]
        ends: list[tuple[str, dict[str, tuple[Card, ...]], tuple[Card, ...]]] = []
        if first.suit in rules.trumps:
            ends += [(call, hands, (first,)) for call in ("take", "refuse")]
        if found := deal_again(rules, seats[0], hands, Pack(first, tuple(below))):
            kept = {seat: tuple(rng.sample(hand, size)) for seat, hand in found.hands.items()}
            ends.append(("accept", kept, (first, *found.passed_over, found.turned_up)))
        for call, dealt, shown in ends:
            n_jacks, last = count_jacks(shown), shown[-1]
            seen.add((call, n_jacks))
            for known in (None, last):
                stated = Contract(last.suit, turned_jacks=n_jacks, refused=call == "refuse", turned_up=known)
                told = TurnedCards(shown[:-1], is_taken=call == "take")
                found_faults = [
                    fault
                    for heard in (told, TurnedCards(shown[:1] if call == "accept" else (), told.is_taken))
                    for fault in find_turned_up_faults(Deal(dealt), stated, rules, told=heard)
                ]
                if call != "take":
                    found_faults += find_turned_up_faults(Deal(dealt), stated, rules)
                # A log can state two jacks, no more.
                assert n_jacks > 2 or not found_faults, (call, dealt, shown)
    assert {("take", 1), ("refuse", 1), ("accept", 1), ("accept", 2)} <= seen


@pytest.mark.parametrize(
    ("deal", "contract", "why"),
    [
        ({"N": "42.J2.65.-", "S": "J3.-.74.74"}, {"turned_jacks": 1}, "SJ and HJ"),
        ({"N": "42.J2.65.-", "S": "J3.-.74.74"}, {"turned_jacks": 1, "turned_up": "S9"}, "HJ"),
        ({"N": "42.J2.65.-", "S": "3.-.74.743"}, {"turned_jacks": 2}, "HJ"),
        ({"N": "42.J2.65.-", "S": "3.-.74.743"}, {"turned_jacks": 2, "turned_up": "SJ"}, "HJ"),
        (OTHER_JACKS, {"turned_jacks": 1}, None),  # that of trumps
        ({"N": "J2.62.65.-", "S": "-.-.J74.J43"}, {"turned_jacks": 1}, None),  # another heart after the first
        (SPADE_JACK, {"turned_jacks": 1, "turned_up": "S9"}, None),
        (NO_JACK, {"turned_jacks": 2}, None),
    ],
)
def test_jacks_after_a_card_that_is_known(
    deal: dict[str, str], contract: dict[str, Any], why: str | None
) -> None:
    """Where H5 was turned up first no suit but hearts and trumps came after it."""
    able = "HJ" if contract.get("turned_up") == "S9" else "SJ and HJ"
    n_jacks = "1 jack" if contract["turned_jacks"] == 1 else "2 jacks"
    said = f"{n_jacks} cannot have been turned up: H5 was turned up first, so that only {able} can have been"
    expected = {} if why is None else {"/contract/turned_jacks": f"{said}, and the players hold {why}"}
    assert faults_of(deal, contract, ACCEPTED, "H5") == expected


@pytest.mark.parametrize(
    ("contract", "beside", "jacks", "out"),
    [
        ({"turned_jacks": 1}, {}, "SHDC", ""),  # of any suit
        ({"turned_jacks": 2}, {}, "HDC", "S"),
        ({"turned_jacks": 1, "refused": True}, {}, "", "S"),
        ({"turned_jacks": 1}, {"auction": REFUSED}, "", "S"),
        ({"turned_jacks": 1}, {"auction": TAKEN}, "", "S"),
        ({"turned_jacks": 1}, {"auction": ACCEPTED}, "SHDC", ""),
        ({"turned_jacks": 1}, {"auction": ACCEPTED, "turned_up": "H7"}, "SH", ""),
        ({"turned_jacks": 2}, {"auction": ACCEPTED, "turned_up": "H7"}, "", "SH"),
        ({"turned_jacks": 2, "turned_up": "SJ"}, {}, "HDC", "S"),
        ({"turned_jacks": 2, "turned_up": "SJ"}, {"auction": ACCEPTED, "turned_up": "H7"}, "", "SH"),
        ({"turned_jacks": 1, "turned_up": "SA"}, {}, "HDC", ""),
        ({"turned_jacks": 1, "turned_up": "SA"}, {"auction": ACCEPTED, "turned_up": "H7"}, "", "H"),
        ({"turned_jacks": 1}, {"auction": ACCEPTED, "turned_up": "HJ"}, "", "H"),
    ],
)
def test_players_know_which_jacks_can_have_been_turned_up(
    contract: dict[str, Any], beside: dict[str, Any], jacks: str, out: str
) -> None:
    """As contract and auction tell: one of ``jacks`` besides those that are ``out``."""
    (deal,) = Log.from_dict(body_of(NO_JACK, contract, beside)).deals
    known = find_knowledge(deal.position, deal.turned_cards)
    assert known.jacks_out == {frozenset({Card(suit, "J")}) for suit in jacks}
    assert {suit for suit in "SHDC" if Card(suit, "J") not in known.pool} == set(out)


@pytest.mark.parametrize(
    "contract",
    [
        {"turned_jacks": 1, "refused": True},
        {"turned_jacks": 2},
        {"turned_jacks": 1, "turned_up": "SA"},
        {"turned_jacks": 1, "turned_up": "SJ"},
        {"turned_jacks": 1},
        {"turned_jacks": 0},
    ],
)
@pytest.mark.parametrize("seed", range(by_depth(1, 3)))
def test_no_deal_is_believed_in_which_they_cannot_have_been(contract: dict[str, Any], seed: int) -> None:
    body = {"variant": "all_fours", "dealer": "S", "deal": NO_JACK, "contract": {"trump": "S", **contract}}
    position, rng = Position.from_dict(body), Random(seed)
    while n_spreads(position, 2000) > 2000:
        position = position.play(rng.choice(position.legal_plays()))
    check_against_brute_force(position)


@pytest.mark.parametrize(
    ("contract", "beside"),
    [
        ({"turned_jacks": 1}, {"auction": TAKEN}),
        ({"turned_jacks": 1}, {"auction": REFUSED}),
        ({"turned_jacks": 1}, {"auction": ACCEPTED, "turned_up": "H5"}),
        ({"turned_jacks": 1, "turned_up": "S9"}, {"auction": ACCEPTED, "turned_up": "H5"}),
        ({"turned_jacks": 1}, {"auction": ACCEPTED, "turned_up": "HJ"}),
        ({"turned_jacks": 2}, {"auction": ACCEPTED, "turned_up": "H5"}),
    ],
)
@pytest.mark.parametrize("seed", range(by_depth(1, 2)))
def test_the_deals_believed_are_those_that_the_log_could_tell(
    contract: dict[str, Any], beside: dict[str, Any], seed: int
) -> None:
    body, rng = body_of(NO_JACK, contract, beside), Random(seed)
    position = Log.from_dict(body).deals[0].position
    while n_spreads(position, 2000) > 2000:
        position = position.play(rng.choice(position.legal_plays()))
    told = body | {"plays": [str(card) for card in position.plays]}
    possible = {deal_key(other.deal) for other in believable_deals(position) if is_log(told, other)}
    (deal,) = Log.from_dict(told).deals
    deals = ConsistentDeals(find_knowledge(deal.position, deal.turned_cards))
    assert {deal_key(deals[number]) for number in range(deals.count)} == possible


def is_log(told: dict[str, Any], other: Position) -> bool:
    """True if a log that tells the same, of another deal, has no fault."""
    try:
        Log.from_dict(told | {"deal": other.to_dict()["deal"]})
    except SolverError:
        return False
    return True
