"""The folder in which the metrics of all workers meet: the operator's, or one that goes with them."""

import atexit
import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from api.monitor.metrics import FOLDER_VARIABLE
from api.settings import MAKER_VARIABLE

PREFIX = "atout-metrics-"
LOCK = "lock"
"""The file in a folder that is locked for as long as anybody counts in it."""

_held: list[int] = []


def make_folder() -> None:
    """See to it that there is a folder, and that `FOLDER_VARIABLE` names it; raises OSError.

    One that is made here belongs to this process, and goes with it: a gunicorn that takes over from another
    one (SIGUSR2) makes its own.
    """
    own = str(os.getpid())
    stated = os.environ.get(FOLDER_VARIABLE)
    if stated and os.environ.get(MAKER_VARIABLE, own) == own:
        Path(stated).mkdir(parents=True, exist_ok=True)
        return
    remove_abandoned()
    folder = tempfile.mkdtemp(prefix=PREFIX)
    _lock(Path(folder))
    os.environ |= {FOLDER_VARIABLE: folder, MAKER_VARIABLE: own}

    def remove() -> None:
        if str(os.getpid()) == own:  # workers end with what their parent has registered, too
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def empty_folder() -> None:
    """Forget what was counted before, by a service that has ended."""
    for path in Path(os.environ[FOLDER_VARIABLE]).glob("*.db"):
        path.unlink(missing_ok=True)


def remove_abandoned() -> None:
    """Remove the folders of services that were killed: those of this user that nobody holds any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            lock = os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(lock)


def _lock(folder: Path) -> None:
    """Hold a folder until this process and all that it forks have ended."""
    new = folder / f"{LOCK}.new"
    lock = os.open(new, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    # Whoever finds a lock finds it held.
    new.rename(folder / LOCK)
    _held.append(lock)
