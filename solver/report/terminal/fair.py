"""The fair verdict on a terminal: a table of cards judged by what their players could know."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.analysis import FairVerdict, Play
from solver.report import words as words
from solver.report.deal import DealReport
from solver.report.figures import estimate_text
from solver.report.terminal.cards import tinted
from solver.report.terminal.console import Fitting

Judged = Sequence[tuple[Play, FairVerdict]]
"""The cards with a verdict."""


def fair_table(report: DealReport) -> RenderableType | None:
    """Return the fair verdicts of a deal, or None if none were asked for."""
    judged: Judged = [(play, play.fair) for play in report.deal.plays if play.fair is not None]
    notes = [Text(note, style="dim") for note in report.fair_notes()]
    if not judged:
        return Group(*notes) if notes else None
    table = Fitting(_wide_table(report, judged), _tight_table(report, judged))
    means = Text(report.say(words.FAIR_MEANS), style="dim")
    leads = [tinted(text) for _, verdict in judged if (text := report.lead(verdict))]
    return Group(Text(report.say(words.FAIR), style="bold"), table, *leads, means, *notes)


def _wide_table(report: DealReport, judged: Judged) -> Table:
    say = report.say
    has_score = any(verdict.chosen.score_swing not in (None, verdict.chosen.swing) for _, verdict in judged)
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in (words.TRICK, words.PLAYED, words.VERDICT):
        table.add_column(say(head), no_wrap=True)
    table.add_column(say(words.BEST_TO_EXPECT))
    for head in (words.COSTS, *([words.IN_SCORE] if has_score else []), words.N_DEALS):
        table.add_column(say(head), justify="right")
    for play, verdict in judged:
        chosen = verdict.chosen
        cells = [estimate_text(chosen.loss if report.is_zero_sum else chosen.swing, report.speech)]
        cells += [estimate_text(chosen.score_swing, report.speech)] if has_score else []
        n_deals = str(verdict.n_samples)
        table.add_row(
            str(play.trick + 1).rjust(3),
            tinted(report.played(play)),
            report.grade(verdict.grade),
            tinted(_best_text(verdict, report)),
            *cells,
            say(words.ALL_DEALS, n_deals=n_deals) if verdict.exhaustive else n_deals,
        )
    return table


def _tight_table(report: DealReport, judged: Judged) -> Table:
    """Return the table for a narrow terminal: the card, its grade, and what it costs where that counts."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    for play, verdict in judged:
        chosen = verdict.chosen
        by_result = chosen.loss if report.is_zero_sum else chosen.swing
        table.add_row(
            str(play.trick + 1).rjust(2),
            tinted(f"{report.letter(play.seat)} {report.cards([play.card])}"),
            report.grade(verdict.grade),
            estimate_text(chosen.score_swing or by_result, report.speech),
        )
    return table


def _best_text(verdict: FairVerdict, report: DealReport) -> str:
    """Return the best cards for the result, and those for the score if they are others."""
    best, for_score = report.cards(verdict.best), verdict.best_for_score
    if for_score is None or set(for_score) & set(verdict.best):
        return best
    return report.say(words.BEST_FOR_SCORE, best=best, for_score=report.cards(for_score))
