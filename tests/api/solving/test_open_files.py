"""The limit of open files: raised as far as connections need, and never passed by them."""

from resource import RLIM_INFINITY

import pytest

from api.solving import allow_connections, open_files

THREADS = 77
ALL = open_files.CONNECTIONS + THREADS
WANTED = ALL + open_files.RESERVE


@pytest.mark.parametrize(
    ("soft", "hard", "raised_to", "connections"),
    [
        (1024, 524_288, WANTED, ALL),
        (1024, RLIM_INFINITY, WANTED, ALL),
        (65_536, 65_536, None, ALL),
        (RLIM_INFINITY, RLIM_INFINITY, None, ALL),
        (256, 600, 600, 600 - open_files.RESERVE),
        (1024, 1024, 1024, 1024 - open_files.RESERVE),
        (24, 24, 24, 12),
    ],
)
def test_connections_are_as_many_as_files_allow(
    soft: int, hard: int, raised_to: int | None, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(open_files, "getrlimit", lambda what: limits[-1])
    monkeypatch.setattr(open_files, "setrlimit", lambda what, limit: limits.append(limit))
    assert allow_connections(THREADS) == connections
    assert limits[1:] == ([] if raised_to is None else [(raised_to, hard)])


@pytest.mark.parametrize("error", [ValueError, PermissionError])
def test_a_limit_that_cannot_be_raised_is_kept(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(what: int, limit: tuple[int, int]) -> None:
        raise error

    monkeypatch.setattr(open_files, "getrlimit", lambda what: (512, 4096))
    monkeypatch.setattr(open_files, "setrlimit", refuse)
    assert allow_connections(THREADS) == 512 - open_files.RESERVE
