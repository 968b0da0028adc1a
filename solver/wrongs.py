"""What several readers of input find wrong, each in one sentence of its own."""

from collections.abc import Iterable

from solver.errors import Wrong, show, wrong
from solver.fault_codes import Code
from solver.sentences import all_of, any_of


def no_field(name: object, known: Iterable[object]) -> Wrong:
    """There is no field of that name among those ``known``."""
    return wrong(
        Code.unknown_field,
        "there is no field {name} here; there are {known}",
        name=show(name),
        known=all_of(known),
    )


def no_text(value: object) -> Wrong:
    """The value should be a text."""
    return wrong(Code.wrong_type, "{value} is not a text", value=show(value))


def no_truth(field: object, value: object) -> Wrong:
    """The field should be true or false."""
    return wrong(
        Code.wrong_type, "{field} is {value}; it must be true or false", field=field, value=show(value)
    )


def no_whole_number(field: object, value: object) -> Wrong:
    """The field should be a whole number."""
    return wrong(
        Code.wrong_type, "{field} is {value}; it must be a whole number", field=field, value=show(value)
    )


def none_of(field: object, value: object, allowed: Iterable[object], code: Code = Code.wrong_word) -> Wrong:
    """The field should be one of the values ``allowed``."""
    return wrong(
        code,
        "{field} is {value}; it must be {allowed}",
        field=field,
        value=show(value),
        allowed=any_of(allowed),
    )


def longer_than(most: int) -> Wrong:
    """A text has more characters than there can be."""
    return wrong(Code.too_long, "longer than {most} characters", most=most)


def no_names(field: object, value: object) -> Wrong:
    """The field should hold the players' names."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be an object of names by seat",
        field=field,
        value=show(value),
    )


def no_object(field: object, value: object, example: str) -> Wrong:
    """The field should be an object."""
    return wrong(
        Code.wrong_type,
        "{field} is {value}; it must be an object, as {example}",
        field=field,
        value=show(value),
        example=example,
    )


def not_within(field: object, value: object, low: int, high: int) -> Wrong:
    """The field should be a number from ``low`` to ``high``."""
    return wrong(
        Code.out_of_range,
        "{field} is {value}; it must be from {low} to {high}",
        field=field,
        value=show(value),
        low=low,
        high=high,
    )


def wide_text() -> Wrong:
    """The input is written in another way than is read."""
    return wrong(Code.bad_text, "the input is UTF-16 text; save it as UTF-8")


def no_memory() -> Wrong:
    """There is no room for the table of a search."""
    return wrong(Code.out_of_memory, "there is not enough memory for the table; ask for less")
