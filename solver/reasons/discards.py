"""Points lost by forced discards: by players who can neither follow suit nor ruff."""

from collections.abc import Iterable, Iterator
from typing import Any

from solver.cards import Card
from solver.game import Position
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import HALF, proof_without_rules
from solver.reasons.themes import Mistake

NOW = ("now", "now_more")
"""The ways of one that is forced by the best card, led now."""
WAYS_OF_BOTH = ("both", "both_fewer")
"""The ways that tell of one player's forced discards and of the other's: one fewer, or several."""


def forced_discard_now(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a forced discard on the best card, led to this trick."""
    yield from (one for one in forced_discard(mistake, prover) if one.values["way"] in NOW)


def forced_discard(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a forced discard that the card brings own, or spares the opponents.

    If forced discards cost nothing, half of the loss is gone, or more.
    """
    yield from _found(mistake, prover, "forced_discard_penalty")


def forced_discard_and_game(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a forced discard that makes the loss together with the point for game, which goes with it."""
    yield from _found(mistake, prover, "forced_discard_penalty", "points")


def _found(mistake: Mistake, prover: Prover, *rules: str) -> Iterator[ProvedReason]:
    """Find a forced discard, proved by rules that earn nothing."""
    if not mistake.rules.forced_discard_penalty:
        return
    now, instead = (
        forced_discards(course.position, course.line) for course in (mistake.played, mistake.better)
    )
    brought = [(seat, trick) for seat, trick in now if mistake.is_own(seat)]
    spared = [(seat, trick) for seat, trick in instead if not mistake.is_own(seat)]
    n_brought = len(brought) - sum(mistake.is_own(seat) for seat, _ in instead)
    n_spared = len(spared) - sum(not mistake.is_own(seat) for seat, _ in now)
    if n_brought <= 0 and n_spared <= 0:
        return
    found, there, way = (brought, instead, "") if n_brought >= n_spared else (spared, now, "spared")
    seat, trick = next((one for one in found if one not in there), found[0])
    values: dict[str, Any] = {"seat": seat, "trick": trick, "way": way}
    n_more = sum(one == seat for one, _ in found) - sum(one == seat for one, _ in there)
    if n_more > 1:
        values |= {"n": n_more, "way": f"{way}_more" if way else "more"}
    if way and not mistake.on_table and trick == mistake.better.tricks[0].number:
        more = {"n": n_more, "way": "now_more"} if n_more > 1 else {"way": "now"}
        values = {"seat": seat, "card": mistake.best, **more}
    elif n_brought > 0 and n_spared > 0 and len(mistake.position.hands) == 2:
        first = next(one for one in brought if one not in instead)
        way = "both" if n_spared == 1 else "both_fewer"
        values = {"seat": first[0], "trick": first[1], "n": n_brought, "way": way}
        values |= {"other_seat": spared[0][0], "fewer": n_spared}
    proof = proof_without_rules(mistake, prover, *rules, most_left=HALF)
    if proof is not None:
        yield proved(mistake, Reason.forced_discard, values, proof)


def forced_discards(position: Position, plays: Iterable[Card]) -> list[tuple[str, int]]:
    """Return the seats that lose points by a discard in the plays from a position, each with the trick."""
    found = []
    for card in plays:
        seat, trick, before = position.to_play, len(position.tricks), position.tally.penalties
        assert seat is not None
        position = position.play(card)
        if position.tally.penalties != before:
            found.append((seat, trick))
    return found
