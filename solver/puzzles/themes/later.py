"""Themes of what follows the first trick: entries, blocked suits, voids and trumps."""

from solver.cards import Card
from solver.puzzles.themes.lines import Lines
from solver.reasons import Course, CourseTrick


def unblock(lines: Lines) -> bool:
    """True if partner wins a later trick of the suit with a card below the right one.

    A lower card of the hand fails, though the same side wins the first trick after it: the high one is not
    played to win.
    """
    suit = lines.card.suit
    is_high_to_win = all(
        lines.wins_own(lines.course(wrong).tricks[0]) != lines.wins_own(lines.first)
        for wrong in lines.puzzle.solution.wrong
        if any(card.suit == suit and _is_below(lines, card, lines.card) for card in wrong.cards)
    )
    return not is_high_to_win and any(
        trick.led_suit == trick.taking.suit == suit
        and lines.wins_own(trick)
        and trick.winner != lines.seat
        and _is_below(lines, trick.taking, lines.card)
        for trick in lines.right.tricks[1:]
    )


def void_made(lines: Lines) -> bool:
    """True for the last card of a plain suit in the hand, which takes a trick of that suit with a trump."""
    suit = lines.card.suit
    return (
        suit != lines.trump
        and sum(card.suit == suit for card in lines.hand) == 1
        and any(
            trick.led_suit == suit and lines.is_trump(trick.taking) and trick.winner == lines.seat
            for trick in lines.right.tricks[1:]
        )
    )


def draw_trumps(lines: Lines) -> bool:
    """True for a lead of trumps that takes one from an opponent, with which they ruff in the wrong line."""
    if lines.on_table or not lines.is_trump(lines.card):
        return False
    drawn = [
        card
        for seat, card in zip(lines.first.seats, lines.first.cards, strict=True)
        if not lines.is_own(seat) and lines.is_trump(card)
    ]
    return any(_ruffs_with(lines, lines.wrong, card) for card in drawn)


def stop_drawing(lines: Lines) -> bool:
    """True for a plain lead where a trump may be led, and the opponents hold some: every trump fails."""
    return (
        not lines.on_table
        and not lines.is_trump(lines.card)
        and any(lines.is_trump(card) for card in lines.failing)
        and any(lines.is_trump(card) for seat in lines.opponents for card in lines.position.hands[seat])
    )


def trump_promotion(lines: Lines) -> bool:
    """True for an own trump that wins, and falls to a higher one in the wrong line after the first trick.

    That one is spent in the line (`_is_spent`).
    """
    for trick in lines.right.tricks:
        card = trick.taking
        fallen = lines.wrong.trick_of.get(card)
        if (
            lines.is_trump(card)
            and lines.wins_own(trick)
            and fallen not in (None, lines.wrong.tricks[0])
            and not lines.wins_own(fallen)
            and lines.is_trump(fallen.taking)
            and lines.is_own(lines.wrong.seat_of[card])
            and _is_spent(lines, fallen.taking, trick)
        ):
            return True
    return False


def cash_first(lines: Lines) -> bool:
    """True for the highest card left of a plain suit, led to win, that is ruffed or thrown otherwise.

    The opponents win the trick to which it goes in the wrong line: with a trump, or in another suit.
    """
    suit = lines.card.suit
    if lines.on_table or suit == lines.trump or lines.left_of(suit)[0] != lines.card:
        return False
    trick = lines.wrong.trick_of[lines.card]
    is_lost = trick.led_suit != suit or lines.is_trump(trick.taking)
    return lines.first.taking == lines.card and not lines.wins_own(trick) and is_lost


def keep_entry(lines: Lines) -> bool:
    """True for a hand that gets the lead in the line, with a card that is spent or blocked in the wrong line.

    In the wrong line that hand wins no trick but perhaps the first and the last.  *Spent*: played to the
    first trick.  *Blocked*: under a card with which the other own hand takes the trick.
    """
    for trick in lines.right.tricks[1:-1]:
        if not lines.wins_own(trick):
            continue
        seat, card = trick.winner, trick.taking
        if any(one.winner == seat for one in lines.wrong.tricks[1:-1]):
            continue
        gone = lines.wrong.trick_of.get(card)
        if gone is None:
            continue
        is_blocked = lines.wins_own(gone) and gone.winner != seat and gone.taking.suit == card.suit
        if (gone is lines.wrong.tricks[0] and card != lines.card) or is_blocked:
            return True
    return False


def _is_below(lines: Lines, card: Card, other: Card) -> bool:
    return lines.heights[card] < lines.heights[other]


def _ruffs_with(lines: Lines, course: Course, card: Card) -> bool:
    """True if ``card``, a trump, takes a trick of a plain suit in a line."""
    trick = course.trick_of.get(card)
    return trick is not None and trick.taking == card and trick.led_suit != lines.trump


def _is_spent(lines: Lines, card: Card, before: CourseTrick) -> bool:
    """True if a trump of the opponents goes, before a trick of the line, on a ruff or under a higher one."""
    trick = lines.right.trick_of.get(card)
    if trick is None or trick.number >= before.number:
        return False
    is_under = lines.is_trump(trick.taking) and _is_below(lines, card, trick.taking)
    return trick.led_suit != lines.trump or is_under
