"""Cards that should be kept: what wins later, and what takes partner's trick for nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from solver.reasons.as_played import is_open
from solver.reasons.course import CourseTrick
from solver.reasons.lead_words import ruffed_own, way_if_overruffed
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.techniques.entries import is_master
from solver.reasons.techniques.scene import LEAST_SHARE, Scene, tell
from solver.reasons.trick_words import ruff_after
from solver.rules import FollowDuty


def overtaken(scene: Scene) -> Iterator[ProvedReason]:
    """Find a card that takes a trick which partner wins with the best card, without need."""
    mistake, instead = scene.mistake, scene.better.tricks[0]
    if (
        scene.is_lead
        or mistake.winning is None
        or instead.winner != scene.partner
        or not scene.mistake.wins_own(scene.played.tricks[0])
        or not mistake.beats_winning(scene.card)
    ):
        return
    proof = _prove_kept(scene, scene.partner)
    if proof is not None:
        is_ruff = mistake.is_ruff(scene.card) and not mistake.is_trump(instead.taking)
        reason = Reason.own_ruffed if is_ruff else Reason.partner_overtaken
        values: dict[str, Any] = {"card": instead.taking, "seat": scene.partner, "other": scene.card}
        wanted = _wanted(scene)
        if instead.taking == mistake.winning:
            yield tell(scene, reason, proof, **values)
        elif wanted is None:
            yield tell(scene, reason, proof, **values, way="later")
        elif "trick" in wanted and wanted["way"] in ("win", "ruff") and not _is_left(scene):
            own = {"seat": scene.partner, "way": f"{wanted['way']}_own"}
            yield tell(scene, Reason.keep, proof, card=scene.card, **(wanted | own))
        else:
            yield tell(scene, Reason.keep, proof, card=scene.card, **wanted)


def kept(scene: Scene) -> Iterator[ProvedReason]:
    """Find a card that is wanted later: held in the place of the best card, it makes the loss good."""
    told = _wanted(scene)
    proof = None if told is None else _prove_kept(scene, None)
    if told is None or proof is None:
        return
    if "trick" in told:
        # Which trick that is, only this line of best play says.
        proof = replace(proof, best_line=scene.better.line)
    if scene.is_lead and told["way"] == "ruff" and not scene.is_trump(scene.best.suit):
        # A hand with more trumps may make as many of them anyway: then it is no ruff of theirs that is lost.
        n_won = [scene.n_trumps_won(course, scene.me) for course in (scene.played, scene.better)]
        if n_won[0] < n_won[1] or len(scene.of_suit(scene.me, scene.trump)) == 1:
            values = {"card": scene.card, "trick": told["trick"], "way": "self"}
            yield tell(scene, Reason.trumps_drawn, proof, **values)
    else:
        yield tell(scene, Reason.keep, proof, card=scene.card, **told)


def thrown(scene: Scene) -> Iterator[ProvedReason]:
    """Find a card that is wanted later, or a higher one in the way, where best play does not show for what.

    Neither card changes the trick: a discard beside another, or a card below partner's or an opponent's.
    """
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    if scene.is_lead or now.taking != instead.taking or {scene.card, scene.best} & {now.taking}:
        return
    led = scene.mistake.on_table[0].suit
    is_discard = led not in (scene.card.suit, scene.best.suit) and scene.card.suit != scene.best.suit
    is_higher = scene.follows_with_both and scene.heights[scene.best] > scene.heights[scene.card]
    proof = _prove_kept(scene, None) if is_discard or is_higher else None
    if proof is not None and is_discard:
        ruff = _ruff_after(scene)
        if ruff is None:
            yield tell(scene, Reason.keep, proof, card=scene.card, way="plain")
        else:
            values: dict[str, Any] = {"seat": scene.me, "suit": scene.best.suit}
            yield tell(scene, Reason.ruff, proof, **values, card=ruff.taking, trick=ruff.number)
    elif proof is not None:
        values = {"card": scene.best, "seat": now.winner, "other": now.taking, "way": "plain"}
        yield tell(scene, Reason.unblock, proof, **values)


def enough(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trick that a lower card of the hand wins as well, or loses as well."""
    yield from (
        reason for reason in kept(scene) if reason.values.get("way") in ("enough", "anyway", "anyhow")
    )


