"""Read and write rules: from JSON or TOML to field values and back, driven by each field's `Row`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from enum import StrEnum
from typing import Any, get_type_hints

from solver.cards import RANKS
from solver.errors import Fault, FaultKind, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.rules.fields import RuleFields
from solver.rules.fields.cards import NO_RANKS, POINT_KINDS, Points
from solver.rules.row import FrozenMapping, Row, row_of
from solver.rules.words import Source
from solver.sentences import Phrase, all_of, any_of, phrase
from solver.wrongs import no_truth, no_whole_number, none_of, not_within

DERIVED_KEYS = frozenset({"words", "options"})
"""Keys that the service adds to the rules it shows; ignored when they come back."""

MAX_RULE_ENTRIES = 64
"""The most entries of a list, and the most unknown keys of one object that are named."""

Name = str | Phrase
"""The name of a value in a fault: the field's name, or a description."""

DEFAULT_SOURCE = "default"


class Reader:
    """A reader of one JSON object of rules, which collects the faults it meets."""

    def __init__(self, pointer: str, *, flat: bool = False) -> None:
        self.pointer = pointer
        self.flat = flat
        """True if the rules stand side by side, as options of a request do; False if in sections."""
        self.faults: list[Fault] = []
        self.misread: set[str] = set()
        """The fields that were stated but could not be read."""

    def steps_to(self, rule_field: Field[Any]) -> tuple[str, ...]:
        """Return the steps to the field in the object that is read."""
        return (rule_field.name,) if self.flat else row_of(rule_field).path

    def unreadable(self, steps: tuple[object, ...], said: Wrong) -> None:
        """Note a value of the wrong type."""
        self.faults.append(Fault(point(self.pointer, *steps), said, FaultKind.unreadable))

    def impossible(self, steps: tuple[object, ...], said: Wrong) -> None:
        """Note a value of the right type that is not allowed."""
        self.faults.append(Fault(point(self.pointer, *steps), said))

    def read(self, rule_field: Field[Any], value: object, steps: tuple[object, ...]) -> Any:
        """Read the value of one field; on a fault, note it, mark the field as misread and return None."""
        name, hint = rule_field.name, HINTS[rule_field.name]
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            read: Any = self._word(hint, name, value, steps)
        else:
            read = _READERS[hint](self, name, row_of(rule_field), value, steps)
        if read is None:
            self.misread.add(name)
        return read

    def _word(
        self, words: type[StrEnum], name: Name, value: object, steps: tuple[object, ...]
    ) -> StrEnum | None:
        allowed = [word.value for word in words]
        if not isinstance(value, str):
            no_word = wrong(
                Code.wrong_type,
                "{field} is {value}; it must be one of the words {allowed}",
                field=name,
                value=show(value),
                allowed=any_of(allowed),
            )
            self.unreadable(steps, no_word)
        elif value not in allowed:
            self.impossible(steps, none_of(name, value, allowed))
        else:
            return words(value)
        return None

    def _flag(self, name: str, row: Row, value: object, steps: tuple[object, ...]) -> bool | None:
        if isinstance(value, bool):
            return value
        self.unreadable(steps, no_truth(name, value))
        return None

    def _number(self, name: Name, row: Row, value: object, steps: tuple[object, ...]) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.unreadable(steps, no_whole_number(name, value))
        elif not row.low <= value <= row.high:
            self.impossible(steps, not_within(name, value, row.low, row.high))
        else:
            return int(value)
        return None

    def _text(self, name: str, row: Row, value: object, steps: tuple[object, ...]) -> str | None:
        if not isinstance(value, str) or not _is_unicode(value):
            no_text = wrong(
                Code.wrong_type, "{field} is {value}; it must be a text", field=name, value=show(value)
            )
            self.unreadable(steps, no_text)
        elif not row.low <= len(value) <= row.high:
            long = wrong(
                Code.too_long,
                "{field} has {count} characters; it must have {low} to {high}",
                field=name,
                count=len(value),
                low=row.low,
                high=row.high,
            )
            self.impossible(steps, long)
        else:
            return str(value)
        return None

    def _list(
        self, name: str, row: Row, value: object, steps: tuple[object, ...], of: Callable[..., Any]
    ) -> tuple[Any, ...] | None:
        if not isinstance(value, (list, tuple)):
            no_list = wrong(
                Code.wrong_type, "{field} is {value}; it must be a list", field=name, value=show(value)
            )
            self.unreadable(steps, no_list)
            return None
        if len(value) > MAX_RULE_ENTRIES:
            self.impossible(steps, _too_many(name, len(value)))
            return None
        read = [of(self, name, row, entry, (*steps, index)) for index, entry in enumerate(value)]
        return None if None in read else tuple(read)

    def _texts(self, name: str, row: Row, value: object, steps: tuple[object, ...]) -> tuple[str, ...] | None:
        return self._list(name, row, value, steps, Reader._text)

    def _numbers(
        self, name: str, row: Row, value: object, steps: tuple[object, ...]
    ) -> tuple[int, ...] | None:
        return self._list(name, row, value, steps, Reader._number)

    def members(self, value: object, what: Name, steps: tuple[object, ...]) -> Iterator[tuple[str, object]]:
        """Yield the entries of a JSON object; of anything else none, with a fault noted."""
        if not isinstance(value, Mapping):
            none = wrong(
                Code.wrong_type, "{field} is {value}; it must be an object", field=what, value=show(value)
            )
            self.unreadable(steps, none)
            return
        for index, (key, entry) in enumerate(value.items()):
            if index == MAX_RULE_ENTRIES:
                self.impossible(steps, _too_many(what, len(value)))
                return
            if isinstance(key, str) and _is_unicode(key):
                yield key, entry
            else:
                no_key = wrong(Code.wrong_type, "{name} is no key; keys are text", name=show(key))
                self.unreadable((*steps, key), no_key)

    def _points(self, name: str, row: Row, value: object, steps: tuple[object, ...]) -> Points | None:
        n_faults = len(self.faults)
        tables: dict[str, Mapping[str, Mapping[str, int]]] = {}
        for table, kinds in self.members(value, name, steps):
            read: dict[str, Mapping[str, int]] = {}
            for kind, ranks in self.members(
                kinds, phrase("the point table {name}", name=show(table)), (*steps, table)
            ):
                here = (*steps, table, kind)
                if kind not in POINT_KINDS:
                    none = wrong(
                        Code.wrong_word,
                        "{name} is no kind of suit; it must be {allowed}",
                        name=show(kind),
                        allowed=any_of(POINT_KINDS),
                    )
                    self.impossible(here, none)
                    continue
                read[kind] = (
                    self._by_rank(phrase("the points of {kind} suits", kind=kind), row, ranks, here)
                    or NO_RANKS
                )
            tables[table] = FrozenMapping(read)
        return FrozenMapping(tables) if len(self.faults) == n_faults else None

    def _by_rank(
        self, name: Name, row: Row, value: object, steps: tuple[object, ...]
    ) -> Mapping[str, int] | None:
        n_faults = len(self.faults)
        worth: dict[str, int] = {}
        for rank, points in self.members(value, name, steps):
            if rank not in tuple(RANKS):
                none = wrong(
                    Code.not_a_rank,
                    "{text} is not a rank; the ranks are {ranks}",
                    text=show(rank),
                    ranks=" ".join(RANKS),
                )
                self.impossible((*steps, rank), none)
            else:
                worth[rank] = (
                    self._number(phrase("the worth of {rank}", rank=rank), row, points, (*steps, rank)) or 0
                )
        return FrozenMapping(worth) if len(self.faults) == n_faults else None

    def _sources(
        self, name: str, row: Row, value: object, steps: tuple[object, ...]
    ) -> Mapping[str, Source] | None:
        n_faults = len(self.faults)
        read: dict[str, Source] = {}
        for key, word in self.members(value, name, steps):
            source = self._word(Source, phrase("the source of {name}", name=show(key)), word, (*steps, key))
            if isinstance(source, Source):
                read[key] = source
        return FrozenMapping(read) if len(self.faults) == n_faults else None


