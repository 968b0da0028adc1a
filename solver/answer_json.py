"""Writing answers as JSON types, from the rows of their classes (`solver.answer_row`).

The function that writes a class is made once, as source text, in the way of ``dataclasses``.  It does what
one would write by hand, so that no row is looked up again for each answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import takewhile
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from solver.answer_row import AnswerField, Noun, answer_fields
from solver.cards import Card, Notation, format_trump
from solver.sentences import Language
from solver.speech import Speech

Write = Callable[[Any, Speech], dict[str, Any]]

_SAID_BY: dict[tuple[str, ...], str] = {("speech",): "speech.worded", ("language",): "speech.worded_in"}
"""The method of a speech that says the value of a method, by the arguments that this one takes."""


def written(answer: Any, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
    """Return ``answer`` in JSON types: cards in the letters of ``notation``, sentences in ``language``.

    Raises TypeError for an object whose class has no rows.
    """
    return written_in(answer, _speech(language, notation))


def written_in(answer: Any, speech: Speech) -> dict[str, Any]:
    """Return ``answer`` in JSON types, with the letters and the words of ``speech``."""
    return writer_of(answer.__class__)(answer, speech)


_speech = cache(Speech)


@cache
def writer_of(answer: type) -> Write:
    """Return the function that writes the answers of a class."""
    if not answer_fields(answer):
        raise TypeError(f"{answer.__name__} has no rows, so it is no answer")
    source = _Source()
    lines = list(source.lines(answer, "one"))
    # Up to the first field that may be left out, one literal is quicker than assignments.
    first = list(takewhile(lambda line: line.startswith("data["), lines))
    entries = [line.removeprefix("data[").replace("] = ", ": ", 1) for line in first]
    lines = [f"data = {{{', '.join(entries)}}}", *lines[len(first) :], "return data"]
    if any("notation" in line for line in lines):
        lines.insert(0, "notation = speech.notation")
    if any("cards[" in line for line in lines):
        lines.insert(0, "cards = speech.cards")
    text = "\n    ".join(["def write(one, speech):", *lines])
    exec(compile(text, f"<writer of {answer.__name__}>", "exec"), source.names)
    write: Write = source.names["write"]
    return write


class _Source:
    """The source text of a writer, and the objects that it names."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"trump": format_trump, "write_any": written_in}
        self._n_locals = 0

    def lines(self, answer: type, one: str, prefix: str = "", only: Sequence[str] = ()) -> Iterator[str]:
        """Yield the statements that put the fields of ``one`` into ``data``, their names after ``prefix``."""
        for shown in answer_fields(answer):
            if only and shown.name not in only:
                continue
            value = f"{one}.{shown.attribute}"
            if shown.takes is not None:
                value = f"{_SAID_BY[shown.takes]}({value})" if shown.takes else f"{value}()"
            if shown.row.in_place_of:
                yield f"if {one}.{shown.row.in_place_of} is None:"
                yield from map(" {}".format, self._put(shown, value, prefix))
            elif shown.row.absent:
                found = self._new_local()
                yield f"{found} = {value}"
                yield f"if {found} is not None:"
                yield from map(" {}".format, self._put(shown, found, prefix))
            else:
                yield from self._put(shown, value, prefix)

    def _put(self, shown: AnswerField, value: str, prefix: str) -> Iterator[str]:
        """Yield the statements that put one field, or the fields spread in its place."""
        if shown.row.spread:
            part = self._new_local()
            yield f"{part} = {value}"
            yield from self.lines(shown.type, part, prefix + (shown.row.name or ""), shown.row.only)
            return
        expression = self._expression(shown.type, value, shown.row.digits)
        if shown.nullable and expression != value:
            found = self._new_local()
            yield f"{found} = {value}"
            expression = f"None if {found} is None else {self._expression(shown.type, found)}"
        yield f"data[{prefix + shown.name!r}] = {expression}"

    def _expression(self, kind: Any, value: str, digits: int | None = None) -> str:
        """Return the expression for ``value``, of the type ``kind``, in JSON types."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            if Noun.trump in arguments:
                return f"trump({value}, notation)"
            return self._expression(arguments[0], value, digits)
        if origin in (tuple, list):
            item = self._new_local()
            inner = self._expression(arguments[0], item, digits)
            return f"list({value})" if inner == item else f"[{inner} for {item} in {value}]"
        if origin in (Union, UnionType):
            return f"write_any({value}, speech)"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            key, item = self._new_local(), self._new_local()
            inner = self._expression(arguments[1], item, digits)
            if inner == item:
                return f"dict({value})"
            return f"{{{key}: {inner} for {key}, {item} in {value}.items()}}"
        if kind is float and digits is not None:
            return f"round({value}, {digits})"
        if kind is Card:
            return f"cards[{value}]"
        if isinstance(kind, type) and issubclass(kind, Enum):
            return f"{value}.value"
        if answer_fields(kind):
            writer = f"write_{kind.__name__}"
            self.names[writer] = writer_of(kind)
            return f"{writer}({value}, speech)"
        return value

    def _new_local(self) -> str:
        self._n_locals += 1
        return f"local_{self._n_locals}"
