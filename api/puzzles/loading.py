"""Loading of files of puzzles into the bank, batch by batch, by all processes of the service together.

Each batch is added in the transaction that also notes how far the file is loaded.  So every batch is added
once, by one of them, and a process that is killed leaves whole batches only.
"""

import json
import time
from collections.abc import Iterable
from itertools import islice

from sqlalchemy import Connection, select, update

from api.puzzles.adding import add_puzzles
from api.puzzles.kept import NewPuzzle
from api.puzzles.listing import inserter
from api.puzzles.models import LoadRow
from api.store import Store

BATCH = 100
"""The lines of one transaction: few, as other writers wait for it."""
PAUSE_S = 0.02
"""The pause after each batch, in seconds, in which other writers have their turn."""


def load_lines(store: Store, lines: Iterable[str | bytes], digest: str) -> int:
    """Load the puzzles of a file, one a line with its solution, and return the number that is new.

    ``digest`` is that of the file: what was loaded of it before, by this process or another, is not loaded
    again.  Raises StoreDownError; the next call goes on from there.
    """
    n_new = 0
    # Step 1. Find out how far it is loaded.
    with store.connection(writes=True) as connection:
        new = inserter(connection)(LoadRow).values(digest=digest, n_lines=0, is_done=False)
        connection.execute(new.on_conflict_do_nothing())
        loaded = connection.execute(select(LoadRow).where(LoadRow.digest == digest)).one()
    if loaded.is_done:
        return 0
    # Step 2. Load each batch that no other process has loaded meanwhile.
    start, rest = loaded.n_lines, islice(lines, loaded.n_lines, None)
    while batch := list(islice(rest, BATCH)):
        end = start + len(batch)
        with store.connection(writes=True) as connection:
            is_mine = _takes(connection, digest, start, end)
            if is_mine:
                n_new += add_puzzles(connection, map(NewPuzzle.of, map(json.loads, batch)))
        if is_mine:
            time.sleep(PAUSE_S)
        start = end
    # Step 3. Note that it is loaded; the process that loads the last batch may still be at it.
    with store.connection(writes=True) as connection:
        whole = update(LoadRow).where(LoadRow.digest == digest, LoadRow.n_lines == start)
        connection.execute(whole.values(is_done=True))
    return n_new


def _takes(connection: Connection, digest: str, start: int, end: int) -> bool:
    """Move the mark of what is loaded from one line to another; False if another process was quicker."""
    here = update(LoadRow).where(LoadRow.digest == digest, LoadRow.n_lines == start)
    return connection.execute(here.values(n_lines=end)).rowcount == 1
