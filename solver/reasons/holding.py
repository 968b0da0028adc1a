"""Reasons that lie in what a player keeps in hand, and in who has the lead after this trick."""

from collections.abc import Iterator
from typing import Any

from solver.cards import Card
from solver.reasons.course import CourseTrick
from solver.reasons.free_plays import has_another
from solver.reasons.kept_words import guarded, lost_without
from solver.reasons.lead_words import (
    DEAR,
    Word,
    is_overruffed,
    is_ruffed,
    is_ruffed_by,
    way_if_overruffed,
    word_of_cheap_lead,
)
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.stakes import wanted_last
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import HALF, MOST_LEFT, MOST_OVER, explains
from solver.reasons.trade import trade_in
from solver.reasons.trick_words import led_away, lost_trick, thrown
from solver.reasons.trumps import drawn_from, draws_own, is_idle, none_to_draw, values_of_force
from solver.rules import Objective

OF_LATER = ((Reason.keep, "win"), (Reason.keep, "same"), (Reason.keep_low, "ruff"))
"""Reasons that tell the trick for which a card is wanted, and nothing that it takes there."""


def is_repaired(mistake: Mistake, played: int) -> bool:
    """True if the card, in a changed position, is worth about what the best card is worth."""
    return explains(mistake, mistake.leads_own[0], played)


def is_spoiled(mistake: Mistake, best: int) -> bool:
    """True if the best card, in a changed position, is worth about what the card that was played is worth."""
    return explains(mistake, best, mistake.leads_own[1])


