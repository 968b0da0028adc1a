"""Bridge judged before the play: held to tables and solves of the deals drawn, one by one."""

from dataclasses import replace
from math import hypot
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from solver.bidding.asked import TableDeal
from solver.bidding.table import tabulate
from solver.calls.asked import AskedHand
from solver.calls.bridge.drawing import draw
from solver.calls.doubt import doubt_of_swing
from solver.calls.judging import find_calls
from solver.cards import NO_TRUMPS, SUITS
from solver.engine.budget import Limit
from solver.engine.solver import solve
from solver.errors import SolverError
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.duplicate import contract_score
from solver.game.position import Position
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.sampling import Sampling
from solver.prospects.pairs import FILE, PairCounts, PairModel, find_pair_model, kind_of_strain
from solver.rules.variants import find_variant
from tests.prospects.games import cards

DOUBLE: dict[str, Any] = {
    "variant": "bridge",
    "dealer": "S",
    "vulnerable": "NS",
    "hand": "AQT4.K82.A73.K64",
    "auction": ["1H", "Pass", "4H", "Pass", "Pass"],
}
LEAD: dict[str, Any] = {
    "variant": "bridge",
    "hand": "QJT4.82.A73.K642",
    "contract": {"trump": "NT", "bid": 3, "taker": "S"},
}
PAIR: dict[str, Any] = {
    "variant": "bridge",
    "hand": "AQT42.K82.A73.K6",
    "partner": "K873.AJ4.K2.Q742",
    "contract": {"trump": "S", "bid": 4, "taker": "N"},
    "vulnerable": "both",
}

CONTREE = {"variant": "contree", "dealer": "W", "hand": "AT7.J9.K8.7"}
STRONG = [cards("SA SK SQ S9 S2 HA H3 H2 DK D9 D2 CQ C4"), cards("SJ S8 S7 S3 HK HQ H9 H4 DA D4 CK C5 C3")]


def drawn(body: dict[str, Any], n: int) -> tuple[list[Deal], list[float]]:
    """The deals that are solved, and their weights."""
    asked = AskedHand.from_dict(body)
    stands = asked.auction.standing
    assert stands is not None
    found = draw(asked.viewpoint, replace(stands, vulnerable=asked.vulnerable), Sampling(n))
    return list(found.deals), list(found.weights or [1.0] * len(found.deals))


def weighted(numbers: list[float], weights: list[float]) -> float:
    return sum(w * number for w, number in zip(weights, numbers, strict=True)) / sum(weights)


def solved(deal: Deal, trump: str, leader: str, dealer: str = "N") -> dict[str, Any]:
    """The position at the lead, solved alone with all of its cards."""
    position = Position(find_variant("bridge"), Contract(trump), deal, dealer=dealer, leader=leader)
    answer = solve(position)
    assert answer.value is not None
    return {"value": answer.value, "cards": {one.card: one.value for one in answer.cards}}


@pytest.mark.night
@pytest.mark.slow
def test_a_double_pays_what_the_deals_say() -> None:
    worths = find_calls(DOUBLE, 4)
    deals, weights = drawn(DOUBLE, 4)
    tricks = [solved(deal, "H", "W")["value"]["NS"] for deal in deals]
    scores = {
        call: [float(-contract_score(4, "H", multiplier, n, True)) for n in tricks]
        for call, multiplier in (("Pass", 1), ("X", 2))
    }
    assert {one.said for one in worths.calls} == {"Pass", "X"}
    for call, leads in scores.items():
        found = worths.of(call)
        assert found is not None
        assert found.makes is not None
        assert found.lead.mean == pytest.approx(weighted(leads, weights))
        assert found.makes.mean == pytest.approx(weighted([float(n >= 10) for n in tricks], weights))
    assert worths.contract is not None
    assert worths.contract.tricks.mean == pytest.approx(weighted([float(n) for n in tricks], weights))


