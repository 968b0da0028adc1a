"""Puzzles to keep in a bank: real ones, which can be tried."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from api.puzzles.kept import NewPuzzle
from api.puzzles.loading import ENDING, shipped_files
from api.puzzles.schemas import EXAMPLE_ID
from solver import Puzzle, Rules, UnfitError, find_themes, find_variant, resolve_variant
from tests.support.positions import random_position

EXAMPLE_SEED = 37
"""The seed of a puzzle of belote with two decisions."""


@cache
def puzzle_of_seed(seed: int, game: str | Rules = "belote") -> Puzzle | None:
    """The puzzle that a random ending of four tricks is, with its themes, or None."""
    rules = resolve_variant(game)
    position = random_position(
        Random(seed), rules, n_each=rules.cards_each, n_stock=0, n_left=4 * rules.n_players
    )
    try:
        puzzle = Puzzle.prove(position)
    except UnfitError:
        return None
    themes = tuple(map(str, find_themes(puzzle)))
    return replace(puzzle, themes=themes, rating=1400 + 10 * seed, rating_deviation=300, source="random")


def shipped_puzzles(game: str) -> Iterator[Puzzle]:
    """The puzzles of a game that are shipped."""
    (path,) = (path for path in shipped_files() if path.name == f"{game}{ENDING}")
    return map(Puzzle.from_dict, map(json.loads, gzip.decompress(path.read_bytes()).splitlines()))


@cache
def shown_puzzle() -> Puzzle:
    """The puzzle that the API document shows, which is shipped."""
    return next(one for one in shipped_puzzles("belote") if one.id == EXAMPLE_ID)


def example_puzzle() -> Puzzle:
    """A puzzle to try."""
    puzzle = puzzle_of_seed(EXAMPLE_SEED)
    assert puzzle is not None
    return puzzle


def kept(puzzle: Puzzle) -> NewPuzzle:
    """A puzzle as a bank takes it."""
    return NewPuzzle.of(puzzle.to_dict(shown=True))


@cache
def hidden_puzzle() -> Puzzle:
    """A puzzle of one player's hand, in the last four tricks of a deal of quadrette."""
    rules = find_variant("quadrette")
    for seed in count():
        position = random_position(
            Random(seed), rules, n_each=rules.cards_each, n_stock=0, n_left=4 * rules.n_players
        )
        try:
            return replace(Puzzle.prove_hidden(position), rating=1500, rating_deviation=300, source="random")
        except UnfitError:
            continue
    raise AssertionError
