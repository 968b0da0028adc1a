"""The fair verdict on a terminal: its options, and the table of cards judged by what their players knew."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.analysis import DealAnalysis, Play
from solver.cards import Notation
from solver.cli_cards import NOTHING, Names, card_text, cards_text, plain, unit
from solver.fair_sampling import MAX_SAMPLES
from solver.fair_verdict import Estimate, FairVerdict
from solver.json_text import MAX_INTEGER

Command = TypeVar("Command", bound=Callable[..., Any])


def fair_options(command: Command) -> Command:
    """The options of a command that judges logs."""
    options = [
        click.option(
            "--fair",
            type=click.IntRange(1, MAX_SAMPLES),
            metavar="DEALS",
            help="Judge mistakes also by what the player could know, over so many deals that agree with it.",
        ),
        click.option(
            "--seed", type=click.IntRange(0, MAX_INTEGER), metavar="NUMBER", help="Which deals --fair draws."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def fair_table(deal: DealAnalysis, is_zero_sum: bool, notation: Notation = "en") -> RenderableType | None:
    """The fair verdicts of a deal; None where there are none.

    ``is_zero_sum`` is whether what one side loses the other gains, so that a loss says it all.
    """
    judged = [(play, play.fair) for play in deal.plays if play.fair is not None]
    if not judged:
        return None
    has_score = any(verdict.chosen.score_swing not in (None, verdict.chosen.swing) for _, verdict in judged)
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("trick", no_wrap=True)
    table.add_column("played", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("best to expect")
    for head in ("cost", *(["in the score"] if has_score else []), "deals"):
        table.add_column(head, justify="right")
    for play, verdict in judged:
        chosen = verdict.chosen
        cells = [_estimate_text(chosen.loss if is_zero_sum else chosen.swing)]
        cells += [_estimate_text(chosen.score_swing)] if has_score else []
        table.add_row(
            str(play.trick + 1).rjust(3),
            _played_text(play, deal.names or {}, notation),
            verdict.grade.value,
            _best_text(verdict, notation),
            *cells,
            f"all {verdict.n_samples}" if verdict.exhaustive else str(verdict.n_samples),
        )
    counted = unit(deal.position.rules) + ("" if is_zero_sum else " of the difference")
    return Group(
        Text("By what the player could know", style="bold"),
        table,
        Text(f"means over deals that agree with it, in {counted} · ± standard error", style="dim"),
    )


def _played_text(play: Play, names: Names, notation: Notation) -> Text:
    name = f" {plain(names[play.seat], 24)}" if play.seat in names else ""
    return Text(f"{play.seat}{name} ").append_text(card_text(play.card, notation))


def _best_text(verdict: FairVerdict, notation: Notation) -> Text:
    """The best cards; those for the score, too, where they are others."""
    text = cards_text(verdict.best, notation)
    for_score = verdict.best_for_score
    if for_score is not None and not set(for_score) & set(verdict.best):
        text.append("; for the score ").append_text(cards_text(for_score, notation))
    return text


def _estimate_text(found: Estimate | None) -> str:
    if found is None:
        return NOTHING
    return f"{found.mean:.1f}" + (f" ± {found.error:.1f}" if found.error else "")
