"""Themes as a reader takes them who has not found the card: the cards of which each may be true."""

from collections.abc import Callable, Mapping

from solver.cards import Card
from solver.game import Position, beats
from solver.puzzles.themes.words import PuzzleTheme
from solver.reasons import heights_of
from solver.rules import Objective


def admits(theme: PuzzleTheme, position: Position, card: Card) -> bool:
    """True if the sentence of a theme may be true of a card, as far as is plain without playing it out.

    A theme that tells nothing of the card itself may be true of all.
    """
    test = _TESTS.get(theme)
    return test is None or test(_Seen(position, card))


class _Seen:
    """A card that may be played, and what lies on the table."""

    def __init__(self, position: Position, card: Card) -> None:
        self.position = position
        self.card = card
        self.rules = position.rules
        self.trump = position.contract.trump
        self.legal = position.legal_plays()
        self.is_trump = card.suit == self.trump
        self.is_plain = not self.is_trump

    @property
    def is_lead(self) -> bool:
        """True if the card would be led."""
        return not self.position.trick.plays

    @property
    def follows(self) -> bool:
        """True if the card is of the suit led."""
        return not self.is_lead and self.card.suit == self.position.trick.led_suit

    @property
    def wins(self) -> bool:
        """True if the card beats what is winning the trick."""
        winning = None if self.is_lead else self.position.trick.winning_card(self.rules, self.trump)
        return winning is not None and beats(self.rules, self.trump, self.card, winning)

    @property
    def is_last(self) -> bool:
        """True if the card ends its trick."""
        return len(self.position.trick.plays) == self.rules.n_players - 1

    @property
    def is_spared(self) -> bool:
        """True if the card leaves the trick to the opponents, or may do so."""
        if self.is_lead or not self.is_last:
            return self.is_lead or not self.wins
        winner = self.position.trick.winner(self.rules, self.trump)
        return not self.wins and self.rules.side_of(winner) != self.position.side_to_play

    def points(self, card: Card) -> int:
        """Return the card points of a card; none where tricks are what counts."""
        if self.rules.objective == Objective.tricks:
            return 0
        return self.rules.card_points(card, self.trump)

    @property
    def has_lower(self) -> bool:
        """True if a lower card of the suit may be played."""
        heights = heights_of(self.rules, self.trump)
        return any(one.suit == self.card.suit and heights[one] < heights[self.card] for one in self.legal)

    @property
    def is_highest(self) -> bool:
        """True if no hand, nor the stock, has a higher card of the suit."""
        heights = heights_of(self.rules, self.trump)
        hands = self.position.hands.values()
        left = [*self.position.stock_left, *(card for hand in hands for card in hand)]
        return all(heights[one] <= heights[self.card] for one in left if one.suit == self.card.suit)

    @property
    def is_alone(self) -> bool:
        """True for the last card of its suit in the hand."""
        return (
            sum(one.suit == self.card.suit for one in self.position.hands[self.position.to_play or ""]) == 1
        )


_TESTS: Mapping[PuzzleTheme, Callable[[_Seen], bool]] = {
    PuzzleTheme.ruff: lambda seen: seen.is_trump and seen.wins,
    PuzzleTheme.overruff: lambda seen: seen.is_trump and seen.wins,
    PuzzleTheme.refuse_ruff: lambda seen: not (seen.is_trump and seen.wins),
    PuzzleTheme.refuse_overruff: lambda seen: not (seen.is_trump and seen.wins),
    PuzzleTheme.underruff: lambda seen: seen.is_trump and not seen.wins,
    PuzzleTheme.duck: lambda seen: seen.follows and not seen.wins,
    PuzzleTheme.hold_up: lambda seen: seen.follows and not seen.wins,
    PuzzleTheme.overtake: lambda seen: seen.follows and seen.wins,
    PuzzleTheme.finesse: lambda seen: seen.follows and seen.wins,
    PuzzleTheme.cover: lambda seen: seen.follows and seen.wins,
    PuzzleTheme.load: lambda seen: seen.points(seen.card) == max(map(seen.points, seen.legal)),
    PuzzleTheme.discard_loser: lambda seen: not seen.follows and seen.is_plain,
    PuzzleTheme.sacrifice: lambda seen: seen.is_spared,
    PuzzleTheme.quiet: lambda seen: not seen.points(seen.card),
    PuzzleTheme.unblock: lambda seen: seen.has_lower,
    PuzzleTheme.void_made: lambda seen: seen.is_plain and seen.is_alone,
    PuzzleTheme.draw_trumps: lambda seen: seen.is_trump,
    PuzzleTheme.stop_drawing: lambda seen: seen.is_plain,
    PuzzleTheme.cash_first: lambda seen: seen.is_plain and seen.is_highest,
}
"""The tests of the themes whose sentences say something of the card, or of how it is played."""
