"""What a request asks for besides its game, said in the query: PBN and LIN have no place for it.

Each option stands for a field of the JSON request; a body that states the field itself is right.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from solver import MAX_INTEGER, Fault, FaultKind, show

from .faults import MAX_FAULTS, InvalidRequestError

_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the query, and the field that it stands for."""

    name: str
    field: tuple[str, ...]
    shape: Mapping[str, Any]
    description: str

    def read(self, text: str) -> object:
        """The value that ``text`` says; raises ValueError, with what it must be, if it says none."""
        kind, words = self.shape.get("type"), self.shape.get("enum", ())
        if kind == "boolean":
            if text not in _TRUTH:
                raise ValueError("true or false")
            return _TRUTH[text]
        if kind == "integer":
            low, high = self.shape["minimum"], self.shape["maximum"]
            if not (text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
                raise ValueError(f"a whole number from {low} on")
            return int(text)
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    @property
    def parameter(self) -> dict[str, Any]:
        """How the API document shows it."""
        said = f"{self.description} The same as `{'.'.join(self.field)}` in a JSON body, which comes first."
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
    faults: list[str] = []
    said: list[tuple[Option, object]] = []
    for name in query:
        option, texts = known.get(name), query.getlist(name)
        if option is None:
            if is_text:
                faults.append(f"the query has no option {show(name)}; it has {', '.join(known)}")
        elif len(texts) > 1:
            faults.append(f"the query says {name} {len(texts)} times; once is enough")
        else:
            try:
                said.append((option, option.read(texts[0])))
            except ValueError as error:
                faults.append(f"the query's {name} is {show(texts[0])}; it must be {error}")
    if faults:
        raise InvalidRequestError([Fault("", fault, FaultKind.impossible) for fault in faults[:MAX_FAULTS]])
    return said


def with_options(body: Any, said: Said) -> Any:
    """``body`` with what the query asks for besides."""
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
    if place.get(field[-1]) is None:
        place[field[-1]] = value
