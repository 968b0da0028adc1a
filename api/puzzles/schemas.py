"""The requests and answers about puzzles, with examples that the tests send."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import Schema, ValidationError
from marshmallow.fields import List, Nested

from api.http import impossible, raise_all, unreadable
from api.puzzles.models import NAME_CHARACTERS
from api.puzzles.query import MOST_PLAYS, NAME_PATTERN, is_name
from api.schemas import (
    OPEN_OBJECT,
    Asked,
    Option,
    PuzzleSchema,
    PuzzleSolutionSchema,
    Shaped,
    ShapeSchema,
    Shown,
    or_null,
    ref,
)
from solver import (
    NOTATIONS,
    Card,
    Code,
    Fault,
    HintKind,
    Notation,
    PuzzleKind,
    PuzzleSource,
    PuzzleSpec,
    PuzzleTheme,
    SolverError,
    parse_card_list,
)
from solver.errors import wrong
from solver.json_text import MAX_INTEGER
from solver.puzzles import MAX_RATING
from solver.requests import NOTATION, Kind, RequestOption

_COUNT = {"type": "integer", "minimum": 0}
_COUNTS = {"type": "object", "additionalProperties": _COUNT}
_MOST = {"type": "integer", "minimum": 1, "maximum": MAX_INTEGER}
_RATING = {"type": "integer", "minimum": 0, "maximum": int(MAX_RATING)}
_WORD = {"type": "string", "enum": [str(theme) for theme in PuzzleTheme]}

UP = RequestOption("up", Kind.flag, "True for a vote for the puzzle, false for one against it.")


@dataclass(frozen=True, slots=True)
class TryRequest:
    """A try at a puzzle: the whole line so far."""

    plays: tuple[Card, ...]
    solver: str
    """The name that the solver gives, empty if none."""
    notation: Notation | None
    """None if none was asked for."""


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """A vote on a puzzle."""

    is_up: bool
    solver: str


def _span(low: int, high: int) -> dict[str, Any]:
    """Return the schema of a number, or of the lowest and the highest one."""
    number = {"type": "integer", "minimum": low, "maximum": high}
    return {"anyOf": [number, {"type": "array", "minItems": 2, "maxItems": 2, "items": number}]}


def _fields(*schemas: type[Schema]) -> dict[str, Any]:
    """Return the fields of several schemas together."""
    return {name: field for schema in schemas for name, field in schema._declared_fields.items()}


class SolverName(Shaped):
    """The name that a solver gives."""

    def __init__(self, description: str) -> None:
        shape = {"type": "string", "maxLength": NAME_CHARACTERS, "pattern": NAME_PATTERN}
        super().__init__(description, or_null(shape))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str) and is_name(value):
            return value
        is_long = isinstance(value, str) and len(value) > NAME_CHARACTERS
        none = wrong(
            Code.too_long if is_long else Code.wrong_type,
            "{field} must be a name of 1 to {most} characters, none of them a control character",
            field=attr,
            most=NAME_CHARACTERS,
        )
        raise ValidationError([impossible(none) if is_long else unreadable(none)])


class Needed(Option):
    """A field of a request that is a row of request options, and must be there."""

    def __init__(self, option: RequestOption) -> None:
        super().__init__(option)
        self.required, self.allow_none = True, False
        self.shape = {"description": option.says, "type": "boolean"}


class PuzzleTrySchema(ShapeSchema):
    """A try at a puzzle: the cards since its first decision, in order, with those that were answered."""

    plays = Asked(
        "All cards so far: those of the solver, and between them the `reply` of each answer.",
        {"type": "array", "maxItems": MOST_PLAYS, "items": ref("CardText")},
        required=True,
    )
    solver = SolverName("The name of the solver, of their own choice. Without it nothing is rated.")
    notation = Option(
        replace(
            NOTATION,
            says="How cards are written, in `plays` and in the answer. Sentences without it have the letters "
            "of their language.",
        )
    )

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with all its faults."""
        values, faults = self.values(data, **kwargs)
        stated = data if isinstance(data, Mapping) else {}
        notation: Notation | None = next((one for one in NOTATIONS if one == stated.get("notation")), None)
        found: list[Fault] = []
        cards = []
        if "plays" in stated:
            cards = parse_card_list(stated["plays"], notation or NOTATIONS[0], "/plays", found)
        raise_all([*faults, *found], None)
        return TryRequest(
            tuple(card for card in cards if card is not None), values.get("solver") or "", notation
        )


