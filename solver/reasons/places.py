"""Reasons about where a card lies: a hand that cannot follow, and the holder of one card."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.cards import Card
from solver.reasons.lead_words import ruffed_own, way_if_overruffed
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Move, Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import MOST_LEFT, MOST_OVER
from solver.reasons.trumps import apply, exchanges_of_void

LEAST_SWAPS = 2
"""The exchanges that must all take the loss away: a single one proves little."""


def void(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a hand that cannot follow: with a card of the suit, from any other hand, the loss is gone."""
    suits = dict.fromkeys((mistake.card.suit, mistake.best.suit))
    for suit in suits:
        if suit == mistake.trump or (mistake.on_table and suit != mistake.on_table[0].suit):
            continue
        for seat in mistake.rules.players:
            proofs = _proofs(mistake, prover, list(exchanges_of_void(mistake, seat, suit)))
            if proofs:
                reason, values = _ruff_of(mistake, seat, suit) or (
                    Reason.void,
                    {"seat": seat, "suit": suit, **_ruff_later(mistake, seat, suit)},
                )
                yield ProvedReason(
                    reason=reason,
                    better=mistake.best,
                    values=values,
                    hidden=mistake.hidden(*(move.card for move in proofs[0].moves or ())),
                    proof=proofs[0],
                    more_proofs=tuple(proofs[1:]),
                )
                return


def _ruff_of(mistake: Mistake, seat: str, suit: str) -> tuple[Reason, Mapping[str, Any]] | None:
    """Return the word for what a hand does that cannot follow a lead: it ruffs in this trick."""
    if mistake.on_table:
        return None
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    is_ruffed_too = instead.winner == seat and mistake.is_trump(instead.taking)
    if (
        suit == mistake.card.suit
        and now.winner == seat
        and mistake.is_trump(now.taking)
        and not is_ruffed_too
    ):
        if not mistake.is_own(seat):
            return Reason.lead_ruffed, (
                {"card": ruffed_own(mistake, now), "other": now.taking, "seat": seat}
                | way_if_overruffed(mistake, now, "overruffed")
            )
        followed = [card for card in now.cards if card.suit == suit or mistake.is_trump(card)]
        followed.remove(now.taking)
        if max(followed, key=lambda card: mistake.heights[card]) == mistake.card:
            overtaken = {"card": mistake.card, "seat": mistake.seat, "other": now.taking}
            return Reason.own_ruffed, overtaken
    if suit == mistake.best.suit and not mistake.is_own(seat):
        trump = instead.cards[instead.seats.index(seat)]
        if mistake.is_trump(trump) and trump not in now.cards:
            return Reason.force, {"suit": suit, "seat": seat, "way": "suit"}
    return None


def _ruff_later(mistake: Mistake, seat: str, suit: str) -> Mapping[str, Any]:
    """Return the trump with which a hand ruffs a suit first in one of the lines, to be told; or nothing."""
    # Of best play only what an own hand can do says why the card is worse.
    courses = (("ruffs", mistake.played), ("can_ruff", mistake.better))
    found: list[dict[str, Any]] = []
    for way, course in courses[: 2 if mistake.is_own(seat) else 1]:
        for trick in course.tricks:
            card = trick.cards[trick.seats.index(seat)]
            # A trump below another one takes nothing.
            if trick.led_suit == suit and mistake.is_trump(card) and card == trick.taking:
                found.append({"other": card, "trick": trick.number, "way": way})
    return min(found, key=lambda ruff: ruff["trick"], default={})


def holder(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card whose place decides: every exchange that takes it from its holder takes the loss away."""
    if mistake.position.deal.stock:
        return
    suits = dict.fromkeys((mistake.best.suit, mistake.card.suit, mistake.trump))
    for suit in suits:
        for card, seat in _high_cards(mistake, suit):
            exchanges = [
                (Move(card, seat, other), Move(low, other, seat))
                for other in mistake.rules.players
                if other not in (seat, mistake.seat)
                for low in _lowest(mistake, other, suit)
            ]
            if len(exchanges) < LEAST_SWAPS:
                continue
            proofs = _proofs(mistake, prover, exchanges)
            if proofs:
                values = _caught(mistake, card) or {"seat": seat, "card": card}
                yield proved(mistake, Reason.holder, values, *proofs, is_weak=True)
                return


def _caught(mistake: Mistake, card: Card) -> Mapping[str, Any]:
    """Return how a card of the opponents falls in best play, and when it gets home now; nothing else."""
    if mistake.is_own(mistake.better.seat_of[card]) or card not in mistake.lost:
        return {}
    trick = mistake.better.trick_of[card]
    if trick.taking.suit != card.suit:
        return {}
    taker = {"seat": trick.winner, "other": trick.taking}
    home = {"holder": mistake.better.seat_of[card], "trick": mistake.played.trick_of[card].number}
    return {"card": card, **taker, **home, "way": "caught"}


def _high_cards(mistake: Mistake, suit: str) -> list[tuple[Card, str]]:
    """Return the two highest cards of a suit that others than the player hold, with their seats."""
    held = [
        (card, seat)
        for seat, hand in mistake.position.hands.items()
        if seat != mistake.seat
        for card in hand
        if card.suit == suit
    ]
    return sorted(held, key=lambda entry: -mistake.heights[entry[0]])[:2]


def _lowest(mistake: Mistake, seat: str, suit: str) -> list[Card]:
    """Return the lowest card of a suit in a hand, in a list; an empty list without one."""
    held = [card for card in mistake.position.hands[seat] if card.suit == suit]
    return sorted(held, key=lambda card: mistake.heights[card])[:1]


def _proofs(mistake: Mistake, prover: Prover, exchanges: list[tuple[Move, Move]]) -> list[Proof]:
    """Return the proofs by all of some exchanges; none if one of them proves nothing or was impossible."""
    best, played = mistake.leads_own
    proofs: list[Proof] = []
    for moves in exchanges:
        changed = apply(mistake.position, moves)
        if not changed.is_possible():
            return []
        new_best, new_played = prover.values(
            changed, mistake.best, mistake.card, guess=best, most_left=MOST_LEFT * mistake.cost
        )
        left = new_best - new_played
        drift = min(
            abs(new_played - best) + abs(new_best - best), abs(new_best - played) + abs(new_played - played)
        )
        if left > MOST_LEFT * mistake.cost or drift > MOST_OVER * mistake.cost:
            return []
        proofs.append(
            Proof(kind="exchange", moves=moves, best=Worth(best, new_best), played=Worth(played, new_played))
        )
    return proofs
