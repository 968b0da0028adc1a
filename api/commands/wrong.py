"""Wrong usage of the commands of the service."""

import click


class WrongSetting(click.ClickException):
    """Variables of the environment that cannot be so: wrong usage, a sentence a line."""

    exit_code = 2
