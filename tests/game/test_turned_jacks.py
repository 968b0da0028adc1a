"""All fours: the jacks that can have been turned up on the way to trumps."""

from random import Random
from typing import Any

import pytest

from solver import Position, SolverError
from solver.cards import Card
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.redeal import Pack, count_jacks, deal_again
from solver.game.turned_cards import find_turned_up_faults
from solver.knowledge.known import find_knowledge
from solver.rules.variants import resolve_variant
from tests.knowledge.test_deals import check_against_brute_force
from tests.support.fair_enumeration import n_spreads

NO_JACK = {"N": "42.62.65.-", "S": "3.-.74.743"}
SPADE_JACK = {"N": "J2.62.65.-", "S": "3.-.74.743"}
"""The jack of spades is in a hand, and no other."""
OTHER_JACKS = {"N": "42.J2.65.-", "S": "3.-.J7.J43"}
"""The jack of spades is in nobody's hand, and all others are."""
WAS_DEALT = "no suit but trumps was turned up, and SJ was dealt"
ACCEPTED, REFUSED, TAKEN = ["propose", "accept"], ["propose", "refuse"], ["take"]


def faults_of(deal: dict[str, str], contract: dict[str, Any], auction: list[str] | None) -> dict[str, str]:
    body = {"variant": "all_fours", "dealer": "S", "deal": deal, "contract": {"trump": "S", **contract}}
    try:
        Position.from_dict(body if auction is None else body | {"auction": auction})
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
                found_faults = find_turned_up_faults(Deal(dealt), stated, rules, is_taken=call == "take")
                # A log can state two jacks, no more.
                assert n_jacks > 2 or not list(found_faults), (call, dealt, shown)
    assert {("take", 1), ("refuse", 1), ("accept", 1), ("accept", 2)} <= seen


@pytest.mark.parametrize(
    ("contract", "n_out", "unturned"),
    [
        ({"turned_jacks": 1}, 1, None),  # of any suit
        ({"turned_jacks": 2}, 1, None),
        ({"turned_jacks": 1, "refused": True}, 0, None),
        ({"turned_jacks": 2, "turned_up": "SJ"}, 1, "SJ"),
        ({"turned_jacks": 1, "turned_up": "SA"}, 1, "SJ"),
    ],
)
def test_players_know_which_jacks_were_turned_up_where_only_one_can_have_been(
    contract: dict[str, Any], n_out: int, unturned: str | None
) -> None:
    body = {"variant": "all_fours", "dealer": "S", "deal": NO_JACK, "contract": {"trump": "S", **contract}}
    known = find_knowledge(Position.from_dict(body))
    assert (known.n_jacks_out, known.unturned and str(known.unturned)) == (n_out, unturned)
    is_known = contract != {"turned_jacks": 1} and contract.get("turned_up") != "SA"
    assert (Card("S", "J") in known.pool) is not is_known


@pytest.mark.parametrize(
    "contract",
    [
        {"turned_jacks": 1, "refused": True},
        {"turned_jacks": 2},
        {"turned_jacks": 1, "turned_up": "SA"},
        {"turned_jacks": 1, "turned_up": "SJ"},
        {"turned_jacks": 1},
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_no_deal_is_believed_in_which_they_cannot_have_been(contract: dict[str, Any], seed: int) -> None:
    body = {"variant": "all_fours", "dealer": "S", "deal": NO_JACK, "contract": {"trump": "S", **contract}}
    position, rng = Position.from_dict(body), Random(seed)
    while n_spreads(position, 2000) > 2000:
        position = position.play(rng.choice(position.legal_plays()))
    check_against_brute_force(position)
