"""The command line: ``atout`` with one command for everything, each imported when it is called."""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

import click

from solver.cli.lazy import CommandTable, LazyGroup
from solver.cli.spoken import forget_language, spoken_language
from solver.cli.streams import standard_streams, stop

ENTRY_POINTS = "atout.commands"
"""The group of entry points by which other packages add commands: each names a table like `COMMANDS`."""

COMMANDS: CommandTable = {
    "analyse": ("solver.cli.analyse:analyse_command", "Judge the games in logs card by card."),
    "bench": (
        "solver.cli.bench:bench_command",
        "Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository).",
    ),
    "bids": (
        "solver.cli.bids:bids_command",
        "Show what each possible call is worth to a hand: how often it is made, what it needs, what it "
        "scores.",
    ),
    "board": (
        "solver.cli.board:board_command",
        "Write a folder with the board for any host of files.",
    ),
    "convert": (
        "solver.cli.convert:convert_command",
        "Write bridge games in another format: JSON, PBN, LIN, or links to a hand viewer.",
    ),
    "puzzle": (
        "solver.cli.puzzle.group:puzzle_group",
        "Positions with one right card: make, show, play and check them, and carry them from file to file.",
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
def all_commands() -> CommandTable:
    """Return the commands of this package and of the packages that add some, by name."""
    found = dict(COMMANDS)
    for point in entry_points(group=ENTRY_POINTS):
        found |= point.load()
    return dict(sorted(found.items()))


class _AllCommands(LazyGroup):
    """The commands of this package, and of those that add some."""

    def table(self) -> CommandTable:
        return all_commands()

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command; a program of its own holds its standard streams."""
        forget_language()
        if not options.get("standalone_mode", True):
            return super().main(*args, **options)
        with standard_streams():
            return super().main(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run what was asked for; Ctrl-C ends it, whatever it is at."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            stop(spoken_language())


@click.group(cls=_AllCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="atout", prog_name="atout")
def main() -> None:
    """Exact double-dummy answers for trick-taking card games: every card is known."""
