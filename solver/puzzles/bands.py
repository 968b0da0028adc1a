"""Bands of difficulty, 1 to 5: the fifths of the puzzles of a game by their first ratings."""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tomllib import loads

BANDS_FILE = Path(__file__).with_name("bands.toml")
"""Written by ``python -m benchmarks.puzzle_difficulty --write-bands``."""
N_BANDS = 5
USUAL_CUTS = (1550, 1650, 1750, 1900)
"""The cut points of a game that has no row of its own."""

Cuts = tuple[int, ...]
"""The least ratings of the bands 2 to 5."""


@cache
def read_cuts() -> Mapping[str, Cuts]:
    """Return the cut points by game, as `BANDS_FILE` has them."""
    text = BANDS_FILE.read_text(encoding="utf-8")
    return {game: tuple(cuts) for game, cuts in loads(text).items()}


def band_of(game: str, rating: float) -> int:
    """Return the band of a rating among the puzzles of a game: 1 for the easiest fifth, 5 for the hardest."""
    return 1 + bisect_right(read_cuts().get(game, USUAL_CUTS), rating)
