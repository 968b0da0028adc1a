"""``atout puzzle stats``: the puzzles of a bank counted."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import click

from solver.cli.options import LANG
from solver.cli.puzzle.bank import Entry, Wanted, read_bank
from solver.cli.puzzle.options import bank_options
from solver.cli.run import REFUSED, report, write_line
from solver.puzzles import N_BANDS
from solver.report.terminal import Legible, counts_text, new_console
from solver.sentences import Language
from solver.speech import Speech


@click.command("stats")
@bank_options
@click.option("--json/--text", "as_json", default=None, help="One object, or tables, wherever to.")
@LANG
def stats_command(
    bank: str | None,
    variant: str | None,
    themes: tuple[str, ...],
    level: int | None,
    as_json: bool | None,
    language: Language,
) -> None:
    """Count the puzzles of a bank by game, level and theme.

    Levels are the fifths of each game by rating, 1 the easiest. The figures are those that the lines state;
    nothing is proved. Lines that cannot be read are reported to standard error; the exit status is then 1.
    """
    games: dict[str, _Counted] = {}
    is_faulty = False
    wanted = Wanted(variant, themes, level)
    # Of a line that cannot be read nobody knows whether it is wanted.
    for entry in read_bank(bank, wanted if bank is None else Wanted()):
        if entry.variant and entry.fits(wanted):
            games.setdefault(entry.variant, _Counted()).add(entry)
        if entry.named.body.faults:
            is_faulty = True
            report(entry.named, entry.named.body.faults, language)
    counts = {game: games[game].to_dict() for game in sorted(games)}
    if as_json or (as_json is None and not sys.stdout.isatty()):
        write_line({"count": sum(found.n for found in games.values()), "games": counts})
    else:
        new_console().print(Legible(counts_text(counts, Speech(language, language))))
    if is_faulty:
        sys.exit(REFUSED)


@dataclass(slots=True)
class _Counted:
    """The counts of the puzzles of one game."""

    levels: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    themes: Counter[str] = field(default_factory=Counter)
    ratings: Counter[int] = field(default_factory=Counter)

    @property
    def n(self) -> int:
        """The number of puzzles."""
        return self.ratings.total()

    def add(self, entry: Entry) -> None:
        """Count a puzzle."""
        self.levels[entry.level] += 1
        self.lengths[entry.length] += 1
        self.themes.update(entry.themes)
        self.ratings[entry.rating] += 1

    def to_dict(self) -> Mapping[str, Any]:
        """Return the counts as they are written."""
        return {
            "count": self.n,
            "rating": {"lowest": min(self.ratings), "highest": max(self.ratings)},
            "levels": {str(level): self.levels[level] for level in range(1, N_BANDS + 1)},
            "lengths": {str(length): self.lengths[length] for length in sorted(self.lengths)},
            "themes": dict(sorted(self.themes.items(), key=lambda item: (-item[1], item[0]))),
        }
