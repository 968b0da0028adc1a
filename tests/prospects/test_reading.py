"""Calls read: weights held to the enumeration of all deals, and to what other callers would do."""

from collections.abc import Mapping
from functools import cache
from math import exp, log, prod, sqrt
from random import Random
from statistics import fmean

import pytest

from solver.cards import Card
from solver.game.auctions.start import start_auction
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.scoring import deal_score
from solver.knowledge import estimate
from solver.prospects.callers import Caller, call_turns, find_best_trump, find_callers
from solver.prospects.counts import SuitRole, TrumpKind, count_suit
from solver.prospects.formula import Formula, Model, find_model, hold
from solver.prospects.matrix import Take
from solver.prospects.prospects import find_prospects
from solver.prospects.reading import choose
from solver.prospects.shares import ExpectedScores
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from tests.prospects.games import cards, small_game, view
from tests.support.depth import by_depth

POINTS = {
    "constant": 20.0,
    "on_lead": 2.0,
    "partner_leads": 1.0,
    "trumps": 4.0,
    "aces": 5.0,
    "trump_ace": 3.0,
}
SAID = {"partner_bid": 3.0, "opponents_bid": -4.0, "partner_passed": -2.0}
ORDER = [float(number * 7 % 23) for number in range(23)]
LEVELS = (-12.0, -3.0, 4.0, 11.0)
"""What is taken about each worth, less the worth."""


def small_model() -> Model:
    scatter = [[float(worth), *(worth + level for level in LEVELS)] for worth in range(-40, 100, 20)]
    formula = Formula(POINTS, SAID, scatter, {"whole": 60.0})
    return Model(
        "small", 1, 0, noise=15.0, caution=5.0, double_caution=8.0, formulas={TrumpKind.suit: formula}
    )


def plain_worth(hand: tuple[Card, ...], trump: str, seat: str, said: Mapping[str, float]) -> float:
    """The formula written out: the dealer is west, so that north leads."""
    trumps = [card.rank for card in hand if card.suit == trump]
    worth = POINTS["constant"] + 4 * len(trumps) + 3 * ("A" in trumps)
    worth += 5 * sum(card.rank == "A" for card in hand if card.suit != trump)
    worth += {"N": 2.0, "S": 1.0}.get(seat, 0.0)
    return worth + sum(SAID.get(name, 0.0) * number for name, number in said.items())


@cache
def plain_total(rules: Rules, trump: str) -> int:
    """The points of all tricks."""
    return rules.total_card_points(trump) + 4


@cache
def plain_lead(rules: Rules, contract: Contract, points: tuple[int, int]) -> int:
    """By how much NS lead: of thousands of chances most are of the same few scores."""
    score = deal_score(rules, contract, None, points)
    assert score is not None
    return score.by_side[0] - score.by_side[1]


def plain_chance(
    rules: Rules,
    hand: tuple[Card, ...],
    seat: str,
    call: str,
    options: Mapping[str, Contract | None],
    said: Mapping[str, Mapping[str, float]],
    noise: float = 15,
    less: float = 0,
) -> float:
    parts = {}
    for option, contract in options.items():
        worth_of_call, caution = 0.0, 0
        if contract is not None:
            if option != "pass":
                caution = 5 if contract.multiplier == 1 else 8
            assert contract.taker is not None
            is_own = (contract.taker in "NS") == (seat in "NS")
            worth = round(plain_worth(hand, contract.trump, seat, said[contract.trump]) - less)
            worth = worth if is_own else 60 - worth
            for level in LEVELS:
                own = round(worth + level)
                total = plain_total(rules, contract.trump)
                pair = (own, max(total - own, 0))
                lead = plain_lead(rules, contract, pair if contract.taker in "NS" else pair[::-1])
                worth_of_call += (lead if seat in "NS" else -lead) / len(LEVELS)
        parts[option] = exp((worth_of_call - caution) / noise)
    return parts[call] / sum(parts.values())


