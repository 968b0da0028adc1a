"""``atout analyse --html``: the report of one log as a page in a file."""

from collections.abc import Sequence
from pathlib import Path

from solver.analysis import Analysis, is_complete
from solver.cli.contracts import tables_of
from solver.cli.input import read_files
from solver.cli.judge import judge, unheard_scoring
from solver.cli.request import Options, Request
from solver.cli.run import answer_one, end, nothing_in, report, tell_default_limit, tell_note
from solver.cli.spoken import not_written, usage_error
from solver.cli.streams import tell
from solver.cli.whole_file import write_whole
from solver.engine import CancelToken
from solver.errors import SolverError
from solver.report.page import report_page
from solver.sentences import Language, phrase
from solver.speech import Speech


def write_page(
    files: Sequence[str], options: Options, path: str, language: Language, text_format: str | None = None
) -> None:
    """Judge the one log of ``files`` and write its page to ``path``; exits with 1 if it is refused.

    More than one log is wrong usage: nothing is written then.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> tuple[Request, Analysis]:
        return judge(body, options, cancel)

    bodies = read_files(files, language, text_format)
    named, second = next(bodies, None), next(bodies, None)
    if named is None:
        end(0, 0, language, nothing_in(files, text_format))
        return
    if second is not None:
        raise usage_error(
            phrase(
                "--html shows one log; there is another at {place}. Leave out --html to judge all, or put "
                "each log in a file of its own.",
                place=second.place_in(language),
            )
        )
    try:
        request, analysis = answer_one(named.body, answer, options)
    except SolverError as error:
        report(named, error.faults, language)
        end(1, 1, language)
        return
    tables = tables_of(analysis, request.limit)
    page = report_page(analysis, Speech(language, request.letters_in(language)), tables)
    try:
        write_whole(Path(path), page)
    except OSError as error:
        raise not_written(path, error) from None
    tell(phrase("{path}: written.", path=path), language)
    if (note := unheard_scoring(options, analysis)) is not None:
        tell_note(named, note, language)
    if request.has_default_limit and not is_complete(analysis, request.fair):
        tell_default_limit(named, request.limit, language)
