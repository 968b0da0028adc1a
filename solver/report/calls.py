"""Calls in words: the best of a hand, what they rest on, and the heads of their tables."""

from collections.abc import Iterable, Iterator, Sequence

from solver.calls import CallWorth, CallWorths, ContractWorth, call_text
from solver.cards import SYMBOLS, Card
from solver.game import DOUBLED, RISK_SIGNS, Auction, BridgeAuction, ProposalAuction
from solver.knowledge import Estimate
from solver.report import words
from solver.report.plain_text import NOTHING
from solver.rules import AuctionKind, Objective, Rules
from solver.sentences import Seat, mark, mark_n
from solver.speech import Speech, form_of

TO_CALL = mark("{seat} to call")
TO_DISCARD = mark("{seat} to discard")
TO_LEAD = mark("{seat} to lead")
SETS = mark("sets")
MEAN_TRICKS = mark("tricks")
MADE_IS = mark("How often each contract is made, in the hand in which it does better.")
HOLDS = mark("{seat} holds:")
_BY = mark("{contract} by {seat}")
_STANDS = mark_n(
    "{contract}: made in {makes} of the deals, {tricks} tricks on average; own − other {value}.",
    "{contract}: made in {makes} of the deals, {tricks} tricks on average; own − other {value}.",
)
_PAR = mark("Par on average: {value} for {side}.")
MAKES = mark("makes")
CONTRACT = mark("contract")
"""The head of a table above what `makes_text` says."""
NEEDS = mark("needs")
_FAILS = mark("fails {share}")
_SUCCEEDS = mark("makes {share}")
VALUE = mark("own − other")
TRUMPS_HEAD = mark("trumps")
BY_TRUMP = mark("takes")
QUANTILES_HEAD = mark("10–90 %")
_QUANTILES_OF_POINTS = mark(
    "takes: points of the side; in 80 of 100 deals they lie between those of 10–90 %."
)
_QUANTILES_WITH_BELOTE = mark(
    "takes: points of the side, belote included; in 80 of 100 deals they lie between those of 10–90 %."
)
_QUANTILES_OF_TRICKS = mark(
    "takes: tricks of the side; in 80 of 100 deals they lie between those of 10–90 %."
)
BIDS_HEAD = mark("Behind that, how often each bid is made.")
_BEST = mark("Best: {calls}.")
_AS_GOOD = mark("Not surely worse: {calls}.")
_MEANS_DEALS = mark_n(
    "Mean over {n} deal of {n_deals} that agree with what {seat} sees, ±\u00a0standard error.",
    "Means over {n} deals of {n_deals} that agree with what {seat} sees, ±\u00a0standard error.",
)
_MEANS = mark_n(
    "Mean over {n} deal that agrees with what {seat} sees, ±\u00a0standard error.",
    "Means over {n} deals that agree with what {seat} sees, ±\u00a0standard error.",
)
_MOST_COUNTED = 10**15
"""The most deals whose number is told."""
_ALL_DEALS = mark_n(
    "The only deal that agrees with what {seat} sees.",
    "All {n} deals that agree with what {seat} sees.",
)
_READ = mark(
    "The deals count as much as they fit what the others have called; they tell as much as {effective} that "
    "count alike."
)
_UNLIKE = mark(
    "The others do not call as the model of callers does: the deals that fit tell no more than {effective} "
    "that count alike."
)
_READ_CONTRACT = mark(
    "The deals count as much as they fit the contract that stands; they tell as much as {effective} that "
    "count alike."
)
_UNLIKE_CONTRACT = mark(
    "The contract that stands is unlike the model's: the deals that fit tell no more than {effective} that "
    "count alike."
)
_ENDS = mark(
    "Own − other: the score if the others pass after the call, and all then play best, all cards known."
)
_GOES_ON = mark(
    "Own − other: the score if the auction goes on after the call as the model of callers has it, and all "
    "then play best, all cards known."
)
_PROPOSED = mark(
    "Own − other: the points of the deal, if the dealer answers a proposal as the model of callers has it, "
    "all keep trumps and then the highest cards after a redeal, and then play best, all cards known."
)
_ANSWERED = mark(
    "Own − other: the points of the deal, if all keep trumps and then the highest cards after a redeal, and "
    "then play best, all cards known."
)
_DISCARDED = mark(
    "Own − other: the points of the deal, if the others keep trumps and then the highest cards, and all then "
    "play best, all cards known. What was said before does not count."
)
_ONE_HAND = mark(
    "Own − other: the score, if all play best, all cards known. Conventions are not judged: of the auction "
    "the contract alone is read, as one that the hands of its side are worth."
)
_PAIR = mark("Own − other: the score, if all play best, all cards known. No calls are read.")
_FLATTERS = mark(
    "Best play with all cards known flatters the taker: the side takes about {points} points more than where "
    "all play by what they can know."
)
_FLATTERS_ELSEWHERE = mark(
    "Best play with all cards known flatters the taker in belote and contrée; in this game it was not "
    "measured."
)
_TAKEN = (AuctionKind.turned_up, AuctionKind.dealer_must, AuctionKind.first_must, AuctionKind.bids)
_MOST_BEST = 4
"""The most choices that are named in a sentence."""
_NO_CONVENTIONS = mark(
    "Conventions are not judged: a bid counts by the contract that it leads to, not by what partners have "
    "agreed that it tells."
)
_BY_FORMULA = mark(
    "By the formula of the model, without a search, ± how far it lies from the mean over all deals. Own − "
    "other: the score if the others pass after the call."
)
_NEEDS_ARE = mark("Needs: the share at which the call is worth as much as a pass.")
_TOO_FEW = mark("{why} Too few deals were solved to judge by.")
_FEWER = mark("{why} The means are over the deals solved before.")


