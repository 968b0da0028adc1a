"""A contract table on a terminal: every trump and taker, the best contracts, par, and discards."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import ContractTable
from solver.cards import NO_TRUMPS
from solver.labels import LogName
from solver.report.contracts import Cell, Entries, Grid, Tone, best_texts
from solver.report.par import par_texts
from solver.report.plain_text import plain
from solver.report.table import TableReport
from solver.report.terminal.answer import work_text
from solver.report.terminal.cards import Names, cards_text, hand_text, tinted
from solver.report.terminal.console import Fitting
from solver.report.terminal.discards import discards_text
from solver.report.terminal.proposal import proposal_texts
from solver.report.terminal.tables import listed, new_table, tight_table
from solver.speech import Speech

_STYLES: Mapping[Tone, str] = {"plain": "", "made": "bold", "failed": "dim", "open": "yellow"}


def table_text(
    table: ContractTable, speech: Speech, names: Names | None = None, log_id: str = ""
) -> RenderableType:
    """Return the whole contract table, headed by the id of its deal."""
    report = TableReport(table, speech, names or {})
    parts: list[RenderableType] = [_title(report, log_id), Text(), _diagram(report), Text()]
    if table.discards:
        for discards in table.discards:
            parts += [*discards_text(table.asked.rules, discards, speech), Text()]
    else:
        parts += [*contracts_text(table, speech), Text()]
        if table.proposal is not None:
            parts += proposal_texts(table.proposal, speech)
        else:
            parts += bidding_text(table, speech)
        if limit := report.limit():
            parts.append(Text(limit, style="yellow"))
        parts.append(Text())
    return Group(*parts, work_text(table.stats.nodes, table.stats.time_ms, speech))


def _title(report: TableReport, log_id: str) -> Text:
    name = plain(LogName(log_id).say(report.speech.language))
    parts = [*map(Text, report.facts()), *([Text(name)] if name else [])]
    return Text(" · ").join([Text(report.title, style="bold"), *parts])


def _diagram(report: TableReport) -> RenderableType:
    """Return the hands round the table, and below them the cards still to be dealt or drawn."""
    asked, notation = report.asked, report.speech.notation

    def place(seat: str) -> Text:
        if seat not in asked.rules.players:
            return Text("")
        title = Text(f"{report.letter(seat)} {report.name(seat)}".strip(), style="bold")
        return Text("\n").join([title, hand_text(asked.deal.hands[seat], asked.rules, NO_TRUMPS, notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), "", place("E"))
    grid.add_row("", place("S"), "")
    below = [Text(f"{label} ").append_text(cards_text(cards, notation)) for label, cards in report.aside()]
    return Group(grid, *([Text(), *below] if below else []))


def contracts_text(table: ContractTable, speech: Speech) -> list[RenderableType]:
    """Return the entries as tables, with the meaning of their signs."""
    entries = Entries(table, speech)
    parts: list[RenderableType] = []
    for grid in entries.grids():
        if grid.title:
            title = tinted(grid.title)
            title.stylize("bold")
            parts.append(title)
        parts += [_drawn(grid), Text()]
    return [*parts[:-1], *([Text(" · ".join(entries.key), style="dim")] if entries.key else [])]


def _drawn(grid: Grid) -> RenderableType:
    """Return a grid as a table; for narrow terminals with folded heads, or as a list."""
    rows = [[*map(_cell_text, row)] for row in grid.rows]
    bare = [[_cell_text(cell._replace(note="")) for cell in row] for row in grid.rows]
    wide, tight = new_table(*grid.heads, rows=rows), tight_table([grid.heads, *bare], folds=True)
    return Fitting(wide, tight, listed(grid.heads, rows))


def bidding_text(table: ContractTable, speech: Speech) -> list[RenderableType]:
    """Return the best contracts of each side and par, a line for each."""
    parts: list[RenderableType] = []
    if best := best_texts(table, speech):
        grid = Table.grid(padding=(0, 2))
        for head, said in best:
            grid.add_row(Text(head, style="bold"), tinted(said))
        parts.append(grid)
    for head, said in par_texts(table, speech):
        parts.append(Text.assemble((f"{head}  ", "bold"), tinted(said)))
    return parts


def _cell_text(cell: Cell) -> Text:
    text = tinted(cell.text)
    if style := _STYLES[cell.tone]:
        text.stylize(style)
    if cell.note:
        text.append(f"  {cell.note}", style="dim")
    return text
