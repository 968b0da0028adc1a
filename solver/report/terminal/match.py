"""A match on a terminal: its score, the players compared, the costliest cards."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from solver.game import MatchScore
from solver.report import words
from solver.report.match import MatchReport, standing
from solver.report.plain_text import NOTHING, pair_text
from solver.report.terminal.cards import tinted
from solver.report.terminal.figures import figures_table
from solver.report.terminal.tables import fitting_table

_INDENT = 3


def match_text(report: MatchReport) -> RenderableType:
    """Return the report on what all deals of a match come to."""
    analysis, say = report.analysis, report.speech.say
    parts: list[RenderableType] = [_heading(say(words.MATCH)), Text()]
    parts += [figures_table(report.players), Text()]
    if report.partnerships is not None:
        parts += [figures_table(report.partnerships), Text()]
    parts += [Text(report.legend(), style="dim"), Text()]
    by_deal = fitting_table(report.by_deal_heads(), report.by_deal())
    parts += [_heading(report.by_deal_title()), Text(), by_deal, Text()]
    if costliest := report.costliest():
        parts.append(_heading(say(words.COSTLIEST)))
        for number, play, deal in costliest:
            place = [say(words.DEAL_NUMBER, n=number), say(words.TRICK_NUMBER, n=play.trick + 1)]
            said = tinted(" · ".join([*place, deal.costly(play)]))
            parts.append(Padding(said, (0, 0, 0, _INDENT)))
        parts.append(Text())
    assert analysis.match is not None, "a match has a score"
    return Group(*parts, _score_table(report, analysis.match))


def _heading(text: str) -> Text:
    return Text(text, style="bold")


def _score_table(report: MatchReport, match: MatchScore) -> RenderableType:
    """Return the score of the match, deal by deal."""
    say, first = report.speech.say, next(iter(report.deals.values()))
    heads = (say(words.MATCH_SCORE, sides=first.sides), say(words.MATCH_HELD), say(words.MATCH_TOTAL))
    rows: list[list[str]] = []
    for number, (deal, scored) in enumerate(zip(match.deals, report.scores(), strict=True), 1):
        received = pair_text(deal.received) if any(deal.received.values()) else NOTHING
        rows.append([str(number), scored, received, pair_text(deal.totals)])
    table = fitting_table([say(words.MATCH_DEAL), *heads], rows)
    return Group(table, Text(), Text(" ".join(standing(first, match)), style="bold"))
