"""Equal cards, bounds between neighbours, remembered cards (ext/points/ordering.pxd, `neighbour_bound`).

Hands of long suits and few different points, where nearly every card has an equal or a near one, and
tricks that have begun.
"""

from random import Random
from typing import Any

import pytest

from solver import Position
from solver.rules.words import Objective
from tests.support.search.technique_checks import Bench, check, check_together, course, deal, game, play_on
from tests.support.seeds import seeds

SIDES = (("NS", "EW"), ("NS", "EW"), ("N", "ES"), ("N", "S"))


def dense_position(rng: Random, objective: Objective, points: tuple[int, ...], ranks: str) -> Position:
    """A few cards each of one or two long suits, in the middle of some trick."""
    sides = rng.choice(SIDES)
    n_players = len("".join(sides))
    most = len(ranks) * 2 // n_players
    # Odd bonuses and penalties, half of the time: then values of both parities occur.
    extras: dict[str, Any] = {}
    if rng.random() < 0.5 and objective == Objective.card_points:
        extras["bonus"] = {"slam": rng.choice((1, 5))}
    elif rng.random() < 0.5 and objective == Objective.four_points:
        extras["forced_discard_penalty"] = rng.choice((1, 3))
    rules = game(rng, objective, sides=sides, ranks=ranks, suits="SH", each=most, points=points, **extras)
    n_each = min(most, {2: 6, 3: 4, 4: rng.choice((3, 4))}[n_players])
    return play_on(rng, deal(rng, rules, n_each), rng.randrange(2 * n_players))


@pytest.mark.parametrize("objective", Objective)
def test_equal_cards_lie_side_by_side_and_bring_the_same(objective: Objective) -> None:
    # Merging cards of unequal points, or over a card that an opponent holds, changes values here.
    for seed in seeds(900, needed=15):
        check(dense_position(Random(seed), objective, (0, 0, 0, 10), "AKQJT987"))


@pytest.mark.parametrize("objective", [Objective.card_points, Objective.four_points])
def test_neighbours_are_worth_the_same_but_for_their_points(objective: Objective) -> None:
    # Points that differ by little: the bound that a neighbour gives is just enough, or just not.
    for seed in seeds(1200, needed=144):
        check(dense_position(Random(seed), objective, (0, 1, 2, 3), "AKQJT98"))


def test_a_card_on_the_table_keeps_neighbours_apart() -> None:
    # The winning card of the unfinished trick counts as out: a trick has always begun here.
    for seed in seeds(1500, needed=39):
        rng = Random(seed)
        objective = rng.choice(list(Objective))
        rules = game(rng, objective, ranks="AKQJT98765432", suits="S", each=3, points=(0, 0, 1))
        check(play_on(rng, deal(rng, rules, 3), rng.choice((1, 2, 3, 5, 6))))


def test_cards_in_the_stock_keep_neighbours_apart() -> None:
    for seed in seeds(700, needed=59):
        rng = Random(seed)
        objective = rng.choice(list(Objective))
        rules = game(
            rng, objective, sides=("N", "S"), ranks="AKQJT98", suits="SH", each=3, stock=6, points=(0, 0, 1)
        )
        check(play_on(rng, deal(rng, rules, 3, 6), rng.randrange(4)))


@pytest.mark.parametrize("kind", ["four_of_a_kind", "sequence_of_three", "sequence_of_four"])
def test_cards_are_equal_only_once_they_combine_with_none(kind: str) -> None:
    for seed in seeds(600, needed=25):
        rng = Random(seed)
        suits, ranks = ("SHDC", "AKQJ") if kind == "four_of_a_kind" else ("SH", "AKQJT987")
        rules = game(
            rng, Objective.card_points, ranks=ranks, suits=suits, each=4, points=(0, 0, 0, 1), bonus={kind: 5}
        )
        check(play_on(rng, deal(rng, rules, 3, order=2.0), rng.randrange(6)))


def test_king_and_queen_of_trumps_are_like_no_other_card() -> None:
    for seed in seeds(600, needed=39):
        rng = Random(seed)
        rules = game(
            rng,
            Objective.card_points,
            ranks="AKQJT987",
            suits="SH",
            each=3,
            points=(0, 0, 0, 1),
            bonus={"trick_marriage": 5},
        )
        check(play_on(rng, deal(rng, rules, 3, order=2.0), rng.randrange(6)))


def test_once_game_is_decided_only_honours_tell_cards_apart() -> None:
    for seed in seeds(1000, needed=18):
        rng = Random(seed)
        sides = rng.choice((("N", "S"), ("NS", "EW")))
        rules = game(
            rng, Objective.four_points, sides=sides, ranks="AKQJT98", suits="SH", each=3, points=(0, 1, 1, 8)
        )
        check_together(reversed([*course(rng, deal(rng, rules, 3))]))


@pytest.mark.parametrize("objective", Objective)
def test_a_remembered_card_is_only_a_hint(objective: Objective) -> None:
    # The memory of cards that cut off is one for all positions of the deal, and of other deals if need be.
    for seed in seeds(25, needed=1):
        rng = Random(seed)
        rules = game(rng, objective, each=4)
        position = deal(rng, rules, 4)
        bench = Bench(position)
        for _ in range(12):
            bench.check(play_on(rng, position, rng.randrange(12)))
