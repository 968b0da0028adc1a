"""The puzzles of a bank counted, on a terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from solver.puzzles import N_BANDS
from solver.report.puzzle import theme_name
from solver.report.terminal.console import Fitting
from solver.report.terminal.tables import fitting_table, new_table
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

_WIDTHS, _GAP = (80, 60, 40), 3
"""The columns of narrow terminals, and those between two numbers."""

Counts = Mapping[str, Mapping[str, Any]]
"""By game: ``count``, ``rating`` (lowest, highest), and counts by ``levels``, ``lengths``, ``themes``."""


def counts_text(games: Counts, speech: Speech) -> RenderableType:
    """Return the counts of a bank: by game and level, by game and length, by theme and game."""
    if not games:
        return Text(speech.say(_NONE))
    say = speech.say
    # Only the first head says what the numbers are, for narrow terminals.
    heads = [say(_LEVEL, 1), *map(str, range(2, N_BANDS + 1))]
    rows = []
    for game, one in games.items():
        rating = f"{one['rating']['lowest']}–{one['rating']['highest']}"
        rows.append([game, speech.number(one["count"]), rating, *map(speech.number, one["levels"].values())])
    parts: list[RenderableType] = [
        fitting_table([say(_GAME), say(_PUZZLES), say(_RATING), *heads], rows),
        Text(),
        Text(say(_LENGTHS), style="bold"),
        _crossed(say(_GAME), games, "lengths", speech),
    ]
    themes = {theme for one in games.values() for theme in one["themes"]}
    if themes:
        tables = (Group(*_theme_tables(games, speech, width)) for width in _WIDTHS)
        parts += [Text(), Text(say(_THEMES), style="bold"), Fitting(*tables)]
    return Group(*parts)


def _crossed(head: str, games: Counts, part: str, speech: Speech) -> RenderableType:
    """Return a table with a line for each game and a column for each number of decisions."""
    keys = sorted({int(key) for one in games.values() for key in one[part]})
    rows = [
        [game, *(speech.number(one[part].get(str(key), 0)) for key in keys)] for game, one in games.items()
    ]
    return fitting_table([head, *map(str, keys)], rows)


def _theme_tables(games: Counts, speech: Speech, width: int) -> Iterator[RenderableType]:
    """Yield tables with a line for each theme, the commonest first, and a column for each game.

    Each has as many games as ``width`` has room for, but one at least.
    """
    totals = Counter[str]()
    for one in games.values():
        totals.update(one["themes"])
    order = sorted(totals, key=lambda name: (-totals[name], name))
    blocks: list[list[str]] = [[]]
    first = max(len(theme_name(theme, speech)) for theme in order)
    for game in games:
        if blocks[-1] and first + sum(len(name) + _GAP for name in (*blocks[-1], game)) > width:
            blocks.append([])
        blocks[-1].append(game)
    for index, block in enumerate(blocks):
        rows = [
            [
                theme_name(theme, speech),
                *(speech.number(games[game]["themes"].get(theme, 0)) for game in block),
            ]
            for theme in order
        ]
        if index:
            yield Text()
        yield new_table(speech.say(_THEME), *block, rows=rows)
