"""The only door to the compiled searches: a position and a limit in, an answer out."""

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from solver.cards import Card
from solver.engine.answer import Answer, Bounds, CardValue, Stats
from solver.engine.budget import DEFAULT_TABLE_MIB, NO_LIMIT, Limit
from solver.engine.encode import Encoding
from solver.engine.found import Found, FoundCard
from solver.engine.native import ground, points, tricks
from solver.game import Pair, Position, deal_score, final_result, lead_of, sign_of

_NEVER_NS = 1 << 62
"""A time that the clock does not reach."""
CardsWanted = Literal["all", "best", "none"]


class Solver:
    """Solve the positions of one deal; what is proved for one helps with the next.

    Safe to share between threads: one search runs at a time, the others wait.
    """

    def __init__(
        self, position: Position, table_mib: int = DEFAULT_TABLE_MIB, worthless: Collection[Card] = ()
    ) -> None:
        """``worthless``: cards that are to count for nothing.

        Only the bounds of an answer, and the differences between cards, then mean anything.
        """
        self._settle(Encoding(position, worthless), table_mib)

    def _settle(self, encoding: Encoding, table_mib: int) -> None:
        self._encoding = encoding
        self._unit: Any = tricks if encoding.counts_tricks else points
        self._table_mib = table_mib
        self._table: Any = self._unit.Table(table_mib << 20)
        self._lock = threading.Lock()

    def redealt(self, position: Position) -> Self:
        """Return a solver for ``position``, another deal of the same game, contract, dealer and hand sizes.

        It costs less than a new one, and gives the same answers with the same nodes.
        """
        other = type(self).__new__(type(self))
        other._settle(self._encoding.redealt(position), self._table_mib)
        return other

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        cards: CardsWanted = "all",
        guess: int | None = None,
        with_line: bool = True,
        known: tuple[int, int] | None = None,
    ) -> Answer:
        """Solve ``position``; return its value and those of its playable cards, with one optimal line.

        Where tricks count, positions with other leaders and dealers of the deal may share the solver.

        cards: ``"all"`` of them, one ``"best"`` card, or ``"none"``: the value only.
        guess: the value to try first, own minus other of the first side. It changes the cost, never the
            answer.
        with_line: False leaves out the line, and is faster. (Where the sum of both sides' results depends on
            the play, a line is played out all the same: it tells the results.)
        known: bounds of the value already proved, own minus other of the first side. Not for ``"all"``.

        Raises:
            ValueError: the position is of another deal.
        """
        if not self._encoding.suits(position):
            raise ValueError("this solver was made for another deal")
        started = time.monotonic_ns()
        due = limit.begun().due
        deadline = 0 if due is None else min(max(1, round(due * 1e9)), _NEVER_NS)
        if position.is_over:
            return _finished(position)
        encoding = self._encoding
        so_far = encoding.won_so_far(position)
        won = so_far[0] - so_far[1]
        with self._lock:
            found: Found = self._unit.solve(
                encoding.fields,
                encoding.encode_position(position),
                self._table,
                wanted="value" if cards == "none" else cards,
                with_line=with_line,
                guess=None if guess is None else guess - won,
                known=None if known is None else (known[0] - won, known[1] - won),
                node_limit=limit.nodes,
                deadline_ns=deadline,
                cancel=limit.cancel,
            )
        time_ms = (time.monotonic_ns() - started) / 1e6
        answer = _AnswerReader(position, encoding, so_far, found).answer(time_ms)
        is_proved = answer.exact or (cards == "none" and answer.value is not None)
        if is_proved or not found.stopped:
            return answer
        return replace(answer, ended=limit.find_end(answer.stats.nodes))


def solve(position: Position, limit: Limit = NO_LIMIT, cards: CardsWanted = "all") -> Answer:
    """Return the value of a position and of each playable card, best first, with one optimal line.

    ``cards="best"`` asks for the value and one best card only, which is faster.  If the limit is reached
    first, the answer has proven bounds of *own minus other* of the side to play.

    >>> import json
    >>> from solver import Position, solve
    >>> log = json.load(open("samples/belote.json"))
    >>> answer = solve(Position.from_dict({**log, "plays": log["plays"][:6]}))
    >>> answer.exact, answer.value, [str(card) for card in answer.best]
    (True, {'NS': 92, 'EW': 70}, ['DA'])
    >>> [(str(card.card), card.loss) for card in answer.cards]
    [('DA', 0), ('D7', 26), ('D9', 26), ('DQ', 26)]
    """
    return Solver(position, limit.table_mib).solve(position, limit, cards)


def perft(position: Position, depth: int) -> int:
    """Return the number of legal ways to play ``depth`` more cards, by the core; the deal's end stops it."""
    if depth < 1 or position.is_over:
        return 1
    encoding = Encoding(position)
    return ground.perft(encoding.fields, encoding.encode_position(position), depth)


def playable_cards(position: Position) -> list[Card]:
    """Return the playable cards of a position according to the core: the twin of `Position.legal_plays`."""
    encoding = Encoding(position)
    bits = ground.legal_plays(encoding.fields, encoding.encode_position(position))
    return [card for card, code in encoding.code.items() if bits >> code & 1]


def _score(position: Position, result: Pair, belote_side: int | None) -> Pair | None:
    score = deal_score(position.rules, position.contract, position.dealer, result, belote_side)
    return None if score is None else score.by_side


