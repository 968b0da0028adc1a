"""``atout puzzle check``: puzzles proved again, by the solver and card by card by the plain one."""

import click

from solver.cli.options import LANG
from solver.cli.puzzle.options import BANK_FILE, IN_FORMAT
from solver.cli.puzzle.reading import NO_PUZZLES, FileFormat, read_puzzle_file
from solver.cli.request import Options
from solver.cli.run import answer_one, end, report
from solver.cli.streams import tell
from solver.engine import CancelToken
from solver.errors import Fault, SolverError, wrong
from solver.fault_codes import Code
from solver.puzzles import Puzzle, check_puzzle
from solver.sentences import Language, phrase_n


@click.command("check")
@click.argument("file", type=BANK_FILE, default="-")
@IN_FORMAT
@LANG
def check_command(file: str, file_format: FileFormat | None, language: Language) -> None:
    """Prove puzzles again, card by card, by the plain solver.

    FILE holds puzzles as NDJSON, CSV or PBN (bridge); without it, or with -, standard input is read. Every
    card at every decision, and every card of the defence, is tried to the end of the deal by a search that
    shares nothing with the solver but the rules of play. What FILE states of a solution is compared. Faults
    are reported with their lines; the exit status is then 1.
    """
    n_read = n_refused = 0
    lines: dict[str, int] = {}
    for named in read_puzzle_file(file, file_format, language):
        n_read += 1
        try:
            name, faults = answer_one(named.body, _check, Options(language=language))
            if name in lines:
                twice = wrong(Code.no_puzzle, "the same puzzle as in line {line}", line=lines[name])
                faults = (*faults, Fault("", twice))
            lines.setdefault(name, named.body.line)
        except SolverError as error:
            faults = error.faults
        report(named, faults, language)
        n_refused += bool(faults)
    if n_read:
        said = phrase_n(
            "{n} puzzle proved again, {refused} refused.",
            "{n} puzzles proved again, {refused} refused.",
            n_read - n_refused,
            refused=n_refused,
        )
        tell(said, language)
    end(n_read, n_refused, language, NO_PUZZLES)


def _check(value: object, _: Options, cancel: CancelToken) -> tuple[str, tuple[Fault, ...]]:
    """Return the name of a puzzle and its faults; raises SolverError where it is none."""
    puzzle = Puzzle.from_dict(value)
    return puzzle.id, check_puzzle(puzzle, value, cancel)
