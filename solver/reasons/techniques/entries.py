"""Entries and tempo: holding up, ducking, unblocking and overtaking."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.techniques.scene import Scene, Swap, tell


def hold_up(scene: Scene) -> Iterator[ProvedReason]:
    """Find a suit of the opponents that own should win later, when one of them has none left to return."""
    if not _ducks(scene) or scene.is_own(scene.position.trick.leader):
        return
    suit = scene.card.suit
    left, right = (_length(scene, seat, suit) for seat in scene.others)
    long, short = (scene.left, scene.right) if left > right else (scene.right, scene.left)
    if left == right or not scene.of_suit(short, suit):
        return  # Nothing is left to wait for.
    # With one card more the short hand could return the suit; without the entry the long one is dead.
    longer = [(low, idle) for low in scene.of_suit(long, suit)[:1] for idle in scene.idle(short, suit)[:1]]
    entries = [
        (card, low)
        for card in scene.hands[long]
        if card.suit != suit and not scene.is_trump(card.suit) and scene.wins(scene.played, card)
        for low in scene.of_suit(short, card.suit)[:1]
    ]
    proof = scene.first_proof("any", longer) or scene.first_proof("rise", entries)
    if proof is not None:
        rests_on = tuple(scene.of_suit(long, suit))
        values: dict[str, Any] = {"card": scene.card, "seat": short, "suit": suit, "holder": long}
        yield tell(scene, Reason.hold_up, proof, rests_on=rests_on, **values)


def _length(scene: Scene, seat: str, suit: str) -> int:
    """Return how many cards of a suit a hand held when this trick was led."""
    laid = scene.seat_plays(scene.better.tricks[0], seat)
    return len({card for card in (*scene.of_suit(seat, suit), laid) if card.suit == suit})


def duck(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trick given up early as the long hand has too few entries; with one more it need not be."""
    if not _ducks(scene):
        return
    # The card that is kept is the entry, so that it lies in the long hand.
    suit, long = scene.card.suit, scene.me
    gained = scene.own_tricks(scene.better, suit, long) - scene.own_tricks(scene.played, suit, long)
    if gained <= 0 or len(scene.of_suit(long, suit)) < 3:
        return
    proof = scene.first_proof("rise", _entries(scene, scene.partner, long, suit))
    if proof is not None:
        yield tell(scene, Reason.duck, proof, card=scene.card, seat=long, suit=suit)


def unblock(scene: Scene) -> Iterator[ProvedReason]:
    """Find a high card that blocks the suit of the hand opposite; a small one beside it would be a link."""
    suit = scene.best.suit
    is_other_suit = scene.is_lead and scene.card.suit != suit and scene.wins(scene.better, scene.best)
    is_higher = scene.card.suit == suit and scene.heights[scene.best] > scene.heights[scene.card]
    # If another suit is as good, nothing has to be unblocked.
    if not (is_other_suit or is_higher) or not scene.is_sole_suit:
        return
    long = scene.partner
    gained = scene.own_tricks(scene.better, suit, long) - scene.own_tricks(scene.played, suit, long)
    if gained <= 0 or len(scene.of_suit(long, suit)) < len(scene.of_suit(scene.me, suit)):
        return
    if _overtakes(scene):
        return
    proof = scene.first_proof("rise", _links(scene, scene.me, suit))
    if proof is not None:
        yield tell(scene, Reason.unblock, proof, card=scene.best, seat=long, suit=suit)


def overtake(scene: Scene) -> Iterator[ProvedReason]:
    """Find partner's winning card that blocks the suit of the hand that can overtake it."""
    suit = scene.best.suit
    if scene.card.suit != suit or not _overtakes(scene):
        return
    gained = scene.own_tricks(scene.better, suit, scene.me) - scene.own_tricks(scene.played, suit, scene.me)
    # The trick itself goes to the partner with one card, and to this hand with the other.
    if gained <= 1:
        return
    proof = scene.first_proof("rise", _links(scene, scene.partner, suit))
    if proof is not None:
        values: dict[str, Any] = {
            "card": scene.best,
            "other": scene.mistake.winning,
            "seat": scene.partner,
            "suit": suit,
        }
        yield tell(scene, Reason.overtake, proof, **values)


def _ducks(scene: Scene) -> bool:
    """True if own wins this plain trick in the suit led, and best play follows and leaves it."""
    if scene.is_lead:
        return False
    led = scene.position.trick.plays[0].suit
    return (
        not scene.is_trump(led)
        and scene.card.suit == scene.best.suit == led
        and scene.mistake.wins_own(scene.played.tricks[0])
        and not scene.mistake.wins_own(scene.better.tricks[0])
    )


def _overtakes(scene: Scene) -> bool:
    """True if the best card beats partner's, which wins the trick otherwise."""
    return (
        not scene.is_lead
        and scene.played.tricks[0].winner == scene.partner
        and scene.better.tricks[0].winner == scene.me
        and scene.mistake.winning is not None
        and scene.holder.get(scene.mistake.winning) is None
        and scene.mistake.winning == scene.played.tricks[0].taking
    )


def _links(scene: Scene, short: str, suit: str) -> list[Swap]:
    """Return the exchanges that give the short hand one more small card of the suit for an idle one."""
    low = [card for seat in scene.others for card in scene.of_suit(seat, suit)[:1]]
    return [(card, idle) for idle in scene.idle(short, suit)[:2] for card in low]


def _entries(scene: Scene, short: str, long: str, suit: str) -> Iterator[Swap]:
    """Yield the exchanges that give the long hand an own winner of another suit."""
    for card in sorted(scene.hands[short], key=lambda card: -scene.heights[card]):
        if card.suit == suit or not is_master(scene, card):
            continue
        same = scene.of_suit(long, card.suit)
        low = same[:1] or scene.idle(long, suit)[:1]
        yield from ((card, one) for one in low if not is_master(scene, one))


def is_master(scene: Scene, card: Card) -> bool:
    """True for a card that no opponent's card of its suit beats."""
    above = scene.heights[card]
    return all(
        scene.heights[other] < above for seat in scene.others for other in scene.of_suit(seat, card.suit)
    )