def is_judged(worths: CallWorths) -> bool:
    """True if enough deals were solved to say anything."""
    return bool(worths.calls or worths.discards or worths.contract or worths.contracts)


def said_before(auction: Auction, speech: Speech) -> str:
    """Return the calls so far on one line."""
    calls = ", ".join(call_text(call, auction.rules, speech) for call in auction.said)
    return speech.say(words.AUCTION, seat=Seat(auction.seat_of(0)), calls=calls)


def makes_text(worth: CallWorth, seat: str, speech: Speech) -> str:
    """Return how often the contract that then stands is made; of one of the others, how often it fails.

    It is told in words: both stand in one table, the head of which would contradict one of them.

    seat: who makes the call.
    """
    if worth.makes is None:
        return NOTHING
    contract = worth.contract
    assert contract is not None, "a share of made contracts is one of a contract"
    assert contract.taker is not None, "a contract that is made or fails has a taker"
    if worth.rules.side_of(contract.taker) != worth.rules.side_of(seat):
        return speech.say(_FAILS, share=speech.percent(1 - worth.makes.mean))
    return speech.say(_SUCCEEDS, share=speech.percent(worth.makes.mean))


def needs_text(worth: CallWorth, speech: Speech) -> str:
    """Return how often the contract must be made for the call to pay; of a double, how often it must fail."""
    if worth.needs is None:
        return NOTHING
    is_double = worth.contract is not None and worth.contract.multiplier == DOUBLED
    return speech.percent(1 - worth.needs if is_double else worth.needs)


def best_text(worths: CallWorths, speech: Speech) -> str:
    """Return the best choice in a sentence, and in another those that are not surely worse."""
    choices: list[tuple[str, Estimate | None]]
    if worths.discards is not None:
        choices = [
            (cards_said(cards, speech), worth.swing)
            for worth in worths.discards
            for cards in (worth.cards, *worth.equals)
        ]
    elif worths.leads is not None:
        choices = [(cards_said((worth.card,), speech), worth.swing) for worth in worths.leads]
    elif worths.contracts is not None:
        choices = [(contract_text(worth, speech), worth.swing) for worth in worths.contracts]
    else:
        choices = [(call_text(worth.said, worth.rules, speech), worth.swing) for worth in worths.calls]
    best = [name for name, swing in choices if swing is None or not swing.mean]
    as_good = [name for name, swing in choices if swing is not None and swing.mean and not swing.is_sure]
    said = speech.say(_BEST, calls=speech.either(_first(best, speech)))
    return f"{said} {speech.say(_AS_GOOD, calls=speech.either(_first(as_good, speech)))}" if as_good else said


def _first(names: list[str], speech: Speech) -> list[str]:
    """Return the first of the names, and how many more there are; one more is named itself."""
    n_more = len(names) - _MOST_BEST
    return names if n_more <= 1 else [*names[:_MOST_BEST], speech.say(words.N_MORE, n_more)]


