"""Reasons proved again from their JSON alone, by a plain search over plain hands.

Nothing of the reasons or of the compiled searches is used: a position is the cards of each seat, and its
value is found by trying every card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from solver import Position
from solver.cards import Card, parse_card
from solver.game.combinations import find_combinations
from solver.game.legality import legal_plays
from solver.game.tally import discard_penalty
from solver.game.trick import Trick
from solver.rules.row import FrozenMapping
from solver.rules.words import LowGoesTo, Objective

COMBINATIONS = frozenset({"four_of_a_kind", "sequence_of_four", "sequence_of_three", "trick_marriage"})
Values = tuple[int, int]
"""What the best card and the card that was played are worth, own minus other."""


@dataclass(frozen=True)
class Won:
    """What lies in the tricks of a deal so far, as far as it decides the rest."""

    lead: int = 0
    """Points for good, of side 0 minus those of side 1."""
    game: int = 0
    """Card points of all fours, likewise."""
    tricks: tuple[int, int] = (0, 0)
    last: int | None = None


@dataclass(frozen=True)
class Table:
    """A deal in the middle of a trick."""

    hands: tuple[tuple[str, frozenset[Card]], ...]
    trick: Trick
    stock: tuple[Card, ...]
    won: Won


class Changed:
    """The game of a position, in which some rules and cards count for nothing from now on."""

    def __init__(self, position: Position, off: Iterable[str] = (), worthless: Iterable[Card] = ()) -> None:
        self.rules, self.trump = position.rules, position.contract.trump
        self.dealer = position.dealer
        self.off, self.worthless = frozenset(off), frozenset(worthless)
        nothing: dict[str, Any] = dict.fromkeys(COMBINATIONS & self.off, 0)
        # A sequence of four still counts as one of three, where that one earns something.
        self.combining = replace(self.rules, **nothing)
        if "four_of_a_kind_except" in self.off:
            self.combining = replace(self.combining, four_of_a_kind_except=FrozenMapping({}))
        self.is_four = self.rules.objective == Objective.four_points
        trumps = [card for card in position.deal.cards() if card.suit == self.trump]
        trumps.sort(key=lambda card: self.rules.order_trump.index(card.rank))
        is_held = self.is_four and self.rules.low_goes_to == LowGoesTo.holder
        # Low is a point of a hand, whatever its card is worth in a trick, or of the trick that holds it.
        self.held = {*trumps[-1:]} if is_held else set()
        low = [] if is_held else trumps[-1:]
        honours = [*trumps[:1], *low, *(card for card in trumps if card.rank == "J")]
        self.honours = honours if self.is_four else []
        self._values: dict[Table, int] = {}

    def start(self, position: Position) -> Table:
        """The table as it is; what was won before counts in full."""
        won = Won()
        plain = Changed(position)
        for trick in position.tricks:
            won = plain._add(won, trick)
        for seat, hand in position.hands.items():
            won = plain._hold(won, seat, hand)
        for trick in (*position.tricks, position.trick):
            for seat, card in zip(trick.seats(position.rules), trick.plays, strict=True):
                won = plain._hold(won, seat, (card,))
        penalties = position.tally.penalties
        return Table(
            tuple((seat, frozenset(hand)) for seat, hand in position.hands.items()),
            position.trick,
            tuple(position.stock_left),
            replace(won, lead=won.lead - penalties[0] + penalties[1]),
        )

    def _add(self, won: Won, trick: Trick, winner: str | None = None) -> Won:
        """Add a finished trick."""
        rules = self.rules
        side = rules.side_of(winner or trick.winner(rules, self.trump))
        sign = 1 - 2 * side
        counted = [card for card in trick.plays if card not in self.worthless]
        points = 0 if "points" in self.off else sum(rules.card_points(card, self.trump) for card in counted)
        value = {
            Objective.card_points: points,
            Objective.four_points: sum(counted.count(card) for card in self.honours),
            Objective.tricks: 1,
        }[rules.objective]
        if rules.objective == Objective.card_points and rules.has_combinations:
            found = find_combinations(self.combining, self.trump, trick.plays)
            value += sum(one.points for one in found)
        tricks = (won.tricks[0] + (side == 0), won.tricks[1] + (side == 1))
        return Won(won.lead + sign * value, won.game + sign * points * self.is_four, tricks, side)

    def _hold(self, won: Won, seat: str, cards: Iterable[Card]) -> Won:
        """Add what a hand earns for being dealt cards, or for drawing them."""
        sign = 1 - 2 * self.rules.side_of(seat)
        return replace(won, lead=won.lead + sign * len(self.held & {*cards}))

    def result(self, won: Won) -> int:
        """Side 0 minus side 1 at the end of the deal."""
        assert won.last is not None
        sign = 1 - 2 * won.last
        lead = won.lead
        if self.rules.objective == Objective.card_points:
            lead += sign * self.rules.last_trick * ("last_trick" not in self.off)
            is_slam = not won.tricks[1 - won.last]
            lead += sign * self.rules.slam * (is_slam and "slam" not in self.off)
        if self.is_four:
            if won.game:
                lead += 1 if won.game > 0 else -1
            elif self.dealer is not None:
                lead += 2 * self.rules.side_of(self.dealer) - 1
        return lead

    def play(self, table: Table, card: Card, winner: str | None = None) -> Table:
        """Play a card; a trick that it finishes may go to another ``winner``, who draws no more for it."""
        rules, trick = self.rules, table.trick
        seat = trick.to_play(rules)
        assert seat is not None
        hands = dict(table.hands)
        assert card in hands[seat]
        won = table.won
        if trick.plays and "forced_discard_penalty" not in self.off:
            lost = discard_penalty(rules, self.trump, hands[seat], trick.led_suit, len(table.stock))
            won = replace(won, lead=won.lead - (1 - 2 * rules.side_of(seat)) * lost)
        hands[seat] -= {card}
        trick = trick.add(card)
        stock = table.stock
        if trick.is_complete(rules):
            won = self._add(won, trick, winner)
            taker = trick.winner(rules, self.trump)
            order = rules.seats_from(taker)
            for drawer, drawn in zip(order, stock, strict=False):
                hands[drawer] |= {drawn}
                won = self._hold(won, drawer, (drawn,))
            stock, trick = stock[len(order) :], Trick(winner or taker)
        return Table(tuple(hands.items()), trick, stock, won)

    def value(self, table: Table) -> int:
        """Side 0 minus side 1 with best play by all."""
        if not any(hand for _, hand in table.hands):
            return self.result(table.won)
        if table not in self._values:
            seat = table.trick.to_play(self.rules)
            assert seat is not None
            hand = sorted(dict(table.hands)[seat])
            values = [
                self.value(self.play(table, card))
                for card in legal_plays(self.rules, self.trump, hand, table.trick, seat)
            ]
            self._values[table] = min(values) if self.rules.side_of(seat) else max(values)
        return self._values[table]


def prove_again(position: Position, played: Card, reason: Mapping[str, Any]) -> None:
    """Check every proof of a reason, in JSON types, of a card played from a position."""
    best = parse_card(reason["better"])
    for proof in (reason["proof"], *reason["more_proofs"]):
        _check(position, best, played, proof)


def _check(position: Position, best: Card, played: Card, proof: Mapping[str, Any]) -> None:
    # Step 1. The values before, in the game that the proof speaks of.
    kind, aside = proof["kind"], proof.get("aside") or ()
    assert position.side_to_play is not None
    sign = 1 - 2 * position.side_to_play
    base = Changed(position, aside)
    start = base.start(position)
    values = {card: sign * base.value(base.play(start, card)) for card in (best, played)}
    assert (proof["best"]["before"], proof["played"]["before"]) == (values[best], values[played])
    lines = {
        card: [parse_card(name) for name in proof[name]]
        for card, name in ((best, "best_line"), (played, "played_line"))
        if name in proof
    }
    for card, line in lines.items():
        assert line[0] == card
        assert sign * base.result(_end(base, start, line).won) == values[card], "the line is no best play"
    # Step 2. The values after the change.
    after = _after(position, base, start, (best, played), proof, lines, values)
    told = (proof["best"]["after"], proof["played"]["after"])
    if kind == "worthless":
        assert told[0] - told[1] == after[0] - after[1]
    else:
        assert told == after
    # Step 3. At least half of the loss is gone.
    loss = values[best] - values[played]
    assert loss > 0
    assert 2 * (told[0] - told[1]) <= loss


def _after(
    position: Position,
    base: Changed,
    start: Table,
    cards: tuple[Card, Card],
    proof: Mapping[str, Any],
    lines: Mapping[Card, list[Card]],
    values: Mapping[Card, int],
) -> Values:
    """The values of both cards in the changed position."""
    best, played = cards
    assert position.side_to_play is not None
    sign = 1 - 2 * position.side_to_play
    n_missing = position.rules.n_players - len(position.trick.plays)

    def both(game: Changed, table: Table) -> Values:
        first, second = (sign * game.value(game.play(table, card)) for card in cards)
        return first, second

    match proof["kind"]:
        case "exchange":
            hands = dict(start.hands)
            for move in proof["moves"]:
                hands[move["from"]] -= {parse_card(move["card"])}
            for move in proof["moves"]:
                hands[move["to"]] |= {parse_card(move["card"])}
            return both(base, replace(start, hands=tuple(hands.items())))
        case "bonus":
            game = Changed(position, {*proof["rules"], *base.off})
            return both(game, game.start(position))
        case "worthless":
            game = Changed(position, {*proof.get("rules", ()), *base.off}, map(parse_card, proof["cards"]))
            return both(game, game.start(position))
        case "stock":
            first, second = map(parse_card, proof["cards"])
            assert start.stock[:2] == (first, second)
            return both(base, replace(start, stock=(second, first, *start.stock[2:])))
        case "trick":
            return values[best], values[played] + _traded(position, base, start, lines, cards, proof)
        case "lines":
            return values[best], values[played] + sign * _accounted(
                position, base, start, lines, cards, proof
            )
    changed, line = next(iter(lines.items()))
    table = start
    n_played = n_missing + position.rules.n_players * (proof.get("n_tricks", 1) - 1)
    for card in line[: n_played - 1]:
        table = base.play(table, card)
    winner = proof["seat"] if proof["kind"] == "award" else None
    table = base.play(table, line[n_played - 1], winner)
    if proof["kind"] == "lead":
        table = replace(table, trick=Trick(proof["seat"]))
    elif proof["kind"] == "keep":
        hands = dict(table.hands)
        assert position.to_play is not None
        hands[position.to_play] = hands[position.to_play] - {best} | {played}
        table = replace(table, hands=tuple(hands.items()))
    elif proof["kind"] == "spend":
        held, gone = map(parse_card, proof["cards"])
        seat = next(seat for seat, hand in start.hands if held in hand)
        hands = dict(table.hands)
        assert gone in hands[seat]
        hands[seat] = hands[seat] - {gone} | {held}
        table = replace(table, hands=tuple(hands.items()))
    after = sign * base.value(table)
    return (after, values[played]) if changed == best else (values[best], after)


def _traded(
    position: Position,
    base: Changed,
    start: Table,
    lines: Mapping[Card, list[Card]],
    cards: tuple[Card, Card],
    proof: Mapping[str, Any],
) -> int:
    """What the cards of this trick come to, if own gets of them what it gets with the best card."""
    rules = position.rules
    own = position.side_to_play
    n_missing = rules.n_players - len(position.trick.plays)
    taken: dict[Card, dict[Card, int]] = {}
    laid: dict[Card, list[tuple[int, tuple[Card, ...]]]] = {}
    tricks: dict[Card, tuple[int, tuple[Card, ...]]] = {}
    for first, line in lines.items():
        table, taken[first] = start, {}
        laid[first] = []
        for index, card in enumerate(line):
            trick = table.trick.add(card)
            if trick.is_complete(rules):
                side = rules.side_of(trick.winner(rules, base.trump))
                taken[first] |= dict.fromkeys(trick.plays, side)
                laid[first].append((side, trick.plays))
                if index == n_missing - 1:
                    tricks[first] = side, trick.plays
            table = base.play(table, card)
    best, played = cards
    moved = [
        card
        for card in dict.fromkeys((*tricks[played][1], *tricks[best][1]))
        if taken[best][card] != taken[played][card]
    ]
    named = {parse_card(name) for name in proof["cards"]}
    assert named <= set(moved)

    def worth(card: Card) -> int:
        return base.honours.count(card) if base.is_four else rules.card_points(card, base.trump)

    def sign(side: int) -> int:
        return 1 if side == own else -1

    total = 2 * sum(sign(taken[best][card]) * worth(card) for card in moved)
    if rules.has_combinations:
        for first, second, factor in ((best, played, 1), (played, best, -1)):
            side, plays = tricks[first]
            # A combination that the same side has in the other line as well changes nothing.
            others = [
                {one.name, *one.cards}
                for other, cards_of_other in laid[second]
                if other == side
                for one in find_combinations(rules, base.trump, cards_of_other)
            ]
            found = find_combinations(rules, base.trump, plays)
            total += (
                factor * sign(side) * sum(one.points for one in found if {one.name, *one.cards} not in others)
            )
    if n_missing == len(lines[best]):
        total += (sign(tricks[best][0]) - sign(tricks[played][0])) * rules.last_trick
    if base.is_four:
        end = _end(base, start, lines[played])
        shift = sum(2 * (1 - 2 * taken[best][card]) * rules.card_points(card, base.trump) for card in moved)
        game = replace(end.won, game=end.won.game + shift)
        total += sign(0) * (base.result(game) - base.result(end.won))
    return total


def _accounted(
    position: Position,
    base: Changed,
    start: Table,
    lines: Mapping[Card, list[Card]],
    cards: tuple[Card, Card],
    proof: Mapping[str, Any],
) -> int:
    """What the cards of the proof earn more in the better line, or rules: side 0 minus side 1."""
    rules = position.rules
    named = {parse_card(name) for name in proof.get("cards", ())}
    earning = {*proof.get("rules", ())}
    earned = []
    for first in cards:
        table, total = start, 0
        for index, card in enumerate(lines[first]):
            trick = table.trick.add(card)
            if trick.is_complete(rules):
                worth = sum(rules.card_points(card, base.trump) for card in named & {*trick.plays})
                is_last = index == len(lines[first]) - 1
                if "last_trick" in earning:
                    worth += rules.last_trick * is_last
                if earning - {"last_trick"}:
                    worth += sum(one.points for one in find_combinations(rules, base.trump, trick.plays))
                total += worth * (1 - 2 * rules.side_of(trick.winner(rules, base.trump)))
            table = base.play(table, card)
        earned.append(total)
    return earned[0] - earned[1]


def _end(game: Changed, table: Table, line: Iterable[Card]) -> Table:
    for card in line:
        table = game.play(table, card)
    return table
