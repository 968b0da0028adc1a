"""Starting the benchmarks, which belong to the repository and not to the package."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

ROOM = "benchmarks"


def become_benchmarks(options: Sequence[str]) -> NoReturn:
    """Run ``python -m benchmarks`` in the place of this process.

    Raises FileNotFoundError, in plain words, where the folder is not there.
    """
    home = Path(__file__).resolve().parents[1]
    if not (home / ROOM / "__main__.py").is_file():
        raise FileNotFoundError(
            f"the folder {ROOM} is not there: it is part of the repository, not of the installed package; "
            "install a clone with `pip install -e .` or use `make bench`"
        )
    path = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}
    os.execve(sys.executable, [sys.executable, "-P", "-m", ROOM, *options], environment)
