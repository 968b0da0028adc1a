"""Keys under test: the ones in a database, and a clock for those who know them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from api.access import keys
from api.access.keys import KeyStore
from api.store.analyses import Store


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that key rings tell the time by."""
    made = Clock()
    monkeypatch.setattr(keys, "monotonic", made)
    return made


@contextmanager
def key_store(address: str) -> Iterator[KeyStore]:
    """The keys in a database."""
    store = Store(address)
    try:
        yield KeyStore(store)
    finally:
        store.close()
