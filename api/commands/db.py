"""``atout db``: the database of the service, brought up to date, and the puzzles in it."""

from datetime import UTC, datetime, timedelta

import click

from api.commands.kept import MAX_DAYS, open_store, telling_failures
from api.commands.told import tell
from api.commands.wrong import WrongSetting
from api.settings import WrongTextError, read_settings
from api.store import prepare_database
from solver.cli.lazy import CommandTable, LazyGroup
from solver.sentences import phrase, phrase_n

COMMANDS: CommandTable = {
    "export-puzzles": (
        "api.commands.puzzles:export_puzzles_command",
        "Write the puzzles as NDJSON, the oldest first.",
    ),
    "import-puzzles": (
        "api.commands.puzzles:import_puzzles_command",
        "Add puzzles to the database, each proved again.",
    ),
    "prune": (
        "api.commands.db:db_prune_command",
        "Delete the analyses made more than so many days ago.",
    ),
    "upgrade": (
        "api.commands.db:db_upgrade_command",
        "Bring the database to the schema of this version.",
    ),
}


class _Commands(LazyGroup):
    """The commands about the database; those about puzzles import what the others do not need."""

    def table(self) -> CommandTable:
        return COMMANDS


@click.group("db", cls=_Commands)
def db_group() -> None:
    """Look after the database of the HTTP service, the one that ATOUT_DATABASE names."""


@click.command("upgrade")
def db_upgrade_command() -> None:
    """Bring the database to the schema of this version.

    `atout serve` does so when it starts.
    """
    try:
        with telling_failures():
            tell(prepare_database(read_settings().database))
    except WrongTextError as error:
        raise WrongSetting(*error.said) from None


@click.command("prune")
@click.option(
    "--days", type=click.IntRange(1, MAX_DAYS), required=True, help="How many days analyses are kept."
)
def db_prune_command(days: int) -> None:
    """Delete the analyses made more than so many days ago.

    The service may run meanwhile. An analysis that is deleted is made again when its log is posted again. A
    file of SQLite does not shrink by it: what is kept later fills the room, and VACUUM makes it smaller.
    """
    none = phrase("ATOUT_DATABASE is none, and analyses are kept in the database")
    with open_store(none) as store:
        n_deleted = store.delete_before(datetime.now(UTC) - timedelta(days=days))
    tell(phrase_n("Deleted: {n} analysis", "Deleted: {n} analyses", n_deleted))
