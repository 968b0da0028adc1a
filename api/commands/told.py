"""Sentences on what the commands of the service did, in the language of the environment."""

import click

from solver import Speech
from solver.sentences import Sayable, language_of_environment


def say(said: Sayable) -> str:
    """Say a sentence in the language of the environment, as the help of the commands is."""
    return said.say(language_of_environment())


def say_in(context: str, text: str) -> str:
    """Say a word that means something of its own in ``context``."""
    return Speech(language_of_environment()).translate(text, context)


def tell(said: Sayable, *, err: bool = False) -> None:
    """Print a sentence, with ``err`` to standard error."""
    click.echo(say(said), err=err)
