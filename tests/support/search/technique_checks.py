"""What the tests of the search's techniques share: the core held to the plain solver, and aimed deals.

The plain solver (`ext/plain/`) shares the rules with the core and none of its techniques, and it is fast
enough for thousands of deals a second; that it is right itself is tested against `solver.engine.reference`.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from solver import Contract, Deal, Position, Rules
from solver.cards import Card
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.engine.native import points
from solver.rules.row import FrozenMapping
from solver.rules.words import FollowDuty, HeadTrumpsDuty, Objective, OverruffDuty, RuffDuty, UnderruffDuty
from tests.support.positions import random_contract, shuffled
from tests.support.search.plain_values import plain

Values = dict[Card, tuple[int, int]]


class Bench:
    """One deal, whose positions the core solves with one table; its rules are encoded once."""

    def __init__(self, position: Position, table_bytes: int = 1 << 16, near_bytes: int | None = None) -> None:
        self.encoding = Encoding(position)
        self.table = points.Table(table_bytes, near_bytes=near_bytes)

    def core(self, position: Position, **limits: Any) -> Values:
        """Return the bounds to go that the core proves of every card, own minus other of the first side."""
        return self.values(self.solve(position, **limits))

    def solve(self, position: Position, **limits: Any) -> Found:
        """Return all that the core finds."""
        return self._solve(self.encoding.encode_position(position), **limits)

    def _solve(self, encoded: dict[str, Any], **limits: Any) -> Found:
        return points.solve(self.encoding.fields, encoded, self.table, **limits)

    def values(self, found: Found) -> Values:
        """Return the bounds of the cards in an answer of the core."""
        values = {self.encoding.card[card.code]: (card.lower, card.upper) for card in found.cards}
        assert len(values) == len(found.cards), "a card is in one class only"
        return values

    def plain(self, position: Position) -> Values:
        """Return the values to go of every card by the plain solver."""
        found = plain.solve(self.encoding.fields, self.encoding.encode_position(position))
        return {self.encoding.card[code]: (value, value) for code, value in found["cards"]}

    def check(self, position: Position) -> None:
        """Hold the core's values against those of the plain solver."""
        encoded = self.encoding.encode_position(position)
        found = {card.code: (card.lower, card.upper) for card in self._solve(encoded).cards}
        truth = {code: (value, value) for code, value in plain.solve(self.encoding.fields, encoded)["cards"]}
        assert found == truth, (position.to_dict(), position.rules.to_dict())


def check(position: Position) -> None:
    """The core, with an empty table, must find the values of the plain solver."""
    Bench(position).check(position)


def check_together(
    positions: Iterable[Position], table_bytes: int = 1 << 16, near_bytes: int | None = None
) -> None:
    """The same for positions of one deal, with one table, in this order."""
    bench = None
    for position in positions:
        bench = bench or Bench(position, table_bytes, near_bytes)
        bench.check(position)


# ---- games


def duties(rng: Random) -> dict[str, Any]:
    """Duties of all kinds, those of the games on the sheets twice as often."""
    return {
        "follow": rng.choice((FollowDuty.strict, FollowDuty.strict, FollowDuty.or_ruff)),
        "ruff": rng.choice(list(RuffDuty)),
        "overruff": rng.choice(list(OverruffDuty)),
        "underruff": rng.choice(list(UnderruffDuty)),
        "head_trumps": rng.choice(list(HeadTrumpsDuty)),
    }


@lru_cache(maxsize=1024)
def _plain_game(frame: str) -> Rules:
    """Return the rules that a JSON text states. They are read once: that takes longer than ten searches."""
    return Rules.from_dict(json.loads(frame))


def game(
    rng: Random,
    objective: Objective,
    *,
    sides: tuple[str, str] = ("NS", "EW"),
    ranks: str = "AKQJT987",
    suits: str = "SHDC",
    each: int = 4,
    stock: int = 0,
    points: tuple[int, ...] = (0, 0, 0, 1, 4, 10, 11),
    bonus: dict[str, Any] | None = None,
    **result: Any,
) -> Rules:
    """Return a game of that kind with an order, points and duties of its own."""
    frame: dict[str, Any] = {
        "name": "technique",
        "sides": list(sides),
        "deck": {"suits": suits, "ranks": ranks, "cards_each": each, "stock": stock, "short_deals": True},
        "trumps": [*suits, "NT"],
        "result": {"objective": objective, **result},
        "bonus": bonus or {},
    }
    if not (stock and result.get("forced_discard_penalty")):
        frame["result"].pop("penalty_lasts", None)  # without a stock or a penalty there is no such question
    chance: dict[str, Any] = {
        "order_plain": shuffled(rng, ranks),
        "order_trump": shuffled(rng, ranks),
        **duties(rng),
    }
    if objective != Objective.tricks:
        worth = {kind: {rank: rng.choice(points) for rank in ranks} for kind in ("plain", "trump")}
        if not any(worth["plain"].values()):
            worth["plain"][rng.choice(ranks)] = max(points)
        # A game for points has some: these are replaced.
        frame["points"] = {"standard": {"plain": dict.fromkeys(ranks, 1)}}
        columns = {kind: FrozenMapping(column) for kind, column in worth.items()}
        chance["points"] = FrozenMapping({"standard": FrozenMapping(columns)})
    return replace(_plain_game(json.dumps(frame)), **chance)


# ---- deals


def deal(rng: Random, rules: Rules, n_each: int, n_stock: int = 0, *, order: float = 1.3) -> Position:
    """Hands that favour some suits each, the more the lower `order` is, before the first card."""
    contract = random_contract(rng, rules)
    cards = list(rules.deck)
    rng.shuffle(cards)
    stock, cards = cards[:n_stock], cards[n_stock:]
    hands = {}
    for seat in rng.sample(rules.players, rules.n_players):
        suits = rng.sample("SHDC", rng.randint(1, 2))
        cards.sort(key=lambda card: (card.suit not in suits) + rng.random() * order)
        hands[seat], cards = tuple(cards[:n_each]), cards[n_each:]
    return start(rng, rules, contract, hands, stock)


def start(
    rng: Random, rules: Rules, contract: Contract, hands: dict[str, Any], stock: Iterable[Card] = ()
) -> Position:
    """The deal before its first card; anybody leads, anybody dealt."""
    whole = Deal({seat: tuple(hands[seat]) for seat in rules.players}, tuple(stock))
    return Position(
        rules, contract, whole, dealer=rng.choice(rules.players), leader=rng.choice(rules.players)
    )


def play_on(rng: Random, position: Position, n: int) -> Position:
    """The position after `n` more cards played at random."""
    for _ in range(n):
        position = position.play(rng.choice(position.legal_plays()))
    return position


def course(rng: Random, position: Position) -> Iterator[Position]:
    """The position and all that follow in a game played at random, but the end of the deal."""
    while not position.is_over:
        yield position
        position = position.play(rng.choice(position.legal_plays()))
