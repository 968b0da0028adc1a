"""The report as one page of HTML that needs nothing else: no network, no script to be read."""

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from solver import report_words
from solver.analysis import Analysis
from solver.cards import SYMBOLS
from solver.cli_cards import RED, pair_text, rank_text, signed
from solver.report_deal import DealReport
from solver.report_view import DealView
from solver.speech import Speech

_pages = Environment(
    loader=PackageLoader("solver", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def report_page(analysis: Analysis, speech: Speech) -> str:
    """The analysis as a page in the language of ``speech``; the same for the same analysis.

    Names and ids are written as text, whatever they hold.
    """
    speech = Speech(speech.language, speech.notation, symbols=True)
    reports = [DealReport(deal, speech) for deal in analysis.deals]
    return _pages.get_template("report.html").render(
        analysis=analysis,
        match=analysis.match,
        deals=[DealView(report, number) for number, report in enumerate(reports, 1)],
        first=reports[0],
        rules=analysis.deals[0].position.rules,
        language=speech.language,
        notation=speech.notation,
        say=speech.say,
        words=report_words,
        symbols=SYMBOLS,
        rank=rank_text,
        pair=pair_text,
        signed=signed,
        tint=tinted,
    )


def tinted(text: str) -> Markup:
    """``text`` with its red cards in red; everything else in it is escaped."""
    parts, end = [], 0
    for found in RED.finditer(text):
        parts += [escape(text[end : found.start()]), Markup('<span class="red">{}</span>').format(found[0])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])