@pytest.mark.slow
def test_a_double_pays_where_the_contract_goes_down_oftener_than_it_needs() -> None:
    worths = find_calls(DOUBLE, 3)
    passed, doubled = worths.of("Pass"), worths.of("X")
    assert passed is not None
    assert doubled is not None
    assert doubled.makes is not None
    assert passed.needs is None
    assert doubled.needs is not None
    assert (doubled.makes.mean < doubled.needs) == (doubled.lead.mean > passed.lead.mean)


def test_a_contract_that_is_made_in_all_of_few_deals_may_fail_in_others() -> None:
    weak = {**DOUBLE, "hand": "5432.432.432.432", "auction": ["1C", "Pass", "Pass"], "dealer": "N"}
    worths = find_calls(weak, 3)
    double, passed = worths.of("X"), worths.of("Pass")
    assert double is not None
    assert double.makes is not None
    assert double.makes.mean == 1
    # Vulnerable, 1C doubled is worth 140, and one down -200.
    assert double.swing.error >= 340 * double.makes.error > 0
    assert passed is not None
    assert passed.lead.error >= 170 * double.makes.error


@pytest.mark.slow
def test_a_lead_takes_what_the_deals_say() -> None:
    worths = find_calls(LEAD, 2)
    deals, weights = drawn(LEAD, 2)
    by_card = [solved(deal, "NT", "W")["cards"] for deal in deals]
    assert worths.leads is not None
    assert sorted(card for worth in worths.leads for card in (worth.card, *worth.equals)) == sorted(
        by_card[0]
    )
    for worth in worths.leads:
        for card in (worth.card, *worth.equals):
            tricks = [float(of_deal[card]["EW"]) for of_deal in by_card]
            assert worth.tricks.mean == pytest.approx(weighted(tricks, weights))
            assert worth.sets.mean == pytest.approx(weighted([float(n >= 5) for n in tricks], weights))
    assert worths.leads[0].swing.mean == 0
    assert [one.card for one in worths.leads if one.equals] == list(cards("SQ"))
    assert (worths.seat, worths.calls) == ("W", ())


def test_leads_that_set_the_contract_in_none_of_few_deals_may_in_others() -> None:
    weak = {**LEAD, "hand": "5432.432.432.432", "contract": {"trump": "NT", "bid": 1, "taker": "S"}}
    leads = find_calls(weak, 3).leads
    assert leads is not None
    assert {worth.sets.mean for worth in leads} == {0}
    for worth in leads:
        # 1NT not vulnerable is worth 90, and one down -50.
        hidden = 140 * worth.sets.error
        assert worth.lead.error >= hidden > 0
        # One lead may set it where another does not: both doubts count.
        assert worth.swing.error >= (hypot(hidden, hidden) if worth.swing.mean else 0)
        assert worth.is_best


def test_contracts_that_are_played_alike_share_their_doubt() -> None:
    """What hides in the greater one hides in the difference; two strains may fail in deals of their own."""
    assert doubt_of_swing(3.0, 4.0, is_same_play=True) == 4.0
    assert doubt_of_swing(3.0, 4.0, is_same_play=False) == 5.0


