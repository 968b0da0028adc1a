"""Proved reasons: a word with its proof, and the hidden cards that its sentence names."""

from collections.abc import Mapping
from typing import Any

from solver.cards import Card
from solver.reasons.reason import Proof, ProvedReason, Reason
from solver.reasons.themes import Mistake


def proved(
    mistake: Mistake,
    reason: Reason,
    values: Mapping[str, Any],
    proof: Proof,
    *more_proofs: Proof,
    is_weak: bool = False,
) -> ProvedReason:
    """Return a reason that was proved of a mistake.

    values: the things that its sentence names; those cards of them that the player could not see are
        `hidden`.
    """
    named = [value for value in values.values() if isinstance(value, Card)]
    named += (*values.get("cards", ()), *values.get("gained", ()))
    return ProvedReason(
        reason=reason,
        better=mistake.best,
        values=values,
        hidden=mistake.hidden(*named),
        is_weak=is_weak,
        proof=proof,
        more_proofs=more_proofs,
    )
