"""Accounts of a mistake: what changes sides between its two lines, where that makes the loss.

Nothing is searched.  They are told beside a reason that has no consequence of its own, and alone where
nothing else is proved.
"""

from collections.abc import Iterator
from dataclasses import replace

from solver.cards import Card
from solver.reasons.finders import find_facts
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.stakes import (
    CARDS,
    COMBINATION_THEMES,
    COMBINATIONS,
    card_values,
    earned_more,
    values_of,
    word_of_card,
)
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import MOST_OVER, explains, proof_by_lines
from solver.rules import Objective

MOST_NAMED = 3
"""The most cards that are named as lost."""
BARE = ((Reason.lead_given, ""), (Reason.lead_taken, ""), (Reason.keep, "plain"))
"""Reasons, and their ways, that name no consequence of their own."""
N_ENDING = 8
"""The tricks that are left, at most, in a game of tricks: of more than that two lines are two plans."""
ONE_TRICK = 2
"""The worth of a trick that changes sides, own minus other."""


def cards_lost(mistake: Mistake) -> tuple[Card, ...]:
    """Return the dearest cards that own has with best play only, as few as make the loss; none if none do.

    In games of tricks they are those that win a trick with best play, and are lost now: later ones, as of
    this trick its own reasons say more.
    """
    if mistake.rules.objective == Objective.tricks:
        winners = [card for card in mistake.lost if mistake.better.trick_of[card].taking == card]
        is_all = ONE_TRICK * len(winners) == mistake.cost and len(mistake.better.tricks) <= N_ENDING
        return tuple(winners) if is_all and mistake.best not in winners else ()
    named: list[Card] = []
    for card in mistake.lost[:MOST_NAMED] if mistake.rules.objective == Objective.card_points else ():
        named.append(card)
        left = mistake.cost - 2 * mistake.points(*named)
        if left < -MOST_OVER * mistake.cost:
            return ()
        if explains(mistake, left, 0):
            return tuple(named)
    return ()


def accounts(mistake: Mistake, _: Prover) -> Iterator[ProvedReason]:
    """Find what changes sides, where that is the loss: a combination, one card, or some cards together.

    It says what best play comes to, not why: all other reasons are told before.
    """
    facts = {fact.theme: fact for fact in find_facts(mistake)}
    earned = earned_more(mistake)
    if earned and explains(mistake, mistake.cost - earned, 0):
        found = [facts[theme] for theme in COMBINATION_THEMES if theme in facts]
        for fact in sorted(found, key=lambda fact: -fact.worth)[:1]:
            rules = tuple(name for name in COMBINATIONS if getattr(mistake.rules, name))
            proof = proof_by_lines(mistake, "lines", earned, rules=rules)
            yield proved(mistake, Reason[fact.theme.name], values_of(mistake, fact), proof)
    cards = cards_lost(mistake)
    if not cards:
        return
    is_of_tricks = mistake.rules.objective == Objective.tricks
    worth = mistake.cost if is_of_tricks else 2 * mistake.points(*cards)
    proof = proof_by_lines(mistake, "lines", worth, cards=cards)
    for fact in [facts[theme] for theme in CARDS if theme in facts and len(cards) == 1]:
        one = card_values(mistake, fact)
        if one is not None and one["card"] == cards[0]:
            yield proved(mistake, *word_of_card(mistake, Reason[fact.theme.name], one), proof)
    others = tuple(card for card in cards if card != mistake.card)
    if others:
        values = {"card": mistake.card, "cards": others, "way": "several"}
        yield proved(mistake, Reason.card_lost, values, proof)


def with_cost(reason: ProvedReason, mistake: Mistake) -> ProvedReason:
    """Return a reason that names no consequence with the cards that the mistake costs, if some make the loss.

    mistake: the one beside which it was proved.
    """
    told = (reason.reason, reason.values.get("way", ""))
    cards = cards_lost(mistake) if told in BARE else ()
    if not cards or mistake.card in cards:
        return reason
    return replace(
        reason,
        values={**reason.values, "card": mistake.card, "cards": cards, "way": "costs"},
        hidden=tuple(dict.fromkeys((*reason.hidden, *mistake.hidden(*cards)))),
    )
