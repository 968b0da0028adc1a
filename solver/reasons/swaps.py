"""Swaps: another card of the hand for a trick that goes the same way, and what it costs that hand later.

The card that was played is lost in both lines, or the best one is won in both: another card of the hand is
lost in place of it.  Nothing is searched.
"""

from collections.abc import Iterator

from solver.cards import Card
from solver.reasons.accounts import Account, cards_won, of_worth
from solver.reasons.lead_words import Word
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason
from solver.reasons.stakes import earned_more
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import MOST_LEFT, explains, proof_by_lines
from solver.reasons.trick_words import loaded, thrown
from solver.rules import Objective


def swapped(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find a dearer card for a trick that own wins anyway, or a cheaper one for a trick of the opponents.

    One card of the hand makes the loss, less the one that is won in its place.
    """
    if mistake.rules.objective != Objective.card_points or not mistake.on_table:
        return
    lost, won = of_worth(mistake, mistake.lost), cards_won(mistake)
    word = _word(mistake, won)
    is_of_hand = len(lost) == 1 and lost[0] in mistake.position.hands[mistake.seat]
    if word is None or not is_of_hand or earned_more(mistake):
        return
    account = Account((lost[0],), tuple(won))
    worth = account.worth(mistake)
    if explains(mistake, mistake.cost - worth, 0):
        proof = proof_by_lines(mistake, "lines", worth, cards=(*account.lost, *account.gained))
        yield proved(mistake, *word, proof)


def _word(mistake: Mistake, won: list[Card]) -> Word | None:
    """Return the word for a card that should have gone to this trick, or None where that is not the point.

    won: the cards that own has now only.
    """
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    difference = mistake.points(mistake.best) - mistake.points(mistake.card)
    takes = (now.taking == mistake.card, instead.taking == mistake.best)
    is_same = takes == (True, True) or (now.taking == instead.taking and True not in takes)
    if not is_same:
        return None
    if mistake.wins_own(now):
        return loaded(mistake) if difference > 0 and {*won} <= {mistake.card} else None
    # A card that is thrown for its guard, or its master, costs more than it is dearer.
    is_enough = mistake.cost + 2 * difference <= MOST_LEFT * mistake.cost
    return thrown(mistake) if difference < 0 and is_enough and {*won} <= {mistake.best} else None
