"""Trumps: drawing them, ruffing in the short hand, promotions and uppercuts."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.course import Course, CourseTrick
from solver.reasons.lead_words import way_if_overruffed
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.techniques.scene import LEAST_SHARE, Scene, tell
from solver.reasons.trumps import drawn_from, is_idle


def draw_trumps(scene: Scene) -> Iterator[ProvedReason]:
    """Find a ruff of an opponent that drawing trumps prevents; in the other hand the trump does no harm."""
    if not scene.is_lead or not scene.is_trump(scene.best.suit) or scene.is_trump(scene.card.suit):
        return
    for trick in scene.played.tricks:
        seat = trick.winner
        if scene.is_own(seat) or not _is_drawn(scene, trick.taking):
            continue
        # A hand with many trumps makes as many of them anyway.
        if scene.n_trumps_won(scene.played, seat) <= scene.n_trumps_won(scene.better, seat):
            continue
        # What is ruffed at once is told as such, where other suits are as good.
        if trick is scene.played.tricks[0] and not scene.is_sole_suit:
            return
        other = scene.other(seat)
        held = [] if scene.is_trump(trick.led_suit) else scene.of_suit(other, trick.led_suit)[:1]
        swaps = [(trick.taking, card) for card in held or scene.idle(other)[:1]]
        # If the other hand cannot have it: the one that ruffs has a card of the suit, not an idle one.
        swaps += [(card, idle) for card in held for idle in scene.idle(seat, trick.led_suit)[:1]]
        proof = scene.first_proof("rise", swaps)
        if (
            proof is None
            and scene.is_sole_suit
            and (trick is scene.played.tricks[0] or scene.mistake.wins_own(scene.better.tricks[0]))
        ):
            # Or the trump lies with own.
            swaps = [(trick.taking, idle) for one in scene.own for idle in scene.idle(one)[:1]]
            proof = scene.first_proof("rise", swaps)
        if proof is not None:
            yield tell(
                scene,
                Reason.draw_trumps,
                proof,
                seat=seat,
                card=trick.taking,
                **_told(scene, trick),
            )
            return


def _told(scene: Scene, trick: CourseTrick) -> dict[str, Any]:
    """Return what the sentence names of a trick that a trump wins: a ruff is told with its trick.

    Where another suit is as good, it is not told that trumps should be drawn.
    """
    if scene.is_trump(trick.led_suit):
        return {"way": "trick" if scene.is_sole_suit else "makes"}
    if scene.is_sole_suit:
        return {"trick": trick.number, **way_if_overruffed(scene.mistake, trick, "over")}
    return {"trick": trick.number, "way": "ruffs", **way_if_overruffed(scene.mistake, trick, "overruffs")}


def ruff(scene: Scene) -> Iterator[ProvedReason]:
    """Find an own ruff of best play that is lost; with a card of the suit the hand could not have it."""
    if scene.is_trump(scene.best.suit) and not scene.is_trump(scene.card.suit):
        return
    now = {(trick.winner, trick.led_suit) for trick in _ruffs(scene, scene.played)}
    for trick in _gaining_ruffs(scene):
        seat, suit = trick.winner, trick.led_suit
        if not scene.is_own(seat) or (seat, suit) in now or suit is None or not _is_short(scene, seat):
            continue
        low = [card for one in scene.others for card in scene.of_suit(one, suit)[:1]]
        proof = scene.first_proof(
            "fall", [(card, idle) for card in low for idle in scene.idle(seat, suit)[:1]]
        )
        if proof is None:
            continue
        if trick.taking == scene.card:
            yield tell(scene, Reason.keep, proof, card=scene.card, trick=trick.number, way="ruff")
            continue
        is_declarer = scene.rules.has_taker and scene.is_declaring
        reason = Reason.ruff_short if is_declarer else Reason.ruff
        yield tell(scene, reason, proof, seat=seat, suit=suit, card=trick.taking, trick=trick.number)


def trumps_drawn(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trump of partner's that a lead of trumps takes away before it ruffs; kept, it makes it good."""
    if not scene.is_lead or not scene.is_trump(scene.card.suit) or scene.is_trump(scene.best.suit):
        return
    drawn = scene.seat_plays(scene.played.tricks[0], scene.partner)
    ruffs = [trick for trick in _gaining_ruffs(scene) if trick.winner == scene.partner]
    if not scene.wins(scene.better, drawn):
        return
    finished = scene.mistake.after_trick(scene.played)
    held = [card for card in scene.idle(scene.partner) if card in finished.hands[scene.partner]]
    for trick, idle in ((trick, idle) for trick in ruffs for idle in held[:2]):
        value = scene.value_of_played(finished.kept(drawn, idle))
        proof = Proof(
            kind="spend",
            cards=(drawn, idle),
            best=Worth(scene.before_best, scene.before_best),
            played=Worth(scene.before_played, value),
        )
        if proof.share >= LEAST_SHARE:
            yield tell(scene, Reason.trumps_drawn, proof, **drawn_from(scene.mistake, trick))
            return


