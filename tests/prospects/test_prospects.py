"""Prospects of hands: held to the enumeration of all deals, and alike under all names."""

from collections import Counter
from itertools import product

import pytest

from solver.cards import Card
from solver.engine.budget import Budget, Limit
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.scoring import Outcome, deal_score
from solver.knowledge.viewpoint import Viewpoint
from solver.prospects.matrix import Matrix, Take
from solver.prospects.prospects import find_prospects
from solver.rules.rules import Rules
from tests.prospects.games import all_deals, cards, small_game, view
from tests.support.search.plain_values import plain_values

HANDS = ("SQ SA HA", "SK SQ DK")


def reference_results(viewpoint: Viewpoint, take: Take) -> list[tuple[Position, tuple[int, int]]]:
    """The start of each deal that agrees, with the results of both sides by the plain solver."""
    rules = viewpoint.rules
    found = []
    for deal in all_deals(viewpoint):
        leader = rules.first_leader(viewpoint.dealer, take.taker)
        position = Position(rules, Contract(take.trump), deal, dealer=viewpoint.dealer, leader=leader)
        own = max(plain_values(position).values())
        lead = own if position.side_to_play == 0 else -own
        total = rules.total_card_points(take.trump) + rules.last_trick
        whole = total + rules.slam * (abs(lead) == total + rules.slam)
        found.append((position, ((whole + lead) // 2, (whole - lead) // 2)))
    return found


def of_suit(deal: Deal, suit: str) -> list[tuple[str, Card]]:
    return [(seat, card) for seat, hand in deal.hands.items() for card in hand if card.suit == suit]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(("hand", "trump"), [(HANDS[0], "S"), (HANDS[1], "D")])
def test_of_a_small_game_all_is_as_enumerated(hand: str, trump: str) -> None:
    viewpoint = view(small_game(), hand)
    prospects = find_prospects(viewpoint, 1680)
    assert (prospects.n_deals, prospects.is_exhaustive, prospects.effective_samples) == (1680, True, 1680)
    take = Take(trump, "N")
    assert prospects.solve([take])
    known = reference_results(viewpoint, take)
    for bid, multiplier in product(viewpoint.rules.bids, (1, 2, 4)):
        contract = Contract(trump, "N", bid, multiplier)
        scores = [
            deal_score(viewpoint.rules, contract, "W", result, position.belote_side)
            for position, result in known
        ]
        assert all(scores)
        made = sum(score is not None and score.outcome == Outcome.made for score in scores) / 1680
        mean = sum(score.by_side[0] - score.by_side[1] for score in scores if score is not None) / 1680
        found = prospects.makes(contract), prospects.swing(contract)
        assert [one.mean for one in found] == [pytest.approx(made), pytest.approx(mean)]
        assert [one.error for one in found] == [0, 0]
    points = sorted(result[0] + 3 * (position.belote_side == 0) for position, result in known)
    taken = prospects.points(take)
    assert sorted(number for number in taken if number is not None) == points
    assert prospects.quantiles(taken, (0.25, 0.5, 1)) == [points[419], points[839], points[-1]]


@pytest.mark.parametrize("first_lead", ["dealer_next", "taker", "taker_next"])
def test_takes_share_a_column_where_the_play_is_the_same(first_lead: str) -> None:
    prospects = find_prospects(view(small_game("taker", first_lead), HANDS[0]), 40)
    takes = prospects.takes()
    assert len(takes) == 16
    budget = Budget(Limit(nodes=10**9))
    prospects.solve(takes, budget)
    for take in takes:
        deal_results = prospects.results(take)
        leader = prospects.viewpoint.rules.first_leader("W", take.taker)
        for deal, found in zip(prospects.deals[:5], deal_results, strict=False):
            position = Position(
                prospects.viewpoint.rules, Contract(take.trump), deal, dealer="W", leader=leader
            )
            assert found is not None
            assert found.belote_side == position.belote_side
            own = max(plain_values(position).values())
            assert (found.result[0] - found.result[1]) == (own if position.side_to_play == 0 else -own)
    n_distinct = len({tuple(map(str, prospects.results(Take("S", taker)))) for taker in "NESW"})
    assert (n_distinct == 1) == (first_lead == "dealer_next")


def test_what_is_solved_without_a_limit_serves_one_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    viewpoint = view(small_game(), "SK SA HA")
    first, second = (find_prospects(viewpoint, 30, seed=11) for _ in range(2))
    whole = Budget(Limit())
    assert first.solve(first.takes(), whole)
    assert whole.n_nodes

    def solve_none(*_: object, **__: object) -> None:
        raise AssertionError("what is kept is solved anew")

    monkeypatch.setattr("solver.prospects.matrix.solve_many", solve_none)
    budget = Budget(Limit(nodes=10**9))
    assert second.solve(second.takes(), budget)
    assert budget.n_nodes == whole.n_nodes


def test_hands_that_differ_in_names_share_what_is_solved() -> None:
    rules = small_game()
    first = find_prospects(view(rules, "SQ SA HA"), 30, seed=3)
    first.solve(first.takes())
    other = find_prospects(view(rules, "CQ CA SA", seat="E", dealer="N"), 30, seed=3)
    budget = Budget(Limit())
    assert other.solve(other.takes(), budget)
    assert budget.n_nodes == 0
    seats, suits = {"N": "E", "E": "S", "S": "W", "W": "N"}, {"S": "C", "H": "S"}
    for deal, renamed in zip(first.deals, other.deals, strict=True):
        assert renamed.hands["E"] == cards("SA CA CQ")
        assert {(seats[seat], card.rank) for seat, card in of_suit(deal, "S")} == {
            (seat, card.rank) for seat, card in of_suit(renamed, "C")
        }
    for trump, taker in product("SH", "NE"):
        here = first.results(Take(trump, taker))
        there = other.results(Take(suits[trump], seats[taker]))
        for one, two in zip(here, there, strict=True):
            assert one is not None
            assert two is not None
            assert one.result == two.result[::-1]
            assert one.belote_side == (None if two.belote_side is None else 1 - two.belote_side)


def test_a_budget_leaves_the_first_deals() -> None:
    viewpoint = view("contree", "SJ S9 SA S7 HA HT D7 C8")
    whole = find_prospects(viewpoint, 24, seed=11)
    take = Take("S", "N")
    assert not whole.solve([take], Limit(nodes=200_000))
    part = whole.results(take)
    assert 0 < len(part) < 24
    assert whole.makes(Contract("S", "N", 80)).error >= 0
    assert whole.solve([take], threads=2)
    assert len(whole.results(take)) == 24
    assert whole.results(take)[: len(part)] == part


def test_weights_count_as_deals_do() -> None:
    prospects = find_prospects(view(small_game(), HANDS[0]), 50, seed=1)
    take, contract = Take("S", "N"), Contract("S", "N", 30)
    prospects.solve([take])
    weights = [float(number % 3) for number in range(50)]
    leads = prospects.leads(contract)
    twice = [lead for lead, weight in zip(leads, weights, strict=True) for _ in range(int(weight))]
    weighed = prospects.weighed(weights)
    assert weighed.swing(contract).mean == pytest.approx(sum(lead or 0 for lead in twice) / len(twice))
    assert weighed.effective_samples == pytest.approx(sum(weights) ** 2 / sum(w * w for w in weights))
    assert weighed.quantiles(leads, (0.5,)) == [sorted(lead or 0 for lead in twice)[(len(twice) - 1) // 2]]
    with pytest.raises(ValueError, match="weight"):
        prospects.weighed([0.0] * 50)


@pytest.mark.slow
def test_in_belote_the_pack_is_dealt_as_the_rules_say() -> None:
    """What was shown lies on top of the pack, in order; which suit comes next is left to chance."""
    prospects = find_prospects(view("belote", "SJ S9 HA HT C8", "DA D9 SA"), 200)
    takes = [take for take in prospects.takes() if take.turn == 2]
    assert takes == [Take("S", taker, 2) for taker in "NESW"]
    prospects.solve(takes[:1])
    assert None not in prospects.results(takes[0])
    for deal in prospects.deals:
        assert deal.hands["N"] == cards("SJ S9 HA HT C8")
        assert deal.stock[:3] == cards("DA D9 SA")
        assert Counter(map(len, deal.hands.values())) == {5: 4}
        assert len(set(deal.cards())) == 32
    # In the first turn the suit of the second is open: 11 of the 26 unseen cards are in the pack.
    first = find_prospects(view("belote", "SJ S9 HA HT C8", "DA"), 3000)
    suits = Counter(first.viewpoint.turns(deal)[1].trumps[0] for deal in first.deals)
    n_plain = {"S": 6, "H": 6, "C": 7}
    assert set(suits) == set(n_plain)
    for suit, n in n_plain.items():
        assert suits[suit] / 3000 == pytest.approx(n / 19, abs=0.03)


@pytest.mark.parametrize("game", ["contree", "belote"])
def test_a_hand_that_does_not_fit_is_refused(game: str) -> None:
    twice = "SA SA HA DA CA S7 S8 S9"
    for hand, shown in (("SA", ""), (twice, ""), ("SA SK SQ SJ ST", "SA"), ("SA HK", "S7")):
        with pytest.raises(ValueError, match=r"hand|shown"):
            view(game, hand, shown)


def test_a_game_without_a_taker_has_none() -> None:
    with pytest.raises(ValueError, match="taker"):
        find_prospects(view("quadrette", "SA SK HA HK DA DK"), 10)


def test_each_card_is_as_likely_anywhere() -> None:
    rules: Rules = small_game()
    prospects = find_prospects(view(rules, HANDS[0]), 1000, seed=9)
    for card in (Card("C", "A"), Card("S", "K")):
        held = Counter(deal.holder(card) for deal in prospects.deals)
        assert set(held) == {"E", "S", "W"}
        assert all(abs(n / 1000 - 1 / 3) < 0.05 for n in held.values())


def test_a_limit_ends_the_work_at_one_place_in_whatever_order_takes_come() -> None:
    viewpoint = view("belote", "SJ SA HA D7 C8", "ST")
    deals = find_prospects(viewpoint, 20).deals
    ends = []
    for order in (1, -1):
        matrix, budget = Matrix(viewpoint, deals), Budget(Limit(nodes=400_000))
        ends.append((matrix.solve([matrix.takes()[::order]] * 20, budget), budget.n_nodes))
    assert ends[0] == ends[1]
