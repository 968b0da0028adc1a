"""Moments of an auction read by the same deals, held to each moment read by itself."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from solver.game.auctions.start import start_auction
from solver.game.contract import Contract
from solver.knowledge import effective_samples
from solver.prospects.matrix import Take
from solver.prospects.prospects import Prospects, find_prospects
from solver.prospects.reading import temper
from solver.rules import find_variant
from tests.prospects.games import small_game, view
from tests.prospects.test_reading import small_model

SAID = ("pass", "20H", "30S", "pass", "pass")
HAND = "HQ SA DK"


def in_parts(weights: Sequence[float] | None) -> list[float]:
    assert weights is not None
    return [weight / sum(weights) for weight in weights]


@pytest.mark.slow
def test_all_deals_count_at_each_moment_as_if_it_were_read_alone() -> None:
    auction = start_auction(small_game(), "W").follow(SAID)
    whole = find_prospects(view(small_game(), HAND, seat="E"), 1680)
    first, second = whole.read_each(auction, [1, 5], small_model())
    for moment, found in ((1, first), (5, second)):
        alone = whole.read(auction.at_start().follow(SAID[:moment]), small_model())
        assert in_parts(found.weights) == pytest.approx(in_parts(alone.weights))
        assert found.is_exhaustive
        assert not found.is_unlike_model
    assert first.deals == second.deals


@pytest.mark.night
def test_the_same_few_deals_tell_at_each_moment_what_all_deals_tell() -> None:
    auction, contract = start_auction(small_game(), "W").follow(SAID), Contract("S", "S", 30)
    whole = find_prospects(view(small_game(), HAND, seat="E"), 1680)
    whole.solve([Take("S", "S")])
    true = [found.makes(contract).mean for found in whole.read_each(auction, [1, 5], small_model())]
    assert abs(true[0] - true[1]) > 0.1, "the moments are not alike"
    n_within, n_trials = [0, 0], 30
    for seed in range(n_trials):
        few = find_prospects(view(small_game(), HAND, seat="E"), 60, seed)
        for place, found in enumerate(few.read_each(auction, [1, 5], small_model())):
            found.solve([Take("S", "S")])
            assert len(found.deals) == 60
            made = found.makes(contract)
            n_within[place] += abs(made.mean - true[place]) <= 2 * made.error
    assert min(n_within) >= 0.8 * n_trials


def test_calls_unlike_the_model_are_heard_less_sharply() -> None:
    # Who bids 110 in diamonds without their jack has diamonds, odd as it is.
    rules = find_variant("contree")
    auction = start_auction(rules, "W").follow(["100S", "110D", "pass"])
    seen = find_prospects(view(rules, "S8 HJ H8 DJ D8 CT CK CQ", seat="W", dealer="W"), 60)
    (heard,) = seen.read_each(auction, [3])
    assert heard.is_unlike_model
    assert heard.effective_samples >= 5

    def diamonds(found: Prospects, seat: str) -> float:
        return found.mean([sum(card.suit == "D" for card in deal.hands[seat]) for deal in found.deals]).mean

    bidder = auction.seat_of(1)
    assert diamonds(heard, bidder) > diamonds(seen, bidder) + 0.5


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("said", "is_unlike"), [(["100S", "110D", "pass"], True), (["80S", "90D", "pass"], False)]
)
def test_calls_of_which_fewer_than_twenty_deals_tell_are_unlike_the_model(
    said: list[str], is_unlike: bool
) -> None:
    rules = find_variant("contree")
    seen = find_prospects(view(rules, "S8 HJ H8 DJ D8 CT CK CQ", seat="W", dealer="W"), 60)
    read = seen.read(start_auction(rules, "W").follow(said))
    assert 10 < read.effective_samples < 50
    assert (read.effective_samples < 20) == read.is_unlike_model == is_unlike


def test_a_power_leaves_so_many_effective_samples() -> None:
    weights = [0.5, 1e-3, 1e-5, *[1e-9] * 60]
    tempered = temper(weights, 8.0)
    assert effective_samples(weights) < 1.1
    assert effective_samples(tempered) == pytest.approx(8.0, rel=1e-3)
    assert tempered == sorted(tempered, reverse=True)
    assert temper([1.0, 0.0, 0.0], 2.0) == [1.0] * 3, "too few are above 0"
    assert temper([0.0] * 3, 2.0) == [1.0] * 3
    assert temper([0.5, 0.1, 0.0], 2.0) == [1.0, 1.0, 0.0], "what cannot be counts for nothing"


def test_deals_count_alike_where_nothing_is_heard() -> None:
    auction = start_auction(small_game(), "W").follow(["pass", "pass", "50C"])
    few = find_prospects(view(small_game(), "CQ CA CK", seat="W"), 40)
    # Callers who hardly ever err make these calls with few hands.
    nothing, unlike = few.read_each(auction, [0, 3], replace(small_model(), noise=0.05))
    assert nothing.reading is None
    assert unlike.is_unlike_model
    assert unlike.effective_samples < nothing.effective_samples
    assert {found.weights for found in few.read_each(auction, [0, 3])} == {None}, "without a model"
