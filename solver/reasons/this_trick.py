"""Reasons that lie in the trick itself: who wins it, and what lies in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.cards import Card
from solver.reasons.free_plays import has_another
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ChangeKind, Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.reasons.trade import Trade, combinations_of, trade_of
from solver.reasons.trick_words import word_of_trick
from solver.rules import Objective

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
        yield proved(mistake, label.reason, _as_it_can(mistake, prover, label.values), proof)


def half_of_trick(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find what happens in this trick, if its cards come to half of the loss: nothing is searched."""
    trade = trade_of(mistake)
    label = _label(mistake, trade, LEAST_OF_HALF)
    if label is not None:
        proof = _proof_by_owners(mistake, trade, label, HALF)
        if proof is not None:
            yield proved(mistake, label.reason, _as_it_can(mistake, None, label.values), proof)


def more_than_trick(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find what happens in this trick, if it comes to more than the loss: later tricks give some back."""
    trade = trade_of(mistake)
    label = _label(mistake, trade, LEAST_OF_HALF)
    if label is not None:
        proof = _proof_by_owners(mistake, trade, label, HALF, over=True) or _proof_by_award(
            mistake, prover, label, over=True
        )
        if proof is not None:
            yield proved(mistake, label.reason, _as_it_can(mistake, prover, label.values), proof)


def _as_it_can(mistake: Mistake, prover: Prover | None, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a sentence names; that a card *can* be caught if its holder may play another as well.

    prover: None if nothing is to be searched; then any other card will do.
    """
    if values.get("way") != "caught":
        return values
    card: Card = values["prize"]
    if card in mistake.on_table:
        return values
    if prover is None:
        line = mistake.better.line
        may_keep = len(mistake.position.play_all(line[: line.index(card)]).legal_plays()) > 1
    else:
        may_keep = has_another(mistake, prover, card)
    return {**values, "way": "can_catch"} if may_keep else values


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
    if mistake.wins_own(now) == mistake.wins_own(instead):
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


# ---- what to call it


def _label(mistake: Mistake, trade: Trade, least: float = HALF) -> _Label | None:
    """Return the word for what happens in this trick, or None for nothing that a player would tell."""
    special = _combination(mistake, trade, least) or _honour(mistake, trade)
    if special is not None:
        return special
    word = word_of_trick(mistake)
    if word is None:
        return None
    is_won = {mistake.wins_own(course.tricks[0]) for course in (mistake.played, mistake.better)}
    # Where the same side wins the trick anyway, the card itself has to change sides.
    must_move = () if len(is_won) > 1 else (mistake.best,) if True in is_won else (mistake.card,)
    return _Label(*word, must_move)


def _honour(mistake: Mistake, trade: Trade) -> _Label | None:
    """Return the word for the jack or the low of all fours, if it changes hands in this trick.

    It must make half of the loss: the rest may be game, but not a row of forced discards.
    """
    if HALF * mistake.cost > ONE_POINT:
        return None
    honours = mistake.honours
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
        # Of a card that the explanation has not named yet, its holder is told.
        named: dict[str, Any] = {} if card in (mistake.card, mistake.best) else {"holder": holder}
        if card in now.cards:
            way = {"trick": now.number, "way": "falls"} if named else {"way": "lost"}
            return _Label(
                reason, {"card": card, "other": now.taking, "seat": now.winner, **named, **way}, (card,)
            )
        if card in instead.cards:
            return _Label(
                reason, {"card": card, **named, "way": "partner_saved" if named else "saved"}, (card,)
            )
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
