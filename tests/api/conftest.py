"""Fixtures of all tests of the service."""

from collections.abc import Iterator

import pytest

from api.store import Store
from tests.support.api import routes
from tests.support.api.databases import KINDS, database

__all__ = ["routes"]


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database, of each kind."""
    with database(request.param) as address:
        yield address


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """The store in that database."""
    store = Store(address)
    yield store
    store.close()
