"""``atout db import-puzzles`` and ``export-puzzles``: the puzzles in the database of the service."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

import click

from api.commands.kept import open_store
from api.commands.told import say, tell
from api.puzzles import Bank, KeptPuzzle, NewPuzzle, Reader, Sort, Wanted, name_of_game, puzzle_dict
from solver import Puzzle, SolverError, UnknownVariantError, parse_json, prove_themes
from solver.puzzles import MOST_NESTING
from solver.sentences import phrase

BATCH = 100
"""The puzzles of one transaction, and of one page of an export."""
REFUSED = 1
_STANDARD_INPUT = "<stdin>"
"""The name of standard input among the files of click."""


@click.command("import-puzzles")
@click.argument("file", type=click.File("rb"), default="-")
def import_puzzles_command(file: BinaryIO) -> None:
    """Add puzzles to the database, each proved again.

    Those that are there stay, with their ratings. FILE is NDJSON, one puzzle a line, as `atout puzzle export`
    and `atout puzzle make` write it; without it, or with -, standard input is read. Puzzles that are not
    sound are reported to standard error and left out; the exit status is then 1.
    """
    n_read = n_new = n_refused = 0
    name = getattr(file, "name", _STANDARD_INPUT)
    source = "" if name == _STANDARD_INPUT else f"{name}, "

    def proved() -> Iterator[NewPuzzle]:
        nonlocal n_read, n_refused
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            n_read += 1
            try:
                puzzle = prove_themes(Puzzle.from_dict(parse_json(line, MOST_NESTING)))
            except SolverError as error:
                n_refused += 1
                place = phrase("line {line}", line=number)
                for fault in error.faults:
                    said = phrase("{place}: {detail}", place=place, detail=fault)
                    click.echo(f"{source}{say(said)}", err=True)
                continue
            yield NewPuzzle.of(puzzle.to_dict(shown=True))

    with open_store(phrase("ATOUT_DATABASE is none, and puzzles are kept in the database")) as store:
        bank, puzzles = Bank(store), proved()
        while batch := list(islice(puzzles, BATCH)):
            n_new += bank.add(batch)
    kept = n_read - n_new - n_refused
    told = phrase(
        "{new} added, {kept} were there before, {refused} refused.", new=n_new, kept=kept, refused=n_refused
    )
    tell(told, err=True)
    if n_refused or not n_read:
        sys.exit(REFUSED)


@click.command("export-puzzles")
@click.option("--variant", help="The game.")
def export_puzzles_command(variant: str | None) -> None:
    """Write the puzzles as NDJSON, the oldest first.

    They are rated as they are now. Each has its solution, its tries and its popularity. `atout puzzle export
    --bank - --to csv` makes other forms of it.
    """
    with open_store(phrase("ATOUT_DATABASE is none, and puzzles are kept in the database")) as store:
        wanted = Wanted(None if variant is None else name_of_game(variant))
        try:
            for kept in _all(Bank(store), wanted):
                data = puzzle_dict(kept, Reader(), solution=True)
                click.echo(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
        except UnknownVariantError as error:
            raise click.BadParameter(say(error.faults[0]), param_hint=["--variant"]) from None


def _all(bank: Bank, wanted: Wanted) -> Iterator[KeptPuzzle]:
    """Yield all puzzles that are wanted, page by page."""
    after = None
    while True:
        found, after = bank.find(wanted, Sort.old, after, BATCH)
        yield from found
        if after is None:
            return
