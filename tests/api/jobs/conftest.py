"""Fixtures of the tests of jobs."""

from collections.abc import Iterator

import pytest

from tests.support.api.clerk import Clock, Scene, scene
from tests.support.api.databases import KINDS


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest) -> Iterator[Scene]:
    with scene(request.param) as played:
        yield played
