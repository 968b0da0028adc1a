"""Wrong usage of the commands of the service."""

import click

from api.commands.told import say
from solver.sentences import Sayable


class WrongSetting(click.ClickException):
    """Variables of the environment that cannot be so: wrong usage, a sentence a line."""

    exit_code = 2

    def __init__(self, *said: Sayable) -> None:
        super().__init__("\n".join(map(say, said)))
