"""What the fair verdict on a card holds, field by field."""

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.schemas.fields import Shown, ref

_CARDS = {"type": "array", "items": ref("Card")}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "number"}
_MEAN = {"type": "number", "minimum": 0}


class FairCardSchema(Schema):
    """A playable card and what it is worth in expectation: its means over the deals solved.

    Every `…_error` is the standard error of the number before it; 0 when all deals were solved.
    """

    card = Shown("The card.", ref("Card"))
    value = Shown("The mean final result.", ref("MeansBySide"))
    score = Shown("The mean deal score, where one can be told.", ref("MeansBySide"), optional=True)
    swing = Shown(
        "What it gives away of *own minus other* of the result, against the card that is best in expectation "
        "for it.",
        _MEAN,
    )
    swing_error = Shown("Its standard error.", _MEAN)
    loss = Shown("The drop of the playing side's own result, against the same card.", _NUMBER)
    loss_error = Shown("Its standard error.", _MEAN)
    score_swing = Shown(
        "As `swing`, of the deal score, against the card that is best in expectation for that.",
        _MEAN,
        optional=True,
    )
    score_swing_error = Shown("Its standard error.", _MEAN, optional=True)
    turned = Shown(
        "In which share of the deals it turns the contract, against the card that is best for the score.",
        _NUMBER,
        optional=True,
    )
    turned_error = Shown("Its standard error.", _MEAN, optional=True)


class FairVerdictSchema(Schema):
    """The card judged by what its player could know: over deals that agree with it, drawn uniformly."""

    grade = Shown(
        "The grade in expectation: `best` if no card is better for the result, or none for the deal score; "
        "otherwise by the mean swing, where it is more than two standard errors. A card that turns the "
        "contract in half of the deals is a `blunder`, in a fifth of them a `mistake` at least, in a "
        "twentieth an `inaccuracy` at least; any other that costs nothing in the score is an `inaccuracy` at "
        "the worst.",
        {"type": "string", "enum": ["best", "good", "inaccuracy", "mistake", "blunder"]},
    )
    samples = Shown("How many deals were solved; fewer than asked for when a limit came first.", _COUNT)
    deals = Shown("How many deals agree with what the player knew; above 2^53, to three digits.", _NUMBER)
    exhaustive = Shown("Whether those were all, so that the expectations are exact.", {"type": "boolean"})
    swing = Shown("Of the card played, as in `cards`.", _MEAN)
    swing_error = Shown("Its standard error.", _MEAN)
    loss = Shown("Of the card played, as in `cards`.", _NUMBER)
    loss_error = Shown("Its standard error.", _MEAN)
    score_swing = Shown("Of the card played, as in `cards`.", _MEAN, optional=True)
    score_swing_error = Shown("Its standard error.", _MEAN, optional=True)
    turned = Shown("Of the card played, as in `cards`.", _NUMBER, optional=True)
    turned_error = Shown("Its standard error.", _MEAN, optional=True)
    best = Shown("The cards best in expectation for the result.", _CARDS)
    best_for_score = Shown(
        "The cards best in expectation for the deal score, where there is one.", _CARDS, optional=True
    )
    cards = List(
        Nested(FairCardSchema),
        required=True,
        metadata={"description": "The cards that were playable, best in expectation first."},
    )
    stats = Shown("What it cost.", ref("Stats"))


FAIR_ANSWERS: tuple[type[Schema], ...] = (FairCardSchema, FairVerdictSchema)
"""Every schema of this module, each after those it is made of."""
