"""The report as one page of HTML, complete in itself: it needs no network and reads without scripts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from solver.analysis import Analysis
from solver.bidding import ContractTable
from solver.cards import SYMBOLS
from solver.game import ThrownIn
from solver.labels import LogName
from solver.report import words as report_words
from solver.report.board import board_data, board_files, board_told
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.page.environment import digest, in_page, pages, tinted
from solver.report.page.program import board_program, board_style
from solver.report.page.view import DealView
from solver.report.plain_text import pair_text, rank_text, signed
from solver.speech import Speech

_STYLE = Markup(pages.get_template("report.css").render())
_SCRIPT = Markup(pages.get_template("start.js").render())


def _policy(script: str, *styles: str) -> str:
    """Return the Content-Security-Policy of a page with this script and these styles.

    What the script makes at hand may run, too: modules, a worker and WebAssembly.  Nothing is fetched.
    """
    return (
        f"default-src 'none'; script-src {digest(script)} blob: 'wasm-unsafe-eval'; "
        f"style-src {' '.join(map(digest, styles))}; connect-src blob:; base-uri 'none'; form-action 'none'"
    )


def report_page(
    analysis: Analysis, speech: Speech, tables: Mapping[int, ContractTable] = MappingProxyType({})
) -> str:
    """Return the analysis as a page in the language of ``speech``; equal analyses give equal pages.

    tables: deals under all contracts, by their index in ``analysis.deals``.

    The page is whole in itself: the board (solver/report/board/) with its program and the core in
    WebAssembly, which needs no network, and the report as text, for browsers that run no scripts.  Names
    and ids are escaped, so that they cannot add markup.

    >>> import json
    >>> from solver import Speech, analyse, report_page
    >>> page = report_page(analyse(json.load(open("samples/quadrette.json"))), Speech("fr", "fr"))
    >>> "<title>Quadrette" in page, 'lang="fr"' in page
    (True, True)
    """
    speech = Speech(speech.language, speech.notation, symbols=True)
    judged = [DealReport(deal, speech, tables.get(index)) for index, deal in enumerate(analysis.deals)]
    left = iter(judged)
    reports = [None if isinstance(deal, ThrownIn) else next(left) for deal in analysis.all_deals()]
    style = Markup(board_style())
    return pages.get_template("report.html").render(
        policy=_policy(_SCRIPT, _STYLE, style),
        style=_STYLE,
        board_style=style,
        script=_SCRIPT,
        data=in_page(_board(analysis, speech, tables)),
        program=in_page(board_program()),
        analysis=analysis,
        log_id=LogName(analysis.log_id or judged[0].deal.log_id or "").say(speech.language),
        match=analysis.match,
        report=None if analysis.match is None else MatchReport(analysis, speech),
        deals=[report and DealView(report, number) for number, report in enumerate(reports, 1)],
        first=judged[0],
        rules=analysis.deals[0].position.rules,
        language=speech.language,
        notation=speech.notation,
        say=speech.say,
        speech=speech,
        words=report_words,
        symbols=SYMBOLS,
        rank=rank_text,
        pair_text=pair_text,
        signed=signed,
        tint=tinted,
    )


def _board(analysis: Analysis, speech: Speech, tables: Mapping[int, ContractTable]) -> dict[str, Any]:
    """Return the data of the board: the analysis, and the names of the files of the core."""
    positions = [deal.position for deal in analysis.deals]
    judged, said = (analysis.to_dict(letters, speech.language) for letters in ("en", speech.notation))
    told = board_told(analysis, speech.language, tables)
    core = {**board_files().core, "type": "classic"} if board_files().core else None
    return board_data(speech.language, positions, judged, said, told) | {"core": core}
