"""The games, and their rules in words, on a terminal."""

from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from solver.report import words
from solver.report.plain_text import plain, title_of
from solver.report.terminal.signs import INDENT
from solver.rules import Rules, Source
from solver.sentences import mark
from solver.speech import Speech

_LEAST_SENTENCE = 30
"""The least width of a sentence, in characters, that stands beside its key."""
_SOURCE_SAYS = {
    Source.sheet: mark("sheet: the game's rule sheet"),
    Source.standard: mark("standard: the published standard rule, where the sheet is silent"),
    Source.decision: mark("decision: a decision, where the sheet is ambiguous or misprinted"),
    Source.option: mark("option: set by whoever wrote these rules"),
}
_SOURCES = {
    Source.sheet: mark("sheet"),
    Source.standard: mark("standard"),
    Source.decision: mark("decision"),
    Source.option: mark("option"),
}
_NAME = mark("name")
_PLAYERS = mark("players")
_DECK = mark("deck")
_EACH = mark("each")
_GAME = mark("game")
_SOURCE = mark("These rules: {source}")
_NOTES = mark("What players may dispute")
_OPTIONS = mark('Options, for "rules" in a request')
_NOW = mark("now {value}")


class GamesTable:
    """A table of the games; on a narrow terminal each game is told below its name, without the numbers."""

    def __init__(self, games: list[Rules], speech: Speech) -> None:
        self._games = games
        self._speech = speech

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in (_NAME, _PLAYERS, _DECK, _EACH, _GAME):
            justify: Any = "right" if column in (_PLAYERS, _DECK, _EACH) else "left"
            least = _LEAST_SENTENCE if column == _GAME else None
            table.add_column(
                self._speech.say(column), justify=justify, no_wrap=column != _GAME, min_width=least
            )
        for rules in self._games:
            numbers = map(str, (rules.n_players, len(rules.deck), rules.cards_each))
            table.add_row(rules.name, *numbers, self._about(rules))
        unlimited = options.update(width=10_000)
        if Measurement.get(console, unlimited, table).minimum <= options.max_width:
            yield table
            return
        for rules in self._games:
            yield Text(rules.name)
            yield Padding(self._about(rules), (0, 0, 0, INDENT))

    def _about(self, rules: Rules) -> Text:
        texts = rules.texts(self._speech)
        return Text(texts["title"], style="bold").append(f". {texts['description']}", style="not bold")


def rules_text(rules: Rules, speech: Speech) -> RenderableType:
    """Return every rule of a game in words, with its source, disputed points, and the options."""
    texts = rules.texts(speech)
    head, name = Text(title_of(rules, speech), style="bold"), plain(rules.name)
    if head.plain != name:
        head.append(f"  {name}", style="dim")
    parts: list[RenderableType] = [
        head,
        Text(plain(texts["description"], 2000)),
        Text(),
        _Words(rules, speech),
        Text(),
    ]
    used = {word["source"] for word in rules.words()}
    parts += [
        Text(speech.say(said), style="dim") for source, said in _SOURCE_SAYS.items() if source.value in used
    ]
    if texts["source"]:
        parts.append(Text(speech.say(_SOURCE, source=plain(texts["source"], 2000)), style="dim"))
    if texts["notes"]:
        parts += [Text(), Text(speech.say(_NOTES), style="bold")]
        notes = Table(box=None, pad_edge=False, show_header=False)
        for note in texts["notes"]:
            notes.add_row("-", plain(note, 2000))
        parts.append(notes)
    return Group(*parts, *_options(rules, speech))


class _Words:
    """The rules in words, each beside its key and its source, or below them on a narrow terminal."""

    def __init__(self, rules: Rules, speech: Speech) -> None:
        self._said = [
            (word["path"], plain(word["says"], 2000), _source_text(Source(word["source"]), speech))
            for word in rules.words(speech)
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        beside = sum(max(map(len, column)) + 2 for column in zip(*self._said_beside(), strict=True))
        if options.max_width - beside >= _LEAST_SENTENCE:
            table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
            table.add_column(no_wrap=True, style="dim")
            table.add_column()
            table.add_column(no_wrap=True)
            for row in self._said:
                table.add_row(*row)
            yield table
            return
        for path, says, source in self._said:
            yield Text(f"{path}  ", style="dim").append_text(source)
            yield Padding(says, (0, 0, 0, INDENT))

    def _said_beside(self) -> list[tuple[str, str]]:
        """Return what stands beside each sentence."""
        return [(path, source.plain) for path, _, source in self._said]


def _source_text(source: Source, speech: Speech) -> Text:
    return Text(speech.say(_SOURCES[source]), style="not dim" if source == Source.sheet else "not dim yellow")


def _options(rules: Rules, speech: Speech) -> list[RenderableType]:
    """Return the options of a game: the values that a request may set, and the present one."""
    options: dict[str, dict[str, Any]] = rules.options_schema()["properties"]
    if not options:
        return []
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, schema in options.items():
        value = schema["default"]
        word = str(value).lower() if isinstance(value, bool) else str(value)
        table.add_row(name, _allowed(schema, speech), Text(speech.say(_NOW, value=word), style="dim"))
    return [Text(), Text(speech.say(_OPTIONS), style="bold"), table]


def _allowed(schema: dict[str, Any], speech: Speech) -> str:
    if "enum" in schema:
        return " | ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true | false"
    return speech.say(words.FROM_LOW_TO_HIGH, low=schema["minimum"], high=schema["maximum"])
