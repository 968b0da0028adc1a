"""Finesse and drop, told apart; leading towards an honour; safety plays against a bad break."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.course import Course, CourseTrick
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.techniques.scene import Scene, Swap, tell


def finesse(scene: Scene) -> Iterator[ProvedReason]:
    """Find a high card of an opponent that own cards below it get past; with the other one it would win."""
    suit = scene.best.suit
    missing = [*_missing(scene, suit)]
    if scene.is_lead and scene.card.suit != suit:
        # A lead of the higher card gives up the finesse, to which the best card is the way.
        missing += [one for one in _missing(scene, scene.card.suit) if _below(scene, one[0], scene.card)]
    for high, holder in missing:
        is_caught = scene.wins(scene.played, high) and not scene.wins(scene.better, high)
        # It may win a later trick still: a lead of the higher card gives up a trick before.
        is_given_up = (
            scene.is_lead
            and scene.is_declaring
            and high.suit == scene.card.suit
            and _below(scene, high, scene.card)
            and _got_past(scene, scene.played, high, holder) is None
        )
        if not (is_caught or is_given_up):
            continue
        trick = _got_past(scene, scene.better, high, holder)
        # That trick has to be won by a lower card.
        if trick is not None and not is_caught and not _below(scene, trick.taking, high):
            continue
        if trick is None or (high.suit != suit and not scene.is_own(trick.seats[0])):
            continue
        proof = scene.first_proof("fall" if is_caught else "any", _to_other(scene, high, holder), 1)
        if proof is None and high.suit in scene.voids[scene.other(holder)]:
            # It can lie nowhere else: with the finessing card in its place nothing need be finessed.
            proof = scene.first_proof("rise", [(high, trick.taking)])
        if proof is not None:
            yield tell(scene, Reason.finesse, proof, card=high, holder=holder, other=trick.taking)


def finesse_now(scene: Scene) -> Iterator[ProvedReason]:
    """Find a finesse that this trick makes."""
    yield from (
        reason for reason in finesse(scene) if reason.values["other"] == scene.better.tricks[0].taking
    )


def drop(scene: Scene) -> Iterator[ProvedReason]:
    """Find a high card of an opponent that falls under a higher one; with one card more it would not."""
    suit = scene.best.suit
    for high, holder in _missing(scene, suit):
        trick = scene.better.trick_of[high]
        if (
            not scene.wins(scene.played, high)
            or trick.led_suit != suit
            or trick.taking.suit != suit
            or not scene.is_own(trick.winner)
            or _got_past(scene, scene.better, high, holder) is not None
            or any(one.led_suit != suit for one in scene.better.tricks if one.number < trick.number)
            or not _has_to_fall(scene, high, holder)
        ):
            continue
        # The holder gets a lower card of the suit, from the other opponent or from own, for an idle one.
        givers = [seat for seat in (*scene.others, *scene.own) if seat != holder]
        low = [card for seat in givers for card in scene.of_suit(seat, suit)[:1] if _below(scene, card, high)]
        swaps = [(card, idle) for card in low for idle in scene.idle(holder, suit)[:1]]
        proof = scene.first_proof("fall", swaps)
        is_beaten = scene.is_lead and scene.is_honour(scene.card) and scene.played.tricks[0].taking == high
        if proof is None or is_beaten:
            continue
        if scene.is_lead and scene.is_trump(suit) and scene.card.suit != suit:
            way = "trick" if scene.is_sole_suit else "makes"
            yield tell(scene, Reason.draw_trumps, proof, card=high, seat=holder, way=way)
        else:
            yield tell(scene, Reason.drop, proof, card=high, holder=holder, other=trick.taking)


def drop_now(scene: Scene) -> Iterator[ProvedReason]:
    """Find a high card of an opponent that falls in this trick."""
    fallen = scene.better.tricks[0].cards
    yield from (reason for reason in drop(scene) if reason.values["card"] in fallen)


def lead_towards(scene: Scene) -> Iterator[ProvedReason]:
    """Find an own honour that wins if led towards, as the higher card lies in front of it.

    With a card that is higher still beside it, this is a finesse.
    """
    if not scene.is_lead:
        return
    # The suit is led now, or an honour of it was led instead.
    suits = {scene.best.suit} | ({scene.card.suit} if scene.is_honour(scene.card) else set())
    for hand in scene.own:
        for honour in scene.hands[hand]:
            if not scene.is_honour(honour) or honour == scene.best or honour.suit not in suits:
                continue
            # What the card itself does is no reason against it.
            if scene.me != hand and _below_of_suit(scene, scene.card, honour):
                continue
            is_led_now = honour == scene.card and not scene.wins(scene.played, honour)
            is_lost = scene.wins(scene.better, honour) and not scene.wins(scene.played, honour)
            if not (is_led_now or is_lost):
                continue
            for high, holder in _missing(scene, honour.suit):
                if not _is_led_towards(scene, honour, hand, high, holder):
                    continue
                proof = scene.first_proof("fall", _to_other(scene, high, holder), 1)
                if proof is not None and _is_tenace(scene, hand, honour, high):
                    yield tell(scene, Reason.finesse, proof, card=high, holder=holder, other=honour)
                elif proof is not None:
                    values: dict[str, Any] = {"card": honour, "seat": hand, "other": high, "holder": holder}
                    yield tell(scene, Reason.lead_towards, proof, **values)


def _is_led_towards(scene: Scene, honour: Card, hand: str, high: Card, holder: str) -> bool:
    """True if best play leads through the higher card, still out, to the own honour, which is not lost so."""
    opposite = next(seat for seat in scene.own if seat != hand)
    if scene.heights[high] < scene.heights[honour]:
        return False
    spent = scene.better.trick_of[honour].number
    for trick in scene.better.tricks:
        # Towards an honour means a small card from the hand opposite.
        is_low = scene.heights[trick.cards[0]] < scene.heights[honour]
        if trick.led_suit == honour.suit and trick.seats[0] == opposite and is_low:
            is_in_front = trick.seats.index(holder) < trick.seats.index(hand)
            is_out = scene.better.trick_of[high].number >= trick.number
            is_spared = trick.number < spent or trick.taking == honour
            return is_in_front and is_out and is_spared
    return False


def _is_tenace(scene: Scene, hand: str, honour: Card, high: Card) -> bool:
    """True if a hand holds cards above and below the high one, so that it is finessed against."""
    return any(_below(scene, high, card) for card in scene.of_suit(hand, honour.suit))


def safety(scene: Scene) -> Iterator[ProvedReason]:
    """Find a suit that is played so that a bad break costs nothing; with an even one either card does."""
    suit = scene.best.suit
    if scene.card.suit != suit or not scene.is_declaring or not scene.is_sole_suit:
        return
    left, right = (len(scene.of_suit(seat, suit)) for seat in scene.others)
    # A trick that the best card takes, from partner too, or a high card that is got rid of, says more.
    now, instead = scene.played.tricks[0], scene.better.tricks[0]
    is_taken = instead.taking == scene.best and now.winner != scene.me
    is_thrown = scene.heights[scene.best] > scene.heights[scene.card] and not scene.is_own(instead.winner)
    if is_taken or is_thrown:
        return
    longest = scene.left if left > right else scene.right
    n_longest = max(left, right)
    led_by_own = scene.is_lead or scene.is_own(scene.position.trick.leader)
    if not led_by_own or abs(left - right) < 2 or n_longest < 3:
        return
    other = scene.left if longest == scene.right else scene.right
    low = scene.of_suit(longest, suit)[0]
    proof = scene.first_proof("rise", [(low, idle) for idle in scene.idle(other, suit)[:1]])
    if proof is not None:
        rests_on = tuple(scene.of_suit(longest, suit))
        yield tell(scene, Reason.safety, proof, rests_on=rests_on, holder=longest, suit=suit, n=n_longest)


def _has_to_fall(scene: Scene, high: Card, holder: str) -> bool:
    """True if its holder can play no other card of the suit, but an equal, to the trick of best play."""
    trick = scene.better.trick_of[high]
    later = scene.held_at(scene.better, holder, trick.number - scene.better.tricks[0].number + 1)
    others = [
        scene.heights[card]
        for seat in scene.hands
        if seat != holder
        for card in scene.of_suit(seat, high.suit)
    ]
    ends = [sorted((scene.heights[card], scene.heights[high])) for card in later if card.suit == high.suit]
    return not any(low < other < top for low, top in ends for other in others)


def _missing(scene: Scene, suit: str) -> Iterator[tuple[Card, str]]:
    """Yield the two highest cards of a suit that the opponents hold, if honours, each with its holder."""
    held = [(card, seat) for seat in scene.others for card in scene.of_suit(seat, suit)]
    held.sort(key=lambda one: -scene.heights[one[0]])
    yield from ((card, seat) for card, seat in held[:2] if scene.is_honour(card))


def _below(scene: Scene, card: Card, high: Card) -> bool:
    return scene.heights[card] < scene.heights[high]


def _below_of_suit(scene: Scene, card: Card, other: Card) -> bool:
    return card.suit == other.suit and _below(scene, card, other)


def _got_past(scene: Scene, course: Course, high: Card, holder: str) -> CourseTrick | None:
    """Return the trick of a line that shows the finesse: an own card wins past the high one.

    Either a lower one wins while the high one is out, or it is covered: its holder, with another card of
    the suit, plays it over a lower own one, and a higher own one takes it.
    """
    falls = course.trick_of[high]
    for trick in course.tricks:
        if trick.number > falls.number:
            break
        if trick.led_suit != high.suit or not scene.is_own(trick.winner) or trick.taking.suit != high.suit:
            continue
        if trick.number < falls.number:
            # Its holder could have played it, but behind it a higher own card lay in wait.
            place = trick.seats.index(holder)
            # Declarer's side that leads from under its own card is not finessed.
            is_led_from = place == 0 and not scene.is_declaring
            before = place < trick.seats.index(trick.winner) and not is_led_from
            if _below(scene, trick.taking, high) and before:
                return trick
        elif _is_covered(scene, trick, high):
            rest = scene.held_at(course, holder, trick.number - course.tricks[0].number + 1)
            if any(card.suit == high.suit for card in rest):
                return trick
    return None


def _is_covered(scene: Scene, trick: CourseTrick, high: Card) -> bool:
    """True if a high card lies over an own lower one of its suit, and under the own higher one that wins."""
    place = trick.cards.index(high)
    before = zip(trick.seats[:place], trick.cards[:place], strict=True)
    is_over = any(scene.is_own(seat) and _below_of_suit(scene, card, high) for seat, card in before)
    return is_over and place < trick.cards.index(trick.taking)


def _to_other(scene: Scene, high: Card, holder: str) -> Iterator[Swap]:
    """Yield the exchanges that give a high card to the other opponent."""
    other = scene.other(holder)
    same = scene.of_suit(other, high.suit)
    if same:
        yield high, same[0]
    else:
        yield from ((high, idle) for idle in scene.idle(other, high.suit))
