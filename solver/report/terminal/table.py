"""A contract table on a terminal: every trump and taker, the best contracts, par, and discards."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Bidding, Contender, ContractTable, Entry, Scored, TableDeal
from solver.cards import NO_TRUMPS
from solver.engine import Bounds
from solver.game import FIRST_TURN, SECOND_TURN, Outcome, Pair
from solver.report import words as words
from solver.report.contract import bid_text, trump_name, vulnerable_text
from solver.report.plain_text import (
    BETWEEN,
    NOTHING,
    bounds_text,
    heads_text,
    plain,
    sides_text,
    signed,
    title_of,
    unit,
)
from solver.report.terminal.answer import new_table, work_text
from solver.report.terminal.cards import Names, card_text, cards_text, hand_text, tinted
from solver.report.terminal.par import discards_text, or_else, par_texts
from solver.report.terminal.proposal import proposal_texts
from solver.rules import Objective
from solver.sentences import mark
from solver.speech import Speech

MADE, FAILED = "✓", "✗"

_TURNS = {
    FIRST_TURN: mark("First turn, each taker: {sides}"),
    SECOND_TURN: mark("Second turn, each taker: {sides}"),
}
_NEW_CARD = mark("Second turn, {card} turned up, each taker: {sides}")
_KEY = mark("{made} made · {failed} not made")
_TRUMPS = mark("trumps")
_DECLARER = mark("declarer")
_POINTS_OF = mark("points {sides}")
_MAKES = mark("{side} makes")
_SCORE = mark("score")
_BEST_FOR = mark("Best for {side}")
_NO_CONTRACT = mark("no contract that it can make")
_BY = mark("{contracts} by {takers}")
_LEADING = mark("{contracts} with {leaders} leading")
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
        parts += [*_Entries(table, speech).tables(), Text()]
        if table.proposal is not None:
            parts += proposal_texts(table.proposal, speech)
        else:
            parts += [*_best_texts(table, speech), *par_texts(table, speech)]
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


class _Entries:
    """The entries as tables: a row for each trump, a column for each taker or leader that matters."""

    def __init__(self, table: ContractTable, speech: Speech) -> None:
        self.table = table
        self.speech = speech
        self.asked = table.asked
        self.rules = table.asked.rules
        self.bidding = Bidding(table.asked)
        self.sides = heads_text(self.rules, speech)

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
        for turn in self.asked.turns:
            entries = [one for one in self.table.entries if one[0].turn == turn.number]
            head = _TURNS[turn.number] if turn.turned_up == self.asked.turned_up else _NEW_CARD
            card = card_text(turn.turned_up, self.speech.notation).plain
            title = tinted(self.speech.say(head, sides=self.sides, card=card))
            title.stylize("bold")
            parts += [title, self._by_seat(entries), Text()]
        return [*parts[:-1], *self._key()]

    def _key(self) -> list[RenderableType]:
        if any(scored is not None and scored.outcome != Outcome.played for _, scored in self.table.entries):
            return [Text(self.speech.say(_KEY, made=MADE, failed=FAILED), style="dim")]
        return []

    def _by_seat(self, entries: Sequence[Contender]) -> Table:
        """Return a table with a column for each taker, or for each leader."""
        seats = list(dict.fromkeys(entry.taker or entry.leader for entry, _ in entries))
        say, letters = self.speech.say, self.speech.letters
        head = words.TAKES if entries[0][0].taker is not None else words.LEADS_FIRST
        columns = [say(head, seat=letters(seat)) for seat in seats] if len(seats) > 1 else [self.sides]
        table = new_table(say(_TRUMPS), *columns)
        for trump in dict.fromkeys(entry.trump for entry, _ in entries):
            row = {
                entry.taker or entry.leader: (entry, scored)
                for entry, scored in entries
                if entry.trump == trump
            }
            table.add_row(self._name(trump), *(self._pair_cell(*row[seat]) for seat in seats))
        return table

    def _pair_cell(self, entry: Entry, scored: Scored | None) -> Text:
        cell = self._value(entry)
        if scored is not None and scored.outcome != Outcome.played:
            is_made = scored.outcome == Outcome.made
            cell.append(f" {MADE if is_made else FAILED}")
            cell.stylize("bold" if is_made else "dim")
        return cell

    def _tricks(self) -> Table:
        """Return the tricks of each declarer at bridge."""
        table = new_table(self.speech.say(_DECLARER), *map(self.speech.letters, self.rules.players))
        entries = [entry for entry, _ in self.table.entries]
        for trump in reversed(self.rules.trumps) if self.rules.trumps[0] != NO_TRUMPS else self.rules.trumps:
            row = [entry for entry in entries if entry.trump == trump]
            table.add_row(self._name(trump), *(self._own_tricks(entry) for entry in row))
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
        """Return a table with a column for each side as the taker's, if only the side makes a difference."""
        has_bids = bool(self.bidding.bids)
        columns = []
        say = self.speech.say
        for side in map(self.speech.letters, self.rules.side_names):
            columns += [say(_MAKES, side=side), say(_SCORE)] if has_bids else [say(words.TAKES, seat=side)]
        table = new_table(say(_TRUMPS), say(_POINTS_OF, sides=self.sides), *columns)
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
                    cells.append(Text(NOTHING if scored is None else bid_text(scored.bid, self.speech)))
                cells.append(Text(NOTHING if scored is None else _pair(scored.score)))
                if scored is not None and not has_bids:
                    cells[-1].append(f" {MADE if scored.outcome == Outcome.made else FAILED}")
            belote = of_trump[0][0].belote_side
            name = self._name(trump)
            if belote is not None:
                side = self.speech.letters(self.rules.side_names[belote])
                name.append(f"  {say(words.BELOTE, side=side)}", style="dim")
            table.add_row(name, *cells)
        return table

    def _value(self, entry: Entry) -> Text:
        if entry.result is not None:
            return Text(_pair(entry.result))
        if self.rules.objective == Objective.tricks:
            return Text(_range(entry.bounds, self.asked), style="yellow")
        difference = " − ".join(map(self.speech.letters, self.rules.side_names))
        said = self.speech.labelled(difference, bounds_text(entry.bounds, self.speech))
        return Text(said, style="yellow")

    def _name(self, trump: str) -> Text:
        return tinted(trump_name(trump, self.speech))


