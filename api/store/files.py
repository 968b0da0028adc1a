"""The files of SQLite: made for their owner only, and told apart from others that take their place."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TypeAlias

Mark: TypeAlias = tuple[int, int]
"""The device and the number of a file, which no other file has while somebody has it open."""

_making = Lock()
_OWNER_ONLY = 0o600


def make_private(path: str) -> None:
    """Create the file of a new database, readable by its owner only; SQLite creates its other files likewise.

    An existing file keeps its mode.  It is not even opened, as closing a file gives up all locks that this
    process holds on it.
    """
    with _making, suppress(FileExistsError):
        # SQLite follows symbolic links, so the mode must be that of the target.
        made = os.open(
            os.path.realpath(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _OWNER_ONLY
        )
        os.close(made)


def mark_of(path: str) -> Mark | None:
    """Return the mark of the file at ``path``, or None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def log_of(path: str) -> str:
    """Return the path of the write-ahead log of the database at ``path``."""
    return f"{os.path.realpath(path)}-wal"


def remove_log(path: str, log: Mark | None) -> None:
    """Remove the write-ahead log beside the database at ``path``, if it is still the one with that mark.

    It belongs to the file that was there before: SQLite would apply it to the one that took its place.
    """
    if log is None:
        return
    with suppress(FileNotFoundError, NotADirectoryError):
        folder = os.open(os.path.dirname(log_of(path)), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            # Other processes do the same: none may remove the log that another has begun since.
            fcntl.flock(folder, fcntl.LOCK_EX)
            if mark_of(log_of(path)) == log:
                for end in ("wal", "shm"):
                    Path(f"{os.path.realpath(path)}-{end}").unlink(missing_ok=True)
        finally:
            os.close(folder)
