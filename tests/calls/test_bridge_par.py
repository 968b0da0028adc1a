"""Par of a pair's deals: for the side that speaks first, where that is known."""

from typing import Any

import pytest

from solver.analysis.judging import analyse
from solver.calls.bridge import judging
from solver.calls.bridge.par import PairPar
from solver.calls.judging import find_calls
from solver.calls.means import Means
from solver.cards import Card
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
