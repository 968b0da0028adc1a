"""All fours with the pack in order, on a terminal: the value of taking and of proposing another suit."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Proposal
from solver.report.proposal import ProposalReport
from solver.report.terminal.cards import tinted
from solver.report.terminal.discards import discards_text
from solver.speech import Speech


def proposal_texts(proposal: Proposal, speech: Speech) -> list[RenderableType]:
    """Return the value of each decision, the best ones, and the redeal with its discards."""
    report = ProposalReport.of(proposal, speech)
    grid = Table.grid(padding=(0, 2))
    for label, said in report.outcomes:
        grid.add_row(tinted(label), Text(said))
    for label, said in report.best:
        grid.add_row(Text(label, style="bold"), said)
    hands = Table.grid(padding=(0, 2))
    for label, said in report.hands:
        hands.add_row(Text(label), tinted(said))
    return [grid, Text(), hands, *discards_text(proposal.rules, proposal.discards, speech), Text()]
