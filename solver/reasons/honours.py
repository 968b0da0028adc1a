"""Reasons about the jack and the lowest trump of all fours, where a later trick decides who gets them."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.finders import find_facts
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import HALF, proof_without_cards
from solver.reasons.themes import Mistake, Theme
from solver.reasons.trick_words import lost_trick
from solver.rules import Objective

THEME_OF = {Reason.jack_caught: Theme.jack_lost, Reason.low_saved: Theme.low_lost}
"""The theme of the point for one card, by the reason that tells of it."""
CARD_OF_POINTS = {
    Reason.load: "best",
    Reason.throw: "given",
    Reason.keep_ten: "prize",
    Reason.ten_exposed: "card",
    Reason.ten_escaped: "card",
    Reason.card_lost: "card",
    Reason.card_escaped: "card",
}
"""The value that names the card, by the reasons that tell of its points."""


def honours(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find the jack or the lowest trump that own gets only with best play: worth nothing, it ends the loss.

    Half of the loss may be left, as game often goes with it.  A trick that own should have won says more.
    """
    if lost_trick(mistake) is None:
        yield from _honours(mistake, prover)


def honours_anyhow(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find the same where own should have won this trick."""
    if lost_trick(mistake) is not None:
        yield from _honours(mistake, prover)


def _honours(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find the jack or the lowest trump, wherever it is lost."""
    if mistake.rules.objective != Objective.four_points:
        return
    facts = {fact.theme for fact in find_facts(mistake)}
    cards = (mistake.honours.jack, mistake.honours.low)
    for (reason, theme), card in zip(THEME_OF.items(), cards, strict=True):
        if card is not None and theme in facts and card in mistake.played.trick_of:
            proof = proof_without_cards(mistake, prover, [card], most_left=HALF)
            if proof is not None:
                yield proved(mistake, reason, _values(mistake, card), proof)


def _values(mistake: Mistake, card: Card) -> dict[str, Any]:
    """Return what the sentence names: how the card falls, or how it gets home."""
    now, instead = mistake.played.trick_of[card], mistake.better.trick_of[card]
    holder, *others = {course.seat_of[card] for course in (mistake.better, mistake.played)}
    if others:
        return {"card": card, "trick": now.number, "seat": now.winner, "way": "goes"}
    is_own = mistake.is_own(holder)
    taker = now if is_own else instead
    values: dict[str, Any] = {"card": card, "holder": holder, "other": taker.taking, "seat": taker.winner}
    # Who has just got the lead by this card may draw the trump with it.
    is_next = now.number == mistake.played.tricks[0].number + 1 and now.cards[0] == now.taking
    if is_own and is_next and not mistake.on_table:
        return values | {"trick": now.number, "way": "drawn"}
    return values | {"trick": now.number, "way": "falls" if is_own else "escapes"}