def force(scene: Scene) -> Iterator[ProvedReason]:
    """Find a suit led by own that makes an opponent ruff; with one trump more the opponent could afford it.

    An opponent who follows and ruffs a later lead of their own side is not forced.
    """
    suit = scene.best.suit
    if not scene.is_lead or scene.is_trump(suit) or scene.card.suit == suit:
        return
    for seat in scene.others:
        n_ruffs = [
            sum(
                trick.led_suit == suit and trick.winner == seat and scene.is_own(trick.seats[0])
                for trick in _ruffs(scene, course)
            )
            for course in (scene.better, scene.played)
        ]
        now = scene.better.tricks[0]
        is_forced_now = now.winner == seat and scene.is_trump(now.taking.suit)
        if n_ruffs[0] <= n_ruffs[1] and not is_forced_now:
            continue
        givers = (scene.other(seat), *scene.own)
        low = [card for one in givers for card in scene.of_suit(one, scene.trump)[:1]]
        proof = scene.first_proof(
            "fall", [(card, idle) for card in low for idle in scene.idle(seat, suit)[:1]]
        )
        if proof is not None:
            way = "later" if scene.of_suit(seat, suit) else "suit"
            yield tell(scene, Reason.force, proof, seat=seat, suit=suit, way=way)


def promotion(scene: Scene) -> Iterator[ProvedReason]:
    """Find an own trump that wins because a higher one of the opponents is spent; a lower one would not."""
    is_ruff = scene.mistake.is_ruff(scene.best)
    is_overruffed = is_ruff and not scene.mistake.wins_own(scene.better.tricks[0])
    if scene.is_trump(scene.best.suit) and not is_overruffed:
        return
    theirs = [card for seat in scene.others for card in scene.of_suit(seat, scene.trump)]
    for seat in scene.own:
        for trump in reversed(scene.of_suit(seat, scene.trump)):
            higher = [card for card in theirs if scene.heights[card] > scene.heights[trump]]
            lower = [card for card in theirs if scene.heights[card] < scene.heights[trump]]
            if (
                trump in (scene.card, scene.best)
                or not higher
                or not lower
                or not scene.wins(scene.better, trump)
                or scene.wins(scene.played, trump)
                or not any(_is_spent(scene, card, trump) for card in higher)
            ):
                continue
            proof = scene.prove("fall", (trump, max(lower, key=scene.heights.__getitem__)))
            if proof is not None:
                reason = Reason.uppercut if is_ruff else Reason.promotion
                yield tell(scene, reason, proof, card=trump, seat=seat, rests_on=tuple(higher))


def _is_spent(scene: Scene, higher: Card, trump: Card) -> bool:
    """True for a higher trump of the opponents that best play makes them ruff with before ``trump`` wins."""
    trick = scene.better.trick_of[higher]
    return not scene.is_trump(trick.led_suit) and trick.number < scene.better.trick_of[trump].number


def _is_drawn(scene: Scene, trump: Card) -> bool:
    """True for a trump of the opponents that wins now, and falls when trumps are led with best play."""
    falls = scene.better.trick_of[trump]
    return scene.is_trump(trump.suit) and scene.is_trump(falls.led_suit) and falls.taking != trump


def _is_short(scene: Scene, seat: str) -> bool:
    """True for an own hand whose ruffs gain: that with fewer trumps, or of the side with fewer trumps."""
    n_trumps = {one: len(scene.of_suit(one, scene.trump)) for one in scene.hands}
    opposite = next(one for one in scene.own if one != seat)
    own, theirs = (sum(n_trumps[one] for one in side) for side in (scene.own, scene.others))
    is_declarer = scene.rules.has_taker and scene.is_declaring
    return n_trumps[seat] < n_trumps[opposite] or (own < theirs and not is_declarer)


def _gaining_ruffs(scene: Scene) -> Iterator[CourseTrick]:
    """Yield the ruffs of best play but those of tricks that the same side would win anyhow."""
    return (trick for trick in _ruffs(scene, scene.better) if not is_idle(scene.mistake, trick))


def _ruffs(scene: Scene, course: Course) -> Iterator[CourseTrick]:
    """Yield the tricks of a plain suit that a trump wins."""
    for trick in course.tricks:
        if scene.is_trump(trick.taking.suit) and not scene.is_trump(trick.led_suit):
            yield trick