@pytest.mark.night
@pytest.mark.slow
def test_weights_and_what_follows_are_as_enumerated() -> None:
    """Every deal of a small game, each weighed by the chances of the calls, written out."""
    rules = small_game()
    auction = start_auction(rules, "W").follow(["pass", "20H", "30S"])
    assert [auction.seat_of(number) for number in range(4)] == ["N", "E", "S", "W"]
    prospects = find_prospects(view(rules, "HQ SA DK", seat="W"), 1680).read(auction, small_model())
    assert prospects.is_exhaustive
    of_east: dict[str, float] = {"partner_passed": 1.0, "opponents_bid_elsewhere": 1.0}
    said: dict[str, dict[str, dict[str, float]]] = {
        "N": {trump: {} for trump in "SHDC"},
        "E": {trump: {"opponents_passed": 1.0} for trump in "SHDC"},
        "S": dict.fromkeys("SDC", of_east) | {"H": {"partner_passed": 1.0, "opponents_bid": 1.0}},
    }
    called, at = dict[str, tuple[str, dict[str, Contract | None]]](), start_auction(rules, "W")
    for seat, call in zip("NES", ("pass", "20H", "30S"), strict=True):
        called[seat] = (call, {option: at.call(option).standing for option in at.calls()})
        at = at.call(call)

    @cache
    def chances(seat: str, hand: tuple[Card, ...]) -> tuple[float, float, float]:
        """Return the chance of what a seat called, with more noise, and of a timid caller; hands recur."""
        asked = (rules, hand, seat, *called[seat], said[seat])
        return plain_chance(*asked), plain_chance(*asked, noise=30), plain_chance(*asked, less=20)

    weights, softer, timid = list[float](), list[float](), list[float]()
    for deal in prospects.deals:
        of_seats = [chances(seat, deal.hands[seat]) for seat in called]
        for kind, of_deals in enumerate((weights, softer, timid)):
            of_deals.append(prod(of_seat[kind] for of_seat in of_seats))
    assert prospects.weights == pytest.approx(weights)
    take, contract = Take("S", "S"), Contract("S", "S", 30)
    prospects.solve([take])
    made = [score is not None and score.outcome == "made" for score in prospects.scores(contract)]
    share = sum(weight for weight, is_made in zip(weights, made, strict=True) if is_made) / sum(weights)
    assert prospects.makes(contract).mean == pytest.approx(share)
    # These are all deals; what is left of doubt is of what kind the callers are.
    square = 0.0
    for others in (softer, timid):
        gains = [log(other / weight) for other, weight in zip(others, weights, strict=True)]
        mean = sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / sum(weights)
        rows = zip(weights, gains, made, strict=True)
        square += (
            sum(weight * (gain - mean) for weight, gain, is_made in rows if is_made) / sum(weights)
        ) ** 2
    assert prospects.makes(contract).error == pytest.approx(sqrt(square))
    assert prospects.effective_samples == pytest.approx(sum(weights) ** 2 / sum(w * w for w in weights))


@pytest.mark.night
def test_deals_drawn_and_chosen_tell_what_all_deals_tell() -> None:
    rules, contract = small_game(), Contract("S", "S", 30)
    auction = start_auction(rules, "W").follow(["pass", "20H", "40S"])
    whole = find_prospects(view(rules, "HQ SA DK", seat="W"), 1680).read(auction, small_model())
    whole.solve([Take("S", "S")])
    true = whole.makes(contract).mean
    n_within, n_trials = 0, by_depth(15, 40)
    for seed in range(n_trials):
        some = find_prospects(view(rules, "HQ SA DK", seat="W"), 60, seed).read(auction, small_model())
        some.solve([Take("S", "S")])
        assert len(some.deals) == 60
        found = some.makes(contract)
        n_within += abs(found.mean - true) <= 2 * found.error
    assert n_within >= 0.85 * n_trials


