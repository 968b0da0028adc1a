"""Look at the first ratings of puzzles: ``python -m benchmarks.puzzle_difficulty`` finds some of every game.

The panel that makes a rating is asked to foretell one of its own members, who is left out of it: the rank
correlation of the ratings by the others with that player's failures (C. Spearman, "The proof and measurement
of association between two things", 1904).  It shows if the members agree on what is hard; over puzzles of one
decision, without the help of their length.  Only attempts by people can show if they are right.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import StatisticsError, correlation, mean, quantiles

import click

from solver import VARIANTS, Puzzle, PuzzleSpec, find_puzzles, find_variant
from solver.puzzles.bands import BANDS_FILE, N_BANDS
from solver.puzzles.difficulty import PANEL, Member, choices_of, first_rating, panel_chances, panel_for

HEADER = """\
# The least first ratings of the bands 2 to 5, by game: the fifths of {n_puzzles} puzzles each.
# Written by: python -m benchmarks.puzzle_difficulty --count {n_puzzles} --seed {seed} --write-bands
"""
Chances = Mapping[str, float]
"""The chance of each member of the panel to solve one puzzle, by name."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Puzzles of one game and kind, as the panel sees them."""

    panel: Sequence[Member]
    chances: Sequence[Chances]
    lengths: Sequence[int]
    """In decisions."""

    @property
    def short(self) -> list[Chances]:
        """The puzzles of one decision."""
        return [found for found, length in zip(self.chances, self.lengths, strict=True) if length == 1]

    @property
    def ratings(self) -> list[float]:
        """The first rating of each puzzle."""
        return [first_rating(found, self.panel).rating for found in self.chances]


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option("--count", default=300, show_default=True, help="Puzzles of each game.")
@click.option("--seed", default=1, show_default=True, help="Of the deals they are found in.")
@click.option("--file", "path", type=click.Path(exists=True, path_type=Path), help="Take puzzles in NDJSON.")
@click.option("--write-bands", is_flag=True, help="Write the cut points of the bands into the package.")
def main(games: Sequence[str], count: int, seed: int, path: Path | None, write_bands: bool) -> None:
    """Print the ratings of puzzles by game, and how well the panel foretells each of its members."""
    puzzles = find_by_game(games or VARIANTS, count, seed) if path is None else read_by_kind(path)
    cuts: dict[str, list[int]] = {}
    for name, of_kind in puzzles:
        sample = look(of_kind)
        ratings = sample.ratings
        cuts[name] = find_cuts(ratings)
        click.echo(
            f"{name}: {len(ratings)} puzzles, ratings {min(ratings):.0f} to {max(ratings):.0f}, ", nl=False
        )
        click.echo(f"bands from {cuts[name]}")
        for member in sample.panel:
            solved = mean(found[member.player.name] for found in sample.chances)
            foretold = foretell(sample.chances, member, sample.panel)
            click.echo(f"  {member.player.name:12} solves {solved:4.0%}, foretold {foretold:5.2f}", nl=False)
            of_one = foretell(sample.short, member, sample.panel)
            click.echo(f", of {len(sample.short)} with one decision {of_one:5.2f}")
    if write_bands and path is None:
        rows = [f"{game} = {cuts[game]}\n" for game in sorted(cuts)]
        text = HEADER.format(n_puzzles=count, seed=seed) + "".join(rows)
        BANDS_FILE.write_text(text, encoding="utf-8")


def find_by_game(games: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield each game with ``count`` puzzles from random deals."""
    for game in games:
        yield game, list(find_puzzles(PuzzleSpec(rules=find_variant(game), count=count, seed=seed)))


def read_by_kind(path: Path) -> list[tuple[str, list[Puzzle]]]:
    """Return the puzzles of a file by game and kind."""
    by_kind: defaultdict[str, list[Puzzle]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        puzzle = Puzzle.from_dict(json.loads(line))
        by_kind[f"{puzzle.variant}, {puzzle.kind}"].append(puzzle)
    return [*by_kind.items()]


def look(puzzles: Sequence[Puzzle]) -> Sample:
    """Return puzzles of one game and kind, at least one, as the panel sees them."""
    panel = panel_for(puzzles[0])
    choices = [choices_of(puzzle.position, puzzle.solution.root) for puzzle in puzzles]
    chances = [panel_chances(of_puzzle, panel) for of_puzzle in choices]
    return Sample(panel, chances, [puzzle.length for puzzle in puzzles])


def find_cuts(ratings: Sequence[float]) -> list[int]:
    """Return the least ratings of the bands 2 to 5 that make the bands fifths of the sample."""
    return [round(cut) for cut in quantiles(ratings, n=N_BANDS, method="inclusive")]


def foretell(sample: Sequence[Chances], held_out: Member, panel: Sequence[Member] = PANEL) -> float:
    """Return the rank correlation of the ratings by the rest of the panel with a member's chance to fail.

    Between -1 and 1; 0 where all are alike.
    """
    rest = [member for member in panel if member != held_out]
    ratings = [first_rating(found, rest).rating for found in sample]
    failures = [1 - found[held_out.player.name] for found in sample]
    return rank_correlation(ratings, failures)


def rank_correlation(numbers: Sequence[float], others: Sequence[float]) -> float:
    """Return Spearman's rank correlation, equals sharing the mean of their ranks; 0 where all are alike."""
    try:
        return correlation(_ranks(numbers), _ranks(others))
    except StatisticsError:
        return 0.0


def _ranks(numbers: Sequence[float]) -> list[float]:
    places: defaultdict[float, list[int]] = defaultdict(list)
    for place, number in enumerate(sorted(numbers)):
        places[number].append(place)
    return [mean(places[number]) for number in numbers]


if __name__ == "__main__":
    main()
