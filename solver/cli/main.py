"""The command line: ``atout`` with one command for everything, each imported when it is called."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

import click

ENTRY_POINTS = "atout.commands"
"""The group of entry points by which other packages add commands: each names a table like `COMMANDS`."""

COMMANDS: dict[str, tuple[str, str]] = {
    "analyse": ("solver.cli.analyse:analyse_command", "Judge the games in logs card by card."),
    "bench": (
        "solver.cli.bench:bench_command",
        "Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository).",
    ),
    "convert": (
        "solver.cli.convert:convert_command",
        "Write bridge games in another format: JSON, PBN, LIN, or links to a hand viewer.",
    ),
    "solve": ("solver.cli.solve:solve_command", "Value a position and every playable card in it."),
    "table": (
        "solver.cli.tabulate:table_command",
        "Show what a deal comes to under every trump and taker, the best contracts, and par.",
    ),
    "variants": (
        "solver.cli.variants:variants_command",
        "List the games, or print the rules of the game NAME in words, with their sources and options.",
    ),
}
"""The commands of this package: each with its place, module and name, and the first sentence of its help."""


@cache
def all_commands() -> dict[str, tuple[str, str]]:
    """Return the commands of this package and of the packages that add some, by name."""
    found = dict(COMMANDS)
    for point in entry_points(group=ENTRY_POINTS):
        found |= point.load()
    return dict(sorted(found.items()))


class _Lazy(click.Group):
    """A group whose commands are imported when they are called, not for the list of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(all_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in all_commands():
            return None
        module, _, name = all_commands()[cmd_name][0].partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in all_commands().items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="atout", prog_name="atout")
def main() -> None:
    """Exact double-dummy answers for trick-taking card games: every card is known."""
