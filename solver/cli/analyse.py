"""``atout analyse``: games in logs judged, card by card."""

from dataclasses import replace
from typing import Any

import click
from rich.console import RenderableType

from solver.analysis import is_complete
from solver.cli.archive.analyse import analyse_archive
from solver.cli.archive.workers import MAX_WORKERS
from solver.cli.contracts import tables_of
from solver.cli.input import read_files
from solver.cli.judge import judge, unheard_scoring
from solver.cli.options import INPUT, LANG, Count, FilePath, fair_options, input_options
from solver.cli.page import write_page
from solver.cli.request import Options
from solver.cli.run import Answered, answer_all, nothing_in
from solver.cli.spoken import usage_error
from solver.cli.whole_file import check_page
from solver.engine import CancelToken
from solver.report.terminal import analysis_text
from solver.sentences import Language, phrase


@click.command("analyse")
@click.argument("files", metavar="[FILE]...", type=INPUT, nargs=-1)
@input_options
@fair_options
@LANG
@click.option("--html", type=FilePath(), help="Write the report of one log as a page.")
@click.option("--out", type=FilePath(), help="Add the results to this file; go on with it.")
@click.option("--workers", type=Count(MAX_WORKERS), default=1, help="Processes that judge logs at once.")
def analyse_command(
    files: tuple[str, ...],
    text_format: str | None,
    as_json: bool | None,
    language: Language,
    html: str | None,
    out: str | None,
    workers: int,
    **stated: Any,
) -> None:
    """Judge the games in logs card by card.

    A FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/analyses, or bridge in PBN or
    LIN (.pbn, .lin); it can also be a link to the hand viewer of Bridge Base Online. Without FILE, or with
    -, standard input is read. A terminal gets tables, a pipe one line of JSON for each log, in the order of
    the input. Limits are for a whole log. Logs that cannot be judged are reported to standard error and
    skipped; the exit status is then 1. Mistakes are judged by what their players could know.

    With --html the report of one log is a page to open in a browser; it needs no network.

    With --out each result is a line of that file, with the file and line of its log as "source". After an
    interruption, even a kill, the same command goes on where it was: no log is lost or judged twice.
    """
    options, files = Options(language=language, **stated), files or ("-",)
    if options.no_fair and options.fair is not None:
        raise usage_error(phrase("--fair asks for what --no-fair leaves out; give one of them"))
    if out is not None or workers > 1:
        if as_json is False or html is not None:
            raise usage_error(phrase("--out and --workers write JSON; leave out --text and --html"))
        analyse_archive(files, options, out, workers, text_format)
        return

    if html is not None:
        check_page(files, html, as_json)
        write_page(files, options, html, language, text_format)
        return

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, analysis = judge(body, options, cancel)
        data, letters = analysis.to_dict(request.notation, language), request.letters_in(language)

        def make_text() -> RenderableType:
            tables = tables_of(analysis, replace(request.limit, cancel=cancel))
            return analysis_text(analysis, letters, language, tables)

        is_whole, note = is_complete(analysis, request.fair), unheard_scoring(options, analysis)
        return Answered(request, data, make_text, is_whole, note)

    bodies = read_files(files, language, text_format)
    answer_all(bodies, answer, options, as_json, nothing_in(files, text_format))
