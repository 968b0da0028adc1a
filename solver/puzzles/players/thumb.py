"""The rule of thumb: what a beginner who has learnt the game plays, seeing no hand but their own.

The maxims are those of whist and its kin: second hand low, third hand high, lead from length (W. Pole, *The
Theory of the Modern Scientific Game of Whist*, 1870); and those of games for points: load on partner's trick,
give away nothing that counts.
"""

from collections.abc import Callable
from typing import NamedTuple

from solver.cards import Card
from solver.game import Position, beats
from solver.knowledge import cards_about
from solver.rules import LowGoesTo, Objective

SINGLE_POINT = 10
"""The worth, in card points, of a trump that is a point for itself in all fours."""

Wish = tuple[float, ...]
"""The key that cards are compared by: the greater comes first, number by number."""


class _Look(NamedTuple):
    """A position as the player to play sees it."""

    position: Position
    seat: str
    legal: tuple[Card, ...]
    unseen: frozenset[Card]
    """The cards that may be in the other hands."""


def thumb_places(position: Position) -> dict[Card, int]:
    """Return the place of each playable card in a beginner's order of preference, 0 for the best.

    Cards that they cannot tell apart share a place.  Empty when the deal is over.
    """
    seat = position.to_play
    if seat is None:
        return {}
    unseen = frozenset(cards_about(position)).difference(position.plays, position.hands[seat])
    look = _Look(position, seat, tuple(position.legal_plays()), unseen)
    wish = _following(look) if position.trick.plays else _leading(look)
    wishes = {card: wish(card) for card in look.legal}
    order = sorted(set(wishes.values()), reverse=True)
    return {card: order.index(wishes[card]) for card in look.legal}


# ---- the trick under way


def _following(look: _Look) -> Callable[[Card], Wish]:
    """Return the wish of a player who follows: load, win, or throw the cheapest."""
    # Step 1. The trick as it stands.
    rules, trump = look.position.rules, look.position.contract.trump
    trick = look.position.trick
    winning = trick.winning_card(rules, trump)
    n_after = rules.n_players - len(trick.plays) - 1
    is_partners = rules.are_partners(look.seat, trick.winner(rules, trump))
    winners = frozenset(card for card in look.legal if beats(rules, trump, card, winning))
    # Step 2. Partner's trick: load it if it is sure, else leave it to them.
    if is_partners and (n_after == 0 or _is_sure(look, winning)):
        return lambda card: _load(look, card)
    if is_partners:
        return lambda card: (card in winners and _is_sure(look, card), *_cheap(look, card))
    # Step 3. The opponents' trick: win it as cheaply as will do, or throw the cheapest card.
    has_partner_played = any(rules.are_partners(look.seat, other) for other in trick.seats(rules))
    is_third_of_tricks = has_partner_played and rules.objective == Objective.tricks

    def win(card: Card) -> Wish:
        is_trump = card.suit == trump
        if card not in winners:
            return (0, *_cheap(look, card))
        if n_after == 0 or (is_trump and trick.led_suit != trump):
            # A low ruff does, until somebody overruffs.
            return (2, -is_trump, *_low(look, card))
        if _is_sure(look, card):
            return (2, 0, -_rank(look, card))
        # Third hand high, second hand low; what counts is not risked.
        return (1, -_rank(look, card)) if is_third_of_tricks else (0, *_cheap(look, card))

    return win


def _load(look: _Look, card: Card) -> Wish:
    """Return the wish to put the dearest card on partner's trick, but no trump, and no highest card left."""
    is_trump = card.suit == look.position.contract.trump
    # The highest card left of a suit wins a trick by itself.
    suited = [held for held in look.position.hands[look.seat] if held.suit == card.suit]
    is_highest = _is_master(look, card) and _rank(look, card) == min(_rank(look, held) for held in suited)
    return (-is_trump, -is_highest, _worth(look, card), *_cheap(look, card))


# ---- the lead


def _leading(look: _Look) -> Callable[[Card], Wish]:
    """Return the wish of a player who leads: trumps as the taker, masters, then low from length."""
    position = look.position
    rules, trump = position.rules, position.contract.trump
    hand = position.hands[look.seat]
    n_of = {suit: sum(card.suit == suit for card in hand) for suit in rules.suits}
    is_taker = look.seat in (position.contract.taker, position.declarer, position.dummy)
    # Nobody else has a trump once all are played or in one's own hand.
    draws = is_taker and any(card.suit == trump for card in look.unseen)

    def lead(card: Card) -> Wish:
        is_trump, rank = card.suit == trump, _rank(look, card)
        if is_trump and draws:
            return (3, 1, -rank) if _is_master(look, card) else (3, 0, rank)
        if _is_sure(look, card):
            return (2, not is_trump, _worth(look, card), n_of[card.suit], -rank)
        return (1, not is_trump, n_of[card.suit], *_low(look, card))

    return lead


# ---- single cards


def _rank(look: _Look, card: Card) -> int:
    """Return how far a card stands below the highest of its suit, under the contract."""
    return look.position.rules.rank_order(card.suit, look.position.contract.trump).index(card.rank)


def _worth(look: _Look, card: Card) -> int:
    """Return what a card counts for the side that wins it, in card points; 0 where tricks count."""
    rules, trump = look.position.rules, look.position.contract.trump
    if rules.objective == Objective.tricks:
        return 0
    points = rules.card_points(card, trump)
    if rules.objective == Objective.four_points and card.suit == trump:
        is_low = rules.low_goes_to == LowGoesTo.trick_winner and card.rank == rules.order_trump[-1]
        points += SINGLE_POINT * (card.rank == "J" or is_low)
    return points


def _cheap(look: _Look, card: Card) -> Wish:
    """Return the wish to part with what counts least: points, then trumps, then high cards."""
    return (-_worth(look, card), -(card.suit == look.position.contract.trump), _rank(look, card))


def _low(look: _Look, card: Card) -> Wish:
    """Return the wish to play low: the lowest card, then the one that counts least."""
    return (_rank(look, card), -_worth(look, card))


def _is_master(look: _Look, card: Card) -> bool:
    """True if no higher card of its suit can be in another hand."""
    rank = _rank(look, card)
    return all(other.suit != card.suit or _rank(look, other) > rank for other in look.unseen)


def _is_sure(look: _Look, card: Card) -> bool:
    """True if a beginner counts on a card, led or winning, to win the trick.

    It is a master, and a trump, or trumps are gone, or its suit is led for the first time.
    """
    trump = look.position.contract.trump
    if not _is_master(look, card):
        return False
    has_been_led = any(trick.led_suit == card.suit for trick in look.position.tricks)
    return card.suit == trump or not has_been_led or all(other.suit != trump for other in look.unseen)
