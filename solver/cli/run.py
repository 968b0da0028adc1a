"""Bodies answered one after another, as tables or as lines of JSON, with reports and the exit status."""

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import click
from rich.console import Console, RenderableType
from rich.rule import Rule

from solver.cli.failures import failures_as_faults
from solver.cli.input import Body, Named
from solver.cli.request import Options, Request
from solver.cli.streams import tell
from solver.engine import CancelToken, Limit
from solver.errors import Fault, SolverError
from solver.formats import format_of
from solver.json_text import json_line
from solver.report import plain
from solver.report.terminal import Legible, new_console
from solver.sentences import Language, Phrase, phrase
from solver.speech import Speech

REFUSED = 1
"""The exit status when some of the input was refused."""

NO_BODIES = phrase("The input is empty; it should hold a JSON object, or one a line.")
NO_GAMES = phrase("The input is empty; it should hold bridge games.")

PATIENCE_S = 0.5
"""The seconds after which a terminal shows that a solve is under way."""

T = TypeVar("T")


class Answered(NamedTuple):
    """An answer."""

    request: Request
    data: dict[str, Any]
    """In JSON types."""
    make_text: Callable[[], RenderableType]
    """Makes its table for a terminal."""
    is_complete: bool
    """True if no limit cut it short."""
    note: Phrase | None = None
    """A sentence to tell of it, once in all answers; None for most."""


Answer = Callable[[object, Options, CancelToken], Answered]


def nothing_in(files: Iterable[str], text_format: str | None) -> Phrase:
    """Return what to tell of files of that format, or of those of their names, if they are all empty."""
    formats = {text_format or format_of(file) or "json" for file in files}
    return NO_BODIES if "json" in formats else NO_GAMES


def answer_all(
    bodies: Iterable[Named],
    answer: Answer,
    options: Options,
    as_json: bool | None,
    nothing: Phrase = NO_BODIES,
) -> None:
    """Answer each body as soon as it is read, and exit with the status that the answers call for.

    nothing: what to tell of empty input.
    """
    writes_json = not sys.stdout.isatty() if as_json is None else as_json
    n_bodies = n_refused = 0
    was_told = was_noted = False
    language = options.language or "en"
    console = new_console()
    for named in bodies:
        n_bodies += 1
        try:
            answered = answer_one(named.body, answer, options)
        except SolverError as error:
            n_refused += 1
            report(named, error.faults, language)
        else:
            if writes_json:
                write_line(answered.data)
            else:
                if n_bodies > 1:
                    console.print()
                    console.print(Legible(Rule(plain(named.place_in(language)))))
                console.print(Legible(answered.make_text(), answered.request.letters_in(language)))
            if not was_told and answered.request.has_default_limit and not answered.is_complete:
                was_told = True
                tell_default_limit(named, answered.request.limit, language)
            if not was_noted and answered.note is not None:
                was_noted = True
                tell_note(named, answered.note, language)
    end(n_bodies, n_refused, language, nothing)


def end(n_bodies: int, n_refused: int, language: Language, nothing: Phrase = NO_BODIES) -> None:
    """Report empty input by ``nothing``, and exit with 1 if anything was refused."""
    if not n_bodies:
        tell(nothing, language)
    if n_refused or not n_bodies:
        sys.exit(REFUSED)


def tell_default_limit(named: Named, limit: Limit, language: Language) -> None:
    """Report that the default limit cut an answer short, and how to raise it."""
    said = phrase(
        "{place}: the limit came first, {nodes} nodes where none is named; --time-ms 60000 gives it a "
        "minute, --time-ms 0 as long as it takes.",
        place=plain(named.place_in(language)),
        nodes=Speech(language).number(limit.nodes or 0),
    )
    tell(said, language)


def tell_note(named: Named, note: Phrase, language: Language) -> None:
    """Report what is to be told of an answer."""
    place = plain(named.place_in(language))
    tell(phrase("{place}: {detail}", place=place, detail=note.say(language)), language)


def answer_one(body: Body, answer: Callable[[object, Options, CancelToken], T], options: Options) -> T:
    """Answer in a thread of its own, so that Ctrl-C can cancel a solve that is under way.

    Raises SolverError with the faults of the body, and where `failures_as_faults` does.
    """
    if body.faults:
        raise SolverError(body.faults)
    cancel = CancelToken()
    with ThreadPoolExecutor(1) as pool, failures_as_faults():
        future = pool.submit(answer, body.value, options, cancel)
        try:
            return _wait(future, options.language or "en")
        except KeyboardInterrupt:
            cancel.cancel()
            raise


def _wait(future: Future[T], language: Language) -> T:
    """Return the result; a terminal shows that work is under way if it takes a while."""
    errors = Console(stderr=True)
    try:
        return future.result(PATIENCE_S if errors.is_terminal else None)
    except TimeoutError:
        if future.done():
            raise
    with errors.status(phrase("solving; Ctrl-C stops").say(language)):
        return future.result()


def report(named: Named, faults: Iterable[Fault], language: Language) -> None:
    """Print the faults of a body, one a line."""
    for line in report_lines(named, faults, language):
        tell(line, language)


def report_lines(named: Named, faults: Iterable[Fault], language: Language) -> list[str]:
    """Return the faults of a body, one a line."""
    place = plain(named.place_in(language))
    return [
        phrase("{place}: {detail}", place=place, detail=plain(fault.tell(language), 1000)).say(language)
        if fault.line is None
        else plain(f"{named.source}{fault.tell(language)}", 1100)
        for fault in named.placed(faults)
    ]


def write_line(data: dict[str, Any]) -> None:
    """Print a line of JSON in UTF-8, whatever the encoding of the terminal."""
    click.echo(json_line(data))
