"""Reasons about a stock: the card that lies open on it."""

from collections.abc import Iterator
from dataclasses import replace

from solver.cards import Card
from solver.game import Position
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import most_left


def _worth(mistake: Mistake, card: Card) -> tuple[bool, int, int]:
    """Return what a card is worth to who draws it: trumps most, then points; plain cards are alike."""
    height = mistake.heights[card] if mistake.is_trump(card) else 0
    return mistake.is_trump(card), mistake.weigh(card), height


def face_up(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a trick that is played for the cards to be drawn: the first two exchanged, the loss is gone.

    With the best card own draws the one that is worth more.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    position = mistake.position
    left = position.stock_left
    if len(left) < mistake.rules.n_players or now.winner == instead.winner or mistake.rules.n_players != 2:
        return
    first, second = left[:2]
    drawn, given = (first, second) if mistake.wins_own(instead) else (second, first)
    if _worth(mistake, drawn) <= _worth(mistake, given):
        return
    n_drawn = len(position.deal.stock) - len(left)
    stock = (*position.deal.stock[:n_drawn], second, first, *left[2:])
    changed = Position(
        position.rules,
        position.contract,
        replace(position.deal, stock=stock),
        position.dealer,
        position.first_leader,
        position.plays,
    )
    best, played = mistake.leads_own
    most = most_left(mistake) * mistake.cost
    new_best, new_played = prover.values(changed, mistake.best, mistake.card, guess=best, most_left=most)
    # The other way round as well: who should win the trick for one card should lose it for the other.
    if new_best - new_played > most:
        return
    yield ProvedReason(
        reason=Reason.face_up,
        better=mistake.best,
        values={"card": first, "other": second} | ({} if drawn == first else {"way": "lose"}),
        hidden=(second,),
        proof=Proof(
            kind="stock",
            cards=(first, second),
            best=Worth(best, new_best),
            played=Worth(played, new_played),
        ),
    )
