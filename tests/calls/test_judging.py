"""Worths of calls, held to the enumeration of all deals of a small game, written plainly here."""

from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from math import sqrt
from typing import NamedTuple

import pytest

from solver.calls.judging import find_worths
from solver.calls.means import break_even as share_needed
from solver.calls.worths import CallWorths
from solver.engine.budget import Limit
from solver.engine.many import solve_many
from solver.game.auctions.start import start_auction
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.prospects.prospects import find_prospects
from solver.rules.rules import Rules
from solver.rules.words import AuctionKind
from solver.speech import ENGLISH, Speech
from tests.prospects.games import all_deals, small_game, view

HAND = "SQ SA HA"
N_DEALS = 1680
SUITS, BIDS = "SHDC", (20, 30, 40, 50)
Scored = tuple[int, bool]
"""The score of NS less that of EW, and whether the contract is made."""


class Taken(NamedTuple):
    """What becomes of a deal."""

    points: tuple[int, int]
    """Of NS and of EW, without belote."""
    belote: int | None


@cache
def deals_with_hand() -> list[Deal]:
    """Every deal that agrees with the hand."""
    return all_deals(view(small_game(), HAND))


@cache
def taken_in(scoring: str, first_lead: str, trump: str, taker: str, dealer: str) -> list[Taken]:
    """What is taken in each deal that agrees with the hand, in the order of `deals_with_hand`."""
    rules = small_game(scoring, first_lead)
    leader = rules.first_leader(dealer, taker)
    positions = [
        Position(rules, Contract(trump), deal, dealer=dealer, leader=leader) for deal in deals_with_hand()
    ]
    found = []
    for position, answer in zip(positions, solve_many(positions, cards="none"), strict=True):
        assert answer.value is not None
        found.append(Taken((answer.value["NS"], answer.value["EW"]), position.belote_side))
    return found


def by_bid(taken: Taken, side: int, bid: int, multiplier: int) -> Scored:
    """Score a bid of a side by the rules of `small_game`."""
    belote = [3 * (taken.belote == one) for one in (0, 1)]
    is_made = taken.points[side] + belote[side] >= bid
    won = (taken.points[side] if is_made else 60) + bid
    lost = taken.points[1 - side] if is_made and multiplier == 1 else 0
    lead = (won * multiplier - lost) * (1 if is_made == (side == 0) else -1)
    return lead + belote[0] - belote[1], is_made


def by_majority(taken: Taken, side: int) -> Scored:
    """Score a taker by the rules of `small_game`: more than the other, or the other scores all."""
    belote = [3 * (taken.belote == one) for one in (0, 1)]
    own, other = taken.points[side] + belote[side], taken.points[1 - side] + belote[1 - side]
    if own > other:
        lead, is_made = taken.points[side] - taken.points[1 - side], True
    elif own == other:
        lead, is_made = -taken.points[1 - side], False
    else:
        lead, is_made = -sum(taken.points), False
    return (lead if side == 0 else -lead) + belote[0] - belote[1], is_made


@cache
def worths_of(calls: str = "", game: Rules | None = None) -> CallWorths:
    """The worths of N's calls after ``calls``."""
    game = game or small_game()
    said = calls.split()
    dealer = next(seat for seat in "NESW" if start_auction(game, seat).follow(said).to_call == "N")
    prospects = find_prospects(view(game, HAND, dealer=dealer), N_DEALS)
    return find_worths(prospects, start_auction(game, dealer).follow(said))


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def break_even(call: list[Scored], other: list[int], *, is_double: bool) -> float | None:
    """The share of made contracts at which what the call wins and what it loses weigh the same.

    A bid has one only if it pays where it is made, a double only if it pays where the contract fails.
    """
    gains: dict[bool, list[float]] = {True: [], False: []}
    for (lead, is_made), instead in zip(call, other, strict=True):
        gains[is_made].append(lead - instead)
    if not gains[True] or not gains[False]:
        return None
    won, lost = mean(gains[True]), mean(gains[False])
    decides = won < 0 < lost if is_double else lost < 0 < won
    return -lost / (won - lost) if decides else None


