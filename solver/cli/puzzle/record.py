"""The record of somebody who solves puzzles: what they tried, and how they are rated, in a small file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from solver.cli.whole_file import write_whole
from solver.puzzles import MAX_DEVIATION, MIN_DEVIATION, Puzzle, Rating

FILE = "puzzles.json"
SOLVED, FAILED, HELPED = "solved", "failed", "helped"
_STATES = (SOLVED, FAILED, HELPED)


class RecordError(Exception):
    """The file is no record; the message says why."""


@dataclass
class Record:
    """The puzzles tried, the ratings by game, and the game played last."""

    path: Path | None = None
    """None: nothing is kept."""
    ratings: dict[str, Rating] = field(default_factory=dict)
    tried: dict[str, str] = field(default_factory=dict)
    """By the id of the puzzle: ``solved``, ``failed``, or ``helped`` where a hint was asked for."""
    last: str | None = None

    @classmethod
    def read(cls, path: Path) -> "Record":
        """Read a record, a new one if there is no file; raises RecordError."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls(path)
        except (OSError, ValueError) as error:
            raise RecordError(str(error)) from None
        try:
            return cls(path, *_read(data))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise RecordError(f"not a record of puzzles ({error})") from None

    def rating_in(self, game: str) -> Rating:
        """Return the rating in a game; the usual one of somebody who is unknown."""
        return self.ratings.get(game, Rating())

    def note(self, puzzle: Puzzle, state: str, *, is_rated: bool) -> tuple[Rating, Rating]:
        """Note the end of the first try of a puzzle; return the rating before and after it.

        Later tries change nothing.
        """
        game = puzzle.variant
        before = self.rating_in(game)
        if puzzle.id in self.tried:
            return before, before
        self.tried[puzzle.id] = state
        after = before
        if is_rated and state != HELPED:
            opponent = Rating(puzzle.rating, min(max(puzzle.rating_deviation, MIN_DEVIATION), MAX_DEVIATION))
            after = self.ratings[game] = before.rate([(opponent, float(state == SOLVED))])
        self.save()
        return before, after

    def save(self) -> None:
        """Write the record, whole or not at all; raises OSError."""
        if self.path is None:
            return
        data = {
            "ratings": {
                game: {"rating": one.rating, "deviation": one.deviation, "volatility": one.volatility}
                for game, one in sorted(self.ratings.items())
            },
            "tried": self.tried,
            "last": self.last,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, json.dumps(data, indent=1) + "\n")


def usual_path() -> Path:
    """Return the place of the record in the user's folder of settings."""
    return Path(click.get_app_dir("atout")) / FILE


def _read(data: Mapping[str, Any]) -> tuple[dict[str, Rating], dict[str, str], str | None]:
    ratings = {str(game): Rating(**stated) for game, stated in data["ratings"].items()}
    tried = {str(name): str(state) for name, state in data["tried"].items()}
    if strange := set(tried.values()) - set(_STATES):
        raise ValueError(f"unknown state {min(strange)}")
    last = data.get("last")
    return ratings, tried, None if last is None else str(last)
