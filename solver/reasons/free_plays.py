"""Free plays: other cards that may be played as well to a trick of best play."""

from solver.cards import Card
from solver.reasons.prover import Prover
from solver.reasons.themes import Mistake


def has_another(mistake: Mistake, prover: Prover, card: Card, *, is_left: bool = False) -> bool:
    """True if the hand that plays a card in best play may play another one as well in its place.

    is_left: only cards are asked for that do not win the trick so far.
    """
    line, (best, _) = mistake.better.line, mistake.leads_own
    position = mistake.position.play_all(line[: line.index(card)])
    others = [other for other in position.legal_plays() if other != card]
    if is_left:
        winning = position.trick.winning_card(mistake.rules, mistake.trump)
        others = [other for other in others if not mistake.beats(other, winning)]
    if position.to_play in mistake.own_seats:
        return any(prover.value(position.play(other), guess=best, least=best) >= best for other in others)
    return any(prover.value(position.play(other), guess=best, most=best) <= best for other in others)
