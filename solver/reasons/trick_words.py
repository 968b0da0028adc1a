"""Words for who wins this trick: it is loaded, thrown on, ruffed, not taken, or led to the opponents.

The same event has the same word wherever it is proved.
"""

from typing import Any

from solver.cards import Card
from solver.reasons.course import CourseTrick
from solver.reasons.lead_words import (
    Word,
    is_lost_anyway,
    is_master,
    is_overruffed,
    is_ruffed,
    is_ruffed_again,
    not_cashed,
    ruffed_card,
    ruffed_own,
    should_draw,
    way_if_overruffed,
    word_of_cheap_lead,
)
from solver.reasons.reason import Reason
from solver.reasons.themes import Mistake
from solver.rules import Objective


def word_of_trick(mistake: Mistake) -> Word | None:
    """Return the word for what happens in this trick, or None for nothing that a player would tell."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    wins_now, wins_instead = mistake.wins_own(now), mistake.wins_own(instead)
    if wins_now and wins_instead:
        is_loaded = mistake.points(mistake.best) > mistake.points(mistake.card)
        is_told = bool(mistake.on_table) or instead.taking != mistake.best
        return loaded(mistake) if is_loaded and is_told else None
    if wins_now:
        takes_it = now.taking == mistake.card
        left = {"card": instead.taking, "seat": instead.winner}
        return (Reason.not_ducked, left) if mistake.on_table and takes_it else None
    if not mistake.on_table:
        return _lead_won_instead(mistake) if wins_instead else _dearer_lead(mistake)
    return _trick_lost(mistake) if wins_instead else _dearer_card(mistake)


def lost_trick(mistake: Mistake) -> Word | None:
    """Return the word for a trick that the opponents win, and own with best play, or None for another."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    is_lost = mistake.wins_own(instead) and not mistake.wins_own(now)
    return word_of_trick(mistake) if is_lost else None


def loaded(mistake: Mistake) -> Word | None:
    """Return the word for the best card in a trick that own wins with it, be it by that card or another.

    None for a lead that holds the trick by the grace of others, and for a card that gives a trick that own
    wins anyway no more points than the one that was given: unless it takes the trick itself, and that one is
    not lost later.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    is_cheaper = mistake.wins_own(now) and mistake.points(mistake.best) <= mistake.points(mistake.card)
    if instead.taking == mistake.best:
        if not mistake.on_table:
            return not_cashed(mistake) if is_master(mistake) else None
        is_lost = mistake.better.side_of[mistake.card] != mistake.own
        return None if is_cheaper and is_lost else (Reason.load, {"best": mistake.best, "way": "self"})
    if is_cheaper:
        return None
    values = {"card": instead.taking, "seat": instead.winner, "best": mistake.best}
    ruff = ruff_after(mistake, mistake.best, instead)
    if not mistake.on_table:
        return Reason.load, values | {"way": f"lead_{ruff}" if ruff else "lead"}
    return Reason.load, values | {"way": ruff}


def thrown(mistake: Mistake) -> Word:
    """Return the word for a card that is given to the opponents' trick, beside the card to be given."""
    now = mistake.played.tricks[0]
    values = {"card": now.taking, "seat": now.winner, "given": mistake.card, "best": mistake.best}
    if mistake.best.suit == mistake.on_table[0].suit:
        way = "follow"
    elif mistake.is_trump(mistake.best):
        way = _way_of_trump(mistake)
    else:
        # French has a word for a card without points, which one with points is not told by.
        way = "give" if mistake.points(mistake.best) > 0 else ""
    ruff = ruff_after(mistake, mistake.card, now)
    way = "_".join(part for part in (way, ruff) if part)
    return Reason.throw, values | ({"way": way} if way else {})


def _way_of_trump(mistake: Mistake) -> str:
    """Return how the best card, a trump on another suit, is played: below a trump that lies there, or not."""
    assert mistake.winning is not None
    is_below = mistake.is_trump(mistake.winning) and not mistake.beats_winning(mistake.best)
    return "underruff" if is_below else "ruff"


