"""Themes that say why: the position is solved again with one fact changed, and the goal is missed.

Raises UnprovedError where the nodes do not suffice.
"""

from collections.abc import Iterator
from itertools import combinations

from solver.cards import Card
from solver.game import Position
from solver.puzzles.themes.lines import Lines
from solver.reasons import CourseTrick

MOST_TRIED = 3
"""The tricks of a line at which the lead is moved."""
LEAST_TRICKS = 2
"""The tricks that are left when a lead can be a burden."""


def finesse(lines: Lines) -> bool:
    """True for a card that wins or forces below a card that an earlier opponent holds.

    A still higher card of the hand fails, and with the opponents' card in the other opponent's hand, in
    exchange for one of theirs, the right card fails too.
    """
    card, first = lines.card, lines.first
    if not lines.on_table or card.suit != lines.on_table[0].suit or not lines.beats(card):
        return False
    is_forced = first.taking.suit == card.suit and lines.heights[first.taking] > lines.heights[card]
    if first.taking != card and not (is_forced and not lines.wins_own(first)):
        return False
    own_higher = [one for one in lines.failing if one.suit == card.suit and _above(lines, one, card)]
    for seat in first.seats[: len(lines.on_table)]:
        held = [one for one in lines.position.hands[seat] if one.suit == card.suit]
        for honour in held if not lines.is_own(seat) else ():
            is_between = _above(lines, honour, card) and any(_above(lines, one, honour) for one in own_higher)
            if is_between and any(
                not lines.judge.reaches(changed.play(card)) for changed in _moved(lines, honour, seat)
            ):
                return True
    return False


def throw_in(lines: Lines) -> bool:
    """True if an opponent wins an own lead and has to lead; with the lead in an own hand the goal is lost."""
    for number, trick in _lost_tricks(lines):
        if lines.is_own(trick.seats[0]) and _fails_on_lead(lines, number, trick, own_alone=True):
            return True
    return False


def zugzwang(lines: Lines) -> bool:
    """True if an opponent has to lead, and the goal is missed with the lead in any other hand."""
    return any(_fails_on_lead(lines, number, trick, own_alone=False) for number, trick in _lost_tricks(lines))


def squeeze(lines: Lines) -> bool:
    """True for an opponent who has to discard from two suits and needs both.

    After discards of the two suits own has no right card in common (`_is_parted`).  And with the cards of
    one of the suits in the hand of the other opponent, in exchange for cards that win nothing, the goal is
    missed.
    """
    if lines.position.deal.stock or len(lines.opponents) != len("EW"):
        return False
    for number, trick in enumerate(lines.right.tricks[: 1 - LEAST_TRICKS]):
        if not lines.wins_own(trick):
            continue
        for seat in lines.opponents:
            position = _before(lines, number, trick, seat)
            if position is not None and _is_squeezed(lines, position, trick, seat):
                return True
    return False


def _above(lines: Lines, card: Card, other: Card) -> bool:
    return lines.heights[card] > lines.heights[other]


# ---- a card in another hand


def _moved(lines: Lines, card: Card, holder: str) -> Iterator[Position]:
    """Yield the positions with a card of an opponent in the other one's hand, in exchange for one of theirs.

    It is the lowest of the suit; where they have none, the lowest of each plain suit.
    """
    others = [seat for seat in lines.opponents if seat != holder]
    if lines.position.deal.stock or len(others) != 1:
        return
    (other,) = others
    hands = lines.position.hands
    lowest: dict[str, Card] = {}
    for one in sorted(hands[other], key=lambda one: lines.heights[one]):
        lowest.setdefault(one.suit, one)
    given = [lowest[card.suit]] if card.suit in lowest else [lowest[suit] for suit in sorted(lowest)]
    for back in given:
        if not lines.is_trump(back) or back.suit == card.suit:
            yield lines.position.supposed(
                {
                    holder: [back if one == card else one for one in hands[holder]],
                    other: [card if one == back else one for one in hands[other]],
                }
            )