def _too_many(name: Name, count: int) -> Wrong:
    return wrong(
        Code.too_many,
        "{field} has {count} entries; it can have {most}",
        field=name,
        count=count,
        most=MAX_RULE_ENTRIES,
    )


_READERS: dict[object, Callable[..., Any]] = {
    bool: Reader._flag,
    int: Reader._number,
    str: Reader._text,
    tuple[str, ...]: Reader._texts,
    tuple[int, ...]: Reader._numbers,
    Points: Reader._points,
    Mapping[str, int]: Reader._by_rank,
    Mapping[str, Source]: Reader._sources,
}


def _is_unicode(text: str) -> bool:
    """True if ``text`` can be encoded: JSON can smuggle in half a character."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


RULE_FIELDS: Mapping[str, Field[Any]] = {rule_field.name: rule_field for rule_field in fields(RuleFields)}
"""The list of rules by field name, in its order."""

HINTS: Mapping[str, object] = get_type_hints(RuleFields)
"""The declared type of each field."""


def _tree() -> Mapping[str, Any]:
    """Build the tree of keys that an object of rules may have, with a field at each leaf."""
    tree: dict[str, Any] = {}
    for rule_field in RULE_FIELDS.values():
        _branch(tree, rule_field)[row_of(rule_field).path[-1]] = rule_field
    return tree


def _branch(tree: dict[str, Any], rule_field: Field[Any]) -> dict[str, Any]:
    """Return the section of ``tree`` in which the field stands; make it if it is missing."""
    for section in row_of(rule_field).path[:-1]:
        tree = tree.setdefault(section, {})
    return tree


_TREE = _tree()


def applies(rules: RuleFields, rule_field: Field[Any]) -> bool:
    """True if the field applies in the game of ``rules``: all fields it depends on have values it needs."""
    return all(
        getattr(rules, other) in words and applies(rules, RULE_FIELDS[other])
        for other, words in row_of(rule_field).only.items()
    )


def read_fields(data: object, reader: Reader) -> dict[str, Any]:
    """Return the values of the fields that ``data`` states, by field name; ``reader`` collects the faults.

    A field that is stated wrongly is not among them.
    """
    values: dict[str, Any] = {}
    _read_branch(_TREE, data, (), reader, values)
    return values


def _read_branch(
    tree: Mapping[str, Any],
    data: object,
    steps: tuple[str, ...],
    reader: Reader,
    values: dict[str, Any],
) -> None:
    what = phrase("the section {name}", name=steps[-1]) if steps else phrase("the rules of a game")
    for key, value in reader.members(data, what, steps):
        here = (*steps, key)
        known = tree.get(key)
        if known is None:
            if steps or key not in DERIVED_KEYS:
                unknown = wrong(
                    Code.unknown_field,
                    "{name} is no key of {what}; its keys are {known}",
                    name=show(key),
                    what=what,
                    known=all_of(tree),
                )
                reader.impossible(here, unknown)
        elif isinstance(known, Mapping):
            _read_branch(known, value, here, reader, values)
        else:
            read = reader.read(known, value, here)
            if read is not None:
                values[known.name] = read


def write_fields(rules: RuleFields) -> dict[str, Any]:
    """Write ``rules`` as an object of JSON types, in the form that `read_fields` reads."""
    data: dict[str, Any] = {}
    for name, rule_field in RULE_FIELDS.items():
        _branch(data, rule_field)[row_of(rule_field).path[-1]] = write_value(getattr(rules, name))
    return data


def write_value(value: object) -> Any:
    """Write the value of one field in JSON types."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [write_value(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: write_value(entry) for key, entry in value.items()}
    return value