@pytest.mark.night
@pytest.mark.slow
def test_the_contracts_of_a_pair_and_par_are_those_of_its_tables() -> None:
    worths = find_calls(PAIR, 2)
    asked = AskedHand.from_dict(PAIR)
    deals, _ = drawn(PAIR, 2)
    tables = [
        tabulate(TableDeal(asked.viewpoint.rules, deal, None, None, vulnerable=asked.vulnerable))
        for deal in deals
    ]
    assert worths.contracts is not None
    assert len(worths.contracts) == 35
    for worth in worths.contracts:
        found = {
            taker: [
                entry.result[0]
                for table in tables
                for entry, _ in table.entries
                if entry.result is not None and (entry.trump, entry.taker) == (worth.trump, taker)
            ]
            for taker in ("N", "S")
        }
        leads = {
            taker: mean(contract_score(worth.bid, worth.trump, 1, n, True) for n in tricks)
            for taker, tricks in found.items()
        }
        assert worth.lead.mean == pytest.approx(max(leads.values()))
        assert worth.tricks.mean == pytest.approx(mean(found[worth.taker]))
        assert worth.makes.mean == mean(float(n >= 6 + worth.bid) for n in found[worth.taker])
    pars = [mean(par.difference["NS"] for par in table.pars) for table in tables]
    assert worths.par is not None
    assert worths.par.lead.mean == pytest.approx(mean(pars))
    # Where the deals agree, what they do not show of par is that of the contract which brings it.
    assert stdev(pars) == 0
    assert {one.bid for table in tables for par in table.pars for one in par.contracts} == {6}
    assert worths.contracts[0].bid == 6
    assert worths.par.lead == worths.contracts[0].lead
    assert worths.par.lead.error > 100
    assert worths.contract is not None
    assert worths.contract.swing is not None
    assert worths.contract.swing.mean == pytest.approx(
        worths.contracts[0].lead.mean - worths.contract.lead.mean
    )


def test_par_that_differs_by_the_deal_has_the_error_of_its_mean() -> None:
    worths, (deals, _) = find_calls(PAIR, 6), drawn(PAIR, 6)
    asked = AskedHand.from_dict(PAIR)
    pars = []
    for deal in deals:
        table = tabulate(TableDeal(asked.viewpoint.rules, deal, None, None, vulnerable=asked.vulnerable))
        pars.append(mean(par.difference["NS"] for par in table.pars))
    assert worths.par is not None
    assert worths.par.lead.mean == pytest.approx(mean(pars))
    # Of all deals of the two other hands, 10,400,600, six are no part to speak of.
    assert worths.par.lead.error == pytest.approx(stdev(pars) / 6**0.5, rel=1e-5)
    assert worths.contract is not None
    assert worths.par.gain is not None
    assert worths.par.gain.mean == pytest.approx(worths.contract.lead.mean - mean(pars))


# ---- what is read


def test_the_chances_of_all_contracts_and_a_pass_are_one() -> None:
    model = find_pair_model()
    assert FILE.is_file()
    found = {
        (strain, level): model.chance(STRONG, strain, level)
        for strain in (*SUITS, NO_TRUMPS)
        for level in range(1, 8)
    }
    # Nobody passes out sixteen and sixteen.
    assert 0.99 < sum(found.values()) < 1
    strain, level = max(found, key=lambda one: found[one])
    assert strain == "S"
    assert level >= 6
    # A suit is worth the longer the more.
    assert model.chance(STRONG, "S", 6) > model.chance(STRONG, "C", 6)


def test_a_blunter_pair_comes_to_any_contract() -> None:
    model = find_pair_model()
    blunt = PairModel(1, 0, 1e9, model.points, model.figures)
    assert blunt.chance(STRONG, "C", 1) == pytest.approx(1 / 36)


def test_tricks_are_those_of_the_counts_one_by_one() -> None:
    model = find_pair_model()
    deck, rng = list(find_variant("bridge").deck), Random(5)
    for _ in range(50):
        rng.shuffle(deck)
        counts = PairCounts([deck[:13], deck[13:26]])
        expected = [
            sum(
                model.points[kind_of_strain(strain)].get(name, 0.0) * number
                for name, number in counts.of(strain).items()
            )
            for strain in (*SUITS, NO_TRUMPS)
        ]
        assert model.tricks(counts) == pytest.approx(expected)


