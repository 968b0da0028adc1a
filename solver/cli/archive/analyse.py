"""``atout analyse`` of archives: many logs, several worker processes, and a file of results to resume."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict

import click

from solver.cli.archive.file import Archive, ArchiveError, UnwrittenError
from solver.cli.archive.in_order import outcomes
from solver.cli.archive.progress import Meter
from solver.cli.archive.workers import Outcome, Workers
from solver.cli.input import STANDARD_INPUT, Named, read_files
from solver.cli.judge import Judged, check, judged_line
from solver.cli.request import Options
from solver.cli.run import end, nothing_in, report_lines
from solver.cli.spoken import not_written, usage_error
from solver.cli.streams import tell
from solver.cli.whole_file import refuse_to_overwrite
from solver.engine import CancelToken
from solver.errors import Fault, SolverError, wrong
from solver.fault_codes import Code
from solver.formats import is_link
from solver.knowledge import Sampling
from solver.requests import DEFAULT_NODES
from solver.sentences import Phrase, phrase
from solver.system_reasons import system_reason

_NOT_TRIED_AGAIN = wrong(
    Code.not_done_here,
    "was not judged when the results after it were; make a new file of results to try again",
)

Judge = Callable[[object], Outcome]


def analyse_archive(
    files: Sequence[str], options: Options, out: str | None, n_workers: int, text_format: str | None = None
) -> None:
    """Judge the logs of ``files`` in their order and write a line of JSON for each.

    The lines go to the file ``out``, after those that are there from earlier runs, or to standard output.
    Exits with 1 if a log was refused, by this run or an earlier one.
    """
    # Step 1. What judges a body: this process, or several others.
    if out is not None:
        refuse_to_overwrite(files, out)
    cancel = CancelToken()
    workers = Workers(options) if n_workers > 1 else None
    judge = workers.judge if workers is not None else _judge_here(options, cancel)
    language = options.language or "en"
    shows = out is not None or not sys.stdout.isatty()
    # Step 2. Judge what is left to do, and write each result as it comes.
    n_done = n_cut = n_refused = 0
    try:
        with ExitStack() as stack:
            archive = stack.enter_context(_open(out, options)) if out is not None else None
            meter = stack.enter_context(Meter(n_bytes(files), shows, language))
            bodies = read_files(files, language, text_format)
            for (named, _), outcome in outcomes(
                _to_do(archive, bodies, meter), _of_body(judge, options), n_workers
            ):
                if isinstance(outcome, Judged):
                    n_done += 1
                    n_cut += not outcome.is_complete
                    if archive is not None:
                        archive.add(named, outcome.line)
                    else:
                        click.echo(outcome.line)
                else:
                    n_refused += 1
                    for line in report_lines(named, outcome, language):
                        meter.say(line)
                meter.step(named.end)
            n_kept = 0 if archive is None else archive.n_kept
    except ArchiveError as error:
        raise usage_error(phrase("{path}: {reason}.", path=out, reason=error.why)) from None
    except UnwrittenError as error:
        raise not_written(out, error.why) from None
    finally:
        cancel.cancel()
        if workers is not None:
            workers.stop()
    # Step 3. Report the counts; they decide the exit status.
    if out is not None:
        tell(_counts(out, n_done, n_kept, n_refused), language)
    if n_cut:
        said = phrase(
            "The limit came first for {cut}; --nodes or --time-ms sets another, --time-ms 0 sets none.",
            cut=n_cut,
        )
        tell(said, language)
    end(n_done + n_kept + n_refused, n_refused, language, nothing_in(files, text_format))


def _counts(out: str, n_done: int, n_kept: int, n_refused: int) -> Phrase:
    """Return the sentence about the file of results; ``n_kept`` of them are from earlier runs."""
    if not n_kept:
        return phrase(
            "{file}: {judged} judged, {refused} refused.", file=out, judged=n_done, refused=n_refused
        )
    return phrase(
        "{file}: {judged} judged, {kept} were there before, {refused} refused.",
        file=out,
        judged=n_done,
        kept=n_kept,
        refused=n_refused,
    )


def n_bytes(files: Sequence[str]) -> int | None:
    """Return the length of the input in bytes, or None if it is not known, as of a pipe."""
    total = 0
    for file in files:
        if file == STANDARD_INPUT or is_link(file) or not stat.S_ISREG(os.stat(file).st_mode):
            return None
        total += os.stat(file).st_size
    return total


def _open(out: str, options: Options) -> Archive:
    try:
        return Archive(out, _asked(options))
    except OSError as error:
        raise ArchiveError(system_reason(error)) from None


def _asked(options: Options) -> str:
    """Return what decides the results besides the logs: the options, and what is usual where they are silent.

    So results are not gone on with by a version that judges otherwise by itself.
    """
    usual = {"nodes": DEFAULT_NODES, **({} if options.no_fair else {"fair": asdict(Sampling.asked())})}
    return json.dumps({**options.to_dict(), "usual": usual}, sort_keys=True)


def _to_do(archive: Archive | None, bodies: Iterator[Named], meter: Meter) -> Iterator[tuple[Named, bool]]:
    """Yield the bodies without a result, each with True if a result may still be added."""
    if archive is None:
        for named in bodies:
            yield named, True
        return
    is_started = False
    for named, is_open in archive.resume(bodies):
        if is_open and not is_started:
            is_started = True
            meter.start(archive.n_kept, 0 if not archive.n_kept else named.end)
        yield named, is_open


def _of_body(judge: Judge, options: Options) -> Callable[[tuple[Named, bool]], Outcome]:
    """Return ``judge`` for bodies as they were read; bodies of earlier runs are only checked again."""

    def outcome(entry: tuple[Named, bool]) -> Outcome:
        named, is_open = entry
        if named.body.faults:
            return named.body.faults
        if is_open:
            return judge(named.body.value)
        try:
            check(named.body.value, options)
        except SolverError as error:
            return error.faults
        return (Fault("", _NOT_TRIED_AGAIN),)

    return outcome


def _judge_here(options: Options, cancel: CancelToken) -> Judge:
    """Return the judge that works in this process."""

    def judge(body: object) -> Outcome:
        try:
            return judged_line(body, options, cancel)
        except SolverError as error:
            return error.faults

    return judge
