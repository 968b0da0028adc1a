"""A table as a card player reads it: every trump and taker, the best contract of each side, par, discards."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.bridge_score import Vulnerable
from solver.cards import NO_TRUMPS, Notation
from solver.cli_answer import duration_text, new_table
from solver.cli_cards import (
    BETWEEN,
    NOTHING,
    Names,
    bounds_text,
    card_text,
    cards_text,
    hand_text,
    one_of,
    plain,
    signed,
    unit,
)
from solver.cli_par import TURNS, bid_name, discards_text, par_texts, trump_name
from solver.par_contracts import Bidding, Scored
from solver.result import Bounds
from solver.rules import Objective, Rules
from solver.scoring import Outcome, Pair
from solver.table import Contender, ContractTable
from solver.table_deal import TableDeal
from solver.table_entries import Entry

MADE, FAILED = "✓", "✗"


def table_text(table: ContractTable, notation: Notation = "en", names: Names | None = None) -> RenderableType:
    """The whole table."""
    asked = table.asked
    parts: list[RenderableType] = [_title(table), Text(), _diagram(asked, notation, names or {}), Text()]
    if table.discards:
        for discards in table.discards:
            parts += [*discards_text(asked.rules, discards, notation), Text()]
    else:
        parts += [*_Entries(table).tables(), Text()]
        parts += [*_best_texts(table), *par_texts(table)]
        if not table.exact:
            said = "The limit came first: the ranges are what was proved."
            parts.append(Text(f"{said} Best contracts and par need every value.", style="yellow"))
        parts.append(Text())
    parts.append(Text(f"{table.stats.nodes:,} nodes in {duration_text(table.stats.time_ms)}", style="dim"))
    return Group(*parts)


def _title(table: ContractTable) -> Text:
    asked = table.asked
    parts = [Text(plain(asked.rules.title or asked.rules.name), style="bold")]
    if asked.dealer is not None:
        parts.append(Text(f"{asked.dealer} deals"))
    if asked.leader is not None:
        parts.append(Text(f"{asked.leader} leads"))
    if Bidding(asked).is_bridge:
        words = {Vulnerable.none: "nobody", Vulnerable.both: "both sides"}
        parts.append(Text(f"{words.get(asked.vulnerable, asked.vulnerable.value)} vulnerable"))
    return Text(" · ").join(parts)


def _diagram(asked: TableDeal, notation: Notation, names: Names) -> RenderableType:
    """The hands round the table; below, what is still to be dealt or drawn."""
    rules = asked.rules

    def place(seat: str) -> Text:
        if seat not in rules.players:
            return Text("")
        title = Text(f"{seat} {plain(names.get(seat, ''), 24)}".strip(), style="bold")
        return Text("\n").join([title, hand_text(asked.deal.hands[seat], rules, NO_TRUMPS, notation)])

    grid = Table.grid(padding=(0, 4))
    grid.add_row("", place("N"), "")
    grid.add_row(place("W"), "", place("E"))
    grid.add_row("", place("S"), "")
    below: list[RenderableType] = []
    if asked.turned_up is not None:
        below.append(Text("turned up: ").append_text(card_text(asked.turned_up, notation)))
    if asked.deal.stock:
        name = "stock, top card first: " if asked.turned_up is None else "still to be dealt, in order: "
        below.append(Text(name).append_text(cards_text(asked.deal.stock, notation)))
    return Group(grid, *([Text(), *below] if below else []))


class _Entries:
    """The entries as tables: a row for each trump, a column for each taker or leader that matters."""

    def __init__(self, table: ContractTable) -> None:
        self.table = table
        self.asked = table.asked
        self.rules = table.asked.rules
        self.bidding = Bidding(table.asked)
        self.sides = BETWEEN.join(self.rules.side_names)

    def tables(self) -> list[RenderableType]:
        if self.asked.turned_up is not None:
            return self._by_turn()
        if self.rules.has_taker and self.asked.leader is not None:
            return [self._by_side()]
        if self.bidding.is_bridge:
            return [self._tricks()]
        return [self._by_seat([*self.table.entries]), *self._key()]

    def _by_turn(self) -> list[RenderableType]:
        parts: list[RenderableType] = []
        for turn, name in TURNS.items():
            entries = [one for one in self.table.entries if one[0].turn == turn]
            parts += [Text(f"{name}, each taker: {self.sides}", style="bold"), self._by_seat(entries), Text()]
        return [*parts[:-1], *self._key()]

    def _key(self) -> list[RenderableType]:
        if any(scored is not None and scored.outcome != Outcome.played for _, scored in self.table.entries):
            return [Text(f"{MADE} made · {FAILED} not made", style="dim")]
        return []

    def _by_seat(self, entries: Sequence[Contender]) -> Table:
        """A column for each taker, or for each leader."""
        seats = list(dict.fromkeys(entry.taker or entry.leader for entry, _ in entries))
        verb = "takes" if entries[0][0].taker is not None else "leads"
        columns = [f"{seat} {verb}" for seat in seats] if len(seats) > 1 else [self.sides]
        table = new_table("trumps", *columns)
        for trump in dict.fromkeys(entry.trump for entry, _ in entries):
            row = {
                entry.taker or entry.leader: (entry, scored)
                for entry, scored in entries
                if entry.trump == trump
            }
            table.add_row(trump_name(trump), *(self._pair_cell(*row[seat]) for seat in seats))
        return table

    def _pair_cell(self, entry: Entry, scored: Scored | None) -> Text:
        cell = self._value(entry)
        if scored is not None and scored.outcome != Outcome.played:
            is_made = scored.outcome == Outcome.made
            cell.append(f" {MADE if is_made else FAILED}")
            cell.stylize("bold" if is_made else "dim")
        return cell

    def _tricks(self) -> Table:
        """Bridge: the tricks of each declarer."""
        table = new_table("declarer", *self.rules.players)
        entries = [entry for entry, _ in self.table.entries]
        for trump in reversed(self.rules.trumps) if self.rules.trumps[0] != NO_TRUMPS else self.rules.trumps:
            row = [entry for entry in entries if entry.trump == trump]
            table.add_row(trump_name(trump), *(self._own_tricks(entry) for entry in row))
        return table

    def _own_tricks(self, entry: Entry) -> Text:
        assert entry.taker is not None, "a contract of bridge has a declarer"
        side = self.rules.side_of(entry.taker)
        if entry.result is not None:
            return Text(str(entry.result[side]))
        n_tricks = len(self.asked.deal.hands[entry.taker])
        low, high = (
            (entry.bounds.low, entry.bounds.high) if side == 0 else (-entry.bounds.high, -entry.bounds.low)
        )
        return Text(f"{(n_tricks + low + 1) // 2}–{(n_tricks + high) // 2}", style="yellow")

    def _by_side(self) -> Table:
        """Where only the side of the taker makes a difference: what each side scores as the taker's."""
        has_bids = bool(self.bidding.bids)
        columns = []
        for side in self.rules.side_names:
            columns += [f"{side} makes", "score"] if has_bids else [f"{side} takes"]
        table = new_table("trumps", f"points {self.sides}", *columns)
        for trump in self.rules.trumps:
            of_trump = [one for one in self.table.entries if one[0].trump == trump]
            cells = [self._value(of_trump[0][0])]
            for number in (0, 1):
                scored = next(
                    scored
                    for entry, scored in of_trump
                    if entry.taker is not None and self.rules.side_of(entry.taker) == number
                )
                if has_bids:
                    cells.append(Text(NOTHING if scored is None else bid_name(scored.bid)))
                cells.append(Text(NOTHING if scored is None else _pair(scored.score)))
                if scored is not None and not has_bids:
                    cells[-1].append(f" {MADE if scored.outcome == Outcome.made else FAILED}")
            belote = of_trump[0][0].belote_side
            name = trump_name(trump)
            if belote is not None:
                name.append(f"  belote {self.rules.side_names[belote]}", style="dim")
            table.add_row(name, *cells)
        return table

    def _value(self, entry: Entry) -> Text:
        if entry.result is not None:
            return Text(_pair(entry.result))
        if self.rules.objective == Objective.tricks:
            return Text(_range(entry.bounds, self.asked), style="yellow")
        first, second = self.rules.side_names
        return Text(f"{first} − {second}: {bounds_text(entry.bounds)}", style="yellow")