def overruffed(scene: Scene) -> Iterator[ProvedReason]:
    """Find a ruff that an opponent overruffs, and that is better left to them; the trump is held still."""
    mistake, now = scene.mistake, scene.played.tricks[0]
    if scene.is_lead or not mistake.is_ruff(scene.card) or mistake.is_ruff(scene.best):
        return
    if scene.is_own(now.winner) or now.taking in mistake.on_table or not mistake.beats_winning(scene.card):
        return
    proof = _prove_kept(scene, None)
    if proof is not None:
        yield tell(scene, Reason.overruffed, proof, card=now.taking, seat=now.winner)


def lead_beaten(scene: Scene) -> Iterator[ProvedReason]:
    """Find a card led into a higher one of its suit, which wins later if it is kept."""
    now = scene.played.tricks[0]
    is_beaten = not scene.is_own(now.winner) and now.taking.suit == scene.card.suit
    is_good = scene.is_honour(scene.card) and scene.wins(scene.better, scene.card)
    if not scene.is_lead or not is_beaten or not is_good:
        return
    proof = _prove_kept(scene, None)
    if proof is not None:
        yield tell(scene, Reason.lead_beaten, proof, card=scene.card, seat=now.winner, other=now.taking)


def lead_ruffed(scene: Scene) -> Iterator[ProvedReason]:
    """Find a master that is ruffed when it is led; with a card of its suit the hand could not ruff.

    Or any card of a suit in which an own hand has the master.
    """
    now = scene.played.tricks[0]
    is_ruffed = not scene.is_own(now.winner) and now.taking.suit != scene.card.suit
    tops = [card for seat in scene.own for card in scene.of_suit(seat, scene.card.suit)]
    if not scene.is_lead or not is_ruffed or not any(is_master(scene, card) for card in tops):
        return
    suit, seat = scene.card.suit, now.winner
    givers = [card for one in scene.hands if one != seat for card in scene.of_suit(one, suit)[:1]]
    swaps = [(card, idle) for idle in scene.idle(seat, suit)[:2] for card in givers]
    proof = _prove_kept(scene, None) or scene.first_proof("rise", swaps, len(swaps))
    if proof is not None:
        over = way_if_overruffed(scene.mistake, now, "overruffed")
        beaten = ruffed_own(scene.mistake, now)
        yield tell(scene, Reason.lead_ruffed, proof, card=beaten, seat=seat, other=now.taking, **over)


def cheap_trick(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trick that the opponents win with a lower card than the best card makes them spend."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    if (
        (scene.is_lead and scene.card.suit != scene.best.suit)
        or scene.is_own(now.winner)
        or now.winner != instead.winner
        or now.taking.suit != instead.taking.suit
        or scene.heights[now.taking] >= scene.heights[instead.taking]
        or now.taking in scene.mistake.on_table
    ):
        return
    changed = scene.mistake.after_trick(scene.played).kept(now.taking, instead.taking)
    best, played = scene.before_best, scene.before_played
    after = scene.value_of_played(changed)
    proof = Proof(
        kind="spend", cards=(now.taking, instead.taking), best=Worth(best, best), played=Worth(played, after)
    )
    if proof.share >= LEAST_SHARE:
        values: dict[str, Any] = {
            "card": scene.best,
            "seat": now.winner,
            "other": instead.taking,
            "instead_of": now.taking,
        }
        yield tell(scene, Reason.force_out, proof, **values)