class PuzzleSearchSchema(ShapeSchema):
    """A search for puzzles: those that are wanted, and where to look."""

    variant = Asked("The game: its name, or rules of your own. Needed for random deals.", ref("Variant"))
    rules = Asked("The options of the game to set.", OPEN_OBJECT)
    count = Asked(
        "How many are wanted. If left out: 10.", {"type": "integer", "minimum": 1, "maximum": 100_000}
    )
    source = Asked(
        "Where to look: in `random` deals, played at random to an ending; in `logs`, before mistakes; in "
        "`positions`. If left out: `random`.",
        {"enum": list(map(str, PuzzleSource))},
    )
    seed = Asked(
        "Of the random deals: the same seed finds the same puzzles. If left out: 0.",
        {"type": "integer", "minimum": 0, "maximum": MAX_INTEGER},
    )
    kind = Asked(
        "`open`, all hands seen, or `hidden`, one hand seen. If left out: `open`.",
        {"enum": list(map(str, PuzzleKind))},
    )
    themes = Asked(
        "What they are to be about.",
        {"type": "array", "items": _WORD, "maxItems": len(PuzzleTheme), "uniqueItems": True},
    )
    match = Asked(
        "Whether a puzzle must have `all` of the themes, as if left out, or `any`.", {"enum": ["all", "any"]}
    )
    difficulty = Asked("The bands of difficulty: one of 1 to 5, or the lowest and the highest.", _span(1, 5))
    rating = Asked("The first rating, likewise.", _span(600, 2800))
    length = Asked("The decisions, likewise.", _span(1, 8))
    tricks_left = Asked("The tricks that are not finished, likewise.", _span(1, 52))
    most_cards = Asked("The cards in a hand at the most.", {"type": "integer", "minimum": 1, "maximum": 52})
    least_wrong = Asked(
        "The classes of wrong cards at the first decision, at least. If left out: 2.",
        {"type": "integer", "minimum": 1, "maximum": 52},
    )
    short_deals = Asked("Whether deals that are not of full size are accepted.", {"type": "boolean"})
    limit = Asked(
        "What each part of the search may take: `candidates`, `nodes` and `time_ms`, the last one up to what "
        "the service grants any request. Where a time ends it, what is found depends on the machine.",
        {
            "type": "object",
            "properties": dict.fromkeys(("candidates", "nodes", "time_ms"), or_null(_MOST)),
            "additionalProperties": False,
        },
    )
    logs = Asked(
        "The logs to look in, each as `POST /v1/analyses` takes one.",
        {"type": "array", "items": {"anyOf": [ref("Log"), {}]}},
    )
    positions = Asked(
        "The positions, each as `POST /v1/solve` takes one, or in an object with its `goal`.",
        {"type": "array", "items": {"anyOf": [ref("Position"), {}]}},
    )

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with all its faults."""
        _, faults = self.values(data, **kwargs)
        refused: SolverError | None = None
        try:
            PuzzleSpec.from_dict(self.known(data))
        except SolverError as error:
            refused = error
        raise_all(faults, refused)
        return data


class FoundPuzzlesSchema(Schema):
    """The puzzles that one part of a search has found, and what it left out."""

    puzzles = Shown("The puzzles, with their solutions.", {"type": "array", "items": ref("FoundPuzzle")})
    report = Shown("The search in numbers.", ref("FindingReport"))


class PuzzleVoteSchema(ShapeSchema):
    """A vote on a puzzle. Each solver has one, and may change it; all without name and key share one."""

    up = Needed(UP)
    solver = SolverName("The name of the solver, of their own choice.")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with all its faults."""
        values, faults = self.values(data, **kwargs)
        raise_all(faults, None)
        return VoteRequest(values["up"], values.get("solver") or "")


SolvedPuzzleSchema = Schema.from_dict(_fields(PuzzleSchema, PuzzleSolutionSchema), name="SolvedPuzzleSchema")
SolvedPuzzleSchema.__doc__ = "A puzzle with its solution."


_OF_BANK = ("tries", "solved", "popularity")
FoundPuzzleSchema = Schema.from_dict(
    {name: field for name, field in _fields(SolvedPuzzleSchema).items() if name not in _OF_BANK},
    name="FoundPuzzleSchema",
)
FoundPuzzleSchema.__doc__ = "A puzzle that was found, with its solution."


class DailyPuzzleSchema(Schema):
    """The puzzle of a day."""

    day = Shown("The day, in universal time.", {"type": "string", "format": "date"})
    puzzle = Shown("The puzzle.", ref("Puzzle"))


class PuzzleListSchema(Schema):
    """Some puzzles."""

    puzzles = Shown(
        # What takes the first that fits must not take a puzzle without its solution.
        "The puzzles in the order asked for, with their solutions if `shown`; `Link` leads to the next ones.",
        {"type": "array", "items": {"anyOf": [ref("SolvedPuzzle"), ref("Puzzle")]}},
    )


