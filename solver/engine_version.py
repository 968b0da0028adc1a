"""Which engine an answer comes from: its version, and a digest of all that can make a difference."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

_CORE = "solver._core"
_SOURCES = (".py", ".toml", ".json", ".po", ".mo")


@cache
def engine_version() -> str:
    """The version of this package, a plus sign, and the start of a digest of its installed files.

    The digest is of the modules, the games, the texts and the compiled core.  So whatever is kept under this
    name is made anew when any of them has changed, released or not.
    """
    home = Path(__file__).parent
    digest = sha256()
    for path in sorted(path for path in home.rglob("*") if path.suffix in _SOURCES):
        digest.update(f"{path.relative_to(home).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    core = find_spec(_CORE)
    if core is not None and core.origin is not None:
        digest.update(Path(core.origin).read_bytes())
    return f"{version('atout')}+{digest.hexdigest()[:12]}"
