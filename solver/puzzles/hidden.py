"""Hidden puzzles: one player's hand, all that they know, and one class of cards that is best in expectation.

Deals that agree with the player's knowledge are drawn and solved as for the fair verdict
(`solver.analysis.fair`).  A position is a puzzle if one class of cards is best on average, for the deal score
where the game has one, and every other card is worse beyond doubt (`Estimate.is_sure`), and at least an
inaccuracy.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solver.analysis import ExpectedCard, Grade, grade_in_expectation, judge_fairly
from solver.answer_row import MeansBySide, row
from solver.cards import Card, sort_cards
from solver.engine import Budget
from solver.game import Position
from solver.knowledge import Estimate, Sampling
from solver.puzzles.unfit import Unfit, UnfitError

N_DEALS = 400
"""The deals that a hidden puzzle is proved by, if so many agree with what its player knows."""
N_FIRST = 50
"""The deals after which a position with two cards that are equally good is given up."""
LEAST_GRADES = (Grade.inaccuracy, Grade.mistake, Grade.blunder)
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Expected:
    """A class of cards in expectation, as one player sees it."""

    cards: tuple[Card, ...] = field(metadata=row("The cards, worth the same in every deal."))
    value: MeansBySide = field(
        metadata=row("The mean final result over deals that agree with what the player knows.", digits=DIGITS)
    )
    cost: float = field(
        metadata=row(
            "What they give away on average, own minus other: of the deal score where the game has one, else "
            "of the result. 0 for the right ones.",
            low=0,
            digits=DIGITS,
        )
    )
    cost_error: float = field(
        metadata=row("Its standard error; 0 when all deals were solved.", low=0, digits=DIGITS)
    )


def prove_expected(position: Position, budget: Budget) -> tuple[Expected, ...]:
    """Return the classes of playable cards in expectation, the right one first.

    Raises UnfitError where none is best beyond doubt, or the budget ends first.
    """
    if position.is_over or len(position.legal_plays()) == 1:
        raise UnfitError(Unfit.forced)
    for n_deals in (N_FIRST, N_DEALS):
        cards = _judge(position, budget, n_deals)
        right = [card for card in cards if not _cost(card).mean]
        others = [card for card in cards if card not in right]
        if not others or len(_classes(right)) > 1:
            raise UnfitError(Unfit.dual)
        if n_deals == N_FIRST:
            # What is far from certain after these deals is not after more, but for rare cases.
            if any(_cost(card).mean <= _cost(card).error for card in others):
                raise UnfitError(Unfit.doubtful)
        elif not all(
            _cost(card).is_sure and grade_in_expectation(position.rules, card) in LEAST_GRADES
            for card in others
        ):
            raise UnfitError(Unfit.doubtful)
    return (_class_of(right), *map(_class_of, _classes(others)))


def _judge(position: Position, budget: Budget, n_deals: int) -> Sequence[ExpectedCard]:
    part = budget.rest()
    verdict = judge_fairly(position, position.legal_plays()[0], Sampling(n_deals), part)
    if verdict is not None:
        budget.count(verdict.stats.nodes)
    elif part.nodes is not None and not part.is_late:
        # Too few deals were solved, as the nodes came to their end.
        budget.count(part.nodes)
    if verdict is None or verdict.is_short:
        raise UnfitError(Unfit.broad)
    return verdict.cards


def _cost(card: ExpectedCard) -> Estimate:
    """Return the cost of a card where it counts: in the score, or else in the result."""
    return card.swing if card.score_swing is None else card.score_swing


def _classes(cards: Iterable[ExpectedCard]) -> list[list[ExpectedCard]]:
    """Return the cards in classes of the same means, the least cost first."""
    found: dict[tuple[float, float, float], list[ExpectedCard]] = {}
    for card in sorted(cards, key=lambda card: (_cost(card).mean, card.swing.mean)):
        found.setdefault((_cost(card).mean, _cost(card).error, card.swing.mean), []).append(card)
    return list(found.values())


def _class_of(cards: Sequence[ExpectedCard]) -> Expected:
    cost = _cost(cards[0])
    return Expected(tuple(sort_cards([card.card for card in cards])), cards[0].value, cost.mean, cost.error)
