"""Proved reasons: a word with its proof, and the hidden cards that its sentence names."""

from collections.abc import Mapping, Sequence
from typing import Any

from solver.cards import Card
from solver.reasons.reason import Proof, ProvedReason, Reason
from solver.reasons.themes import Mistake

WAYS_OF_NONE = ("own", "never", "own_of_one", "never_of_one")
"""The ways of a trump that was led for nothing, as the opponents have none."""


def proved(
    mistake: Mistake,
    reason: Reason,
    values: Mapping[str, Any],
    proof: Proof,
    *more_proofs: Proof,
    is_weak: bool = False,
) -> ProvedReason:
    """Return a reason that was proved of a mistake.

    values: the things that its sentence names; those cards of them that the player could not see are
        `hidden`.
    """
    named = [value for value in values.values() if isinstance(value, Card)]
    named += (*values.get("cards", ()), *values.get("gained", ()))
    if (reason, values.get("way")) == (Reason.load, "self"):
        named += _could_take(mistake)
    if reason is Reason.trumps_drawn and values.get("way") in WAYS_OF_NONE:
        named += _shows_no_trumps(mistake)
    return ProvedReason(
        reason=reason,
        better=mistake.best,
        values=values,
        hidden=mistake.hidden(*named),
        is_weak=is_weak,
        proof=proof,
        more_proofs=more_proofs,
    )


def hidden_with(reason: ProvedReason, mistake: Mistake, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the hidden cards on which a reason rests, with those that are named besides, each once."""
    return tuple(dict.fromkeys((*reason.hidden, *mistake.hidden(*cards))))


def _shows_no_trumps(mistake: Mistake) -> tuple[Card, ...]:
    """Return the cards on whose place it rests that the opponents have no trumps; none if they showed it.

    What a hand showed before it drew a card from the stock says nothing.

    They are the trumps that partner holds, or all cards of the opponents where there is no partner.
    """
    position = mistake.position
    others = {seat for seat in position.hands if not mistake.is_own(seat)}
    n_drawn = len(position.deal.stock) // mistake.rules.n_players
    shown = {
        seat
        for trick in position.tricks[n_drawn:]
        for seat, card in zip(trick.seats(mistake.rules), trick.plays, strict=True)
        if mistake.is_trump(trick.plays[0]) and not mistake.is_trump(card)
    }
    if others <= shown:
        return ()
    played = [card for trick in position.tricks for card in trick.plays]
    seen = {*played, *position.hands[mistake.seat]}
    if all(card in seen for card in mistake.rules.deck if mistake.is_trump(card)):
        return ()
    partners = [seat for seat in mistake.own_seats if seat != mistake.seat]
    held = [card for seat in partners or others for card in position.hands[seat]]
    return tuple(card for card in held if not partners or mistake.is_trump(card))


def _could_take(mistake: Mistake) -> tuple[Card, ...]:
    """Return the cards on whose place it rests that nobody behind takes this trick from the best card.

    They are those that beat it in its suit; and, while trumps are out, those of it that follow behind.
    """
    best, trick = mistake.best, mistake.better.tricks[0]
    behind = tuple(zip(trick.seats, trick.cards, strict=True))[len(mistake.on_table) + 1 :]
    theirs = [card for seat, card in behind if not mistake.is_own(seat)]
    out = mistake.hidden(*(card for hand in mistake.position.hands.values() for card in hand))
    beating = [card for card in out if theirs and mistake.beats(card, best)]
    follow = any(card.suit != best.suit for card in beating)
    higher = [card for card in beating if card.suit == best.suit]
    return (*higher, *(card for card in theirs if follow and card.suit == best.suit))
