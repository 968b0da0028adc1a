"""From what a search found to an answer for named sides."""

from typing import NamedTuple

from solver.cards import Card
from solver.engine.answer import Answer, Bounds, CardValue, Ended, Stats
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.game import Contract, Pair, Position, deal_score, final_result, lead_of

_Names = tuple[str, str]


class _Proved(NamedTuple):
    """The cards of one class, and what a search proved of them, in terms of final results."""

    keeper: int
    """The code of the card that stands for the class."""
    cards: list[Card]
    bounds: Bounds
    result: Pair | None
    score: Pair | None


class AnswerReader:
    """Turns what searches found into answers, for positions of one game, contract and dealer.

    Scores are worked out once for each result.
    """

    def __init__(self, encoding: Encoding, contract: Contract, dealer: str | None) -> None:
        rules = encoding.rules
        self._encoding = encoding
        self._contract = contract
        self._dealer = dealer
        self._names: _Names = (rules.side_names[0], rules.side_names[1])
        self._scores: dict[tuple[Pair, int | None], Pair | None] = {}

    def read(
        self, position: Position, so_far: Pair, found: Found, time_ms: float, ended: Ended | None = None
    ) -> Answer:
        """Return the answer to ``position``, in which the sides have won ``so_far``."""
        # Step 1. The classes of cards: bounds, results and scores.
        encoding, to_play = self._encoding, position.to_play
        assert to_play is not None, "what was searched is not over"
        own = encoding.rules.side_of(to_play)
        sign = -1 if own else 1
        before = so_far[0] - so_far[1]
        belote_side = position.belote_side
        whole = _bounds(found.lower + before, found.upper + before, sign)
        classes: dict[int, _Proved] = {}
        for code, keeper, lower, upper in found.cards:
            proved = classes.get(keeper)
            if proved is not None:
                proved.cards.append(encoding.card[code])
                continue
            bounds = _bounds(lower + before, upper + before, sign)
            result = None if lower != upper else self._result(found, keeper, lower + before, so_far)
            score = None if result is None else self._score(result, belote_side)
            classes[keeper] = _Proved(keeper, [encoding.card[code]], bounds, result, score)

        # Step 2. A best card, if possible one with a line; and the value of the position.
        best: _Proved | None = None
        if whole.low == whole.high:
            for proved in classes.values():
                if proved.result is not None and proved.bounds == whole:
                    if proved.keeper in found.lines:
                        best = proved
                        break
                    best = best or proved
        line: tuple[Card, ...] = ()
        if best is None:
            result = self._whole_result(whole, sign)
            score = None if result is None else self._score(result, belote_side)
        else:
            result, score = best.result, best.score
            if best.keeper in found.lines:
                line = tuple([encoding.card[code] for code in found.lines[best.keeper].codes])

        # Step 3. The cards, best first; what is equally good keeps the order of the search.
        values = [
            value
            for code, keeper, _, _ in found.cards
            for value in (self._value(encoding.card[code], classes[keeper], best, own, sign),)
        ]
        values.sort(key=_merit)
        return Answer(
            variant=encoding.rules.name,
            to_play=to_play,
            trick=position.trick.plays,
            position=position,
            ended=ended,
            value=self._named(result),
            score=self._named(score),
            bounds=whole,
            belote=None if belote_side is None else self._names[belote_side],
            cards=tuple(values),
            line=line,
            stats=Stats(found.nodes, time_ms),
            is_complete=bool(classes) and None not in [proved.result for proved in classes.values()],
        )

    def _value(self, card: Card, proved: _Proved, best: _Proved | None, own: int, sign: int) -> CardValue:
        equals = tuple([other for other in proved.cards if other != card]) if len(proved.cards) > 1 else ()
        if proved.result is None:
            return CardValue(card=card, bounds=proved.bounds, equals=equals)
        swing = loss = score_swing = None
        if best is not None and best.result is not None:
            swing = best.bounds.low - proved.bounds.low
            loss = best.result[own] - proved.result[own]
            if proved.score is not None and best.score is not None:
                score_swing = sign * (lead_of(best.score) - lead_of(proved.score))
        return CardValue(
            card=card,
            value=self._named(proved.result),
            score=self._named(proved.score),
            swing=swing,
            loss=loss,
            score_swing=score_swing,
            bounds=proved.bounds,
            equals=equals,
        )

    def _result(self, found: Found, keeper: int, difference: int, so_far: Pair) -> Pair | None:
        """Return both sides' results, or None if they depend on a line that a limit cut off."""
        if self._encoding.total is not None:
            return self._encoding.split(difference)
        line = found.lines.get(keeper)
        return None if line is None else self._encoding.split(difference, sum(so_far) + line.total)

    def _whole_result(self, whole: Bounds, sign: int) -> Pair | None:
        """Return both sides' results of a position whose value is proved, without a card that keeps it."""
        is_known = whole.low == whole.high and self._encoding.total is not None
        return self._encoding.split(whole.low * sign) if is_known else None

    def _score(self, result: Pair, belote_side: int | None) -> Pair | None:
        key = (result, belote_side)
        if key not in self._scores:
            rules = self._encoding.rules
            score = deal_score(rules, self._contract, self._dealer, result, belote_side)
            self._scores[key] = None if score is None else score.by_side
        return self._scores[key]

    def _named(self, pair: Pair | None) -> dict[str, int] | None:
        if pair is None:
            return None
        first, second = self._names
        return {first: pair[0], second: pair[1]}


def _bounds(lower: int, upper: int, sign: int) -> Bounds:
    """Turn bounds of side 0 into bounds of the side to play."""
    return Bounds(lower, upper) if sign == 1 else Bounds(-upper, -lower)


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
