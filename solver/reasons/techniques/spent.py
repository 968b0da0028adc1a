"""Cards that a trick costs: a trump of partner's for nothing, or a high card of an opponent."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.course import Course
from solver.reasons.free_plays import has_another
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.techniques.entries import is_master
from solver.reasons.techniques.scene import LEAST_SHARE, Scene, tell


def partner_spent(scene: Scene) -> Iterator[ProvedReason]:
    """Find a lead on which partner spends a trump that wins later; held still, it makes the loss good."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    card, saved = (scene.seat_plays(trick, scene.partner) for trick in (now, instead))
    is_spent = scene.is_lead and scene.is_trump(card.suit) and not scene.is_trump(scene.card.suit)
    if not is_spent or scene.is_trump(saved.suit) or not scene.wins(scene.better, card):
        return
    proof = _prove_spent(scene, scene.played, card, saved)
    if proof is None:
        return
    if is_master(scene, scene.best) and instead.taking == scene.best:
        yield tell(scene, Reason.cash, proof, card=scene.best, seat=scene.partner, other=card, way="spent")
    elif not scene.is_own(now.winner):
        values: dict[str, Any] = {"card": now.taking, "seat": now.winner, "other": card}
        yield tell(scene, Reason.overruffed, proof, **values, holder=scene.partner, way="partner")


def partner_spared(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trick that the best card wins, and partner otherwise: with a ruff, or a card that wins later."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    if scene.is_lead or now.winner != scene.partner or instead.winner != scene.me:
        return
    card, saved = now.taking, scene.seat_plays(instead, scene.partner)
    is_ruff = scene.is_trump(card.suit) and not scene.is_trump(now.led_suit)
    if card == saved or card in scene.mistake.on_table or not (is_ruff or scene.wins(scene.better, card)):
        return
    proof = _prove_spent(scene, scene.played, card, saved)
    if proof is not None:
        values: dict[str, Any] = {"card": scene.best, "seat": scene.partner, "other": card}
        yield tell(scene, Reason.keep, proof, **values, way="spared")


def driven_out(scene: Scene) -> Iterator[ProvedReason]:
    """Find a high card that the best card makes an opponent spend.

    An own card below it is good then. Or it is a trump that ruffs, and a lower one wins later, or that hand
    plays no trump after the mistake.
    """
    instead = scene.better.tricks[0]
    seat, high = instead.winner, instead.taking
    if scene.is_own(seat) or high in scene.mistake.on_table:
        return
    low = scene.seat_plays(scene.played.tricks[0], seat)
    is_ruffed = scene.is_trump(high.suit) and not scene.is_trump(instead.led_suit)
    gained = [
        card
        for one in scene.own
        for card in scene.of_suit(one, high.suit)
        if scene.heights[card] < scene.heights[high]
        and card != scene.best
        and scene.wins(scene.better, card)
        and not scene.wins(scene.played, card)
    ]
    is_forced = is_ruffed and not scene.is_trump(low.suit)
    if low == high or not (gained or is_forced):
        return
    proof = _prove_spent(scene, scene.better, high, low)
    if proof is None:
        return
    if is_ruffed and scene.is_lead and scene.card.suit != scene.best.suit:
        yield tell(scene, Reason.force, proof, seat=seat, suit=scene.best.suit, way="suit")
        return
    # Who may as well not ruff is not forced to; a high card may be kept, and the sentence says "can".
    if is_ruffed and has_another(scene.mistake, scene.prover, high, is_left=True):
        return
    values: dict[str, Any] = {"card": scene.best, "seat": seat, "other": high}
    prize = max(gained, key=scene.heights.__getitem__, default=None)
    if not is_ruffed:
        # A lead that is ruffed is bad for that, whatever the other suit is good for.
        taking = scene.played.tricks[0].taking
        is_other = scene.is_lead and taking.suit == scene.card.suit != scene.best.suit
        good = [card for card in gained if _is_good(scene, card)]
        if is_other and scene.is_sole_suit and good:
            prize = max(good, key=scene.heights.__getitem__)
            yield tell(scene, Reason.suit_good, proof, **values, prize=prize, way="drive")
    elif scene.mistake.is_ruff(scene.best):
        if prize is None:
            yield tell(scene, Reason.force, proof, **values, way="overruff")
        else:
            yield tell(scene, Reason.uppercut, proof, **values, prize=prize, way="drive")
    elif scene.is_lead:
        yield tell(scene, Reason.force, proof, **values, way="ruff")


def _is_good(scene: Scene, card: Card) -> bool:
    """True if no opponent holds a higher card of the suit when best play wins a trick with this one."""
    number = scene.better.trick_of[card].number - scene.better.tricks[0].number
    held = [other for seat in scene.others for other in scene.held_at(scene.better, seat, number)]
    return not any(other.suit == card.suit and scene.heights[other] > scene.heights[card] for other in held)


def _prove_spent(scene: Scene, course: Course, card: Card, other: Card) -> Proof | None:
    """Return the proof that a card of the first trick of a line decides: held still, and another one gone."""
    finished = scene.mistake.after_trick(course)
    seat = course.seat_of[card]
    if finished.is_over or other not in finished.hands[seat]:
        return None
    is_better = course is scene.better
    changed, best, played = finished.kept(card, other), scene.before_best, scene.before_played
    if is_better:
        best = scene.prover.value(changed, played, most=played + scene.most_left)
    else:
        played = scene.value_of_played(changed)
    moved = best < scene.before_best if is_better else played > scene.before_played
    proof = Proof(
        kind="spend",
        cards=(card, other),
        best_line=course.line if is_better else None,
        best=Worth(scene.before_best, best),
        played=Worth(scene.before_played, played),
    )
    return proof if moved and proof.share >= LEAST_SHARE else None
