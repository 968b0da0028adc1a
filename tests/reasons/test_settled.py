"""What a difference settles, held against every line of best play there is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from solver import Position, Rules, analyse, find_variant, resolve_variant, solve
from solver.game.deal import Deal
from solver.game.scoring import Outcome, deal_score
from solver.game.tally import DealResult, result_of
from solver.game.verdict import verdict_of
from solver.reasons.settled import is_sum_fixed, possible_slams, settled_leader, settled_slam, settled_verdict
from solver.rules.words import Objective
from tests.support.positions import random_contract, random_options, random_position, small_position

pytestmark = pytest.mark.slow

MOST_LINES = 400
IN_TRICKS = {"sequence_of_three": 20, "trick_marriage": 20, "four_of_a_kind": 50}
OWN_GAMES: dict[str, dict[str, Any]] = {
    "threshold": {"extends": "belote", "bonus": IN_TRICKS, "score": {"threshold": 40}},
    "bid": {"extends": "coinche", "bonus": IN_TRICKS, "score": {"bids": [20, 40, 60, 80]}},
}
"""Contracts that hang on a side's own points, in games with combinations."""
GAMES = ("valet_de_trefle", "klaverjas_amsterdam", "klaverjas_rotterdam", "california_jack", *OWN_GAMES)


def game(rng: Random, name: str) -> Rules:
    if name in OWN_GAMES:
        return resolve_variant({"name": name, "deck": {"short_deals": True}, **OWN_GAMES[name]})
    return random_options(rng, find_variant(name))


def best_ends(position: Position) -> Iterator[DealResult]:
    """What the deal comes to by each line in which every card is a best one."""
    if position.is_over:
        yield result_of(position.rules, position.dealer, position.tally)
        return
    for card in solve(position).cards:
        if card.swing == 0:
            yield from best_ends(position.play(card.card))


def dense_position(rng: Random, rules: Rules) -> Position:
    """Three cards each of two suits, with two of them played: many combinations, or discards, to be had."""
    if rules.objective == Objective.four_points:
        return random_position(rng, rules, n_each=2, n_stock=4, n_left=8)
    suits = rng.sample("SHDC", 2)
    cards = rng.sample([card for card in rules.deck if card.suit in suits], 12)
    deal = Deal({seat: tuple(cards[3 * i : 3 * i + 3]) for i, seat in enumerate(rules.players)})
    position = Position(rules, random_contract(rng, rules), deal, dealer=rng.choice(rules.players))
    for _ in range(3):
        position = position.play(rng.choice(position.legal_plays()))
    return position


def some_positions(name: str, n: int = 60) -> Iterator[tuple[Position, int, list[DealResult]]]:
    """Positions with what best play comes to, side 0 minus side 1, and the ends of all its lines."""
    for seed in range(n):
        rng = Random(seed)
        rules = game(rng, name)
        position = dense_position(rng, rules) if seed % 2 else small_position(rng, rules, max_left=8)
        ends = []
        for end in best_ends(position):
            ends.append(end)
            if len(ends) > MOST_LINES:
                break
        else:
            (difference,) = {end.result[0] - end.result[1] for end in ends}
            yield position, difference, ends


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_settled_is_so_by_every_line_of_best_play(name: str) -> None:
    seen: Counter[str] = Counter()
    for position, difference, ends in some_positions(name):
        seen["results that differ"] += len({end.result for end in ends}) > 1
        verdicts = {verdict_of(position, end.result) for end in ends}
        verdict = settled_verdict(position, difference)
        if verdict is not None:
            seen["verdict"] += 1
            assert verdicts == {verdict}
        if position.rules.scoring.value == "taker" and position.rules.contract_rule.value == "majority":
            assert verdict is not None, "it hangs on the difference alone"
        slams = {next((side for side in (0, 1) if not end.tricks[1 - side]), None) for end in ends}
        if position.rules.objective.value == "card_points":
            slam = settled_slam(position, difference)
            if slam is not None:
                seen[f"slam {slam[0] is not None}"] += 1
                assert slams == set(slam)
        else:
            scores = [
                deal_score(position.rules, position.contract, position.dealer, end.result) for end in ends
            ]
            leaders = {
                None if score.by_side[0] == score.by_side[1] else int(score.by_side[1] > score.by_side[0])
                for score in scores
                if score is not None
            }
            leader = settled_leader(position, difference)
            assert leader is not None
            assert leaders == set(leader)
            seen["leader"] += 1
    assert seen["verdict"] + seen["leader"] > 20
    assert seen["slam False"] + seen["leader"] > 20


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["california_jack", "bid"])
def test_results_hang_on_the_line_where_their_sum_is_not_fixed(name: str) -> None:
    """Or there would be nothing to take care of."""
    assert any(len({end.result for end in ends}) > 1 for _, _, ends in some_positions(name, 120))


