"""``atout puzzle sheet``: puzzles as a page to print, with the solutions at its end."""

from pathlib import Path
from random import Random

import click

from solver.cards import Notation
from solver.cli.options import LANG, Count, FilePath
from solver.cli.puzzle.bank import NO_SUCH_PUZZLE, Entry, Wanted, find_all, read_bank
from solver.cli.puzzle.options import MAX_SEED, NOTATION, bank_options
from solver.cli.request import Options
from solver.cli.run import answer_one, end, report
from solver.cli.spoken import not_written, usage_error
from solver.cli.streams import tell
from solver.cli.whole_file import check_page, write_whole
from solver.engine import CancelToken
from solver.errors import SolverError
from solver.puzzles import Puzzle
from solver.report.page import puzzle_sheet
from solver.sentences import Language, phrase, phrase_n
from solver.speech import Speech

USUAL_NUMBER = 6
"""The puzzles of a sheet: on paper they fill one page, or two."""
MOST_PUZZLES = 100


@click.command("sheet")
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option("--html", required=True, type=FilePath(), help="The file to write.")
@bank_options
@click.option("--count", type=Count(MOST_PUZZLES), help=f"How many puzzles; {USUAL_NUMBER} if left out.")
@click.option("--seed", type=Count(MAX_SEED, 0), default=0, help="What chance chooses them by.")
@click.option("--title", default="", help="What stands above them; the game if left out.")
@NOTATION
@LANG
def sheet_command(
    names: tuple[str, ...],
    html: str,
    bank: str | None,
    variant: str | None,
    themes: tuple[str, ...],
    level: int | None,
    count: int | None,
    seed: int,
    title: str,
    notation: Notation | None,
    language: Language,
) -> None:
    """Write puzzles as a page to print, the solutions at its end.

    ID names puzzles of the bank, which are shown in that order. Without it chance chooses --count of those
    that are wanted, the easier ones first; the same --seed chooses the same ones. The page is one file of
    HTML that needs no network. Each puzzle is proved before it is shown; those that are not sound are
    reported to standard error and left out, and the exit status is then 1.
    """
    wanted = Wanted(variant, themes, level)
    check_page([] if bank is None else [bank], html)
    if names and (wanted != Wanted() or count is not None):
        raise usage_error(
            phrase(
                "puzzles that are named are shown as they are; leave out --variant, --theme, --level, --count"
            )
        )
    if names:
        entries = find_all(list(dict.fromkeys(names)), bank)
    else:
        number = USUAL_NUMBER if count is None else count
        entries = _choose(list(read_bank(bank, wanted)), number, Random(f"{seed}"))
        if not entries:
            raise click.ClickException(NO_SUCH_PUZZLE.say(language))
        if len(entries) < number:
            tell(
                phrase_n("There is only {n} such puzzle.", "There are only {n} such puzzles.", len(entries)),
                language,
            )
    puzzles = _prove(entries, language)
    if puzzles:
        try:
            write_whole(Path(html), puzzle_sheet(puzzles, Speech(language, notation or language), title))
        except OSError as error:
            raise not_written(html, error) from None
        tell(phrase("{path}: written.", path=html), language)
    end(len(entries), len(entries) - len(puzzles), language)


def _choose(entries: list[Entry], number: int, chance: Random) -> list[Entry]:
    """Return so many puzzles, game by game, the easier ones first; all where there are no more."""
    known = sorted({entry.id: entry for entry in entries}.values(), key=lambda entry: entry.id)
    chosen = chance.sample(known, min(number, len(known)))
    return sorted(chosen, key=lambda entry: (entry.variant, entry.rating, entry.id))


def _prove(entries: list[Entry], language: Language) -> list[Puzzle]:
    """Return those that are sound, and report the others."""
    puzzles = []
    for entry in entries:
        try:
            puzzles.append(answer_one(entry.named.body, _read, Options(language=language)))
        except SolverError as error:
            report(entry.named, error.faults, language)
    return puzzles


def _read(value: object, _: Options, __: CancelToken) -> Puzzle:
    return Puzzle.from_dict(value)
