"""The counts of ended workers, folded into one file for each kind of metric.

Each worker counts in files of its own, which stay when it ends, as counts must not fall.  Left alone, they
fill the folder, and each scrape reads them all; so `fold_ended` adds them up.  The files of a kind of metric:

- ``counter_1234.db``: the counts of the process 1234;
- ``counter_0.db``: the sum over processes that have ended;
- ``counter_0.db.new``: there while more are added to it, from before the first of their files is taken;
- ``counter_567.taken``: such a file, 567 being its inode.  It counts while ``counter_0.db.new`` is there.

The new sum is written to ``counter_0.db.new``.  One rename then puts it in place, and what was taken counts
no more.  So whatever stops the work, at any point, nothing is counted twice or not at all, and the next fold
goes on from there.  A scrape, which looks at more than one file, locks the folder meanwhile.
"""

import fcntl
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from prometheus_client.mmap_dict import MmapedDict

from api.monitor.values import BESIDES_KEY, FILE_NAME, HEADER_BYTES, reserve

KINDS = ("counter", "histogram", "summary")
"""The kinds of metrics whose values are sums over all workers; gauges go with their worker."""
_OF_ENDED = 0
"""The number in place of that of a process, which none has, in the name of a sum."""
_TAKEN = re.compile(rf"(?P<kind>{'|'.join(KINDS)})_\d+\.taken")
_NEW = re.compile(rf"({'|'.join(KINDS)})_{_OF_ENDED}\.db\.new")


def is_count(name: str) -> bool:
    """True for the name of any file of these metrics; an operator's folder may have others."""
    return any(form.fullmatch(name) for form in (FILE_NAME, _TAKEN, _NEW))


@contextmanager
def still(folder: str) -> Iterator[None]:
    """Keep the counts of ended workers where they are, while a scrape reads them."""
    with ExitStack() as held:
        # Where a folder cannot be locked, `fold_ended` fails before it has changed anything.
        with suppress(OSError):
            held.enter_context(_locked(folder, fcntl.LOCK_SH))
        yield


def counting(folder: str) -> list[str]:
    """Return the files whose values add up to what all workers have counted, without empty ones.

    A worker that has only just made its file has an empty one.
    """
    with os.scandir(folder) as entries:
        files = {entry.name: entry for entry in entries}
    found = []
    for name, entry in files.items():
        taken = _TAKEN.fullmatch(name)
        counts = _new_sum(taken["kind"]) in files if taken else FILE_NAME.fullmatch(name)
        # The file of a gauge goes with its worker.
        with suppress(FileNotFoundError):
            if counts and entry.stat().st_size:
                found.append(entry.path)
    return found


def fold_ended(folder: str) -> None:
    """Add the counts of processes that have ended to the sum of such; raises what a file leads to.

    It waits for nobody: while a scrape reads, all is left to the next time.  Without room for the new sum the
    files stay, and count.
    """
    with suppress(BlockingIOError), _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
        failed = list[Exception]()
        for kind in KINDS:
            try:
                _fold(Path(folder), kind)
            except Exception as error:  # a file that cannot be read stops no other kind
                failed.append(error)
        if failed:
            raise failed[0]


@contextmanager
def _locked(folder: str, how: int) -> Iterator[None]:
    """Lock the folder itself, for which a full disk needs no room; raises OSError."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, how)
        try:
            yield
        finally:
            # A process that was forked meanwhile would keep the lock of a file that is only closed.
            fcntl.flock(file, fcntl.LOCK_UN)
    finally:
        os.close(file)


def _fold(folder: Path, kind: str) -> None:
    new, total = folder / _new_sum(kind), folder / _sum(kind)
    if not new.exists():
        _remove_taken(folder, kind)
        if not _ended(folder, kind):
            return
        new.touch()
    for path in _ended(folder, kind):
        path.rename(folder / f"{kind}_{path.stat().st_ino}.taken")
    _write(new, _add_up([total, *_taken(folder, kind)]))
    new.rename(total)
    _remove_taken(folder, kind)


def _sum(kind: str) -> str:
    return f"{kind}_{_OF_ENDED}.db"


def _new_sum(kind: str) -> str:
    return f"{_sum(kind)}.new"


def _ended(folder: Path, kind: str) -> list[Path]:
    """Return the files of processes that have ended."""
    return [path for path in folder.glob(f"{kind}_*.db") if _has_ended(path)]


def _has_ended(path: Path) -> bool:
    """True for the file of a process that has ended, and of none that may live, nor for a sum."""
    found = FILE_NAME.fullmatch(path.name)
    if found is None or int(found["pid"]) == _OF_ENDED:
        return False
    try:
        os.kill(int(found["pid"]), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


def _taken(folder: Path, kind: str) -> list[Path]:
    found = (_TAKEN.fullmatch(path.name) for path in folder.iterdir())
    return [folder / name[0] for name in found if name and name["kind"] == kind]


def _remove_taken(folder: Path, kind: str) -> None:
    for path in _taken(folder, kind):
        path.unlink()


def _add_up(files: list[Path]) -> dict[str, float]:
    """Return the sums of the values in files, some of which may be missing or empty."""
    sums: defaultdict[str, float] = defaultdict(float)
    library: Any = MmapedDict
    for path in files:
        if path.exists() and path.stat().st_size:
            for key, value, _, _ in library.read_all_values_from_file(str(path)):
                sums[key] += value
    return sums


def _write(path: Path, sums: Mapping[str, float]) -> None:
    """Write values into a file that is there, or leave it empty; raises OSError if they find no room."""
    os.truncate(path, 0)
    reserve(str(path), HEADER_BYTES + sum(len(key.encode()) + BESIDES_KEY for key in sums))
    # It has the room of all, so the library does not let it grow.
    library: Any = MmapedDict
    held = library(str(path))
    for key, value in sums.items():
        held.write_value(key, value, 0.0)
    held.close()
