"""Options that several commands have."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from solver.cli.spoken import choose_language, spoken_language
from solver.formats import TEXT_FORMATS, is_link
from solver.report import plain
from solver.requests import (
    CALLS,
    FAIR,
    HAND_DEALS,
    LIMIT,
    NOTATION,
    QUICK,
    SCORING,
    CommandOption,
    Kind,
    RequestOption,
)
from solver.rules import Rules, find_variant, load_variant_file
from solver.sentences import LANGUAGES, language_of_environment, phrase
from solver.whole_numbers import read_whole


class FilePath(click.Path):
    """A file, which errors call so in the language of the command."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(dir_okay=False, **rules)

    @property
    def name(self) -> str:
        """Its name in errors."""
        return _FILE.say(spoken_language())

    @name.setter
    def name(self, _: str) -> None:
        """Leave out the name that click gives it."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return what stands for it in the help, whose texts name it so in any language."""
        return "FILE"


class InputPath(FilePath):
    """A file to read, ``-`` for standard input, or a link that holds a game itself."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name of the file; a link as it is."""
        return value if isinstance(value, str) and is_link(value) else super().convert(value, param, ctx)


INPUT = InputPath(exists=True, readable=True, allow_dash=True)
FROM = click.option(
    "--from",
    "text_format",
    type=click.Choice(("json", *TEXT_FORMATS)),
    help="What the input is; if left out, as its name ends: .pbn, .lin, else JSON.",
)
LANG = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    is_eager=True,
    callback=choose_language,
    help="The language of sentences; if left out, that of the environment.",
)

_FILE = phrase("file")

Command = TypeVar("Command", bound=Callable[..., Any])


def find_game(name: str) -> Rules:
    """Return the game of that name, or in that file of rules; raises SolverError with every fault."""
    return load_variant_file(name) if name.endswith(".toml") else find_variant(name)


class Count(click.ParamType[int]):
    """A whole number from ``lowest`` up."""

    name = "number"

    def __init__(self, highest: int, lowest: int = 1) -> None:
        self.highest = highest
        self.lowest = lowest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        number = read_whole(text, self.lowest, self.highest)
        if number is not None:
            return number
        wrong = phrase(
            "{text} is not a whole number from {low} to {high}",
            text=plain(text, 40),
            low=self.lowest,
            high=self.highest,
        )
        self.fail(wrong.say(spoken_language()), param, ctx)


def input_options(command: Command) -> Command:
    """Add the options of all commands that read bodies, or games of bridge."""
    return _with_options(limit_options(command), [FROM])


def limit_options(command: Command) -> Command:
    """Add the options of all commands that answer bodies within a limit."""
    as_json = click.option(
        "--json/--text", "as_json", default=None, help="Lines of JSON, or tables, wherever to."
    )
    return _with_options(command, [as_json, *_click_options((*LIMIT, NOTATION))])


NO_FAIR = click.option(
    "--no-fair", is_flag=True, default=None, help="Judge with all cards known only, as if all hands lay open."
)


def fair_options(command: Command) -> Command:
    """Add the options of a command that judges logs."""
    return _with_options(command, [*_click_options((*FAIR, CALLS, SCORING)), NO_FAIR])


def hand_options(command: Command) -> Command:
    """Add the options of a command that judges the calls of hands."""
    return _with_options(command, _click_options((*HAND_DEALS, QUICK)))


def _with_options(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    # Decorators apply from the last one up, and the help lists options in the order of the source.
    for option in reversed(options):
        command = option(command)
    return command


def _click_options(options: Iterable[RequestOption]) -> list[Callable[[Command], Command]]:
    """Return the request options that commands have, as options of click."""
    return [_click_option(option, option.command) for option in options if option.command is not None]


def _click_option(option: RequestOption, command: CommandOption) -> Callable[[Command], Command]:
    if option.kind == Kind.flag:
        return click.option(command.flag, is_flag=True, default=None, help=command.help)
    kind: click.ParamType[Any]
    if option.kind == Kind.number:
        kind = Count(option.high, option.low if command.low is None else command.low)
    else:
        kind = click.Choice(option.words)
    return click.option(command.flag, type=kind, metavar=command.metavar, help=command.help)
