"""The values of metrics that a worker shares with the others, in files that have room for them.

The files are mapped into memory.  A page that a full disk has no room for ends the process that writes to it
(SIGBUS), and every process that takes its place.  So a file gets its room before it is mapped; what finds
none is kept in memory until there is.
"""

import logging
import os
import re
import time
from typing import Any

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

FILE_NAME = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_(?P<pid>\d+)\.db")
"""The names of the files; an operator's folder may have others, such as a database."""
FIRST_BYTES = 1 << 14
"""The bytes of a new file, which doubles as often as it needs; most hold a few kB."""
RETRY_S = 5.0
"""The time after which a file that found no room is tried again, in seconds."""
HEADER_BYTES = 8
"""The bytes of a file before its first value."""
BESIDES_KEY = 32
"""The most bytes that a value takes besides its key."""

_logger = logging.getLogger(__name__)


def share_values() -> None:
    """Let all metrics that are made from now on have values that several processes share."""
    library: Any = values
    # It makes its files by this name, and offers no other way to choose what they are.
    if library.MmapedDict is not SafeValues:
        library.MmapedDict = SafeValues
        library.ValueClass = library.MultiProcessValue()


class SafeValues(MmapedDict):
    """The values in one file, and those that it has no room for; not thread-safe, as the library locks.

    Only the process itself knows the latter: they are in no answer of any worker until the file has them.
    """

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        self._fname = filename
        self._f: Any = None
        self._used = self._capacity = 0
        self._positions = {}
        self._without_room: dict[str, tuple[float, float]] = {}
        self._retry_at = 0.0
        self._is_told = False
        self._find_room()

    def read_value(self, key: str) -> tuple[float, float]:
        """Return a value and its time, both 0 if it is new."""
        if key not in self._positions:
            self._without_room.setdefault(key, (0.0, 0.0))
            self._find_room()
        found: tuple[float, float] | None = self._without_room.get(key)
        return found or super().read_value(key)  # type: ignore[no-untyped-call]

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Set a value and its time."""
        if key in self._positions:
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
        else:
            self._without_room[key] = value, timestamp
            self._find_room()

    def _find_room(self) -> None:
        """Move values from memory into the file while it has room for them."""
        if time.monotonic() < self._retry_at:
            return
        try:
            if self._f is None:
                self._open()
            for key, (value, timestamp) in list(self._without_room.items()):
                # A file of a process that had the same number may have it already.
                needed = self._used + len(key.encode()) + BESIDES_KEY
                if key not in self._positions and needed > self._capacity:
                    # The library is about to double and map the file.
                    reserve(self._fname, 2 * self._capacity)
                super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
                del self._without_room[key]
        except OSError as error:
            self._retry_at = time.monotonic() + RETRY_S
            if not self._is_told:
                _logger.warning("Some metrics of this worker are not shown until there is room: %s", error)
            self._is_told = True
        else:
            self._is_told = False

    def _open(self) -> None:
        reserve(self._fname, FIRST_BYTES)
        try:
            super().__init__(self._fname)  # type: ignore[no-untyped-call]
        except OSError:
            self._f = None
            raise


def reserve(path: str, n_bytes: int) -> None:
    """Give a file so many bytes for which the disk has room; raises OSError, and leaves it as it was."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        before = os.fstat(file).st_size
        try:
            os.posix_fallocate(file, 0, n_bytes)
        except OSError:
            os.ftruncate(file, before)
            raise
    finally:
        os.close(file)
