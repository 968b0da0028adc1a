"""What the commands say of themselves: every text of their help."""

from collections.abc import Iterator

import click

from solver.cli.lazy import LazyGroup
from solver.cli.main import main
from solver.cli.spoken import paragraphs_of


def commands_of(command: click.Command = main, name: str = "atout") -> Iterator[tuple[str, click.Command]]:
    """Every command with its path, groups before theirs."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from commands_of(found, f"{name} {each}")


def help_texts() -> Iterator[tuple[str, str]]:
    """Every paragraph and every line about an option, with the path of its command."""
    for name, command in commands_of():
        for text in paragraphs_of(command.help or ""):
            yield name, text
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield name, parameter.help
        if isinstance(command, LazyGroup):
            for each, (_, about) in command.table().items():
                yield f"{name} {each}", about
