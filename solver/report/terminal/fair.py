"""The fair verdict on a terminal: a table of cards judged by what their players could know."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.analysis import FairVerdict, Play
from solver.report import words
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
    table = Fitting(
        _table(report, judged, gap=3),
        _table(report, judged, gap=2),
        _table(report, judged, gap=2, is_named=False),
        _table(report, judged, gap=1, is_named=False, folds=True),
        _tight_table(report, judged),
    )
    means = Text(report.say(words.FAIR_MEANS), style="dim")
    # Of a mistake they are told where it is explained.
    shares = [report.contract_share(play) for play, _ in judged if play not in report.mistakes]
    said = map(tinted, filter(None, shares))
    return Group(Text(report.say(words.FAIR), style="bold"), table, *said, means, *notes)


def _table(
    report: DealReport, judged: Judged, *, gap: int, is_named: bool = True, folds: bool = False
) -> Table:
    """Return the table with all its columns.

    gap: the spaces between columns.
    is_named: False for players by their letters alone.
    folds: True for heads that fold between words.
    """
    say = report.say
    has_score = any(verdict.chosen.score_swing not in (None, verdict.chosen.swing) for _, verdict in judged)
    heads = [words.TRICK, words.PLAYED, words.VERDICT, words.BEST_TO_EXPECT]
    heads += [words.COSTS, *([words.IN_SCORE] if has_score else []), words.N_DEALS]
    rows = []
    for play, verdict in judged:
        chosen = verdict.chosen
        cells = [estimate_text(chosen.loss if report.is_zero_sum else chosen.swing, report.speech)]
        cells += [estimate_text(chosen.score_swing, report.speech)] if has_score else []
        n_deals = str(verdict.n_samples)
        cells.append(say(words.ALL_DEALS, n_deals=n_deals) if verdict.exhaustive else n_deals)
        played = report.played(play) if is_named else _lettered(play, report)
        named = [str(play.trick + 1).rjust(3), played, report.grade(verdict.grade)]
        rows.append([*named, _best_text(verdict, report), *cells])
    return _laid_out([say(head) for head in heads], rows, n_left=4, gap=gap, folds=folds)


def _tight_table(report: DealReport, judged: Judged) -> Table:
    """Return the table for a narrow terminal: the card, its grade, and what it costs where that counts."""
    has_score = any(verdict.chosen.score_swing for _, verdict in judged)
    heads = (words.TRICK, words.PLAYED, words.VERDICT, words.IN_SCORE if has_score else words.COSTS)
    rows = []
    for play, verdict in judged:
        chosen = verdict.chosen
        by_result = chosen.loss if report.is_zero_sum else chosen.swing
        cost = estimate_text(chosen.score_swing or by_result, report.speech)
        trick = str(play.trick + 1).rjust(2)
        rows.append([trick, _lettered(play, report), report.grade(verdict.grade), cost])
    return _laid_out([report.say(head) for head in heads], rows, n_left=3, gap=1, folds=True)


def _laid_out(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, n_left: int, gap: int, folds: bool
) -> Table:
    """Return a table of heads and rows, of which the first ``n_left`` columns are set left."""
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    for index, (head, *cells) in enumerate(zip(heads, *rows, strict=True)):
        width = max(map(cell_len, [*head.split(), *cells])) if folds else None
        table.add_column(head, justify="left" if index < n_left else "right", no_wrap=not folds, width=width)
    for row in rows:
        table.add_row(*map(tinted, row))
    return table


def _lettered(play: Play, report: DealReport) -> str:
    """Return the card with the letter of the seat that it was played from."""
    return f"{report.letter(play.seat)} {report.cards([play.card])}"


def _best_text(verdict: FairVerdict, report: DealReport) -> str:
    """Return the best cards for the result, and those for the score if they are others or the card is one."""
    best, for_score = report.cards(verdict.best), verdict.best_for_score
    if for_score is None:
        return best
    is_for_score_alone = verdict.card in for_score and verdict.card not in verdict.best
    if set(for_score) & set(verdict.best) and not is_for_score_alone:
        return best
    return report.say(words.BEST_FOR_SCORE, best=best, for_score=report.cards(for_score))
