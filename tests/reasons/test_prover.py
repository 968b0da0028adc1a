"""The prover: values within what matters, lines of known values, and the limits of both."""

from random import Random

import pytest

from solver import Limit, Position, Solver, find_variant
from solver.engine import Budget
from solver.game.tally import sign_of
from solver.reasons.prover import Prover, UnprovedError
from tests.support.positions import random_position
from tests.support.seeds import seeds


def ending(seed: int, game: str = "belote", n_left: int = 16) -> Position:
    rules = find_variant(game)
    return random_position(Random(seed), rules, n_each=rules.cards_each, n_left=n_left)


def prover_of(position: Position, side: int = 0, nodes: int | None = None) -> Prover:
    return Prover(side, Budget(Limit(nodes=nodes)), Solver(position))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("game", ["belote", "klaverjas_amsterdam", "bridge"])
def test_values_are_told_as_far_as_they_matter(game: str, side: int) -> None:
    for seed in seeds(20):
        position = ending(seed, game, n_left=12)
        value = sign_of(side) * Solver(position).leads(position).bounds.low
        prover = prover_of(position, side)
        assert prover.value(position, guess=Random(seed).randint(-40, 40)) == value
        for end in range(value - 3, value + 4):
            least, most = prover.value(position, least=end), prover.value(position, most=end)
            assert least == value if value >= end else least < end
            assert most == value if value <= end else most > end
        cards = position.legal_plays()
        best, played = prover.values(position, cards[0], cards[-1])
        for most_left in range(best - played - 3, best - played + 3):
            first, second = prover.values(position, cards[0], cards[-1], most_left=most_left)
            assert first == best
            assert second == played if best - played <= most_left else first - second > most_left


def test_a_line_of_a_known_value_is_that_of_an_unknown_one() -> None:
    for seed in seeds(20):
        position = ending(seed)
        prover = prover_of(position)
        value = prover.value(position)
        line = prover_of(position).line(position)
        assert prover_of(position).line(position, value) == line
        assert len(line) == position.n_cards_left


def test_a_line_that_a_limit_cuts_off_is_no_line() -> None:
    position = ending(1, n_left=28)
    value = prover_of(position).value(position)
    budget = Budget(Limit(nodes=20))
    with pytest.raises(UnprovedError):
        Prover(0, budget, Solver(position)).line(position, value)
    assert budget.ended is not None
    assert budget.ended.by == "nodes"


def test_what_was_asked_once_is_not_asked_again() -> None:
    position = ending(2)
    prover, asked = prover_of(position), []

    def ask() -> int:
        asked.append(1)
        return prover.value(position)

    assert prover.once(("all", 1), ask) == prover.once(("all", 1), ask)
    assert prover.once(("all", 2), ask) == prover.value(position)
    assert len(asked) == 2
