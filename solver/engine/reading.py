"""From what a search found to an answer for named sides."""

from typing import NamedTuple

from solver.cards import Card
from solver.engine.answer import Answer, Bounds, CardValue, Ended, Stats
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.game import Contract, Deal, Pair, Position, deal_score, final_result, lead_of

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
        self._results: dict[int, Pair] = {}
        """The results of both sides by their difference, in games in which their sum is fixed."""
        self._scores: dict[tuple[Pair, int | None], Pair | None] = {}
        self._deal: Deal | None = None
        self._belote_side: int | None = None
        """That of the last deal of which an answer was read."""

    def read(
        self, position: Position, so_far: Pair, found: Found, time_ms: float, ended: Ended | None = None
    ) -> Answer:
        """Return the answer to ``position``, in which the sides have won ``so_far``."""
        # Step 1. The classes of cards: bounds, results and scores.
        encoding, to_play = self._encoding, position.to_play
        assert to_play is not None, "what was searched is not over"
        own = encoding.rules.side_of(to_play)
        before = so_far[0] - so_far[1]
        if position.deal is not self._deal:
            self._deal, self._belote_side = position.deal, position.belote_side
        belote_side, card_of = self._belote_side, encoding.card
        whole = _bounds(found.lower + before, found.upper + before, own)
        classes: dict[int, _Proved] = {}
        is_complete = bool(found.cards)
        for code, keeper, lower, upper in found.cards:
            proved = classes.get(keeper)
            if proved is not None:
                proved.cards.append(card_of[code])
                continue
            bounds = _bounds(lower + before, upper + before, own)
            result = score = None
            if lower == upper:
                result = self._result(found, keeper, lower + before, so_far)
            if result is None:
                is_complete = False
            else:
                score = self._score(result, belote_side)
            classes[keeper] = _Proved(keeper, [card_of[code]], bounds, result, score)

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
            result = self._whole_result(whole, own)
            score = None if result is None else self._score(result, belote_side)
        else:
            result, score = best.result, best.score
            if best.keeper in found.lines:
                line = tuple([card_of[code] for code in found.lines[best.keeper].codes])

        # Step 3. The cards, best first; what is equally good keeps the order of the search.
        values = [
            self._value(card_of[code], classes[keeper], best, own) for code, keeper, _, _ in found.cards
        ]
        if len(values) > 1:
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
            is_complete=is_complete,
        )

    def _value(self, card: Card, proved: _Proved, best: _Proved | None, own: int) -> CardValue:
        _, cards, bounds, result, score = proved
        equals = tuple([other for other in cards if other is not card]) if len(cards) > 1 else ()
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
            value=self._named(result),
            score=self._named(score),
            swing=swing,
            loss=loss,
            score_swing=score_swing,
            bounds=bounds,
            equals=equals,
        )

    def _result(self, found: Found, keeper: int, difference: int, so_far: Pair) -> Pair | None:
        """Return both sides' results, or None if they depend on a line that a limit cut off."""
        if self._encoding.total is not None:
            return self._result_by(difference)
        line = found.lines.get(keeper)
        return None if line is None else self._encoding.split(difference, sum(so_far) + line.total)

    def _result_by(self, difference: int) -> Pair:
        """Return both sides' results, whose sum is fixed, by their difference."""
        result = self._results.get(difference)
        if result is None:
            result = self._results[difference] = self._encoding.split(difference)
        return result

    def _whole_result(self, whole: Bounds, own: int) -> Pair | None:
        """Return both sides' results of a position whose value is proved, without a card that keeps it."""
        is_known = whole.low == whole.high and self._encoding.total is not None
        return self._result_by(-whole.low if own else whole.low) if is_known else None

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