def card_kept(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card that is to be kept for something that best play shows."""
    yield from _kept(mistake, prover, is_plain=False)


def kept_anyhow(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card that is to be kept, where best play does not show for what."""
    yield from _kept(mistake, prover, is_plain=True)


def half_kept(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a card that is to be kept, if that makes half of the loss, or more than the loss."""
    proof = _proof_of_keeping(mistake, prover)
    if proof is None or mistake.rules.objective != Objective.card_points:
        return
    left = proof.best.after - proof.played.after
    if left > HALF * mistake.cost or (left < -MOST_OVER * mistake.cost and not _catches_later(mistake)):
        return
    reason, values = word_of_cheap_lead(mistake) or _kept_for(mistake)
    if values.get("way") != "plain":
        yield proved(mistake, reason, values, proof)


def _catches_later(mistake: Mistake) -> bool:
    """True if the card wins in best play, of the opponents, a card of some worth that they get otherwise."""
    trick = mistake.better.trick_of[mistake.card]
    return trick.taking == mistake.card and any(
        not mistake.is_own(seat) and mistake.played.side_of[card] != mistake.own and mistake.weigh(card)
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    )


def _kept(mistake: Mistake, prover: Prover, *, is_plain: bool) -> Iterator[ProvedReason]:
    """Find a card that is needed later: if it is still held after this trick, the loss is gone."""
    proof = _proof_of_keeping(mistake, prover)
    if proof is None:
        return
    best, after = proof.best.after, proof.played.after
    if is_repaired(mistake, after) or _is_shown(mistake, best - after):
        reason, values = _kept_for(mistake)
        if (reason, values.get("way")) in OF_LATER and has_another(mistake, prover, mistake.card):
            # Another card of the hand does as well in that trick.
            reason, values = Reason.keep, {"card": mistake.card, "way": "plain"}
        if (values.get("way") == "plain") == is_plain:
            without = lost_without(mistake) if is_plain else None
            yield proved(mistake, *(without or (reason, values)), proof)


def _proof_of_keeping(mistake: Mistake, prover: Prover) -> Proof | None:
    """Return what it brings to hold the card still after this trick, or None where that cannot be.

    The best card has left the hand in its place; the trick counts as it was played.
    """
    if len(mistake.played.tricks) == 1:
        return None
    finished = mistake.after_trick(mistake.played)
    if finished.is_over or mistake.best not in finished.hands[mistake.seat]:
        return None
    best, played = mistake.leads_own
    after = prover.once(
        ("keep", mistake.rules, mistake.best),
        lambda: prover.value(
            finished.kept(mistake.card, mistake.best), guess=best, least=best - mistake.cost // 2
        ),
    )
    return Proof(
        kind="keep",
        best=Worth(best, best),
        played=Worth(played, after),
        played_line=mistake.played.line,
    )


def _is_shown(mistake: Mistake, left: int) -> bool:
    """True if best play shows already that the card is needed, and what is left of the loss agrees.

    A card that has won this trick and is held still is worth more than the best card: nothing speaks against
    that here.
    """
    if _overtakes(mistake):
        return left <= HALF * mistake.cost
    is_drawn = draws_own(mistake) or _drawn_ruff(mistake) is not None
    return left <= 0 and (is_drawn or _decides_later(mistake))


def _drawn_ruff(mistake: Mistake) -> CourseTrick | None:
    """Return the trick that partner ruffs in best play with a trump that falls in this one; None if none."""
    if mistake.on_table or not mistake.is_trump(mistake.card) or mistake.is_trump(mistake.best):
        return None
    for trick in mistake.better.tricks:
        if is_ruffed(mistake, trick):
            is_drawn = trick.taking in mistake.played.tricks[0].cards and trick.taking != mistake.card
            if is_drawn and mistake.wins_own(trick) and not is_idle(mistake, trick):
                return trick
    return None


def _decides_later(mistake: Mistake) -> bool:
    """True if the owners of the cards of a later trick, which the card wins in best play, make the loss."""
    trick = mistake.better.trick_of[mistake.card]
    if trick is mistake.better.tricks[0] or not _catches_later(mistake):
        return False
    return trade_in(mistake, trick) >= (1 - MOST_LEFT) * mistake.cost


def _kept_for(mistake: Mistake) -> Word:
    """Return the word for what the card does in best play, and what its sentence names."""
    card = mistake.card
    if _overtakes(mistake):
        return _overtaking(mistake)
    takes_now = mistake.played.tricks[0].taking == card and mistake.on_table
    wins_later = mistake.better.trick_of[card].taking == card
    if takes_now and not wins_later and not mistake.wins_own(mistake.better.tricks[0]):
        left = mistake.better.tricks[0]
        return Reason.not_ducked, {"card": left.taking, "seat": left.winner}
    ruffed = _drawn_ruff(mistake)
    if ruffed is not None:
        return Reason.trumps_drawn, drawn_from(mistake, ruffed)
    at_once = _lost_at_once(mistake)
    if at_once is not None:
        return at_once
    trick = mistake.better.trick_of[card]
    last = mistake.better.tricks[-1]
    is_last_won = mistake.wins_own(mistake.played.tricks[-1])
    if trick.taking == card and trick is last and mistake.rules.last_trick and not is_last_won:
        return wanted_last(mistake)
    if trick.taking == card and trick is not mistake.better.tricks[0]:
        escaped = [
            prize
            for seat, prize in zip(trick.seats, trick.cards, strict=True)
            if not mistake.is_own(seat) and mistake.played.side_of[prize] != mistake.own
        ]
        prizes = [prize for prize in escaped if mistake.weigh(prize)]
        if draws_own(mistake):
            return Reason.trumps_drawn, none_to_draw(mistake)
        is_led = not mistake.on_table and not mistake.is_trump(mistake.best)
        if mistake.is_trump(card) and is_led and not mistake.is_trump(trick.cards[0]):
            return Reason.trumps_drawn, {"card": card, "trick": trick.number, "way": "self"}
        if prizes:
            prize = max(
                prizes,
                key=lambda prize: (
                    mistake.weigh(prize),
                    prize.suit == trick.led_suit,
                    mistake.heights[prize],
                ),
            )
            seat = mistake.better.seat_of[prize]
            wanted = {"card": card, "prize": prize, "seat": seat, "trick": trick.number}
            way = _way_won(mistake, prize, trick)
            return Reason.keep, wanted | ({"way": way} if way else {})
        if mistake.is_trump(card) and not mistake.is_trump(trick.cards[0]):
            return Reason.keep_low, {"card": card, "trick": trick.number, "way": "ruff"}
        # Nothing of that trick is lost: what is lost without the card says more.
        is_lost_there = any(card in trick.cards and mistake.weigh(card) for card in mistake.lost)
        lost = None if is_lost_there else lost_without(mistake)
        if lost is not None:
            return lost
        if _takes_now(mistake, trick):
            return Reason.keep, {"card": card, "best": mistake.best, "trick": trick.number, "way": "same"}
        return Reason.keep, {"card": card, "trick": trick.number, "way": "win"}
    word = guarded(mistake)
    if word is not None:
        return word
    # After the last trick nobody leads.
    if trick.cards[0] == card and not mistake.wins_own(trick) and trick is not last:
        given = {"card": card, "seat": trick.winner, "trick": trick.number, "way": "lead"}
        return word_of_cheap_lead(mistake) or (Reason.keep_low, given)
    return Reason.keep, {"card": card, "way": "plain"}


def _takes_now(mistake: Mistake, later: CourseTrick) -> bool:
    """True if the card takes the very cards in this trick that it takes in a later one with best play."""
    now = mistake.played.tricks[0]
    return now.taking == mistake.card and {*now.cards} == {*later.cards}


def _way_won(mistake: Mistake, prize: Card, trick: CourseTrick) -> str:
    """Return how the card of a trick wins another one: empty if it beats it in its suit."""
    if prize.suit == trick.taking.suit:
        return ""
    # Over another trump it is that one which is beaten.
    if prize.suit != trick.led_suit or is_overruffed(mistake, trick):
        return "with"
    return "ruffs" if is_ruffed_by(mistake, prize, trick) else "ruffs_with"


def _lost_at_once(mistake: Mistake) -> Word | None:
    """Return the word for a card that is given away in this trick, which says more than its later use."""
    now = mistake.played.tricks[0]
    if mistake.wins_own(now):
        return None
    card = mistake.card
    if not mistake.on_table and _is_dear(mistake, card):
        # Lost in best play as well: what is led instead says more.
        if mistake.better.side_of[card] != mistake.own and now.winner != mistake.better.tricks[0].winner:
            told = word_of_cheap_lead(mistake)
            if told is not None:
                return told
        return led_away(mistake)
    is_cheaper = mistake.points(mistake.best) < mistake.points(card)
    if mistake.on_table and is_cheaper and mistake.points(card) >= DEAR:
        is_lost_anyway = mistake.better.side_of[card] != mistake.own
        if mistake.wins_own(mistake.better.tricks[0]) or is_lost_anyway:
            return None
        return thrown(mistake)
    return None


def _is_dear(mistake: Mistake, card: Card) -> bool:
    """True if giving a card away says enough: an ace, a ten, or a trump, of card points where they count.

    In all fours a ten, or what is a point itself, if best play does not lose it as well.
    """
    if mistake.rules.objective == Objective.four_points:
        is_point = card in mistake.honours or mistake.points(card) >= DEAR
        return is_point and mistake.better.side_of[card] == mistake.own
    if mistake.is_trump(card) and mistake.rules.objective != Objective.card_points:
        return True
    return mistake.points(card) >= (1 if mistake.is_trump(card) else DEAR)


def _overtakes(mistake: Mistake) -> bool:
    """True if the card beats partner's, which was winning, and no best card does."""
    if not mistake.on_table or not mistake.wins_own(mistake.better.tricks[0]):
        return False
    holder = mistake.position.trick.winner(mistake.rules, mistake.trump)
    return (
        mistake.is_own(holder)
        and mistake.beats_winning(mistake.card)
        and not any(map(mistake.beats_winning, mistake.best_cards))
    )


def _overtaking(mistake: Mistake) -> Word:
    """Return the word for a card that beats partner's."""
    holder = mistake.position.trick.winner(mistake.rules, mistake.trump)
    values = {"card": mistake.winning, "seat": holder, "other": mistake.card}
    assert mistake.winning is not None
    is_ruff = mistake.is_ruff(mistake.card) and not mistake.is_trump(mistake.winning)
    return (Reason.own_ruffed if is_ruff else Reason.partner_overtaken), values


def lead_after(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a trick after which the lead decides: with it elsewhere, the loss is gone."""
    yield from _leading(mistake, prover, over=False)


def lead_anyhow(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a trick after which the lead is worth more than the loss: later tricks give some of it back."""
    yield from _leading(mistake, prover, over=True)


def _leading(mistake: Mistake, prover: Prover, *, over: bool) -> Iterator[ProvedReason]:
    """Find that the lead decides, by giving it after this trick to the player of the other line.

    over: True if it may be worth more than the loss.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if now.winner == instead.winner or len(mistake.played.tricks) == 1:
        return
    best, played = mistake.leads_own
    given = mistake.after_trick(mistake.played).supposed(leader=instead.winner)
    after = prover.once(
        ("given", mistake.rules, mistake.best),
        lambda: prover.value(given, guess=best, least=best - mistake.cost // 2),
    )
    proof = None
    if is_repaired(mistake, min(after, best) if over else after) or _is_shown_by_lead(mistake, best - after):
        proof = Proof(
            kind="lead",
            seat=instead.winner,
            best=Worth(best, best),
            played=Worth(played, after),
            played_line=mistake.played.line,
        )
    else:
        taken = mistake.after_trick(mistake.better).supposed(leader=now.winner)
        after = prover.once(
            ("taken", mistake.rules, mistake.best),
            lambda: prover.value(taken, guess=played, most=played + mistake.cost // 2),
        )
        if is_spoiled(mistake, max(after, played) if over else after) or _is_shown_by_lead(
            mistake, after - played
        ):
            proof = Proof(
                kind="lead",
                seat=now.winner,
                best=Worth(best, after),
                played=Worth(played, played),
                best_line=mistake.better.line,
            )
    if proof is not None:
        reason, values = _word_of_lead(mistake, prover)
        yield proved(mistake, reason, values, proof)


def _is_shown_by_lead(mistake: Mistake, left: int) -> bool:
    """True if the trick shows already that partner had won it, and the lead makes half of the loss."""
    return _overtakes(mistake) and left <= HALF * mistake.cost


def _forces(mistake: Mistake) -> bool:
    """True if an opponent ruffs this trick after the best card, with a trump that is kept after the other.

    A lower trump of that hand would not do.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    is_lost = not mistake.wins_own(now) and not mistake.wins_own(instead)
    if not is_ruffed(mistake, instead) or not is_lost or instead.taking in now.cards:
        return False
    others = [card for card in instead.cards if card != instead.taking and mistake.is_trump(card)]
    beaten = max((mistake.heights[card] for card in others), default=-1)
    lower = range(beaten + 1, mistake.heights[instead.taking])
    hand = mistake.position.hands[instead.winner]
    return not any(mistake.is_trump(card) and mistake.heights[card] in lower for card in hand)


def _word_of_lead(mistake: Mistake, prover: Prover) -> Word:
    """Return the word for a trick after which another player should have the lead."""
    if _overtakes(mistake):
        return _overtaking(mistake)
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    told = lost_trick(mistake)
    if told is not None:
        return told
    forced = values_of_force(mistake, prover, instead.taking) if _forces(mistake) else None
    if forced is not None:
        return Reason.force, forced
    cheap = word_of_cheap_lead(mistake)
    if cheap is not None:
        return cheap
    is_left = mistake.wins_own(now) and not mistake.wins_own(instead)
    if is_left and (now.taking == mistake.card or not mistake.on_table):
        reason = Reason.not_ducked if mistake.on_table else Reason.throw_in
        return reason, {"card": instead.taking, "seat": instead.winner}
    values: dict[str, Any] = {"seat": now.winner, "holder": instead.winner}
    if not mistake.is_own(now.winner):
        if is_ruffed(mistake, now):
            values |= {"other": now.taking, "way": "ruffs"} | way_if_overruffed(mistake, now, "overruffs")
        return Reason.lead_given, values
    after = mistake.better.tricks[1]
    if mistake.is_own(instead.winner) and mistake.wins_own(after):
        later = mistake.played.trick_of[after.cards[0]]
        # It is led in the same trick a little later.
        if later.winner == after.winner and {*later.cards} == {*after.cards}:
            return Reason.lead_taken, values
        values |= {"card": after.cards[0], "way": "lead"}
        if is_ruffed(mistake, after):
            values |= {"partner": after.winner, "way": "lead_ruff"}
    return Reason.lead_taken, values