def _range(bounds: Bounds, asked: TableDeal) -> str:
    """The tricks of both sides, as far as they are proved."""
    n_tricks = len(next(iter(asked.deal.hands.values())))
    low, high = (n_tricks + bounds.low + 1) // 2, (n_tricks + bounds.high) // 2
    return f"{low}–{high}{BETWEEN}{n_tricks - high}–{n_tricks - low}"


def _best_texts(table: ContractTable) -> list[RenderableType]:
    """The best contract of each side, a line each."""
    if not table.exact:
        return []
    grid = Table.grid(padding=(0, 2))
    for side in table.asked.rules.side_names:
        best = table.best(side)
        said = _contenders_text(table, best) if best else Text("no contract that it can make")
        grid.add_row(Text(f"Best for {side}", style="bold"), said)
    return [grid]


def _contenders_text(table: ContractTable, best: Sequence[Contender]) -> Text:
    """Equally good contracts in one line: with what trumps, by whom, for what."""
    n_leaders = len({entry.leader for entry, _ in table.entries})
    groups: dict[tuple[str, str], list[str]] = {}
    for entry, scored in best:
        bid = "" if scored is None or scored.bid is None else bid_name(scored.bid) + " "
        groups.setdefault((bid, entry.trump), []).append(entry.taker or entry.leader)
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for contract, seats in groups.items():
        alike.setdefault(tuple(seats), []).append(contract)
    said = Text()
    for group, contracts in alike.items():
        said.append(", or " if said else "")
        names = [Text(bid).append_text(trump_name(trump)) for bid, trump in contracts]
        said.append_text(one_of(names))
        if best[0][0].taker is not None:
            said.append(f" by {' or '.join(group)}")
        elif n_leaders > 1:
            said.append(f" with {' or '.join(group)} leading")
    entry, scored = best[0]
    assert entry.result is not None, "the best contract was proved"
    rules = table.asked.rules
    said.append(f": {_sides(rules, entry.result)} {unit(rules)}")
    if scored is not None and scored.score != entry.result:
        said.append(f", score {_sides(rules, scored.score)}")
    return said


def _pair(pair: Pair) -> str:
    return BETWEEN.join(map(signed, pair))


def _sides(rules: Rules, pair: Pair) -> str:
    return ", ".join(f"{side} {signed(number)}" for side, number in zip(rules.side_names, pair, strict=True))
