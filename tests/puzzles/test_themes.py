"""Themes of puzzles are true: proved again by a naive reader, and told or not in positions made by hand."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from benchmarks.random_deals import random_deal
from solver import Solver, find_variant
from solver.puzzles import Puzzle, PuzzleTheme, UnfitError, find_themes
from tests.puzzles.test_proof import puzzles_of_seed
from tests.support.positions import GAMES
from tests.support.theme_reader import ThemeReader

pytestmark = pytest.mark.slow

FULL_GAMES = (
    "belote",
    "contree",
    "valet_de_trefle",
    "quadrette",
    "all_fours",
    "all_fours_4",
    "bridge",
    "coinche",
    "klaverjas_rotterdam",
)
N_EACH = 14
MOST_TRICKS = 6


def puzzles_of_game(game: str, n_puzzles: int) -> Iterator[Puzzle]:
    """Puzzles from the middle of full deals that are played at random."""
    number = 0
    while n_puzzles:
        number += 1
        rng = Random(f"themes {game} {number}")
        position = random_deal(rng, find_variant(game))
        solver = Solver(position, 4)
        while position.n_cards_left > MOST_TRICKS * position.rules.n_players:
            position = position.play(rng.choice(position.legal_plays()))
        while not position.is_over and n_puzzles:
            try:
                yield Puzzle.prove(position, solver=solver, least_wrong=1)
                n_puzzles -= 1
            except UnfitError:
                pass
            position = position.play(rng.choice(position.legal_plays()))


def reader_of(puzzle: Puzzle) -> ThemeReader:
    """The naive reader of a puzzle with its themes."""
    return ThemeReader(replace(puzzle, themes=find_themes(puzzle)).to_dict(shown=True))


@pytest.mark.parametrize("game", GAMES)
def test_no_theme_of_a_small_puzzle_is_false(game: str) -> None:
    for seed in (0, 1):
        for puzzle in puzzles_of_seed(seed, game):
            reader = reader_of(puzzle)
            assert not list(reader.faults()), reader.puzzle


@pytest.mark.parametrize("game", FULL_GAMES)
def test_no_theme_of_a_puzzle_of_a_full_deal_is_false(game: str) -> None:
    for puzzle in puzzles_of_game(game, N_EACH):
        reader = reader_of(puzzle)
        assert not list(reader.faults()), reader.puzzle


def test_every_theme_is_known_to_the_naive_reader() -> None:
    for theme in PuzzleTheme:
        assert callable(getattr(ThemeReader, f"is_{theme}"))
