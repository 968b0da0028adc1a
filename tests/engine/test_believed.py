"""Deals solved in turn: the answers and the nodes of one solve after the other, within one limit."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import pytest

from solver import Answer, CancelToken, Limit, Position, Solver
from solver.engine.answer import Ended
from solver.engine.believed import BelievedDeals
from solver.game.tally import lead_of, number_sides
from solver.rules.variants import VARIANTS, find_variant
from tests.support.depth import by_depth
from tests.support.positions import random_position


@cache
def deals(name: str, n: int = 9, n_left: int = 12) -> list[Position]:
    """So many deals of one contract and dealer, each with the same number of cards played."""
    rules = find_variant(name)
    sizes = {"n_each": rules.cards_each, "n_stock": rules.stock}
    found: list[Position] = []
    seed = 0
    while len(found) < n:
        position = random_position(Random(seed), rules, n_left=n_left, **sizes)
        seed += 1
        kind = (position.contract.trump, position.dealer)
        if not found or kind == (found[0].contract.trump, found[0].dealer):
            found.append(position)
    return found


def one_by_one(positions: list[Position], limit: Limit) -> list[Answer]:
    """The same by single solves, each by what is left, from the value of the one before."""
    solver = Solver(positions[0])
    guess, n_nodes = None, 0
    found = []
    for position in positions:
        if limit.nodes is not None and n_nodes >= limit.nodes:
            break
        nodes = None if limit.nodes is None else limit.nodes - n_nodes
        answer = solver.redealt(position).solve(position, Limit(nodes=nodes), guess=guess, with_line=False)
        found.append(answer)
        n_nodes += answer.stats.nodes
        if not answer.exact:
            break
        assert answer.value is not None
        guess = lead_of(number_sides(position.rules, answer.value))
    return found


def told(answers: list[Answer]) -> list[object]:
    """All that does not depend on the clock."""
    return [
        (answer.cards, answer.value, answer.bounds, answer.stats.nodes, answer.exact) for answer in answers
    ]


@pytest.mark.by_day(6)
@pytest.mark.parametrize("at_once", by_depth([4], [1, 4, 9]))
@pytest.mark.parametrize("nodes", [None, 1, 150, 1500])
@pytest.mark.parametrize("name", VARIANTS)
def test_deals_are_solved_as_one_after_the_other(name: str, nodes: int | None, at_once: int) -> None:
    positions = deals(name)
    solver, n_nodes = BelievedDeals(), 0
    found: list[Answer] = []
    for start in range(0, len(positions), at_once):
        left = None if nodes is None else nodes - n_nodes
        if left is not None and left <= 0:
            break
        part = positions[start : start + at_once]
        answers = solver.solve(part, Limit(nodes=left))
        found += answers
        n_nodes += sum(answer.stats.nodes for answer in answers)
        if len(answers) < len(part) or not answers[-1].exact:
            break
    assert told(found) == told(one_by_one(positions, Limit(nodes=nodes)))
    for answer in found[:-1]:
        assert answer.ended is None
    if nodes is not None and not found[-1].exact:
        assert found[-1].ended is not None
        assert found[-1].ended.by == "nodes"


def test_nothing_is_begun_once_it_was_called_off() -> None:
    token = CancelToken()
    token.cancel()
    answers = BelievedDeals().solve(deals("belote", 3, 32), Limit(cancel=token))
    assert [answer.ended for answer in answers] == [Ended("cancelled")]


def test_a_deal_that_is_over_is_refused_and_nothing_is_nothing() -> None:
    position = deals("belote")[0]
    believed = BelievedDeals()
    assert believed.solve([], Limit()) == []
    over = position.play_all(Solver(position).solve(position).line)
    with pytest.raises(ValueError, match="no card is left to play"):
        believed.solve([position, over], Limit())


def test_threads_may_share_it() -> None:
    positions = deals("belote", 6, 20)
    values = [Solver(position).solve(position).value for position in positions]
    believed = BelievedDeals()

    def work(number: int) -> list[Mapping[str, int] | None]:
        mine = positions[number % 6 :] + positions[: number % 6]
        return [answer.value for answer in believed.solve(mine, Limit())]

    with ThreadPoolExecutor(4) as pool:
        for number, found in enumerate(pool.map(work, range(24))):
            assert found == values[number % 6 :] + values[: number % 6]
