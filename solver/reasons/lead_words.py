"""Words for a lead that goes to the wrong hand: a master to be cashed first, a card that it lets win."""

import itertools
from collections.abc import Mapping
from typing import Any

from solver.cards import Card
from solver.reasons.course import CourseTrick
from solver.reasons.reason import Reason
from solver.reasons.themes import Mistake
from solver.rules import Objective

Word = tuple[Reason, Mapping[str, Any]]
"""A reason, and what its sentence names."""
DEAR = 10
"""The card points from which a card that is given away is told as such."""
CAUGHT = 9
"""The card points from which a card that gets home is: the nine, too, where all suits are trumps."""


def word_of_cheap_lead(mistake: Mistake) -> Word | None:
    """Return the word for a led card that is nothing in itself; None if only the lead can be told.

    Another hand has the lead after this trick than after the best card.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.on_table:
        return None
    is_lost = mistake.wins_own(instead) and not mistake.wins_own(now)
    if is_lost and _falls_instead(mistake):
        values = {"card": now.taking, "holder": now.winner, "trick": now.number}
        ten = now.taking.rank == "T"
        taker = {
            "other": instead.taking,
            "seat": instead.winner,
            "way": way_taken(mistake, now.taking, instead),
        }
        return (Reason.ten_escaped if ten else Reason.card_escaped), values | taker
    if is_master(mistake) and not mistake.is_trump(mistake.best):
        word = not_cashed(mistake)
        # Where every other lead is as good, the master need not be cashed first.
        if word is None or not (mistake.is_alone and word[1]["way"] in ("first", "given")):
            return word
    is_beaten = not mistake.wins_own(now) and now.taking.suit == mistake.card.suit
    is_elsewhere = now.winner != instead.winner
    if is_beaten and is_elsewhere and mistake.rules.objective == Objective.card_points:
        values = {"card": mistake.card, "other": now.taking, "seat": now.winner}
        if mistake.is_alone:
            # What one of the other cards does is no reason.
            return Reason.lead_beaten, values
        if mistake.wins_own(instead) and should_draw(mistake):
            return Reason.lead_beaten, values | {"way": "trumps"}
        if instead.winner == mistake.seat:
            return Reason.lead_beaten, values | {"best": mistake.best, "way": "own"}
        is_ruff = mistake.is_trump(instead.taking) and not mistake.is_trump(mistake.best)
        # A ruff of the opponents is no good of the lead: the lead, which they have then, may be.
        way = "ruff" if is_ruff else "lead"
        if not mistake.wins_own(instead):
            way = "opponent"
        return Reason.lead_beaten, values | {"holder": instead.winner, "best": mistake.best, "way": way}
    return None


def should_draw(mistake: Mistake) -> bool:
    """True if a plain card is led where trumps alone are best, and one that ruffs now falls then."""
    if mistake.is_trump(mistake.card) or not all(map(mistake.is_trump, mistake.best_cards)):
        return False
    ruffs = [
        trick.taking
        for trick in mistake.played.tricks
        if is_ruffed(mistake, trick) and not mistake.wins_own(trick)
    ]
    return any(mistake.is_trump(mistake.better.trick_of[trump].cards[0]) for trump in ruffs)


def is_lost_anyway(mistake: Mistake) -> bool:
    """True if in a game of tricks the suit that was led loses as many tricks to its cards with best play."""
    if mistake.rules.objective != Objective.tricks:
        return False
    lost, anyway = (
        sum(trick.taking.suit == mistake.card.suit and not mistake.wins_own(trick) for trick in course.tricks)
        for course in (mistake.played, mistake.better)
    )
    return lost <= anyway


def _falls_instead(mistake: Mistake) -> bool:
    """True if the card that wins this trick falls in it to an own card, where best play leads that one."""
    taking = mistake.played.tricks[0].taking
    instead = mistake.better.tricks[0]
    return taking in instead.cards and mistake.points(taking) >= CAUGHT


def not_cashed(mistake: Mistake) -> Word | None:
    """Return the word for a master that is led too late, or never wins; None if its hand keeps the lead."""
    trick = mistake.played.trick_of[mistake.best]
    if mistake.wins_own(trick):
        at_once = mistake.better.tricks[0]
        # Where all the tricks are at stake, the lead alone loses them.
        is_of_points = mistake.rules.objective != Objective.tricks and not mistake.turns_slam
        takes = is_of_points and trick.taking == mistake.best
        if {*trick.cards} == {*at_once.cards} or (
            takes and mistake.weigh(*trick.cards) >= mistake.weigh(*at_once.cards)
        ):
            return None  # it takes the same cards as at once, or as much
        earlier = mistake.played.tricks[: mistake.played.tricks.index(trick)]
        leads = [other.winner for other in earlier if other.winner != mistake.seat]
        if not leads:
            return None
        has_lead = any(other.winner == leads[0] for other in mistake.better.tricks)
        first = {"card": mistake.best, "seat": leads[0], "way": "first" if has_lead else "given"}
        return Reason.master_not_cashed, first
    values = {"card": mistake.best, "other": trick.taking, "seat": trick.winner}
    way = way_taken(mistake, mistake.best, trick)
    return Reason.master_not_cashed, values | {"trick": trick.number, "way": way}


def is_master(mistake: Mistake) -> bool:
    """True if no other hand has a higher card of the best card's suit, and it wins this trick."""
    best, held = mistake.best, mistake.position.hands[mistake.seat]
    higher = [
        card
        for card in mistake.better.trick_of
        if card.suit == best.suit and mistake.heights[card] > mistake.heights[best] and card not in held
    ]
    return not higher and mistake.better.tricks[0].taking == best


