"""Games encoded once for many deals: what depends on rules and contract alone."""

from typing import Any, NamedTuple

from solver.cards import Card
from solver.engine.answer import Answer
from solver.engine.encode import Encoding
from solver.engine.native import points, tricks
from solver.engine.reading import AnswerReader
from solver.game import Contract, Position
from solver.rules import Objective, Rules


class _Key(NamedTuple):
    """All that the numbers of an encoding depend on."""

    rules: Rules
    trump: str
    n_each: int
    n_stock: int
    dealer: str | None
    """In a game for four points: the dealer has the point for game when it is a tie."""
    cards: frozenset[Card] | None
    """The cards dealt, where their points are there to win; None if they are the whole deck."""
    honours: tuple[Card | None, ...] | None
    """High, low and jack in a game for four points."""
    is_low_drawn: bool


class EncodedGame:
    """Rules and contract, encoded once for all deals of them."""

    def __init__(self, position: Position) -> None:
        self.encoding = Encoding(position)
        self.unit: Any = tricks if self.encoding.counts_tricks else points
        self.rows: Any = self.unit.Game(self.encoding.fields)
        self._readers: dict[tuple[Contract, str | None], AnswerReader] = {}

    def read(self, position: Position, task: Any) -> Answer:
        """Return the answer to a position of the game, from what the core found."""
        key = (position.contract, position.dealer)
        reader = self._readers.get(key)
        if reader is None:
            reader = self._readers[key] = AnswerReader(self.encoding, *key)
        found = self.unit.read_found(task)
        return reader.read(position, self.encoding.won_so_far(position), found, task.time_ns / 1e6)


class EncodedGames:
    """The games of a batch, each encoded when it is first met."""

    def __init__(self) -> None:
        self._known: dict[_Key, EncodedGame] = {}

    def find(self, position: Position) -> EncodedGame:
        """Return the game of ``position``, under its contract."""
        key = _key(position)
        game = self._known.get(key)
        if game is None:
            game = self._known[key] = EncodedGame(position)
        return game


def _key(position: Position) -> _Key:
    """Return what the encoding of ``position`` shares with that of others."""
    rules, deal = position.rules, position.deal
    n_each, n_stock = len(deal.hands[rules.players[0]]), len(deal.stock)
    is_four_points = rules.objective == Objective.four_points
    is_whole = n_each * rules.n_players + n_stock == len(rules.deck)
    return _Key(
        rules,
        position.contract.trump,
        n_each,
        n_stock,
        position.dealer if is_four_points else None,
        frozenset(deal.cards()) if rules.objective == Objective.card_points and not is_whole else None,
        position.honours if is_four_points else None,
        position.honours.low in deal.stock,
    )
