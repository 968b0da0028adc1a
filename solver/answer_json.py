"""Writing answers as JSON, from the rows of their classes (`solver.answer_row`): as types, and as text.

The functions that write a class are made once, as source text, in the way of ``dataclasses``.  They do what
one would write by hand, so that no row is looked up again for each answer.  Text is written without the
types: of an analysis these are thousands of objects, which no reader of the text ever sees.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import takewhile
from json import JSONEncoder
from json.encoder import encode_basestring
from types import UnionType
from typing import Annotated, Any, Literal, NoReturn, Self, Union, get_args, get_origin

from solver.answer_row import AnswerField, Noun, answer_fields
from solver.cards import Card, Notation
from solver.sentences import Language
from solver.speech import Speech

Write = Callable[[Any, Speech], dict[str, Any]]
WriteText = Callable[[Any, Speech], str]

_SAID_BY: dict[tuple[str, ...], str] = {
    ("speech",): "speech.worded",
    ("language",): "speech.worded_in",
    ("notation",): "speech.lettered",
}
"""The method of a speech that says the value of a method, by the arguments that this one takes."""


def written(answer: Any, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
    """Return ``answer`` in JSON types: cards in the letters of ``notation``, sentences in ``language``.

    Raises TypeError for an object whose class has no rows.
    """
    return written_in(answer, _speech(language, notation))


def written_in(answer: Any, speech: Speech) -> dict[str, Any]:
    """Return ``answer`` in JSON types, with the letters and the words of ``speech``."""
    return writer_of(answer.__class__)(answer, speech)


def text_in(answer: Any, speech: Speech) -> str:
    """Return ``answer`` as JSON without spaces, with the letters and the words of ``speech``.

    It is the text of what `written_in` returns.  Raises TypeError for an object whose class has no rows.
    """
    return text_writer_of(answer.__class__)(answer, speech)


_speech = cache(Speech)


@cache
def writer_of(answer: type) -> Write:
    """Return the function that writes the answers of a class."""
    source = _Source(answer)
    lines = list(source.lines(answer, "one"))
    # Up to the first field that may be left out, one literal is quicker than assignments.
    first = list(takewhile(lambda line: line.startswith("data["), lines))
    entries = [line.removeprefix("data[").replace("] = ", ": ", 1) for line in first]
    lines = [f"data = {{{', '.join(entries)}}}", *lines[len(first) :], "return data"]
    write: Write = source.made(lines)
    return write


@cache
def text_writer_of(answer: type) -> WriteText:
    """Return the function that writes the answers of a class as text."""
    source = _TextSource(answer)
    lines = source.joined(list(source.lines(answer, "one")))
    # Every field begins with a comma, as any of them may be the first.
    write: WriteText = source.made(["text = none", *lines, "return opened + text[1:] + closed"])
    return write


class _Source:
    """The source text of a writer, and the objects that it names."""

    def __init__(self, answer: type) -> None:
        """Raises TypeError for a class that has no rows."""
        if not answer_fields(answer):
            raise TypeError(f"{answer.__name__} has no rows, so it is no answer")
        self.names: dict[str, Any] = {"write_any": written_in}
        self._answer = answer
        self._n_locals = 0

    def made(self, lines: Sequence[str]) -> Any:
        """Return the function of these statements, of an answer ``one`` and a ``speech``."""
        head = ["def write(one, speech):"]
        if any("cards" in line for line in lines):
            head.append("cards = speech.cards")
        text = "\n    ".join([*head, *lines])
        exec(compile(text, f"<writer of {self._answer.__name__}>", "exec"), self.names)
        return self.names["write"]

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
                return f"speech.trump_letters({value})"
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


class _TextSource(_Source):
    """The source text of a writer of text: each field is a piece of a formatted string.

    No expression in it has a quotation mark, which Python before 3.12 could not read there.
    """

    _BEGIN, _END = "text += f'", "'"

    def __init__(self, answer: type) -> None:
        super().__init__(answer)
        self.names |= {
            "none": "",
            "opened": "{",
            "closed": "}",
            "true": "true",
            "false": "false",
            "null": "null",
            "quote": encode_basestring,
            "listed": _listed,
            "keyed": _keyed,
            "numbers": _numbers,
            "listed_cards": _listed_cards,
            "write_any_text": text_in,
            "encode": JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
        }

    def joined(self, lines: Sequence[str]) -> list[str]:
        """Return the statements with the pieces that follow each other as one."""
        found: list[str] = []
        for line in lines:
            if line.startswith(self._BEGIN) and found and found[-1].startswith(self._BEGIN):
                found[-1] = found[-1].removesuffix(self._END) + line.removeprefix(self._BEGIN)
            else:
                found.append(line)
        return found

    def _put(self, shown: AnswerField, value: str, prefix: str) -> Iterator[str]:
        if shown.row.spread:
            yield from super()._put(shown, value, prefix)
            return
        if shown.nullable:
            found = self._new_local()
            piece = f"{{null if ({found} := {value}) is None else {self._text(shown.type, found)}}}"
        elif shown.type is Card:
            piece = f'"{{cards[{value}]}}"'
        elif shown.type is int:
            piece = f"{{{value}}}"
        else:
            piece = f"{{{self._text(shown.type, value, shown.row.digits)}}}"
        yield f'{self._BEGIN},"{prefix + shown.name}":{piece}{self._END}'

    def _text(self, kind: Any, value: str, digits: int | None = None) -> str:
        """Return the expression for the JSON text of ``value``, of the type ``kind``."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            if Noun.trump in arguments:
                return f"quote(speech.trump_letters({value}))"
            return self._text(arguments[0], value, digits)
        if origin in (tuple, list):
            if arguments[0] is Card:
                return f"listed_cards(cards, {value})"
            item = self._new_local()
            return f"listed([{self._text(arguments[0], item, digits)} for {item} in {value}])"
        if origin in (Union, UnionType):
            return f"write_any_text({value}, speech)"
        if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[1] is not Any:
            if get_origin(arguments[0]) is Annotated and arguments[1] is int:
                return f"numbers({value})"
            key, item = self._new_local(), self._new_local()
            return (
                f"keyed([(quote({key}), {self._text(arguments[1], item, digits)})"
                f" for {key}, {item} in {value}.items()])"
            )
        if kind is float and digits is not None:
            return f"repr(round({value}, {digits}))"
        if kind in (int, float):
            return f"repr({value})"
        if kind is bool:
            return f"(true if {value} else false)"
        if kind is Card:
            return f"quote(cards[{value}])"
        if kind is str or (origin is Literal and isinstance(arguments[0], str)):
            return f"quote({value})"
        if isinstance(kind, type) and issubclass(kind, Enum):
            return f"quote({value}._value_)"
        if answer_fields(kind):
            writer = f"write_{kind.__name__}"
            self.names[writer] = text_writer_of(kind)
            return f"{writer}({value}, speech)"
        return f"encode({value})"


