"""Games encoded once for many deals: what depends on rules and contract alone."""

from typing import Any

from solver.engine.answer import Answer
from solver.engine.encode import Encoding
from solver.engine.reading import AnswerReaders
from solver.game import Position
from solver.rules import Objective, Rules

_Kind = tuple[object, ...]
"""All that the numbers of an encoding depend on, the rules apart."""

_MOST_KEPT = 256
_kept: dict[tuple[Rules, _Kind], Encoding] = {}
"""The encodings of the games that were asked for last, each of one of its deals; at most `_MOST_KEPT`."""


def encoding_of(position: Position) -> Encoding:
    """Return the encoding of a position; its numbers are made once for all deals of a game and contract."""
    key = (position.rules, _kind(position))
    encoding = _kept.get(key)
    if encoding is not None:
        return encoding.of_deal(position)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    encoding = _kept[key] = Encoding(position)
    return encoding


class EncodedGame:
    """Rules and contract, encoded once for all deals of them."""

    def __init__(self, position: Position) -> None:
        self.encoding = encoding_of(position)
        self.core: Any = self.encoding.core
        self._readers = AnswerReaders(self.encoding)

    def read(self, position: Position, finding: Any, *, asks_cards: bool = True) -> Answer:
        """Return the answer to a position of the game, from what the core found.

        asks_cards: False if the value alone was asked for.
        """
        found = self.core.read_found(finding)
        so_far = self.encoding.won_so_far(position)
        reader = self._readers.find(position)
        return reader.read(position, so_far, found, finding.time_ns / 1e6, asks_cards=asks_cards)


class EncodedGames:
    """The games of a batch, each encoded when it is first met."""

    def __init__(self) -> None:
        self._known: dict[Rules, dict[_Kind, EncodedGame]] = {}
        self._last: tuple[Rules | None, dict[_Kind, EncodedGame]] = (None, {})
        """The rules of the last position: those of the next are mostly the same object, and need no hash."""

    def find(self, position: Position) -> EncodedGame:
        """Return the game of ``position``, under its contract."""
        rules, games = self._last
        if position.rules is not rules:
            rules = position.rules
            games = self._known.setdefault(rules, {})
            self._last = (rules, games)
        kind = _kind(position)
        game = games.get(kind)
        if game is None:
            game = games[kind] = EncodedGame(position)
        return game


def _kind(position: Position) -> _Kind:
    """Return what the encoding of ``position`` shares with that of others by the same rules."""
    rules, deal = position.rules, position.deal
    n_each, n_stock = len(deal.hands[rules.players[0]]), len(deal.stock)
    kind = (position.contract.trump, n_each, n_stock)
    if rules.objective is Objective.four_points:
        honours = position.honours
        # The dealer has the point for game when it is a tie.
        return (*kind, position.dealer, honours, honours.low in deal.stock)
    if rules.objective is Objective.card_points and n_each * rules.n_players + n_stock != len(rules.deck):
        # Where cards are missing, the points of those that were dealt are there to win.
        return (*kind, frozenset(deal.cards()))
    return kind
