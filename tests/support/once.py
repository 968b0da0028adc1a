"""What takes long to make, and what several processes of a run use: made by the first that wants it."""

import os
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first process of the tests that wants it makes, for all of them."""
    home = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        home = home.parent
    with (home / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (home / f"{name}.made").exists():
            make(home / name)
            (home / f"{name}.made").touch()
    return home / name
