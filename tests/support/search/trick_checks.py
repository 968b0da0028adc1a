"""What the tests of the search for tricks share: it is held to the plain solver, on aimed deals.

The plain solver (`ext/plain/`) has none of the techniques and looks at every card. What is proved of one
position must hold for all of its shape in which the ranks that mattered lie in the same hands, so a table is
handed on from deal to deal here: whatever it keeps that is too general, another deal shows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from solver import Contract, Deal, Position, Rules
from solver.cards import Card
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.engine.native import tricks
from solver.rules.words import (
    FollowDuty,
    HeadTrumpsDuty,
    Objective,
    OverruffDuty,
    RuffDuty,
    Turn,
    UnderruffDuty,
)
from tests.support.positions import cards
from tests.support.search.plain_values import plain
from tests.support.search.technique_checks import game

SEATS = "NESW"
STRICT: dict[str, Any] = {
    "follow": FollowDuty.strict,
    "ruff": RuffDuty.free,
    "overruff": OverruffDuty.free,
    "underruff": UnderruffDuty.free,
    "head_trumps": HeadTrumpsDuty.never,
}
"""The duties of bridge, whist and quadrette."""
Lengths = Sequence[Sequence[int]]
"""How many cards each seat has of each suit."""


class Search:
    """The search for tricks with one table; the rules of a game and trump are encoded once."""

    encodings: ClassVar[dict[tuple[str, int], Encoding]] = {}
    """By trump and cards each, the last encoding: most often it is of the next position's game, too."""

    def __init__(self, table_bytes: int = 1 << 20) -> None:
        self.table = tricks.Table(table_bytes)

    def encode(self, position: Position) -> tuple[Encoding, dict[str, Any]]:
        """Return the encoding that suits the position, and the position in it.

        Without a stock and without points all deals of a game and trump are encoded alike.
        """
        kind = position.contract.trump, position.rules.cards_each
        known = self.encodings.get(kind)
        if known is None or known.rules is not position.rules:
            known = self.encodings[kind] = Encoding(position)
            assert known.counts_tricks
        return known, known.encode_position(position)

    def solve(self, position: Position, **options: Any) -> Found:
        """Return all that it finds."""
        encoding, encoded = self.encode(position)
        return tricks.solve(encoding.fields, encoded, self.table, **options)

    def nodes(self, position: Position, **options: Any) -> int:
        """Return how many cards it had to play."""
        return self.solve(position, **options).nodes

    def check(self, position: Position, **options: Any) -> None:
        """Hold the values of the position and of every card against those of the plain solver."""
        encoding, encoded = self.encode(position)
        found = tricks.solve(encoding.fields, encoded, self.table, **options)
        truth = dict(plain.solve(encoding.fields, encoded)["cards"])
        values = {card.code: (card.lower, card.upper) for card in found.cards}
        assert values == {card: (value, value) for card, value in truth.items()}, (
            position.to_dict(),
            position.rules.to_dict(),
        )
        best = max(truth.values()) if position.side_to_play == 0 else min(truth.values())
        assert (found.lower, found.upper) == (best, best)


def check(position: Position) -> None:
    """With an empty table it must find the values of the plain solver."""
    Search().check(position)


def check_together(positions: Iterable[Position], table_bytes: int = 1 << 20) -> None:
    """The same for positions with the same trumps, of any deals, with one table, in this order."""
    search = Search(table_bytes)
    for position in positions:
        search.check(position)


def check_nodes(position: Position, value: int, most: int) -> None:
    """Hold the value against the plain solver's, and the nodes that it took against ``most``."""
    found = Search().solve(position, wanted="best", with_line=False)
    assert (found.lower, found.upper) == (value, value)
    assert found.nodes <= most
    check(position)


# ---- games


def trick_game(rng: Random, each: int, ranks: str = "AKQJT98765432") -> Rules:
    """Return a game of tricks with the duties of bridge; ranks, turn and first side are in any order."""
    sides = rng.choice((("NS", "EW"), ("EW", "NS")))
    rules = game(rng, Objective.tricks, sides=sides, ranks=ranks, each=each)
    return replace(rules, turn=rng.choice(list(Turn)), **STRICT)


