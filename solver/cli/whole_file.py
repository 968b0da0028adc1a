"""Files that are written whole or not at all."""

import contextlib
import errno
import io
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from solver.cli.input import STANDARD_INPUT
from solver.cli.spoken import not_written, usage_error
from solver.formats import is_link
from solver.sentences import phrase


def refuse_to_overwrite(files: Iterable[str], path: str) -> None:
    """Refuse ``path`` as a file to write if it is one of those to read, under whatever name."""
    if any(reads_from(file, path) for file in files):
        raise usage_error(
            phrase("{path}: {reason}.", path=path, reason=phrase("it is one of the files to read"))
        )


def refuse_what_is_there(path: str) -> None:
    """Refuse ``path`` as a file to write if anything is in it, which would be lost."""
    # A device or a pipe holds nothing to lose.
    if os.path.isfile(path) and Path(path).stat().st_size:
        reason = phrase("something is in it already; choose a new file, or take that one away")
        raise usage_error(phrase("{path}: {reason}.", path=path, reason=reason))


def reads_from(file: str, path: str) -> bool:
    """True if to read ``file``, a name, standard input or a link, is to read the file at ``path``."""
    # A device may well be both.
    if is_link(file) or not os.path.isfile(path):
        return False
    if file != STANDARD_INPUT:
        return Path(file).samefile(path)
    try:
        return os.path.samestat(os.fstat(sys.stdin.fileno()), os.stat(path))
    except io.UnsupportedOperation:  # what stands for standard input is no file
        return False


def check_page(files: Iterable[str], path: str, as_json: bool | None = None) -> None:
    """Refuse ``--html`` before the work begins whose page could not be written.

    It is so beside ``--json`` or ``--text``, where it names one of the files to read, and in no folder.
    """
    if as_json is not None:
        raise usage_error(phrase("--html writes a page; leave out --json and --text"))
    refuse_to_overwrite(files, path)
    try:
        folder = Path(os.path.realpath(path)).parent
        if folder.is_dir():
            return
        reason = errno.ENOTDIR if folder.exists() else errno.ENOENT
    except OSError as error:  # as of a name that is too long
        reason = error.errno or errno.EIO
    raise not_written(path, OSError(reason, os.strerror(reason)))


def write_whole(path: Path, text: str) -> None:
    """Replace the file by a whole one, or leave the old one; raises OSError.

    A symbolic link stays, and the file that it leads to is replaced.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():  # a pipe or a device
        path.write_text(text, encoding="utf-8", errors="replace")
        return
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