# ---- the lead in another hand


def _lost_tricks(lines: Lines) -> Iterator[tuple[int, CourseTrick]]:
    """Yield the first tricks of the line that the opponents win and that are not among the last."""
    if lines.position.deal.stock:
        return
    last = len(lines.right.tricks) - LEAST_TRICKS
    lost = [(i, trick) for i, trick in enumerate(lines.right.tricks[:last]) if not lines.wins_own(trick)]
    yield from lost[:MOST_TRIED]


def _fails_on_lead(lines: Lines, number: int, trick: CourseTrick, *, own_alone: bool) -> bool:
    """True if the goal is missed after a trick of the line with the lead in any other hand.

    own_alone: the lead is moved to own hands only.
    """
    position = lines.after(number + 1)
    seats = [seat for seat in lines.rules.players if lines.is_own(seat) or not own_alone]
    return not any(
        lines.judge.reaches(position.supposed(leader=seat)) for seat in seats if seat != trick.winner
    )


# ---- a squeeze


def _before(lines: Lines, number: int, trick: CourseTrick, seat: str) -> Position | None:
    """Return the position of the line before ``seat`` plays to a trick; None if they have played before."""
    position = lines.after(number) if number else lines.position
    for card in trick.cards[len(position.trick.plays) :]:
        if position.to_play == seat:
            return position
        position = position.play(card)
    return None


def _is_squeezed(lines: Lines, position: Position, trick: CourseTrick, seat: str) -> bool:
    """True if an opponent who is to play is squeezed; see `squeeze`."""
    discards = position.legal_plays()
    suits = {card.suit for card in discards}
    if len(suits) < 2 or {trick.led_suit, lines.trump} & suits:
        return False
    after = {card: position.play(card) for card in discards}
    pairs = {
        frozenset((one.suit, other.suit))
        for one, other in combinations(discards, 2)
        if one.suit != other.suit and _is_parted(lines, after[one], after[other], trick)
    }
    return any(
        not lines.judge.reaches(changed)
        for pair in sorted(pairs, key=sorted)
        for suit in sorted(pair)
        for changed in _split(lines, position, seat, suit, pair, trick)
    )


def _is_parted(lines: Lines, one: Position, other: Position, trick: CourseTrick) -> bool:
    """True if after two discards no card is right in both, at the latest with the lead to the next trick.

    The opponents play on as in the line; own hands too if that card is right in both, else the first that is.
    """
    planned = dict(zip(trick.seats, trick.cards, strict=True))
    while True:
        seat = one.to_play
        if seat is None or (not one.trick.plays and not lines.is_own(seat)):
            return False
        card = planned[seat]
        if lines.is_own(seat):
            common = lines.judge.right_cards(one) & lines.judge.right_cards(other)
            if not common or not one.trick.plays:
                return not common
            card = card if card in common else min(common)
        one, other = one.play(card), other.play(card)


def _split(
    lines: Lines, position: Position, seat: str, suit: str, pair: frozenset[str], trick: CourseTrick
) -> Iterator[Position]:
    """Yield the position with all cards of a suit in the other opponent's hand, if they have enough to give.

    They give cards of other suits, neither led nor trumps, that win nothing in the line.
    """
    (other,) = (one for one in lines.opponents if one != seat)
    hands = position.hands
    guards = [card for card in hands[seat] if card.suit == suit]
    idle = [
        card
        for card in hands[other]
        if card.suit not in (*pair, trick.led_suit, lines.trump) and lines.right.trick_of[card].taking != card
    ]
    idle = sorted(idle, key=lambda card: (lines.heights[card], card))[: len(guards)]
    if len(idle) == len(guards):
        yield position.supposed(
            {
                seat: [card for card in hands[seat] if card not in guards] + idle,
                other: [card for card in hands[other] if card not in idle] + guards,
            }
        )
