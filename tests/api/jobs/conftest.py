"""Fixtures of the tests of jobs."""

import pytest

from tests.support.api.clerk import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)
