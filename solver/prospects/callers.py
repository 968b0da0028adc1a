"""The model of callers: how likely a player is to make each call with a given hand.

A player judges their hand by the formula of the game (`solver.prospects.formula`), with what partner and
opponents have called before, and takes each call for what it would score if it ended the auction.  All calls
but a pass must be worth some points more, the ``caution`` of the model.  A call worth so many points less
than another as its ``noise`` is made 1/e times as often.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from solver.cards import Card
from solver.game import DOUBLED, UNDOUBLED, Auction, Contract
from solver.prospects.formula import ON_LEAD, PARTNER_LEADS, Formula, Model, hold
from solver.prospects.shares import PASS, ExpectedScores, Scored, Shares, expected_scores
from solver.rules import Rules


class Heard(NamedTuple):
    """The calls of one other player, as far as they tell of a hand."""

    steps: tuple[tuple[str, int], ...] = ()
    """The trumps that were bid, each with the place of the highest bid in it among all bids, from 1."""
    n_passes: int = 0
    doubled: str | None = None
    """The trump of a contract that they doubled."""


@dataclass(frozen=True)
class CallTurn:
    """A player's turn to call: the calls that may be made, and what was said before."""

    rules: Rules
    seat: str
    options: tuple[tuple[str, Contract | None], ...]
    """Each call, with the contract if the auction ended with it; None for no contract."""
    said: Mapping[str, Mapping[str, float]]
    """For each trump, the counts of what was called before."""
    lead_by: Mapping[str, str | None] = field(repr=False)
    """For each seat that takes, who leads as the player sees it: `ON_LEAD`, `PARTNER_LEADS` or None."""
    shown: Card | None = None
    """The card turned up that a taker gets now."""
    call: str | None = None
    """The call that was made; None if it is yet to be."""


def call_turns(auction: Auction) -> Iterator[CallTurn]:
    """Yield the turn of each call of the auction, and that of the next call if it is not over."""
    at, heard = auction.at_start(), nothing_heard(auction.rules)
    for call in auction.said:
        yield call_turn(at, heard, call)
        seat, at = at.seat_of(len(at.said)), at.call(call)
        heard[seat] = hear(auction.rules, heard[seat], call, at.standing)
    if not at.is_over:
        yield call_turn(at, heard)


def call_turn(auction: Auction, heard: Mapping[str, Heard], call: str | None = None) -> CallTurn:
    """Return the turn that comes in ``auction``; ``call`` is the call made there."""
    rules, seat = auction.rules, auction.seat_of(len(auction.said))
    options = auction.options()
    return CallTurn(
        rules=rules,
        seat=seat,
        options=options,
        said=count_said(rules, seat, heard),
        lead_by={taker: lead_by(rules, auction.dealer, seat, taker) for taker in rules.players},
        shown=next((one.turned_up for _, one in options if one is not None and one.turned_up), None),
        call=call,
    )


def nothing_heard(rules: Rules) -> dict[str, Heard]:
    """Return what is heard of each player before the first call."""
    return dict.fromkeys(rules.players, Heard())


def hear(rules: Rules, before: Heard, call: str, standing: Contract | None) -> Heard:
    """Return what is heard of a player after one call more, and the contract that stands then."""
    if call == PASS:
        return before._replace(n_passes=before.n_passes + 1)
    if standing is None or standing.bid is None:
        return before
    if standing.multiplier != UNDOUBLED:
        return before._replace(doubled=standing.trump) if standing.multiplier == DOUBLED else before
    others = (step for step in before.steps if step[0] != standing.trump)
    return before._replace(steps=(*others, (standing.trump, rules.bids.index(standing.bid) + 1)))


def hear_all(auction: Auction) -> dict[str, Heard]:
    """Return what is heard of each player in ``auction`` so far."""
    at, heard = auction.at_start(), nothing_heard(auction.rules)
    for call in auction.said:
        seat, at = at.seat_of(len(at.said)), at.call(call)
        heard[seat] = hear(auction.rules, heard[seat], call, at.standing)
    return heard


