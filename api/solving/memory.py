"""Returns the memory of a transposition table to the system when its solve is over.

The GNU C library maps big blocks by themselves, but raises the threshold for that with each one that is
freed, and then keeps such blocks in its arenas.  There are eight arenas for each core.  Without a fixed
threshold, a service with many threads would keep about 20 MiB for each of them.
"""

import ctypes
import os

M_MMAP_THRESHOLD = -3
"""The parameter of mallopt(3) for the size from which a block is mapped by itself."""
THRESHOLD = 1 << 20
"""That size, in bytes."""


def return_big_blocks() -> bool:
    """Map blocks of `THRESHOLD` bytes or more by themselves from now on; return True if that worked.

    An operator's ``MALLOC_MMAP_THRESHOLD_`` goes first.
    """
    if "MALLOC_MMAP_THRESHOLD_" in os.environ:
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, THRESHOLD))