@pytest.mark.night
def test_deals_chosen_along_what_they_promise_tell_more_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The means of all deals are met without bias, with the error that is told, and a smaller one."""
    monkeypatch.setattr("solver.prospects.reading.doubted", lambda _: ())
    rules, take = small_game(), Take("S", "S")
    auction = start_auction(rules, "W").follow(["pass", "20H", "40S"])
    whole = find_prospects(view(rules, "HQ SA DK", seat="W"), 1680).read(auction, small_model())
    whole.solve([take])
    true = whole.mean(whole.points(take)).mean
    off, told, plain = list[float](), list[float](), list[float]()
    for seed in range(100):
        some = find_prospects(view(rules, "HQ SA DK", seat="W"), 40, seed).read(auction, small_model())
        some.solve([take])
        points = [float(number or 0) for number in some.points(take)]
        without = estimate(points, 1680, some.weights)
        told.append(some.mean(points).error)
        off.append(without.mean - true)
        plain.append(without.error)
    chance = sqrt(fmean(one * one for one in off))
    assert abs(fmean(off)) < 2 * chance / 10
    assert chance == pytest.approx(sqrt(fmean(one * one for one in told)), rel=0.25)
    assert fmean(told) < 0.9 * fmean(plain)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("bidder", ["top_trump", "two_trumps"])
def test_other_callers_are_read_better_than_not_at_all(bidder: str) -> None:
    """North bids by a rule that is not the model's; the truth is in all deals in which north would do so."""
    rules, take = small_game(), Take("S", "N")
    auction = start_auction(rules, "W").follow(["20S"])
    off_read, off_ignored = 0.0, 0.0
    for hand in ("HQ DA CK", "SA HK CQ"):
        whole = find_prospects(view(rules, hand, seat="E"), 250)
        whole.solve([take])
        spades = [{card.rank for card in deal.hands["N"] if card.suit == "S"} for deal in whole.deals]
        fits = [float("Q" in held if bidder == "top_trump" else len(held) >= 2) for held in spades]
        true = whole.weighed(fits).mean(whole.points(take)).mean
        read = whole.read(auction, small_model())
        read.solve([take])
        off_read += abs(read.mean(read.points(take)).mean - true)
        off_ignored += abs(whole.mean(whole.points(take)).mean - true)
    assert off_read < 0.75 * off_ignored


def test_some_of_the_deals_are_chosen_by_their_weights() -> None:
    prospects = find_prospects(view(small_game(), "SQ SA HA"), 400, seed=2)
    weights = [float(deal.holder(Card("S", "K")) == "S") for deal in prospects.deals]
    chosen = prospects.chosen(weights, 50)
    assert len(chosen.deals) == 50
    assert {deal.holder(Card("S", "K")) for deal in chosen.deals} == {"S"}


def test_the_calls_of_the_player_say_nothing_new() -> None:
    rules = find_variant("contree")
    prospects = find_prospects(view("contree", "SJ S9 SA S7 HA HT D7 C8", seat="S"), 20)
    auction = start_auction(rules, "W").follow(["120S"])
    assert auction.seat_of(0) == "S"
    assert prospects.read(auction).effective_samples == 20


@pytest.mark.parametrize("game", ["contree", "belote"])
def test_chances_add_up_and_follow_the_hand(game: str) -> None:
    rules = find_variant(game)
    model = find_model(rules)
    assert model is not None
    start = start_auction(rules, "W", cards("SA")[0] if game == "belote" else None)
    strong, weak = ("SJ S9 SA S7 HA HT D7 C8", "S8 H7 HQ D9 D8 CQ C9 C7")
    if game == "belote":
        strong, weak = "SJ S9 HA HT C8", "H7 HQ D9 D8 CQ"
    (caller,) = find_callers(start, model)
    passes = []
    for hand in (strong, weak):
        held = caller.held(hold(rules, cards(hand)))
        chances = caller.chances(held)
        assert sum(chances.values()) == pytest.approx(1)
        assert set(chances) == set(start.calls())
        for call, chance in chances.items():
            assert caller.chance(held, call) == pytest.approx(chance)
        passes.append(chances["pass"])
    assert passes[0] < 0.1 < 0.5 < passes[1]


