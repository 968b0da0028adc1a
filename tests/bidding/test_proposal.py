"""All fours with the pack in order: by hand, against trying everything, in limits, and what is refused."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver import (
    Card,
    Contract,
    Deal,
    Limit,
    Position,
    SolverError,
    find_variant,
    parse_card,
    resolve_variant,
    solve,
    tabulate,
)
from solver.bidding.matrix import solve_matrix
from solver.bidding.proposal import Proposal
from solver.game.redeal import Pack, Redeal, deal_again
from tests.support.budgets import FEW
from tests.support.positions import SEEDS

FOURS = find_variant("all_fours")
ONE_CARD = {"name": "one_card", "extends": "all_fours", "deck": {"cards_each": 1}}
TWO_CARDS = {"name": "two_cards", "extends": "all_fours", "deck": {"cards_each": 2}}

HAND = {
    "variant": ONE_CARD,
    "dealer": "N",
    "deal": {"N": ["HA"], "S": ["C2"]},
    "turned_up": "H7",
    "stock": ["SA", "SK", "SQ", "D2", "D3", "D4", "S5"],
}
"""One card each.  In hearts north ruffs: high and low with the only trump, and game, 3 points to nothing.

After a redeal south has three top spades, which are trumps, and keeps one: 3 points to nothing.
"""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def settled(body: dict[str, Any], limit: Limit | None = None) -> Proposal:
    table = tabulate(body) if limit is None else tabulate(body, limit)
    assert table.proposal is not None
    return table.proposal


def leads_of(proposal: Proposal) -> dict[str, Fraction]:
    assert proposal.exact
    return {word: found.low for word, found in proposal.outcomes.items()}


# ---- what is dealt


@pytest.mark.parametrize("dealer", "NS")
def test_three_cards_each_the_dealers_opponent_first_and_a_card_of_another_suit(dealer: str) -> None:
    hands = {"N": cards("SJ S9 H4 DQ D8 CJ"), "S": cards("SQ HA HJ DK D2 C6")}
    pack = Pack(parse_card("D3"), cards("S4 CT H8 C5 H2 C3 DJ D5 HT SA"))
    to_opponent, to_dealer = cards("S4 CT H8"), cards("C5 H2 C3")
    more = {"N": to_dealer, "S": to_opponent} if dealer == "N" else {"N": to_opponent, "S": to_dealer}
    assert deal_again(FOURS, dealer, hands, pack) == Redeal(
        {seat: hands[seat] + more[seat] for seat in "NS"}, cards("DJ D5"), parse_card("HT")
    )
    assert deal_again(FOURS, dealer, hands, Pack(pack.turned_up, pack.cards[:8])) is None


# ---- by hand


def test_whoever_gains_by_a_refusal_proposes() -> None:
    proposal = settled(HAND)
    assert leads_of(proposal) == {"take": 3, "refuse": 2, "accept": -3}
    # North refuses, as to accept would turn 2 ahead into 3 behind; so to propose saves south a point.
    assert proposal.best() == {"S": ["propose"], "N": ["refuse"]}
    assert [*proposal.value] == [2, 2]


def test_jacks_turned_up_are_the_dealers() -> None:
    # The jack of hearts is turned up first: a point to north whatever they decide.
    proposal = settled({**HAND, "turned_up": "HJ"})
    assert leads_of(proposal) == {"take": 4, "refuse": 3, "accept": -2}
    # It is passed over on the way to the jack of spades: two points, if north accepts.
    proposal = settled({**HAND, "stock": ["SA", "SK", "SQ", "D2", "D3", "D4", "HJ", "H5", "SJ"]})
    assert leads_of(proposal) == {"take": 3, "refuse": 2, "accept": -1}
    assert [str(card) for card in proposal.redeal.passed_over] == ["HJ", "H5"]


def test_the_dealer_accepts_what_is_better_and_the_opponent_then_takes() -> None:
    # The same with the spades coming to north: 3 ahead with spades, too, against 2 after a refusal.
    stock = ["D2", "D3", "D4", "SA", "SK", "SQ", "S5"]
    proposal = settled({**HAND, "stock": stock})
    assert leads_of(proposal) == {"take": 3, "refuse": 2, "accept": 3}
    assert proposal.best() == {"S": ["take", "propose"], "N": ["accept"]}
    # A point more, for the jack turned up, and south takes.
    proposal = settled({**HAND, "stock": [*stock[:6], "SJ"]})
    assert leads_of(proposal) == {"take": 3, "refuse": 2, "accept": 4}
    assert proposal.best() == {"S": ["take"], "N": ["accept"]}
    assert [*proposal.value] == [3, 3]


def test_what_the_table_says_of_it() -> None:
    data = tabulate(HAND).to_dict()
    assert [entry["trump"] for entry in data["entries"]] == ["H"]
    assert (data["turned_up"], data["exact"]) == ("H7", True)
    proposal = data["proposal"]
    assert proposal["difference"] == {"N": 2, "S": -2}
    assert proposal["outcomes"] == [
        {"choice": "take", "by": "S", "difference": {"N": 3, "S": -3}},
        {"choice": "refuse", "by": "N", "difference": {"N": 2, "S": -2}},
        {"choice": "accept", "by": "N", "difference": {"N": -3, "S": 3}},
    ]
    assert proposal["redeal"]["turned_up"] == "S5"
    assert proposal["redeal"]["deal"] == {"N": "-.A.432.-", "S": "AKQ.-.-.2"}
    assert proposal["redeal"]["discards"]["difference"] == {"N": -3, "S": 3}


# ---- against trying everything


SMALL = resolve_variant(TWO_CARDS)


def lead(hands: dict[str, tuple[Card, ...]], trump: str, dealer: str) -> int:
    """North's points minus south's with best play."""
    answer = solve(Position(SMALL, Contract(trump), Deal(hands), dealer=dealer), Limit(table_mib=1), "best")
    assert answer.value is not None
    return answer.value["N"] - answer.value["S"]


def random_body(seed: int) -> dict[str, Any]:
    rng = Random(seed)
    pack = [str(card) for card in rng.sample(FOURS.deck, 52)]
    # Jacks on top in many of them, as they count.
    if rng.random() < 0.5:
        pack[10:14] = sorted(pack[10:14], key=lambda card: card[1] != "J")
    deal = {"N": pack[:2], "S": pack[2:4]}
    return {
        "variant": TWO_CARDS,
        "dealer": rng.choice("NS"),
        "deal": deal,
        "turned_up": pack[4],
        "stock": pack[5:],
    }


@pytest.mark.slow
@given(SEEDS)
@FEW
def test_proposals_against_trying_every_decision(seed: int) -> None:
    body = random_body(seed)
    dealer, stock = body["dealer"], [parse_card(card) for card in body["stock"]]
    hands = {seat: tuple(map(parse_card, body["deal"][seat])) for seat in "NS"}
    first, opponent = parse_card(body["turned_up"]), "S" if dealer == "N" else "N"
    sign = 1 if dealer == "N" else -1
    take = lead(hands, first.suit, dealer) + sign * (first.rank == "J")
    nine = {opponent: hands[opponent] + tuple(stock[:3]), dealer: hands[dealer] + tuple(stock[3:6])}
    rest = stock[6:]
    jacks = int(first.rank == "J")
    while rest[0].suit == first.suit:
        jacks += rest.pop(0).rank == "J"
    jacks += rest[0].rank == "J"
    kept = {seat: list(combinations(nine[seat], 2)) for seat in "NS"}
    matrix = [
        [lead({"N": north, "S": south}, rest[0].suit, dealer) for south in kept["S"]] for north in kept["N"]
    ]
    accept = solve_matrix(matrix).value + sign * jacks
    refuse = Fraction(take - sign)
    proposal = settled(body)
    assert leads_of(proposal) == {"take": take, "refuse": refuse, "accept": accept}
    answer = max(refuse, accept) if dealer == "N" else min(refuse, accept)
    value = min(take, answer) if dealer == "N" else max(take, answer)
    assert [*proposal.value] == [value, value]
    assert ("take" in proposal.best()[opponent]) == (take == value)
    assert ("propose" in proposal.best()[opponent]) == (answer == value)
    assert ("accept" in proposal.best()[dealer]) == (accept == answer)


# ---- limits


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1, 60, 300, 1000])
def test_within_a_limit_there_are_bounds(nodes: int) -> None:
    for seed in range(5):
        body = random_body(seed)
        whole, part = settled(body), settled(body, Limit(nodes=nodes))
        for word, found in part.outcomes.items():
            assert found.low <= whole.outcomes[word].low <= found.high
        assert part.value.low <= whole.value.low <= part.value.high
        table = tabulate(body, Limit(nodes=nodes))
        assert table.exact == part.exact
        assert ("best" in table.to_dict()["proposal"]) == part.exact
        assert (table.ended is None) == table.exact


# ---- what is refused


def faults_of(body: object) -> dict[str, str]:
    with pytest.raises(SolverError) as refused:
        tabulate(body)  # type: ignore[arg-type]
    return {fault.pointer: fault.detail for fault in refused.value.faults}


@pytest.mark.parametrize(
    ("changes", "pointer", "said"),
    [
        (
            {"stock": ["SA", "SK", "SQ", "D2", "D3", "D4"]},
            "/stock",
            "no card of another suit than that of H7",
        ),
        ({"stock": ["SA", "SK", "SQ", "D2", "D3", "D4", "H5"]}, "/stock", "below the 6 cards of a redeal"),
        ({"stock": ["SA", "SA", "SQ", "D2", "D3", "D4", "S5"]}, "/stock/1", "SA is there twice"),
        ({"stock": ["HA", "SK", "SQ", "D2", "D3", "D4", "S5"]}, "/stock/0", "HA is there twice"),
        ({"stock": "SA"}, "/stock", "not a list of cards"),
        ({"turned_up": "C2"}, "/turned_up", "C2 is there twice"),
        ({"turned_up": "XX"}, "/turned_up", "XX"),
        ({"contract": {"trump": "H"}}, "/contract", "still to come"),
        ({"plays": ["C2"]}, "/plays", "still to come"),
        ({"contract": {}, "auction": ["foo"]}, "/auction/0", "is not a call"),
        ({"leader": "S"}, "/leader", "still to come"),
        ({"dealer": None}, "/dealer", "neither dealer nor leader"),
        ({"deal": {"N": ["HA", "HK"], "S": ["C2"]}}, "/deal/N", "2 cards"),
    ],
)
def test_faults_of_a_pack(changes: dict[str, Any], pointer: str, said: str) -> None:
    found = faults_of({**HAND, **changes})
    assert said in found[pointer], found


def test_for_four_players_discards_are_not_solved() -> None:
    pack = [str(card) for card in Random(3).sample(FOURS.deck, 52)]
    nine = {seat: pack[9 * place : 9 * place + 9] for place, seat in enumerate("NESW")}
    body = {"variant": "all_fours_4", "dealer": "N", "deal": nine}
    said = "what to discard after a redeal is solved for two players only"
    assert faults_of(body) == {"/deal": said}
    six = {seat: hand[:6] for seat, hand in nine.items()}
    assert faults_of({**body, "deal": six, "turned_up": pack[40], "stock": pack[41:]}) == {"/stock": said}
    assert tabulate({**body, "deal": six}).exact
