"""What a request asks for besides its game, said in the query: PBN and LIN have no place for it.

Each option stands for a field of the JSON request, and goes before what the body says there: whoever sends
a log may not know what stands in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from api.http.faults import MAX_FAULTS, InvalidRequestError
from solver import (
    MAX_INTEGER,
    Code,
    Fault,
    Sayable,
    Wrong,
    all_of,
    any_of,
    phrase,
    show,
    wrong,
)


class _OtherValueError(Exception):
    """A text says no value of its option; ``allowed`` says what it must be."""

    def __init__(self, allowed: Sayable) -> None:
        super().__init__(str(allowed))
        self.allowed = allowed


_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the query, and the field that it stands for."""

    name: str
    field: tuple[str, ...]
    shape: Mapping[str, Any]
    description: str

    def read(self, text: str) -> object:
        """The value that ``text`` says; raises _OtherValueError if it says none."""
        kind, words = self.shape.get("type"), self.shape.get("enum", ())
        if kind == "boolean":
            if text not in _TRUTH:
                raise _OtherValueError(any_of(_TRUTH))
            return _TRUTH[text]
        if kind == "integer":
            low, high = self.shape["minimum"], self.shape["maximum"]
            if not (text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
                raise _OtherValueError(phrase("a whole number from {low} on", low=low))
            return int(text)
        if text not in words:
            raise _OtherValueError(any_of(words))
        return text

    @property
    def parameter(self) -> dict[str, Any]:
        """How the API document shows it."""
        said = f"{self.description} The same as `{'.'.join(self.field)}` in a JSON body, and goes before it."
        return {"in": "query", "name": self.name, "description": said, "schema": dict(self.shape)}


def _number(low: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": MAX_INTEGER}


LIMIT = (
    Option("time_ms", ("limit", "time_ms"), _number(1), "Time in milliseconds."),
    Option("nodes", ("limit", "nodes"), _number(1), "Cards that the search may play."),
    Option("table_mib", ("limit", "table_mib"), _number(1), "Memory for proven positions, in MiB."),
)
CARDS = Option("cards", ("cards",), {"type": "string", "enum": ["all", "best"]}, "What is asked for.")
PARTIAL = Option("partial", ("partial",), {"type": "boolean"}, "Whether the plays may go wrong.")
FAIR = (
    Option("samples", ("fair", "samples"), _number(1), "Deals for the fair verdict, which it asks for."),
    Option("seed", ("fair", "seed"), _number(0), "Which deals these are."),
)


Said = Sequence[tuple[Option, object]]
"""Options and what they are to be."""


def read_options(query: MultiDict[str, str], options: Iterable[Option], *, is_text: bool) -> Said:
    """What the query asks for.

    Raises InvalidRequestError for what an option cannot be, and for an option that there is not with a body
    ``is_text``, which cannot say it elsewhere.
    """
    known = {option.name: option for option in options}
    faults: list[Fault] = []

    def refuse(said: Wrong) -> None:
        faults.append(Fault("", said))

    said: list[tuple[Option, object]] = []
    for name in query:
        option, texts = known.get(name), query.getlist(name)
        if option is None:
            if is_text:
                refuse(
                    wrong(
                        Code.unknown_field,
                        "the query has no option {name}; it has {known}",
                        name=show(name),
                        known=all_of(known),
                    )
                )
        elif len(texts) > 1:
            refuse(
                wrong(
                    Code.too_many,
                    "the query says {name} {count} times; once is enough",
                    name=name,
                    count=len(texts),
                )
            )
        else:
            try:
                said.append((option, option.read(texts[0])))
            except _OtherValueError as error:
                refuse(
                    wrong(
                        Code.wrong_word,
                        "the query's {name} is {value}; it must be {allowed}",
                        name=name,
                        value=show(texts[0]),
                        allowed=error.allowed,
                    )
                )
    if faults:
        raise InvalidRequestError(faults[:MAX_FAULTS])
    return said


def with_options(body: Any, said: Said) -> Any:
    """``body`` with what the query asks for, whatever it says there itself."""
    if isinstance(body, dict):
        for option, value in said:
            _put(body, option.field, value)
    return body


def _put(body: dict[str, Any], field: tuple[str, ...], value: object) -> None:
    place: Any = body
    for step in field[:-1]:
        if place.get(step) is None:
            place[step] = {}
        place = place[step]
        if not isinstance(place, dict):
            return
    place[field[-1]] = value
