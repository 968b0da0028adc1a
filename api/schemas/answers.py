"""The answers of the API document: those of the solver, derived from their rows, and the service's own."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.http import RefusedGame
from api.schemas.components import SEATS
from api.schemas.fields import OPEN_OBJECT, Shown, or_null, ref
from api.schemas.health import HealthSchema, ReadinessSchema
from solver import (
    Analysis,
    Answer,
    Attempt,
    CallWorths,
    Card,
    ContractTable,
    Fault,
    FindingReport,
    LoneDeal,
    Puzzle,
    Solution,
)
from solver.answer_row import AnswerField, Noun, Row, answer_fields, shown_fields
from solver.puzzles import MAX_RATING

_NAMES = {
    "Analysis": "MatchAnalysis",
    "Attempt": "PuzzleAttempt",
    "Ended": "LimitReached",
    "ExplainedPlay": "Play",
    "Expected": "ExpectedCards",
    "ExpectedCard": "FairCard",
    "LoneDeal": "DealAnalysis",
    "MatchScore": "Match",
    "RefutedCards": "WrongCards",
    "Solution": "PuzzleSolution",
    "ThrownIn": "ThrownInDeal",
}
"""Components that are not called as their classes are.  Others are, without ``Answer`` at the end."""

_NOUNS: Mapping[Noun, Mapping[str, Any]] = {
    Noun.seat: ref("Seat"),
    Noun.side: {"type": "string", "examples": ["NS"]},
    Noun.trump: {"type": "string", "examples": ["H", "NT"]},
    Noun.hand: ref("Hand"),
}
_PLAIN: Mapping[Any, Mapping[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    Card: ref("Card"),
}


def component_of(answer: type) -> str:
    """Return the name of the component that describes a type of answer."""
    return _NAMES.get(answer.__name__, answer.__name__.removesuffix("Answer") or "Answer")


def schema_of(answer: type, **besides: Shown) -> type[Schema]:
    """Return the schema of a type of answer, from its rows and its docstring.

    ``besides`` are the fields that the service adds to it.
    """
    shown = {field.name: _shown(field) for field in shown_fields(answer)}
    schema = Schema.from_dict({**shown, **besides}, name=f"{component_of(answer)}Schema")
    # Examples of Python are for readers of the code.
    schema.__doc__ = (inspect.getdoc(answer) or "").partition("\n\n>>>")[0]
    return schema


def parts_of(*answers: type) -> tuple[type, ...]:
    """Return every type of answer that ``answers`` are made of, each after its own parts, and themselves."""
    found: dict[type, None] = {}
    for answer in answers:
        for field in shown_fields(answer):
            found |= dict.fromkeys(parts_of(*_answers_in(field.type)))
        found[answer] = None
    return tuple(found)


def _answers_in(kind: Any) -> Iterator[type]:
    """Yield the types of answer that an annotation names."""
    if answer_fields(kind):
        yield kind
    for argument in get_args(kind):
        yield from _answers_in(argument)


def _shown(field: AnswerField) -> Shown:
    """Return the schema's field: its sentence, the type as a JSON Schema, and whether it can be left out."""
    row, shape = field.row, _shape(field.type, field.row)
    if field.nullable:
        shape = or_null(shape)
    says = f"{row.says} Left out {row.absent}." if row.absent else row.says
    return Shown(says, shape, optional=field.optional)


