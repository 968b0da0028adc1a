"""Fixtures of all tests of the service."""

from collections.abc import Iterator

import pytest

from tests.support.databases import KINDS, database


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database, of each kind."""
    with database(request.param) as address:
        yield address