@pytest.mark.parametrize(
    ("name", "is_fixed"),
    [
        ("quadrette", True), ("bridge", True), ("all_fours", True), ("belote", True), ("contree", True),
        ("california_jack", False), ("valet_de_trefle", False), ("klaverjas_rotterdam", False),
    ],
)  # fmt: skip
def test_combinations_and_penalties_leave_the_sum_open(name: str, is_fixed: bool) -> None:
    assert is_sum_fixed(find_variant(name)) == is_fixed


def test_a_contract_of_own_points_is_settled_only_where_every_sum_says_the_same() -> None:
    rules = game(Random(0), "threshold")
    deal = {"N": "-.KQ.-.-", "E": "-.-.A7.-", "S": "-.-.-.87", "W": "87.-.-.-"}
    body = {"variant": "belote", "rules": {"short_deals": True}, "dealer": "N", "leader": "N", "deal": deal}
    told = Position.from_dict({**body, "contract": {"trump": "H", "taker": "N"}})
    position = Position(rules, told.contract, told.deal, dealer="N", leader="N")
    # 4 + 3 for king and queen of trumps, 11 for the ace, 10 for the last trick: 28. To that come at most 90
    # for all the tricks, and 50 in each of two tricks for four of a kind, more than 20 for a sequence and 20
    # for king and queen: 218. Who is 10 ahead has 19 points, or up to 114, and 20 for belote: 40 are needed.
    assert settled_verdict(position, 10) is None
    # 12 ahead: 20 and the belote at the least. 180 behind: 19 and the belote at the most.
    assert settled_verdict(position, 12) == (Outcome.made, 0)
    assert settled_verdict(position, -180) == (Outcome.failed, 1)
    # 28 + 90 is the least that all the tricks come to.
    assert settled_slam(position, 117) == (None,)
    assert settled_slam(position, 118) is None
    assert [possible_slams(position, lead) for lead in (117, 118, -118)] == [[], [0], [1]]


@pytest.mark.night
def test_penalties_make_the_difference_decide_whose_the_deal_is() -> None:
    """Each card of a log: whoever is ahead by an independent solve, and no point told to have moved."""
    n_turns = 0
    rules = find_variant("california_jack").override({"short_deals": True})
    for seed in range(80):
        rng = Random(seed)
        position = random_position(rng, rules, n_each=3, n_stock=6)
        deal = analyse(position.to_dict()).deals[0]
        ahead = []
        for before in deal.positions:
            value = solve(before).value
            assert value is not None
            lead = value["N"] - value["S"]
            ahead.append("N" if lead > 0 else "S" if lead else None)
        expected = [
            (index, "deal", one, two) for index, (one, two) in enumerate(pairwise(ahead)) if one != two
        ]
        turns = [(one.play.index, *astuple(one.turn)) for one in deal.turning_points]
        assert turns == expected
        n_turns += len(turns)
    assert n_turns > 20
