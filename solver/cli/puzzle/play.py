"""``atout puzzle play``: puzzles solved card by card on a terminal, or by lines from a pipe."""

from collections.abc import Iterable

import click

from solver.cards import Notation
from solver.cli.options import LANG, Count
from solver.cli.puzzle.bank import Entry, find_named
from solver.cli.puzzle.next import chance_of, find_next, none_left, open_record, wanted_of
from solver.cli.puzzle.options import NO_RECORD, NOTATION, SEED, bank_options
from solver.cli.puzzle.reading import prove
from solver.cli.puzzle.record import Record
from solver.cli.puzzle.screen import Screen, Stop
from solver.cli.puzzle.session import Session, command_of
from solver.cli.request import Options
from solver.cli.run import REFUSED, answer_one, report
from solver.cli.spoken import not_written
from solver.errors import SolverError
from solver.puzzles import Puzzle, PuzzleTheme
from solver.sentences import Language, mark
from solver.speech import Speech

MAX_PUZZLES = 10_000
_NEXT = mark("Enter for the next puzzle, q to end:")


@click.command("play")
@click.argument("name", metavar="[ID]", required=False)
@bank_options
@SEED
@click.option("--count", type=Count(MAX_PUZZLES), help="End after so many puzzles.")
@NO_RECORD
@NOTATION
@LANG
def play_command(
    name: str | None,
    bank: str | None,
    variant: str | None,
    themes: tuple[str, ...],
    level: int | None,
    seed: int | None,
    count: int | None,
    no_record: bool,
    notation: Notation | None,
    language: Language,
) -> None:
    """Solve puzzles card by card, against the best defence.

    Type a card in any form: HT, 10h, ♥10, or in French letters. A wrong card is refuted card by card, and you
    try again; after a right one the defence answers, until nothing is left to find. Other lines: hint (what
    to look at, then what leaves fewer cards, then the card), give up, table, quit. The next puzzle is one
    near your rating that you have not tried; without --variant, of the game that you played last. With ID it
    is that puzzle.

    Your first try of each puzzle rates you (Glicko-2, for each game), but not with a --theme that gives part
    of it away, nor after a hint. What you tried stands in a small file in your folder of settings.
    """
    record = open_record(no_record)
    screen = Screen(Speech(language, notation or language, symbols=True))
    wanted = wanted_of(record, bank, variant, themes, level)
    chance, seen, n_played = chance_of(seed), set[str](), 0
    try:
        while count is None or n_played < count:
            entry = find_named(name, bank) if name else find_next(record, bank, wanted, chance, seen)
            if entry is None:
                screen.tell(none_left(language, bank, wanted))
                break
            seen.add(entry.id)
            puzzle = _proved(entry, language)
            if puzzle is not None:
                if n_played and command_of(screen.ask(screen.speech.say(_NEXT))) == "quit":
                    break
                n_played += 1
                _play(puzzle, screen, record, is_rated=not gives_away(themes))
            if name:
                break
    except Stop:
        pass
    screen.tell_end(n_played)
    if not n_played:
        raise click.exceptions.Exit(REFUSED)


def gives_away(themes: Iterable[str]) -> bool:
    """True if one of the themes says something of the right card."""
    return any(PuzzleTheme[theme].gives_away for theme in themes)


def _play(puzzle: Puzzle, screen: Screen, record: Record, *, is_rated: bool) -> None:
    """Play one puzzle and note how the try ended; raises Stop where the reader leaves."""
    session = Session(puzzle, screen)
    record.last = puzzle.variant
    try:
        session.play()
    finally:
        if session.state is not None and record.path is not None:
            try:
                screen.tell_rating(*record.note(puzzle, session.state, is_rated=is_rated))
            except OSError as error:
                screen.tell(not_written(str(record.path), error).format_message())
                record.path = None


def _proved(entry: Entry, language: Language) -> Puzzle | None:
    """Return the puzzle of a line of the bank; None, with a report, if it is none."""
    try:
        return answer_one(entry.named.body, prove, Options(language=language))
    except SolverError as error:
        report(entry.named, error.faults, language)
        return None
