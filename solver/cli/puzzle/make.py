"""``atout puzzle make``: puzzles found in random deals or in logs."""

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from solver.cli.archive.workers import MAX_WORKERS
from solver.cli.input import read_files
from solver.cli.options import INPUT, LANG, Count, FilePath
from solver.cli.processes import QuietContext, interrupts_blocked
from solver.cli.puzzle.bank import small_dict
from solver.cli.puzzle.options import MAX_SEED, Game, ThemeWord
from solver.cli.request import LOG_KEYS, Options, read_request
from solver.cli.run import REFUSED, end, nothing_in, report
from solver.cli.spoken import not_written, spoken_language, usage_error
from solver.cli.streams import tell
from solver.cli.whole_file import refuse_to_overwrite, refuse_what_is_there
from solver.errors import SolverError
from solver.game import Log
from solver.json_text import json_line
from solver.puzzles import (
    MOST_COUNT,
    MOST_DECISIONS,
    MOST_TRICKS,
    N_BANDS,
    USUAL_COUNT,
    EndOfSearch,
    FindingLimit,
    FindingReport,
    PuzzleFilter,
    PuzzleKind,
    PuzzleSource,
    PuzzleSpec,
    PuzzleTheme,
    Span,
    find_puzzles,
)
from solver.report import plain
from solver.rules import Rules
from solver.sentences import Language, mark_n, phrase, phrase_n
from solver.speech import Speech

_LOOKED_AT = mark_n("{number} position looked at", "{number} positions looked at")


class SpanType(click.ParamType[Span]):
    """A number, or the lowest and the highest one: ``3`` or ``2-4``."""

    name = "N or N-M"

    def __init__(self, highest: int) -> None:
        self._number = Count(highest)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Span:
        """The numbers from the lowest to the highest."""
        number = self._number
        low, dash, high = str(value).partition("-")
        span = Span(number.convert(low, param, ctx), number.convert(high if dash else low, param, ctx))
        if span.low > span.high:
            wrong = phrase("{value} is from more to less", value=plain(value, 40))
            self.fail(wrong.say(spoken_language()), param, ctx)
        return span


@click.command("make")
@click.option(
    "--variant", type=Game(), help="The game, or a file of its rules; with --from, of these games only."
)
@click.option("--count", type=Count(MOST_COUNT), help="The puzzles wanted: 10 if left out; all with --from.")
@click.option("--seed", type=Count(MAX_SEED, 0), default=0, help="What the random deals are drawn by.")
@click.option(
    "--theme", "themes", type=ThemeWord(), metavar="WORD", multiple=True,
    help="A theme; given twice, both.",
)  # fmt: skip
@click.option("--level", type=Count(N_BANDS), help="1 to 5, from the easiest fifth to the hardest.")
@click.option("--length", type=SpanType(MOST_DECISIONS), help="Decisions.")
@click.option("--tricks", type=SpanType(MOST_TRICKS), help="Tricks left.")
@click.option(
    "--cards", type=Count(MOST_TRICKS), help="Cards in a hand at the most: 6 if left out, or 7 of 13."
)
@click.option("--hidden", is_flag=True, help="Puzzles of one hand, right is what is best on average.")
@click.option(
    "--from", "logs", type=INPUT, multiple=True, metavar="LOGS", help="Logs whose mistakes are made puzzles."
)
@click.option("--candidates", type=Count(10**9), help="Give up after so many positions.")
@click.option("--proof", is_flag=True, help="Write every defence and what refutes each wrong card, too.")
@click.option("--out", type=FilePath(writable=True), help="Write to this file, a new or an empty one.")
@click.option(
    "--workers", type=Count(MAX_WORKERS), default=1, help="Processes that look for puzzles at once."
)
@LANG
def make_command(
    variant: Rules | None,
    count: int | None,
    logs: tuple[str, ...],
    candidates: int | None,
    proof: bool,
    out: str | None,
    workers: int,
    language: Language,
    **stated: Any,
) -> None:
    """Find puzzles in random deals, or in the mistakes of logs.

    A line of NDJSON is written for each, to standard output or to --out. Standard error says how many
    positions were left out, and why. The same options give the same puzzles with any number of workers. The
    exit status is 1 if a limit came before there were enough, or if there is none.
    """
    if variant is None and not logs:
        raise usage_error(phrase("name a game, as --variant belote, or logs, as --from games.ndjson"))
    if out is not None:
        refuse_to_overwrite(logs, out)
        refuse_what_is_there(out)
    spec = _spec_of(variant, _read_logs(logs, language), candidates, count, stated)
    with _opened(out) as stream, _executor(workers) as executor, _Bar(spec, language) as bar:
        search = find_puzzles(spec, executor, bar.show)
        for puzzle in search:
            stream.write(json_line(puzzle.to_dict(shown=True) if proof else small_dict(puzzle)) + b"\n")
            stream.flush()
    _tell_report(search.report, language)
    if search.report.ended not in (EndOfSearch.enough, EndOfSearch.source) or not search.report.kept:
        sys.exit(REFUSED)


