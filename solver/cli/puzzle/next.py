"""``atout puzzle next``: a puzzle near one's rating that one has not tried."""

from collections.abc import Set
from random import Random

import click

from solver.cards import Notation
from solver.cli.options import LANG
from solver.cli.puzzle.bank import NO_SUCH_PUZZLE, Entry, Wanted, choose_near, read_bank, shipped_games
from solver.cli.puzzle.options import NO_RECORD, NOTATION, SEED, bank_options
from solver.cli.puzzle.record import Record, RecordError, usual_path
from solver.cli.puzzle.show import showing
from solver.cli.request import Options
from solver.cli.run import answer_all
from solver.cli.spoken import failure
from solver.sentences import Language, phrase

FIRST_GAME = "belote"
"""The game of somebody who has played none."""


@click.command("next")
@bank_options
@SEED
@NO_RECORD
@click.option("--json/--text", "as_json", default=None, help="A line of JSON, or a table, wherever to.")
@NOTATION
@LANG
def next_command(
    bank: str | None,
    variant: str | None,
    themes: tuple[str, ...],
    level: int | None,
    seed: int | None,
    no_record: bool,
    as_json: bool | None,
    notation: Notation | None,
    language: Language,
) -> None:
    """Show a puzzle near your rating that you have not tried.

    Without --variant it is one of the game that you played last. `atout puzzle play ID` plays it.
    """
    record = open_record(no_record)
    wanted = wanted_of(record, bank, variant, themes, level)
    entry = find_next(record, bank, wanted, chance_of(seed))
    if entry is None:
        raise click.ClickException(none_left(language, bank, wanted))
    answer_all(
        [entry.named], showing(language, notation, is_solved=False), Options(language=language), as_json
    )


def open_record(no_record: bool) -> Record:
    """Return the record of this user; one that is not kept with ``no_record``."""
    if no_record:
        return Record()
    path = usual_path()
    try:
        return Record.read(path)
    except RecordError as error:
        raise failure(
            phrase(
                "{path} cannot be read: {reason}; delete it, or play with --no-record",
                path=str(path),
                reason=str(error),
            )
        ) from None


def wanted_of(
    record: Record, bank: str | None, variant: str | None, themes: tuple[str, ...], level: int | None
) -> Wanted:
    """Return what is wanted: of the shipped puzzles, by default the game that was played last."""
    if variant is None and bank is None:
        variant = record.last if record.last in shipped_games() else FIRST_GAME
    return Wanted(variant, themes, level)


def chance_of(seed: int | None) -> Random:
    """Return the chance that chooses among puzzles near a rating."""
    return Random() if seed is None else Random(f"{seed}")


def find_next(
    record: Record, bank: str | None, wanted: Wanted, chance: Random, seen: Set[str] = frozenset()
) -> Entry | None:
    """Return a puzzle near the rating of the record that is neither tried nor ``seen``; None without one."""
    known = {"", *record.tried, *seen}
    entries = [entry for entry in read_bank(bank, wanted) if entry.id not in known]
    return choose_near(entries, lambda game: record.rating_in(game).rating, chance)


def none_left(language: Language, bank: str | None, wanted: Wanted) -> str:
    """Say that no such puzzle is left, that there is no such puzzle, or that there are none at all."""
    if bank is None and not shipped_games():
        none = phrase("No puzzles are shipped with this version; name a bank, as --bank puzzles.ndjson.")
        return none.say(language)
    if not any(entry.id for entry in read_bank(bank, wanted)):
        return NO_SUCH_PUZZLE.say(language)
    return phrase("There is no such puzzle that you have not tried.").say(language)
