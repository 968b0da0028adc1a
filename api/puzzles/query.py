"""The queries about puzzles: each parameter read, checked and described by one row."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from werkzeug.datastructures import MultiDict

from api.http import InvalidRequestError, unknown_parameter
from api.puzzles.kept import name_of_game
from api.puzzles.models import NAME_CHARACTERS
from api.puzzles.search import Place, Sort
from solver import (
    MAX_RATING,
    MOST_DECISIONS,
    MOST_HINTS,
    NOTATIONS,
    USUAL_RATING,
    Code,
    Fault,
    PuzzleSource,
    PuzzleTheme,
    Sayable,
    SolverError,
    UnknownVariantError,
    Wrong,
    any_of,
    find_variant,
    phrase,
    read_whole,
    show,
    wrong,
)

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
_TRUTH = {"true": True, "false": False}
_CURSOR = "[0-9]{1,18}|[0-9]{1,5}[.][0-9]{1,10}[.][0-9]{1,18}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query."""

    name: str
    description: str
    schema: Mapping[str, Any]
    read: Callable[[str], Any]
    """Returns None for an impossible text."""
    allowed: Sayable
    """The texts that are possible, in a sentence."""
    most: int = 1
    """The most times that it may be there."""

    def shown(self) -> dict[str, Any]:
        """Return the parameter as the API document has it."""
        schema: dict[str, Any] = dict(self.schema)
        if self.most > 1:
            schema = {"type": "array", "maxItems": self.most, "items": schema}
        return {"in": "query", "name": self.name, "description": self.description, "schema": schema}


def is_name(text: str) -> bool:
    """True if a solver can have that name."""
    # A half of a character outside the first 65,536 is no text that could be kept.
    return bool(re.fullmatch(NAME_PATTERN[1:-1], text)) and not re.search("[\ud800-\udfff]", text)


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
    except ValueError:
        return None


def _number(name: str, description: str, low: int, high: int) -> Parameter:
    return Parameter(
        name,
        description,
        {"type": "integer", "minimum": low, "maximum": high},
        lambda text: read_whole(text, low, high),
        phrase("a whole number from {low} to {high}", low=low, high=high),
    )


def _word(name: str, description: str, words: Iterable[str], most: int = 1) -> Parameter:
    known = tuple(words)
    return Parameter(
        name,
        description,
        {"type": "string", "enum": list(known)},
        lambda text: text if text in known else None,
        any_of(known),
        most,
    )


def _flag(name: str, description: str) -> Parameter:
    return Parameter(name, description, {"type": "boolean"}, _TRUTH.get, any_of(_TRUTH))


