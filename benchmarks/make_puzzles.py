"""Make the puzzles that are shipped: ``python -m benchmarks.make_puzzles --workers 2``.

For each game a file of NDJSON, zipped, goes to ``solver/puzzles/bank``: as many puzzles of each level as are
asked for, from random deals that a seed draws, and more for the themes that are rare.  The same arguments and
the same version of the engine make the same files.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path

import solver.puzzles
from solver import VARIANTS, Puzzle, PuzzleSpec, find_puzzles, find_variant
from solver.cli.puzzle.bank import ENDING, small_dict
from solver.puzzles import N_BANDS, PuzzleTheme, band_of

GAMES = tuple(VARIANTS)
OUT = Path(solver.puzzles.__file__).parent / "bank"
EACH = 100
"""The puzzles of each level."""
OF_THEME = 30
"""The puzzles of a theme that are kept though their level has enough."""
LOOKED_AT, MOST_LOOKED_AT = 4, 10
"""A search goes on until it has found so many times the puzzles of all levels, for the rare themes.

Where a level is not full by then, it goes on up to the second number.
"""


def choose(puzzles: Iterable[Puzzle], each: int, of_theme: int) -> Iterator[Puzzle]:
    """Yield the puzzles to keep of a search, in its order, until there are ``each`` of every level."""
    levels: Counter[int] = Counter()
    themes: Counter[str] = Counter()
    for n_seen, puzzle in enumerate(puzzles):
        is_full = all(levels[one] >= each for one in range(1, N_BANDS + 1))
        if n_seen >= (LOOKED_AT if is_full else MOST_LOOKED_AT) * each * N_BANDS:
            return
        level = band_of(puzzle.variant, puzzle.rating)
        telling = [theme for theme in puzzle.themes if PuzzleTheme[theme].gives_away]
        is_rare = any(themes[theme] < of_theme for theme in telling)
        if levels[level] < each or is_rare:
            levels[level] += 1
            themes.update(telling)
            yield puzzle


def make_bank(game: str, seed: int, each: int, of_theme: int, executor: Executor | None = None) -> bytes:
    """Return the file of a game."""
    n_most = MOST_LOOKED_AT * each * N_BANDS
    search = find_puzzles(PuzzleSpec(rules=find_variant(game), count=n_most, seed=seed), executor)
    kept = list(choose(search, each, of_theme))
    # The easiest first, so that a reader of the file meets them so.
    kept.sort(key=lambda puzzle: (puzzle.rating, puzzle.id))
    lines = [json.dumps(small_dict(puzzle), ensure_ascii=False, separators=(",", ":")) for puzzle in kept]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)


def main() -> None:
    """Write the files, and say on standard error what each holds."""
    parser = argparse.ArgumentParser(description="Make the puzzles that are shipped.")
    parser.add_argument("--games", nargs="+", default=GAMES, help="%(default)s if left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=EACH, help="puzzles of each level, %(default)s")
    parser.add_argument("--of-theme", type=int, default=OF_THEME, help="puzzles of a rare theme, %(default)s")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder, %(default)s")
    arguments = parser.parse_args()
    arguments.out.mkdir(exist_ok=True)
    pool = ProcessPoolExecutor(arguments.workers, get_context("spawn")) if arguments.workers > 1 else None
    with pool or nullcontext() as executor:
        for game in arguments.games:
            raw = make_bank(game, arguments.seed, arguments.each, arguments.of_theme, executor)
            (arguments.out / f"{game}{ENDING}").write_bytes(raw)
            n_lines = gzip.decompress(raw).count(b"\n")
            sys.stderr.write(f"{game}: {n_lines} puzzles, {len(raw)} bytes\n")


if __name__ == "__main__":
    main()
