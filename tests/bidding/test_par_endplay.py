"""Par of bridge held to what endplay says of the same tables, for every dealer and vulnerability."""

from random import Random
from typing import Any

import pytest

from benchmarks.bridge import has_endplay
from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding, Par
from solver.bidding.entries import Entry
from solver.engine.answer import Bounds
from solver.game.deal import Deal
from solver.game.duplicate import Vulnerable
from solver.rules.variants import find_variant

BRIDGE = find_variant("bridge")
DEAL = Deal({seat: tuple(BRIDGE.deck[at::4]) for at, seat in enumerate(BRIDGE.players)})
"""A whole deal; a par is worked out from the table, whatever the cards."""
N_TABLES = 100
Tricks = dict[tuple[str, str], int]
"""By strain and declarer."""
Named = set[tuple[int, str, str, bool]]
"""Contracts: level, strain, side, and whether they are doubled.

endplay does not ask which partner comes to bid in their turn.
"""


def made_up(rng: Random) -> Tricks:
    """Return a table in which partners may differ, and both sides may make the same contract."""
    strength, spread = rng.gauss(6.5, rng.choice([0.4, 1, 2.2])), rng.choice([0.5, 1, 1.8])
    uneven = rng.choice([0, 0, 0.05, 0.2, 0.5])
    found = Tricks()
    for strain in BRIDGE.trumps:
        of_side = [max(0, min(13, round(rng.gauss(strength, spread))))]
        of_side.append(max(0, min(13, 13 - of_side[0] + rng.choice([-1, 0, 0, 1, 1]))))
        for seat in BRIDGE.players:
            tricks = of_side[BRIDGE.side_of(seat)] - (rng.random() < uneven)
            found[strain, seat] = max(0, tricks)
    return found


def own_par(tricks: Tricks, dealer: str, vulnerable: Vulnerable) -> Par:
    entries = []
    for (strain, taker), own in tricks.items():
        result = (13 - own, own) if BRIDGE.side_of(taker) else (own, 13 - own)
        lead = result[0] - result[1]
        leader = BRIDGE.next_seat(taker)
        entries.append(Entry(None, strain, taker, leader, Bounds(lead, lead), result, None))
    (par,) = Bidding(TableDeal(BRIDGE, DEAL, dealer, None, vulnerable=vulnerable)).pars(entries)
    return par


def par_of_endplay(tricks: Tricks, dealer: str, vulnerable: Vulnerable) -> tuple[int, Named]:
    """Return par for NS, and the contracts that endplay lists: the lowest of each strain."""
    _dds: Any = pytest.importorskip("endplay._dds")
    dds: Any = pytest.importorskip("endplay.dds.ddtable")
    parscore: Any = pytest.importorskip("endplay.dds.parscore")
    types: Any = pytest.importorskip("endplay.types")
    table = _dds.ddTableResults()
    strains = {strain: types.Denom.find(strain[0]) for strain in BRIDGE.trumps}
    for (strain, taker), own in tricks.items():
        table.resTable[strains[strain]][types.Player.find(taker)] = own
    sides = {"none": "none", "NS": "ns", "EW": "ew", "both": "both"}
    par = parscore.par(dds.DDTable(table), getattr(types.Vul, sides[vulnerable]), types.Player.find(dealer))
    names = {denom: strain for strain, denom in strains.items()}
    return par.score, {
        (
            one.level,
            names[one.denom],
            BRIDGE.side_names[one.declarer % 2],
            one.penalty != types.Penalty.passed,
        )
        for one in par
        if one.level
    }


@pytest.mark.skipif(not has_endplay(), reason="endplay is not installed")
@pytest.mark.by_day(3)
@pytest.mark.parametrize("seed", range(30))
def test_par_is_that_of_endplay(seed: int) -> None:
    rng = Random(seed)
    for _ in range(N_TABLES):
        tricks, dealer = made_up(rng), rng.choice(BRIDGE.players)
        vulnerable = rng.choice(list(Vulnerable))
        par = own_par(tricks, dealer, vulnerable)
        score, lowest = par_of_endplay(tricks, dealer, vulnerable)
        case = (tricks, dealer, vulnerable)
        assert par.difference["NS"] == score, case
        own = {(one.bid, one.trump, one.side, one.multiplier > 1) for one in par.contracts}
        assert lowest <= own, case
        # Of a strain endplay lists the lowest level, and none of level 1 that another contract equals.
        strains = {named[1:] for named in lowest}
        assert all(level == 1 or tuple(named) in strains for level, *named in own if lowest), case
