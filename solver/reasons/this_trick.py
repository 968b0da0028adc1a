"""Reasons that lie in the trick itself: who wins it, and what lies in it."""

from collections.abc import Iterator

from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake

MOST_LEFT = 1 / 3
"""The share of the loss that may be left when a reason explains it."""


def trick_not_taken(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a trick that should be won: given to its winner after the best card, the loss is gone."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.wins_own(now) or not mistake.wins_own(instead) or mistake.position.deal.stock:
        return
    finished = mistake.after_trick(mistake.played)
    after = prover.value(finished.awarded(instead.winner))
    best, played = mistake.leads_own
    proof = Proof(kind="award", seat=instead.winner, best=Worth(best, best), played=Worth(played, after))
    if best - after <= MOST_LEFT * (best - played):
        yield ProvedReason(
            reason=Reason.trick_not_taken,
            values={
                "card": instead.taking,
                "seat": instead.winner,
                "other": now.taking,
                "holder": now.winner,
            },
            proof=proof,
        )
