"""The reasons that the system gives for what it does not do, in the language of the reader."""

import errno

from solver.sentences import EnglishOnly, Phrase, Sayable, mark

SYSTEM_SAYS = {
    errno.EACCES: mark("Permission denied"),
    errno.EADDRINUSE: mark("Address already in use"),
    errno.EADDRNOTAVAIL: mark("Cannot assign requested address"),
    errno.EISDIR: mark("Is a directory"),
    errno.ENAMETOOLONG: mark("File name too long"),
    errno.ENOENT: mark("No such file or directory"),
    errno.ENOSPC: mark("No space left on device"),
    errno.ENOTDIR: mark("Not a directory"),
    errno.EROFS: mark("Read-only file system"),
}
"""The usual reasons, in the words of Linux; all others are told as the system does."""


def system_reason(error: OSError) -> Sayable:
    """Return the reason of an error of the system."""
    said = SYSTEM_SAYS.get(error.errno or 0)
    return EnglishOnly(error.strerror or str(error) or type(error).__name__) if said is None else Phrase(said)
