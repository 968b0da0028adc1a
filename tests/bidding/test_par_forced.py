"""Par where trumps are named in turn and somebody has to name them at last: valet de trèfle and klaverjas."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding, Par
from solver.bidding.entries import Entry
from solver.bidding.par import Offer, settle_turns
from solver.bidding.table import tabulate
from solver.engine.answer import Bounds
from solver.game.deal import Deal
from solver.rules.variants import find_variant
from tests.support.positions import SEEDS


@given(SEEDS, st.booleans())
def test_a_forced_auction_against_trying_everything(seed: int, first_must: bool) -> None:
    rng = Random(seed)
    offers = [
        [Offer(0, seat % 2, trump, (str(seat),), {1: rng.randint(-3, 3)}) for trump in "SHDC"]
        for seat in range(4)
    ]
    speak = [0, 1, 2, 3, *([0] if first_must else [])]

    def value(at: int) -> int:
        seat = speak[at]
        options = [offer.leads[1] for offer in offers[seat]]
        options += [] if at == len(speak) - 1 else [value(at + 1)]
        return max(options) if seat % 2 == 0 else min(options)

    settled = settle_turns([(seat % 2, offers[seat]) for seat in speak], must_take=True)
    assert settled.lead == value(0)
    assert settled.finals
    assert all(final.offer.leads[1] == settled.lead for final in settled.finals)


def test_the_dealer_takes_what_loses_least_when_nobody_gains_by_taking() -> None:
    # Whoever takes loses: the three before pass, and the last must, in hearts, which costs least.
    def chance(seat: str, leads: dict[str, int]) -> tuple[int, list[Offer]]:
        side = "NESW".index(seat) % 2
        return side, [Offer(0, side, trump, (seat,), {1: lead}) for trump, lead in leads.items()]

    choices = [
        chance("E", {"S": 162, "H": 150}),
        chance("S", {"S": -162, "H": -150}),
        chance("W", {"S": 162, "H": 150}),
        chance("N", {"S": -162, "H": -100}),
    ]
    settled = settle_turns(choices, must_take=True)
    assert settled.lead == -100
    assert [(final.offer.takers, final.offer.trump) for final in settled.finals] == [(("N",), "H")]
    assert settle_turns(choices).lead == 0


def all_fail() -> dict[tuple[str, str], tuple[int, int]]:
    """By taker and trump, results of which none makes the contract."""
    return {
        (taker, trump): ((60, 102) if taker in "NS" else (102, 60)) for taker in "NESW" for trump in "SHDC"
    }


def forced_par(results: dict[tuple[str, str], tuple[int, int]], game: str, dealer: str) -> Par:
    """Par of made-up results, by taker and trump."""
    rules = find_variant(game)
    asked = TableDeal(rules, Deal(dict.fromkeys("NESW", ())), dealer, None)
    entries = [
        Entry(None, trump, taker, taker, Bounds(result[0] - result[1], result[0] - result[1]), result, None)
        for (taker, trump), result in results.items()
    ]
    (par,) = Bidding(asked).pars(entries)
    return par


def test_par_of_valet_de_trefle_by_hand() -> None:
    # Takers in the order in which they speak when west deals: north, east, south, west.
    # In spades north and south make 100 : 62, in all else whoever takes fails and the others have 162.
    results = all_fail() | {(taker, "S"): (100, 62) for taker in "NS"}
    par = forced_par(results, "valet_de_trefle", "W")
    # If all pass, west must take and fails: 162 for north and south, who therefore pass, as does east.
    assert par.opens == "NS"
    assert par.difference == {"NS": 162, "EW": -162}
    assert {contract.takers for contract in par.contracts} == {("W",)}
    assert [contract.trump for contract in par.contracts] == ["S", "H", "D", "C"]
    # When north deals, north must in the end, and takes spades; neither side wants to take before.
    par = forced_par(results, "valet_de_trefle", "N")
    assert (par.opens, par.difference) == ("EW", {"NS": 38, "EW": -38})
    assert {(contract.takers, contract.trump) for contract in par.contracts} == {(("S",), "S"), (("N",), "S")}


def test_in_klaverjas_the_first_must_when_all_have_passed() -> None:
    par = forced_par(all_fail(), "klaverjas_amsterdam", "W")
    # Whoever takes fails, so nobody takes, and north, who has spoken first, must.
    assert par.difference == {"NS": -162, "EW": 162}
    assert {contract.takers for contract in par.contracts} == {("N",)}


@pytest.mark.parametrize("dealer", "NESW")
def test_par_of_a_deal_of_valet_de_trefle_against_trying_everything(dealer: str) -> None:
    deal = {"N": "K.A9.-.-", "E": "Q.-.A.9", "S": "-.KJ.J.-", "W": "A.-.-.AT"}
    rules = {"short_deals": True}
    table = tabulate({"variant": "valet_de_trefle", "dealer": dealer, "deal": deal, "rules": rules})
    leads = {(entry.taker, entry.trump): scored.lead for entry, scored in table.entries if scored is not None}
    assert len(leads) == 16
    seats = table.asked.rules.seats_from(table.asked.rules.next_seat(dealer))

    def value(at: int) -> int:
        options = [leads[seats[at], trump] for trump in "SHDC"] + ([] if at == 3 else [value(at + 1)])
        return max(options) if seats[at] in "NS" else min(options)

    assert table.par is not None
    assert table.par.difference["NS"] == value(0)
    assert table.par.contracts
    assert all(contract.score["NS"] - contract.score["EW"] == value(0) for contract in table.par.contracts)
    without = tabulate({"variant": "valet_de_trefle", "deal": deal, "rules": rules})
    assert without.pars == ()
