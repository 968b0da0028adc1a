"""The files of the board for the browser, and the digest that names their version."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).with_name("static")


class BoardFiles(NamedTuple):
    """The modules and the style of the board."""

    folder: Path
    names: tuple[str, ...]
    digest: str
    """The first 12 digits of a digest of all of them, so that a cache may keep each for ever."""


@cache
def board_files() -> BoardFiles:
    """Return the modules and the style of the board, as a page loads them.

    >>> from solver import board_files
    >>> files = board_files()
    >>> "page.js" in files.names, (files.folder / "board.css").exists()
    (True, True)
    """
    names = tuple(sorted(path.name for path in _FOLDER.iterdir() if path.suffix in (".js", ".css")))
    digest = sha256()
    for name in names:
        digest.update((_FOLDER / name).read_bytes())
    return BoardFiles(_FOLDER, names, digest.hexdigest()[:12])
