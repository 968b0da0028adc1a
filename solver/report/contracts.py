"""Contract tables in words and numbers: the entries as grids, and the best contracts of each side."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from solver.bidding import Bidding, Contender, ContractTable, Entry, Scored, TableDeal
from solver.cards import NO_TRUMPS
from solver.engine import Bounds
from solver.game import FIRST_TURN, SECOND_TURN, Outcome, Pair
from solver.report import words
from solver.report.contract import bid_text
from solver.report.par import or_else
from solver.report.plain_text import (
    BETWEEN,
    NOTHING,
    bounds_text,
    cards_line,
    heads_text,
    sides_text,
    signed,
    unit,
)
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
_WITHOUT_BELOTE = mark("points without those of belote")
_TRUMPS = mark("trumps")
_DECLARER = mark("declarer")
_POINTS_OF = mark("points {sides}")
_TRICKS_OF = mark("tricks {sides}")
_MAKES = mark("{side} makes")
_SCORE = mark("score")
_BEST_FOR = mark("Best for {side}")
_NO_CONTRACT = mark("no contract that it can make")
_BY = mark("{contracts} by {takers}")
_LEADING = mark("{contracts} with {leaders} leading")

Tone = Literal["plain", "made", "failed", "open"]
"""The look of a cell: a contract made or not, or a value that is not proved."""


class Cell(NamedTuple):
    """A cell of a grid."""

    text: str
    tone: Tone = "plain"
    note: str = ""
    """Words behind it, said more quietly."""


class Grid(NamedTuple):
    """A table: a head for each column, and rows whose first cell is the head of the row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


