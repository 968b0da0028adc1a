"""The program of the board as part of a file: its modules, each after those that it imports, and the core."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from solver.report.board import board_files

ENTRY = "page.js"
_IMPORTS = re.compile(r"""(?:^import|\bfrom|\bimport\() ?"\./(\w+\.js)\"""", re.MULTILINE)
"""An import of a module: ``import "./x.js"``, ``… from "./x.js"``."""
_MODULE_WORDS = re.compile(r"^import [^;]*;\n|^export ", re.MULTILINE)
"""The words that a script which is no module cannot have."""
_OTHER_PAGES = ("puzzle", "home")
"""The beginnings of the names of styles that only other pages have."""


def board_modules() -> Mapping[str, str]:
    """Return the modules of the board by their names, each after those that it imports; not the core."""
    texts = _texts()
    return {name: texts[name] for name in modules_of(ENTRY, texts)}


def board_sheets() -> list[str]:
    """Return the names of the style sheets of the board, the one that the others build on first."""
    names = [name for name in board_files().contents if name.endswith(".css")]
    own = [name for name in names if not name.startswith(_OTHER_PAGES)]
    return sorted(own, key=lambda name: (name != "board.css", name))


def board_style() -> str:
    """Return the style of the board, all of its sheets."""
    return "".join(board_files().contents[name].decode() for name in board_sheets())


@cache
def board_program() -> dict[str, Any]:
    """Return the board's modules and the core in JSON types, for a file that needs no network.

    ``modules`` are pairs of a name and a text, each after those that it imports; ``core`` has the modules
    in WebAssembly by their names, in base64.  A build without the core has none of it.
    """
    files, texts = board_files(), _texts()
    modules = dict(board_modules())
    if files.core:
        modules |= {name: texts[name] for name in modules_of(files.core["script"], texts)}
        # The worker of a page that was opened as a file may be no module: all that it imports stands in it.
        parts = dict.fromkeys(modules_of(files.core["worker"], texts))
        modules[files.core["worker"]] = "".join(_MODULE_WORDS.sub("", texts[name]) for name in parts)
    return {
        "modules": [list(one) for one in modules.items()],
        "core": {
            name: b64encode(files.contents[name]).decode()
            for name in files.core.values()
            if name.endswith(".wasm")
        },
    }


def _texts() -> dict[str, str]:
    return {name: text.decode() for name, text in board_files().contents.items() if name.endswith(".js")}


def modules_of(name: str, texts: Mapping[str, str], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the names of a module and all that it imports, each after its own imports; some may come twice.

    texts: modules by their names, without comments, whose types name modules, too.

    Raises:
        ValueError: modules import each other in a circle.
    """
    if name in above:
        raise ValueError(f"modules import each other: {' → '.join((*above, name))}")
    for other in _IMPORTS.findall(texts[name]):
        yield from modules_of(other, texts, (*above, name))
    yield name