def count_said(rules: Rules, seat: str, heard: Mapping[str, Heard]) -> dict[str, dict[str, float]]:
    """Return for each trump, as a player looks at it, the counts of what the others have called."""
    counts: dict[str, dict[str, float]] = {trump: {} for trump in rules.trumps}
    for other, (steps, n_passes, doubled) in heard.items():
        if other == seat or not (steps or n_passes or doubled):
            continue
        who = "partner" if rules.are_partners(seat, other) else "opponents"
        if doubled is not None:
            counts[doubled][f"{who}_doubled"] = 1.0
        if not steps:
            if n_passes:
                for of_trump in counts.values():
                    of_trump[f"{who}_passed"] = of_trump.get(f"{who}_passed", 0.0) + 1
            continue
        high = dict(steps)
        for trump, of_trump in counts.items():
            if trump in high:
                of_trump[f"{who}_bid"] = max(of_trump.get(f"{who}_bid", 0.0), float(high[trump]))
            else:
                of_trump[f"{who}_bid_elsewhere"] = of_trump.get(f"{who}_bid_elsewhere", 0.0) + 1
    return counts


def lead_by(rules: Rules, dealer: str, seat: str, taker: str) -> str | None:
    """Return who leads, as a player sees it: `ON_LEAD`, `PARTNER_LEADS` or None."""
    leader = rules.first_leader(dealer, taker)
    if leader == seat:
        return ON_LEAD
    return PARTNER_LEADS if leader is not None and rules.are_partners(seat, leader) else None


class Group(NamedTuple):
    """Calls of one turn that leave contracts of the same trump and taker."""

    trump: str
    on_lead: float
    """The points that the lead brings the player's side."""
    calls: tuple[str, ...]
    shares: Shares


class Options:
    """The calls of one turn, as the model's player weighs them; nothing here hangs on a hand."""

    def __init__(
        self, rules: Rules, scores: ExpectedScores, turn: CallTurn, trumps: Sequence[str] | None = None
    ) -> None:
        """Take the calls of ``turn``; ``trumps``, by default those of the game, are the order to draw in."""
        side = rules.side_of(turn.seat)
        self.idle = tuple(call for call, contract in turn.options if contract is None)
        """The calls that leave no contract."""
        held: dict[tuple[str, str], list[tuple[str, Contract]]] = {}
        for call, contract in turn.options:
            if contract is not None:
                assert contract.taker is not None, "a contract that was called has a taker"
                held.setdefault((contract.trump, contract.taker), []).append((call, contract))
        order = rules.trumps if trumps is None else trumps
        ranked = sorted(held, key=lambda one: (one[1] == turn.seat, order.index(one[0])))
        self.groups = tuple(
            Group(
                trump,
                scores.model.formula(trump).of_lead(turn.lead_by[taker]),
                tuple(call for call, _ in calls),
                scores.shares_of(calls, is_own=rules.side_of(taker) == side),
            )
            for trump, taker in ranked
            for calls in [held[trump, taker]]
        )

    def draw(self, worths: Mapping[str, float], said: Mapping[str, float], number: float) -> str:
        """Return the call that ``number``, 0 to 1, draws: each call has a part as long as its chance.

        worths, said: for each trump, what the hand is worth and what the calls before add to it, in points.
        """
        found, whole = [], 0.0
        for trump, on_lead, _, of_worth in self.groups:
            shares = of_worth[round(worths[trump] + on_lead + said[trump])]
            found.append(shares)
            whole += shares[0]
        left = number * (len(self.idle) + whole)
        if left < len(self.idle):
            return self.idle[int(left)]
        left -= len(self.idle)
        for group, shares in zip(self.groups, found, strict=True):
            if left < shares[0]:
                reached = accumulate(shares[1:])
                return next(
                    (call for call, sum_ in zip(group.calls, reached, strict=True) if left < sum_),
                    group.calls[-1],
                )
            left -= shares[0]
        # Rounded sums leave a hair's breadth at the end.
        return self.groups[-1].calls[-1] if found else self.idle[-1]


