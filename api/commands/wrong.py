"""Wrong usage of the commands of the service."""

import click


class WrongSetting(click.ClickException):
    """A variable of the environment that cannot be so: wrong usage, in one sentence."""

    exit_code = 2
