"""All fours after a redeal: which three of nine cards to discard, when all eighteen are known.

Both players lay their discards face down, neither knowing the other's.  The rules name no order, so the
choices are taken as made at the same time.  A pair of discards is worth the exact value of the twelve cards
that are kept; discards are out of play, and high and low are those of the trumps kept.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from solver.answer_row import SeatName, TrumpName, row
from solver.bidding.asked import TableDeal
from solver.bidding.matrix import MatrixSolution, solve_matrix
from solver.cards import Card, sort_cards
from solver.engine import Bounds, Budget, OutOfTimeError, solve
from solver.game import N_DISCARDED, Contract, Deal, Position, lead_of, number_sides
from solver.rules import Rules

SMALL_TABLE_MIB = 1
"""Enough memory for twelve cards."""
MOST_POINTS = 4

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Discards that come to the same, as their cards are neighbours and worth nothing."""

    discards: tuple[Cards, ...]

    @property
    def first(self) -> Cards:
        """The discards that stand for all of them."""
        return self.discards[0]


@dataclass(frozen=True, slots=True)
class Discards:
    """The best discards of both sides under one trump."""

    trump: TrumpName = field(metadata=row("The suit."))
    leader: SeatName = field(metadata=row("Who leads to the first trick."))
    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    """The choices of each side, by side."""
    bounds: Bounds
    """Proved bounds of side 0's result minus side 1's with best discards; fractions rounded outwards."""
    solution: MatrixSolution | None
    """In terms of ``choices``; None if a limit was reached before."""

    @property
    def exact(self) -> bool:
        """True if the value was proved."""
        return self.solution is not None

    def best(self, side: int) -> tuple[Cards, ...]:
        """Return the discards of a side that make sure of the most, whatever the other side discards."""
        if self.solution is None:
            return ()
        chosen = self.solution.rows if side == 0 else self.solution.columns
        return tuple(cards for index in chosen for cards in self.choices[side][index].discards)

    def mix(self, side: int) -> Mapping[Cards, Fraction]:
        """Return the probability of each discard where no single one is safe; else nothing."""
        if self.solution is None:
            return {}
        mix = self.solution.row_mix if side == 0 else self.solution.column_mix
        return {self.choices[side][index].first: part for index, part in mix.items()}


def find_discards(asked: TableDeal, budget: Budget) -> tuple[Discards, ...]:
    """Return the best discards under the trump turned up, or under each trump if none was."""
    trumps = asked.rules.trumps if asked.trump is None else (asked.trump,)
    parts = budget.shares(len(trumps))
    return tuple(_Payoffs(asked, trump, part).solve() for trump, part in zip(trumps, parts, strict=True))


class _Payoffs:
    """The payoffs of every pair of discards under one trump."""

    def __init__(self, asked: TableDeal, trump: str, budget: Budget) -> None:
        assert asked.leader is not None, "a deal after a redeal has a dealer"
        self.asked = asked
        self.rules = asked.rules
        self.trump = trump
        self.leader = asked.leader
        self.budget = budget
        seats = [
            next(seat for seat in self.rules.players if self.rules.side_of(seat) == side) for side in (0, 1)
        ]
        self.seats = (seats[0], seats[1])
        hands = asked.deal.hands
        out_of_play = set(self.rules.deck) - set(asked.deal.cards())
        first, second = (
            tuple(map(Choice, alike_discards(self.rules, trump, hands[seat], out_of_play)))
            for seat in self.seats
        )
        self.choices = (first, second)

    def solve(self) -> Discards:
        """Return the solution, or as much of it as the budget lets be proved."""
        rows: list[list[int]] = []
        for choice in self.choices[0]:
            row = self._row(choice)
            if row is None:
                # The rows that are known make sure of something; nothing limits those that are not.
                most = MOST_POINTS + self.rules.forced_discard_penalty * self.rules.cards_each
                low = max((min(row) for row in rows), default=-most)
                return Discards(self.trump, self.leader, self.choices, Bounds(low, most), None)
            rows.append(row)
        try:
            solution = solve_matrix(rows, self.budget.check)
        except OutOfTimeError:
            self.budget.end()
            low, high = max(map(min, rows)), min(map(max, zip(*rows, strict=True)))
            return Discards(self.trump, self.leader, self.choices, Bounds(low, high), None)
        bounds = Bounds(solution.row_guarantee, solution.column_guarantee)
        return Discards(self.trump, self.leader, self.choices, bounds, solution)

    def _row(self, own: Choice) -> list[int] | None:
        """Return the worth of a discard of side 0 against each of side 1; None if the budget is over."""
        row = []
        for other in self.choices[1]:
            if self.budget.is_over:
                self.budget.end()
                return None
            limit = replace(self.budget.rest(), table_mib=SMALL_TABLE_MIB)
            answer = solve(self._position(own.first, other.first), limit, "best")
            self.budget.spend(answer)
            if answer.value is None:
                return None
            row.append(lead_of(number_sides(self.rules, answer.value)))
        return row

    def _position(self, *discards: Cards) -> Position:
        hands = {
            seat: tuple(card for card in self.asked.deal.hands[seat] if card not in gone)
            for seat, gone in zip(self.seats, discards, strict=True)
        }
        return Position(
            self.rules, Contract(self.trump), Deal(hands), dealer=self.asked.dealer, leader=self.leader
        )


def alike_discards(
    rules: Rules, trump: str, hand: Collection[Card], gone: Collection[Card]
) -> list[tuple[Cards, ...]]:
    """Return the discards that a hand can make, in groups that are worth the same in every deal.

    Neighbours are worth the same where neither counts for anything of its own, and no card that another
    player may hold lies between.

    gone: the cards that nobody holds, as those turned up.
    """
    classes = dict(_classes(rules, trump, hand, gone))
    alike: dict[tuple[int, ...], list[Cards]] = {}
    for cards in combinations(sort_cards(hand), N_DISCARDED):
        key = tuple(sorted(classes[card] for card in cards))
        alike.setdefault(key, []).append(cards)
    return list(map(tuple, alike.values()))


def _classes(
    rules: Rules, trump: str, hand: Collection[Card], gone: Collection[Card]
) -> Iterator[tuple[Card, int]]:
    """Yield each card of the hand with the number of its class."""
    number = 0
    for suit in rules.suits:
        order = rules.order_trump if suit == trump else rules.order_plain
        above: Card | None = None
        for card in (Card(suit, rank) for rank in order):
            if card in gone:
                continue
            if card in hand:
                if above is None or _counts(rules, trump, above) or _counts(rules, trump, card):
                    number += 1
                yield card, number
            above = card if card in hand else None


def _counts(rules: Rules, trump: str, card: Card) -> bool:
    """True if a card counts for something of its own: points for game, or as the jack of trumps."""
    return card == Card(trump, "J") or rules.card_points(card, trump) > 0