def _side_name(position: Position, side: int | None) -> str | None:
    return None if side is None else position.rules.side_names[side]


def _finished(position: Position) -> Answer:
    """Return the answer for a deal whose cards are all played: its result."""
    result = final_result(position.rules, position.dealer, position.tally)
    score = _score(position, result, position.belote_side)
    difference = lead_of(result)
    return Answer(
        variant=position.rules.name,
        to_play=None,
        trick=(),
        bounds=Bounds(difference, difference),
        cards=(),
        line=(),
        stats=Stats(0, 0.0),
        value=position.rules.by_side(result),
        score=None if score is None else position.rules.by_side(score),
        belote=_side_name(position, position.belote_side),
    )


@dataclass(slots=True)
class _Proved:
    """The bounds that a search proved of one playable card, in terms of final results."""

    card: Card
    keeper: int
    """The code of the card that stands for its class."""
    bounds: Bounds
    result: Pair | None
    score: Pair | None


class _AnswerReader:
    """Turn what a search found into an answer for named sides."""

    def __init__(self, position: Position, encoding: Encoding, so_far: Pair, found: Found) -> None:
        self.position = position
        self.encoding = encoding
        self.so_far = so_far
        self.found = found
        self.belote_side = position.belote_side
        self.own = position.rules.side_of(position.to_play or position.rules.players[0])
        self.sign = sign_of(self.own)

    def answer(self, time_ms: float) -> Answer:
        whole = self._bounds(self.found.lower, self.found.upper)
        cards = [self._read_card(card) for card in self.found.cards]
        best = self._best(cards, whole)
        values = [self._value_of(card, cards, best) for card in cards]
        order = {card.card: place for place, card in enumerate(values)}
        values.sort(
            key=lambda card: (-card.bounds.low, -card.bounds.high, card.score_swing or 0, order[card.card])
        )
        line = () if best is None else self._line(best.keeper)
        result = self._whole_result(whole) if best is None else best.result
        score = None if result is None else _score(self.position, result, self.belote_side)
        return Answer(
            variant=self.position.rules.name,
            to_play=self.position.to_play,
            trick=self.position.trick.plays,
            bounds=whole,
            cards=tuple(values),
            line=line,
            stats=Stats(self.found.nodes, time_ms),
            value=None if result is None else self.position.rules.by_side(result),
            score=None if score is None else self.position.rules.by_side(score),
            belote=_side_name(self.position, self.belote_side),
            is_complete=bool(cards) and all(card.result is not None for card in cards),
        )

    def _bounds(self, lower: int, upper: int) -> Bounds:
        """Turn bounds to go, of side 0, into bounds of the final difference of the side to play."""
        before = lead_of(self.so_far)
        low, high = self.sign * (lower + before), self.sign * (upper + before)
        return Bounds(min(low, high), max(low, high))

    def _read_card(self, card: FoundCard) -> _Proved:
        bounds = self._bounds(card.lower, card.upper)
        result = self._result(card.keeper, bounds.low * self.sign) if bounds.is_exact else None
        score = None if result is None else _score(self.position, result, self.belote_side)
        return _Proved(self.encoding.card[card.code], card.keeper, bounds, result, score)

    def _result(self, keeper: int, difference: int) -> Pair | None:
        """Return both sides' results, or None if they depend on a line that a limit cut off."""
        if self.encoding.total is not None:
            return self.encoding.split(difference)
        line = self.found.lines.get(keeper)
        return None if line is None else self.encoding.split(difference, sum(self.so_far) + line.total)

    def _whole_result(self, whole: Bounds) -> Pair | None:
        """Return both sides' results of a position whose value is proved, without a card that keeps it."""
        is_known = whole.is_exact and self.encoding.total is not None
        return self.encoding.split(whole.low * self.sign) if is_known else None

    def _best(self, cards: list[_Proved], whole: Bounds) -> _Proved | None:
        """Return a card with the position's value, if possible one with a line; None until it is proved."""
        if not whole.is_exact:
            return None
        best = [card for card in cards if card.result is not None and card.bounds == whole]
        return min(best, key=lambda card: card.keeper not in self.found.lines, default=None)

    def _value_of(self, card: _Proved, cards: list[_Proved], best: _Proved | None) -> CardValue:
        equals = tuple(other.card for other in cards if other.keeper == card.keeper and other is not card)
        if card.result is None:
            return CardValue(card=card.card, bounds=card.bounds, equals=equals)
        value = CardValue(
            card=card.card,
            bounds=card.bounds,
            equals=equals,
            value=self.position.rules.by_side(card.result),
            score=None if card.score is None else self.position.rules.by_side(card.score),
        )
        if best is None or best.result is None:
            return value
        score_swing = None
        if card.score is not None and best.score is not None:
            score_swing = self.sign * (lead_of(best.score) - lead_of(card.score))
        return CardValue(
            card=value.card,
            bounds=value.bounds,
            equals=equals,
            value=value.value,
            score=value.score,
            swing=best.bounds.low - card.bounds.low,
            loss=best.result[self.own] - card.result[self.own],
            score_swing=score_swing,
        )

    def _line(self, keeper: int) -> tuple[Card, ...]:
        line = self.found.lines.get(keeper)
        return () if line is None else tuple(self.encoding.card[code] for code in line.codes)
