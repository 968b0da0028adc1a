"""Whole auctions: the calls that were made, each judged by what its player saw and had heard.

A player who speaks several times is judged by one set of deals, which is weighed anew for the calls heard
since.  Of the bids that may be made only those are looked at whose trumps the player's side calls, or that
suit the player best.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from solver.calls.asked import AskedHand, is_judged
from solver.calls.judging import Ends, add_up, find_calls, find_ends
from solver.calls.last_calls import can_judge_last, has_last_calls, last_decisions
from solver.calls.partner import PartnerHelp, find_help
from solver.calls.worths import CallWorths
from solver.cards import Card
from solver.engine import Budget, Limit
from solver.game import Auction, Deal, Vulnerable, auction_turns, start_auction, trump_of, turns_up
from solver.knowledge import Sampling, Viewpoint
from solver.prospects import Take, Unfolding, find_best_trump, find_model, find_prospects
from solver.rules import AuctionKind, SecondTurn

FEW = 2
"""The fewest deals by which a call is judged, if there are as many."""


@dataclass(frozen=True, slots=True)
class SaidCall:
    """A call of an auction, and what each call was worth that could be made in its place."""

    index: int
    """Its number in the auction, from 0."""
    hand: AskedHand
    worths: CallWorths
    helps: Mapping[str, PartnerHelp]
    """The cards that partner brings on average, for each trump that was looked at; none without a partner."""


def can_judge(auction: Auction, deal: Deal) -> bool:
    """True if the calls of an auction can be judged; ``deal`` as for `judge_auction`."""
    rules = auction.rules
    if has_last_calls(auction):
        return can_judge_last(auction, deal)
    # The pack tells which cards were turned up.
    return is_judged(rules) and bool(auction.said) and (bool(deal.stock) or not turns_up(rules))


def judge_auction(
    auction: Auction,
    deal: Deal,
    sampling: Sampling,
    budget: Budget,
    vulnerable: Vulnerable = Vulnerable.none,
) -> list[SaidCall]:
    """Judge the calls of an auction, in order; those for which ``budget`` leaves nothing are left out.

    Passes that could be left out, as the auction is over, are no decisions.

    auction: up to its last call; `can_judge` must hold.
    deal: the hands during the auction; where a card is turned up, with the pack from that card down as stock.
    sampling: its ``samples`` for each player, ``seed``, ``bids``, and ``nodes`` for the whole auction.
    vulnerable: in bridge, the vulnerable sides.
    """
    capped = budget.within(Budget(Limit(nodes=sampling.nodes)))
    if has_last_calls(auction):
        return _judge_last(list(decisions_of(auction, deal, vulnerable)), sampling, capped)
    # Step 1. The decisions of a player with the same cards in sight share their deals.
    decisions = sorted(decisions_of(auction, deal), key=_sight_of)
    groups = [list(group) for _, group in groupby(decisions, key=_sight_of)]
    found: list[SaidCall] = []
    for group, part in zip(groups, capped.shares(len(groups)), strict=True):
        if capped.is_over:
            capped.end()
            break
        # Step 2. The deals as they count at each decision.
        asked = [hand for _, hand in group]
        base = find_prospects(asked[0].viewpoint, sampling.samples, sampling.seed)
        moments = [base] * len(asked)
        if sampling.bids == "read":
            moments = base.read_each(asked[-1].auction, [len(hand.auction.said) for hand in asked])
        # Step 3. What all of them need is solved at once, so that no decision rests on less than another.
        ends = [
            find_ends(prospects, hand.auction, part, _trumps_of(hand, auction.said[index]))
            for (index, hand), prospects in zip(group, moments, strict=True)
        ]
        # A batch shares what is left among all its deals: the first few are solved by themselves, so that a
        # small budget leaves some.
        n_deals = len(moments[0].deals)
        moments[0].solve_each(_together(ends, min(FEW, n_deals)), part)
        n_solved = moments[0].solve_each(_together(ends, n_deals), part)
        # Step 4. Arithmetic, and what partner holds.
        for (index, hand), prospects, one in zip(group, moments, ends, strict=True):
            worths = add_up(prospects, hand.auction, one, n_solved)
            if worths.calls:
                helps = {
                    outlook.trump: find_help(prospects, hand.auction, outlook.trump)
                    for outlook in worths.trumps
                }
                known = {trump: helped for trump, helped in helps.items() if helped is not None}
                found.append(SaidCall(index, hand, worths, known))
    return sorted(found, key=lambda said: said.index)


def _together(ends: Sequence[Ends], n: int) -> Sequence[Collection[Take]]:
    """Return what must be solved in each of the first ``n`` deals for all of the ``ends``."""
    return Unfolding(lambda place: set[Take]().union(*(one.takes[place] for one in ends)), n)


def _judge_last(
    decisions: Sequence[tuple[int, AskedHand]], sampling: Sampling, budget: Budget
) -> list[SaidCall]:
    """Judge calls one by one, by equal shares of ``budget``."""
    found = []
    for (index, hand), part in zip(decisions, budget.shares(len(decisions)), strict=True):
        worths = find_calls(hand, sampling.samples, sampling.seed, part, bids=sampling.bids)
        if worths.calls:
            found.append(SaidCall(index, hand, worths, {}))
    return found


def decisions_of(
    auction: Auction, deal: Deal, vulnerable: Vulnerable = Vulnerable.none
) -> Iterator[tuple[int, AskedHand]]:
    """Yield each call that was a decision: its number, and the hand with what its player knew."""
    if has_last_calls(auction):
        yield from last_decisions(auction, deal, vulnerable)
        return
    rules, dealer = auction.rules, auction.dealer
    turns = auction_turns(rules, deal.stock[0], deal.stock[1:]) if turns_up(rules) else ()
    for index in range(len(auction.said)):
        before = auction.at_start().follow(auction.said[:index])
        seat = before.to_call
        if seat is None:
            return
        is_second = bool(turns) and index >= rules.n_players
        shown: tuple[Card, ...] = (deal.stock[0],) if turns else ()
        begun = before.at_start()
        if turns:
            later = None
            if is_second and rules.second_turn == SecondTurn.new_card:
                later = turns[1].turned_up
                shown = deal.stock[: deal.stock.index(later) + 1]
            # The player does not know what else is in the pack.
            begun = start_auction(rules, dealer, deal.stock[0], later=later)
        view = Viewpoint(rules, seat, deal.hands[seat], dealer, shown)
        yield index, AskedHand(view, begun.follow(auction.said[:index]))


def _sight_of(decision: tuple[int, AskedHand]) -> tuple[str, tuple[str, ...]]:
    view = decision[1].viewpoint
    return view.seat, tuple(map(str, view.shown))


def _trumps_of(hand: AskedHand, call: str) -> Collection[str]:
    """Return the trumps that the player's side has called or calls now, and those that suit the hand best."""
    auction, seat = hand.auction, hand.viewpoint.seat
    rules, model = auction.rules, find_model(auction.rules)
    if model is None or rules.auction == AuctionKind.turned_up:
        return rules.trumps
    wanted = {
        trump_of(said)
        for index, said in enumerate(auction.said)
        if rules.side_of(auction.seat_of(index)) == rules.side_of(seat)
    }
    wanted |= {trump_of(call), find_best_trump(auction, model, hand.viewpoint.hand)}
    return [trump for trump in rules.trumps if trump in wanted]