def _range(bounds: Bounds, asked: TableDeal) -> str:
    """Return the tricks of both sides, as far as they are proved."""
    n_tricks = len(next(iter(asked.deal.hands.values())))
    low, high = (n_tricks + bounds.low + 1) // 2, (n_tricks + bounds.high) // 2
    return f"{low}–{high}{BETWEEN}{n_tricks - high}–{n_tricks - low}"


def _best_texts(table: ContractTable, speech: Speech) -> list[RenderableType]:
    """Return the best contracts of each side, a line for each."""
    if not table.exact:
        return []
    grid = Table.grid(padding=(0, 2))
    for side in table.asked.rules.side_names:
        best = table.best(side)
        said = _contenders_text(table, best, speech) if best else speech.say(_NO_CONTRACT)
        head = Text(speech.say(_BEST_FOR, side=speech.letters(side)), style="bold")
        grid.add_row(head, tinted(said))
    return [grid]


def _contenders_text(table: ContractTable, best: Sequence[Contender], speech: Speech) -> str:
    """Return equally good contracts in one line: trumps, takers, and scores."""
    say = speech.say
    n_leaders = len({entry.leader for entry, _ in table.entries})
    groups: dict[str, list[str]] = {}
    for entry, scored in best:
        bid = "" if scored is None or scored.bid is None else f"{bid_text(scored.bid, speech)} "
        contract = f"{bid}{trump_name(entry.trump, speech)}"
        groups.setdefault(contract, []).append(entry.taker or entry.leader)
    alike: dict[tuple[str, ...], list[str]] = {}
    for contract, seats in groups.items():
        alike.setdefault(tuple(seats), []).append(contract)
    alternatives = []
    for among, contracts in alike.items():
        named, players = speech.either(contracts), speech.either(map(speech.letters, among))
        if best[0][0].taker is not None:
            named = say(_BY, contracts=named, takers=players)
        elif n_leaders > 1:
            named = say(_LEADING, contracts=named, leaders=players)
        alternatives.append(named)
    entry, scored = best[0]
    assert entry.result is not None, "the best contract was proved"
    names, rules = table.asked.rules.side_names, table.asked.rules
    parts = [sides_text(dict(zip(names, entry.result, strict=True)), speech, unit(rules))]
    if scored is not None and scored.score != entry.result:
        score = sides_text(dict(zip(names, scored.score, strict=True)), speech)
        parts.append(say(words.SCORES, score=score))
    return speech.labelled(or_else(alternatives, speech), ", ".join(parts))


def _pair(pair: Pair) -> str:
    return BETWEEN.join(map(signed, pair))
