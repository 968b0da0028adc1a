"""How long a server may be silent: by a clock that only the test moves on."""

from collections.abc import Generator

import pytest
from psycopg import OperationalError

from api.store import patience
from tests.support.waiting import Clock

LIMIT_S = 6.0
LOOK_S = 0.1
"""The interval at which psycopg says that nothing is ready, in seconds."""


class Waiting:
    """The wait for a server that answers the second question it is asked."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_given_up = False
        self._steps = patience._within(self._ask(), LIMIT_S, self._give_up)
        next(self._steps)

    def look(self, *, is_ready: bool = False, after_s: float = LOOK_S) -> None:
        """Say after that time whether the server is ready."""
        self._clock.now += after_s
        self._steps.send(is_ready)

    def be_silent(self, seconds: float, every_s: float = LOOK_S) -> None:
        """Look for so long, and find nothing ready."""
        for _ in range(round(seconds / every_s)):
            self.look(after_s=every_s)

    def _ask(self) -> Generator[int, bool, str]:
        n_answers = 0
        while n_answers < 2:
            n_answers += yield 1
        return "answered"

    def _give_up(self) -> None:
        self.is_given_up = True


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    clock = Clock()
    monkeypatch.setattr(patience, "monotonic", clock.monotonic)
    return Waiting(clock)


def test_a_server_that_is_silent_for_too_long_is_given_up(waiting: Waiting) -> None:
    waiting.be_silent(LIMIT_S - LOOK_S)
    waiting.look(is_ready=True)
    waiting.be_silent(LIMIT_S - LOOK_S)
    with pytest.raises(OperationalError, match="not answered for 6 s"):
        waiting.be_silent(3 * LOOK_S)
    assert waiting.is_given_up


def test_a_pause_of_the_process_is_no_silence_of_the_server(waiting: Waiting) -> None:
    waiting.be_silent(LIMIT_S - LOOK_S)
    waiting.look(after_s=10 * LIMIT_S)
    waiting.be_silent(LIMIT_S - LOOK_S)
    waiting.look(is_ready=True)
    with pytest.raises(StopIteration) as end:
        waiting.look(is_ready=True)
    assert (end.value.value, waiting.is_given_up) == ("answered", False)


def test_a_server_that_stays_silent_after_a_pause_is_given_up(waiting: Waiting) -> None:
    waiting.look(after_s=10 * LIMIT_S)
    with pytest.raises(OperationalError, match="not answered"):
        waiting.be_silent(LIMIT_S + 2 * LOOK_S)


def test_a_process_that_is_slow_waits_no_longer(waiting: Waiting) -> None:
    with pytest.raises(OperationalError, match="not answered"):
        waiting.be_silent(2 * LIMIT_S, every_s=LIMIT_S / 2 - LOOK_S)
