"""The console: colours on a terminal only, and letters for the signs that it cannot show."""

import re
from collections.abc import Iterable, Iterator

import rich._wrap
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment

from solver.cards import SUITS, SYMBOLS, Notation, format_trump
from solver.legible import legible

# Rich ends lines at no-break spaces too, which would put a French colon at the beginning of the next one.
# Nor may a line end within a pair as 92 : 70.
rich._wrap.re_word = re.compile(r"[ \t\n]*[^ \t\n]+(?: : [^ \t\n]+)*+[ \t\n]*")

PIPE_WIDTH = 100
"""The width of tables that are not printed to a terminal, in characters."""

_ALL_SYMBOLS = "".join(SYMBOLS.values())


def new_console() -> Console:
    """Return a console for tables on standard output, without colours if that is no terminal."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


class Legible:
    """The text that ``shown`` prints, in characters that the encoding of the console has.

    To a file or a pipe it has no blanks at the ends of lines, which tables leave there.
    """

    def __init__(self, shown: RenderableType, notation: Notation = "en") -> None:
        self.shown = shown
        self._suits = str.maketrans({SYMBOLS[suit]: format_trump(suit, notation) for suit in SUITS})
        """The letters of the suits, for a console without their symbols: those of the ranks beside them."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        segments = console.render(self.shown, options)
        letters = {} if legible(_ALL_SYMBOLS, options.encoding) == _ALL_SYMBOLS else self._suits
        for segment in segments if console.is_terminal else _without_last_blanks(segments):
            if segment.control:
                yield segment
            else:
                yield Segment(legible(segment.text.translate(letters), options.encoding), segment.style)


def _without_last_blanks(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield the segments without the blanks before the end of each line."""
    for line in Segment.split_lines(segments):
        while line and not line[-1].text.rstrip(" "):
            line.pop()
        if line:
            last = line.pop()
            yield from line
            yield last._replace(text=last.text.rstrip(" "))
        yield Segment.line()


class Fitting:
    """The first of several forms of a table that fits the width of the console, or the last form."""

    def __init__(self, *forms: RenderableType) -> None:
        self.forms = forms

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        unlimited = options.update(width=10_000)
        for form in self.forms[:-1]:
            if Measurement.get(console, unlimited, form).maximum <= options.max_width:
                yield form
                return
        yield self.forms[-1]


class Captioned:
    """A table with a caption below it, which is broken into lines and so as wide as the table needs."""

    def __init__(self, table: RenderableType, caption: RenderableType) -> None:
        self.table = table
        self.caption = caption

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self.table
        yield self.caption

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.table)
