"""Clients that hang up: whoever solves for them is told."""

from socket import socketpair

import pytest
from flask import Flask

from api.http.hang_ups import HangUps
from solver import CancelToken
from tests.support.waiting import no_more_threads, wait_until


def test_hang_ups_are_watched_for_once_there_is_a_thread_to_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[CancelToken] = []
    watched, token = HangUps(), CancelToken()
    ours, theirs = socketpair()
    with ours, Flask("of this test").test_request_context(environ_overrides={"gunicorn.socket": ours}):
        with no_more_threads(monkeypatch), watched.watching(token):
            done.append(token)
        assert done == [token], "it is solved all the same"
        with watched.watching(token):
            theirs.close()
            wait_until(lambda: token.is_cancelled, "nobody has noticed")
