"""The parameters of a query: each read, checked and described by one row."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from api.http.faults import InvalidRequestError, unknown_parameter
from solver import Code, Fault, SolverError, UnknownVariantError
from solver.errors import Wrong, show, wrong
from solver.sentences import Sayable, any_of, phrase
from solver.whole_numbers import read_whole

TRUTH = {"true": True, "false": False}


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

    @classmethod
    def number(cls, name: str, description: str, low: int, high: int) -> Self:
        """Make a parameter that is a whole number from ``low`` to ``high``."""
        return cls(
            name,
            description,
            {"type": "integer", "minimum": low, "maximum": high},
            lambda text: read_whole(text, low, high),
            phrase("a whole number from {low} to {high}", low=low, high=high),
        )

    @classmethod
    def word(cls, name: str, description: str, words: Iterable[str], most: int = 1) -> Self:
        """Make a parameter that is one of ``words``."""
        known = tuple(words)
        return cls(
            name,
            description,
            {"type": "string", "enum": list(known)},
            lambda text: text if text in known else None,
            any_of(known),
            most,
        )

    @classmethod
    def flag(cls, name: str, description: str) -> Self:
        """Make a parameter that is true or false."""
        return cls(name, description, {"type": "boolean"}, TRUTH.get, any_of(TRUTH))

    @classmethod
    def text(cls, name: str, description: str, pattern: str, allowed: Sayable, most: int = 1) -> Self:
        """Make a parameter that is a text of a ``pattern``."""
        is_possible = re.compile(pattern).fullmatch
        return cls(
            name,
            description,
            {"type": "string", "pattern": pattern},
            lambda text: text if is_possible(text) else None,
            allowed,
            most,
        )

    @classmethod
    def cursor(cls, description: str, pattern: str, read: Callable[[str], Any]) -> Self:
        """Make the parameter that says where a list goes on; ``read`` takes each text of the ``pattern``."""
        return cls(
            "cursor",
            description,
            {"type": "string", "pattern": f"^({pattern})$"},
            lambda text: read(text) if re.fullmatch(pattern, text) else None,
            phrase("one that the Link of an answer has"),
        )

    def shown(self) -> dict[str, Any]:
        """Return the parameter as the API document has it."""
        schema: dict[str, Any] = dict(self.schema)
        if self.most > 1:
            schema = {"type": "array", "maxItems": self.most, "items": schema}
        return {"in": "query", "name": self.name, "description": self.description, "schema": schema}


def read_parameters(
    query: MultiDict[str, str],
    parameters: Iterable[Parameter],
    find_faults: Callable[[Mapping[str, Any]], Iterable[Fault]] = lambda values: (),
) -> dict[str, Any]:
    """Return the parameters that a query states; what may be there several times is a tuple.

    find_faults: finds what is wrong with the values together.

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
    faults += find_faults(values)
    if faults:
        others = unknown_game.faults if unknown_game is not None else ()
        raise InvalidRequestError([*faults, *others])
    if unknown_game is not None:
        raise unknown_game
    return values


def said_too_often(name: str, count: int) -> Wrong:
    """Say that a query states ``count`` times what it may state once."""
    return wrong(Code.too_many, "the query says {name} {count} times; once is enough", name=name, count=count)


def _read(known: Mapping[str, Parameter], name: str, texts: list[str]) -> Any:
    """Return the value of a parameter, or the reason why it has none."""
    parameter = known.get(name)
    if parameter is None:
        return unknown_parameter(name, known)
    if len(texts) > parameter.most == 1:
        return said_too_often(name, len(texts))
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
