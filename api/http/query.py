"""Request options in a query, for bodies in PBN and LIN, which have no place for them.

An option of a query goes before the same one in the body: a client may not know what a log states.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from api.http.faults import unknown_parameter
from api.http.parameters import TRUTH, said_too_often
from solver import Code, Fault
from solver.errors import Wrong, show, wrong
from solver.json_text import MAX_INTEGER
from solver.requests import Kind, RequestOption
from solver.sentences import Sayable, any_of, phrase
from solver.whole_numbers import read_whole

Said = Sequence[tuple[RequestOption, object]]
"""Options with the values that a query states for them."""


def query_faults(
    query: MultiDict[str, str], known: Sequence[str], options: Iterable[RequestOption] = ()
) -> list[Fault]:
    """Return the faults of a query: parameters that are not ``known``, impossible values of ``options``."""
    faults = [Fault("", unknown_parameter(name, known)) for name in query if name not in known]
    return [*faults, *_read(query, options)[1]]


def read_options(query: MultiDict[str, str], options: Iterable[RequestOption]) -> Said:
    """Return the options that a query states, with their values; all that is wrong is `query_faults`'s."""
    return _read(query, options)[0]


def _read(
    query: MultiDict[str, str], options: Iterable[RequestOption]
) -> tuple[list[tuple[RequestOption, object]], list[Fault]]:
    """Return the options that a query states, with their values, and the faults of impossible ones."""
    known = {option.name: option for option in options}
    said: list[tuple[RequestOption, object]] = []
    faults: list[Fault] = []
    for name in query:
        option = known.get(name)
        if option is not None:
            value = _read_value(option, query.getlist(name))
            if isinstance(value, Wrong):
                faults.append(Fault("", value))
            else:
                said.append((option, value))
    return said, faults


def _read_value(option: RequestOption, texts: Sequence[str]) -> object:
    """Return the value that a query states for an option, or why it states none."""
    if len(texts) > 1:
        return said_too_often(option.name, len(texts))
    value = _value_of(option, texts[0])
    if value is None:
        return wrong(
            Code.wrong_word,
            "the query's {name} is {value}; it must be {allowed}",
            name=option.name,
            value=show(texts[0]),
            allowed=_allowed(option, texts[0]),
        )
    return value


def _value_of(option: RequestOption, text: str) -> object:
    """Return the value that ``text`` states for an option, or None if it states none."""
    if option.kind == Kind.number:
        return read_whole(text, option.low, MAX_INTEGER)
    if option.kind == Kind.flag:
        return TRUTH.get(text)
    return text if text in option.words else None


def _allowed(option: RequestOption, text: str) -> Sayable:
    """Return the values that an option may have, for a sentence about ``text``, which states none."""
    if option.kind == Kind.number:
        if text.isascii() and text.isdigit() and len(text) >= len(str(MAX_INTEGER)):
            return phrase("a whole number from {low} to {high}", low=option.low, high=MAX_INTEGER)
        return phrase("a whole number from {low} on", low=option.low)
    return any_of(TRUTH if option.kind == Kind.flag else option.words)


def option_shape(option: RequestOption) -> dict[str, Any]:
    """Return the JSON Schema of the values of an option."""
    if option.kind == Kind.number:
        return {"type": "integer", "minimum": option.low, "maximum": MAX_INTEGER}
    if option.kind == Kind.word:
        return {"type": "string", "enum": list(option.words)}
    return {"type": "boolean"}


def parameter_of(option: RequestOption) -> dict[str, Any]:
    """Return the parameter of a query for an option, as the API document has it."""
    said = f"{option.in_query} The same as `{'.'.join(option.path)}` in a JSON body, and goes before it."
    return {"in": "query", "name": option.name, "description": said, "schema": option_shape(option)}


def with_options(body: Any, said: Said) -> Any:
    """Put options into ``body``, in the place of those that it states itself, and return it."""
    if isinstance(body, dict):
        for option, value in said:
            _put(body, option.path, value)
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
