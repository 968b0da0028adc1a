"""Reasons about trumps: drawn or not, and a last trump that is forced out."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.game import Position
from solver.reasons.course import Course, CourseTrick
from solver.reasons.free_plays import has_another
from solver.reasons.lead_words import is_ruffed, is_ruffed_again, overruffs, way_if_overruffed
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Move, Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import MOST_LEFT
from solver.reasons.trick_words import ruff_now
from solver.rules import Objective

HALF = 1 / 2
"""The share of the loss that must be gone, for a reason that both lines show already."""


def trumps(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a lead of trumps that should be made, or should not: the ruff that it prevents decides.

    The player who ruffs gets a card of the suit that is ruffed, and the loss is gone.  In all fours it is
    proof as well if the trump is still held after the trick in which it falls, where only trumps are best.
    """
    if mistake.on_table or mistake.is_trump(mistake.card) == mistake.is_trump(mistake.best):
        return
    is_drawn = mistake.is_trump(mistake.card)
    is_only = all(map(mistake.is_trump, mistake.best_cards))
    ruffing, drawing = (mistake.better, mistake.played) if is_drawn else (mistake.played, mistake.better)
    for trick in ruffing.tricks:
        if not is_ruffed(mistake, trick) or mistake.wins_own(trick) != is_drawn:
            continue
        if is_drawn and is_idle(mistake, trick):
            continue
        falls = drawing.trick_of[trick.taking]
        if not mistake.is_trump(falls.cards[0]) or (trick.winner == mistake.seat and not is_drawn):
            continue
        if not is_drawn and not (is_only and _is_drawn(mistake, trick, falls)):
            continue
        if _ruffs_as_much(mistake, ruffing, drawing, trick):
            continue
        proof = _proof_of_void(mistake, prover, trick.winner, trick.led_suit, is_best=is_drawn)
        if proof is None and not is_drawn:
            n_tricks = mistake.better.tricks.index(falls) + 1
            # With cards to be drawn, what lies further on is another deal.
            if n_tricks == 1 or not mistake.position.stock_left:
                proof = _proof_of_need(mistake, prover, trick.taking, trick.winner, n_tricks)
        if proof is not None:
            reason = Reason.trumps_drawn if is_drawn else Reason.trumps_not_drawn
            values: dict[str, Any] = {"card": trick.taking, "seat": trick.winner, "trick": trick.number}
            if trick is mistake.played.tricks[0]:
                values = ruff_now(mistake)
            elif is_drawn and trick.winner == mistake.seat:
                values = {"card": trick.taking, "trick": trick.number, "way": "self"}
            elif is_drawn:
                values = drawn_from(mistake, trick)
            else:
                values |= way_if_overruffed(mistake, trick, "over")
            yield proved(mistake, reason, values, proof)
            return


def _is_drawn(mistake: Mistake, ruff: CourseTrick, falls: CourseTrick) -> bool:
    """True if best play draws the trump of a ruff: its side leads no trump with it, nor ruffs that lead.

    falls: the trick of best play to which it goes.
    """
    leads_it = falls.taking == ruff.taking and not mistake.is_own(falls.seats[0])
    return not leads_it and not is_ruffed_again(mistake, ruff)


def drawn_from(mistake: Mistake, ruff: CourseTrick) -> dict[str, Any]:
    """Return what the sentence names of a trump that ruffs for own in best play, and is drawn now."""
    values = {"card": ruff.taking, "seat": ruff.winner}
    if ruff.taking not in mistake.played.tricks[0].cards:
        return values | {"trick": ruff.number}
    again = mistake.played.trick_of[ruff.cards[0]]
    if mistake.is_trump(again.cards[again.seats.index(ruff.winner)]):
        # Another trump of that hand ruffs it.
        return values | {"way": "partner_only"}
    if ruff is mistake.better.tricks[0]:
        return values | {"best": mistake.best, "way": "partner_now"}
    return values | {"trick": ruff.number, "way": "partner"}


def draws_own(mistake: Mistake) -> bool:
    """True if a trump is led instead of another suit, and the opponents have none to draw."""
    if mistake.on_table or not mistake.is_trump(mistake.card) or mistake.is_trump(mistake.best):
        return False
    hands = mistake.position.hands
    others = [seat for seat in hands if not mistake.is_own(seat)]
    return not any(mistake.is_trump(card) for seat in others for card in hands[seat])


def none_to_draw(mistake: Mistake) -> dict[str, Any]:
    """Return what the sentence names of a trump that is led though the opponents have none."""
    others = [seat for seat in mistake.position.hands if not mistake.is_own(seat)]
    had_one = any(
        seat in others and mistake.is_trump(card)
        for trick in mistake.position.tricks
        for seat, card in zip(trick.seats(mistake.rules), trick.plays, strict=True)
    )
    way = "own" if had_one else "never"
    if len(others) == 1:
        return {"card": mistake.card, "seat": others[0], "way": f"{way}_of_one"}
    return {"card": mistake.card, "way": way}