def test_only_the_deals_that_are_solved_are_dealt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands are weighed, by the hands of the pair alone: to deal them out takes as long as to solve."""
    dealt = list[int]()
    whole = ConsistentDeals.__getitem__

    def note(deals: ConsistentDeals, number: int) -> Deal:
        dealt.append(number)
        return whole(deals, number)

    monkeypatch.setattr(ConsistentDeals, "__getitem__", note)
    deals, weights = drawn(DOUBLE, 10)
    assert len(dealt) == len(set(dealt)) == len(deals) == len(weights) == 10


def points(deal: Deal, seats: str) -> int:
    return sum("JQKA".find(card.rank) + 1 for seat in seats for card in deal.hands[seat])


@pytest.mark.slow
def test_the_side_of_a_game_contract_is_strong() -> None:
    weak = {**DOUBLE, "hand": "QT54.92.A73.J864"}
    read, weights = drawn(weak, 40)
    strength = weighted([float(points(deal, "NS")) for deal in read], weights)
    assert 23 < strength < 28
    part = drawn({**weak, "auction": ["1H", "Pass", "2H", "Pass", "Pass"]}, 40)
    assert weighted([float(points(deal, "NS")) for deal in part[0]], part[1]) < strength - 1


def test_calls_that_are_ignored_narrow_nothing() -> None:
    asked = AskedHand.from_dict(DOUBLE)
    found = find_calls(asked, 2, bids="ignored")
    assert (found.model, found.is_unlike_model, found.effective_samples) == (None, None, 2.0)
    assert find_calls(asked, 2).model == find_pair_model().name


# ---- requests


def test_a_contract_may_stand_in_place_of_the_auction() -> None:
    stated = AskedHand.from_dict(
        {**LEAD, "contract": {"trump": "H", "bid": 4, "taker": "E", "multiplier": 4}}
    )
    assert (stated.viewpoint.seat, stated.auction.parts["multiplier"]) == ("S", 4)
    assert not stated.is_auction_known
    others = AskedHand.from_dict({**LEAD, "seat": "N"})
    assert others.viewpoint.seat == "N"


@pytest.mark.parametrize(
    ("body", "pointer", "said"),
    [
        ({**DOUBLE, "auction": []}, "/auction", "there is no bid; send the auction with a bid in it"),
        ({**DOUBLE, "auction": ["1H", "2H", "1S"]}, "/auction/2", "1S by N is not above 2H"),
        ({**DOUBLE, "auction": ["1Z"]}, "/auction/0", "'1Z' is not a call"),
        ({**DOUBLE, "seat": "N"}, "/seat", "W is the next to call, not N"),
        ({**DOUBLE, "contract": {"trump": "H", "bid": 4, "taker": "S"}}, "/contract", "the auction goes on"),
        ({**DOUBLE, "partner": "53.97.K654.QJ983"}, "/partner", "while the auction goes on"),
        ({**LEAD, "contract": {"trump": "H"}}, "/contract", "a contract of bridge is judged with"),
        ({**LEAD, "hand": "QJT4.82.A73.K64"}, "/hand", "the hand has 12 cards"),
        ({**LEAD, "turned_up": "S2"}, "/turned_up", "bridge turns no card up"),
        ({**PAIR, "partner": "A873.AJ4.K2.Q742"}, "/partner", "SA is in both hands"),
        ({**PAIR, "contract": None}, "/seat", "there is no seat"),
        ({**PAIR, "vulnerable": "me"}, "/vulnerable", "vulnerable is 'me'"),
        ({**CONTREE, "partner": "-"}, "/partner", "partner belongs to a hand of bridge alone"),
    ],
)
def test_a_fault_is_told_at_its_place(body: dict[str, Any], pointer: str, said: str) -> None:
    with pytest.raises(SolverError) as refused:
        AskedHand.from_dict(body)
    faults = {fault.pointer: str(fault.detail) for fault in refused.value.faults}
    assert faults[pointer].startswith(said), faults


@pytest.mark.by_day(1)
@pytest.mark.parametrize("body", [LEAD, PAIR])
def test_a_limit_comes_first_and_is_told(body: dict[str, Any]) -> None:
    found = find_calls(body, 5, limit=Limit(nodes=1))
    assert found.n_samples == 0
    assert found.ended is not None
    assert (found.contract, found.calls, found.par) == (None, (), None)
