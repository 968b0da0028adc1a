"""Sentences about faults that several readers of input can find."""

from collections.abc import Iterable

from solver.errors import Fault, FaultKind, Wrong, show, wrong
from solver.fault_codes import Code
from solver.sentences import PlaceValue, all_of, any_of


def no_field(name: object, known: Iterable[PlaceValue]) -> Wrong:
    """Say that no field of that name is among those ``known``."""
    return wrong(
        Code.unknown_field,
        "there is no field {name} here; there are {known}",
        name=show(name),
        known=all_of(known),
    )


def no_text(value: object) -> Wrong:
    """Say that the value should be a text."""
    return wrong(Code.wrong_type, "{value} is not a text", value=show(value))


def no_truth(field: PlaceValue, value: object) -> Wrong:
    """Say that the field should be true or false."""
    return wrong(
        Code.wrong_type, "{field} is {value}; it must be true or false", field=field, value=show(value)
    )


def no_whole_number(field: PlaceValue, value: object) -> Wrong:
    """Say that the field should be a whole number."""
    return wrong(
        Code.wrong_type, "{field} is {value}; it must be a whole number", field=field, value=show(value)
    )


def none_of(
    field: PlaceValue, value: object, allowed: Iterable[PlaceValue], code: Code = Code.wrong_word
) -> Wrong:
    """Say that the field should be one of the values ``allowed``."""
    return wrong(
        code,
        "{field} is {value}; it must be {allowed}",
        field=field,
        value=show(value),
        allowed=any_of(allowed),
    )


def no_known_word(pointer: str, field: PlaceValue, value: object, allowed: Iterable[PlaceValue]) -> Fault:
    """Return the fault of a value that is none of the words ``allowed``: another word, or no text at all."""
    known = tuple(allowed)
    if isinstance(value, str):
        return Fault(pointer, none_of(field, value, known))
    return Fault(pointer, no_word(field, value, known), FaultKind.unreadable)


def longer_than(most: int) -> Wrong:
    """Say that a text has too many characters."""
    return wrong(Code.too_long, "longer than {most} characters", most=most)


def no_word(field: PlaceValue, value: object, allowed: Iterable[PlaceValue]) -> Wrong:
    """Say that the field should be a text, one of those ``allowed``."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be a text, {allowed}",
        field=field,
        value=show(value),
        allowed=any_of(allowed),
    )


def no_names(field: PlaceValue, value: object) -> Wrong:
    """Say that the field should hold the players' names."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be an object of names by seat",
        field=field,
        value=show(value),
    )


def no_log(value: object) -> Wrong:
    """Say that a log should be an object."""
    return wrong(Code.wrong_type, "a log is an object, not {value}", value=show(value))


def no_position(value: object) -> Wrong:
    """Say that a position should be an object."""
    return wrong(
        Code.wrong_type,
        "a position is an object, as {example}, not {value}",
        example='{"variant": "belote", "deal": …}',
        value=show(value),
    )


def no_object(field: PlaceValue, value: object, example: str) -> Wrong:
    """Say that the field should be an object."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be an object, as {example}",
        field=field,
        value=show(value),
        example=example,
    )


def no_switch(field: PlaceValue, value: object, example: str) -> Wrong:
    """Say that the field should be true, false or an object."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be true, false or an object, as {example}",
        field=field,
        value=show(value),
        example=example,
    )


def not_within(field: PlaceValue, value: object, low: int, high: int) -> Wrong:
    """Say that the field should be a number from ``low`` to ``high``."""
    return wrong(
        Code.out_of_range,
        "{field} is {value}; it must be from {low} to {high}",
        field=field,
        value=show(value),
        low=low,
        high=high,
    )


def too_low(field: PlaceValue, value: object, low: int) -> Wrong:
    """Say that the field should be a number from ``low`` up."""
    return wrong(
        Code.out_of_range,
        "{field} is {value}; it must be at least {low}",
        field=field,
        value=show(value),
        low=low,
    )


def no_utf8(error: UnicodeDecodeError, code: Code = Code.bad_text) -> Wrong:
    """Say where the input stops being UTF-8."""
    return wrong(
        code,
        "not UTF-8 text: byte {byte} at place {number}; save it as UTF-8",
        byte=f"0x{error.object[error.start]:02x}",
        number=error.start + 1,
    )


def not_text() -> Wrong:
    """Say that the input is no text."""
    return wrong(Code.bad_text, "this is no text, as it begins with zero bytes; save it as text in UTF-8")


def no_memory() -> Wrong:
    """Say that the memory for the table of a search is missing."""
    return wrong(Code.out_of_memory, "there is not enough memory for the table; ask for less")
