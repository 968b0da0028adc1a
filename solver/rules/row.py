"""Rows: what the list of rules says about each field besides its type, in the field's metadata.

Everything that reads, writes, checks or describes rules is driven by these rows, so that a rule is added by
adding one field.  Catalogues translate its sentences, and its question where a player is asked it.
"""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from dataclasses import Field, dataclass
from typing import Any, TypeVar, cast

from solver.speech import Speech

ANY = "any value"
"""The key in `Row.says` of the sentence for every value that has none of its own; it may hold ``{value}``."""

Only = Mapping[str, tuple[str, ...] | range]

V = TypeVar("V", covariant=True)
T = TypeVar("T")


class FrozenMapping(Mapping[str, V]):
    """A mapping that never changes, so that rules can be compared, hashed and sent to another process."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, V]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: str) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> ItemsView[str, V]:
        """Return the keys with their values, faster than `Mapping` would."""
        return self._entries.items()

    def values(self) -> ValuesView[V]:
        """Return the values, likewise."""
        return self._entries.values()

    def __or__(self, other: Mapping[str, T]) -> dict[str, V | T]:
        """Return a dict with the entries of both, as a dict does: ``other`` prevails."""
        return {**self, **other} if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other: Mapping[str, T]) -> dict[str, V | T]:
        return {**other, **self} if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"FrozenMapping({self._entries!r})"


@dataclass(frozen=True)
class Row:
    """One rule: its place in a variant file, its meaning, and when it applies."""

    path: tuple[str, ...]
    """Its keys in a variant file and in JSON, from the outside in."""
    doc: str
    """The question the rule answers."""
    says: Mapping[object, str]
    """The English sentence for each value; empty for what is not a rule of play but names the game."""
    option: bool
    """True if a request may set the rule."""
    only: Only
    """The other fields on which it depends: it applies only where each has one of these words, or a number in
    this range."""
    low: int
    high: int
    """The least and the greatest number allowed (of characters, for text)."""
    shown: Callable[[Any, Speech], str]
    """The function that writes a value in its sentence, for a reader."""
    quiet: bool
    """True if 0 goes without saying: a game without it says nothing."""
    everywhere: bool
    """True if games to which the rule does not apply state its default too."""


def rule(
    path: str,
    doc: str,
    says: Mapping[Any, str] | str = "",
    *,
    option: bool = False,
    only: Only | None = None,
    low: int = 0,
    high: int = 1000,
    shown: Callable[[Any, Speech], str] = lambda value, _: str(value),
    quiet: bool = False,
    everywhere: bool = False,
) -> Mapping[str, Row]:
    """Make the metadata of one field of the list of rules; ``path`` is dotted, as in ``duties.follow``."""
    sentences: Mapping[Any, str] = says if isinstance(says, Mapping) else {ANY: says} if says else {}
    row = Row(tuple(path.split(".")), doc, sentences, option, only or {}, low, high, shown, quiet, everywhere)
    return {"row": row}


def row_of(rule_field: Field[Any]) -> Row:
    """Return the row of one field."""
    return cast(Row, rule_field.metadata["row"])
