"""The files of the board for the browser, and the digest that names their version."""

import re
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

_FOLDER = Path(__file__).with_name("static")
_CORE: Mapping[str, str] = MappingProxyType(
    {
        "script": "core_worker.js",
        "worker": "worker.js",
        "points": "points.wasm",
        "tricks": "tricks.wasm",
    }
)
"""The files of the core that a page names, by what it calls them."""
_IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["']\./([^"']+)["'];""", re.MULTILINE)
"""A module that another names at its top."""
_COMMENTS = (
    re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE),
    re.compile(r"^[ \t]*//.*\n", re.MULTILINE),
    re.compile(r"/\*\* @(?:[^*]|\*(?!/))*\*/ ?"),
    re.compile(r"^\s+", re.MULTILINE),
    re.compile(r"(?<=[{,(\[])\n|(?<=[;,{}()\[\]])\n(?=[})\]])"),
)
"""Comments of whole lines, types within a line, empty lines, indents; no text in a module has several.

Ends of lines beside brackets, too: a comment behind code ends in none of these signs.
"""


_TEXT = re.compile(r'("(?:[^"\\]|\\.)*")')
_SPACES = re.compile(r"(?<=[=,:;?&|{}<>()\[\]]) | (?=[=:?&|{}<>()\[\]])")
"""Spaces beside signs that stand for themselves."""
_SUM = re.compile(r" ?([-+*%]) (?=[\w(])")
"""The sign of a sum, unless another follows: ``n - -1`` is not ``n--1``."""


_STYLE_COMMENTS = (
    re.compile(r"/\*.*?\*/\n?", re.DOTALL),
    re.compile(r"^\s+", re.MULTILINE),
    re.compile(r"(?<=[:;,{])[ \n]|[ \n](?=[{}])|(?<=\})\n(?!$)"),
)
"""Comments, empty lines, indents, spaces and ends of lines beside signs, of sheets whose texts have none."""


class BoardFiles(NamedTuple):
    """The modules and the style of the board, and the core."""

    contents: Mapping[str, bytes]
    """By name; modules and sheets without needless spaces and comments, which are a third even compressed."""
    core: Mapping[str, str]
    """The names of the files of the core, by what a page calls them; empty where there is none.

    ``script`` starts ``worker``, which opens ``points`` or ``tricks``.
    """
    digest: str
    """The first 12 digits of a digest of all of them, so that a cache may keep each for ever."""

    def needed_by(self, module: str) -> tuple[str, ...]:
        """Return the modules that one loads, directly or through others, itself the first.

        >>> from solver import board_files
        >>> board_files().needed_by("table.js")
        ('table.js', 'dom.js', 'state.js')
        """
        return _needed_by(module)


@cache
def board_files() -> BoardFiles:
    """Return the modules and the style of the board, as a page loads them, and the core in WebAssembly.

    A build without the core in WebAssembly has no files of it, nor is it of use where this processor cannot
    make numbers for it.

    >>> from solver import board_files
    >>> found = board_files()
    >>> "page.js" in found.contents, "board.css" in found.contents
    (True, True)
    """
    contents = {path.name: path.read_bytes() for path in _FOLDER.iterdir() if path.suffix in (".js", ".css")}
    web = files("solver").joinpath("web")
    core = _CORE if sys.byteorder == "little" and web.joinpath(_CORE["points"]).is_file() else {}
    for name in ("core.js", *core.values()) if core else ():
        contents[name] = web.joinpath(name).read_bytes()
    for name in contents:
        if name.endswith((".js", ".css")):
            contents[name] = without_comments(
                contents[name].decode(), is_style=name.endswith(".css")
            ).encode()
    digest = sha256()
    for name in sorted(contents):
        digest.update(contents[name])
    return BoardFiles(MappingProxyType(contents), core, digest.hexdigest()[:12])


@cache
def _needed_by(module: str) -> tuple[str, ...]:
    contents, found = board_files().contents, [module]
    # The list grows while it is gone through.
    for name in found:
        text = contents[name].decode()
        found += [one for one in _IMPORT.findall(text) if one not in found and one in contents]
    return tuple(found)


def without_comments(text: str, *, is_style: bool = False) -> str:
    """Return a module, or a style sheet, that does the same in fewer bytes.

    >>> without_comments("// Adds.\\nlet n = /** @type {number} */ (1); // one\\n")
    'let n = (1); // one\\n'
    >>> without_comments('const say = (n) => ({ text: "a => b", n });\\n')
    'const say=(n)=>({text:"a => b",n});\\n'
    >>> without_comments("/* Cards. */\\n.card {\\n  color: red; }\\n", is_style=True)
    '.card{color:red;}\\n'
    """
    for comment in _STYLE_COMMENTS if is_style else _COMMENTS:
        text = comment.sub("", text)
    return text if is_style else "\n".join(map(_without_spaces, text.split("\n")))


def _without_spaces(line: str) -> str:
    """Return a line of a module without needless spaces; as it is where another text may stand in it."""
    if any(sign in line for sign in "'`/"):
        return line
    # Every second part is a text.
    parts = _TEXT.split(line)
    parts[::2] = (_SUM.sub(r"\1", _SPACES.sub("", part)) for part in parts[::2])
    return "".join(parts)
