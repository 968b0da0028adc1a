"""The bell that wakes threads of the service, such as the clerk of the jobs."""

from threading import Thread

from api.solving import Bell
from tests.support.waiting import PATIENCE_S


def test_it_rings_until_it_is_heard() -> None:
    bell = Bell()
    assert not bell.rings
    bell.ring()
    bell.ring()
    assert bell.rings
    bell.listen(PATIENCE_S)
    assert not bell.rings
    bell.listen(0)
    assert not bell.rings


def test_it_wakes_who_listens() -> None:
    bell = Bell()
    listener = Thread(target=bell.listen, args=(PATIENCE_S,), daemon=True)
    listener.start()
    bell.ring()
    listener.join(PATIENCE_S)
    assert not listener.is_alive()
    assert not bell.rings


def test_who_is_held_up_for_longer_than_they_listen_comes_back() -> None:
    def listen() -> None:
        # A microsecond is over before it is waited for, in some of many times.
        for _ in range(30_000):
            bell = Bell()
            bell.listen(1e-6)
            assert not bell.rings

    listener = Thread(target=listen, daemon=True)
    listener.start()
    listener.join(PATIENCE_S)
    assert not listener.is_alive()
