"""``atout db``: the database of the service, brought up to date, and the puzzles in it."""

import click

from api.commands.puzzles import export_puzzles_command, import_puzzles_command
from api.commands.wrong import WrongSetting
from api.settings import read_settings
from api.store import prepare_database


@click.group("db")
def db_group() -> None:
    """Look after the database of the HTTP service, the one that ATOUT_DATABASE names."""


@db_group.command("upgrade")
def db_upgrade_command() -> None:
    """Bring the database to the schema of this version.

    `atout serve` does so when it starts.
    """
    try:
        click.echo(prepare_database(read_settings().database))
    except ValueError as error:
        raise WrongSetting(str(error)) from None
    except RuntimeError as error:
        raise click.ClickException(f"the database cannot be used: {error}") from None


db_group.add_command(import_puzzles_command)
db_group.add_command(export_puzzles_command)
