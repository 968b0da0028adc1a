"""The fair verdict with the calls of the auction read: held to an enumeration of the deals."""

from dataclasses import replace

import pytest

from solver import Sampling, analyse
from solver.analysis.analysis import Analysis
from solver.analysis.expectation import ExpectedCard
from solver.analysis.fair import judge_fairly
from solver.analysis.heard import HeardDeals, find_reading, hear_calls
from solver.engine.solver import solve
from solver.game.auctions.bridge import follow_auction
from solver.game.log import Log
from solver.game.position import Position
from solver.knowledge.deals import ConsistentDeals
from solver.knowledge.known import find_knowledge
from solver.knowledge.sampling import BidsRead
from solver.prospects.formula import hold
from solver.prospects.pairs import ContractReading, find_pair_model
from solver.prospects.reading import SHARPNESS, Reading, first_cards
from tests.prospects.games import cards
from tests.support.samples import sample_log

BRIDGE: dict[str, object] = {
    "variant": "bridge",
    "dealer": "E",
    "deal": sample_log("bridge")["deal"],
    "vulnerable": "EW",
    "auction": ["1NT", "Pass", "4S", "Pass", "Pass", "Pass"],
}
"""West declares; North leads."""

N_PLAYED = 20
"""Cards after which so few deals agree that all are solved."""


def sample(game: str) -> dict[str, object]:
    """A log with its auction; in contrée a quiet one, to the same trumps and taker."""
    data: dict[str, object] = sample_log(f"auctions/{game}")
    quiet = {"auction": ["80S", "pass", "100H", "pass", "pass", "pass"]} if game == "contree" else {}
    return data | quiet


def verdicts(log: dict[str, object], fair: Sampling) -> Analysis:
    return analyse(log, fair=fair)


@pytest.mark.slow
def test_deals_count_by_how_likely_the_calls_were() -> None:
    log = sample("contree")
    (deal,) = Log.from_dict(log).deals
    reading = find_reading(deal.bidding, deal.position)
    assert isinstance(reading, Reading)
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
        weights.append(weight**SHARPNESS)
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
    reading, position = find_reading(deal.bidding, deal.position), deal.position.at_start()
    deals = ConsistentDeals(find_knowledge(position))
    heard = hear_calls(position, deals, Sampling(150), reading)
    assert heard.bids == "read"
    assert heard.weights is not None
    assert len(list(heard.deals)) == len(heard.weights) == 150


def heard_of(log: dict[str, object], n_plays: int, n_asked: int, seed: int = 0) -> tuple[HeardDeals, int]:
    """The deals by which the card after so many of a log is judged, and how many agree."""
    (deal,) = Log.from_dict(log).deals
    position = deal.position.at_start()
    for card in deal.position.plays[:n_plays]:
        position = position.play(card)
    believed = ConsistentDeals(find_knowledge(position))
    reading = find_reading(deal.bidding, position)
    return hear_calls(position, believed, Sampling(n_asked, seed), reading), believed.count


@pytest.mark.parametrize(("n_plays", "n_deals"), [(23, 6), (24, 3), (27, 2)])
def test_of_few_deals_that_agree_the_calls_are_read_too(n_plays: int, n_deals: int) -> None:
    heard, n_agreeing = heard_of(sample("contree"), n_plays, 60)
    assert n_agreeing == n_deals
    assert heard.bids == "read"
    assert heard.weights is not None
    assert len(set(heard.weights)) > 1


def test_as_many_effective_samples_as_were_asked_for_are_enough() -> None:
    heard, n_agreeing = heard_of(sample("contree"), 9, 4)
    assert n_agreeing > 1000
    assert heard.bids == "read"


@pytest.mark.parametrize("game", ["contree", "coinche"])
def test_passes_to_a_redouble_tell_nothing(game: str) -> None:
    bids = ["80S", "pass", "100H", "double", "redouble"]
    log = sample("contree") | {"variant": game, "auction": bids}
    heard, closed = (heard_of(log | {"auction": bids + passes}, 22, 60)[0] for passes in ([], ["pass"] * 3))
    assert heard.bids == "read"
    assert closed == heard


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


# ---- bridge: the contract


def bridge_sample() -> dict[str, object]:
    """A whole log of bridge, which states its contract and no auction."""
    data: dict[str, object] = sample_log("bridge")
    return data


def contract_of(log: dict[str, object], n_plays: int) -> tuple[Position, ContractReading | None]:
    """The position after some plays of a log, and its contract as it is read."""
    (deal,) = Log.from_dict(log).deals
    position = deal.position.at_start()
    for card in deal.position.plays[:n_plays]:
        position = position.play(card)
    reading = find_reading(deal.bidding, position)
    assert reading is None or isinstance(reading, ContractReading)
    return position, reading


