"""``atout puzzle show``: puzzles as tables or JSON, with their solutions if they are asked for."""

from collections.abc import Iterable

import click
from rich.console import RenderableType

from solver.cards import Notation
from solver.cli.input import Named
from solver.cli.options import LANG
from solver.cli.puzzle.bank import find_named
from solver.cli.puzzle.options import BANK_FILE, IN_FORMAT, NOTATION
from solver.cli.puzzle.reading import NO_PUZZLES, FileFormat, is_file, read_puzzle_file
from solver.cli.request import Options, Request
from solver.cli.run import Answer, Answered, answer_all
from solver.engine import CancelToken, Limit
from solver.puzzles import Puzzle
from solver.report.terminal import puzzle_text
from solver.sentences import Language
from solver.speech import Speech


@click.command("show")
@click.argument("what", metavar="[ID|FILE]", default="-")
@IN_FORMAT
@click.option("--bank", type=BANK_FILE, help="Where to look for ID; if left out, in the puzzles shipped.")
@click.option("--solution", is_flag=True, help="The solution, too: right card, refutations, line, defences.")
@click.option("--json/--text", "as_json", default=None, help="Lines of JSON, or tables, wherever to.")
@NOTATION
@LANG
def show_command(
    what: str,
    file_format: FileFormat | None,
    bank: str | None,
    solution: bool,
    as_json: bool | None,
    notation: Notation | None,
    language: Language,
) -> None:
    """Show puzzles: the table, the goal, and the solution.

    ID is the name of a puzzle in the bank. FILE holds puzzles as NDJSON, CSV or PBN (bridge); without it, or
    with -, standard input is read. Each puzzle is proved before it is shown; those that are not sound are
    reported to standard error, and the exit status is then 1. A terminal gets tables, a pipe a line of JSON
    for each puzzle.
    """
    bodies: Iterable[Named] = (
        read_puzzle_file(what, file_format, language) if is_file(what) else [find_named(what, bank).named]
    )
    answer = showing(language, notation, is_solved=solution)
    answer_all(bodies, answer, Options(language=language), as_json, NO_PUZZLES)


def showing(language: Language, notation: Notation | None, *, is_solved: bool) -> Answer:
    """Return what shows the puzzle of a body, once it is proved."""
    letters = notation or "en"
    speech = Speech(language, notation or language, symbols=True)

    def answer(body: object, _: Options, __: CancelToken) -> Answered:
        puzzle = Puzzle.from_dict(body)

        def make_text() -> RenderableType:
            return puzzle_text(puzzle, speech, is_solved=is_solved)

        asked = Request({}, Limit(), "all", letters, names_letters=notation is not None)
        return Answered(asked, puzzle.to_dict(letters, language, shown=is_solved), make_text, True)

    return answer
