"""The fair verdict with the calls of the auction read: held to an enumeration of the deals."""

import json

import pytest

from solver import Sampling, analyse
from solver.analysis.analysis import Analysis
from solver.analysis.fair import judge_fairly
from solver.analysis.heard import find_reading, hear_calls
from solver.engine.solver import solve
from solver.game.log import Log
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.prospects.formula import hold
from solver.prospects.reading import first_cards
from tests.prospects.games import cards
from tests.support.command_line import ROOT

N_PLAYED = 20
"""Cards after which so few deals agree that all are solved."""


def sample(game: str) -> dict[str, object]:
    """A log with its auction; in contrée a quiet one, to the same trumps and taker."""
    data: dict[str, object] = json.loads((ROOT / "samples" / "auctions" / f"{game}.json").read_text("utf-8"))
    quiet = {"auction": ["80S", "pass", "100H", "pass", "pass", "pass"]} if game == "contree" else {}
    return data | quiet


def verdicts(log: dict[str, object], fair: Sampling) -> Analysis:
    return analyse(log, fair=fair)


def test_deals_count_by_how_likely_the_calls_were() -> None:
    log = sample("contree")
    (deal,) = Log.from_dict(log).deals
    reading = find_reading(deal.bidding)
    assert reading is not None
    position = deal.position.at_start()
    for card in deal.position.plays[:N_PLAYED]:
        position = position.play(card)
    card = deal.position.plays[N_PLAYED]
    verdict = judge_fairly(position, card, Sampling(2000), auction=deal.bidding)
    assert verdict is not None
    assert verdict.exhaustive
    deals = ConsistentDeals(find_knowledge(position))
    # Of each deal that agrees: the chance of the calls of the others, and what the card comes to.
    weights, leads = [], []
    for number in range(deals.count):
        believed = deals[number]
        weight = 1.0
        for caller, call in zip(reading.callers, reading.calls, strict=False):
            if caller.turn.seat != position.to_play:
                hand = believed.hands[caller.turn.seat]
                weight *= caller.chances(hold(position.rules, hand))[call]
        answer = solve(position.with_deal(believed))
        value = next(one.value for one in answer.cards if one.card == card)
        assert value is not None
        weights.append(weight)
        leads.append(value["NS"])
    mean = sum(weight * lead for weight, lead in zip(weights, leads, strict=True)) / sum(weights)
    assert verdict.chosen.value["NS"] == pytest.approx(mean)
    assert verdict.chosen.swing.error == 0
    assert verdict.bids == "read"
    effective = sum(weights) ** 2 / sum(weight * weight for weight in weights)
    assert verdict.effective_samples == pytest.approx(effective)
    assert effective < len(weights)


def test_ignored_bids_leave_all_deals_alike() -> None:
    log = sample("contree")
    contract = Log.from_dict(log).deals[0].position.contract.to_dict()
    silent = {name: value for name, value in log.items() if name != "auction"} | {"contract": contract}
    heard = verdicts(log, Sampling(4, plays="all", bids="ignored"))
    unheard = verdicts(silent, Sampling(4, plays="all"))
    for one, other in zip(heard.plays, unheard.plays, strict=True):
        assert (one.fair is None) == (other.fair is None)
        if one.fair is not None and other.fair is not None:
            assert one.fair.cards == other.fair.cards
            assert (one.fair.bids, other.fair.bids) == ("ignored", None)
            assert one.fair.effective_samples is None


def test_more_deals_are_weighed_than_are_solved() -> None:
    (deal,) = Log.from_dict(sample("contree")).deals
    reading, position = find_reading(deal.bidding), deal.position.at_start()
    deals = ConsistentDeals(find_knowledge(position))
    heard = hear_calls(position, deals, Sampling(150), reading)
    assert heard.bids == "read"
    assert heard.weights is not None
    assert len(list(heard.deals)) == len(heard.weights) == 150


def test_in_belote_the_first_cards_may_be_any() -> None:
    hand = cards("SJ S9 SA S7 HA HT D7 C8")
    spread = first_cards(hand, 5)
    assert len(spread) == 8
    assert all(len(set(first)) == 5 for first in spread)
    assert all(sum(card in first for first in spread) == 5 for card in hand)


def test_of_belote_the_taking_is_read() -> None:
    log = sample("belote")
    (deal,) = Log.from_dict(log).deals
    unheard = judge_fairly(deal.position.at_start(), deal.position.plays[0], Sampling(6))
    assert unheard is not None
    assert unheard.bids is None
    (first, *_) = [one for one in verdicts(log, Sampling(6, plays="all")).plays if one.fair is not None]
    assert first.fair is not None
    assert first.fair.bids == "read"
    assert 0 < (first.fair.effective_samples or 0) <= 6
