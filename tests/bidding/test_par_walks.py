"""Par held to the machine of calls: the value of every auction that players could hold, call by call."""

from random import Random
from typing import Any

import pytest

from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding
from solver.bidding.entries import Entry
from solver.cards import parse_card
from solver.engine.answer import Bounds
from solver.game.auctions.auction import Auction
from solver.game.auctions.start import start_auction
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.scoring import deal_score
from solver.game.tally import lead_of
from solver.rules.rules import Rules
from solver.rules.variants import find_variant

Results = dict[tuple[str, str], tuple[int, int]]
"""By the taker, or their side, and trumps, the points of both sides."""


def small(**auction: str) -> Rules:
    """Contrée with two suits for trumps and four bids, so that every auction can be held."""
    facts: dict[str, Any] = {"name": "small", "trumps": ["S", "H"], "auction": auction}
    return Rules.from_dict(facts | {"score": {"bids": [80, 110, 140, 250]}}, parent=find_variant("contree"))


GAMES = [
    small(),
    small(after_double="bids"),
    small(first_call="dealer"),
    small().override({"contract_scoring": "bid_only"}),
    *(
        Rules.from_dict({"name": "less", "score": {"multipliers": multipliers}}, parent=small())
        for multipliers in ([1], [1, 2])
    ),
]


def made_up(rules: Rules, rng: Random) -> Results:
    found: Results = {}
    for trump in rules.trumps:
        for side in rules.sides:
            points = rng.choice([40, 82, 95, 115, 118, 142, 250])
            own, other = (250, 0) if points == 250 else (points, 162 - points)
            found[side, trump] = (own, other) if side == rules.sides[0] else (other, own)
    return found


def lead(rules: Rules, contract: Contract | None, results: Results) -> int:
    """What side 0 scores minus side 1 when an auction ends so; nothing for a deal thrown in."""
    if contract is None:
        return 0
    taker = str(contract.taker)
    who = taker if (taker, contract.trump) in results else rules.sides[rules.side_of(taker)]
    score = deal_score(rules, contract, "N", results[who, contract.trump], None)
    assert score is not None
    return lead_of(score.by_side)


def value_of_calls(start: Auction, results: Results) -> int:
    """Play the auction out call by call, each player for their side."""
    rules = start.rules
    known: dict[tuple[object, ...], int] = {}

    def value(auction: Auction) -> int:
        if (seat := auction.to_call) is None:
            return lead(rules, auction.contract, results)
        # What was said before does not matter, but for who speaks, what stands, and the passes since.
        n_passes = next(
            (n for n, call in enumerate(reversed(auction.said)) if call != "pass"), len(auction.said)
        )
        state = (seat, *sorted(auction.parts.items()), n_passes)
        if state not in known:
            best = max if rules.side_of(seat) == 0 else min
            known[state] = best(value(auction.call(call)) for call in auction.calls())
        return known[state]

    return value(start)


@pytest.mark.by_day(6)
@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("seed", range(8))
def test_par_of_bids_is_the_value_of_the_calls(number: int, seed: int) -> None:
    rules, rng = GAMES[number], Random(seed)
    dealer, results = rng.choice(rules.players), made_up(rules, rng)
    entries = [
        Entry(None, trump, taker, taker, Bounds(lead_of(pair), lead_of(pair)), pair, None)
        for trump in rules.trumps
        for taker in rules.players
        for pair in [results[rules.sides[rules.side_of(taker)], trump]]
    ]
    asked = TableDeal(rules, Deal(dict.fromkeys(rules.players, ())), dealer, None)
    (par,) = Bidding(asked).pars(entries)
    assert par.difference[rules.sides[0]] == value_of_calls(start_auction(rules, dealer), results)


@pytest.mark.by_day(6)
@pytest.mark.parametrize("after_double", ["redouble", "bids"])
@pytest.mark.parametrize("seed", range(16))
def test_par_of_bids_is_the_value_of_the_calls_where_partners_are_worth_different_results(
    seed: int, after_double: str
) -> None:
    rules, rng = small(after_double=after_double), Random(seed)
    rules = Rules.from_dict({"name": "taker_leads", "first_lead": "taker"}, parent=rules)
    dealer, results = rng.choice(rules.players), Results()
    for trump in rules.trumps:
        for taker in rules.players:
            points = rng.choice([40, 82, 95, 115, 118, 142])
            results[taker, trump] = (points, 162 - points)
            if rules.side_of(taker):
                results[taker, trump] = (162 - points, points)
    entries = [
        Entry(None, trump, taker, taker, Bounds(lead_of(pair), lead_of(pair)), pair, None)
        for (taker, trump), pair in results.items()
    ]
    asked = TableDeal(rules, Deal(dict.fromkeys(rules.players, ())), dealer, None)
    (par,) = Bidding(asked).pars(entries)
    assert par.difference[rules.sides[0]] == value_of_calls(start_auction(rules, dealer), results)


@pytest.mark.parametrize("second_turn", ["new_card", "any_suit"])
@pytest.mark.parametrize("seed", range(12))
def test_par_of_belote_is_the_value_of_the_calls(seed: int, second_turn: str) -> None:
    rules, rng = find_variant("belote").override({"second_turn": second_turn}), Random(seed)
    dealer, cards = rng.choice(rules.players), rng.sample(rules.deck, 12)
    asked = TableDeal(
        rules, Deal(dict.fromkeys(rules.players, ()), tuple(cards[1:])), dealer, None, turned_up=cards[0]
    )
    results: dict[tuple[int, str, str], tuple[int, int]] = {}
    for turn in asked.turns:
        for trump in turn.trumps:
            for taker in rules.players:
                points = rng.randrange(163)
                results[turn.number, taker, trump] = (points, 162 - points)
    entries = [
        Entry(turn, trump, taker, taker, Bounds(lead_of(pair), lead_of(pair)), pair, None)
        for (turn, taker, trump), pair in results.items()
    ]
    (par,) = Bidding(asked).pars(entries)

    def value(auction: Auction) -> int:
        if (seat := auction.to_call) is None:
            taken = auction.contract
            if taken is None:
                return 0
            turn = 1 if len(auction.said) <= rules.n_players else 2
            score = deal_score(rules, taken, dealer, results[turn, str(taken.taker), taken.trump], None)
            assert score is not None
            return lead_of(score.by_side)
        best = max if rules.side_of(seat) == 0 else min
        return best(value(auction.call(call)) for call in auction.calls())

    start = start_auction(rules, dealer, cards[0], pack=cards[1:])
    assert par.difference[rules.sides[0]] == value(start)


def test_without_a_card_of_another_suit_there_is_one_turn() -> None:
    rules = find_variant("belote")
    pack = [parse_card(f"S{rank}") for rank in "KQJT987"]
    auction = start_auction(rules, "N", parse_card("SA"), pack=pack).follow(["pass"] * 4)
    assert auction.is_thrown_in
