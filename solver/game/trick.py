"""One trick: its leader, the cards played to it so far, and the winning one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.cards import Card
from solver.records import made_quickly
from solver.rules import Rules


@made_quickly
@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, finished or not: the seat that led to it and the cards in the order they were played.

    >>> from solver import find_variant
    >>> trick = Trick("N", (Card("H", "A"), Card("S", "2"), Card("H", "K")))
    >>> trick.winner(find_variant("bridge"), "S"), trick.to_play(find_variant("bridge"))
    ('E', 'W')
    """

    leader: str
    plays: tuple[Card, ...] = ()

    @property
    def led_suit(self) -> str | None:
        """The suit that must be followed; None before the lead."""
        return self.plays[0].suit if self.plays else None

    def is_complete(self, rules: Rules) -> bool:
        """True if every player has played to it."""
        return len(self.plays) == rules.n_players

    def seats(self, rules: Rules) -> tuple[str, ...]:
        """Return the seats that have played, in order."""
        return rules.seats_from(self.leader)[: len(self.plays)]

    def to_play(self, rules: Rules) -> str | None:
        """Return the seat whose turn it is; None when the trick is complete."""
        return None if self.is_complete(rules) else rules.seats_from(self.leader)[len(self.plays)]

    def winning_index(self, rules: Rules, trump: str) -> int:
        """Return the index of the best card so far, 0 for the card led; the trick must have been led to."""
        strength_of = rules.strengths(trump, self.plays[0].suit)
        return self.plays.index(max(self.plays, key=strength_of.__getitem__))

    def winning_card(self, rules: Rules, trump: str) -> Card:
        """Return the best card so far; the trick must have been led to."""
        return self.plays[self.winning_index(rules, trump)]

    def winner(self, rules: Rules, trump: str) -> str:
        """Return the seat that played the best card so far; the trick must have been led to."""
        return rules.seats_from(self.leader)[self.winning_index(rules, trump)]

    def add(self, card: Card) -> "Trick":
        """Return this trick with one card more."""
        return Trick(self.leader, (*self.plays, card))


def follow_tricks(rules: Rules, trump: str, leader: str, plays: Sequence[Card]) -> Iterator[Trick]:
    """Yield the tricks of ``plays``, each led by the winner of the one before; the last may be unfinished."""
    for start in range(0, len(plays), rules.n_players):
        trick = Trick(leader, tuple(plays[start : start + rules.n_players]))
        yield trick
        leader = trick.winner(rules, trump)