def take(scene: Scene) -> Iterator[ProvedReason]:
    """Find a trick that own wins with the best card; won so, with that card gone, the loss is made good."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    is_other_suit = scene.is_lead and scene.card.suit != scene.best.suit
    if is_other_suit or scene.is_own(now.winner) or instead.winner != scene.me:
        return
    finished = scene.mistake.after_trick(scene.played)
    if finished.is_over or scene.best not in finished.hands[scene.me]:
        return
    best, played = scene.before_best, scene.before_played
    changed = finished.awarded(scene.me).kept(scene.card, scene.best)
    after = scene.value_of_played(changed)
    proof = Proof(
        kind="award", seat=scene.me, cards=(scene.best,), best=Worth(best, best), played=Worth(played, after)
    )
    if proof.share >= LEAST_SHARE:
        if scene.is_lead:
            run: dict[str, Any] = {"seat": now.winner, "other": now.taking, "best": scene.best, "way": "self"}
            yield tell(scene, Reason.lead_beaten, proof, card=scene.card, **run)
        elif scene.mistake.is_ruff(scene.card):
            yield tell(scene, Reason.overruffed, proof, card=now.taking, seat=now.winner)
        elif scene.mistake.is_ruff(scene.best):
            yield tell(scene, Reason.ruff_missed, proof, card=scene.best)
        else:
            ruff = ruff_after(scene.mistake, scene.card, now)
            way = f"self_{ruff}" if ruff else "self"
            lost: dict[str, Any] = {"holder": now.winner, "other": now.taking, "way": way}
            yield tell(scene, Reason.trick_not_taken, proof, card=scene.best, **lost)


def _wanted(scene: Scene) -> dict[str, Any] | None:
    """Return what the card is wanted for, as its sentence names it; None for nothing that a player tells."""
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    same_suit = scene.card.suit == scene.best.suit and not scene.is_lead
    is_higher = same_suit and scene.heights[scene.card] > scene.heights[scene.best]
    if is_higher and now.winner == instead.winner == scene.me:
        if not _is_beatable(scene):
            return {"best": scene.best, "way": "enough"}
    elif is_higher and now.winner == instead.winner:
        if now.taking != instead.taking:
            return {"best": scene.best, "seat": now.winner, "way": "anyhow"}
        return {"best": scene.best, "seat": now.winner, "other": now.taking, "way": "anyway"}
    trick = scene.better.trick_of[scene.card]
    # A card is not wanted if an equal can win in its place.
    equals = (scene.card, *scene.mistake.chosen.equals)
    if trick is instead or not all(scene.wins(scene.better, card) for card in equals):
        return _length(scene)
    is_ruff = scene.is_trump(scene.card.suit) and not scene.is_trump(trick.cards[0].suit)
    return {"trick": trick.number, "way": "ruff" if is_ruff else "win"}


def _is_beatable(scene: Scene) -> bool:
    """True if an opponent behind the player could beat the best card."""
    trick = scene.better.tricks[0]
    led, may_ruff = trick.led_suit, scene.rules.follow == FollowDuty.or_ruff
    for seat in trick.seats[trick.cards.index(scene.best) + 1 :]:
        if not scene.is_own(seat):
            is_void = not scene.of_suit(seat, led)
            held = scene.hands[seat] if is_void or may_ruff else scene.of_suit(seat, led)
            if any(scene.mistake.beats(card, scene.best) for card in held):
                return True
    return False


def _is_left(scene: Scene) -> bool:
    """True if an opponent behind the best card could win its trick, which best play leaves to partner."""
    return is_open(scene.mistake, scene.better.tricks[0], scene.others)


def _length(scene: Scene) -> dict[str, Any] | None:
    """Return what a discard is wanted for, if the hand wins fewer tricks with its suit without it."""
    suit = scene.card.suit
    discards = not scene.is_lead and scene.mistake.on_table[0].suit not in (suit, scene.best.suit)
    if not discards or scene.best.suit == suit or scene.is_trump(suit) or scene.is_trump(scene.best.suit):
        return None
    later = [
        [trick for trick in course.tricks if trick.winner == scene.me and trick.taking.suit == suit]
        for course in (scene.better, scene.played)
    ]
    if len(later[0]) <= len(later[1]):
        return None
    last = later[0][-1]
    if last.taking == scene.card:
        return {"trick": last.number, "way": "win"}
    return {"other": last.taking, "trick": last.number, "way": "length"}


def _prove_kept(scene: Scene, leader: str | None) -> Proof | None:
    """Return the proof that the loss is gone if the card is still held after this trick, not the best one.

    leader: who has the lead then, if not the winner of the trick.
    """
    finished = scene.mistake.after_trick(scene.played)
    if finished.is_over or scene.best not in finished.hands[scene.me]:
        return None
    changed = finished.kept(scene.card, scene.best)
    if leader is not None:
        changed = changed.supposed(leader=leader)
    best, played = scene.before_best, scene.before_played
    after = scene.value_of_played(changed)
    proof = Proof(
        kind="keep",
        seat=leader,
        best=Worth(best, best),
        played=Worth(played, after),
    )
    return proof if proof.share >= LEAST_SHARE else None


def _ruff_after(scene: Scene) -> CourseTrick | None:
    """Return the first ruff of a suit that the hand throws its last card of, if it ruffs none of it now."""
    suit = scene.best.suit
    if len(scene.of_suit(scene.me, suit)) > 1:
        return None
    ruffs = [
        [
            trick
            for trick in course.tricks
            if trick.led_suit == suit and trick.winner == scene.me and scene.is_trump(trick.taking.suit)
        ]
        for course in (scene.better, scene.played)
    ]
    return None if ruffs[1] else next(iter(ruffs[0]), None)
