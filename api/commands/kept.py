"""The database of the service, as commands use it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import BufferingHandler

import click

from api.commands.told import say
from api.commands.wrong import WrongSetting
from api.settings import WrongTextError, read_settings
from api.store import LaterDatabaseError, Store, StoreDownError
from solver.sentences import Sayable, phrase

MAX_DAYS = 36_500
"""The longest time that a command takes, for keys to work or for analyses to be kept."""
_LOGS = "api.store"
"""The logger of whatever uses the database."""
_MANY = 1_000


@contextmanager
def telling_failures() -> Iterator[None]:
    """Tell in one sentence, as the error of the command, why the database cannot be used.

    What the store logs is printed only where the error does not say it.
    """
    logs, held = logging.getLogger(_LOGS), BufferingHandler(_MANY)
    logs.addHandler(held)
    told = ""
    try:
        yield
    except LaterDatabaseError as error:
        told = str(error)
        raise WrongSetting(*error.said) from None
    except StoreDownError as error:
        told = str(error)
        raise click.ClickException(
            say(phrase("the database cannot be used: {reason}", reason=told))
        ) from None
    finally:
        logs.removeHandler(held)
        for message in (record.getMessage() for record in held.buffer):
            if not told or told not in message:
                click.echo(message, err=True)


@contextmanager
def open_store(without: Sayable) -> Iterator[Store]:
    """Open the database for the context; all that can be wrong is told in a sentence.

    ``without`` is what operators are told who have none.
    """
    try:
        store = Store(read_settings().database)
    except WrongTextError as error:
        raise WrongSetting(*error.said) from None
    if store.is_off:
        raise WrongSetting(without)
    try:
        with telling_failures():
            yield store
    finally:
        store.close()
