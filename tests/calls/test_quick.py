"""Calls judged by a formula: held to the same sums written plainly, and to deals that are solved."""

from typing import Any

import pytest

from solver.calls.judging import find_calls
from solver.cards import parse_card
from solver.errors import SolverError
from solver.game.contract import Contract
from solver.game.scoring import Outcome, deal_score
from solver.knowledge.viewpoint import Viewpoint
from solver.prospects.formula import ON_LEAD, Formula, find_model, hold
from solver.prospects.matrix import Take
from solver.prospects.prospects import find_prospects
from solver.rules.variants import find_variant

HAND = "SJ S9 SA S7 HA HT D7 C8"
CONTREE: dict[str, Any] = {"variant": "contree", "dealer": "E", "hand": HAND.split()}
WEAK = "S8 S7 HQ HT DK D7 C9 C8"


def formula_of(game: str) -> Formula:
    model = find_model(find_variant(game))
    assert model is not None
    return model.formula("S")


def plain(contract: Contract, worth: float) -> tuple[float, float]:
    """The share made and the mean score of NS less that of EW, where the taker's side takes ``worth``."""
    rules, formula = find_variant("contree"), formula_of("contree")
    made, lead, results = 0, 0, formula.results(worth)
    for points in results:
        # All that is taken in contrée: the cards, and the last trick.
        own, other = round(points), max(162 - round(points), 0)
        pair = (own, other) if contract.taker in ("N", "S") else (other, own)
        score = deal_score(rules, contract, "E", pair)
        assert score is not None
        made += score.outcome == Outcome.made
        lead += score.by_side[0] - score.by_side[1]
    return made / len(results), lead / len(results)


def test_a_first_bid_is_scored_by_the_results_about_the_worth() -> None:
    rules, formula, found = find_variant("contree"), formula_of("contree"), find_calls(CONTREE, 5, quick=True)
    assert (found.quick, found.continued, found.n_samples, found.stats.nodes) == (True, False, 0, 0)
    hand = hold(rules, [parse_card(card) for card in HAND.split()])
    n_needs = 0
    for trump in "SHDC":
        worth = formula.worth(hand, trump, ON_LEAD)
        outlook = next(one for one in found.trumps if one.trump == trump)
        assert (outlook.mean.mean, outlook.mean.error) == (worth, formula.own_error)
        assert sorted(outlook.quantiles) == list(outlook.quantiles)
        for bid in (80, 100, 140):
            call = found.of(f"{bid}{trump}")
            assert call is not None
            assert call.makes is not None
            made, lead = plain(Contract(trump, "N", bid), worth)
            assert call.makes.mean == pytest.approx(made)
            assert call.lead.mean == pytest.approx(lead)
            assert call.score["NS"] - call.score["EW"] == pytest.approx(lead)
            low, high = (plain(Contract(trump, "N", bid), worth + by * formula.own_error) for by in (-1, 1))
            assert call.lead.error == pytest.approx(abs(high[1] - low[1]) / 2)
            if call.needs is not None:
                n_needs += 1
                # A pass scores nothing: the bid pays exactly where it is made oftener than it needs.
                assert (lead > 0) == (made > call.needs)
    assert n_needs >= 6
    passing = found.of("pass")
    assert passing is not None
    assert (passing.makes, passing.lead.mean, passing.lead.error) == (None, 0, 0)


def test_the_contract_of_the_opponents_is_looked_at_from_the_other_side() -> None:
    body = {**CONTREE, "hand": WEAK.split(), "dealer": "S", "auction": ["130S"]}
    ignored, read = (find_calls(body, 5, bids=bids, quick=True) for bids in ("ignored", "read"))
    assert (ignored.seat, ignored.auction.seat_of(0)) == ("N", "E")
    formula = formula_of("contree")
    worth = formula.worth(hold(find_variant("contree"), [parse_card(card) for card in WEAK.split()]), "S")
    for call, multiplier in (("pass", 1), ("double", 2)):
        contract = Contract("S", "E", 130, multiplier)
        made, lead = plain(contract, formula.figures["whole"] - worth)
        found = ignored.of(call)
        assert found is not None
        assert found.makes is not None
        assert found.makes.mean == pytest.approx(made)
        assert found.lead.mean == pytest.approx(lead)
    # What is read into calls is less sure, and the formula says by how much.
    assert {one.mean.error for one in ignored.trumps} == {formula.own_error}
    assert {one.mean.error for one in read.trumps} == {formula.heard_error}
    # Who bids 130 has more than chance gives.
    heard = read.of("pass")
    assert heard is not None
    assert heard.makes is not None
    assert heard.makes.mean > made


def test_two_bids_of_one_suit_err_together() -> None:
    found = find_calls(CONTREE, 5, quick=True)
    best = found.calls[0]
    assert (best.swing.mean, best.swing.error) == (0, 0)
    assert best.contract is not None
    same = next(
        one
        for one in found.calls[1:]
        if one.contract is not None and one.contract.trump == best.contract.trump
    )
    assert same.swing.error <= abs(best.lead.error + same.lead.error)
    assert same.swing.mean == pytest.approx(best.lead.mean - same.lead.mean)


def test_the_formula_is_near_what_deals_say() -> None:
    rules, told = find_variant("contree"), formula_of("contree")
    hand = tuple(parse_card(card) for card in HAND.split())
    prospects = find_prospects(Viewpoint(rules, "N", hand, "E"), 40)
    for trump in "SH":
        take = Take(trump, "N")
        prospects.solve([take])
        true = prospects.mean(prospects.points(take))
        worth = told.worth(hold(rules, hand), trump, ON_LEAD)
        assert abs(worth - true.mean) <= 3 * (told.own_error**2 + true.error**2) ** 0.5


@pytest.mark.parametrize("game", ["contree", "coinche", "belote", "valet_de_trefle", "klaverjas_rotterdam"])
def test_games_with_a_formula_are_judged_quickly(game: str) -> None:
    body: dict[str, Any] = {"variant": game, "dealer": "W", "hand": HAND.split()}
    if game == "belote":
        body |= {"hand": HAND.split()[:5], "turned_up": "D9"}
    found = find_calls(body, 5, quick=True)
    assert {one.said for one in found.calls} == set(found.auction.calls())
    assert all(one.mean.error > 0 for one in found.trumps)


@pytest.mark.parametrize("game", ["all_fours", "mine"])
def test_games_without_a_formula_refuse(game: str) -> None:
    body: dict[str, Any] = {
        **CONTREE,
        "variant": {**find_variant("contree").to_dict(), "name": "mine", "aliases": []},
    }
    if game == "all_fours":
        body = {"variant": game, "dealer": "S", "hand": "A5.K3.T.9", "turned_up": "H4"}
    with pytest.raises(SolverError, match="has no formula to judge calls by") as refused:
        find_calls(body, 5, quick=True)
    assert refused.value.faults[0].pointer == "/quick"
