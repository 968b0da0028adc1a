"""Proves puzzles again in bulk: python -m tests.support.puzzles.prove_puzzles [GAME:COUNT …] [--seed N]

Each puzzle is read from its JSON.  The plain solver tries every card of its tree, and a second reader
every theme that is told.  No two may be the same ending under other names of suits and seats.
Prints a line for each game, and exits with 1 if anything is wrong.
"""

import sys
from collections import Counter
from dataclasses import replace
from time import process_time

from solver import PuzzleSpec, find_puzzles, find_themes
from tests.support.puzzles.puzzle_checks import PlainReader
from tests.support.puzzles.theme_reader import ThemeReader

USUAL = "belote contree quadrette all_fours all_fours_4 california_jack valet_de_trefle"


def prove_puzzles(game: str, count: int, seed: int) -> Counter[str]:
    """Return how often each fault occurs among so many new puzzles; under ``found``, how many there are."""
    found = Counter({"found": 0})
    names: set[str] = set()
    for puzzle in find_puzzles(PuzzleSpec.from_dict({"variant": game, "count": count, "seed": seed})):
        told = replace(puzzle, themes=find_themes(puzzle)).to_dict(shown=True)
        faults = list(PlainReader(told).faults())
        if puzzle.id in names:
            faults.append("a duplicate")
        names.add(puzzle.id)
        faults += [f"false theme: {fault}" for fault in ThemeReader(told).faults()]
        found["found"] += 1
        for fault in faults:
            found[fault] += 1
            print(f"{puzzle.id}: {fault}: {told['position']} {told['goal']}", flush=True)
    return found


def main(arguments: list[str]) -> int:
    seed = int(arguments.pop(arguments.index("--seed") + 1)) if "--seed" in arguments else 1
    wanted = [word for word in arguments if word != "--seed"] or [f"{game}:20" for game in USUAL.split()]
    is_sound = True
    for word in wanted:
        game, count = word.split(":")
        start = process_time()
        found = prove_puzzles(game, int(count), seed)
        print(f"{game}: {dict(found)}, {process_time() - start:.0f} s", flush=True)
        is_sound = is_sound and found["found"] == int(count) and len(found) == 1
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