class Caller:
    """A player of the model at one turn: the chance of each call by the hand held."""

    def __init__(self, model: Model, turn: CallTurn, scores: ExpectedScores) -> None:
        self.turn = turn
        self._model = model
        self._scores = scores
        self._options = Options(turn.rules, scores, turn)
        self._said = points_said(model, turn.said)

    def held(self, hand: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
        """Return what the player judges by: the ranks held by suit, with the card that a taker gets."""
        return with_card(hand, self.turn.shown)

    def worths(self, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return what the player takes their side to be worth in each trump, in points."""
        return {trump: self.worth(hand, trump, self.turn.seat) for trump in self.turn.rules.trumps}

    def formula(self, trump: str) -> Formula:
        """Return the formula for a trump."""
        return self._model.formula(trump)

    def worth_error(self, trump: str) -> float:
        """Return the standard error of what the player takes a hand to be worth, in points."""
        formula = self._model.formula(trump)
        return formula.heard_error if any(self.turn.said.values()) else formula.own_error

    def worth(self, hand: Mapping[str, frozenset[str]], trump: str, taker: str) -> float:
        """Return what the player takes their side to be worth, in points, if that seat takes."""
        formula = self._model.formula(trump)
        return formula.worth(hand, trump, self.turn.lead_by[taker]) + self._said[trump]

    def points(
        self, hand: Mapping[str, frozenset[str]], trump: str, taker: str, more: float = 0.0
    ) -> list[int]:
        """Return points of the taker's side that are equally likely, as the player looks at them.

        more: the points by which the hand is taken to be worth more than the formula says.
        """
        rules, worth = self.turn.rules, self.worth(hand, trump, taker) + more
        if rules.side_of(taker) != rules.side_of(self.turn.seat):
            worth = self._model.formula(trump).figures["whole"] - worth
        return self._scores.points(trump, worth)

    def scored(self, contract: Contract) -> Scored:
        """Return the scores of a contract, which has a taker, by the points of the taker's side."""
        return self._scores.scored(contract)

    def chance(
        self, hand: Mapping[str, frozenset[str]], call: str, worths: dict[str, float] | None = None
    ) -> float:
        """Return the chance that the player makes ``call`` with ``hand``, the ranks held by suit.

        worths: what the hand is worth in the trumps looked at before; those looked at now are added.
        """
        if not self.turn.options:
            # A pass after which nobody could say more, as those to a redouble.
            return 1.0
        worths = {} if worths is None else worths
        found, whole = 0.0, float(len(self._options.idle))
        if call in self._options.idle:
            found = 1.0
        for group in self._options.groups:
            shares = self._shares(group, hand, worths)
            whole += shares[0]
            if call in group.calls:
                found = shares[group.calls.index(call) + 1]
        return found / whole

    def chances(self, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return the chance of each call that may be made with ``hand``; they add up to 1."""
        parts, worths = dict.fromkeys(self._options.idle, 1.0), dict[str, float]()
        for group in self._options.groups:
            parts |= zip(group.calls, self._shares(group, hand, worths)[1:], strict=True)
        whole = sum(parts.values())
        return {call: parts[call] / whole for call, _ in self.turn.options}

    def _shares(
        self, group: Group, hand: Mapping[str, frozenset[str]], worths: dict[str, float]
    ) -> tuple[float, ...]:
        trump = group.trump
        worth = worths.get(trump)
        if worth is None:
            worth = worths[trump] = self._model.formula(trump).worth(hand, trump)
        return group.shares[round(worth + group.on_lead + self._said[trump])]


def with_card(hand: Mapping[str, frozenset[str]], card: Card | None) -> Mapping[str, frozenset[str]]:
    """Return the ranks held by suit with one card more, if it is one."""
    return hand if card is None else {**hand, card.suit: hand[card.suit] | {card.rank}}


def points_said(model: Model, said: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return for each trump what the counts of calls before bring the player's side, in points."""
    return {
        trump: sum(model.formula(trump).said.get(name, 0.0) * number for name, number in counts.items())
        for trump, counts in said.items()
    }


def find_callers(auction: Auction, model: Model) -> list[Caller]:
    """Return the model's player at the turn of each call, and of the next one if the auction is not over."""
    scores = expected_scores(auction.rules, model)
    return [Caller(model, turn, scores) for turn in call_turns(auction)]


def find_best_trump(auction: Auction, model: Model, hand: Collection[Card]) -> str:
    """Return the trumps in which the model's player, whose turn it is, takes the side to be worth most."""
    caller = Caller(model, call_turn(auction, hear_all(auction)), expected_scores(auction.rules, model))
    worths = caller.worths(caller.held(hold(auction.rules, hand)))
    return max(worths, key=lambda trump: worths[trump])


def find_caller(auction: Auction, model: Model, *, reads_bids: bool = True) -> Caller:
    """Return the model's player at the next turn of ``auction``, which is not over.

    reads_bids: whether what the others have called adds to what the hand is worth.
    """
    turn = call_turn(auction, hear_all(auction) if reads_bids else {})
    return Caller(model, turn, expected_scores(auction.rules, model))
