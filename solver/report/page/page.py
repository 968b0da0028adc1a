"""The report as one page of HTML, complete in itself: it needs no network and reads without scripts."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from solver.analysis import Analysis
from solver.bidding import ContractTable
from solver.cards import SYMBOLS
from solver.game import ThrownIn
from solver.report import words as report_words
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.page.view import DealView
from solver.report.plain_text import RED, pair_text, rank_text, signed
from solver.speech import Speech

_pages = Environment(
    loader=PackageLoader("solver.report.page", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_STYLE = Markup(_pages.get_template("report.css").render())
_SCRIPT = Markup(_pages.get_template("report.js").render())


def _digest(text: str) -> str:
    """Return the source of a Content-Security-Policy that allows one style or script, by its digest."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


POLICY = (
    f"default-src 'none'; script-src {_digest(_SCRIPT)}; style-src {_digest(_STYLE)}; base-uri 'none'; "
    "form-action 'none'"
)
"""The Content-Security-Policy of the page: only its own script and its own style are allowed."""


def report_page(
    analysis: Analysis, speech: Speech, tables: Mapping[int, ContractTable] = MappingProxyType({})
) -> str:
    """Return the analysis as a page in the language of ``speech``; equal analyses give equal pages.

    tables: deals under all contracts, by their index in ``analysis.deals``.

    Names and ids are escaped, so that they cannot add markup.

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
    return _pages.get_template("report.html").render(
        policy=POLICY,
        style=_STYLE,
        script=_SCRIPT,
        analysis=analysis,
        match=analysis.match,
        report=None if analysis.match is None else MatchReport(analysis, speech),
        deals=[report and DealView(report, number) for number, report in enumerate(reports, 1)],
        first=judged[0],
        rules=analysis.deals[0].position.rules,
        language=speech.language,
        notation=speech.notation,
        say=speech.say,
        words=report_words,
        symbols=SYMBOLS,
        rank=rank_text,
        pair_text=pair_text,
        signed=signed,
        tint=tinted,
    )


def tinted(text: str) -> Markup:
    """Return ``text`` with its red cards in red and everything else escaped."""
    parts, end = [], 0
    for found in RED.finditer(text):
        parts += [escape(text[end : found.start()]), Markup('<span class="red">{}</span>').format(found[0])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])
