"""Groups of commands that are imported when they are called, not for the list of them."""

from importlib import import_module

import click

from solver.cli.spoken import SpokenContext, let_speak

CommandTable = dict[str, tuple[str, str]]
"""Commands by name: each with its place, module and name, and the first sentence of its help."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, and told in the reader's language."""

    context_class = SpokenContext

    def table(self) -> CommandTable:
        """Return the commands of the group."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.table())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in self.table():
            return None
        module, _, name = self.table()[cmd_name][0].partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        let_speak(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run; where there is none of that name, one of a similar name is suggested."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            known = self.table()
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=known, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self.table().items()])
