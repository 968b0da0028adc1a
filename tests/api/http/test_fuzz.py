"""Thousands of spoilt requests to every resource: answered or refused, soon, and nothing fills up."""

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.support.api.fuzz import Fuzz, memory_kib, sound_requests
from tests.support.depth import DEPTH, Depth, by_depth

pytestmark = pytest.mark.slow

N_STEPS = by_depth(100, 750, 1_500)
MOST_S = 600
"""A request that hangs would hold the tests up for ever."""
MOST_GROWTH_KIB = 20_000


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    """Ends a test that hangs."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("a request hangs")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(MOST_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("seed", "settings"),
    [
        (1, {}),
        *([(2, {})] if DEPTH is Depth.all else []),
        (3, {"keys": "optional", "metrics": "open", "origins": "https://cards.example", "proxies": 1}),
    ],
)
def test_spoilt_requests_neither_fail_nor_fill_the_service(
    seed: int, settings: dict[str, Any], tmp_path: Path
) -> None:
    fuzz = Fuzz(seed, str(tmp_path), **settings)
    try:
        fuzz.check_sound()
        for _ in range(N_STEPS // 3):
            fuzz.step()
        early = memory_kib()
        for _ in range(N_STEPS - N_STEPS // 3):
            fuzz.step()
        assert memory_kib() - early < MOST_GROWTH_KIB
    finally:
        fuzz.close()
    # Neither were they all refused, nor all harmless.
    assert fuzz.statuses[200] > N_STEPS / 20
    assert fuzz.statuses[400] + fuzz.statuses[422] > N_STEPS / 10


def test_every_resource_is_among_the_sound_requests() -> None:
    document = Fuzz(0, "/nonexistent").client.get("/openapi.json").get_json()
    asked = {(one.method, one.path.partition("?")[0]) for one in sound_requests()}
    posts = {path for path, of in document["paths"].items() if "post" in of and "{" not in path}
    assert posts == {path for method, path in asked if method == "POST"}
    gets = {path for path, operations in document["paths"].items() if "get" in operations}
    known = {path for method, path in asked if method == "GET"}
    # A bank that is empty has neither a next puzzle nor one of the day.
    drawn = {"/v1/puzzles/next", "/v1/puzzles/daily"}
    assert {path for path in gets if "{" not in path} - drawn <= known
