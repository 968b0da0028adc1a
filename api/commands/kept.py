"""The database of the service, as commands use it."""

from collections.abc import Iterator
from contextlib import contextmanager

from api.commands.wrong import WrongSetting, unusable
from api.settings import read_settings, variable_of
from api.store import LaterDatabaseError, Store, StoreDownError


@contextmanager
def open_store(kept: str) -> Iterator[Store]:
    """Open the database for the context; all that can be wrong is told in a sentence.

    ``kept`` names what is in it, for operators who have none.
    """
    try:
        store = Store(read_settings().database)
    except ValueError as error:
        raise WrongSetting(str(error)) from None
    if store.is_off:
        raise WrongSetting(f"{variable_of('database')} is none, and {kept} are kept in the database")
    try:
        yield store
    except LaterDatabaseError as error:
        raise WrongSetting(str(error)) from None
    except StoreDownError as error:
        raise unusable(error) from None
    finally:
        store.close()
