"""Deals solved within a limit: as many as it lets be proved, in their order."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from solver.calls.solved import solve_rows
from solver.engine.answer import Answer
from solver.engine.budget import NO_LIMIT, Budget, Limit
from solver.engine.many import solve_many
from solver.game.contract import Contract
from solver.game.position import Position
from solver.prospects.pace import DEALS_AT_ONCE
from solver.rules.variants import find_variant
from tests.support.positions import random_deal

N_DEALS = 20


def positions() -> list[Position]:
    rules, rng = find_variant("contree"), Random(4)
    return [Position(rules, Contract("S"), random_deal(rng, rules, 8, 0), dealer="W") for _ in range(N_DEALS)]


def value_of(_: Position, answers: Sequence[Answer]) -> Mapping[str, int] | None:
    return answers[0].value


@pytest.mark.parametrize("threads", [1, 2])
def test_without_a_limit_all_are_solved(threads: int) -> None:
    deals, budget = positions(), Budget(NO_LIMIT)
    found = solve_rows(deals, lambda deal: [deal], value_of, budget, threads)
    assert found == [answer.value for answer in solve_many(deals, cards="none")]
    assert budget.n_nodes > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_nodes_is_not_left_to_deals_that_take_long(threads: int) -> None:
    deals = positions()
    alone = solve_many(deals, cards="none")
    nodes, values = [answer.stats.nodes for answer in alone], [answer.value for answer in alone]
    for n_wanted in (1, 3, 6, 12):
        granted = sum(nodes[:n_wanted]) + 1
        # Eight that shared so little equally would come to nothing but for the shortest.
        budget = Budget(Limit(nodes=granted))
        found = solve_rows(deals, lambda deal: [deal], value_of, budget, threads)
        assert found == values[: len(found)]
        assert n_wanted / 2 <= len(found) <= N_DEALS
        assert budget.n_nodes <= granted + N_DEALS * DEALS_AT_ONCE


def test_with_one_node_nothing_is_found_and_that_is_told() -> None:
    budget = Budget(Limit(nodes=1))
    assert solve_rows(positions(), lambda deal: [deal], value_of, budget) == []
    assert budget.ended is not None
    assert budget.ended.by == "nodes"
