"""The puzzles of a bank counted, on a terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.puzzles import N_BANDS
from solver.report.terminal.answer import new_table
from solver.sentences import mark
from solver.speech import Speech

_GAME = mark("game")
_PUZZLES = mark("puzzles")
_RATING = mark("rating")
_LEVEL = mark("level {n}")
_LENGTHS = mark("By the number of decisions")
_THEMES = mark("By theme")
_THEME = mark("theme")
_NONE = mark("There are no puzzles.")

Counts = Mapping[str, Mapping[str, Any]]
"""By game: ``count``, ``rating`` (lowest, highest), and counts by ``levels``, ``lengths``, ``themes``."""


def counts_text(games: Counts, speech: Speech) -> RenderableType:
    """Return the counts of a bank: by game and level, by game and length, by theme and game."""
    if not games:
        return Text(speech.say(_NONE))
    say = speech.say
    # Only the first head says what the numbers are, for narrow terminals.
    heads = [say(_LEVEL, 1), *map(str, range(2, N_BANDS + 1))]
    levels = new_table(say(_GAME), say(_PUZZLES), say(_RATING), *heads)
    for game, one in games.items():
        rating = f"{one['rating']['lowest']}–{one['rating']['highest']}"
        levels.add_row(game, speech.number(one["count"]), rating, *map(speech.number, one["levels"].values()))
    parts: list[RenderableType] = [
        levels,
        Text(),
        Text(say(_LENGTHS), style="bold"),
        _crossed(say(_GAME), games, "lengths", speech),
    ]
    themes = {theme for one in games.values() for theme in one["themes"]}
    if themes:
        parts += [Text(), Text(say(_THEMES), style="bold"), _themes_table(games, speech)]
    return Group(*parts)


def _crossed(head: str, games: Counts, part: str, speech: Speech) -> Table:
    """Return a table with a line for each game and a column for each number of decisions."""
    keys = sorted({int(key) for one in games.values() for key in one[part]})
    table = new_table(head, *map(str, keys))
    for game, one in games.items():
        table.add_row(game, *(speech.number(one[part].get(str(key), 0)) for key in keys))
    return table


def _themes_table(games: Counts, speech: Speech) -> Table:
    """Return a table with a line for each theme, the commonest first, and a column for each game."""
    totals: dict[str, int] = {}
    for one in games.values():
        for theme, n in one["themes"].items():
            totals[theme] = totals.get(theme, 0) + n
    table = new_table(speech.say(_THEME), *games)
    for theme in sorted(totals, key=lambda name: (-totals[name], name)):
        table.add_row(theme, *(speech.number(one["themes"].get(theme, 0)) for one in games.values()))
    return table
