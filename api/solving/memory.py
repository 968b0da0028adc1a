"""Memory: what the table of a solve had goes back to the system when the solve is over.

The C library of GNU raises its limit for that with every big block that is freed, and then keeps such blocks
in each of its arenas. There are eight for every core, so that a service of many threads would hold on to some
twenty MiB for each of them.
"""

import ctypes
import os

M_MMAP_THRESHOLD = -3
"""What ``mallopt`` calls the size from which a block is mapped by itself; see mallopt(3)."""
THRESHOLD = 1 << 20


def return_big_blocks() -> bool:
    """Map blocks of a MiB or more by themselves, from now on; whether this library of C can.

    An operator who has set ``MALLOC_MMAP_THRESHOLD_`` has his way.
    """
    if "MALLOC_MMAP_THRESHOLD_" in os.environ:
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, THRESHOLD))
