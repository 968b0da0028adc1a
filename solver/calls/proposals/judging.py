"""All fours judged from one hand: take the suit turned up or propose another, refuse or accept, and discard.

Deals are drawn that agree with what the player sees, with the order of the pack.  In each the suit turned up
is played, and the one after a redeal; every call is arithmetic on the two.  In a redeal all discard by rule
of thumb (`solver.calls.proposals.discarding`).  The dealer answers a proposal as the model of callers has it
(`solver.calls.proposals.callers`); the proposal that a dealer has heard is read by the same model.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.bidding import alike_discards
from solver.calls.means import Means, Scores
from solver.calls.proposals.callers import ProposalModel, find_proposal_model
from solver.calls.proposals.discarding import Cards, play_on
from solver.calls.solved import solve_rows
from solver.calls.worths import CallWorth, CallWorths, DiscardWorth
from solver.cards import Card
from solver.engine import Answer, Budget, Stats
from solver.game import (
    ACCEPT,
    PROPOSE,
    REFUSE,
    TAKE,
    Auction,
    Contract,
    Deal,
    Pack,
    Position,
    count_jacks,
    deal_again,
    deal_score,
    number_sides,
)
from solver.knowledge import Sampling, Viewpoint, draw_deals, effective_samples, fits_few
from solver.rules import Rules


class Outcomes(NamedTuple):
    """The scores of a deal by the decisions that end the matter."""

    taken: Scores
    refused: Scores
    accepted: Scores

    def answered(self, chance: float) -> Scores:
        """Return the mean when the dealer accepts a proposal with that chance."""
        first, second = (
            chance * accepted + (1 - chance) * refused
            for accepted, refused in zip(self.accepted, self.refused, strict=True)
        )
        return first, second


class Played(NamedTuple):
    """A deal to be played, and the contract by which it is scored."""

    position: Position
    contract: Contract


def judge_proposal(
    viewpoint: Viewpoint,
    auction: Auction,
    sampling: Sampling,
    budget: Budget,
    threads: int = 1,
    model: ProposalModel | None = None,
) -> CallWorths:
    """Return what each call is worth that the player of ``viewpoint`` may make now in ``auction``.

    sampling: of it the number of deals, the seed, and whether the proposal is read that a dealer has heard.
    model: of the callers; by default that of the game, which must have one.
    """
    started, n_nodes = time.perf_counter(), budget.n_nodes
    model = model or _model_of(viewpoint)
    rules, dealer = viewpoint.rules, viewpoint.dealer
    trump = viewpoint.shown[0].suit
    # Step 1. The deals, each with the suit turned up and with the one after a redeal.
    agreeing = viewpoint.deals()
    deals = list(draw_deals(agreeing, sampling, 0))
    outcomes = find_outcomes(rules, dealer, deals, budget, threads)
    n = len(outcomes)
    # Step 2. How likely the proposal was that is heard.
    weights: list[float] | None = None
    if auction.said and sampling.bids == "read":
        proposer = auction.seat_of(0)
        weights = [model.chance(PROPOSE, deal.hands[proposer], trump) for deal in deals[:n]]
    # Step 3. What each call scores in each deal.
    scored: dict[str, list[Scores]] = {call: [] for call in auction.calls()}
    for deal, outcome in zip(deals, outcomes, strict=False):
        chance = model.chance(ACCEPT, deal.hands[dealer], trump)
        found = {
            TAKE: outcome.taken,
            PROPOSE: outcome.answered(chance),
            REFUSE: outcome.refused,
            ACCEPT: outcome.accepted,
        }
        for call, scores in scored.items():
            scores.append(found[call])
    means = Means(rules, viewpoint.seat, agreeing.count, weights)
    samples = float(n) if weights is None else effective_samples(weights)
    calls: list[CallWorth] = []
    if n >= min(agreeing.count, 2):
        calls = [
            CallWorth(
                rules=rules,
                said=call,
                contract=auction.call(call).standing,
                makes=None,
                needs=None,
                score=worth.score,
                lead=worth.lead,
                swing=worth.swing,
            )
            for call, worth in zip(scored, means.worths(list(scored.values())), strict=True)
        ]
    return CallWorths(
        auction=auction,
        seat=viewpoint.seat,
        calls=tuple(sorted(calls, key=lambda worth: -worth.lead.mean)),
        trumps=(),
        continued=not auction.said,
        n_samples=n,
        n_asked=sampling.samples,
        n_deals=agreeing.count,
        effective_samples=samples,
        model=None if auction.said and weights is None else f"{model.name} {model.version}",
        is_unlike_model=None if weights is None else fits_few(samples, n),
        ended=None if n == len(deals) else budget.ended,
        stats=Stats(budget.n_nodes - n_nodes, (time.perf_counter() - started) * 1000),
    )


def judge_discards(
    viewpoint: Viewpoint, auction: Auction, sampling: Sampling, budget: Budget, threads: int = 1
) -> CallWorths:
    """Return what each discard is worth to the player of ``viewpoint``, after a redeal.

    The others discard by rule of thumb; what was called before says nothing of their hands.
    """
    started, n_nodes = time.perf_counter(), budget.n_nodes
    rules, seat = viewpoint.rules, viewpoint.seat
    contract = _contract(viewpoint.shown)
    # Step 1. Every discard in every deal.
    agreeing = viewpoint.deals()
    groups = alike_discards(rules, contract.trump, viewpoint.hand, viewpoint.shown)
    kept = [tuple(card for card in viewpoint.hand if card not in group[0]) for group in groups]
    deals = list(draw_deals(agreeing, sampling, 0))
    rows = (
        [_discarded(rules, viewpoint.dealer, contract, deal.hands, {seat: cards}) for cards in kept]
        for deal in deals
    )
    solved = solve_rows(rows, _positions, _scores, budget, threads)
    n = len(solved)
    # Step 2. Their means.
    found: list[DiscardWorth] = []
    if n >= min(agreeing.count, 2):
        scored = [list(of_group) for of_group in zip(*solved, strict=True)]
        found = [
            DiscardWorth(
                cards=group[0],
                equals=tuple(group[1:]),
                score=worth.score,
                lead=worth.lead,
                swing=worth.swing,
            )
            for group, worth in zip(groups, Means(rules, seat, agreeing.count).worths(scored), strict=True)
        ]
    return CallWorths(
        auction=auction,
        seat=seat,
        calls=(),
        trumps=(),
        discards=tuple(sorted(found, key=lambda worth: -worth.lead.mean)),
        continued=False,
        n_samples=n,
        n_asked=sampling.samples,
        n_deals=agreeing.count,
        effective_samples=float(n),
        model=None,
        is_unlike_model=None,
        ended=None if n == len(deals) else budget.ended,
        stats=Stats(budget.n_nodes - n_nodes, (time.perf_counter() - started) * 1000),
    )


def find_outcomes(
    rules: Rules, dealer: str, deals: Sequence[Deal], budget: Budget, threads: int = 1
) -> list[Outcomes]:
    """Return what the decisions come to in each deal, whose stock is the pack from the card turned up down.

    Those before the first that ``budget`` does not let be proved.
    """

    def read(row: Sequence[Played], answers: Sequence[Answer]) -> Outcomes:
        (stay, other), (stayed, redealt) = row, answers
        refused = stay._replace(contract=replace(stay.contract, refused=True))
        return Outcomes(_score(stay, stayed), _score(refused, stayed), _score(other, redealt))

    rows = ((_stay(rules, dealer, deal), _redealt(rules, dealer, deal)) for deal in deals)
    return solve_rows(rows, _positions, read, budget, threads)


def _model_of(viewpoint: Viewpoint) -> ProposalModel:
    model = find_proposal_model(viewpoint.rules)
    if model is None:
        raise ValueError(f"{viewpoint.rules.name} has no model of callers")
    return model


def _contract(shown: Sequence[Card]) -> Contract:
    """Return the contract when the last of the cards turned up makes trumps."""
    return Contract(shown[-1].suit, turned_jacks=count_jacks(shown), turned_up=shown[-1])


def _stay(rules: Rules, dealer: str, deal: Deal) -> Played:
    """Return the deal with the suit turned up."""
    contract = _contract(deal.stock[:1])
    return Played(_position(rules, dealer, contract.trump, deal.hands), contract)


def _redealt(rules: Rules, dealer: str, deal: Deal) -> Played:
    """Return the deal after a redeal, when all have discarded.

    Where the pack has no other suit, nothing is dealt, and the suit turned up stays.
    """
    turned_up, *pack = deal.stock
    redeal = deal_again(rules, dealer, deal.hands, Pack(turned_up, tuple(pack)))
    if redeal is None:
        return _stay(rules, dealer, deal)
    contract = _contract((turned_up, *redeal.passed_over, redeal.turned_up))
    return _discarded(rules, dealer, contract, redeal.hands, {})


def _discarded(
    rules: Rules,
    dealer: str,
    contract: Contract,
    hands: Mapping[str, Sequence[Card]],
    chosen: Mapping[str, Cards],
) -> Played:
    """Return the deal that is played when all discard, some of them as ``chosen`` says."""
    kept = play_on(rules, contract.trump, hands, chosen)
    return Played(_position(rules, dealer, contract.trump, kept), contract)


def _position(rules: Rules, dealer: str, trump: str, hands: Mapping[str, Sequence[Card]]) -> Position:
    deal = Deal({seat: tuple(hand) for seat, hand in hands.items()}).sorted()
    return Position(rules, Contract(trump), deal, dealer=dealer)


def _positions(row: Sequence[Played]) -> list[Position]:
    return [one.position for one in row]


def _scores(row: Sequence[Played], answers: Sequence[Answer]) -> list[Scores]:
    return [_score(played, answer) for played, answer in zip(row, answers, strict=True)]


def _score(played: Played, answer: Answer) -> Scores:
    """Return what both sides score in a deal that is solved."""
    position = played.position
    assert answer.value is not None, "only what is proved is scored"
    result = number_sides(position.rules, answer.value)
    score = deal_score(position.rules, played.contract, position.dealer, result)
    assert score is not None, "the dealer is known"
    first, second = score.by_side
    return float(first), float(second)
