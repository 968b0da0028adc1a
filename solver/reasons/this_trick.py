"""Reasons that lie in the trick itself: who wins it, and what lies in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.cards import Card
from solver.reasons.lead_words import is_lost_anyway, word_of_cheap_lead
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ChangeKind, Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.reasons.trade import Trade, combinations_of, trade_of
from solver.rules import LowGoesTo, Objective

MOST_LEFT = 1 / 3
"""The share of the loss that may be left when a reason explains it."""
ONE_POINT = 2
"""The worth of one point of all fours that changes sides, own minus other."""
HALF = 1 / 2
"""The same of a loss that is made of several points, each won as a whole."""
LEAST_OF_HALF = 1 / 4
"""The share of the loss that a combination makes at least, to be told of a trick that makes half of it."""
MOST_OVER = 2 / 3
"""The share of the loss by which the change may bring more than the loss."""


@dataclass(frozen=True, slots=True)
class _Label:
    """The word for what happens in this trick, and what its sentence names."""

    reason: Reason
    values: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    """Cards that must be among those that change hands."""


def facts_of_trick(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find what happens in this trick, if that accounts for the loss.

    Either the cards of the trick, by the side that has them in the end, come to it; or the loss is gone once
    the trick is given to its winner after the best card.
    """
    trade = trade_of(mistake)
    label = _label(mistake, trade)
    if label is None:
        return
    proof = _proof_by_owners(mistake, trade, label) or _proof_by_award(mistake, prover, label)
    if proof is not None:
        yield proved(mistake, label.reason, label.values, proof)