def _text(name: str, description: str, pattern: str, allowed: Sayable, most: int = 1) -> Parameter:
    is_possible = re.compile(pattern).fullmatch
    return Parameter(
        name,
        description,
        {"type": "string", "pattern": pattern},
        lambda text: text if is_possible(text) else None,
        allowed,
        most,
    )


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
THEME = _word(
    "theme", "What the puzzles are about; several may be asked for.", map(str, PuzzleTheme), MOST_THEMES
)
MATCH = _word(
    "match",
    "Of several themes, whether a puzzle has `all` of them, as if left out, or `any`.",
    ("all", "any"),
)
LENGTH = _number("length", "The decisions of the puzzles.", 1, MOST_DECISIONS)
TRICKS = _number("tricks_left", "The tricks that are not finished.", 1, MOST_TRICKS)
SOURCE = _word("source", "Where the puzzles come from.", tuple(map(str, PuzzleSource)))
NOTATION = _word(
    "notation",
    f"How cards are written. If left out: `{NOTATIONS[0]}`, and in sentences the letters of their language.",
    NOTATIONS,
)
SOLVER = _text(
    "solver",
    "Who asks, by a name of their own. What they were shown of a puzzle is then noted, and their next try at "
    "it is not rated.",
    NAME_PATTERN,
    phrase("a name of at most {most} characters", most=NAME_CHARACTERS),
)
THEMES = _flag(
    "themes",
    "`true` shows the themes that help to find the card. A try after that is not rated, if its "
    "solver is named.",
)
RATING = _number(
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
HINT = _number(
    "n",
    "The most hints: what to look at, what leaves fewer cards, the card. If left out: 1.",
    1,
    MOST_HINTS,
)

PLAYS = _text(
    "plays",
    "A card played so far, of the solver or of the others: each in turn, up to the decision that the hints "
    "are for. If left out: the first one.",
    CARD_PATTERN,
    phrase("a card, as {example}", example="HJ"),
    MOST_PLAYS,
)

FILTERS = (
    GAME,
    _number("rating_min", "The lowest rating.", 0, HIGHEST_RATING),
    _number("rating_max", "The highest rating.", 0, HIGHEST_RATING),
    THEME,
    MATCH,
    LENGTH,
    TRICKS,
    SOURCE,
)
OF_LIST = (
    *FILTERS,
    _word("sort", "The order: `new` ones first, as if left out, `old`, `easy` or `hard` ones.", Sort),
    Parameter(
        "cursor",
        "Where to go on, as the `Link` of the last answer says.",
        {"type": "string", "pattern": f"^({_CURSOR})$"},
        lambda text: tuple(map(int, text.split("."))) if re.fullmatch(_CURSOR, text) else None,
        phrase("one that the Link of an answer has"),
    ),
    _number("limit", f"The most puzzles to send. If left out: {USUAL_LISTED}.", 1, MOST_LISTED),
    _flag("shown", "`true` sends the themes and the solutions too."),
    NOTATION,
)
OF_NEXT = (
    VARIANT,
    RATING,
    _word("difficulty", "How far from that rating it is to be. If left out: `normal`.", DIFFICULTIES),
    THEME,
    MATCH,
    LENGTH,
    TRICKS,
    SOURCE,
    _text(
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
    """Return the parameters that a query states; what may be there several times is a tuple.

    Raises InvalidRequestError with all faults, and UnknownVariantError for a game that is not known.
    """
    known = {parameter.name: parameter for parameter in parameters}
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    unknown_game: SolverError | None = None
    for name in query:
        try:
            value = _read(known, name, query.getlist(name))
        except UnknownVariantError as error:
            unknown_game = error
            continue
        if isinstance(value, Wrong):
            faults.append(Fault("", value))
        else:
            values[name] = value
    low, high = values.get("rating_min"), values.get("rating_max")
    if low is not None and high is not None and low > high:
        none = wrong(
            Code.contradiction,
            "rating_min is {low} and rating_max is {high}; no rating is between",
            low=low,
            high=high,
        )
        faults.append(Fault("", none))
    if faults:
        others = unknown_game.faults if unknown_game is not None else ()
        raise InvalidRequestError([*faults, *others])
    if unknown_game is not None:
        raise unknown_game
    return values


def _read(known: Mapping[str, Parameter], name: str, texts: list[str]) -> Any:
    """Return the value of a parameter, or the reason why it has none."""
    parameter = known.get(name)
    if parameter is None:
        return unknown_parameter(name, known)
    if len(texts) > parameter.most:
        return wrong(
            Code.too_many,
            "the query says {name} {count} times; at most {most} are possible",
            name=name,
            count=len(texts),
            most=parameter.most,
        )
    values = [parameter.read(text) for text in texts]
    for text, value in zip(texts, values, strict=True):
        if value is None:
            return wrong(
                Code.wrong_word,
                "{field} is {value}; it must be {allowed}",
                field=name,
                value=show(text),
                allowed=parameter.allowed,
            )
    return values[0] if parameter.most == 1 else tuple(values)


def write_cursor(place: Place) -> str:
    """Return the text of a place in a list."""
    return ".".join(map(str, place))
