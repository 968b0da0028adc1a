"""The positions of one deal solved in turn: the answers and the nodes of one solve after the other."""

from random import Random

import pytest

from solver import Answer, CancelToken, Limit, Position, Solver
from solver.engine.answer import Ended
from solver.game.tally import lead_of, number_sides
from solver.rules.variants import VARIANTS, find_variant
from tests.support.positions import random_position

N_LEFT = 12


def ending(name: str, seed: int = 1) -> list[Position]:
    """A deal with a few cards to come, from the last position that is not over back to the first."""
    rules, rng = find_variant(name), Random(seed)
    position = random_position(rng, rules, n_left=N_LEFT, n_each=rules.cards_each, n_stock=rules.stock)
    found = [position]
    while not (position := position.play(rng.choice(position.legal_plays()))).is_over:
        found.append(position)
    return found[::-1]


def one_by_one(positions: list[Position], limit: Limit, guess: int | None) -> list[Answer]:
    """The same by single solves, each by what is left, from the value of the one before."""
    solver = Solver(positions[0])
    n_nodes, found = 0, []
    for position in positions:
        if limit.nodes is not None and n_nodes >= limit.nodes:
            break
        left = Limit(nodes=None if limit.nodes is None else limit.nodes - n_nodes)
        answer = solver.solve(position, left, guess=guess)
        found.append(answer)
        n_nodes += answer.stats.nodes
        if not answer.exact:
            break
        assert answer.value is not None
        guess = lead_of(number_sides(position.rules, answer.value))
    return found


def told(answers: list[Answer]) -> list[object]:
    """All that does not depend on the clock, nor on how the limit was handed out."""
    return [
        (
            answer.cards,
            answer.value,
            answer.score,
            answer.bounds,
            answer.line,
            answer.stats.nodes,
            answer.exact,
        )
        for answer in answers
    ]


@pytest.mark.parametrize("guess", [None, 0, 40])
@pytest.mark.parametrize("nodes", [None, 1, 60, 400])
@pytest.mark.parametrize("name", VARIANTS)
def test_positions_are_solved_as_one_after_the_other(name: str, nodes: int | None, guess: int | None) -> None:
    positions = ending(name)
    limit = Limit(nodes=nodes)
    found = Solver(positions[0]).solve_in_turn(positions, limit, guess)
    assert told(found) == told(one_by_one(positions, limit, guess))


def test_the_last_answer_names_the_limit_that_came_first() -> None:
    positions = ending("belote")
    found = Solver(positions[0]).solve_in_turn(positions, Limit(nodes=60))
    assert 0 < len(found) < len(positions)
    assert all(answer.ended is None for answer in found[:-1])
    assert found[-1].ended in (None, Ended("nodes", 60))


def test_a_token_stops_the_work_before_the_second_position() -> None:
    positions = ending("belote")
    token = CancelToken()
    token.cancel()
    (only,) = Solver(positions[0]).solve_in_turn(positions, Limit(cancel=token))
    assert only.exact or only.ended == Ended("cancelled")


def test_positions_of_another_deal_are_refused() -> None:
    positions = ending("belote")
    with pytest.raises(ValueError, match="another deal"):
        Solver(positions[0]).solve_in_turn([*positions, *ending("belote", 2)])


def test_a_deal_that_is_over_is_refused_and_nothing_is_nothing() -> None:
    positions = ending("belote")
    solver = Solver(positions[0])
    assert solver.solve_in_turn([]) == []
    over = positions[0].play_all(solver.solve(positions[0]).line)
    with pytest.raises(ValueError, match="no card is left to play"):
        solver.solve_in_turn([positions[0], over])
