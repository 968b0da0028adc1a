"""What an auction tells of the contracts of a pair: who speaks first, for par, and what was outbid."""

from typing import Any

import pytest

from solver.analysis.judging import analyse
from solver.calls.bridge import judging
from solver.calls.bridge.finals import judge_final
from solver.calls.bridge.par import PairPar
from solver.calls.judging import find_calls
from solver.calls.means import Means
from solver.cards import Card
from solver.engine.budget import Budget, Limit
from solver.game.auctions.bridge import follow_auction
from solver.game.auctions.speaking import bid_height
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.duplicate import Vulnerable
from solver.knowledge.sampling import Sampling
from solver.rules.variants import find_variant

BRIDGE = find_variant("bridge")
PAIR = {"hand": "AQT42.K82.A73.K6", "partner": "K873.AJ4.K2.Q742"}
DEFENDERS = {"E": "96.QT3.QJT86.J95", "W": "J5.9765.954.AT83"}
NO_TRUMPS_OF_BOTH = {
    (strain, leader): [(6 + (leader in "EW"), 6 + (leader in "NS"))] * 2
    if strain == "NT"
    else [(6, 7) if leader in "EW" else (7, 6)] * 2
    for strain in BRIDGE.trumps
    for leader in BRIDGE.players
}
"""Two deals in which whoever declares makes one no trump, and nothing else."""


@pytest.mark.parametrize(("dealer", "par"), [("N", 90), ("S", 90), ("E", -90), ("W", -90), (None, 0)])
@pytest.mark.parametrize("seat", ["N", "E"])
def test_the_side_that_speaks_first_has_the_one_contract(seat: str, dealer: str | None, par: int) -> None:
    deck = BRIDGE.deck
    deal = Deal({player: tuple[Card, ...](deck[at::4]) for at, player in enumerate(BRIDGE.players)})
    pars = PairPar(BRIDGE, seat, dealer, Vulnerable.none, deal, NO_TRUMPS_OF_BOTH)
    worth = pars.worth(Means(BRIDGE, seat, 2), None, 0)
    assert worth.score == {"NS": par, "EW": -par}
    assert worth.lead.mean == (par if seat == "N" else -par)


@pytest.fixture
def dealers(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The dealers of the pars that are worked out."""
    found: list[str | None] = []

    class Told(PairPar):
        def __init__(self, rules: Any, seat: str, dealer: str | None, *others: Any) -> None:
            found.append(dealer)
            super().__init__(rules, seat, dealer, *others)

    monkeypatch.setattr(judging, "PairPar", Told)
    return found


def test_a_hand_has_the_dealer_that_is_stated(dealers: list[str | None]) -> None:
    bare = {"variant": "bridge", **PAIR, "seat": "S"}
    contract = {"contract": {"trump": "S", "bid": 4, "taker": "N"}}
    over = {"dealer": "W", "auction": ["Pass", "4S", "Pass", "Pass", "Pass"]}
    for request in (
        bare,
        bare | {"dealer": "E"},
        bare | contract,
        bare | contract | {"dealer": "W"},
        bare | over,
    ):
        find_calls(request, 2)
    assert dealers == [None, "E", None, "W", "W"]


def test_a_log_has_its_own_dealer(dealers: list[str | None]) -> None:
    log = {
        "variant": "bridge",
        "deal": {"N": PAIR["partner"], "S": PAIR["hand"], **DEFENDERS},
        "contract": {"trump": "S", "taker": "S", "bid": 2},
        "plays": [],
    }
    for told in (log, log | {"dealer": "W"}):
        analyse(told, calls=Sampling(2))
    assert dealers == [None, "W"]


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("dealer", "calls", "lowest"),
    [
        ("W", "1C 1NT Pass Pass Pass", "1D"),
        ("E", "1D Pass 2S 2NT Pass Pass Pass", "2NT"),
        ("N", "Pass 1H Pass 1S 1NT Pass Pass Pass", "1NT"),
        ("N", "1NT Pass Pass Pass", "1C"),
        ("N", "1D 1H Pass 1S 1NT Pass Pass Pass", "1C"),
        ("N", None, "1C"),
    ],
)
def test_a_contract_is_not_held_to_those_that_were_outbid_before_the_pair_bid(
    dealer: str, calls: str | None, lowest: str
) -> None:
    deck = BRIDGE.deck
    deal = Deal({player: tuple[Card, ...](deck[at::4]) for at, player in enumerate(BRIDGE.players)})
    auction = None if calls is None else follow_auction(dealer, calls.split())
    contract = Contract("NT", "N", 2 if calls and "2NT" in calls else 1)
    found = judge_final(BRIDGE, contract, deal, dealer, auction, Sampling(2), Budget(Limit()))
    assert found.contracts is not None
    heights = sorted(bid_height(BRIDGE, one.bid, one.trump) for one in found.contracts)
    assert heights == list(range(bid_height(BRIDGE, int(lowest[0]), lowest[1:]), 35))
