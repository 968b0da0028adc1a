"""Calls that fit few deals: more deals are weighed, and where little is left they are heard less sharply."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from solver import Sampling, analyse
from solver.analysis.heard import HeardDeals, find_reading
from solver.game.deal import Deal
from solver.game.log import Log
from solver.knowledge import effective_samples
from solver.prospects.reading import Reading
from solver.report.deal import DealReport
from solver.speech import Speech
from tests.analysis.test_heard import heard_of
from tests.support.samples import sample_log


def loud_sample() -> dict[str, object]:
    """A log of contrée whose calls fit few deals."""
    data: dict[str, object] = sample_log("auctions/contree")
    return data


def clubs_of_west(heard: HeardDeals) -> float:
    """The clubs that West holds on average."""
    deals = list(heard.deals)
    weights = heard.weights or [1.0] * len(deals)
    clubs = [sum(card.suit == "C" for card in deal.hands["W"]) for deal in deals]
    return sum(w * n for w, n in zip(weights, clubs, strict=True)) / sum(weights)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(4))
def test_calls_that_fit_few_deals_are_read_once_enough_are_weighed(seed: int) -> None:
    # All 6,370 are worth 87 of equal weight; of 600 too few may be left.
    heard, n_agreeing = heard_of(loud_sample(), 16, 60, seed)
    assert (n_agreeing, heard.bids) == (6370, "read")
    assert heard == heard_of(loud_sample(), 16, 60, seed)[0], "the same seed draws the same deals"
    whole, _ = heard_of(loud_sample(), 16, 7000)
    alike = HeardDeals(whole.deals, None, None)
    assert abs(clubs_of_west(heard) - clubs_of_west(whole)) < abs(clubs_of_west(alike) - clubs_of_west(whole))


def test_of_few_deals_that_all_agree_little_is_read_where_little_is_left() -> None:
    n_plays = 25
    heard, n_agreeing = heard_of(loud_sample(), n_plays, 60)
    deals = list(heard.deals)
    assert n_agreeing == len(deals) == 18
    assert (heard.bids, heard.weights is None) == ("unlike", False)
    assert effective_samples(heard.weights or ()) == pytest.approx(8, rel=1e-3)
    # The likelier of two deals stays the likelier.
    (deal,) = Log.from_dict(loud_sample()).deals
    reading = find_reading(deal.bidding, deal.position)
    assert reading is not None
    position = deal.position.trail()[n_plays]
    unseen = [seat for seat in position.rules.players if seat != position.to_play]
    by_model = [reading.weight_of_deal(one, unseen) for one in deals]
    ranks = sorted(range(len(deals)), key=lambda place: (by_model[place], (heard.weights or ())[place]))
    assert [(heard.weights or ())[place] for place in ranks] == sorted(heard.weights or ())


@pytest.mark.parametrize(
    ("weights", "n_asked", "n_weighed", "bids"),
    [
        ((1.0,), 60, 60, "read"),
        ((1.0, *[1e-3] * 19), 60, 600, "read"),
        ((1.0, *[1e-6] * 199), 60, 1440, "read"),
        ((1.0, *[1e-6] * 1999), 60, 2000, "unlike"),
        ((1.0, *[1e-6] * 1999), 1, 1, "read"),
        ((1.0, *[1e-6] * 99), 2, 102, "read"),
        ((0.0,), 60, 2000, "unlike"),
    ],
)
def test_deals_are_weighed_until_calls_can_be_read(
    monkeypatch: pytest.MonkeyPatch, weights: tuple[float, ...], n_asked: int, n_weighed: int, bids: str
) -> None:
    found = list[Deal]()

    def weigh(_: Reading, deal: Deal, __: Sequence[str]) -> float:
        found.append(deal)
        return weights[(len(found) - 1) % len(weights)]

    monkeypatch.setattr(Reading, "weight_of_deal", weigh)
    heard, _ = heard_of(loud_sample(), 4, n_asked)
    assert (len(found), heard.bids) == (n_weighed, bids)
    assert len(list(heard.deals)) == n_asked


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("n_plays", "is_told"), [(25, True), (24, False)])
def test_a_report_says_that_the_auction_is_read_less(n_plays: int, is_told: bool) -> None:
    log, sampling = loud_sample(), Sampling(60, plays="all")
    deal = analyse(log, fair=sampling).deals[0]
    kept = [play for play in deal.plays if play.index == n_plays]
    assert [play.fair is not None and play.fair.bids for play in kept] == ["unlike" if is_told else "read"]
    notes = DealReport(replace(deal, plays=tuple(kept)), Speech()).fair_notes()
    assert (
        notes == ["some verdicts by what was known read less into the auction, which few deals fit"] * is_told
    )