class Entries:
    """The entries as grids: a row for each trump, a column for each taker or leader that matters."""

    def __init__(self, table: ContractTable, speech: Speech) -> None:
        self.table = table
        self.speech = speech
        self.asked = table.asked
        self.rules = table.asked.rules
        self.bidding = Bidding(table.asked)
        self.sides = heads_text(self.rules, speech)

    @property
    def key(self) -> tuple[str, ...]:
        """The meaning of the signs, in phrases of one line; none if there are no signs."""
        has_takers = self.rules.has_taker and self.asked.leader is not None
        if self.bidding.is_bridge or (has_takers and self.asked.turned_up is None):
            return ()
        if all(scored is None or scored.outcome == Outcome.played for _, scored in self.table.entries):
            return ()
        said = self.speech.say(_KEY, made=MADE, failed=FAILED)
        # A contract may be made only with them.
        has_belote = any(entry.belote_side is not None for entry, _ in self.table.entries)
        return (said, self.speech.say(_WITHOUT_BELOTE)) if has_belote else (said,)

    def grids(self) -> list[Grid]:
        """Return one grid, or one for each turn of an auction of belote."""
        if self.asked.turned_up is not None:
            return self._by_turn()
        if self.rules.has_taker and self.asked.leader is not None:
            return [self._by_side()]
        if self.bidding.is_bridge:
            return [self._tricks()]
        return [self._by_seat([*self.table.entries])]

    def _by_turn(self) -> list[Grid]:
        grids = []
        for turn in self.asked.turns:
            entries = [one for one in self.table.entries if one[0].turn == turn.number]
            head = _TURNS[turn.number] if turn.turned_up == self.asked.turned_up else _NEW_CARD
            card = cards_line([turn.turned_up], self.speech.notation)
            title = self.speech.say(head, sides=self.sides, card=card)
            grids.append(self._by_seat(entries)._replace(title=title))
        return grids

    def _by_seat(self, entries: Sequence[Contender]) -> Grid:
        """Return a grid with a column for each taker, or for each leader."""
        seats = list(dict.fromkeys(entry.taker or entry.leader for entry, _ in entries))
        say, letters = self.speech.say, self.speech.letters
        head = words.TAKES if entries[0][0].taker is not None else words.LEADS_FIRST
        columns = [say(head, seat=letters(seat)) for seat in seats] if len(seats) > 1 else [self.sides]
        rows = []
        for trump in dict.fromkeys(entry.trump for entry, _ in entries):
            row = {
                entry.taker or entry.leader: (entry, scored)
                for entry, scored in entries
                if entry.trump == trump
            }
            cells = [(self._pair_cell(*row[seat]), self._belote(row[seat][0])) for seat in seats]
            name = self._name(trump)
            if len({belote for _, belote in cells}) == 1:
                rows.append((name._replace(note=cells[0][1]), *(cell for cell, _ in cells)))
            else:
                # Where the taker gets the card turned up, the belote may be theirs by it.
                rows.append((name, *(cell._replace(note=belote) for cell, belote in cells)))
        return Grid((say(_TRUMPS), *columns), tuple(rows))

    def _pair_cell(self, entry: Entry, scored: Scored | None) -> Cell:
        cell = self._value(entry)
        if scored is None or scored.outcome == Outcome.played:
            return cell
        is_made = scored.outcome == Outcome.made
        return Cell(f"{cell.text} {MADE if is_made else FAILED}", "made" if is_made else "failed")

    def _tricks(self) -> Grid:
        """Return the tricks of each declarer at bridge."""
        entries = [entry for entry, _ in self.table.entries]
        rows = []
        for trump in reversed(self.rules.trumps) if self.rules.trumps[0] != NO_TRUMPS else self.rules.trumps:
            row = [entry for entry in entries if entry.trump == trump]
            rows.append((self._name(trump), *(self._own_tricks(entry) for entry in row)))
        heads = (self.speech.say(_DECLARER), *map(self.speech.letters, self.rules.players))
        return Grid(heads, tuple(rows))

    def _own_tricks(self, entry: Entry) -> Cell:
        assert entry.taker is not None, "a contract of bridge has a declarer"
        side = self.rules.side_of(entry.taker)
        if entry.result is not None:
            return Cell(str(entry.result[side]))
        n_tricks = len(self.asked.deal.hands[entry.taker])
        low, high = (
            (entry.bounds.low, entry.bounds.high) if side == 0 else (-entry.bounds.high, -entry.bounds.low)
        )
        return Cell(f"{(n_tricks + low + 1) // 2}–{(n_tricks + high) // 2}", "open")

    def _by_side(self) -> Grid:
        """Return a grid with a column for each side as the taker's, if only the side makes a difference."""
        has_bids = bool(self.bidding.bids)
        columns = []
        say = self.speech.say
        for side in map(self.speech.letters, self.rules.side_names):
            columns += [say(_MAKES, side=side), say(_SCORE)] if has_bids else [say(words.TAKES, seat=side)]
        rows = []
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
                    cells.append(Cell(NOTHING if scored is None else bid_text(scored.bid, self.speech)))
                score = NOTHING if scored is None else _pair(scored.score)
                if scored is not None and not has_bids:
                    score += f" {MADE if scored.outcome == Outcome.made else FAILED}"
                cells.append(Cell(score))
            rows.append((self._name(trump)._replace(note=self._belote(of_trump[0][0])), *cells))
        is_tricks = self.rules.objective == Objective.tricks
        taken = say(_TRICKS_OF if is_tricks else _POINTS_OF, sides=self.sides)
        return Grid((say(_TRUMPS), taken, *columns), tuple(rows))

    def _value(self, entry: Entry) -> Cell:
        if entry.result is not None:
            return Cell(_pair(entry.result))
        if self.rules.objective == Objective.tricks:
            return Cell(_range(entry.bounds, self.asked), "open")
        difference = " − ".join(map(self.speech.letters, self.rules.side_names))
        return Cell(self.speech.labelled(difference, bounds_text(entry.bounds, self.speech)), "open")

    def _name(self, trump: str) -> Cell:
        return Cell(self.speech.trump_symbol(trump))

    def _belote(self, entry: Entry) -> str:
        if entry.belote_side is None:
            return ""
        return self.speech.say(
            words.BELOTE, side=self.speech.letters(self.rules.side_names[entry.belote_side])
        )


def best_texts(table: ContractTable, speech: Speech) -> list[tuple[str, str]]:
    """Return the best contracts of each side as pairs of a label and a text; none until all is proved."""
    if not table.exact:
        return []
    lines = []
    for side in table.asked.rules.side_names:
        best = table.best(side)
        said = _contenders_text(table, best, speech) if best else speech.say(_NO_CONTRACT)
        lines.append((speech.say(_BEST_FOR, side=speech.letters(side)), said))
    return lines


def _contenders_text(table: ContractTable, best: Sequence[Contender], speech: Speech) -> str:
    """Return equally good contracts in one line: trumps, takers, and scores."""
    say = speech.say
    n_leaders = len({entry.leader for entry, _ in table.entries})
    groups: dict[str, list[str]] = {}
    for entry, scored in best:
        bid = "" if scored is None or scored.bid is None else f"{bid_text(scored.bid, speech)} "
        contract = f"{bid}{speech.trump_symbol(entry.trump)}"
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


def _range(bounds: Bounds, asked: TableDeal) -> str:
    """Return the tricks of both sides, as far as they are proved."""
    n_tricks = asked.deal.n_cards // asked.rules.n_players
    low, high = (n_tricks + bounds.low + 1) // 2, (n_tricks + bounds.high) // 2
    return f"{low}–{high}{BETWEEN}{n_tricks - high}–{n_tricks - low}"


def _pair(pair: Pair) -> str:
    return BETWEEN.join(map(signed, pair))
