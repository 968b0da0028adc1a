"""Solve with four threads, by searches compiled elsewhere.

``python -m tests.support.search.solve_together FOLDER``

For test_sanitizer, which runs it under ThreadSanitizer.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.bridge_deals import BridgeWork, position_of, read_fixed
from benchmarks.builds import load_unit
from solver import Position, find_variant
from solver.engine.encode import Encoding
from tests.support.positions import random_position

THREADS = 4
FREAK = 15
"""The number of a bridge deal of about a million nodes."""


def main(folder: Path) -> None:
    """Solve a position of each search that lies there, with a full table and with one that grows.

    With the second one, helpers search from the first node on.
    """
    rules = find_variant("california_jack").override({"short_deals": True})
    jack = random_position(Random(0), rules, n_each=6, n_stock=18, n_left=30)
    freak = position_of(list(read_fixed(BridgeWork.value, freaks=True))[FREAK].asked)
    for unit in sorted(path.stem for path in folder.glob("_*.so")):
        search = load_unit(folder / f"{unit}.so")
        for mib, alone_for in ((1, 1024), (64, 0)):
            if unit == "_points":
                ask(search, jack, mib, alone_for=alone_for, wanted="all")
            else:
                options = {"wanted": "value", "with_line": False, "node_limit": 500_000}
                ask(search, freak, mib, alone_for=alone_for, **options)


def ask(unit: Any, position: Position, mib: int, **options: Any) -> None:
    """Solve it with helpers."""
    encoding = Encoding(position)
    encoded = encoding.encode_position(position)
    table = unit.Table(mib << 20)
    found = unit.solve(encoding.fields, encoded, table, threads=THREADS, **options)
    sys.stdout.write(f"{found.nodes} nodes, {found.lower} to {found.upper}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
