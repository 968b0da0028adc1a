"""The JavaScript of solver/web/, unit by unit, and the rules as the bytes that it hands on."""

import json
import os
import re
import struct
import subprocess
from base64 import b64decode
from importlib.resources import as_file, files
from random import Random
from typing import Any

import pytest

from solver import VARIANTS, Position, find_variant
from solver.engine.encode import Encoding
from solver.engine.numbers import core_numbers
from tests.support.board.browser import NODE, TESTS, WEB
from tests.support.command_line import ROOT
from tests.support.positions import random_position

WIDTHS = {"int16_t": 2, "int32_t": 4, "uint64_t": 8}
LETTERS = {"int16_t": "h", "int32_t": "i", "uint64_t": "Q"}


def start_of(game: str, n_left: int) -> Position:
    """A random deal of a game, played until so many cards are left."""
    rules = find_variant(game)
    return random_position(Random(5), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=n_left)


@pytest.mark.slow
def test_the_units() -> None:
    numbers = {
        "endless": core_numbers(start_of("california_jack", 52)),
        "long": core_numbers(start_of("california_jack", 36)),
        "short": core_numbers(start_of("belote", 23)),
        "middle": core_numbers(start_of("valet_de_trefle", 22)),
        "tricks": core_numbers(start_of("bridge", 32)),
    }
    with as_file(files("solver").joinpath("web", "points.wasm")) as path:
        done = subprocess.run(
            [NODE, "--test", TESTS / "core.test.mjs"],
            env=os.environ | {"WEB": str(WEB), "MODULES": str(path.parent), "NUMBERS": json.dumps(numbers)},
            capture_output=True,
            encoding="utf-8",
            timeout=100,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\S+ pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def layout_of_rules() -> list[tuple[str, str, int, int]]:
    """The fields of the struct as a processor of 32 bits has them: name, type, place, how many."""
    text = (ROOT / "ext" / "game" / "rules.pxd").read_text(encoding="utf-8")
    _, _, rest = text.partition("cdef struct Rules:\n")
    fields, place = [], 0
    for line in rest.split("\n\n")[0].splitlines():
        found = re.match(r"    (\w+) (\w+)(?:\[(\d+)\])?", line)
        if found:
            kind, name, n = found[1], found[2], int(found[3] or 1)
            place = -(-place // WIDTHS[kind]) * WIDTHS[kind]
            fields.append((name, kind, place, n))
            place += n * WIDTHS[kind]
    return fields


@pytest.mark.parametrize("game", VARIANTS)
def test_the_rules_lie_where_the_module_reads_them(game: str) -> None:
    position = start_of(game, 20)
    encoding = Encoding(position)
    data = b64decode(core_numbers(position)["deal"]["rules"])
    fields = layout_of_rules()
    assert sorted(name for name, *_ in fields) == sorted(encoding.fields)
    read: dict[str, Any] = {}
    gaps = bytearray(data)
    for name, kind, place, n in fields:
        numbers = struct.unpack_from(f"<{n}{LETTERS[kind]}", data, place)
        read[name] = list(numbers) if n > 1 else numbers[0]
        gaps[place : place + n * WIDTHS[kind]] = bytes(n * WIDTHS[kind])
    assert read == encoding.fields
    assert not any(gaps), "nothing else is handed out"
    _, kind, place, n = fields[-1]
    assert len(data) == place + n * WIDTHS[kind]
