"""``atout db``: the database of the service, brought up to date, and the puzzles in it."""

from datetime import UTC, datetime, timedelta

import click

from api.commands.kept import open_store
from api.commands.puzzles import export_puzzles_command, import_puzzles_command
from api.commands.told import tell
from api.commands.wrong import WrongSetting, unusable
from api.settings import read_settings
from api.store import LaterDatabaseError, StoreDownError, prepare_database
from solver import phrase_n

MOST_DAYS = 36_500


@click.group("db")
def db_group() -> None:
    """Look after the database of the HTTP service, the one that ATOUT_DATABASE names."""


@db_group.command("upgrade")
def db_upgrade_command() -> None:
    """Bring the database to the schema of this version.

    `atout serve` does so when it starts.
    """
    try:
        tell(prepare_database(read_settings().database))
    except (ValueError, LaterDatabaseError) as error:
        raise WrongSetting(str(error)) from None
    except StoreDownError as error:
        raise unusable(error) from None


@db_group.command("prune")
@click.option(
    "--days", type=click.IntRange(1, MOST_DAYS), required=True, help="How many days analyses are kept."
)
def db_prune_command(days: int) -> None:
    """Delete the analyses made more than so many days ago.

    The service may run meanwhile. An analysis that is deleted is made again when its log is posted again. A
    file of SQLite does not shrink by it: what is kept later fills the room, and VACUUM makes it smaller.
    """
    with open_store("analyses") as store:
        n_deleted = store.delete_before(datetime.now(UTC) - timedelta(days=days))
    tell(phrase_n("Deleted: {n} analysis", "Deleted: {n} analyses", n_deleted))


db_group.add_command(import_puzzles_command)
db_group.add_command(export_puzzles_command)
