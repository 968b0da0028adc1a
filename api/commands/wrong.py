"""Wrong usage of the commands of the service, and a database that cannot be used."""

import click

from api.commands.told import say
from solver import phrase


class WrongSetting(click.ClickException):
    """Variables of the environment that cannot be so: wrong usage, a sentence a line."""

    exit_code = 2


def unusable(error: Exception) -> click.ClickException:
    """Return the error that tells why the database cannot be used; the reason is as the database says it."""
    return click.ClickException(say(phrase("the database cannot be used: {reason}", reason=str(error))))
