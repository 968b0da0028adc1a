"""Options that several commands have."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from solver.cards import NOTATIONS
from solver.cli_cards import plain
from solver.cli_request import MAX_NUMBER
from solver.engine import MAX_TABLE_MIB

INPUT = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)
"""A file to read, or ``-`` for standard input."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Count(click.ParamType[int]):
    """A whole number from 1 up."""

    name = "number"

    def __init__(self, highest: int) -> None:
        self.highest = highest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if text.isascii() and text.isdecimal() and len(text) <= 20 and 1 <= int(text) <= self.highest:
            return int(text)
        self.fail(f"{plain(text, 40)} is not a whole number from 1 to {self.highest}", param, ctx)


def input_options(command: Command) -> Command:
    """The options of the commands that read bodies."""
    options = [
        click.option("--json/--text", "as_json", default=None, help="Lines of JSON, or tables, wherever to."),
        click.option("--time-ms", type=Count(MAX_NUMBER), help="Stop after so many milliseconds."),
        click.option("--nodes", type=Count(MAX_NUMBER), help="Stop after so many nodes."),
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
