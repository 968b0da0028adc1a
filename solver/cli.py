"""The command line: ``atout`` with one command for everything, each imported when it is called."""

from importlib import import_module

import click

COMMANDS: dict[str, tuple[str, str]] = {
    "analyse": ("cli_analyse.analyse_command", "Judge the games in logs card by card."),
    "bench": (
        "cli_bench.bench_command",
        "Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository).",
    ),
    "convert": (
        "cli_convert.convert_command",
        "Write bridge games in another format: JSON, PBN, LIN, or links to a hand viewer.",
    ),
    "db": (
        "cli_serve.db_group",
        "Look after the database of the HTTP service, the one that ATOUT_DATABASE names.",
    ),
    "keys": (
        "cli_keys.keys_group",
        "Give and take the keys of the HTTP service, in the database that ATOUT_DATABASE names.",
    ),
    "serve": ("cli_serve.serve_command", "Start the HTTP service (gunicorn); Ctrl-C stops it."),
    "solve": ("cli_solve.solve_command", "Value a position and every playable card in it."),
    "table": (
        "cli_tabulate.table_command",
        "Show what a deal comes to under every trump and taker, the best contracts, and par.",
    ),
    "variants": (
        "cli_variants.variants_command",
        "List the games, or print the rules of the game NAME in words, with their sources and options.",
    ),
    "worker": (
        "cli_worker.worker_command",
        "Work on the jobs in the database that ATOUT_DATABASE names; Ctrl-C stops it.",
    ),
}
"""Each command with where it is, module and name, and the first sentence of its help."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are called, not for the list of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].rpartition(".")
        command = getattr(import_module(f"solver.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="atout", prog_name="atout")
def main() -> None:
    """Exact double-dummy answers for trick-taking card games: every card is known."""
