"""Free plays: other cards that an opponent may play as well to the trick of best play."""

from solver.cards import Card
from solver.reasons.prover import Prover
from solver.reasons.themes import Mistake


def has_another(mistake: Mistake, prover: Prover, card: Card, *, is_left: bool = False) -> bool:
    """True if the opponent who plays a card to this trick in best play may play another one as well.

    is_left: only cards are asked for that do not win the trick so far.
    """
    line, (best, _) = mistake.better.line, mistake.leads_own
    position = mistake.position.play_all(line[: line.index(card)])
    winning = position.trick.winning_card(mistake.rules, mistake.trump)
    others = [
        other
        for other in position.legal_plays()
        if other != card and not (is_left and mistake.beats(other, winning))
    ]
    return any(prover.value(position.play(other), guess=best, most=best) <= best for other in others)
