"""Guards: the card that must not be thrown, covering an honour, and cashing a winner in time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from solver.cards import Card
from solver.reasons.reason import Proof, ProvedReason, Reason
from solver.reasons.techniques.entries import is_master
from solver.reasons.techniques.scene import Scene, Swap, tell

N_COURT = 3
"""The ranks of a suit, from the highest, of which a lead that is beaten is told as such."""


def guard(scene: Scene) -> Iterator[ProvedReason]:
    """Find a discard that lets an opponents' card of its suit win; elsewhere that card would do no harm."""
    if scene.is_lead:
        return
    led = scene.mistake.on_table[0].suit
    is_discard = scene.card.suit != scene.best.suit and led not in (scene.card.suit, scene.best.suit)
    if not is_discard or scene.wins(scene.better, scene.card):
        return
    for threat, proof in _set_up(scene):
        values: dict[str, Any] = {"card": scene.card, "other": threat, "holder": scene.holder[threat]}
        yield tell(scene, Reason.guard, proof, **values)


def set_up(scene: Scene) -> Iterator[ProvedReason]:
    """Find a lead that makes an opponents' card of its suit good; elsewhere that card would do no harm."""
    if not scene.is_lead:
        return
    for threat, proof in _set_up(scene):
        seat = scene.holder[threat]
        if threat == scene.played.tricks[0].taking:
            way = "" if scene.is_honour(scene.card) else "low"
            values: dict[str, Any] = {"card": scene.card, "other": threat, "seat": seat, "way": way}
            yield tell(scene, Reason.lead_beaten, proof, **values)
        elif _is_stopped(scene, threat):
            values = {"card": scene.card, "other": threat, "holder": seat, "way": "set_up"}
            yield tell(scene, Reason.suit_bad, proof, **values)


def _set_up(scene: Scene) -> Iterator[tuple[Card, Proof]]:
    """Yield the opponents' cards of the suit that was played that win now alone, with their proofs."""
    suit = scene.card.suit
    if scene.is_trump(suit):
        return
    for seat in scene.others:
        for threat in reversed(scene.of_suit(seat, suit)):
            if not scene.wins(scene.played, threat) or scene.wins(scene.better, threat):
                continue
            for swap in _harmless(scene, threat, seat):
                proof = scene.prove("rise", swap)
                if proof is not None and proof.best.after == proof.best.before:
                    yield threat, proof
                    break


def _is_stopped(scene: Scene, threat: Card) -> bool:
    """True if own stops the opponents who lead their high cards from the top: else all are good already."""
    suit = threat.suit
    theirs = [scene.of_suit(seat, suit) for seat in scene.others]
    longest = max(map(len, theirs))
    for seat in scene.own:
        held = scene.of_suit(seat, suit)
        if not held or not is_above(scene, held[-1], threat):
            continue
        n_higher = sum(is_above(scene, card, held[-1]) for cards in theirs for card in cards)
        if len(held) > min(n_higher, longest):
            return True
    return False


def _harmless(scene: Scene, threat: Card, seat: str) -> Iterator[Swap]:
    """Yield the exchanges that take a threat from its holder."""
    other = next(one for one in scene.others if one != seat)
    for taker in (scene.partner, other):
        yield from ((threat, card) for card in scene.idle(taker, threat.suit)[:2])
    for taker in (scene.partner, other):
        low = [card for card in scene.of_suit(taker, threat.suit) if not is_above(scene, card, threat)]
        yield from ((threat, card) for card in low[:1])


def is_above(scene: Scene, card: Card, other: Card) -> bool:
    """True if ``card`` is the higher one of two of a suit."""
    return scene.heights[card] > scene.heights[other]


