"""From what a search found to an answer for named sides."""

from collections.abc import Mapping
from typing import NamedTuple

from solver.cards import Card
from solver.engine.answer import Answer, Bounds, CardValue, Ended, Stats
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.game import Contract, Deal, Pair, Position, deal_score, final_result, lead_of

_Names = tuple[str, str]


class _Proved(NamedTuple):
    """The proof of a search on the cards of one class, in terms of final results."""

    bounds: Bounds
    result: Pair | None = None
    value: dict[str, int] | None = None
    """The result by the names of the sides."""
    score: Pair | None = None
    named_score: dict[str, int] | None = None


class AnswerReader:
    """Turns what searches found into answers, for positions of one game, contract and dealer.

    Answers of the same value share what they say of it, so that scores are worked out once for each result.
    """

    def __init__(self, encoding: Encoding, contract: Contract, dealer: str | None) -> None:
        rules = encoding.rules
        self._encoding = encoding
        self._contract = contract
        self._dealer = dealer
        self._names: _Names = (rules.side_names[0], rules.side_names[1])
        self._known: dict[tuple[int, int, int | None], _Proved] = {}
        """By difference, side to play and side with the belote, where the sum of both results is fixed."""
        self._scores: dict[tuple[Pair, int | None], Pair | None] = {}
        self._belote: tuple[Deal | None, int | None] = (None, None)
        """The last deal of which an answer was read, and its belote: in one, as threads may share them."""

    def read(
        self, position: Position, so_far: Pair, found: Found, time_ms: float, ended: Ended | None = None
    ) -> Answer:
        """Return the answer to ``position``, in which the sides have won ``so_far``."""
        # Step 1. The classes of cards: bounds, results and scores.
        encoding, to_play = self._encoding, position.to_play
        assert to_play is not None, "what was searched is not over"
        own = encoding.rules.side_of(to_play)
        before = so_far[0] - so_far[1]
        deal, belote_side = self._belote
        if position.deal is not deal:
            belote_side = position.belote_side
            self._belote = (position.deal, belote_side)
        card_of, lines = encoding.card, found.lines
        is_fixed = encoding.total is not None
        classes: dict[int, _Proved] = {}
        is_complete = bool(found.cards)
        for _, keeper, lower, upper in found.cards:
            if keeper not in classes:
                total = None
                if not is_fixed and keeper in lines:
                    total = so_far[0] + so_far[1] + lines[keeper].total
                proved = self._prove(lower + before, upper + before, own, belote_side, total)
                classes[keeper] = proved
                if proved.result is None:
                    is_complete = False

        # Step 2. A best card, if possible one with a line; and the value of the position.
        whole = self._prove(found.lower + before, found.upper + before, own, belote_side)
        best: int | None = None
        if found.lower == found.upper:
            for keeper, proved in classes.items():
                if proved.result is not None and proved.bounds == whole.bounds:
                    if keeper in lines:
                        best = keeper
                        break
                    best = keeper if best is None else best
        valued = whole if best is None else classes[best]
        line: tuple[Card, ...] = ()
        if best is not None and best in lines:
            line = tuple([card_of[code] for code in lines[best].codes])

        # Step 3. The cards, best first; what is equally good keeps the order of the search.
        equals = _equals(found, card_of) if len(found.cards) > len(classes) else {}
        values = [
            self._value(
                card_of[code], classes[keeper], None if best is None else valued, own, equals.get(code, ())
            )
            for code, keeper, _, _ in found.cards
        ]
        if len(values) > 1:
            values.sort(key=_merit)
        return Answer(
            variant=encoding.rules.name,
            to_play=to_play,
            trick=position.trick.plays,
            position=position,
            ended=ended,
            value=valued.value,
            score=valued.named_score,
            bounds=whole.bounds,
            belote=None if belote_side is None else self._names[belote_side],
            cards=tuple(values),
            line=line,
            stats=Stats(found.nodes, time_ms),
            is_complete=is_complete,
        )

    def _value(
        self, card: Card, proved: _Proved, best: _Proved | None, own: int, equals: tuple[Card, ...]
    ) -> CardValue:
        bounds, result, value, score, named_score = proved
        if result is None:
            return CardValue(card=card, bounds=bounds, equals=equals)
        swing = loss = score_swing = None
        if best is not None and best.result is not None:
            swing = best.bounds.low - bounds.low
            loss = best.result[own] - result[own]
            if score is not None and best.score is not None:
                score_swing = lead_of(best.score) - lead_of(score)
                if own:
                    score_swing = -score_swing
        return CardValue(
            card=card,
            value=value,
            score=named_score,
            swing=swing,
            loss=loss,
            score_swing=score_swing,
            bounds=bounds,
            equals=equals,
        )

    def _prove(
        self, lower: int, upper: int, own: int, belote_side: int | None, total: int | None = None
    ) -> _Proved:
        """Return what bounds say of the end of the deal, for the side ``own``.

        lower, upper: own minus other of side 0.
        total: what both sides get together, where that depends on the play and a line tells it.
        """
        if lower != upper:
            return _Proved(_bounds(lower, upper, own))
        key = (lower, own, belote_side)
        known = self._known.get(key)
        if known is not None:
            return known
        bounds, is_fixed = _bounds(lower, upper, own), self._encoding.total is not None
        if total is None and not is_fixed:
            return _Proved(bounds)
        result = self._encoding.split(lower, total)
        score = self._score(result, belote_side)
        proved = _Proved(bounds, result, self._named(result), score, self._named(score))
        if is_fixed:
            self._known[key] = proved
        return proved

    def _score(self, result: Pair, belote_side: int | None) -> Pair | None:
        key = (result, belote_side)
        try:
            return self._scores[key]
        except KeyError:
            score = deal_score(self._encoding.rules, self._contract, self._dealer, result, belote_side)
            found = self._scores[key] = None if score is None else score.by_side
            return found

    def _named(self, pair: Pair | None) -> dict[str, int] | None:
        if pair is None:
            return None
        first, second = self._names
        return {first: pair[0], second: pair[1]}


def _bounds(lower: int, upper: int, own: int) -> Bounds:
    """Turn bounds of side 0 into bounds of side ``own``."""
    return Bounds(-upper, -lower) if own else Bounds(lower, upper)


def _equals(found: Found, card_of: Mapping[int, Card]) -> dict[int, tuple[Card, ...]]:
    """Return, for the code of each card, the others of its class."""
    return {
        code: tuple([card_of[other] for other, of, _, _ in found.cards if of == keeper and other != code])
        for code, keeper, _, _ in found.cards
    }


def _merit(card: CardValue) -> tuple[int, int, int]:
    """Rate a card, the better the lower: by its bounds, then by what it costs of the score."""
    return -card.bounds.low, -card.bounds.high, card.score_swing or 0


def read_result(position: Position) -> Answer:
    """Return the answer for a deal whose cards are all played: its result."""
    rules, belote_side = position.rules, position.belote_side
    result = final_result(rules, position.dealer, position.tally)
    score = deal_score(rules, position.contract, position.dealer, result, belote_side)
    difference = lead_of(result)
    return Answer(
        variant=rules.name,
        to_play=None,
        trick=(),
        position=position,
        value=rules.by_side(result),
        score=None if score is None else rules.by_side(score.by_side),
        bounds=Bounds(difference, difference),
        belote=None if belote_side is None else rules.side_names[belote_side],
        cards=(),
        line=(),
        stats=Stats(0, 0.0),
    )
