"""Rows: what an answer says of each of its fields besides its type.

A type of answer names every field of its JSON once, in the order of the JSON.  A field of the dataclass has
``field(metadata=row(...))``; a value that is worked out is a property under ``@shows(...)``.  From these rows
and the annotations `solver.answer_json` writes the JSON, and the service writes its description.  A field is
added to an answer in one place.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, reduce
from itertools import count
from operator import or_
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_type_hints

Getter = TypeVar("Getter", bound=Callable[..., Any])

_places = count()
"""Numbers the rows as they are made, so that the fields of an answer stand in the order of its class."""


class Noun(Enum):
    """The kind of thing that a text of an answer names, where the Python type is only ``str``."""

    seat = "seat"
    side = "side"
    trump = "trump"
    hand = "hand"


SeatName = Annotated[str, Noun.seat]
SideName = Annotated[str, Noun.side]
TrumpName = Annotated[str, Noun.trump]
HandText = Annotated[str, Noun.hand]
BySide = Mapping[SideName, int]
"""A whole number for each side."""
MeansBySide = Mapping[SideName, float]
"""A mean for each side."""


@dataclass(frozen=True, slots=True)
class Row:
    """One field of an answer."""

    says: str
    """The meaning of the field, in a sentence or more, with its unit."""
    absent: str = field(default="", kw_only=True)
    """The rest of the sentence ``Left out …``, which says when; empty if the field is always there.

    In Python the value is then None.
    """
    in_place_of: str = field(default="", kw_only=True)
    """The attribute that it replaces: it is left out where that one is not None."""
    name: str | None = field(default=None, kw_only=True)
    """Its name in JSON, where that is not the attribute's."""
    low: float | None = field(default=None, kw_only=True)
    """The least number, inclusive."""
    high: float | None = field(default=None, kw_only=True)
    """The greatest number, inclusive."""
    above: float | None = field(default=None, kw_only=True)
    """The number that it is greater than."""
    digits: int | None = field(default=None, kw_only=True)
    """The digits behind the point to which it is rounded."""
    words: tuple[Any, ...] = field(default=(), kw_only=True)
    """The only values that it can have, or the only keys, where the type does not say so."""
    some_keys: bool = field(default=False, kw_only=True)
    """True if an object has only some of the ``words`` as keys."""
    spread: bool = field(default=False, kw_only=True)
    """True if the fields of its value stand in its place, instead of an object that holds them."""
    only: tuple[str, ...] = field(default=(), kw_only=True)
    """Which fields of its value are spread; empty for all."""
    place: int = field(default_factory=_places.__next__, kw_only=True)


class AnswerField(NamedTuple):
    """A field of a type of answer: its row, and what the class says of it."""

    attribute: str
    row: Row
    type: Any
    """The annotation, without the None that stands for a field that is left out."""
    nullable: bool
    """True if it can be null."""
    takes: tuple[str, ...] | None
    """The argument of a method that works it out: ``speech``, ``language``, ``notation``; None for others."""

    @property
    def name(self) -> str:
        """The name in JSON."""
        return self.attribute if self.row.name is None else self.row.name

    @property
    def optional(self) -> bool:
        """True if it can be left out."""
        return bool(self.row.absent or self.row.in_place_of)


def row(says: str, **marks: Any) -> Mapping[str, Row]:
    """Return the metadata of a dataclass field that an answer shows; ``marks``: other fields of `Row`."""
    return {"row": Row(says, **marks)}


def shows(says: str, **marks: Any) -> Callable[[Getter], Getter]:
    """Mark the getter of a property, or a method, whose value an answer shows; ``marks`` as for `row`.

    A method may take ``speech``, ``language`` or ``notation``: those of the reader.
    """

    def mark(getter: Getter) -> Getter:
        getter.__dict__["row"] = Row(says, **marks)
        return getter

    return mark


@cache
def answer_fields(answer: type) -> tuple[AnswerField, ...]:
    """Return the fields of a type of answer, in the order of its JSON; none of a type that is no answer."""
    return tuple(sorted(_find_fields(answer), key=lambda found: found.row.place))


def shown_fields(answer: type, only: Sequence[str] = ()) -> Iterator[AnswerField]:
    """Yield the fields that the JSON of an answer has: its own, and those of the answers spread among them.

    ``only`` are the names of the fields of the class that are asked for; empty for all.
    """
    for shown in answer_fields(answer):
        if only and shown.name not in only:
            continue
        if not shown.row.spread:
            yield shown
            continue
        outer = shown.row
        for part in shown_fields(shown.type, outer.only):
            # A part without a name of its own, as the mean of an estimate, is what the whole is.
            inner = part.row if part.name else replace(part.row, says=outer.says, low=outer.low)
            name = (outer.name or "") + part.name
            yield part._replace(row=replace(inner, name=name, absent=inner.absent or outer.absent))


def _find_fields(answer: type) -> Iterator[AnswerField]:
    hints: Mapping[str, Any] | None = None
    for name, stored in getattr(answer, "__dataclass_fields__", {}).items():
        if "row" in stored.metadata:
            hints = hints or get_type_hints(answer, include_extras=True)
            yield _field(name, stored.metadata["row"], hints[name], None)
    for base in getattr(answer, "__mro__", ()):
        for name, member in vars(base).items():
            getter = _getter_of(member)
            if "row" in getattr(getter, "__dict__", {}):
                returned = get_type_hints(getter, include_extras=True)["return"]
                takes = tuple(inspect.signature(getter).parameters)[1:] if member is getter else None
                yield _field(name, vars(getter)["row"], returned, takes)


def _getter_of(member: object) -> Any:
    """Return the function behind a property, a cached property or a method."""
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, cached_property) else member


def _field(attribute: str, of: Row, hint: Any, takes: tuple[str, ...] | None) -> AnswerField:
    kinds = get_args(hint)
    is_open = NoneType in kinds
    if is_open:
        hint = reduce(or_, (kind for kind in kinds if kind is not NoneType))
    return AnswerField(attribute, of, hint, is_open and not of.absent, takes)