def cover(scene: Scene) -> Iterator[ProvedReason]:
    """Find an honour led through second hand that must be covered to make an own lower card good."""
    table = scene.position.trick.plays
    if len(table) != 1 or scene.is_own(scene.position.trick.leader):
        return
    (led,) = table
    ranks = scene.rules.rank_order(led.suit, scene.trump)
    is_high = ranks.index(led.rank) < len(ranks) // 2
    if (
        not is_high
        or scene.best.suit != led.suit
        or scene.card.suit != led.suit
        or not is_above(scene, scene.best, led)
        or is_above(scene, scene.card, led)
        # A card that third hand cannot beat is played to win the trick.
        or not any(is_above(scene, card, scene.best) for card in scene.of_suit(scene.left, led.suit))
    ):
        return
    below = [
        card
        for seat in scene.own
        for card in scene.of_suit(seat, led.suit)
        if not is_above(scene, card, led) and card not in (scene.card, scene.best)
    ]
    theirs = [card for seat in scene.others for card in scene.of_suit(seat, led.suit)]
    if not below or not theirs:
        return
    promoted = max(below, key=scene.heights.__getitem__)
    lowest = min(theirs, key=scene.heights.__getitem__)
    if is_above(scene, lowest, promoted):
        return
    proof = scene.prove("fall", (promoted, lowest))
    if proof is not None:
        values: dict[str, Any] = {"card": promoted, "seat": scene.holder[promoted], "other": led}
        yield tell(scene, Reason.cover, proof, **values)


def cash(scene: Scene) -> Iterator[ProvedReason]:
    """Find a master that has to be cashed before an opponent has no more of its suit, or the lead is gone."""
    if not scene.is_lead or scene.is_trump(scene.best.suit) or scene.better.tricks[0].winner != scene.me:
        return
    # What is to be cashed now is a card that can be led now.
    leads = scene.mistake.best_cards
    lost = [
        card
        for card in (scene.best, *scene.hands[scene.me])
        if card in leads
        and not scene.is_trump(card.suit)
        and is_master(scene, card)
        and _takes(scene, card)
        and scene.wins(scene.better, card)
        and not scene.wins(scene.played, card)
    ]
    masters = {card.suit for card in leads if is_master(scene, card)}
    # Where a lead that cashes nothing is as good, it need not be cashed now.
    if not lost or not is_master(scene, scene.best) or {card.suit for card in leads} != masters:
        return
    suit = lost[0].suit
    proof = None
    for seat in scene.others:
        givers = [*scene.of_suit(scene.other(seat), suit)[:1]]
        givers += [card for one in scene.own for card in scene.of_suit(one, suit)[:1] if card != lost[0]]
        swaps = [(card, idle) for card in givers for idle in scene.idle(seat, suit)[:1]]
        proof = proof or scene.first_proof("rise", swaps)
    # Or the hand does not get in again.
    if proof is None and scene.played.tricks[0].winner != scene.me:
        proof = scene.prove_lead(scene.played, 1, (scene.me,))
    if proof is not None:
        yield replace(tell(scene, Reason.cash, proof, card=lost[0]), better=lost[0])


def _takes(scene: Scene, card: Card) -> bool:
    """True if a master of the hand takes this trick when it is led: partner need not beat it, nobody ruff."""
    for seat in scene.hands:
        held = scene.of_suit(seat, card.suit)
        if seat == scene.partner and held and is_above(scene, held[0], card):
            return False
        if not scene.is_own(seat) and not held and scene.of_suit(seat, scene.trump):
            return False
    return True


def cash_with_partner(scene: Scene) -> Iterator[ProvedReason]:
    """Find a master of partner's that the best lead cashes; with the lead at partner, nothing is lost."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    if not scene.is_lead or scene.card.suit == scene.best.suit or scene.is_trump(scene.best.suit):
        return
    if scene.is_own(now.winner) or instead.winner != scene.partner or not is_master(scene, instead.taking):
        return
    # A high card that is beaten, or one that is ruffed, tells more than the lead.
    is_high = not scene.is_trump(scene.card.suit) and scene.card.rank in _court(scene)
    if is_high or now.taking.suit != scene.card.suit:
        return
    proof = scene.prove_lead(scene.played, 1, (scene.partner,))
    if proof is None:
        return
    lost = [
        card
        for card in scene.of_suit(scene.partner, scene.best.suit)
        if is_master(scene, card) and scene.wins(scene.better, card) and not scene.wins(scene.played, card)
    ]
    if lost == [instead.taking]:
        yield tell(scene, Reason.cash, proof, card=lost[0], seat=scene.partner, way="partner")
    else:
        yield tell(scene, Reason.lead_taken, proof, seat=now.winner, holder=scene.partner)


def _court(scene: Scene) -> Sequence[str]:
    """Return the ranks of the high cards of the suit that was led."""
    return scene.rules.rank_order(scene.card.suit, scene.trump)[:N_COURT]
