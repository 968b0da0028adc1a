"""Endplays: throwing an opponent in, being thrown in, the danger hand, and the squeeze."""

from collections.abc import Iterator

from solver.cards import Card
from solver.reasons.course import Course, CourseTrick
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.techniques.scene import Scene, Swap, tell

N_ENDING = 8
"""The tricks that are left, at most, when an endplay is looked for."""
N_LAST = 4
"""The tricks that are left, at most, when no danger hand is looked for."""
FARTHEST = 2
"""The tricks within which an opponent is thrown in: what comes later is another plan."""


def throw_in(scene: Scene) -> Iterator[ProvedReason]:
    """Find an opponent who is given the lead to lose by it: with the lead in an own hand nothing is won."""
    first = _first_of(scene.better, scene.others)
    if not _is_ending(scene):
        return
    if first is None or first[0] >= FARTHEST:
        return
    index, trick = first
    same = scene.played.tricks[index]
    if same.winner == trick.winner and same.taking == trick.taking:
        return
    proof = scene.prove_lead(scene.better, index + 1, scene.own)
    if proof is not None:
        yield tell(scene, Reason.throw_in, proof, seat=trick.winner, card=trick.taking)


def thrown_in(scene: Scene) -> Iterator[ProvedReason]:
    """Find an own hand that wins a trick and has to lead: with the lead at the opponents' nothing is lost."""
    first = _first_of(scene.played, scene.own)
    if not _is_ending(scene):
        return
    if first is None or first[0] >= FARTHEST:
        return
    index, trick = first
    if scene.better.tricks[index].winner == trick.winner:
        return
    proof = scene.prove_lead(scene.played, index + 1, scene.others)
    if proof is not None:
        # The better card itself, kept, wins a trick too late.
        way = "otherwise" if trick.taking == scene.best else ""
        yield tell(scene, Reason.thrown_in, proof, seat=trick.winner, card=trick.taking, way=way)


def danger_hand(scene: Scene) -> Iterator[ProvedReason]:
    """Find the opponent who must not get the lead: with the lead at the other one nothing is lost."""
    trick = scene.played.tricks[0]
    is_tried = scene.follows_with_both and scene.mistake.beats_winning(scene.card)
    if not is_tried or scene.is_own(trick.winner) or not scene.is_declaring:
        return
    # In the last tricks it is plainer which trick is lost.
    if len(scene.played.tricks) <= N_LAST:
        return
    if scene.better.tricks[0].winner == trick.winner:
        return
    proof = scene.prove_lead(scene.played, 1, (scene.other(trick.winner),))
    if proof is not None:
        yield tell(scene, Reason.danger_hand, proof, seat=trick.winner, card=trick.taking)


def squeeze(scene: Scene) -> Iterator[ProvedReason]:
    """Find an opponent who has to part with one of two guards when an own winner is played."""
    if not _is_ending(scene):
        return
    safe: set[str] = set()
    for index, trick in enumerate(scene.better.tricks):
        if not scene.is_own(trick.winner):
            continue
        for seat in scene.others:
            if seat in safe:
                continue
            discard = scene.seat_plays(trick, seat)
            if discard.suit == trick.led_suit or scene.is_trump(discard.suit):
                continue
            if index == 0 and seat not in trick.seats[len(scene.mistake.on_table) :]:
                continue
            yield from _squeezed(scene, index, trick, seat)
            # A squeeze takes its effect with the first discard that hurts.
            if _takes_rest(scene, index, trick, seat):
                safe.add(seat)


def _squeezed(scene: Scene, index: int, trick: CourseTrick, seat: str) -> Iterator[ProvedReason]:
    guards = list(_guards(scene, index, seat))
    if len(guards) < 2 or not _takes_rest(scene, index, trick, seat):
        return
    # Without it own does not take all the rest: there is a loser among the tricks from here on.
    if all(scene.mistake.wins_own(one) for one in scene.played.tricks[index:]):
        return
    proofs = [
        (guard, proof)
        for guard, threat in guards
        if (proof := scene.first_proof("fall", _without(scene, threat, seat))) is not None
    ]
    if len(proofs) < 2:
        return
    (one, first), (two, second) = proofs[:2]
    yield tell(scene, Reason.squeeze, first, second, seat=seat, card=one, other=two)


def _takes_rest(scene: Scene, index: int, trick: CourseTrick, seat: str) -> bool:
    """True if own takes this trick and all later ones, whatever ``seat`` throws."""
    position = scene.after(scene.better, index) if index else scene.position
    between = trick.cards[trick.seats.index(position.to_play or "") : trick.seats.index(seat)]
    position = position.play_all(between)
    n_rest = len(scene.better.tricks) - index
    own = scene.position.tally.tricks[scene.mistake.own] + sum(
        scene.mistake.wins_own(one) for one in scene.better.tricks[:index]
    )
    n_all = len(position.tricks) + n_rest
    # All the rest: the value, own minus other, is twice the own tricks minus all of them.
    all_the_rest = 2 * (own + n_rest) - n_all
    return scene.prover.value(position, all_the_rest, least=all_the_rest) == all_the_rest


def _guards(scene: Scene, index: int, seat: str) -> Iterator[tuple[Card, Card]]:
    """Yield the suits that ``seat`` alone guards at a trick: their guard and the own threat below it."""
    held = {one: scene.held_at(scene.better, one, index) for one in scene.hands}
    other = next(one for one in scene.others if one != seat)
    for suit in dict.fromkeys(card.suit for card in held[seat] if not scene.is_trump(card.suit)):
        of_seat = [card for card in held[seat] if card.suit == suit]
        guard = max(of_seat, key=scene.heights.__getitem__)
        own = [card for one in scene.own for card in held[one] if card.suit == suit]
        below = [card for card in own if scene.heights[card] < scene.heights[guard]]
        threat = max(below, key=scene.heights.__getitem__, default=None)
        if threat is None or threat in (scene.card, scene.best):
            continue
        helped = any(
            card.suit == suit and scene.heights[card] > scene.heights[threat] for card in held[other]
        )
        if not helped:
            yield guard, threat


def _without(scene: Scene, threat: Card, seat: str) -> Iterator[Swap]:
    """Yield the exchanges that give a threat to the opponent who is not squeezed."""
    other = next(one for one in scene.others if one != seat)
    yield from ((threat, card) for card in scene.of_suit(other, threat.suit)[:1])
    yield from ((threat, card) for card in scene.idle(other, threat.suit)[:2])


def _first_of(course: Course, seats: tuple[str, ...]) -> tuple[int, CourseTrick] | None:
    """Return the first trick of a line that one of ``seats`` wins, with its place in the line."""
    return next(((i, trick) for i, trick in enumerate(course.tricks) if trick.winner in seats), None)


def _is_ending(scene: Scene) -> bool:
    return len(scene.better.tricks) <= N_ENDING