@pytest.mark.parametrize("n_plays", [37, 39, 41])
def test_in_bridge_deals_count_by_how_likely_the_contract_was(n_plays: int) -> None:
    log = bridge_sample()
    (deal,) = Log.from_dict(log).deals
    position, reading = contract_of(log, n_plays)
    assert reading is not None
    believed = ConsistentDeals(find_knowledge(position))
    assert believed.count < 2000
    heard = hear_calls(position, believed, Sampling(2000), reading)
    told = {
        tuple(sorted((seat, hand) for seat, hand in one.hands.items())): weight
        for one, weight in zip(heard.deals, heard.weights or [1.0] * believed.count, strict=True)
    }
    assert len(told) == believed.count
    # The declarer sees both hands that the contract tells of.
    assert position.to_play not in reading.pair
    assert heard.bids == "read"
    model = find_pair_model()
    by_hand, leads = list[float](), list[int]()
    card = deal.position.plays[n_plays]
    for number in range(believed.count):
        one = believed[number]
        chance = model.chance([one.hands["E"], one.hands["W"]], "S", 4, vulnerable=True)
        assert told[tuple(sorted(one.sorted().hands.items()))] == pytest.approx(chance)
        answer = solve(position.with_deal(one))
        value = next(of.value for of in answer.cards if of.card == card)
        assert value is not None
        by_hand.append(chance)
        leads.append(value["EW"])
    mean = sum(w * n for w, n in zip(by_hand, leads, strict=True)) / sum(by_hand)
    auction = follow_auction("E", ["1S", "Pass", "4S", "Pass", "Pass", "Pass"])
    judged = judge_fairly(position, card, Sampling(2000), auction=auction)
    assert judged is not None
    assert judged.exhaustive
    assert judged.bids == "read"
    assert judged.chosen.value["EW"] == pytest.approx(mean)
    assert judged.effective_samples == pytest.approx(sum(by_hand) ** 2 / sum(w * w for w in by_hand))


def test_a_contract_is_read_with_an_auction_or_without() -> None:
    stated = {**BRIDGE, "contract": {"trump": "S", "taker": "W", "bid": 4}, "auction": None}
    position, reading = contract_of(BRIDGE, 0)
    alone = contract_of(stated, 0)[1]
    assert reading is not None
    assert alone is not None
    deal = position.deal
    assert reading.pair == alone.pair == ("W", "E")
    assert reading.weight_of_deal(deal) == alone.weight_of_deal(deal)
    # A pair that is vulnerable comes to other contracts.
    safe = contract_of(stated | {"vulnerable": "NS"}, 0)[1]
    assert safe is not None
    assert safe.weight_of_deal(deal) != alone.weight_of_deal(deal)


def test_without_a_level_and_of_an_ending_nothing_is_read() -> None:
    assert contract_of({**BRIDGE, "contract": {"trump": "S", "taker": "W"}, "auction": None}, 0)[1] is None
    short = {"N": "A...", "E": ".A..", "S": "..A.", "W": "...A"}
    contract = {"trump": "S", "taker": "W", "bid": 4}
    ending: dict[str, object] = {"variant": "bridge", "deal": short, "contract": contract}
    assert contract_of(ending, 0)[1] is None


def test_the_higher_the_contract_the_stronger_its_side_is_believed() -> None:
    def strength(level: int, bids: BidsRead) -> float:
        contract = {"trump": "S", "taker": "W", "bid": level}
        position, reading = contract_of({**BRIDGE, "contract": contract, "auction": None}, 0)
        deals = ConsistentDeals(find_knowledge(position))
        heard = hear_calls(position, deals, Sampling(60, bids=bids), reading)
        assert heard.bids == bids
        points = [
            sum("JQKA".find(card.rank) + 1 for seat in "EW" for card in deal.hands[seat])
            for deal in heard.deals
        ]
        weights = heard.weights or [1.0] * len(points)
        return sum(w * n for w, n in zip(weights, points, strict=True)) / sum(weights)

    # North has three of the forty points; the others have as many each if nothing is read.
    assert strength(2, "ignored") == strength(6, "ignored") == pytest.approx(37 * 2 / 3, abs=1.5)
    assert strength(2, "read") + 1 < strength(4, "read") < strength(6, "read") - 1


