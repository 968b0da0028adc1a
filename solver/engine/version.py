"""The engine that an answer comes from: its version, and a digest of all that can change an answer."""

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

NOT_DECIDING = ("__main__", "cli", "formats", "requests")
"""The packages that only read, or show what others find: the terminal, other forms of logs.

All others count, reports too: what one tells is kept beside the analysis.  The floors of
tests/house/test_floors.py keep these above all that decides a value, a judgement or its words.
"""

_DATA = (".toml", ".po")
"""The games, and the words of the explanations."""


@cache
def engine_version() -> str:
    """Return the version of this package, a plus sign, and the first 12 digits of a digest.

    The digest is of all compiled units, of the modules that decide values, judgements and what is told of
    them, of the games and of the catalogues of messages.  So an answer kept under this name is made anew when
    any of them has changed, released or not, and only then.
    """
    digest = sha256()
    for name, path in sorted(deciding_files()):
        text = path.read_bytes()
        digest.update(f"{name} {len(text)}\n".encode())
        digest.update(text)
    return f"{version('atout')}+{digest.hexdigest()[:12]}"


def deciding_files() -> Iterator[tuple[str, Path]]:
    """Yield every file that can change an answer, with its name in the package."""
    home = Path(__file__).parents[1]
    for path in home.rglob("*"):
        name = path.relative_to(home)
        if path.suffix in _DATA or (path.suffix == ".py" and decides(name.parts[0].removesuffix(".py"))):
            yield name.as_posix(), path
    # In an editable installation the compiled units lie in another folder than the modules.
    for folder in map(Path, sys.modules["solver"].__path__):
        for path in folder.rglob("_*"):
            if path.name.endswith(tuple(EXTENSION_SUFFIXES)):
                yield path.name, path


def decides(package: str) -> bool:
    """True if values, judgements or what they tell can come from that package or module of the ground."""
    return package not in NOT_DECIDING
