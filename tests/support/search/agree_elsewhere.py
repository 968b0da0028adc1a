"""Compares positions by units compiled elsewhere.

``python -m tests.support.search.agree_elsewhere FOLDER N``

For test_sanitizer, which runs it under AddressSanitizer and UndefinedBehaviorSanitizer.
"""

import sys
from pathlib import Path
from typing import Any

from benchmarks.builds import load_unit
from solver.engine import native
from tests.support.search.agree_with_plain import compare

THREADS = (1, 2)


def main(folder: Path, n_positions: int) -> None:
    """Compare that many, with the units that lie in the folder in place of the installed ones."""
    for path in folder.glob("_*.so"):
        put_in_place(native.load_unit(path.stem.removeprefix("_")), load_unit(path))
    sys.stdout.write(f"{compare(range(n_positions), THREADS)} values\n")


def put_in_place(installed: Any, compiled: Any) -> None:
    """Let the one unit stand wherever the other does."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("solver", "tests")):
            vars(module).update({key: compiled for key, value in vars(module).items() if value is installed})
    sys.modules[installed.__name__] = compiled


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