@pytest.mark.night
@pytest.mark.slow
def test_a_verdict_without_the_auction_given_reads_no_contract() -> None:
    position, _ = contract_of(BRIDGE, 0)
    lead = position.legal_plays()[0]
    (deal,) = Log.from_dict(BRIDGE).deals
    assert deal.game is not None
    heard = follow_auction("E", deal.game.remarks.calls)
    few = Sampling(12, nodes=3_000_000)
    for auction, bids in ((None, None), (heard, "read")):
        verdict = judge_fairly(position, lead, few, auction=auction)
        assert verdict is not None
        assert verdict.bids == bids
    ignored = judge_fairly(position, lead, replace(few, bids="ignored"), auction=heard)
    alone = judge_fairly(position, lead, few)
    assert ignored is not None
    assert alone is not None
    assert (ignored.bids, ignored.cards) == ("ignored", alone.cards)


def test_an_opening_lead_is_told_how_often_it_sets_the_contract() -> None:
    log, sampling = BRIDGE | {"plays": ["HQ"]}, Sampling(4, plays="all")
    (play,) = analyse(log, fair=sampling).plays
    assert play.fair is not None
    (deal,) = Log.from_dict(log).deals
    position = deal.position.at_start()
    reading = find_reading(None, position)
    heard = hear_calls(position, ConsistentDeals(find_knowledge(position)), sampling, reading)
    believed_in = list(heard.deals)
    weights = heard.weights or [1.0] * len(believed_in)
    needed, won = 13 - 6 - 4 + 1, dict.fromkeys(position.legal_plays(), 0.0)
    for believed, weight in zip(believed_in, weights, strict=True):
        for one in solve(position.with_deal(believed)).cards:
            assert one.value is not None
            won[one.card] += weight * (one.value["NS"] >= needed)
    for card in play.fair.cards:
        assert card.sets is not None
        assert card.sets.mean == pytest.approx(won[card.card] / sum(weights))
        assert card.sets.error > 0
        assert card.makes is None
    (card, *_) = judge_later(log)
    assert card.sets is None
    assert card.makes is not None


def judge_later(log: dict[str, object]) -> tuple[ExpectedCard, ...]:
    """The cards of dummy, which plays second."""
    position = Log.from_dict(log).deals[0].position
    verdict = judge_fairly(position, position.legal_plays()[0], Sampling(2))
    assert verdict is not None
    return verdict.cards


def test_a_card_turned_up_and_refused_was_seen_by_all() -> None:
    belote = sample_log("belote")
    del belote["contract"]
    log = belote | {"turned_up": "ST", "auction": ["pass"] * 7 + ["takeH"]}
    (deal,) = Log.from_dict(log).deals
    (refused,) = deal.turned_cards.refused
    last = max(
        (play for play in analyse(log, fair=Sampling(2)).plays if play.fair is not None),
        key=lambda play: play.index,
    )
    position = deal.position.trail()[last.index]
    # North, who is not to play, was dealt the ten of spades and still has it.
    assert position.to_play == "W"
    ignored = ConsistentDeals(find_knowledge(position))
    agreeing = [number for number in range(ignored.count) if refused in ignored[number].hands["N"]]
    assert last.fair is not None
    assert last.fair.n_deals == len(agreeing) < ignored.count
    judged = judge_fairly(position, last.card, Sampling(2), auction=deal.bidding)
    assert judged is not None
    assert judged.n_deals == len(agreeing)


def test_cards_passed_over_were_seen_where_the_log_tells_the_pack() -> None:
    log = sample("belote")
    pack = ["CT", "DK", "HJ", "HQ", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"]
    told = log | {"stock": pack, "auction": ["pass"] * 4 + ["take"], "plays": []}
    (deal,) = Log.from_dict(told).deals
    assert [str(card) for card in deal.turned_cards.refused] == ["CQ", "CT"]
    known = find_knowledge(deal.position, deal.turned_cards)
    assert not set(deal.turned_cards.refused) & set(known.pool)


def test_a_jack_refused_in_all_fours_is_in_nobodys_hand() -> None:
    log = sample_log("all_fours")
    (deal,) = Log.from_dict(log | {"turned_up": "HJ", "auction": ["propose", "accept"]}).deals
    (jack,) = deal.turned_cards.refused
    known = find_knowledge(deal.position.at_start(), deal.turned_cards)
    assert jack not in known.pool
    assert not known.jacks_out


@pytest.mark.parametrize(
    ("turned_up", "n_jacks", "n_out"), [("HJ", 1, 0), ("HJ", 2, 1), ("H9", 1, 1), (None, 1, 1), ("H9", 0, 0)]
)
def test_jacks_that_were_turned_up_and_are_not_known_are_with_nobody(
    turned_up: str | None, n_jacks: int, n_out: int
) -> None:
    log = sample_log("all_fours")
    contract = {"trump": "H", "turned_jacks": n_jacks, "turned_up": turned_up}
    known = find_knowledge(Position.from_dict(log | {"contract": contract, "plays": []}))
    assert {len(jacks) for jacks in known.jacks_out} == ({n_out} if n_out else set())
