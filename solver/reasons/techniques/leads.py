"""Likely reasons: an entry, or the suit that was led.

These tests pass often; they are told with caution, and only where nothing else is proved.
"""

from collections.abc import Iterator
from typing import Any, TypeGuard

from solver.reasons.lead_words import ruffed_own, way_if_overruffed
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.techniques.entries import is_master
from solver.reasons.techniques.scene import LEAST_SHARE, Scene, tell


def is_pure(proof: Proof | None) -> TypeGuard[Proof]:
    """True if a change moves one value alone: what moves both may be another matter."""
    return proof is not None and (
        proof.best.before == proof.best.after or proof.played.before == proof.played.after
    )


def entry(scene: Scene) -> Iterator[ProvedReason]:
    """Find an own hand that has too few entries: with an own winner moved to it the loss is gone."""
    for hand in scene.own:
        # The hand has cards that would win, and do not any more.
        stranded = [
            card
            for card in scene.hands[hand]
            if scene.wins(scene.better, card) and not scene.wins(scene.played, card)
        ]
        if not any(is_master(scene, card) for card in stranded):
            continue
        other = next(seat for seat in scene.own if seat != hand)
        for card in sorted(scene.hands[other], key=lambda card: -scene.heights[card]):
            if card.suit in (scene.card.suit, scene.best.suit) or not is_master(scene, card):
                continue
            low = scene.of_suit(hand, card.suit)[:1] or scene.idle(hand)[:1]
            proof = scene.first_proof("rise", [(card, one) for one in low if not is_master(scene, one)])
            if is_pure(proof):
                yield tell(scene, Reason.entry, proof, is_weak=True, seat=hand)
                return


def lead_lost(scene: Scene) -> Iterator[ProvedReason]:
    """Find a lead that an opponent wins, and own wins the best card's: with that trick, nothing is lost."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    if not scene.is_lead or scene.is_own(now.winner):
        return
    proof = None
    if scene.is_own(instead.winner):
        proof = scene.prove_lead(scene.played, 1, (instead.winner,)) or _prove_award(scene, instead.winner)
    elif scene.is_trump(now.taking.suit) and not scene.is_trump(scene.card.suit):
        # Without the ruff the highest card of the suit wins.
        top = max((card for card in now.cards if card.suit == scene.card.suit), key=scene.heights.__getitem__)
        seat = now.seats[now.cards.index(top)]
        proof = _prove_award(scene, seat) if scene.is_own(seat) else None
    if proof is None:
        return
    values: dict[str, Any] = {"card": scene.card, "seat": now.winner, "other": now.taking}
    if scene.is_trump(now.taking.suit) and not scene.is_trump(scene.card.suit):
        values["card"] = ruffed_own(scene.mistake, now)
        over = way_if_overruffed(scene.mistake, now, "overruffed")
        yield tell(scene, Reason.lead_ruffed, proof, **values, **over)
    else:
        yield tell(
            scene, Reason.lead_beaten, proof, **values, way="" if scene.is_honour(scene.card) else "low"
        )


def honour_lost(scene: Scene) -> Iterator[ProvedReason]:
    """Find such a lead of an honour, or one that is ruffed: that tells more than the lead."""
    yield from (reason for reason in lead_lost(scene) if reason.values.get("way") != "low")


def _prove_award(scene: Scene, seat: str) -> Proof | None:
    """Return the proof that the loss is gone if an own hand wins the trick that was lost."""
    finished = scene.mistake.after_trick(scene.played)
    if finished.is_over:
        return None
    value = scene.value_of_played(finished.awarded(seat))
    best, played = Worth(scene.before_best, scene.before_best), Worth(scene.before_played, value)
    proof = Proof(kind="award", seat=seat, best=best, played=played)
    return proof if proof.share >= LEAST_SHARE else None


def suit_good(scene: Scene) -> Iterator[ProvedReason]:
    """Find a lead into partner's high cards: with the top one elsewhere it gains nothing."""
    if not scene.is_lead or scene.card.suit == scene.best.suit:
        return
    # Who sees both hands is told nothing of them with a perhaps.
    if scene.partner in scene.seen:
        return
    # If other suits are as good, it is not this one that is good.
    if not scene.is_sole_suit or scene.is_trump(scene.best.suit):
        return
    suit = scene.best.suit
    for top in scene.of_suit(scene.partner, suit)[-1:]:
        theirs = [card for seat in scene.others for card in scene.of_suit(seat, suit)]
        below = [card for card in theirs if scene.heights[card] < scene.heights[top]]
        nexts = below or [card for seat in scene.others for card in scene.idle(seat, suit)[:1]]
        if nexts and scene.is_honour(top):
            proof = scene.prove("fall", (top, max(nexts, key=scene.heights.__getitem__)))
            if is_pure(proof):
                values: dict[str, Any] = {"seat": scene.partner, "suit": suit, "card": top}
                yield tell(scene, Reason.suit_good, proof, is_weak=True, **values)


def suit_bad(scene: Scene) -> Iterator[ProvedReason]:
    """Find a lead into the opponents' high cards: with one of them at partner's it costs nothing."""
    if not scene.is_lead or scene.card.suit == scene.best.suit:
        return
    suit = scene.card.suit
    theirs = [card for seat in scene.others for card in scene.of_suit(seat, suit)]
    for high in sorted(theirs, key=lambda card: -scene.heights[card])[:2]:
        held = scene.of_suit(scene.partner, suit)
        ours = [card for card in held if scene.heights[card] < scene.heights[high]][-1:]
        if not ours or not scene.is_honour(high):
            continue
        proof = scene.prove("rise", (high, ours[0]))
        if is_pure(proof):
            values: dict[str, Any] = {"seat": scene.holder[high], "card": high, "suit": suit}
            yield tell(scene, Reason.suit_bad, proof, is_weak=True, **values)
            return
