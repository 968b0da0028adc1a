"""Masters that fall together: two cards of one side, each of which would win a trick, lie in the same one."""

from collections.abc import Iterator

from solver.cards import Card
from solver.game import Position
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.stakes import earned_more
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import explains


def masters_together(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find that partner's master falls in this trick with the card: one of them held still ends the loss.

    Partner holds theirs, and the card is gone that goes with the best card.  Where partner plays theirs with
    the best card as well, the card itself is held, and the best card is gone.  Partner's card falls however
    the trick is played on, as long as nobody gives anything away.
    """
    found = _partner_card(mistake)
    # What combinations come to is no matter of two masters.
    if found is None or (mistake.rules.has_combinations and earned_more(mistake)):
        return
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    holder = now.seats[now.cards.index(found)]
    other = instead.cards[instead.seats.index(holder)]
    finished = mistake.after_trick(mistake.played)
    held, gone = (found, other) if other != found else (mistake.card, mistake.best)
    if finished.is_over or gone not in finished.hands[mistake.played.seat_of[held]]:
        return
    best, played = mistake.leads_own
    after = prover.value(finished.kept(held, gone), guess=best, least=best - mistake.cost // 2)
    if explains(mistake, best, min(after, best)) and _is_certain(mistake, prover, found):
        proof = Proof(
            kind="spend",
            cards=(held, gone),
            best=Worth(best, best),
            played=Worth(played, after),
            played_line=mistake.played.line,
        )
        yield proved(mistake, Reason.masters_together, {"cards": (mistake.card, found)}, proof)


def _partner_card(mistake: Mistake) -> Card | None:
    """Return partner's master that falls in this trick with the card, a master too; None if none does.

    Of their suit no opponent holds a higher one, and either wins a trick of its own with best play.
    """
    now = mistake.played.tricks[0]
    hands = mistake.position.hands
    theirs = [
        mistake.heights[card]
        for seat in hands
        if not mistake.is_own(seat)
        for card in hands[seat]
        if card.suit == mistake.card.suit
    ]
    for seat, card in zip(now.seats, now.cards, strict=True):
        pair = (card, mistake.card)
        if seat == mistake.seat or not mistake.is_own(seat) or card.suit != mistake.card.suit:
            continue
        is_later = card not in mistake.on_table and now.taking in pair
        is_master = all(mistake.heights[one] > max(theirs, default=-1) for one in pair)
        apart = mistake.better.trick_of[card] is not mistake.better.trick_of[mistake.card]
        wins = all(mistake.better.trick_of[one].taking == one for one in pair)
        if is_later and is_master and theirs and apart and wins:
            return card
    return None


def _is_certain(mistake: Mistake, prover: Prover, card: Card) -> bool:
    """True if partner's card falls in this trick in every line of best play."""
    _, played = mistake.leads_own
    return _falls(mistake, prover, mistake.position.play(mistake.card), card, played)


def _falls(mistake: Mistake, prover: Prover, position: Position, card: Card, value: int) -> bool:
    """True if every play of the trick that keeps the value brings the card."""
    if not position.trick.plays or card in position.trick.plays:
        return card in position.trick.plays
    for play in position.legal_plays():
        after = position.play(play)
        keeps = play == card or prover.value(after, value, least=value, most=value) == value
        if play != card and keeps and not _falls(mistake, prover, after, card, value):
            return False
    return True
