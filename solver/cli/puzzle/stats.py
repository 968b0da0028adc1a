"""``atout puzzle stats``: the puzzles of a bank counted."""

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import click

from solver.cli.options import LANG
from solver.cli.puzzle.bank import Entry, Wanted, read_bank
from solver.cli.puzzle.options import bank_options
from solver.cli.run import write_line
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
    nothing is proved.
    """
    entries = [entry for entry in read_bank(bank, Wanted(variant, themes, level)) if entry.variant]
    games = {game: _count([entry for entry in entries if entry.variant == game]) for game in _games(entries)}
    if as_json or (as_json is None and not sys.stdout.isatty()):
        write_line({"count": len(entries), "games": games})
        return
    new_console().print(Legible(counts_text(games, Speech(language, language))))


def _games(entries: list[Entry]) -> list[str]:
    return sorted({entry.variant for entry in entries})


def _count(entries: list[Entry]) -> Mapping[str, Any]:
    """Return the counts of the puzzles of one game."""
    levels = Counter(entry.level for entry in entries)
    lengths = Counter(entry.length for entry in entries)
    themes = Counter(theme for entry in entries for theme in entry.themes)
    ratings = [entry.rating for entry in entries]
    return {
        "count": len(entries),
        "rating": {"lowest": min(ratings), "highest": max(ratings)},
        "levels": {str(level): levels[level] for level in range(1, N_BANDS + 1)},
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
        "themes": dict(sorted(themes.items(), key=lambda item: (-item[1], item[0]))),
    }
