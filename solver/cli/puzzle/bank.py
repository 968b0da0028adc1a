"""Banks: files of puzzles, and those among them that somebody looks for.

A line of a bank is a puzzle without its proof: it is small, and proved again when it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from solver.cli.input import Named
from solver.cli.puzzle.reading import read_puzzle_file
from solver.cli.spoken import usage_error
from solver.puzzles import USUAL_RATING, Puzzle, band_of
from solver.rules import VARIANTS
from solver.sentences import phrase

ENDING = ".ndjson.gz"
_PROOF = ("refutations", "tree", "duals", "expected")
NO_SUCH_PUZZLE = phrase("There is no such puzzle.")
N_NEAR = 20
"""The puzzles near a rating among which chance chooses."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The puzzles that somebody looks for; what is left out may be anything."""

    variant: str | None = None
    themes: tuple[str, ...] = ()
    """All of them."""
    level: int | None = None
    """1 to 5: the fifths of the puzzles of a game by their ratings."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a bank, not yet proved."""

    named: Named
    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The id that is stated."""
        return str(self.data.get("id", ""))

    @property
    def variant(self) -> str:
        """The name of the game."""
        position = self.data.get("position")
        stated = position.get("variant") if isinstance(position, Mapping) else None
        return str(stated.get("name", "") if isinstance(stated, Mapping) else stated or "")

    @property
    def rating(self) -> int:
        """The rating that is stated, else the usual one."""
        stated = self.data.get("rating")
        return stated if isinstance(stated, int) else USUAL_RATING

    @property
    def level(self) -> int:
        """The level by the rating, 1 to 5."""
        return band_of(self.variant, self.rating)

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes that are stated."""
        stated = self.data.get("themes")
        return tuple(map(str, stated)) if isinstance(stated, list) else ()

    @property
    def length(self) -> int:
        """The number of decisions that is stated; 0 if none is."""
        stated = self.data.get("length")
        return stated if isinstance(stated, int) else 0

    def fits(self, wanted: Wanted) -> bool:
        """True if it is one of the puzzles that are wanted."""
        return (
            wanted.variant in (None, self.variant)
            and wanted.level in (None, self.level)
            and set(wanted.themes) <= set(self.themes)
        )


def shipped_games() -> list[str]:
    """Return the games of which puzzles are shipped."""
    return [game for game in VARIANTS if _shipped(game).exists()]


def _shipped(game: str) -> Path:
    return Path(str(files("solver.puzzles"))) / "bank" / f"{game}{ENDING}"


def read_bank(bank: str | None, wanted: Wanted) -> Iterator[Entry]:
    """Yield the lines of a bank that are wanted; of a line that is no puzzle nothing is known.

    bank: a file; None for those that are shipped, of which only the file of the wanted game is read.

    Raises ClickException for a file that cannot be read.
    """
    names = (
        [bank]
        if bank is not None
        else [str(_shipped(game)) for game in shipped_games() if wanted.variant in (None, game)]
    )
    for name in names:
        for named in read_puzzle_file(name):
            value = named.body.value
            entry = Entry(named, value if isinstance(value, Mapping) else {})
            if entry.fits(wanted):
                yield entry


def find_named(name: str, bank: str | None) -> Entry:
    """Return the puzzle of that name in a bank; raises UsageError if there is none."""
    return find_all([name], bank)[0]


def find_all(names: Sequence[str], bank: str | None) -> list[Entry]:
    """Return the puzzles of these names in a bank, in their order; raises UsageError if there is none."""
    found: dict[str, Entry] = {}
    for entry in read_bank(bank, Wanted()):
        if entry.id in names:
            found.setdefault(entry.id, entry)
            if len(found) == len(set(names)):
                break
    for name in names:
        if name not in found:
            place = phrase("the puzzles shipped with Atout") if bank is None else bank
            raise usage_error(phrase("there is no puzzle {name} in {place}", name=name, place=place))
    return [found[name] for name in names]


def choose_near(entries: Iterable[Entry], rating_in: Callable[[str], float], chance: Random) -> Entry | None:
    """Return one of the `N_NEAR` puzzles that are nearest to a rating, by chance; None if there is none.

    rating_in: the rating of the solver in a game.
    """

    def distance(entry: Entry) -> tuple[float, str]:
        return abs(entry.rating - rating_in(entry.variant)), entry.id

    nearest = sorted(entries, key=distance)[:N_NEAR]
    return chance.choice(nearest) if nearest else None


def small_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return a line of a bank: the puzzle with its right cards and its main line, without its proof."""
    shown = puzzle.to_dict(shown=True)
    return {key: value for key, value in shown.items() if key not in _PROOF}
