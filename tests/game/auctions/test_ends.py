"""Contracts to which an auction can still come: those of every way in which it can go on, and no others."""

from random import Random
from typing import Any

import pytest

from solver.game import Contract, Log, start_auction
from solver.game.auctions.auction import Auction
from solver.rules import Rules, find_variant, resolve_variant
from tests.game.auctions.test_logs import faults_of
from tests.game.auctions.test_walks import own_games
from tests.support.samples import sample_log

FEW: dict[str, Any] = {"name": "few", "trumps": ["S", "H"], "score": {"bids": [80, 90, 100]}}
UNDOUBLED = {"bids": [80, 90], "multipliers": [1]}
GAMES: dict[str, Rules] = {
    "contree": resolve_variant(FEW | {"extends": "contree"}),
    "open": resolve_variant(FEW | {"extends": "contree", "auction": {"after_double": "bids"}}),
    "undoubled": resolve_variant(FEW | {"extends": "contree", "score": UNDOUBLED}),
    **{f"own {number}": rules for number, rules in enumerate(own_games()[:2])},
    "dealer_must": find_variant("valet_de_trefle"),
    "first_must": find_variant("klaverjas_amsterdam"),
}


def can_end_in(auction: Auction, contract: Contract) -> bool:
    """True if calls to come can lead to the contract."""
    return auction.why_not(contract) is None


Known = dict[object, frozenset[Contract]]


def all_ends(auction: Auction, known: Known) -> frozenset[Contract]:
    """All contracts in which the auction can end; auctions of one moment go on alike."""
    if auction.moment not in known:
        found: set[Contract] = set()
        if auction.contract is not None:
            found = {auction.contract}
        for call in auction.calls():
            found |= all_ends(auction.call(call), known)
        known[auction.moment] = frozenset(found)
    return known[auction.moment]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", GAMES)
def test_an_auction_can_end_in_what_it_can_come_to_alone(game: str) -> None:
    rules, known, rng = GAMES[game], Known(), Random(5)
    start = start_auction(rules, rules.players[0])
    every = all_ends(start, known)
    n_asked = 0
    for _ in range(100):
        auction = start
        while not auction.is_over:
            reached = known[auction.moment]
            n_asked += 1
            for contract in every:
                assert can_end_in(auction, contract) == (contract in reached), (auction.said, contract)
            auction = auction.call(rng.choice(auction.calls()[:9]))
    assert n_asked > 100


@pytest.mark.night
@pytest.mark.slow
def test_an_auction_of_bridge_can_end_in_what_it_comes_to() -> None:
    rules, rng = find_variant("bridge"), Random(6)
    n_ended = 0
    for _ in range(1000):
        auction, before = start_auction(rules, "N"), []
        while not auction.is_over:
            before.append(auction)
            calls = auction.calls()
            auction = auction.call(calls[min(int(rng.expovariate(0.4)), len(calls) - 1)])
        contract = auction.contract
        if contract is not None:
            n_ended += 1
            assert all(can_end_in(earlier, contract) for earlier in before), auction.said
    assert n_ended > 500


@pytest.mark.parametrize(
    ("auction", "contract", "can"),
    [
        ("1S", ("H", "E", 1), False),
        ("1S", ("H", "E", 2), True),
        ("1S Pass 2S Pass", ("S", "S", 4), False),  # N named spades first
        ("1S Pass 2S Pass", ("S", "N", 4), True),
        ("Pass Pass Pass", ("C", "W", 1), True),
        ("Pass Pass Pass", ("C", "N", 1), False),
        ("Pass Pass Pass", ("D", "N", 1), True),  # over a club by W
        ("1C Pass Pass", ("D", "E", 1), True),  # W doubles
        ("1C Pass Pass", ("D", "W", 1), True),
        ("1C X XX Pass Pass", ("D", "W", 1), False),  # E alone has a call, and can only bid
        ("1C X XX Pass Pass", ("H", "W", 1), True),  # over a diamond by E
        ("1C X", ("C", "N", 1), False),  # it was doubled
    ],
)
def test_what_an_auction_of_bridge_cannot_come_to_any_more(
    auction: str, contract: tuple[str, str, int], *, can: bool
) -> None:
    open_one = start_auction(find_variant("bridge"), "N").follow(auction.split())
    assert can_end_in(open_one, Contract(*contract)) is can


BRIDGE = sample_log("bridge") | {"plays": []}


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (BRIDGE | {"auction": ["5C"], "contract": {"trump": "S", "taker": "E", "bid": 4}}, "5C stands"),
        (BRIDGE | {"auction": ["5C"], "contract": {"trump": "S", "taker": "E", "bid": 5}}, None),
        (
            BRIDGE | {"auction": ["1S", "X"], "contract": {"trump": "S", "taker": "N", "bid": 1}},
            "1S is doubled",
        ),
        (
            BRIDGE | {"auction": ["1S", "Pass", "2S"], "contract": {"trump": "S", "taker": "S", "bid": 4}},
            "N named the strain first",
        ),
        (
            BRIDGE | {"auction": ["Pass"] * 3, "contract": {"trump": "C", "taker": "N", "bid": 1}},
            "N has no call left",
        ),
        (BRIDGE | {"auction": ["1S"], "contract": {"trump": "S", "taker": "N"}, "leader": "E"}, None),
        (
            sample_log("valet_de_trefle")
            | {"auction": ["pass"] * 3, "contract": {"trump": "H", "taker": "N"}, "dealer": "W", "plays": []},
            "N has passed",
        ),
        (
            sample_log("belote")
            | {"auction": ["pass"] * 7, "contract": {"trump": "H", "taker": "S"}, "dealer": "E", "plays": []},
            "S has passed",
        ),
        (
            sample_log("belote")
            | {"auction": ["pass"] * 7, "contract": {"trump": "H", "taker": "E"}, "dealer": "E", "plays": []},
            None,
        ),
    ],
)
def test_a_log_says_why_it_cannot(log: dict[str, Any], said: str | None) -> None:
    told = f"the auction cannot come to that contract any more: {said}"
    if said is None:
        assert Log.from_dict(log).deals[0].position.contract.trump == log["contract"]["trump"]
    else:
        assert faults_of(log) == [("/contract", told)]