def led_away(mistake: Mistake) -> Word | None:
    """Return the word for a led card that the opponents take: ruffed, or beaten in its suit.

    None if the best card, no cheaper, is ruffed by the same hand.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    values: dict[str, Any] = {"card": mistake.card, "other": now.taking, "seat": now.winner}
    if not is_ruffed(mistake, now):
        return Reason.lead_beaten, values
    beaten = ruffed_card(mistake, now)
    holder = now.seats[now.cards.index(beaten)]
    if mistake.is_own(holder):
        values["card"] = beaten
    elif not is_overruffed(mistake, now):
        # An opponent had it already; it is their partner that is ruffed.
        return Reason.lead_beaten, {"card": mistake.card, "other": beaten, "seat": holder}
    if _ruffs_best(mistake, now.winner):
        if mistake.points(mistake.card) <= mistake.points(mistake.best):
            return None
        if mistake.rules.objective == Objective.card_points and not mistake.wins_own(instead):
            ruffed = {"card": now.taking, "seat": now.winner, "given": mistake.card, "best": mistake.best}
            way = "lead_overruffed" if is_overruffed(mistake, now) else "lead"
            # With which trump is told only if it is the same one.
            return Reason.throw, ruffed | {"way": way if now.taking == instead.taking else "lead_anyhow"}
    if _draws(mistake, now.taking):
        return Reason.trumps_not_drawn, ruff_now(mistake)
    return Reason.lead_ruffed, values | way_if_overruffed(mistake, now, "overruffed")


def ruff_now(mistake: Mistake) -> dict[str, Any]:
    """Return what the sentence names of a ruff of this trick by a trump that should have been drawn."""
    now = mistake.played.tricks[0]
    values = {"card": now.taking, "seat": now.winner, "other": ruffed_own(mistake, now), "way": "now"}
    return values | way_if_overruffed(mistake, now, "now_over")


def ruff_after(mistake: Mistake, card: Card, trick: CourseTrick) -> str:
    """Return how a trick is won by a trump that comes after a card: empty if it is not."""
    if not is_ruffed(mistake, trick):
        return ""
    if trick.taking in mistake.on_table or card not in trick.before_taking:
        return ""
    return "overruffed" if is_overruffed(mistake, trick) else "ruffed"


def _dearer_card(mistake: Mistake) -> Word | None:
    """Return the word for a trick that the opponents win anyway, with more points than need be."""
    # A ruff that has to be overruffed is nothing thrown.
    ruffs = mistake.is_ruff(mistake.best) and mistake.beats_winning(mistake.best)
    ruffs &= not mistake.is_ruff(mistake.card)
    is_dearer = mistake.points(mistake.best) < mistake.points(mistake.card)
    return thrown(mistake) if is_dearer and not ruffs else None


def _dearer_lead(mistake: Mistake) -> Word | None:
    """Return the word for a lead that the opponents win, as they win the best one, with more points in it."""
    return led_away(mistake) if mistake.points(mistake.best) < mistake.points(mistake.card) else None


def _lead_won_instead(mistake: Mistake) -> Word | None:
    """Return the word for a lead that the opponents win, and own with the best card."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if not is_ruffed(mistake, now):
        if _is_ruffed_by_partner(mistake):
            partners = {"card": instead.taking, "seat": instead.winner, "best": mistake.best, "way": "ruff"}
            return Reason.load, partners
        if not _counts(mistake, mistake.card) or is_lost_anyway(mistake):
            return None if mistake.position.stock_left else _cheap_lead(mistake)
    return led_away(mistake)


def _ruffs_best(mistake: Mistake, seat: str) -> bool:
    """True if that hand ruffs the best card, led, as well."""
    trick = mistake.better.tricks[0]
    return not mistake.is_trump(mistake.best) and mistake.is_trump(trick.cards[trick.seats.index(seat)])


def _draws(mistake: Mistake, trump: Card) -> bool:
    """True if trumps alone are to be led, for points, and one of the opponents falls where they are led.

    It ruffs this lead, which best play does not lose to a ruff of that hand.
    """
    if is_ruffed_again(mistake, mistake.played.tricks[0]):
        return False
    falls = mistake.better.trick_of[trump]
    is_drawn = mistake.is_trump(falls.cards[0]) and falls.taking != trump
    is_only = all(map(mistake.is_trump, mistake.best_cards))
    return is_drawn and is_only and mistake.rules.objective != Objective.tricks


def _is_ruffed_by_partner(mistake: Mistake) -> bool:
    """True if an own hand ruffs the best card, led, and the card that was played is nothing in itself."""
    if mistake.rules.objective != Objective.card_points or mistake.points(mistake.card):
        return False
    trick = mistake.better.tricks[0]
    return mistake.wins_own(trick) and mistake.is_trump(trick.taking) and not mistake.is_trump(mistake.best)


def _counts(mistake: Mistake, card: Card) -> bool:
    """True if a card is worth something, is a trump or, outside all fours, wins a trick with best play.

    Where card points decide, a card that is lost with best play as well counts for nothing.
    """
    is_lost_anyway = mistake.better.side_of[card] != mistake.own
    if is_lost_anyway and mistake.rules.objective == Objective.card_points:
        return False
    if mistake.points(card) or mistake.is_trump(card):
        return True
    is_winner = mistake.better.trick_of[card].taking == card
    return is_winner and mistake.rules.objective != Objective.four_points


def _cheap_lead(mistake: Mistake) -> Word | None:
    """Return the word for the lead of a card that is nothing in itself: it gives the lead away.

    None where trumps are to be drawn, and not the lead but what they draw is the point.
    """
    told = word_of_cheap_lead(mistake)
    if told is not None or should_draw(mistake):
        return told
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    return Reason.lead_given, {"seat": now.winner, "holder": instead.winner}


def _trick_lost(mistake: Mistake) -> Word:
    """Return the word for a trick that the opponents win, and should not."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    winning = mistake.winning
    assert winning is not None
    lost = {"holder": now.winner, "other": now.taking}
    ruff = ruff_after(mistake, mistake.card, now)
    ruffed, ruffs = mistake.is_ruff(mistake.card), mistake.is_ruff(mistake.best)
    if ruffed and mistake.beats_winning(mistake.card):
        return Reason.overruffed, {"card": now.taking, "seat": now.winner}
    if ruffs and instead.taking == mistake.best:
        if not mistake.is_trump(winning):
            return Reason.ruff_missed, {"card": mistake.best}
        holder = mistake.position.trick.winner(mistake.rules, mistake.trump)
        if not mistake.is_own(holder):
            values = {"card": mistake.best, "other": winning, "seat": holder}
            return Reason.overruff_missed, values
    if ruffed and not ruffs and mistake.is_trump(winning):
        return Reason.underruff, {"card": mistake.card, "other": winning}
    if instead.taking == mistake.best:
        way = f"self_{ruff}" if ruff else "self"
        return Reason.trick_not_taken, {"card": mistake.best, **lost, "way": way}
    values = {"card": instead.taking, "seat": instead.winner, **lost}
    if ruff == "ruffed" and mistake.beats_winning(mistake.card) and not ruffed:
        values |= {"given": mistake.card, "way": "ruffed"}
    elif ruff:
        values["way"] = f"else_{ruff}"
    return Reason.trick_not_taken, values