def half_of_trick(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find what happens in this trick, if its cards come to half of the loss: nothing is searched."""
    trade = trade_of(mistake)
    label = _label(mistake, trade, LEAST_OF_HALF)
    if label is not None:
        proof = _proof_by_owners(mistake, trade, label, HALF)
        if proof is not None:
            yield proved(mistake, label.reason, label.values, proof)


def more_than_trick(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find what happens in this trick, if it comes to more than the loss: later tricks give some back."""
    trade = trade_of(mistake)
    label = _label(mistake, trade, LEAST_OF_HALF)
    if label is not None:
        proof = _proof_by_owners(mistake, trade, label, HALF, over=True) or _proof_by_award(
            mistake, prover, label, over=True
        )
        if proof is not None:
            yield proved(mistake, label.reason, label.values, proof)


def most_left(mistake: Mistake) -> float:
    """Return the share of the loss that may be left: more of it where several points are lost at once."""
    return MOST_LEFT if mistake.rules.objective == Objective.card_points else HALF


def explains(mistake: Mistake, best: int, played: int, share: float | None = None) -> bool:
    """True if values of both cards in a changed position leave little of the loss, and turn little round.

    share: what may be left of the loss, if it is another share than `most_left` says.
    """
    most = most_left(mistake) if share is None else share
    return -MOST_OVER * mistake.cost <= best - played <= most * mistake.cost


def _proof_by_owners(
    mistake: Mistake, trade: Trade, label: _Label, share: float | None = None, *, over: bool = False
) -> Proof | None:
    """Prove by the owners of the cards of this trick in both lines.

    over: True if they may come to more than the loss.
    """
    if mistake.rules.objective == Objective.tricks or label.reason == Reason.lead_given:
        return None
    if not set(label.cards) <= {*trade.moved, *trade.gained}:
        return None
    best, played = mistake.leads_own
    after = played + trade.total
    if not explains(mistake, best, min(after, best) if over else after, share):
        return None
    return proof_by_lines(mistake, "trick", trade.total, cards=(*trade.moved, *trade.gained))


def proof_by_lines(
    mistake: Mistake,
    kind: ChangeKind,
    worth: int,
    *,
    cards: tuple[Card, ...] | None = None,
    rules: tuple[str, ...] | None = None,
) -> Proof:
    """Return the proof by what some cards, or rules, are worth in both lines; nothing is changed."""
    best, played = mistake.leads_own
    return Proof(
        kind=kind,
        best=Worth(best, best),
        played=Worth(played, played + worth),
        best_line=mistake.better.line,
        played_line=mistake.played.line,
        cards=cards,
        rules=rules,
    )


def _proof_by_award(mistake: Mistake, prover: Prover, label: _Label, *, over: bool = False) -> Proof | None:
    """Prove by giving the trick to its winner after the best card, who is of the other side.

    A trick that is to be ruffed may be worth more than the loss: the trump is held still.

    over: True if any trick may be.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.wins_own(now) == mistake.wins_own(instead) or not may_award(mistake):
        return None
    finished = mistake.after_trick(mistake.played)
    best, played = mistake.leads_own
    after = prover.once(
        ("award", mistake.rules, mistake.best),
        lambda: prover.value(finished.awarded(instead.winner), guess=best, least=best - mistake.cost // 2),
    )
    over = over or label.reason in (Reason.ruff_missed, Reason.overruff_missed)
    if not explains(mistake, best, min(after, best) if over else after):
        return None
    return Proof(
        kind="award",
        seat=instead.winner,
        best=Worth(best, best),
        played=Worth(played, after),
        played_line=mistake.played.line,
    )


def may_award(mistake: Mistake) -> bool:
    """True if a trick can be given to another player: not where drawing the lowest trump has its point."""
    return not mistake.position.stock_left or mistake.rules.low_goes_to != LowGoesTo.holder


# ---- what to call it


def lost_trick(mistake: Mistake) -> tuple[Reason, Mapping[str, Any]] | None:
    """Return the word for a trick that the opponents win, and own with best play, or None for another."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.wins_own(now) or not mistake.wins_own(instead):
        return None
    label = _trick_lost(mistake) if mistake.on_table else _lead(mistake, is_won_instead=True)
    return None if label is None else (label.reason, label.values)


def _label(mistake: Mistake, trade: Trade, least: float = HALF) -> _Label | None:
    """Return the word for what happens in this trick, or None for nothing that a player would tell."""
    special = _combination(mistake, trade, least) or _honour(mistake, trade)
    if special is not None:
        return special
    wins_now = mistake.wins_own(mistake.played.tricks[0])
    wins_instead = mistake.wins_own(mistake.better.tricks[0])
    if wins_now and wins_instead:
        return _load(mistake)
    if wins_now:
        taking = mistake.better.tricks[0]
        values = {"card": taking.taking, "seat": taking.winner}
        takes_it = mistake.played.tricks[0].taking == mistake.card
        return _Label(Reason.not_ducked, values) if mistake.on_table and takes_it else None
    if not mistake.on_table:
        return _lead(mistake, is_won_instead=wins_instead)
    return _trick_lost(mistake) if wins_instead else _throw(mistake)


def _honour(mistake: Mistake, trade: Trade) -> _Label | None:
    """Return the word for the jack or the low of all fours, if it changes hands in this trick.

    It must make half of the loss: the rest may be game, but not a row of forced discards.
    """
    if HALF * mistake.cost > ONE_POINT:
        return None
    honours = mistake.position.honours
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    for card, reason in ((honours.jack, Reason.jack_caught), (honours.low, Reason.low_saved)):
        if card is None or card not in trade.moved:
            continue
        holder = mistake.better.seat_of[card]
        if not mistake.is_own(holder):
            if card in instead.cards:
                values = {"card": instead.taking, "prize": card, "holder": holder, "way": "caught"}
                return _Label(reason, values, (card,))
            if mistake.on_table and mistake.wins_own(instead):
                continue  # the trick that own should have won says more
            taken = mistake.better.trick_of[card]
            values = {"card": card, "holder": holder, "other": taken.taking, "seat": taken.winner}
            return _Label(reason, values | {"trick": now.number, "way": "escapes"}, (card,))
        if card in now.cards:
            values = {"card": card, "other": now.taking, "seat": now.winner, "way": "lost"}
            return _Label(reason, values, (card,))
        if card in instead.cards:
            return _Label(reason, {"card": card, "way": "saved"}, (card,))
    return None


def _combination(mistake: Mistake, trade: Trade, least: float) -> _Label | None:
    """Return the word for a combination of this trick that makes the share ``least`` of the loss, or more."""
    if trade.combinations < least * mistake.cost:
        return None
    for reason, course, other, is_own in (
        (Reason.combination_conceded, mistake.played, mistake.better, False),
        (Reason.combination_missed, mistake.better, mistake.played, True),
    ):
        trick = course.tricks[0]
        if mistake.wins_own(trick) == is_own:
            found = combinations_of(mistake, course, other)
            if found:
                dearest = max(found, key=lambda combination: combination.points)
                values = {"seat": trick.winner, "trick": trick.number, "cards": dearest.cards}
                return _Label(reason, values | {"way": dearest.name})
    return None


def _load(mistake: Mistake) -> _Label | None:
    """Return the word for a trick that own wins anyway, with more points in it."""
    instead = mistake.better.tricks[0]
    if mistake.points(mistake.best) <= mistake.points(mistake.card):
        return None
    if instead.taking == mistake.best:
        if not mistake.on_table:
            return None
        return _Label(Reason.load, {"best": mistake.best, "way": "self"}, (mistake.best,))
    values = {"card": instead.taking, "seat": instead.winner, "best": mistake.best}
    way = _way_to_be_ruffed(mistake)
    if not mistake.on_table:
        way = f"lead_{way}" if way else "lead"
    return _Label(Reason.load, values | {"way": way}, (mistake.best,))


def _way_to_be_ruffed(mistake: Mistake) -> str:
    """Return how the trick of the best card is won by a trump that comes after it: empty if it is not."""
    trick = mistake.better.tricks[0]
    if not mistake.is_trump(trick.taking) or mistake.is_trump(trick.cards[0]):
        return ""
    before = trick.cards[: trick.cards.index(trick.taking)]
    if trick.taking in mistake.on_table or mistake.best not in before:
        return ""
    return "overruffed" if any(map(mistake.is_trump, before)) else "ruffed"


def _throw(mistake: Mistake) -> _Label | None:
    """Return the word for a trick that the opponents win anyway, with more points than need be."""
    # A ruff that has to be overruffed is nothing thrown.
    is_ruffed = mistake.is_ruff(mistake.best) and mistake.beats_winning(mistake.best)
    is_ruffed &= not mistake.is_ruff(mistake.card)
    if mistake.points(mistake.best) >= mistake.points(mistake.card) or is_ruffed:
        return None
    return _Label(Reason.throw, given_away(mistake), (mistake.card,))


def given_away(mistake: Mistake) -> Mapping[str, Any]:
    """Return what the sentence names of a card that is given to the opponents' trick."""
    now = mistake.played.tricks[0]
    values = {"card": now.taking, "seat": now.winner, "given": mistake.card, "best": mistake.best}
    if mistake.best.suit == mistake.on_table[0].suit:
        return values | {"way": "follow"}
    return values | {"way": "ruff"} if mistake.is_trump(mistake.best) else values


def _lead(mistake: Mistake, *, is_won_instead: bool) -> _Label | None:
    """Return the word for a lead that the opponents win."""
    now = mistake.played.tricks[0]
    must_move = () if is_won_instead else (mistake.card,)
    if not is_won_instead and mistake.points(mistake.best) >= mistake.points(mistake.card):
        return None
    values = {"card": mistake.card, "other": now.taking, "seat": now.winner}
    is_ruffed = mistake.is_trump(now.taking) and not mistake.is_trump(mistake.card)
    if is_ruffed and _ruffs_best(mistake, now.winner):
        if mistake.points(mistake.card) <= mistake.points(mistake.best):
            return None
        if mistake.rules.objective == Objective.card_points and not is_won_instead:
            ruffed = {"card": now.taking, "seat": now.winner, "given": mistake.card, "best": mistake.best}
            return _Label(Reason.throw, ruffed | {"way": "lead"}, must_move)
    if is_won_instead and not is_ruffed and _is_ruffed_by_partner(mistake):
        instead = mistake.better.tricks[0]
        partners = {"card": instead.taking, "seat": instead.winner, "best": mistake.best, "way": "ruff"}
        return _Label(Reason.load, partners)
    counts = _counts(mistake, mistake.card) and not is_lost_anyway(mistake)
    if is_won_instead and not is_ruffed and not counts:
        return None if mistake.position.stock_left else _cheap_lead(mistake)
    if is_ruffed and _draws(mistake, now.taking):
        drawn = {"card": now.taking, "seat": now.winner, "other": mistake.card, "way": "now"}
        return _Label(Reason.trumps_not_drawn, drawn, must_move)
    return _Label(Reason.lead_ruffed if is_ruffed else Reason.lead_beaten, values, must_move)


def _ruffs_best(mistake: Mistake, seat: str) -> bool:
    """True if that hand ruffs the best card, led, as well."""
    trick = mistake.better.tricks[0]
    return not mistake.is_trump(mistake.best) and mistake.is_trump(trick.cards[trick.seats.index(seat)])


def _draws(mistake: Mistake, trump: Card) -> bool:
    """True if a trump is to be led for card points, and one of the opponents falls where trumps are led."""
    falls = mistake.better.trick_of[trump]
    is_drawn = mistake.is_trump(falls.cards[0]) and falls.taking != trump
    return is_drawn and mistake.is_trump(mistake.best) and mistake.rules.objective == Objective.card_points


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


def _cheap_lead(mistake: Mistake) -> _Label:
    """Return the word for the lead of a card that is nothing in itself: it gives the lead away."""
    told = word_of_cheap_lead(mistake)
    if told is not None:
        return _Label(*told)
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    return _Label(Reason.lead_given, {"seat": now.winner, "holder": instead.winner})


def _trick_lost(mistake: Mistake) -> _Label:
    """Return the word for a trick that the opponents win, and should not."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    winning = mistake.winning
    assert winning is not None
    lost = {"holder": now.winner, "other": now.taking}
    ruffed, ruffs = mistake.is_ruff(mistake.card), mistake.is_ruff(mistake.best)
    if ruffed and mistake.beats_winning(mistake.card):
        return _Label(Reason.overruffed, {"card": now.taking, "seat": now.winner})
    if ruffs and instead.taking == mistake.best:
        if not mistake.is_trump(winning):
            return _Label(Reason.ruff_missed, {"card": mistake.best})
        holder = mistake.position.trick.winner(mistake.rules, mistake.trump)
        if not mistake.is_own(holder):
            values = {"card": mistake.best, "other": winning, "seat": holder}
            return _Label(Reason.overruff_missed, values)
    if ruffed and not ruffs and mistake.is_trump(winning):
        return _Label(Reason.underruff, {"card": mistake.card, "other": winning})
    if instead.taking == mistake.best:
        return _Label(Reason.trick_not_taken, {"card": mistake.best, **lost, "way": "self"})
    values = {"card": instead.taking, "seat": instead.winner, **lost}
    if mistake.beats_winning(mistake.card) and mistake.is_trump(now.taking) and not ruffed:
        values |= {"given": mistake.card, "way": "ruffed"}
    return _Label(Reason.trick_not_taken, values)