def check(found: CallWorths, call: str, known: list[Scored], other: list[int]) -> None:
    """Hold a call to what it scores in all deals, and what the call that it is held against scores."""
    worth = found.of(call)
    assert worth is not None
    assert worth.makes is not None
    makes, lead = mean([float(is_made) for _, is_made in known]), mean([float(lead) for lead, _ in known])
    assert worth.makes.mean == pytest.approx(makes)
    assert worth.lead.mean == pytest.approx(lead)
    assert worth.makes.error == worth.score_error == 0
    assert worth.score["NS"] - worth.score["EW"] == pytest.approx(lead)
    needs = break_even(known, other, is_double=call == "double")
    assert worth.needs == (None if needs is None else pytest.approx(needs))


def test_what_pays_in_the_deals_in_which_it_fails_needs_no_share() -> None:
    """A bid that the opponents overbid: it pays as they then fail, and most where it would have failed."""
    leads, others, made = [-40.0, 60.0, 60.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
    assert share_needed(leads, others, made) is None
    assert share_needed(leads, others, made, is_double=True) == pytest.approx(0.6)
    assert share_needed([-lead for lead in leads], others, made, is_double=True) is None


@pytest.mark.night
@pytest.mark.slow
def test_first_bids_are_as_enumerated() -> None:
    found = worths_of()
    assert (found.seat, found.n_samples, found.exhaustive, found.continued) == ("N", N_DEALS, True, False)
    assert {one.said for one in found.calls} == {"pass", *(f"{b}{t}" for b in BIDS for t in SUITS)}
    n_needs = 0
    for trump, bid in product(SUITS, BIDS):
        known = [by_bid(taken, 0, bid, 1) for taken in taken_in("bid", "dealer_next", trump, "N", "W")]
        check(found, f"{bid}{trump}", known, [0] * N_DEALS)
        # It pays exactly where more contracts are made than it needs.
        worth = found.of(f"{bid}{trump}")
        assert worth is not None
        assert worth.makes is not None
        if worth.needs is not None:
            n_needs += 1
            assert (worth.lead.mean > 0) == (worth.makes.mean > worth.needs)
    assert n_needs >= 8
    passing = found.of("pass")
    assert passing is not None
    assert (passing.makes, passing.needs, passing.lead.mean) == (None, None, 0)


@pytest.mark.night
def test_best_comes_first_and_the_others_give_away_the_rest() -> None:
    found = worths_of()
    best = found.calls[0]
    assert all(above.lead.mean >= below.lead.mean for above, below in pairwise(found.calls))
    for worth in found.calls:
        assert worth.swing.mean == pytest.approx(best.lead.mean - worth.lead.mean)
        assert worth.swing.error == 0
    # Of all deals no difference is chance.
    ties = [worth.said for worth in found.calls if worth.lead.mean == best.lead.mean]
    assert list(found.best(ENGLISH)) == ties


@pytest.mark.night
@pytest.mark.slow
def test_a_double_is_held_against_a_pass_of_the_same_contract() -> None:
    found = worths_of("30D")
    taken = taken_in("bid", "dealer_next", "D", "W", "S")
    single, double = ([by_bid(one, 1, 30, multiplier) for one in taken] for multiplier in (1, 2))
    leads = [lead for lead, _ in single]
    check(found, "double", double, leads)
    passing, doubling = found.of("pass"), found.of("double")
    assert passing is not None
    assert doubling is not None
    assert passing.lead.mean == pytest.approx(mean([float(lead) for lead in leads]))
    assert passing.makes == doubling.makes
    # The opponents' contract: the double pays while less are made than it needs.
    assert doubling.makes is not None
    assert doubling.needs is not None
    assert (doubling.lead.mean > passing.lead.mean) == (doubling.makes.mean < doubling.needs)
    higher = [by_bid(one, 0, 40, 1) for one in taken_in("bid", "dealer_next", "S", "N", "S")]
    check(found, "40S", higher, leads)
    assert found.of("20S") is None


@pytest.mark.slow
def test_a_redouble_is_held_against_a_pass_of_the_doubled_bid() -> None:
    found = worths_of("20S double")
    assert {one.said for one in found.calls} == {"pass", "redouble"}
    taken = taken_in("bid", "dealer_next", "S", "S", "E")
    doubled, redoubled = ([by_bid(one, 0, 20, multiplier) for one in taken] for multiplier in (2, 4))
    check(found, "redouble", redoubled, [lead for lead, _ in doubled])


@pytest.mark.night
@pytest.mark.slow
def test_who_has_to_name_trumps_is_held_to_the_best_other_suit() -> None:
    game = replace(small_game("taker", "taker"), auction=AuctionKind.dealer_must, trumps=("S", "H"))
    found = worths_of("pass pass pass", game)
    assert {one.said for one in found.calls} == set(game.trumps)
    known = {
        trump: [by_majority(taken, 0) for taken in taken_in("taker", "taker", trump, "N", "N")]
        for trump in game.trumps
    }
    means = {trump: mean([float(lead) for lead, _ in scored]) for trump, scored in known.items()}
    for trump in game.trumps:
        other = max((one for one in game.trumps if one != trump), key=lambda one: means[one])
        check(found, trump, known[trump], [lead for lead, _ in known[other]])


@pytest.mark.night
def test_quantiles_of_a_trump_are_those_of_all_deals() -> None:
    found = worths_of()
    assert [outlook.trump for outlook in found.trumps] == list(SUITS)
    for outlook in found.trumps:
        taken = taken_in("bid", "dealer_next", outlook.trump, "N", "W")
        points = sorted(one.points[0] + 3 * (one.belote == 0) for one in taken)
        assert outlook.mean.mean == pytest.approx(mean([float(one) for one in points]))
        assert list(outlook.quantiles) == [
            points[round(N_DEALS * part) - 1] for part in (0.1, 0.25, 0.5, 0.75, 0.9)
        ]


@pytest.mark.slow
def test_a_sample_is_within_its_errors() -> None:
    """Over many samples the errors are as great as they say: the mean square of what is missed is 1."""
    truth = {one.said: one for one in worths_of().calls}
    open_ones = {said for said, one in truth.items() if one.makes is not None and 0 < one.makes.mean < 1}
    missed, of_share = [], []
    for seed in range(12):
        game = small_game("bid")
        prospects = find_prospects(view(game, HAND), 60, seed)
        for one in find_worths(prospects, start_auction(game, "W")).calls:
            if one.said in open_ones:
                assert one.makes is not None
                true, true_share = truth[one.said].lead, truth[one.said].makes
                assert true_share is not None
                missed.append((one.lead.mean - true.mean) / one.lead.error)
                of_share.append((one.makes.mean - true_share.mean) / one.makes.error)
    assert len(missed) == 12 * len(open_ones)
    assert sqrt(mean([one * one for one in missed])) == pytest.approx(1, abs=0.15)
    # An error of a share reaches to the farther of two limits, which may lie apart.
    assert 0.8 <= sqrt(mean([one * one for one in of_share])) <= 1.05


def test_a_contract_made_in_all_deals_of_a_sample_may_still_fail() -> None:
    game = small_game("bid")
    sure = [one for one in worths_of().calls if one.makes is not None and one.makes.mean in (0, 1)]
    assert sure
    found = find_worths(find_prospects(view(game, HAND), 60), start_auction(game, "W"))
    for one in sure:
        drawn = found.of(one.said)
        assert drawn is not None
        assert drawn.makes is not None
        assert drawn.makes.error == pytest.approx(sqrt(1 - 60 / 1680) * 2 / (60 + 4))
        assert drawn.lead.error > 1
        assert one.lead.error == 0, "all deals are known"


def test_a_limit_leaves_the_first_deals_and_says_so() -> None:
    game = small_game("bid")
    prospects = find_prospects(view(game, HAND), 400, seed=77)
    found = find_worths(prospects, start_auction(game, "W"), Limit(nodes=20_000), n_asked=400)
    assert found.ended is not None
    assert 2 <= found.n_samples < 400
    assert not found.exhaustive
    assert found.calls
    none = find_worths(
        find_prospects(view(game, HAND), 300, seed=78), start_auction(game, "W"), Limit(nodes=1)
    )
    assert none.calls == ()


def test_it_must_be_the_players_turn() -> None:
    game = small_game("bid")
    with pytest.raises(ValueError, match="turn"):
        find_worths(find_prospects(view(game, HAND), 10), start_auction(game, "S"))


@pytest.mark.night
def test_calls_are_written_in_the_letters_of_the_reader() -> None:
    found = worths_of("30D")
    assert set(found.best(Speech("fr", "fr"))) <= {
        "passe",
        "contre",
        *(f"{b}{t}" for b in (40, 50) for t in "PCKT"),
    }
