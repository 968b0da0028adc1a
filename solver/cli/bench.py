"""``atout bench``: start the benchmarks, which are part of the repository and not of the package."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from solver.cli.spoken import failure
from solver.sentences import phrase

ROOM = "benchmarks"


@click.command("bench", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def bench_command(options: tuple[str, ...]) -> None:
    """Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository)."""
    become_benchmarks(options)


def become_benchmarks(options: Sequence[str]) -> NoReturn:
    """Run ``python -m benchmarks`` in the place of this process.

    Raises ClickException where the folder is not there.
    """
    home = Path(__file__).resolve().parents[2]
    if not (home / ROOM / "__main__.py").is_file():
        raise failure(
            phrase(
                "the folder {folder} is not there: it is part of the repository, not of the installed "
                "package; install a clone with `pip install -e .` or use `make bench`",
                folder=ROOM,
            )
        )
    path = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}
    os.execve(sys.executable, [sys.executable, "-P", "-m", ROOM, *options], environment)