def way_taken(mistake: Mistake, card: Card, trick: CourseTrick) -> str:
    """Return how a card is lost in a trick: beaten, ruffed, or discarded on the winner.

    One that follows suit to a trick in which another card was ruffed, or a ruff overruffed, is beaten.
    """
    if trick.taking.suit != card.suit != trick.led_suit:
        return "thrown"
    return "ruffed" if is_ruffed_by(mistake, card, trick) else "beaten"


def is_ruffed_by(mistake: Mistake, card: Card, trick: CourseTrick) -> bool:
    """True if the card that wins a trick ruffs this one, which was winning until then."""
    is_first = is_ruffed(mistake, trick) and not is_overruffed(mistake, trick)
    return is_first and card == ruffed_card(mistake, trick)


def way_if_overruffed(mistake: Mistake, trick: CourseTrick, way: str) -> dict[str, Any]:
    """Return the way of a reason that tells a ruff, where it is an overruff; else nothing."""
    return {"way": way} if is_overruffed(mistake, trick) else {}


def is_ruffed(mistake: Mistake, trick: CourseTrick) -> bool:
    """True if a trump wins the trick to which a plain suit was led."""
    return mistake.is_trump(trick.taking) and not mistake.is_trump(trick.cards[0])


def is_ruffed_again(mistake: Mistake, ruff: CourseTrick) -> bool:
    """True if the card that was led to a ruff is ruffed by the same hand in best play."""
    again = mistake.better.trick_of[ruff.cards[0]]
    return again.winner == ruff.winner and is_ruffed(mistake, again)


def is_overruffed(mistake: Mistake, trick: CourseTrick) -> bool:
    """True if a ruff lay in the trick when the trump came that won it."""
    return overruffs(mistake, trick, trick.taking)


def overruffs(mistake: Mistake, trick: CourseTrick, card: Card) -> bool:
    """True if ruffs lay in the trick when a card came, and it beats them."""
    laid = trick.cards[: trick.cards.index(card)]
    ruffs = [mistake.heights[one] for one in laid if mistake.is_trump(one)]
    return bool(ruffs) and not mistake.is_trump(laid[0]) and max(ruffs) < mistake.heights[card]


def ruffed_card(mistake: Mistake, trick: CourseTrick) -> Card:
    """Return the card of the suit led that was winning a trick when the first trump came."""
    followed = itertools.takewhile(lambda card: not mistake.is_trump(card), trick.cards)
    suit = [card for card in followed if card.suit == trick.led_suit]
    return max(suit, key=mistake.heights.__getitem__)


def ruffed_own(mistake: Mistake, trick: CourseTrick) -> Card:
    """Return the own card that the first trump of a trick beats: the led one, unless partner's is higher."""
    beaten = ruffed_card(mistake, trick)
    return beaten if mistake.is_own(trick.seats[trick.cards.index(beaten)]) else trick.cards[0]