class ThemeCountSchema(Schema):
    """A theme of puzzles."""

    theme = Shown("The word.", _WORD)
    name = Shown("Its short name.", {"type": "string"})
    text = Shown("Its meaning in a sentence.", {"type": "string"})
    gives_away = Shown("Whether it helps to find the card.", {"type": "boolean"})
    puzzles = Shown("The number of puzzles with it.", _COUNT)


class ThemeListSchema(Schema):
    """The themes of puzzles."""

    themes = List(
        Nested(ThemeCountSchema),
        required=True,
        metadata={"description": "Every theme, whether there is a puzzle with it or not."},
    )


class GameFiguresSchema(Schema):
    """The figures of a game."""

    variant = Shown(
        "The game; of a game of one's own its name, after `own:` if that is the name of another game.",
        {"type": "string"},
    )
    puzzles = Shown("The number of its puzzles.", _COUNT)
    own_rules = Shown("The number of them with other rules than those of that name.", _COUNT)
    rating_min = Shown("The lowest rating.", _RATING)
    rating_max = Shown("The highest rating.", _RATING)
    tries = Shown("How often puzzles were tried to the end.", _COUNT)
    solved = Shown("How many of these tries solved them.", _COUNT)
    lengths = Shown("The number of puzzles by their decisions.", _COUNTS)
    tricks_left = Shown("The number of puzzles by the tricks that are not finished.", _COUNTS)
    sources = Shown("The number of puzzles by where they come from.", _COUNTS)


class PuzzleFiguresSchema(Schema):
    """The figures of the bank of puzzles."""

    puzzles = Shown("The number of all puzzles.", _COUNT)
    games = List(
        Nested(GameFiguresSchema), required=True, metadata={"description": "The games that have puzzles."}
    )


class HintSchema(Schema):
    """One hint."""

    kind = Shown(
        "What it tells: a `theme`; an opponent's card to `watch`, because of which a tempting one fails; the "
        "`count` of points or tricks that are still needed; a card that is `not` right, and why; that a "
        "right card goes `above` or stays `below` the one that is winning the trick; the `suit` of a right "
        "card, or one that has none (`not_suit`); the `card`. Only the last gives the card away.",
        {"type": "string", "enum": [kind.value for kind in HintKind]},
    )
    value = Shown("That theme, suit, card or number.", {"type": "string"})
    text = Shown("The hint in a sentence.", {"type": "string"})


class HintsSchema(Schema):
    """Hints for a decision of a puzzle: the first one, or that which comes after `plays`."""

    hints = List(
        Nested(HintSchema),
        required=True,
        metadata={
            "description": "As many as were asked for, the least first. There are fewer where nothing is "
            "left to say before the card, which is always the last."
        },
    )


class VotesSchema(Schema):
    """The votes on a puzzle."""

    up = Shown("Those for it.", _COUNT)
    down = Shown("Those against it.", _COUNT)
    popularity = Shown(
        "Those for it less those against it, in percent of all.",
        {"type": "integer", "minimum": -100, "maximum": 100},
    )


PUZZLES: tuple[type[Schema], ...] = (
    SolvedPuzzleSchema,
    DailyPuzzleSchema,
    PuzzleListSchema,
    ThemeCountSchema,
    ThemeListSchema,
    GameFiguresSchema,
    PuzzleFiguresSchema,
    HintSchema,
    HintsSchema,
    VotesSchema,
    FoundPuzzleSchema,
    FoundPuzzlesSchema,
    PuzzleSearchSchema,
    PuzzleTrySchema,
    PuzzleVoteSchema,
)
"""Every schema of this module that the API document shows, each after those it is made of."""

EXAMPLE_ID = "72gxka3ekhzajm21"
"""The puzzle of the examples: one of belote that is shipped, so that what is copied is answered."""
SEARCHES: Mapping[str, Mapping[str, Any]] = {
    "belote": {
        "summary": "Two puzzles of belote in random deals",
        "value": {"variant": "belote", "count": 2, "seed": 1, "length": [2, 4]},
    }
}
"""Bodies for ``POST /v1/puzzles``."""
TRIES: Mapping[str, Mapping[str, Any]] = {
    "first": {
        "summary": "The first card, by a solver with a name",
        "value": {"plays": ["DK"], "solver": "Ann"},
    }
}
"""Bodies for ``POST /v1/puzzles/ID/attempts``."""
VOTES: Mapping[str, Mapping[str, Any]] = {
    "up": {"summary": "A vote for the puzzle", "value": {"up": True, "solver": "Ann"}}
}
"""Bodies for ``POST /v1/puzzles/ID/votes``."""
