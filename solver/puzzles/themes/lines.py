"""The two lines of a puzzle that its themes are read from, and the judge of changed positions."""

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property

from solver.cards import Card
from solver.engine import Answer, Budget, Solver
from solver.game import Position, final_result, number_sides
from solver.puzzles.goal import Goal
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.study import TABLE_MIB, RefutedCards
from solver.reasons import Course, CourseTrick, UnprovedError, heights_of
from solver.rules import Rules


class Judge:
    """Tells if the goal of a puzzle is reached from other positions of its deal, and of changed deals."""

    def __init__(self, goal: Goal, position: Position, budget: Budget) -> None:
        """``position``: one of the deal itself; its solver is kept."""
        self._goal = goal
        self._deal = position.deal
        self._solver = Solver(position, TABLE_MIB)
        self._budget = budget
        self.n_solves = 0
        """The number of searches so far."""
        self._right: dict[Hashable, frozenset[Card]] = {}

    def line(self, position: Position) -> tuple[Card, ...]:
        """Return one line of best play to the end of the deal.  Raises UnprovedError for want of nodes."""
        if position.is_over:
            return ()
        if self._budget.is_over:
            raise UnprovedError
        return self._spent(self._solver.solve(position, self._budget.rest(), "best")).line

    def reaches(self, position: Position) -> bool:
        """True if the goal is reached with best play of all.  Raises UnprovedError for want of nodes."""
        if position.is_over:
            result = final_result(position.rules, position.dealer, position.tally)
            return self._goal.is_reached(position, result)
        if self._budget.is_over:
            raise UnprovedError
        solver = self._solver if position.deal == self._deal else Solver(position, TABLE_MIB)
        answer = self._spent(solver.solve(position, self._budget.rest(), "none", with_line=False))
        assert answer.value is not None
        return self._goal.is_reached(position, number_sides(position.rules, answer.value))

    def _spent(self, answer: Answer) -> Answer:
        self.n_solves += 1
        self._budget.spend(answer)
        if answer.ended is not None:
            raise UnprovedError
        return answer

    def right_cards(self, position: Position) -> frozenset[Card]:
        """Return the playable cards after which the goal is reached.  Raises UnprovedError likewise."""
        key = (*position.hands.values(), position.trick)
        if key not in self._right:
            cards = (card for card in position.legal_plays() if self.reaches(position.play(card)))
            self._right[key] = frozenset(cards)
        return self._right[key]


class Lines:
    """A puzzle as its themes see it: the line, the wrong line, and what is known of the first trick.

    Raises UnprovedError where the line could not be played out within the budget.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.puzzle = puzzle
        self.goal = puzzle.goal
        self.position: Position = puzzle.position
        self.rules: Rules = puzzle.position.rules
        self.trump = puzzle.position.contract.trump
        self.heights = heights_of(self.rules, self.trump)
        self.own = puzzle.goal.number
        seat = puzzle.position.to_play
        assert seat is not None, "a puzzle has a card to play"
        self.seat = seat
        self.hand = puzzle.position.hands[seat]
        self.legal = puzzle.position.legal_plays()
        self.failing = [card for wrong in puzzle.solution.wrong for card in wrong.cards]
        """The playable cards that fail."""
        self.on_table = puzzle.position.trick.plays
        solution = puzzle.solution
        self.card = solution.line[0]
        """The right card."""
        last = self.position
        for card in solution.line:
            last = last.play(card)
        # A solver that has solved nothing yet: whoever plays the line out again finds the same cards.
        self.judge = Judge(puzzle.goal, last, budget)
        self.right = Course(self.position, (*solution.line, *self.judge.line(last)))
        """The main line and best play after it."""
        self.wrong = self.course(tempting_class(puzzle))
        """Best play after the most tempting wrong card."""
        self.first: CourseTrick = self.right.tricks[0]
        """The first trick of the line."""

    def course(self, wrong: RefutedCards) -> Course:
        """Return best play after a class of wrong cards."""
        return Course(self.position, (wrong.cards[0], *wrong.line))

    def is_trump(self, card: Card) -> bool:
        """True for a trump."""
        return card.suit == self.trump

    def is_own(self, seat: str) -> bool:
        """True for a seat of the solver's side."""
        return self.rules.side_of(seat) == self.own

    def wins_own(self, trick: CourseTrick) -> bool:
        """True if the solver's side wins a trick."""
        return self.is_own(trick.winner)

    @cached_property
    def opponents(self) -> tuple[str, ...]:
        """The seats of the other side."""
        return tuple(seat for seat in self.rules.players if not self.is_own(seat))

    @property
    def is_plain_led(self) -> bool:
        """True if a plain suit was led to the trick on the table."""
        return bool(self.on_table) and not self.is_trump(self.on_table[0])

    @cached_property
    def winning(self) -> Card:
        """The card that is winning the trick on the table, which must have been led to."""
        return self.position.trick.winning_card(self.rules, self.trump)

    @cached_property
    def is_own_winning(self) -> bool:
        """True if partner is winning the trick on the table, which must have been led to."""
        return self.is_own(self.position.trick.winner(self.rules, self.trump))

    def beats(self, card: Card, other: Card | None = None) -> bool:
        """True if ``card`` beats another one that is winning; by default that on the table."""
        other = self.winning if other is None else other
        return card.suit in (other.suit, self.trump) and self.heights[card] > self.heights[other]

    def points(self, cards: Iterable[Card]) -> int:
        """Return the card points of cards together."""
        return sum(self.rules.card_points(card, self.trump) for card in cards)

    def left_of(self, suit: str) -> list[Card]:
        """Return the cards of a suit in hands, on the table and in the stock, the highest first."""
        position = self.position
        left = [*position.trick.plays, *position.stock_left]
        left += (card for hand in position.hands.values() for card in hand)
        return sorted((card for card in left if card.suit == suit), key=lambda card: -self.heights[card])

    def after(self, n_tricks: int) -> Position:
        """Return the position after the first ``n_tricks`` of the line."""
        return self.follow(self.right.line[: n_tricks * self.rules.n_players - len(self.on_table)])

    def follow(self, cards: Sequence[Card]) -> Position:
        """Return the position after some cards from that of the puzzle on."""
        return self.position.play_all(cards)


def tempting_class(puzzle: Puzzle) -> RefutedCards:
    """Return the class of the most tempting wrong card: that which was played in the game, else the best."""
    wrong, played = puzzle.solution.wrong, puzzle.solution.tempting
    return next((one for one in wrong if played in one.cards), wrong[0])