def _spec_of(
    rules: Rules | None,
    logs: tuple[Log, ...],
    candidates: int | None,
    count: int | None,
    stated: dict[str, Any],
) -> PuzzleSpec:
    level = stated["level"]
    return PuzzleSpec(
        rules=rules,
        count=count or (MOST_COUNT if logs else USUAL_COUNT),
        source=PuzzleSource.logs if logs else PuzzleSource.random,
        seed=stated["seed"],
        kind=PuzzleKind.hidden if stated["hidden"] else PuzzleKind.open,
        themes=tuple(PuzzleTheme[theme] for theme in stated["themes"]),
        difficulty=None if level is None else Span(level, level),
        length=stated["length"],
        tricks_left=stated["tricks"],
        most_cards=stated["cards"],
        limit=FindingLimit(candidates=candidates),
        logs=logs,
    )


def _read_logs(files: Sequence[str], language: Language) -> tuple[Log, ...]:
    """Read the logs of files; those that have faults, or none at all, are reported and end the command."""
    found, n_refused = [], 0
    for named in read_files(files, language):
        try:
            if named.body.faults:
                raise SolverError(named.body.faults)
            found.append(read_request(named.body.value, Options(), LOG_KEYS, Log.of)[1])
        except SolverError as error:
            report(named, error.faults, language)
            n_refused += 1
    if files:
        end(len(found) + n_refused, n_refused, language, nothing_in(files, None))
    return tuple(found)


@contextmanager
def _opened(out: str | None) -> Iterator[BinaryIO]:
    """Open the file to write to; standard output without one."""
    if out is None:
        yield sys.stdout.buffer
        return
    try:
        with open(out, "wb") as stream:
            yield stream
    except OSError as error:
        raise not_written(out, error) from None


@contextmanager
def _executor(n_workers: int) -> Iterator[Executor | None]:
    """Start the processes that look for puzzles; none where this one is enough."""
    if n_workers == 1:
        yield None
        return
    pool = ProcessPoolExecutor(n_workers, QuietContext())
    try:
        # What an interrupt leaves half started can neither be used nor ended.
        with interrupts_blocked():
            for _ in range(n_workers):
                pool.submit(os.getpid)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


class _Bar:
    """The progress of a search on a terminal: puzzles found, and positions looked at."""

    def __init__(self, spec: PuzzleSpec, language: Language) -> None:
        self._speech = Speech(language)
        self._console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
            console=self._console,
            disable=not self._console.is_terminal or sys.stdout.isatty(),
            transient=True,
        )
        n_deals = sum(len(log.deals) for log in spec.logs)
        self._counts_deals = bool(n_deals)
        self._task = self._bar.add_task("", total=n_deals or spec.count)

    def __enter__(self) -> "_Bar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, found: FindingReport) -> None:
        """Show a report, after each deal."""
        n_seen = found.candidates
        said = self._speech.say(_LOOKED_AT, n_seen, number=self._speech.number(n_seen))
        if self._counts_deals:
            self._bar.update(self._task, advance=1, description=said)
        else:
            self._bar.update(self._task, completed=found.kept, description=said)


def _tell_report(found: FindingReport, language: Language) -> None:
    """Tell what was kept and what was left out, a line for each filter."""
    speech = Speech(language)
    number = speech.number(found.candidates)
    looked_at = phrase_n("{number} position", "{number} positions", found.candidates, number=number)
    said = phrase_n(
        "{n} puzzle of {positions}.", "{n} puzzles of {positions}.", found.kept, positions=looked_at
    )
    tell(said, language)
    width = max((len(speech.number(n)) for n in found.left_out.values()), default=0)
    for word, n in found.left_out.items():
        tell(f"{speech.number(n):>{width + 2}}  {PuzzleFilter(word).say(speech)}", language)
    if PuzzleFilter.too_many_cards in found.left_out and found.ended == EndOfSearch.source:
        tell(phrase("--cards allows more cards in a hand; if left out there are 6, or 7 of 13."), language)
    if found.ended in (EndOfSearch.candidates, EndOfSearch.nodes):
        tell(phrase("The limit of the search came first; --candidates sets another."), language)
