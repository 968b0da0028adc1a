"""Options that several commands have."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from solver.cards import NOTATIONS
from solver.cli.input import is_link
from solver.cli.request import DEFAULT_NODES, MAX_NUMBER
from solver.engine import MAX_TABLE_MIB
from solver.formats import TEXT_FORMATS
from solver.json_text import MAX_INTEGER
from solver.knowledge import MAX_SAMPLES
from solver.report import plain
from solver.sentences import LANGUAGES, language_of_environment


class InputPath(click.Path):
    """A file to read, ``-`` for standard input, or a link that holds a game itself."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name of the file; a link as it is."""
        return value if isinstance(value, str) and is_link(value) else super().convert(value, param, ctx)


INPUT = InputPath(exists=True, dir_okay=False, readable=True, allow_dash=True)
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
    help="The language of sentences; if left out, that of the environment.",
)

Command = TypeVar("Command", bound=Callable[..., Any])


class Count(click.ParamType[int]):
    """A whole number from ``lowest`` up."""

    name = "number"

    def __init__(self, highest: int, lowest: int = 1) -> None:
        self.highest = highest
        self.lowest = lowest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if (
            text.isascii()
            and text.isdecimal()
            and len(text) <= 20
            and self.lowest <= int(text) <= self.highest
        ):
            return int(text)
        self.fail(f"{plain(text, 40)} is not a whole number from {self.lowest} to {self.highest}", param, ctx)


def input_options(command: Command) -> Command:
    """The options of the commands that read bodies."""
    options = [
        FROM,
        click.option("--json/--text", "as_json", default=None, help="Lines of JSON, or tables, wherever to."),
        click.option("--time-ms", type=Count(MAX_NUMBER, 0), help="Stop after so many ms; 0: no limit."),
        click.option(
            "--nodes",
            type=Count(MAX_NUMBER, 0),
            help=f"Stop after so many nodes; 0: no limit. Where neither the command line nor a body names "
            f"time or nodes, {DEFAULT_NODES:,} nodes a deal, some 15 s.",
        ),
        click.option("--table-mib", type=Count(MAX_TABLE_MIB), help="Memory for what is proved, in MiB."),
        click.option(
            "--notation",
            type=click.Choice(NOTATIONS),
            help="The letters of the answers, and of bodies that name none and can be read so.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def fair_options(command: Command) -> Command:
    """The options of a command that judges logs."""
    options = [
        click.option(
            "--fair",
            type=click.IntRange(1, MAX_SAMPLES),
            metavar="DEALS",
            help="Judge mistakes also by what the player could know, over so many deals that agree with it.",
        ),
        click.option(
            "--seed", type=click.IntRange(0, MAX_INTEGER), metavar="NUMBER", help="Which deals --fair draws."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command
