"""From what a search found to an answer for named sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from solver.answer_json import SharedNumbers
from solver.cards import Card
from solver.engine.answer import Answer, Bounds, CardValue, Stats
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.game import Contract, Deal, Pair, Position, deal_score, final_result, lead_of, sign_of
from solver.records import maker_of

_Names = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Proved:
    """The proof of a search on the cards of one class, in terms of final results."""

    bounds: Bounds
    value: SharedNumbers | None = None
    """The result by the names of the sides; None, as all that follows, while it is not proved."""
    score: SharedNumbers | None = None
    own: int | None = None
    """The result of the side to play."""
    score_lead: int | None = None
    """The score of the side to play minus that of the other."""


_new_answer, _new_card_value, _new_stats = maker_of(Answer), maker_of(CardValue), maker_of(Stats)
_new_bounds, _new_proved = maker_of(Bounds), maker_of(_Proved)


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
        self._known: dict[tuple[int, int | None], dict[tuple[int, int | None], _Proved]] = {}
        """By side to play and side with the belote, then by difference and, where it is not fixed, sum."""
        self._scores: dict[tuple[Pair, int | None], Pair | None] = {}
        self._belote: tuple[Deal | None, int | None] = (None, None)
        """The last deal of which an answer was read, and its belote: in one, as threads may share them."""

    def read(
        self,
        position: Position,
        so_far: Pair,
        found: Found,
        time_ms: float,
        *,
        asks_cards: bool = True,
    ) -> Answer:
        """Return the answer to ``position``, in which the sides have won ``so_far``.

        asks_cards: False if the value alone was asked for.
        """
        # Step 1. The classes of cards: bounds, results and scores.
        encoding, to_play = self._encoding, position.to_play
        assert to_play is not None, "what was searched is not over"
        own = encoding.rules.side_of(to_play)
        before = so_far[0] - so_far[1]
        deal, belote_side = self._belote
        if position.deal is not deal:
            belote_side = position.belote_side
            self._belote = (position.deal, belote_side)
        known = self._known.setdefault((own, belote_side), {})
        card_of, lines = encoding.card, found.lines
        classes: dict[int, _Proved] = {}
        is_complete = bool(found.cards) or not asks_cards
        for _, keeper, lower, upper in found.cards:
            if keeper not in classes:
                total = None
                if encoding.total is None and keeper in lines:
                    total = so_far[0] + so_far[1] + lines[keeper].total
                proved = known.get((lower + before, total)) if lower == upper else None
                if proved is None:
                    proved = self._prove(lower + before, upper + before, own, belote_side, total)
                if proved.value is None:
                    is_complete = False
                classes[keeper] = proved

        # Step 2. A best card, if possible one with a line; and the value of the position.
        whole = known.get((found.lower + before, None)) if found.lower == found.upper else None
        if whole is None:
            whole = self._prove(found.lower + before, found.upper + before, own, belote_side, None)
        best: int | None = None
        if found.lower == found.upper:
            for keeper, proved in classes.items():
                if proved.value is not None and proved.bounds.low == whole.bounds.low:
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
        reference = None if best is None else valued
        rated = []
        for code, keeper, _, _ in found.cards:
            rated.append(_rated(card_of[code], classes[keeper], reference, equals.get(code, ())))
        if len(rated) > 1:
            rated.sort(key=_merit)
        return _new_answer(
            variant=encoding.rules.name,
            to_play=to_play,
            trick=position.trick.plays,
            position=position,
            ended=None,
            value=valued.value,
            score=valued.score,
            bounds=whole.bounds,
            belote=None if belote_side is None else self._names[belote_side],
            cards=tuple([value for _, value in rated]),
            line=line,
            stats=_new_stats(found.nodes, time_ms),
            is_complete=is_complete,
        )

    def _prove(self, lower: int, upper: int, own: int, belote_side: int | None, total: int | None) -> _Proved:
        """Return what bounds say of the end of the deal, for the side ``own``; keep it, if they are exact.

        lower, upper: own minus other of side 0.
        total: what both sides get together, where that depends on the play and a line tells it.
        """
        bounds = _new_bounds(-upper, -lower) if own else _new_bounds(lower, upper)
        if lower != upper:
            return _new_proved(bounds)
        if total is None and self._encoding.total is None:
            proved = _new_proved(bounds)
        else:
            result = self._encoding.split(lower, total)
            score = self._score(result, belote_side)
            score_lead = None if score is None else sign_of(own) * lead_of(score)
            proved = _new_proved(bounds, self._named(result), self._named(score), result[own], score_lead)
        self._known[own, belote_side][lower, total] = proved
        return proved

    def _score(self, result: Pair, belote_side: int | None) -> Pair | None:
        key = (result, belote_side)
        try:
            return self._scores[key]
        except KeyError:
            rules, in_play = self._encoding.rules, self._encoding.total
            score = deal_score(rules, self._contract, self._dealer, result, belote_side, in_play)
            found = self._scores[key] = None if score is None else score.by_side
            return found

    def _named(self, pair: Pair | None) -> SharedNumbers | None:
        if pair is None:
            return None
        first, second = self._names
        return SharedNumbers({first: pair[0], second: pair[1]})


class AnswerReaders:
    """The readers for all contracts and dealers of one encoding, each made when it is first asked for."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._made: dict[tuple[Contract, str | None], AnswerReader] = {}

    def find(self, position: Position) -> AnswerReader:
        """Return what reads the answers to positions under the contract of ``position``."""
        key = (position.contract, position.dealer)
        reader = self._made.get(key)
        if reader is None:
            reader = self._made[key] = AnswerReader(self._encoding, *key)
        return reader


_Rated = tuple[tuple[int, int, int], CardValue]
"""The merit of a card, the lower the better, and its value."""
_merit = itemgetter(0)


def _rated(card: Card, proved: _Proved, best: _Proved | None, equals: tuple[Card, ...]) -> _Rated:
    """Return the value of a card beside what is ``best``, if that is known.

    Its merit is by its bounds, then by what it costs of the score.
    """
    bounds = proved.bounds
    swing = loss = score_swing = None
    if best is not None and best.own is not None and proved.own is not None:
        swing = best.bounds.low - bounds.low
        loss = best.own - proved.own
        if best.score_lead is not None and proved.score_lead is not None:
            score_swing = best.score_lead - proved.score_lead
    value = _new_card_value(
        card=card,
        value=proved.value,
        score=proved.score,
        swing=swing,
        loss=loss,
        score_swing=score_swing,
        bounds=bounds,
        equals=equals,
    )
    return (-bounds.low, -bounds.high, score_swing or 0), value


def _equals(found: Found, card_of: Mapping[int, Card]) -> dict[int, tuple[Card, ...]]:
    """Return, for the code of each card, the others of its class."""
    return {
        code: tuple([card_of[other] for other, of, _, _ in found.cards if of == keeper and other != code])
        for code, keeper, _, _ in found.cards
    }


def read_result(position: Position) -> Answer:
    """Return the answer for a deal whose cards are all played: its result."""
    rules, belote_side = position.rules, position.belote_side
    result = final_result(rules, position.dealer, position.tally)
    score = position.score(result)
    difference = lead_of(result)
    return Answer(
        variant=rules.name,
        to_play=None,
        trick=(),
        position=position,
        value=SharedNumbers(rules.by_side(result)),
        score=None if score is None else SharedNumbers(rules.by_side(score.by_side)),
        bounds=Bounds(difference, difference),
        belote=None if belote_side is None else rules.side_names[belote_side],
        cards=(),
        line=(),
        stats=Stats(0, 0.0),
    )
