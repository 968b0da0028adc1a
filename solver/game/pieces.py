"""The score of a deal as straight pieces, for programs that know no rules of scoring."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from solver.game.position import Position
from solver.game.scoring import deal_score
from solver.game.tally import Pair, lead_of
from solver.rules import ContractRule, Scoring

Line = tuple[int, int, int]
"""By what the results of side 0 and of side 1 are multiplied, and what is added to that."""


class ScorePiece(NamedTuple):
    """A span of leads on which both sides' scores are straight lines of the results."""

    least: int
    """The least lead of side 0 (its result minus the other) for which it holds: up to the next piece."""
    lines: tuple[Line, Line]
    """The score of side 0 and of side 1."""

    def score(self, result: Pair) -> Pair:
        """Return the score of a result in its span."""
        own, other = result
        (a, b, c), (d, e, f) = self.lines
        return a * own + b * other + c, d * own + e * other + f


def score_pieces(position: Position, total: int | None, slam: int) -> tuple[ScorePiece, ...]:
    """Return the score of each result that the deal of ``position`` can have, in pieces by rising leads.

    total: the sum of both sides' results without a slam; None if it depends on the play.
    slam: what a side that wins every trick gets besides.

    Empty where no score can be told: the contract lacks a part, or no lead alone decides it.

    >>> hands = {"N": "A.-.-.-", "E": "K.-.-.-", "S": "Q.-.-.-", "W": "J.-.-.-"}
    >>> deal = {"variant": "quadrette", "rules": {"short_deals": True}, "deal": hands}
    >>> one = Position.from_dict(deal | {"contract": {"trump": "H"}, "leader": "N"})
    >>> [piece.score((0, 1)) for piece in score_pieces(one, 1, 0)][:1]
    [(0, 0)]
    """
    rules, contract, belote_side = position.rules, position.contract, position.belote_side

    def score(result: Pair) -> Pair | None:
        found = deal_score(rules, contract, position.dealer, result, belote_side, total)
        return None if found is None else found.by_side

    if total is not None:
        results = [(own, total - own) for own in range(total + 1)]
        if slam:
            results = [(0, total + slam), *results, (total + slam, 0)]
        return tuple(_join(results, score))
    if rules.scoring == Scoring.four_points:
        return tuple(filter(None, (_fit(score, 0, 0),)))
    if rules.scoring == Scoring.taker and rules.contract_rule != ContractRule.threshold:
        # The contract is made by a lead, to which each side's belote counts.
        even = 0 if belote_side is None else rules.belote * (1 if belote_side else -1)
        spans = (
            _fit(score, even - 2, even - 2),
            _fit(score, even, even, is_wide=False),
            _fit(score, even + 1, even + 1),
        )
        return tuple(filter(None, spans))
    return ()


def _join(results: Iterable[Pair], score: Callable[[Pair], Pair | None]) -> Iterator[ScorePiece]:
    """Yield the pieces of a score that hangs on the result of side 0 alone, given all results by leads."""
    piece: ScorePiece | None = None
    before: tuple[Pair, Pair] | None = None
    """The last result and its score, as long as they are all that its piece has."""
    for result in results:
        scored = score(result)
        if scored is None:
            return
        if piece is not None and piece.score(result) == scored:
            before = None
            continue
        if before is not None and piece is not None:
            step = result[0] - before[0][0]
            slopes = [(now - was) // step if step else 0 for now, was in zip(scored, before[1], strict=True)]
            first, second = (
                (slope, 0, was - slope * before[0][0]) for slope, was in zip(slopes, before[1], strict=True)
            )
            longer = ScorePiece(piece.least, (first, second))
            if longer.score(result) == scored:
                piece, before = longer, None
                continue
        if piece is not None:
            yield piece
        piece = ScorePiece(lead_of(result), ((0, 0, scored[0]), (0, 0, scored[1])))
        before = (result, scored)
    if piece is not None:
        yield piece


def _fit(
    score: Callable[[Pair], Pair | None], least: int, lead: int, *, is_wide: bool = True
) -> ScorePiece | None:
    """Return the piece from ``least`` on, from the scores of results with the lead ``lead``.

    is_wide: False for a span of one lead alone.
    """
    # One point more for both keeps the lead; one for side 0 alone must not leave the span.
    here, both = score((lead, 0)), score((lead + 1, 1))
    near = score((lead + 1, 0)) if is_wide else here
    if here is None or both is None or near is None:
        return None
    lines = []
    for side in (0, 1):
        first = near[side] - here[side]
        second = both[side] - here[side] - first
        lines.append((first, second, here[side] - first * lead))
    return ScorePiece(least, (lines[0], lines[1]))
