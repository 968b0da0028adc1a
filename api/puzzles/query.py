"""The queries about puzzles."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from werkzeug.datastructures import MultiDict

from api.http import Parameter, read_parameters
from api.puzzles.kept import name_of_game
from api.puzzles.models import NAME_CHARACTERS
from api.puzzles.search import Place, Sort
from solver import (
    NOTATIONS,
    Code,
    Fault,
    PuzzleSource,
    PuzzleTheme,
    find_variant,
)
from solver.errors import wrong
from solver.puzzles import MAX_RATING, MOST_DECISIONS, MOST_HINTS, USUAL_RATING
from solver.sentences import phrase

HIGHEST_RATING = int(MAX_RATING)
DIFFICULTIES: Mapping[str, int] = {
    "easiest": -600,
    "easier": -300,
    "normal": 0,
    "harder": 300,
    "hardest": 600,
}
"""The distance from the rating that is asked for, by word."""
MOST_THEMES = 5
MOST_EXCLUDED = 100
MOST_LISTED = 500
USUAL_LISTED = 50
MOST_PLAYS = 52
CARD_PATTERN = r"^[^\s]{2,3}$"
"""The text of a card in any form; whether it is one is told by who reads it."""
MOST_TRICKS = 26
PUZZLE_ID = "^[0-9a-z]{16}$"
"""The name of a puzzle."""
NAME_PATTERN = f"^[^\\x00-\\x1f\\x7f-\\x9f]{{1,{NAME_CHARACTERS}}}$"
"""The name of a solver."""
_CURSOR = "[0-9]{1,18}|[0-9]{1,5}[.][0-9]{1,10}[.][0-9]{1,18}"


def is_name(text: str) -> bool:
    """True if a solver can have that name."""
    # A half of a character outside the first 65,536 is no text that could be kept.
    return bool(re.fullmatch(NAME_PATTERN[1:-1], text)) and not re.search("[\ud800-\udfff]", text)


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
    except ValueError:
        return None


VARIANT = Parameter(
    "variant",
    "The game: its name or an alias.",
    {"type": "string", "minLength": 1},
    lambda text: find_variant(text).name,
    phrase("the name of a game"),
)
GAME = replace(
    VARIANT,
    description="The game: its name or an alias; of a game of one's own, the name that `stats` has.",
    read=name_of_game,
)
THEME = Parameter.word(
    "theme", "What the puzzles are about; several may be asked for.", map(str, PuzzleTheme), MOST_THEMES
)
MATCH = Parameter.word(
    "match",
    "Of several themes, whether a puzzle has `all` of them, as if left out, or `any`.",
    ("all", "any"),
)
LENGTH = Parameter.number("length", "The decisions of the puzzles.", 1, MOST_DECISIONS)
TRICKS = Parameter.number("tricks_left", "The tricks that are not finished.", 1, MOST_TRICKS)
SOURCE = Parameter.word("source", "Where the puzzles come from.", tuple(map(str, PuzzleSource)))
NOTATION = Parameter.word(
    "notation",
    f"How cards are written. If left out: `{NOTATIONS[0]}`, and in sentences the letters of their language.",
    NOTATIONS,
)
SOLVER = Parameter.text(
    "solver",
    "Who asks, by a name of their own. What they were shown of a puzzle is then noted, and their next try at "
    "it is not rated.",
    NAME_PATTERN,
    phrase("a name of at most {most} characters", most=NAME_CHARACTERS),
)
THEMES = Parameter.flag(
    "themes",
    "`true` shows the themes that help to find the card. A try after that is not rated, if its "
    "solver is named.",
)
RATING = Parameter.number(
    "rating",
    f"The rating that the puzzle is to be near. If left out: that of the solver, or {USUAL_RATING}.",
    0,
    HIGHEST_RATING,
)
DAY = Parameter(
    "day",
    "The day in universal time. If left out: today. A day without a puzzle gets none later.",
    {"type": "string", "format": "date"},
    _read_day,
    phrase("a day, as {example}", example="2026-11-22"),
)
HINT = Parameter.number(
    "n",
    "The most hints: what to look at, what leaves fewer cards, the card. If left out: 1.",
    1,
    MOST_HINTS,
)

PLAYS = Parameter.text(
    "plays",
    "A card played so far, of the solver or of the others: each in turn, up to the decision that the hints "
    "are for. If left out: the first one.",
    CARD_PATTERN,
    phrase("a card, as {example}", example="HJ"),
    MOST_PLAYS,
)

FILTERS = (
    GAME,
    Parameter.number("rating_min", "The lowest rating.", 0, HIGHEST_RATING),
    Parameter.number("rating_max", "The highest rating.", 0, HIGHEST_RATING),
    THEME,
    MATCH,
    LENGTH,
    TRICKS,
    SOURCE,
)
OF_LIST = (
    *FILTERS,
    Parameter.word(
        "sort", "The order: `new` ones first, as if left out, `old`, `easy` or `hard` ones.", Sort
    ),
    Parameter.cursor(
        "Where to go on, as the `Link` of the last answer says.",
        _CURSOR,
        lambda text: tuple(map(int, text.split("."))),
    ),
    Parameter.number("limit", f"The most puzzles to send. If left out: {USUAL_LISTED}.", 1, MOST_LISTED),
    Parameter.flag("shown", "`true` sends the themes and the solutions too."),
    NOTATION,
)
OF_NEXT = (
    VARIANT,
    RATING,
    Parameter.word(
        "difficulty", "How far from that rating it is to be. If left out: `normal`.", DIFFICULTIES
    ),
    THEME,
    MATCH,
    LENGTH,
    TRICKS,
    SOURCE,
    Parameter.text(
        "exclude",
        "The id of a puzzle that is not wanted; several may be named.",
        PUZZLE_ID,
        phrase("the id of a puzzle"),
        MOST_EXCLUDED,
    ),
    SOLVER,
    NOTATION,
)
OF_DAY = (VARIANT, DAY, NOTATION)
OF_THEMES = (GAME,)
OF_PUZZLE = (THEMES, SOLVER, NOTATION)
OF_HINT = (HINT, PLAYS, SOLVER, NOTATION)
OF_SOLUTION = (SOLVER, NOTATION)


def read_query(query: "MultiDict[str, str]", parameters: Iterable[Parameter]) -> dict[str, Any]:
    """Return the parameters that a query about puzzles states; raises what `read_parameters` raises."""
    return read_parameters(query, parameters, _find_contradictions)


def _find_contradictions(values: Mapping[str, Any]) -> Iterator[Fault]:
    low, high = values.get("rating_min"), values.get("rating_max")
    if low is not None and high is not None and low > high:
        none = wrong(
            Code.contradiction,
            "rating_min is {low} and rating_max is {high}; no rating is between",
            low=low,
            high=high,
        )
        yield Fault("", none)


def write_cursor(place: Place) -> str:
    """Return the text of a place in a list."""
    return ".".join(map(str, place))