@lru_cache
def natural_game(each: int = 13) -> Rules:
    """Return the same with the order of ranks, the turn and the sides of bridge."""
    ranks = "AKQJT98765432"
    rules = trick_game(Random(0), each)
    return replace(rules, order_plain=ranks, order_trump=ranks, sides=("NS", "EW"), turn=Turn.clockwise)


# ---- deals


def lay_out(rules: Rules, trump: str, hands: Mapping[str, Iterable[Card]], leader: str) -> Position:
    """The deal before its first card."""
    deal = Deal({seat: tuple(hands[seat]) for seat in rules.players})
    return Position(rules, Contract(trump), deal, dealer="N", leader=leader)


def deal_without_trumps(leader: str, **hands: str) -> Position:
    """Hands by seat, without trumps."""
    each = len(hands["N"].split())
    return lay_out(natural_game(each), "NT", {seat: cards(text) for seat, text in hands.items()}, leader)


def random_trump(rng: Random) -> str:
    """No trumps as often as all suits together would be too seldom."""
    trumps = ("NT", "NT", "S", "H", "D", "C")
    return rng.choice(trumps)


def random_lengths(rng: Random, each: int, n_ranks: int, voids: float = 0.5) -> list[list[int]]:
    """A shape: ``each`` cards a seat, no suit with more cards than ranks."""
    while True:
        lengths = []
        for _ in SEATS:
            suits = [suit for suit in range(4) if rng.random() >= voids] or [rng.randrange(4)]
            row = [0] * 4
            for _ in range(each):
                row[rng.choice(suits)] += 1
            lengths.append(row)
        if all(sum(row[suit] for row in lengths) <= n_ranks for suit in range(4)):
            return lengths


def fill(rng: Random, rules: Rules, trump: str, lengths: Lengths, leader: str) -> Position:
    """A deal of that shape; which of the ranks, and who has them, is chance."""
    hands: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    for number, suit in enumerate("SHDC"):
        ranks = rng.sample(rules.ranks, sum(row[number] for row in lengths))
        for seat, row in zip(SEATS, lengths, strict=True):
            for _ in range(row[number]):
                hands[seat].append(Card(suit, ranks.pop()))
    return lay_out(rules, trump, hands, leader)


def skewed(
    rng: Random, rules: Rules, trump: str, each: int, *, strong: str = "", trumps: str = ""
) -> Position:
    """A deal of `skewed_hands`; anybody leads."""
    hands = skewed_hands(rng, rules, trump, each, strong=strong, trumps=trumps)
    return lay_out(rules, trump, hands, rng.choice(SEATS))


def skewed_hands(
    rng: Random, rules: Rules, trump: str, each: int, *, strong: str = "", trumps: str = ""
) -> dict[str, list[Card]]:
    """Short suits and voids; ``strong`` seats have the tops of some suits, ``trumps`` have long trumps."""
    order = {suit: rules.order_trump if suit == trump else rules.order_plain for suit in "SHDC"}
    cards = list(rules.deck)
    hands: dict[str, list[Card]] = {}
    for seat in sorted(SEATS, key=lambda seat: (seat not in strong, seat not in trumps, rng.random())):
        liked = set(rng.sample("SHDC", rng.randint(1, 3)))
        if seat in trumps and trump != "NT":
            liked = {trump} | (liked if rng.random() < 0.5 else set())
        weight = 1.0 if seat in strong else 0.0
        cards.sort(
            key=lambda card: (
                (card.suit not in liked) * 3
                + weight * order[card.suit].index(card.rank)
                + (2.5 if weight else 1.3) * rng.random() * 2
            )
        )
        hands[seat], cards = cards[:each], cards[each:]
    return hands


def respread(rng: Random, position: Position) -> Position:
    """The hands with other cards in the same order: by relative ranks the same position."""
    rules, trump = position.rules, position.contract.trump
    renamed: dict[Card, Card] = {}
    for suit in "SHDC":
        order = rules.order_trump if suit == trump else rules.order_plain
        held = sorted(
            (card for hand in position.hands.values() for card in hand if card.suit == suit),
            key=lambda card: order.index(card.rank),
        )
        places = sorted(rng.sample(range(len(order)), len(held)))
        renamed |= {card: Card(suit, order[place]) for card, place in zip(held, places, strict=True)}
    hands = {seat: [renamed[card] for card in hand] for seat, hand in position.hands.items()}
    return lay_out(rules, trump, hands, position.to_play or "N")
