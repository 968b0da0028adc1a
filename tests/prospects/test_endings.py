"""Endings of auctions: as often drawn as the chances of all calls say, worked out along every auction."""

from collections import Counter
from dataclasses import replace

import pytest

from solver.cards import parse_card
from solver.game.auctions.auction import Auction
from solver.game.auctions.start import start_auction
from solver.game.deal import Deal
from solver.prospects import endings
from solver.prospects.callers import Options, call_turns, find_callers
from solver.prospects.endings import Ending, Endings, HeardMoments
from solver.prospects.formula import Model, find_model, hold
from solver.prospects.prospects import find_prospects
from solver.prospects.shares import expected_scores
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from tests.prospects.games import cards, small_game, view
from tests.prospects.test_reading import small_model

N_DRAWN = 3000


def plain(ending: Ending) -> tuple[object, ...]:
    """The ending without the card turned up."""
    contract = ending.contract
    if contract is None:
        return ()
    return contract.trump, contract.taker, contract.bid, contract.multiplier, ending.turn


def chances_of(auction: Auction, deal: Deal, model: Model) -> dict[tuple[object, ...], float]:
    """The chance of each ending, all auctions walked."""
    if auction.is_over:
        return {plain(Ending.of(auction)): 1.0}
    caller = find_callers(auction, model)[-1]
    hand = hold(auction.rules, deal.hands[caller.turn.seat])
    found = dict[tuple[object, ...], float]()
    for call, chance in caller.chances(caller.held(hand)).items():
        for ending, part in chances_of(auction.call(call), deal, model).items():
            found[ending] = found.get(ending, 0.0) + chance * part
    return found


def check(auction: Auction, passed: Auction, deal: Deal, model: Model) -> None:
    """Hold the drawn endings after ``passed``, which does not know the pack, to those after ``auction``."""
    found = Endings(auction.rules, model, seed=3).draw([passed], [deal] * N_DRAWN)
    drawn = Counter(plain(ending) for (ending,) in found)
    true = chances_of(auction, deal, model)
    assert set(drawn) <= set(true)
    for ending, chance in true.items():
        error = (chance * (1 - chance) / N_DRAWN) ** 0.5
        assert drawn[ending] / N_DRAWN == pytest.approx(chance, abs=4 * error + 1e-3)


def two_bids() -> Rules:
    return replace(small_game(), bids=(20, 40), trumps=("S", "H"))


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("said", ["", "20H", "pass 20S double"])
def test_bids_are_drawn_as_their_chances_say(said: str) -> None:
    rules = two_bids()
    deal = Deal(
        {"N": cards("SQ HA DK"), "E": cards("SA HQ CA"), "S": cards("SK DA DQ"), "W": cards("HK CK CQ")}
    )
    auction = start_auction(rules, "W").follow(said.split())
    check(auction, auction, deal, small_model())


@pytest.mark.slow
def test_a_card_turned_up_is_taken_as_the_chances_say() -> None:
    rules = find_variant("belote")
    model = find_model(rules)
    assert model is not None
    deal = find_prospects(view("belote", "SA ST S7 HJ H9", "HA"), 1).deals[0]
    auction = start_auction(rules, "W", deal.stock[0], pack=deal.stock[1:]).call("pass")
    passed = start_auction(rules, "W", parse_card("HA")).call("pass")
    check(auction, passed, deal, model)


def test_a_number_draws_each_call_as_far_as_its_chance_reaches() -> None:
    rules, model = small_game(), small_model()
    (turn,) = call_turns(start_auction(rules, "W"))
    (caller,) = find_callers(start_auction(rules, "W"), model)
    hand = hold(rules, cards("SQ SA HK"))
    options = Options(rules, expected_scores(rules, model), turn)
    worths = {trump: model.formula(trump).worth(hand, trump) for trump in rules.trumps}
    said = dict.fromkeys(rules.trumps, 0.0)
    drawn = Counter(options.draw(worths, said, (step + 0.5) / 5000) for step in range(5000))
    chances = caller.chances(hand)
    assert {call: drawn[call] / 5000 for call in chances} == pytest.approx(chances, abs=3e-4)
    assert options.draw(worths, said, 0.0) == "pass"
    assert options.draw(worths, said, 1.0) in chances


def test_in_one_deal_all_calls_have_the_same_luck() -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    prospects = find_prospects(view("contree", "SJ S9 SA S7 HA HT D7 C8", dealer="W"), 12)
    auctions = [start_auction(rules, "W").call(call) for call in ("pass", "80S", "100S")]
    together = list(Endings(rules, model, seed=5).draw(auctions, prospects.deals))
    alone = [list(Endings(rules, model, seed=5).draw([auction], prospects.deals)) for auction in auctions]
    assert together == [[of[number][0] for of in alone] for number in range(12)]
    assert together != list(Endings(rules, model, seed=6).draw(auctions, prospects.deals))


@pytest.mark.parametrize("most_moments", [3, 2_000])
def test_moments_that_are_forgotten_are_worked_out_anew(
    monkeypatch: pytest.MonkeyPatch, most_moments: int
) -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    prospects = find_prospects(view("contree", "SJ S9 SA S7 HA HT D7 C8", dealer="W"), 12)
    auctions = [start_auction(rules, "W").call(call) for call in ("pass", "80S")]
    kept, few = HeardMoments(rules, model), HeardMoments(rules, model)

    def drawn(moments: HeardMoments) -> list[list[Ending]]:
        return list(Endings(rules, model, moments=moments).draw(auctions, prospects.deals))

    first = drawn(kept)
    n_kept = len(kept)
    assert drawn(kept) == first
    assert len(kept) == n_kept
    monkeypatch.setattr(endings, "MOST_HEARD", 3)
    monkeypatch.setattr(endings, "MOST_MOMENTS", most_moments)
    assert drawn(few) == drawn(kept)
    # One deal at a time is held: each auction and what comes after it.
    assert max(len(few), len(kept)) < n_kept / 2
