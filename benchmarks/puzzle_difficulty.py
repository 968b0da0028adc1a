"""Look at the first ratings of puzzles: ``python -m benchmarks.puzzle_difficulty PUZZLES.ndjson``.

The panel that makes a rating is asked to foretell one of its own members, who is left out of it: the rank
correlation of the ratings by the others with that player's failures (C. Spearman, "The proof and measurement
of association between two things", 1904).  It shows if the members agree on what is hard.  Only attempts by
people can show if they are right.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import StatisticsError, correlation, mean, quantiles

import click

from solver import Puzzle, PuzzleKind
from solver.puzzles.bands import BANDS_FILE, N_BANDS
from solver.puzzles.difficulty import PANEL, Member, choices_of, first_rating, panel_chances, panel_for

HEADER = "# The least first ratings of the bands 2 to 5, by game: the fifths of a sample of puzzles.\n"
LEAST_SAMPLE = 50
"""The puzzles of a game from which cut points are made."""

Chances = Mapping[str, float]
"""The chance of each member of the panel to solve one puzzle, by name."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Puzzles of one game and kind, as the panel sees them."""

    panel: Sequence[Member]
    chances: list[Chances] = field(default_factory=list)

    @property
    def ratings(self) -> list[float]:
        """The first rating of each puzzle."""
        return [first_rating(found, self.panel).rating for found in self.chances]


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--write-bands", is_flag=True, help="Write the cut points of the bands into the package.")
def main(path: Path, write_bands: bool) -> None:
    """Print the ratings of puzzles by game, and how well the panel foretells each of its members."""
    samples = read_samples(path.read_text(encoding="utf-8").splitlines())
    for (game, kind), sample in samples.items():
        ratings = sample.ratings
        click.echo(f"{game}, {kind}: {len(ratings)} puzzles, ", nl=False)
        click.echo(f"ratings {min(ratings):.0f} to {max(ratings):.0f}, bands from {find_cuts(ratings)}")
        for member in sample.panel:
            name = member.player.name
            solved = mean(found[name] for found in sample.chances)
            foretold = foretell(sample.chances, member, sample.panel)
            click.echo(f"  {name:12} solves {solved:4.0%}, foretold {foretold:5.2f}")
    if write_bands:
        rows = [
            f"{game} = {find_cuts(samples[game, kind].ratings)}\n"
            for game, kind in sorted(samples)
            if kind == PuzzleKind.open and len(samples[game, kind].chances) >= LEAST_SAMPLE
        ]
        BANDS_FILE.write_text(HEADER + "".join(rows), encoding="utf-8")


def read_samples(lines: Sequence[str]) -> dict[tuple[str, PuzzleKind], Sample]:
    """Return the puzzles of each game and kind as the panel sees them; ``lines`` are puzzles as NDJSON."""
    samples: dict[tuple[str, PuzzleKind], Sample] = {}
    for line in lines:
        puzzle = Puzzle.from_dict(json.loads(line))
        sample = samples.setdefault((puzzle.variant, puzzle.kind), Sample(panel_for(puzzle)))
        choices = choices_of(puzzle.position, puzzle.solution.root)
        sample.chances.append(panel_chances(choices, sample.panel))
    return samples


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
