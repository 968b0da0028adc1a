"""Words for a card that is to be kept for the sake of others: what it guards, and what is lost without it."""

from collections.abc import Mapping
from typing import Any

from solver.cards import Card
from solver.reasons.course import CourseTrick
from solver.reasons.lead_words import DEAR, Word, way_taken
from solver.reasons.reason import Reason
from solver.reasons.stakes import is_too_dear
from solver.reasons.themes import Mistake
from solver.reasons.trick_words import loaded
from solver.rules import Objective

LEAST_OF_LOSS = 1 / 2
"""The share of the loss that a card makes at least by changing sides, to be told as lost without another."""


def guarded(mistake: Mistake) -> Word | None:
    """Return the word for a card that saves another one of its suit and hand, which is lost without it."""
    hand = mistake.position.hands[mistake.seat]
    lost = [
        card
        for card in mistake.lost
        if card in hand and card.suit == mistake.card.suit and card != mistake.card
    ]
    for card in lost:
        trick = mistake.played.trick_of[card]
        is_loaded = mistake.wins_own(mistake.better.tricks[0]) and mistake.points(card) > 0
        told = loaded(mistake) if card == mistake.best and is_loaded else None
        if told is not None:
            return told
        is_led = trick.led_suit == card.suit  # a lower card could be played to its suit only
        if mistake.weigh(card) and is_led and trick is not mistake.played.tricks[0]:
            return _reason_of(mistake, card), _lost_later(mistake, card, trick)
    return None


def lost_without(mistake: Mistake) -> Word | None:
    """Return the word for the dearest card that own has with best play only, if it fits the loss.

    In all fours it is a card of honour, or a ten.
    """
    if mistake.rules.objective == Objective.tricks:
        return None
    is_of_cards = mistake.rules.objective == Objective.card_points
    least = LEAST_OF_LOSS * mistake.cost if is_of_cards else 2 * DEAR
    for prize in mistake.lost:
        trick = mistake.played.trick_of[prize]
        is_later = trick is not mistake.played.tricks[0]
        worth = mistake.points(prize) if is_of_cards else mistake.weigh(prize)
        is_named = least <= 2 * worth and not is_too_dear(mistake, prize)
        if is_later and prize != mistake.best and is_named:
            return Reason.keep, _lost_later(mistake, prize, trick)
    return None


def _reason_of(mistake: Mistake, prize: Card) -> Reason:
    is_ten = prize.rank == "T" and mistake.points(prize) >= 10
    return Reason.keep_ten if is_ten else Reason.keep


def _lost_later(mistake: Mistake, prize: Card, trick: CourseTrick) -> Mapping[str, Any]:
    """Return what the sentence names of a card that goes to the opponents in a later trick."""
    holder = mistake.played.seat_of[prize]
    values: dict[str, Any] = {"card": mistake.card, "prize": prize, "trick": trick.number}
    if not mistake.is_own(holder):
        return values | {"holder": holder, "way": "home"}
    values |= {"other": trick.taking, "seat": trick.winner}
    way = way_taken(mistake, prize, trick)
    if trick.taking.suit == prize.suit and _is_bared(mistake, prize, trick):
        return values | {"way": "guard"}
    return values | {"holder": holder, "way": f"else_{way}"}


def _is_bared(mistake: Mistake, prize: Card, trick: CourseTrick) -> bool:
    """True if the player has to give the card to a trick of others, and none of its suit is cheaper."""
    if mistake.played.seat_of[prize] != mistake.seat or trick.seats[0] == mistake.seat:
        return False
    # One that is drawn later is not in the hand yet.
    if prize.suit != mistake.card.suit or prize not in mistake.position.hands[mistake.seat]:
        return False
    held = [
        card
        for card in mistake.position.hands[mistake.seat]
        if card.suit == prize.suit and mistake.played.trick_of[card].number >= trick.number
    ]
    return mistake.points(prize) == min(mistake.points(card) for card in held)