def contract_text(worth: ContractWorth, speech: Speech) -> str:
    """Return a contract of bridge and its declarer, as ``4♠X by N``."""
    contract = f"{worth.bid}{speech.trump_symbol(worth.trump)}{RISK_SIGNS[worth.multiplier]}"
    if worth.trump not in SYMBOLS:
        contract = f"{worth.bid}{speech.say(words.NT)}{RISK_SIGNS[worth.multiplier]}"
    return speech.say(_BY, contract=contract, seat=speech.letters(worth.taker))


def standing_text(worth: ContractWorth, speech: Speech) -> str:
    """Return the contract that stands, and what it comes to, in a sentence."""
    return speech.say(
        _STANDS,
        form_of(worth.tricks.mean),
        contract=contract_text(worth, speech),
        makes=speech.percent(worth.makes.mean),
        tricks=speech.number(worth.tricks.mean, 1),
        value=f"{speech.number(worth.lead.mean)} ± {speech.number(worth.lead.error)}",
    )


def quantiles_text(rules: Rules, speech: Speech) -> str:
    """Say what the numbers of each trump count, and how far they spread."""
    if rules.objective == Objective.tricks:
        return speech.say(_QUANTILES_OF_TRICKS)
    return speech.say(_QUANTILES_WITH_BELOTE if rules.belote else _QUANTILES_OF_POINTS)


def par_text(worths: CallWorths, speech: Speech) -> str:
    """Return par of the deals for the pair, in a sentence."""
    assert worths.par is not None, "there is par to tell of"
    side = worths.auction.rules.side_name(worths.seat)
    value = f"{speech.number(worths.par.lead.mean)} ± {speech.number(worths.par.lead.error)}"
    return speech.say(_PAR, value=value, side=speech.letters(side))


def cards_said(cards: Sequence[Card], speech: Speech) -> str:
    """Return cards on one line, with the symbols of their suits."""
    return " ".join(map(Speech(speech.language, speech.notation, symbols=True).card, cards))


def footing_text(worths: CallWorths, speech: Speech) -> Iterator[str]:
    """Yield what the numbers rest on, a line for each thing."""
    seat, n = speech.letters(worths.seat), worths.n_samples
    if worths.ended is not None:
        why = words.end_text(worths.ended, speech)
        yield speech.say(_FEWER if is_judged(worths) else _TOO_FEW, why=why)
    if not is_judged(worths):
        return
    if worths.quick:
        yield speech.say(_BY_FORMULA)
        yield from needs_are(worths.calls, speech)
        return
    if worths.exhaustive:
        yield speech.say(_ALL_DEALS, n, seat=seat)
    elif worths.n_deals > _MOST_COUNTED:
        yield speech.say(_MEANS, n, seat=seat)
    else:
        n_deals = speech.number(worths.n_deals)
        yield speech.say(_MEANS_DEALS, n, n_deals=n_deals, seat=seat)
    if worths.is_unlike_model is not None:
        effective = speech.number(worths.effective_samples)
        reads_contract = worths.auction.rules.auction == AuctionKind.levels
        unlike, read = (_UNLIKE_CONTRACT, _READ_CONTRACT) if reads_contract else (_UNLIKE, _READ)
        yield speech.say(unlike if worths.is_unlike_model else read, effective=effective)
    yield ends_text(worths, speech)
    yield from needs_are(worths.calls, speech)
    yield from limits_text(worths, speech)


def needs_are(calls: Iterable[CallWorth], speech: Speech) -> Iterator[str]:
    """Yield what it is that calls need, if some do."""
    if any(worth.needs is not None for worth in calls):
        yield speech.say(_NEEDS_ARE)


def limits_text(worths: CallWorths, speech: Speech) -> Iterator[str]:
    """Yield how far best play flatters the taker, as far as that was measured, and what is not judged."""
    if worths.flattered is not None:
        yield speech.say(_FLATTERS, points=speech.number(worths.flattered.mean))
    elif worths.auction.rules.auction in _TAKEN:
        yield speech.say(_FLATTERS_ELSEWHERE)
    if worths.auction.rules.auction == AuctionKind.bids:
        yield speech.say(_NO_CONVENTIONS)


def ends_text(worths: CallWorths, speech: Speech) -> str:
    """Say what the score of a call is; of discards, contracts, leads, what theirs is."""
    if isinstance(worths.auction, BridgeAuction):
        return speech.say(_ONE_HAND if worths.contracts is None else _PAIR)
    if worths.discards is not None:
        return speech.say(_DISCARDED)
    if isinstance(worths.auction, ProposalAuction):
        return speech.say(_PROPOSED if worths.continued else _ANSWERED)
    return speech.say(_GOES_ON if worths.continued else _ENDS)
