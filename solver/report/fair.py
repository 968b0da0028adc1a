"""The fair verdict in words: what a card is called by what its player could know, and what was better."""

from solver.analysis import ExpectedCard, FairVerdict, Grade
from solver.report import words
from solver.sentences import Counted
from solver.speech import Speech


def fair_verdict_text(verdict: FairVerdict, speech: Speech, unit: Counted, *, is_zero_sum: bool) -> str:
    """Return the grade and what the card costs on average: IMPs or score where sure, else of the result.

    unit: the words for a number of ``cost`` in points, tricks or a swing.
    is_zero_sum: each point that one side loses is won by the other, so that a loss says all.
    """
    grade, chosen = speech.say(words.GRADES[verdict.grade]), verdict.chosen
    if verdict.grade == Grade.best:
        return speech.say(words.FAIR_RIGHT)
    if verdict.grade == Grade.good and not chosen.is_surely_worse:
        return speech.say(words.FAIR_AS_GOOD, grade=grade)
    if chosen.imps is not None and chosen.imps.is_sure:
        cost_in_imps = speech.say(words.MEAN_IMPS, cost=speech.number(chosen.imps.mean, 1))
        return speech.say(words.FAIR_COST, grade=grade, cost=cost_in_imps)
    score_swing = chosen.score_swing
    if score_swing is not None and score_swing != chosen.swing and score_swing.is_sure:
        return speech.say(words.FAIR_COST_IN_SCORE, grade=grade, cost=speech.number(score_swing.mean, 1))
    cost = chosen.loss if is_zero_sum else chosen.swing
    # 1.2 is several in English and one in French, as 0 is: so that stands for all numbers below 2.
    form = 0 if round(cost.mean, 1) < 2 else 2
    said = speech.say(unit, form, cost=speech.number(cost.mean, 1))
    return speech.say(words.FAIR_COST, grade=grade, cost=said)


def better_text(verdict: FairVerdict, speech: Speech) -> str:
    """Return what was better by what the player could know; empty if nothing surely was."""
    if not verdict.chosen.is_surely_worse:
        return ""
    best = map(speech.card, verdict.best_for_score or verdict.best)
    return speech.say(words.FAIR_BETTER, cards=speech.either(best))


def contract_share_text(verdict: FairVerdict, speech: Speech, *, is_lead: bool = False) -> str:
    """Return in how many of the deals a card makes or sets the contract, and the best does; else nothing.

    Said of cards that surely lose the contract in some deals, and of every opening lead of bridge, which
    ``is_lead`` says it is.
    """
    chosen, best = verdict.chosen, _best_for_contract(verdict)
    is_made = chosen.makes is not None
    share, of_best = (card.makes if is_made else card.sets for card in (chosen, best))
    if share is None or of_best is None:
        return ""
    found, better = speech.percent(share.mean), speech.percent(of_best.mean)
    if is_lead and chosen.is_best:
        return speech.say(words.LEAD_SETS, card=chosen.card, share=found)
    loses = not chosen.is_best and chosen.turned is not None and chosen.turned.is_sure and found != better
    if not is_lead and not loses:
        return ""
    said = words.LEAD_AND_BEST_SET if is_lead else words.MAKES_AND_BEST if is_made else words.SETS_AND_BEST
    return speech.say(said, card=chosen.card, share=found, best=best.card, of_best=better)


def _best_for_contract(verdict: FairVerdict) -> ExpectedCard:
    """Return the card that others are held against where the contract counts."""
    best = (verdict.best_for_score or verdict.best)[0]
    return next(card for card in verdict.cards if card.card == best)