def _listed(texts: Sequence[str]) -> str:
    """Return an array of these texts."""
    return "[" + ",".join(texts) + "]"


def _keyed(entries: Sequence[tuple[str, str]]) -> str:
    """Return an object of these entries, each of two texts."""
    return "{" + ",".join([f"{key}:{value}" for key, value in entries]) + "}"


class SharedNumbers(dict[str, int]):
    """Numbers by seat or side that many answers share, so that their JSON is written once.

    They equal a dict of the same entries.  What would change them raises TypeError, as other answers would
    change too.

    >>> numbers = SharedNumbers({"NS": 92, "EW": 70})
    >>> numbers == {"NS": 92, "EW": 70}, hash(numbers) == hash(SharedNumbers({"EW": 70, "NS": 92}))
    (True, True)
    >>> numbers["NS"] = -5
    Traceback (most recent call last):
        ...
    TypeError: these numbers belong to other answers too; dict(…) makes a copy that can be changed
    """

    __slots__ = ("text",)

    text: str
    """Their JSON; not there until somebody has asked for it."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("these numbers belong to other answers too; dict(…) makes a copy that can be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type, tuple[dict[str, int]]]:
        return type(self), (dict(self),)


def _numbers(named: Mapping[str, int]) -> str:
    """Return an object of numbers by seat or side, whose names have nothing to escape."""
    if not isinstance(named, SharedNumbers):
        return _numbers_text(named)
    try:
        return named.text
    except AttributeError:
        named.text = _numbers_text(named)
        return named.text


def _numbers_text(named: Mapping[str, int]) -> str:
    text = ""
    for name, number in named.items():
        text += f',"{name}":{number}'
    return "{" + text[1:] + "}"


def _listed_cards(texts: Mapping[Card, str], cards: Sequence[Card]) -> str:
    """Return an array of cards, whose ``texts`` have nothing to escape."""
    return '["' + '","'.join([texts[card] for card in cards]) + '"]' if cards else "[]"
