"""Themes of the first trick: how the right card is played to it, and what the cards beside it would do."""

from solver.puzzles.themes.lines import Lines
from solver.rules import Objective

GREAT_POINTS = 10
"""The card points of a trick that make it a sacrifice to leave it."""


def ruff(lines: Lines) -> bool:
    """True for a trump on a plain lead that takes the trick."""
    return _is_ruff(lines) and lines.first.taking == lines.card


def overruff(lines: Lines) -> bool:
    """True for a trump on a plain lead above an opponent's trump that was winning."""
    return (
        _is_ruff(lines)
        and lines.is_trump(lines.winning)
        and not lines.is_own_winning
        and lines.beats(lines.card)
    )


def refuse_ruff(lines: Lines) -> bool:
    """True for no trump although one may be played and would beat an opponents' plain card."""
    return _refuses_trump(lines) and not lines.is_trump(lines.winning)


def refuse_overruff(lines: Lines) -> bool:
    """True for no trump although one may be played that is above an opponents' ruff."""
    return _refuses_trump(lines) and lines.is_trump(lines.winning)


def underruff(lines: Lines) -> bool:
    """True for a trump on a plain lead below the one that is winning, where a plain card may be played."""
    return (
        _is_ruff(lines)
        and lines.is_trump(lines.winning)
        and not lines.beats(lines.card)
        and any(not lines.is_trump(card) for card in lines.legal)
    )


def duck(lines: Lines) -> bool:
    """True for a card that follows below what is winning, though a higher one may be played, in a lost
    trick.
    """
    return (
        bool(lines.on_table)
        and lines.card.suit == lines.on_table[0].suit
        and not lines.beats(lines.card)
        and any(card.suit == lines.card.suit and lines.beats(card) for card in lines.legal)
        and not lines.wins_own(lines.first)
    )


def hold_up(lines: Lines) -> bool:
    """True for a duck by the hand that holds the highest card of the suit that is left."""
    return duck(lines) and lines.left_of(lines.card.suit)[0] in lines.hand


def overtake(lines: Lines) -> bool:
    """True for a card above partner's of the same suit, where one that is not above it fails."""
    return (
        bool(lines.on_table)
        and lines.is_own_winning
        and lines.card.suit == lines.winning.suit
        and lines.beats(lines.card)
        and any(card.suit == lines.card.suit and not lines.beats(card) for card in lines.failing)
    )


def cover(lines: Lines) -> bool:
    """True for a card above an opponent's led one in a trick that is lost, where a lower one fails."""
    return (
        bool(lines.on_table)
        and not lines.is_own(lines.position.trick.leader)
        and lines.winning == lines.on_table[0]
        and lines.card.suit == lines.winning.suit
        and lines.beats(lines.card)
        and any(card.suit == lines.card.suit and not lines.beats(card) for card in lines.failing)
        and not lines.wins_own(lines.first)
    )


def load(lines: Lines) -> bool:
    """True for the most points that may be put on a trick that partner takes; a cheaper card may be played.

    Partner need not be winning it yet.
    """
    worth = {card: lines.points([card]) for card in lines.legal}
    return (
        bool(lines.on_table)
        and lines.rules.objective != Objective.tricks
        and lines.wins_own(lines.first)
        and lines.first.winner != lines.seat
        and worth[lines.card] == max(worth.values()) > min(worth.values())
    )


def discard_loser(lines: Lines) -> bool:
    """True for a plain discard on an own trick, of a card that the opponents win in the wrong line."""
    return (
        bool(lines.on_table)
        and lines.card.suit not in (lines.on_table[0].suit, lines.trump)
        and lines.wins_own(lines.first)
        and not lines.wins_own(lines.wrong.trick_of[lines.card])
    )


def sacrifice(lines: Lines) -> bool:
    """True if the opponents win the first trick of the line, and a wrong card takes it.

    In games for points it holds at least `GREAT_POINTS` then.
    """
    if lines.wins_own(lines.first):
        return False
    for wrong in lines.puzzle.solution.wrong:
        trick = lines.course(wrong).tricks[0]
        if lines.wins_own(trick) and (
            lines.rules.objective == Objective.tricks or lines.points(trick.cards) >= GREAT_POINTS
        ):
            return True
    return False


def quiet(lines: Lines) -> bool:
    """True if nothing of value changes hands: the first trick goes where it goes in the wrong line.

    Nothing of value: the right card takes no trick, nor does its trick hold points.
    """
    return (
        lines.wins_own(lines.first) == lines.wins_own(lines.wrong.tricks[0])
        and lines.first.taking != lines.card
        and (lines.rules.objective == Objective.tricks or not lines.points(lines.first.cards))
        and not any(card in lines.position.honours for card in lines.first.cards)
    )


def _is_ruff(lines: Lines) -> bool:
    return lines.is_plain_led and lines.is_trump(lines.card)


def _refuses_trump(lines: Lines) -> bool:
    """True for no trump on a plain lead that an opponent is winning, though a trump above fails."""
    return (
        lines.is_plain_led
        and not lines.is_trump(lines.card)
        and not lines.is_own_winning
        and any(lines.is_trump(card) and lines.beats(card) for card in lines.failing)
    )