def test_what_partner_and_opponents_called_is_counted() -> None:
    auction = start_auction(find_variant("contree"), "W").follow(["80H", "90S", "pass", "110H", "double"])
    *_, last = call_turns(auction)
    assert last.seat == auction.to_call == "E"
    # West, the partner, bid hearts, which south had bid before and doubles now; north passed.
    of_opponents = {"opponents_bid": 1, "opponents_passed": 1, "opponents_doubled": 1}
    assert last.said["H"] == {"partner_bid": 4, **of_opponents}
    elsewhere = {"partner_bid_elsewhere": 1, "opponents_bid_elsewhere": 1, "opponents_passed": 1}
    assert last.said["S"] == last.said["C"] == elsewhere
    assert last.call is None
    assert dict(last.options)["pass"] == Contract("H", "W", 110, 2)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("is_ordered", [False, True])
def test_choices_are_fair_and_keep_the_heaviest(*, is_ordered: bool) -> None:
    weights = [50.0, 0.0, *[float(number) for number in range(1, 21)], 0.5]
    sums, n_trials = [0.0] * len(weights), 4000
    for seed in range(n_trials):
        chosen = choose(weights, 8, Random(seed), ORDER if is_ordered else None)
        assert len(chosen) == 8
        assert chosen[0] == 50
        assert sum(chosen.values()) == pytest.approx(sum(weights))
        for place, weight in chosen.items():
            sums[place] += weight / n_trials
    assert sums == pytest.approx(weights, rel=0.12, abs=0.4)
    assert choose([1.0, 0.0, 2.0], 5, Random(0)) == {0: 1.0, 2: 2.0}


@pytest.mark.parametrize("role", list(SuitRole))
def test_counts_are_of_cards_held(role: SuitRole) -> None:
    assert all(count_suit(role, frozenset("AKQJT987")).values())
    nothing = dict(count_suit(role, frozenset()))
    assert nothing == {SuitRole.plain: {"voids": 1}, SuitRole.trump: {"no_trump": 1}}.get(role, {})


def test_expected_scores_rise_with_the_worth_and_fall_with_the_bid() -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    scores = ExpectedScores(rules, model)
    bids = (80, 100, 120, 140)
    for worth in (60, 90, 120):
        here = [scores.lead(Contract("S", "N", bid), worth) for bid in bids]
        more = [scores.lead(Contract("H", "E", bid), worth + 30) for bid in bids]
        assert here[:2] == sorted(here[:2], reverse=True)
        assert all(one < other for one, other in zip(here, more, strict=True))


def test_a_game_without_a_model_reads_nothing() -> None:
    rules = small_game()
    with pytest.raises(ValueError, match="no model"):
        find_prospects(view(rules, "SQ SA HA"), 10).read(start_auction(rules, "W").call("pass"))


def test_a_caller_is_of_one_turn() -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    callers = find_callers(start_auction(rules, "W").follow(["80H", "pass"]), model)
    assert [caller.turn.seat for caller in callers] == ["S", "E", "N"]
    assert all(isinstance(caller, Caller) for caller in callers)
    deal = Deal({"N": cards("SJ S9 SA S7 HA HT D7 C8")})
    worths = callers[2].worths(hold(rules, deal.hands["N"]))
    assert max(worths, key=worths.__getitem__) == "S"


@pytest.mark.parametrize("trump", "SHDC")
def test_the_best_trumps_are_those_of_the_long_and_strong_suit(trump: str) -> None:
    rules = find_variant("contree")
    model = find_model(rules)
    assert model is not None
    others = " ".join(f"{suit}7" for suit in "SHDC" if suit != trump)
    hand = cards(" ".join(f"{trump}{rank}" for rank in "J9ATK") + " " + others)
    assert find_best_trump(start_auction(rules, "W"), model, hand) == trump
