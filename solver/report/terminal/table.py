"""A contract table on a terminal: every trump and taker, the best contracts, par, and discards."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Bidding, ContractTable, TableDeal
from solver.cards import NO_TRUMPS
from solver.report import words as words
from solver.report.contract import vulnerable_text
from solver.report.contracts import Cell, Entries, Grid, Tone, best_texts
from solver.report.par import par_texts
from solver.report.plain_text import (
    plain,
    title_of,
)
from solver.report.terminal.answer import work_text
from solver.report.terminal.cards import Names, card_text, cards_text, hand_text, tinted
from solver.report.terminal.console import Fitting
from solver.report.terminal.discards import discards_text
from solver.report.terminal.proposal import proposal_texts
from solver.report.terminal.tables import listed, new_table, tight_table
from solver.sentences import mark
from solver.speech import Speech

_STYLES: Mapping[Tone, str] = {"plain": "", "made": "bold", "failed": "dim", "open": "yellow"}
_LIMIT = mark("{why} The ranges are what was proved. Best contracts and par need every value.")


def table_text(table: ContractTable, speech: Speech, names: Names | None = None) -> RenderableType:
    """Return the whole contract table."""
    asked = table.asked
    parts: list[RenderableType] = [
        _title(table, speech),
        Text(),
        _diagram(asked, speech, names or {}),
        Text(),
    ]
    if table.discards:
        for discards in table.discards:
            parts += [*discards_text(asked.rules, discards, speech), Text()]
    else:
        parts += [*contracts_text(table, speech), Text()]
        if table.proposal is not None:
            parts += proposal_texts(table.proposal, speech)
        else:
            parts += bidding_text(table, speech)
        if not table.exact:
            why = "" if table.ended is None else words.end_text(table.ended, speech)
            parts.append(Text(speech.say(_LIMIT, why=why), style="yellow"))
        parts.append(Text())
    return Group(*parts, work_text(table.stats.nodes, table.stats.time_ms, speech))


def _title(table: ContractTable, speech: Speech) -> Text:
    asked = table.asked
    parts = [Text(title_of(asked.rules, speech), style="bold")]
    if asked.dealer is not None:
        parts.append(Text(speech.say(words.DEALS, seat=speech.letters(asked.dealer))))
    if asked.leader is not None:
        parts.append(Text(speech.say(words.LEADS_FIRST, seat=speech.letters(asked.leader))))
    if Bidding(asked).is_bridge:
        parts.append(Text(vulnerable_text(asked.vulnerable, speech)))
    return Text(" · ").join(parts)


def _diagram(asked: TableDeal, speech: Speech, names: Names) -> RenderableType:
    """Return the hands round the table, and below them the cards still to be dealt or drawn."""
    rules = asked.rules

    def place(seat: str) -> Text:
        if seat not in rules.players:
            return Text("")
        title = Text(f"{speech.letters(seat)} {plain(names.get(seat, ''), 24)}".strip(), style="bold")
        return Text("\n").join([title, hand_text(asked.deal.hands[seat], rules, NO_TRUMPS, speech.notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), "", place("E"))
    grid.add_row("", place("S"), "")
    below: list[RenderableType] = []
    turned_up, pack = asked.turned_up, asked.deal.stock
    if asked.pack is not None:
        turned_up, pack = asked.pack.turned_up, asked.pack.cards
    if turned_up is not None:
        name = Text(f"{speech.say(words.TURNED_UP)} ")
        below.append(name.append_text(card_text(turned_up, speech.notation)))
    if pack:
        said = speech.say(words.STOCK if turned_up is None else words.STILL_TO_DEAL)
        below.append(Text(f"{said} ").append_text(cards_text(pack, speech.notation)))
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
    return [*parts[:-1], *([Text(entries.key, style="dim")] if entries.key else [])]


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
