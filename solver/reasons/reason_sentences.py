"""The sentences of proved reasons, in English; `solver.speech` puts them into the reader's language.

``seat`` and ``holder`` are written ``{seat}`` or ``{seat:of}``; tricks count from 1.
"""

from collections.abc import Mapping
from typing import Any

from solver.reasons.reason import ProvedReason, Reason
from solver.sentences import Message, mark
from solver.speech import Place, Speech

REASONS: Mapping[Reason, Message] = {
    Reason.trick_not_taken: mark("Then {seat} takes this trick with {card}"),
}

PLACES = ("seat", "holder", "partner", "other_seat")
"""The values that are seats."""
TRICKS = ("trick", "instead")
"""The values that are tricks, from 0."""


def tell(reason: ProvedReason, speech: Speech) -> str:
    """Return the reason as a clause, without a full stop."""
    values: dict[str, Any] = dict(reason.values)
    for name in values.keys() & PLACES:
        values[name] = Place(values[name])
    for name in values.keys() & TRICKS:
        values[name] += 1
    return speech.say(REASONS[reason.reason], values.pop("n", 0), **values)
