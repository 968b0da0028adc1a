"""Hidden puzzles of every game, and the same ones with other cards where their solver does not see them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from solver import Position, Puzzle, PuzzleKind, find_variant
from solver.engine import engine_version
from solver.knowledge import ConsistentDeals, find_knowledge
from solver.puzzles import Goal, GoalKind, Solution, restore_puzzle
from solver.puzzles.hidden import Expected
from solver.puzzles.tree import Decision, End, Why
from tests.conftest import TESTS
from tests.support.positions import random_position

BANK = TESTS / "data" / "puzzles" / "hidden.ndjson"
"""Proved ones: a card turned up and taken, belote announced, dummy to play, and one or more of each game."""


def read_hidden() -> list[Puzzle]:
    """The puzzles of the bank, and one of California Jack, which is made up."""
    lines = BANK.read_text(encoding="utf-8").splitlines()
    return [*(restore_puzzle(json.loads(line), engine_version()) for line in lines), _with_a_stock()]


def twins(puzzle: Puzzle, n: int) -> Iterator[Puzzle]:
    """Yield the puzzle with other deals that agree with what its solver knows."""
    deals = ConsistentDeals(find_knowledge(puzzle.position))
    rng = Random(puzzle.id)
    for number in rng.sample(range(min(deals.count, 1_000_000)), min(n, deals.count)):
        # Those next to each other are much alike.
        deal = deals[number * deals.count // min(deals.count, 1_000_000)]
        solution = replace(puzzle.solution, hidden=deal)
        yield replace(puzzle, position=puzzle.position.with_deal(deal), solution=solution)


def _with_a_stock() -> Puzzle:
    """A puzzle that is made up: its position is of a game, and what is right in it is not proved."""
    rules = find_variant("california_jack")
    position = random_position(Random(4), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=48)
    return made_up(position)


def made_up(position: Position) -> Puzzle:
    """A hidden puzzle in which any card is said to be right."""
    first, *others = position.legal_plays()
    nothing = dict.fromkeys(position.rules.side_names, 0.0)
    assert position.to_play is not None
    expected = [Expected((card,), nothing, float(n), 0.1) for n, card in enumerate(others)]
    side = position.rules.side_names[position.side_to_play or 0]
    return Puzzle(
        id="0" * 16,
        kind=PuzzleKind.hidden,
        position=position,
        goal=Goal(position.rules, side, GoalKind.expected, None),
        length=1,
        solution=Solution(
            right=(first,),
            wrong=(),
            line=(first,),
            duals=0,
            expected=(Expected((first,), nothing, 0.0, 0.0), *expected),
            hidden=position.deal,
            root=Decision(position.to_play, (first,), len(others), 1, End(Why.safe)),
        ),
    )
