"""Combinations: the cards of one trick that earn points together."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from solver.cards import Card
from solver.rules import Rules


class Combination(NamedTuple):
    """Cards of one trick that earn points together: the name of the rule, the cards, the points."""

    name: str
    cards: tuple[Card, ...]
    points: int

    @property
    def key(self) -> tuple[str, frozenset[Card]]:
        """The name and the cards, in whatever order they were played."""
        return self.name, frozenset(self.cards)


@lru_cache(maxsize=1 << 12)  # the lines of play of one deal have many tricks in common
def find_combinations(rules: Rules, trump: str, cards: tuple[Card, ...]) -> tuple[Combination, ...]:
    """Find the combinations in a trick that earn points under ``rules``.

    Four of a kind; of a sequence in one suit, in natural order, the longest only; king and queen of trumps,
    also inside a sequence.
    """
    found = []
    suits = [card.suit for card in cards]
    # Most tricks have neither four suits nor three cards of one.
    n_suits, n_alike = len(set(suits)), max(map(suits.count, suits), default=0)
    if n_suits == 4 and len(ranks := {card.rank for card in cards}) == 1:
        if points := rules.four_points(ranks.pop()):
            found.append(Combination("four_of_a_kind", cards, points))
    elif n_alike >= 3:
        run = _longest_run(rules, cards)
        if rules.sequence_of_four and len(run) == 4:
            found.append(Combination("sequence_of_four", run, rules.sequence_of_four))
        elif rules.sequence_of_three and len(run) >= 3:
            found.append(Combination("sequence_of_three", run[:3], rules.sequence_of_three))
    marriage = (Card(trump, "K"), Card(trump, "Q"))
    if rules.trick_marriage and suits.count(trump) >= 2 and {*marriage} <= {*cards}:
        found.append(Combination("trick_marriage", marriage, rules.trick_marriage))
    return tuple(found)


def _longest_run(rules: Rules, cards: Collection[Card]) -> tuple[Card, ...]:
    """Return the longest run of one suit in natural order, highest first."""
    longest: list[Card] = []
    run: list[Card] = []
    for card in sorted(cards, key=lambda card: (card.suit, rules.ranks.index(card.rank))):
        run = [*run, card] if run and _is_next_below(rules, run[-1], card) else [card]
        longest = max(longest, run, key=len)
    return tuple(longest)


def _is_next_below(rules: Rules, card: Card, other: Card) -> bool:
    return card.suit == other.suit and rules.ranks.index(other.rank) - rules.ranks.index(card.rank) == 1