def is_idle(mistake: Mistake, trick: CourseTrick) -> bool:
    """True if the side that takes a trick would take it without that card too: such a ruff gains nothing."""
    others = [
        card
        for card in trick.cards
        if card != trick.taking and (card.suit == trick.led_suit or mistake.is_trump(card))
    ]
    best = max(others, key=lambda card: mistake.heights[card])
    side_of = mistake.rules.side_of
    return side_of(trick.seats[trick.cards.index(best)]) == side_of(trick.winner)


def force(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card that forces an opponent to ruff with their last trump."""
    trick = mistake.better.tricks[0]
    led = trick.cards[0]
    if mistake.is_trump(led):
        return
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        hand = mistake.position.hands[seat]
        is_last = [held for held in hand if mistake.is_trump(held)] == [card]
        if mistake.is_own(seat) or not is_last or card in mistake.played.tricks[0].cards:
            continue
        proof = _proof_of_void(mistake, prover, seat, led.suit, is_best=True)
        if proof is not None and not has_another(mistake, prover, card):
            values = {"card": mistake.best, "seat": seat, "other": card, "way": "last"}
            yield proved(mistake, Reason.force, values, proof)
            return


def force_spent(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card for points that makes an opponent spend a trump on this trick that is kept otherwise.

    The opponents win the trick, be it with a trump over that one.  That hand gets a card of the suit: only
    the best card loses by it, and most of the loss is gone.  Which trump is told if it can be no other.
    """
    trick = mistake.better.tricks[0]
    is_lost = not mistake.wins_own(trick) and not mistake.is_trump(trick.cards[0])
    # What the lead of one suit does is no reason where that of another is as good.
    is_alike = not mistake.on_table and len(mistake.best_suits) > 1
    if mistake.rules.objective != Objective.card_points or not is_lost or is_alike:
        return
    for seat, trump in zip(trick.seats, trick.cards, strict=True):
        is_spent = not mistake.is_own(seat) and mistake.is_trump(trump)
        if not is_spent or trump in mistake.played.tricks[0].cards:
            continue
        proof = _proof_of_void(mistake, prover, seat, trick.led_suit, is_best=True)
        if proof is None:
            continue
        fallen = proof.best.before - proof.best.after
        moved = abs(proof.played.after - proof.played.before)
        is_gone = fallen >= (1 - MOST_LEFT) * mistake.cost and moved <= MOST_LEFT * mistake.cost
        if not is_gone:
            continue
        values = values_of_force(mistake, prover, trump)
        if values is None:
            continue
        yield proved(mistake, Reason.force, values, proof)
        return


def values_of_force(mistake: Mistake, prover: Prover, trump: Card) -> dict[str, Any] | None:
    """Return what the sentence names of a trump that an opponent spends on this trick in best play.

    It is told if it can be no other, else that they have to ruff; None if they need do neither.
    """
    values = {"card": mistake.best, "seat": mistake.better.seat_of[trump], "other": trump}
    is_over = overruffs(mistake, mistake.better.tricks[0], trump)
    if not has_another(mistake, prover, trump):
        return values | {"way": "spent_over" if is_over else "spent"}
    # It is not named then, but that hand is known to ruff by its cards alone.
    return values | {"way": "overruff" if is_over else "ruff"} if _must_ruff(mistake, trump) else None


def _must_ruff(mistake: Mistake, trump: Card) -> bool:
    """True if a hand that ruffs this trick in best play has to, with some trump, and ruffs none otherwise."""
    line, now = mistake.better.line, mistake.played.tricks[0]
    position = mistake.position.play_all(line[: line.index(trump)])
    otherwise = now.cards[now.seats.index(mistake.better.seat_of[trump])]
    return all(map(mistake.is_trump, position.legal_plays())) and not mistake.is_trump(otherwise)


def force_needed(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a lead, in all fours, that forces an opponent to ruff with a trump that they need later.

    All the best cards are led to that hand, which has none of their suits.
    """
    trick = mistake.better.tricks[0]
    held = {card.suit for card in mistake.position.hands[trick.winner]} | {mistake.trump}
    if (
        mistake.on_table
        or mistake.is_own(trick.winner)
        or any(card.suit in held for card in mistake.best_cards)
    ):
        return
    if not is_ruffed(mistake, trick) or trick.taking in mistake.played.tricks[0].cards:
        return
    proof = _proof_of_need(mistake, prover, trick.taking, trick.winner)
    if proof is not None and not has_another(mistake, prover, trick.taking):
        trumps_held = [card for card in mistake.position.hands[trick.winner] if mistake.is_trump(card)]
        way = "last" if trumps_held == [trick.taking] else ""
        values = {"card": mistake.best, "seat": trick.winner, "other": trick.taking, "way": way}
        yield proved(mistake, Reason.force, values, proof)


def overruff_forced(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a ruff, in all fours, that an opponent has to overruff with a trump that they need later."""
    trick = mistake.better.tricks[0]
    is_overruffed = mistake.is_ruff(mistake.best) and mistake.is_trump(trick.taking)
    if not is_overruffed or mistake.wins_own(trick) or trick.taking in mistake.played.tricks[0].cards:
        return
    proof = _proof_of_need(mistake, prover, trick.taking, trick.winner)
    if proof is not None and not has_another(mistake, prover, trick.taking):
        values = {"card": mistake.best, "seat": trick.winner, "other": trick.taking, "way": "overruff"}
        yield proved(mistake, Reason.uppercut, values, proof)


def _proof_of_need(
    mistake: Mistake, prover: Prover, trump: Card, seat: str, n_tricks: int = 1
) -> Proof | None:
    """Prove in all fours that an opponent needs the trump that they play to a trick of best play.

    They still hold it after the trick, and a plain card is gone instead: half of the loss goes.

    n_tricks: the tricks of best play up to that one; this one is the first.
    """
    finished = mistake.after_trick(mistake.better, n_tricks)
    plain = [card for card in finished.hands[seat] if not mistake.is_trump(card)]
    if mistake.rules.objective != Objective.four_points or not plain:
        return None
    best, played = mistake.leads_own
    gone = min(plain, key=lambda card: _smallness(mistake, card))
    after = prover.value(finished.kept(trump, gone), guess=played, most=played + mistake.cost // 2)
    if after - played > HALF * mistake.cost:
        return None
    return Proof(
        kind="spend",
        n_tricks=n_tricks if n_tricks > 1 else None,
        cards=(trump, gone),
        best=Worth(best, after),
        played=Worth(played, played),
        best_line=mistake.better.line,
    )


def _ruffs_as_much(mistake: Mistake, ruffing: Course, drawing: Course, ruff: CourseTrick) -> bool:
    """True if that hand ruffs the suit still where trumps are led, and its side ruffs for as much."""
    is_own = mistake.wins_own(ruff)
    before, after = (
        [trick for trick in course.tricks if is_ruffed(mistake, trick) and mistake.wins_own(trick) == is_own]
        for course in (ruffing, drawing)
    )
    ruffs_still = any((trick.winner, trick.led_suit) == (ruff.winner, ruff.led_suit) for trick in after)
    lost, left = (
        sum(mistake.weigh(*trick.cards) for trick in tricks if not is_idle(mistake, trick))
        for tricks in (before, after)
    )
    return ruffs_still and left >= lost


def _proof_of_void(mistake: Mistake, prover: Prover, seat: str, suit: str, *, is_best: bool) -> Proof | None:
    """Prove by giving ``seat`` a card of the suit: half of the loss goes, and the value asked for moves.

    is_best: True if that is the value of the best card, which must fall; else that of the card, which must
        rise.
    """
    best, played = mistake.leads_own
    for exchange in exchanges_of_void(mistake, seat, suit):
        changed = apply(mistake.position, exchange)
        new_best, new_played = prover.values(
            changed, mistake.best, mistake.card, guess=best, most_left=HALF * mistake.cost
        )
        moves = new_best < best if is_best else new_played > played
        if moves and new_best - new_played <= HALF * mistake.cost:
            return Proof(
                kind="exchange",
                moves=exchange,
                best=Worth(best, new_best),
                played=Worth(played, new_played),
            )
    return None


def exchanges_of_void(mistake: Mistake, seat: str, suit: str) -> Iterator[tuple[Move, Move]]:
    """Yield exchanges by which a hand without a suit gets its lowest card from another, for a plain one.

    The cards played now are never moved, and those of the player never leave their hand.  There
    are none where hands draw from a stock, as these cannot be supposed otherwise.
    """
    hands = mistake.position.hands
    if mistake.position.deal.stock or seat == mistake.seat or any(card.suit == suit for card in hands[seat]):
        return
    gives = [card for card in hands[seat] if not mistake.is_trump(card)]
    if not gives:
        return
    given = min(gives, key=lambda card: _smallness(mistake, card))
    for other, hand in hands.items():
        holds = [card for card in hand if card.suit == suit]
        if other not in (seat, mistake.seat) and holds:
            taken = min(holds, key=lambda card: _smallness(mistake, card))
            yield Move(taken, other, seat), Move(given, seat, other)


def apply(position: Position, moves: tuple[Move, ...]) -> Position:
    """Return the position with cards put into other hands."""
    hands: dict[str, set[Card]] = {seat: set(hand) for seat, hand in position.hands.items()}
    for move in moves:
        hands[move.giver].remove(move.card)
        hands[move.taker].add(move.card)
    touched = {seat for move in moves for seat in (move.giver, move.taker)}
    return position.supposed({seat: tuple(hands[seat]) for seat in touched})


def _smallness(mistake: Mistake, card: Card) -> tuple[int, int]:
    return mistake.points(card), mistake.heights[card]
