"""The folder in which all workers keep their metrics: the operator's, or a temporary one."""

import atexit
import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from api.monitor.ended import is_count
from api.monitor.metrics import FOLDER_VARIABLE
from api.settings import MAKER_VARIABLE

PREFIX = "atout-metrics-"
IN_MEMORY = Path("/dev/shm")
"""Where files take no room of a disk, which may be full."""
LOCK = "lock"
"""The file in a folder that is locked while a process counts in it."""

_held: list[int] = []


def make_folder() -> None:
    """Make a folder for `FOLDER_VARIABLE`, unless that names one already; raises OSError.

    A folder made here is in memory if the system has a place for that, and is removed when this process ends.
    A gunicorn that takes over from another one (SIGUSR2) makes its own.
    """
    own = str(os.getpid())
    stated = os.environ.get(FOLDER_VARIABLE)
    if stated and os.environ.get(MAKER_VARIABLE, own) == own:
        Path(stated).mkdir(parents=True, exist_ok=True)
        return
    remove_abandoned()
    folder = _make_new(f"{PREFIX}{own}-")
    os.environ |= {FOLDER_VARIABLE: folder, MAKER_VARIABLE: own}

    def remove() -> None:
        # Forked workers inherit this registration, and must not remove the folder.
        if str(os.getpid()) == own:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def empty_folder() -> None:
    """Remove the counts of a service that has ended."""
    for path in Path(os.environ[FOLDER_VARIABLE]).iterdir():
        if is_count(path.name):
            path.unlink(missing_ok=True)


def remove_abandoned() -> None:
    """Remove the folders of killed services: those of this user that no process holds."""
    for folder in [found for place in places() for found in place.glob(f"{PREFIX}*")]:
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            lock = os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(lock)


def places() -> list[Path]:
    """Return where files that end with a process may be made, the best place first; raises OSError."""
    found = [IN_MEMORY] if os.access(IN_MEMORY, os.W_OK | os.X_OK) else []
    try:
        # It writes a file to find out, so a full disk may leave none.
        return [*found, Path(tempfile.gettempdir())]
    except FileNotFoundError:
        if not found:
            raise
        return found


def _make_new(prefix: str) -> str:
    """Make a folder, locked, at the first place that can have it; raises OSError."""
    *others, last = places()
    for place in others:
        with suppress(OSError):
            return _make_at(place, prefix)
    return _make_at(last, prefix)


def _make_at(place: Path, prefix: str) -> str:
    folder = tempfile.mkdtemp(prefix=prefix, dir=place)
    try:
        _lock(Path(folder))
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _lock(folder: Path) -> None:
    """Lock a folder until this process and all its children have ended."""
    new = folder / f"{LOCK}.new"
    lock = os.open(new, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    # Renamed into place only once it is locked, so that no other process finds it unlocked.
    new.rename(folder / LOCK)
    _held.append(lock)
