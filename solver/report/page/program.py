"""The program of the board as part of a file: its modules, each after those that it imports, and the core."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any

from solver.report.board import board_files

ENTRY = "page.js"
_IMPORTS = re.compile(r"""(?:^import|\bfrom|\bimport\() ?"\./(\w+\.js)\"""", re.MULTILINE)
"""An import of a module: ``import "./x.js"``, ``… from "./x.js"``; types in comments are none."""
_MODULE_WORDS = re.compile(r"^import [^;]*;\n|^export ", re.MULTILINE)
"""The words that a script which is no module cannot have."""
_COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.MULTILINE | re.DOTALL)
_OTHER_PAGES = ("puzzle", "home")
"""The beginnings of the names of styles that only other pages have."""


@cache
def board_program() -> dict[str, Any]:
    """Return the board's modules and the core in JSON types, for a file that needs no network.

    ``modules`` are pairs of a name and a text, each after those that it imports; ``core`` has the modules
    in WebAssembly by their names, in base64.
    """
    files = board_files()
    texts = {name: content.decode() for name, content in files.contents.items() if name.endswith(".js")}
    modules: dict[str, str] = {}
    for entry in (ENTRY, files.core["script"]):
        modules |= {name: texts[name] for name in modules_of(entry, texts)}
    # The worker of a page that was opened as a file may be no module: all that it imports stands in it.
    worker = files.core["worker"]
    parts = dict.fromkeys(modules_of(worker, texts))
    modules[worker] = "".join(_MODULE_WORDS.sub("", texts[name]) for name in parts)
    return {
        "modules": [list(one) for one in modules.items()],
        "core": {
            name: b64encode(files.contents[name]).decode()
            for name in files.core.values()
            if name.endswith(".wasm")
        },
    }


@cache
def board_style() -> str:
    """Return the style of the board, all of its sheets."""
    contents = board_files().contents
    names = [name for name in contents if name.endswith(".css") and not name.startswith(_OTHER_PAGES)]
    # The first has what the others build on.
    names.sort(key=lambda name: (name != "board.css", name))
    return "".join(contents[name].decode() for name in names)


def modules_of(name: str, texts: dict[str, str], above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the names of a module and all that it imports, each after its own imports; some may come twice.

    Raises:
        ValueError: modules import each other in a circle.
    """
    if name in above:
        raise ValueError(f"modules import each other: {' → '.join((*above, name))}")
    for other in _IMPORTS.findall(_COMMENTS.sub("", texts[name])):
        yield from modules_of(other, texts, (*above, name))
    yield name