def _shape(kind: Any, row: Row) -> dict[str, Any]:
    """Return the JSON Schema of a type, within what the row says of numbers and words."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return dict(_NOUNS[arguments[1]])
    if origin in (tuple, list):
        return {"type": "array", "items": _shape(arguments[0], row)}
    if origin in (Union, UnionType):
        return {"anyOf": [_shape(one, row) for one in arguments]}
    if origin is Literal:
        return _words(arguments)
    if origin is not None and issubclass(origin, Mapping):
        key, value = arguments
        return _mapping(key, value, row)
    if answer_fields(kind):
        return ref(component_of(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _words(row.words or tuple(kind))
    if row.words:
        return {**_PLAIN[kind], "enum": list(row.words)}
    limits = {"minimum": row.low, "maximum": row.high, "exclusiveMinimum": row.above}
    return {**_PLAIN[kind], **{name: limit for name, limit in limits.items() if limit is not None}}


def _words(words: Iterable[Any]) -> dict[str, Any]:
    """Return the JSON Schema of one of a few words, or of a single value."""
    values = [word.value if isinstance(word, Enum) else word for word in words]
    if values == [True]:
        return {"const": True}
    return {"type": "string", "enum": values}


def _mapping(key: Any, value: Any, row: Row) -> dict[str, Any]:
    """Return the JSON Schema of an object by seat, by side or by words."""
    # The words are the keys; the limits are those of the values.
    if value is Any:
        return dict(OPEN_OBJECT)
    inner = _shape(value, replace(row, words=()))
    noun = get_args(key)[1] if get_origin(key) is Annotated else None
    if noun is Noun.side and value is int:
        return ref("BySide")
    if noun is Noun.side and value is float:
        return ref("MeansBySide")
    if noun is Noun.side:
        return {"type": "object", "minProperties": 2, "maxProperties": 2, "additionalProperties": inner}
    keys = list(SEATS) if noun is Noun.seat else [str(word) for word in row.words]
    required = {} if noun is Noun.seat or row.some_keys else {"required": keys}
    return {
        "type": "object",
        "additionalProperties": False,
        **required,
        "properties": dict.fromkeys(keys, inner),
    }


_COUNT = {"type": "integer", "minimum": 0}
_RATING = {"type": "integer", "minimum": 0, "maximum": int(MAX_RATING)}

_BESIDES: Mapping[str, Mapping[str, Shown]] = {
    "Puzzle": {
        "themes": Shown(
            "What it is about, in words of `GET /v1/puzzles/themes`. Without `themes` or `shown` in "
            "the query, only those that do not help to find the card.",
            {"type": "array", "items": {"type": "string"}},
        ),
        "tries": Shown("How often it was tried to the end: once by each solver with a name.", _COUNT),
        "solved": Shown("How many of these tries solved it.", _COUNT),
        "popularity": Shown(
            "The votes for it less those against it, in percent of all votes.",
            {"type": "integer", "minimum": -100, "maximum": 100},
        ),
    },
    "PuzzleAttempt": {
        "first": Shown(
            "Whether this is the first try of its solver that came to its end; null while it goes on.",
            {"type": ["boolean", "null"]},
        ),
        "rated": Shown(
            "Whether it has changed the ratings: the first try of a solver with a name, who was shown "
            "nothing, and has a key where keys are on.",
            {"type": "boolean"},
        ),
        "ratings": Shown(
            "The rating of the puzzle, and that of the solver if they have a name, after the try. Left out "
            "while it goes on.",
            {
                "type": "object",
                "required": ["puzzle"],
                "additionalProperties": False,
                "properties": {"puzzle": _RATING, "solver": _RATING},
            },
            optional=True,
        ),
        "moved": Shown(
            "How far the rating of the solver has moved, below 0 downwards. Left out unless `rated`.",
            {"type": "integer", "minimum": -int(MAX_RATING), "maximum": int(MAX_RATING)},
            optional=True,
        ),
    },
    "MatchAnalysis": {
        "refused": Shown(
            "The games that could not be used. Left out unless the body is in PBN or LIN.",
            {"type": "array", "items": ref("RefusedGame")},
            optional=True,
        )
    },
}
"""The fields that the service adds to answers of the solver, by component."""


def _derive(*answers: type) -> Mapping[str, type[Schema]]:
    """Return the schema of each component that ``answers`` are made of, each after its own parts."""
    derived: dict[str, type[Schema]] = {}
    for answer in parts_of(*answers):
        name = component_of(answer)
        if name not in derived:
            derived[name] = schema_of(answer, **_BESIDES.get(name, {}))
    return derived


DERIVED = _derive(
    Fault,
    RefusedGame,
    Answer,
    LoneDeal,
    Analysis,
    ContractTable,
    CallWorths,
    Puzzle,
    Solution,
    Attempt,
    FindingReport,
)
"""The schemas that are derived from the solver's types, by component."""

AnswerSchema = DERIVED["Answer"]
DealAnalysisSchema = DERIVED["DealAnalysis"]
MatchAnalysisSchema = DERIVED["MatchAnalysis"]
ContractTableSchema = DERIVED["ContractTable"]
CallWorthsSchema = DERIVED["CallWorths"]
PuzzleSchema = DERIVED["Puzzle"]
PuzzleSolutionSchema = DERIVED["PuzzleSolution"]
PuzzleAttemptSchema = DERIVED["PuzzleAttempt"]
FaultSchema = DERIVED["Fault"]
RefusedGameSchema = DERIVED["RefusedGame"]
LimitReachedSchema = DERIVED["LimitReached"]


class ProblemSchema(Schema):
    """The reason why a request was not answered (RFC 9457)."""

    type = Shown("The kind of problem; the page at this address explains it.", {"type": "string"})
    title = Shown("The kind of problem in words.", {"type": "string"})
    status = Shown("The HTTP status.", {"type": "integer", "minimum": 400, "maximum": 599})
    line_number = Shown(
        "In a stream: the number of the line, from 1.", {"type": "integer", "minimum": 1}, optional=True
    )
    detail = Shown("What is wrong with this request.", {"type": "string"})
    errors = List(
        Nested(FaultSchema), metadata={"description": "All that is wrong with the body, each with its place."}
    )


class GamesSchema(Schema):
    """The games."""

    variants = Shown("Every game that can be named.", {"type": "array", "items": ref("Game")})


ANSWERS: tuple[type[Schema], ...] = (
    *DERIVED.values(),
    ProblemSchema,
    HealthSchema,
    ReadinessSchema,
    GamesSchema,
)
"""Every schema of an answer, each after those it is made of."""
