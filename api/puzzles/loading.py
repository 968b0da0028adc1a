"""Loading of files of puzzles into the bank, in the background, by one process of the service at a time.

The puzzles of a file come with their proofs, and are else proved now, batch by batch.  Each batch is added in
the transaction that also notes how far the file is loaded.  So a process that is killed leaves whole batches
only, and another one goes on from there when its lease has ended.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

from sqlalchemy import Connection, or_, select, update

from api.puzzles.adding import add_puzzles
from api.puzzles.kept import NewPuzzle
from api.puzzles.listing import inserter
from api.puzzles.models import LoadRow
from api.puzzles.proofs import whole_lines
from api.solving import Bell, NoTurnError, SolvingSlots
from api.store import Store, StoreDownError, clock
from solver import CancelToken, Puzzle, SolverError

BATCH = 20
"""The puzzles of one transaction: few, as other writers wait for it."""
PAUSE_S = 0.1
"""The pause after each batch, in seconds, in which other writers have their turn."""
LEASE_S = 60.0
"""The time for which a process that loads may be silent before another goes on, in seconds."""
LOOK_S = 10.0
"""The interval at which a process looks whether another one has loaded all, in seconds."""
ENDING = ".ndjson.gz"

Turn = Callable[[], AbstractContextManager[None]]
"""Waits until a proof may use the machine; it may raise NoTurnError."""

_logger = logging.getLogger(__name__)


def load_bank(
    store: Store, puzzles: Iterable[Mapping[str, Any]], digest: str, turn: Turn = nullcontext
) -> bool:
    """Load the puzzles of a file, as JSON has them, each with its proof, or else proved now.

    ``digest`` is that of the file: what was loaded of it before is not loaded again.  Return True if all of
    it is loaded now, and False if another process is at it.  Raises StoreDownError, and NoTurnError of
    ``turn``; a later call goes on from there.
    """
    # Step 1. Claim the file, and find out how far it is loaded.
    with store.connection(writes=True) as connection:
        start = _claim(connection, digest)
        if start is None:
            return _is_done(connection, digest)
    # Step 2. Load batch by batch; each proves that this process is still alive.
    rest = islice(puzzles, start, None)
    while batch := list(islice(rest, BATCH)):
        proved = [puzzle for data in batch if (puzzle := _prove(data, turn)) is not None]
        with store.connection(writes=True) as connection:
            if not _advance(connection, digest, start, start + len(batch)):
                return False
            add_puzzles(connection, proved)
        start += len(batch)
        time.sleep(PAUSE_S)
    # Step 3. Note that all of it is loaded.
    with store.connection(writes=True) as connection:
        whole = update(LoadRow).where(LoadRow.digest == digest, LoadRow.n_lines == start)
        return connection.execute(whole.values(is_done=True)).rowcount == 1


def _claim(connection: Connection, digest: str) -> int | None:
    """Claim a file, and return how many of its lines are loaded; None if it is done or another has it."""
    now = clock(connection)
    new = inserter(connection)(LoadRow).values(digest=digest, n_lines=0, is_done=False, free_at=0.0)
    connection.execute(new.on_conflict_do_nothing())
    # Nobody sets a time that late, unless by a clock that was ahead: that of the machine, before it was set
    # back, or on PostgreSQL in the version before, which did not ask the database for the time.
    is_free = or_(LoadRow.free_at <= now, LoadRow.free_at > now + 2 * LEASE_S)
    open_one = (LoadRow.digest == digest, ~LoadRow.is_done, is_free)
    claimed = connection.execute(update(LoadRow).where(*open_one).values(free_at=now + LEASE_S))
    if not claimed.rowcount:
        return None
    n_lines: int = connection.execute(select(LoadRow.n_lines).where(LoadRow.digest == digest)).scalar_one()
    return n_lines


def _is_done(connection: Connection, digest: str) -> bool:
    is_done: bool = connection.execute(select(LoadRow.is_done).where(LoadRow.digest == digest)).scalar_one()
    return is_done


def _advance(connection: Connection, digest: str, start: int, end: int) -> bool:
    """Move the mark of what is loaded from one line to another; False if another process has gone on."""
    here = update(LoadRow).where(LoadRow.digest == digest, LoadRow.n_lines == start)
    return connection.execute(here.values(n_lines=end, free_at=clock(connection) + LEASE_S)).rowcount == 1


def _prove(data: Mapping[str, Any], turn: Turn) -> NewPuzzle | None:
    """Return a puzzle with its proof, or None for one that this engine cannot prove."""
    try:
        with turn():
            return NewPuzzle.of(data if "tree" in data else Puzzle.from_dict(data).to_dict(shown=True))
    except SolverError as error:
        _logger.error("A puzzle that is shipped is none: %s: %s", data.get("id"), error)
        return None


def shipped_files() -> list[Path]:
    """Return the files of puzzles that are shipped."""
    return sorted(Path(str(files("solver.puzzles"))).joinpath("bank").glob(f"*{ENDING}"))


class BankLoader:
    """Loads the shipped puzzles in a thread of its own, in solving slots that are free, from `start` on."""

    def __init__(self, store: Store, slots: SolvingSlots, paths: Iterable[Path]) -> None:
        self._store = store
        self._slots = slots
        self._paths = tuple(paths)
        self._is_over = False
        self._bell = Bell()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin, in this process; do nothing without a database."""
        if self._paths and not self._store.is_off:
            self._thread = Thread(target=self._run, name="puzzles", daemon=True)
            self._thread.start()

    def stop_soon(self) -> None:
        """Begin no more puzzles; a signal handler may call it."""
        self._is_over = True
        self._bell.ring()

    def wait(self) -> None:
        """Wait until its thread has ended: nothing is written afterwards."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        left = list(self._paths)
        while left and not self._is_over:
            try:
                while left and self._load(left[0]):
                    left.pop(0)
            except StoreDownError:
                pass
            except NoTurnError:
                return
            except Exception:
                _logger.exception("The puzzles of %s cannot be loaded.", left.pop(0).name)
            if left:
                self._bell.listen(LOOK_S)

    def _load(self, path: Path) -> bool:
        digest = sha256(path.read_bytes()).hexdigest()
        return load_bank(self._store, whole_lines(path), digest, self._turn)

    def _turn(self) -> AbstractContextManager[None]:
        if self._is_over:
            raise NoTurnError
        return self._slots.take_spare(CancelToken(), insists=True)
