"""The model of callers: how likely a player is to make each call with a given hand.

A player judges their hand by the formula of the game (`solver.prospects.formula`), with what partner and
opponents have called before, and takes each call for what it would score if it ended the auction.  All calls
but a pass must be worth some points more, the ``caution`` of the model.  A call worth so many points less
than another as its ``noise`` is made 1/e times as often.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp

from solver.cards import Card
from solver.game import DOUBLED, UNDOUBLED, Auction, Contract
from solver.prospects.formula import ON_LEAD, PARTNER_LEADS, ExpectedScores, Model, expected_scores
from solver.rules import Rules

MOST = 200.0
"""A call of a hundred times the worth of another is not made oftener than this power of e."""
PASS = "pass"


@dataclass(frozen=True, slots=True)
class Heard:
    """The calls of one other player, as far as they tell of a hand."""

    steps: Mapping[str, int]
    """For each trump that was bid, the place of the highest bid in it among those of the game, from 1."""
    n_passes: int
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
    at, heard = auction.at_start(), {seat: Heard({}, 0) for seat in auction.rules.players}
    for call in auction.said:
        yield call_turn(at, heard, call)
        seat, at = at.seat_of(len(at.said)), at.call(call)
        heard[seat] = hear(auction.rules, heard[seat], call, at.standing)
    if not at.is_over:
        yield call_turn(at, heard)


def call_turn(auction: Auction, heard: Mapping[str, Heard], call: str | None = None) -> CallTurn:
    """Return the turn that comes in ``auction``; ``call`` is the call made there."""
    rules, seat = auction.rules, auction.seat_of(len(auction.said))
    options = tuple((option, auction.call(option).standing) for option in auction.calls())
    return CallTurn(
        rules=rules,
        seat=seat,
        options=options,
        said={trump: count_said(rules, seat, trump, heard) for trump in rules.trumps},
        lead_by={taker: _lead_by(rules, auction.dealer, seat, taker) for taker in rules.players},
        shown=next((one.turned_up for _, one in options if one is not None and one.turned_up), None),
        call=call,
    )


def hear(rules: Rules, before: Heard, call: str, standing: Contract | None) -> Heard:
    """Return what is heard of a player after one call more, and the contract that stands then."""
    if call == PASS:
        return replace(before, n_passes=before.n_passes + 1)
    if standing is None or standing.bid is None:
        return before
    if standing.multiplier != UNDOUBLED:
        return replace(before, doubled=standing.trump if standing.multiplier == DOUBLED else before.doubled)
    steps = rules.bids.index(standing.bid) + 1
    return replace(before, steps={**before.steps, standing.trump: steps})


def count_said(rules: Rules, seat: str, trump: str, heard: Mapping[str, Heard]) -> dict[str, float]:
    """Return the counts, for a player and a trump, of what the others have called."""
    counts: Counter[str] = Counter()
    for other, of_other in heard.items():
        if other == seat:
            continue
        who = "partner" if rules.are_partners(seat, other) else "opponents"
        if of_other.doubled == trump:
            counts[f"{who}_doubled"] = 1
        if trump in of_other.steps:
            counts[f"{who}_bid"] = max(counts[f"{who}_bid"], of_other.steps[trump])
        elif of_other.steps:
            counts[f"{who}_bid_elsewhere"] += 1
        elif of_other.n_passes:
            counts[f"{who}_passed"] += 1
    return {name: float(number) for name, number in counts.items()}


def _lead_by(rules: Rules, dealer: str, seat: str, taker: str) -> str | None:
    leader = rules.first_leader(dealer, taker)
    if leader == seat:
        return ON_LEAD
    return PARTNER_LEADS if leader is not None and rules.are_partners(seat, leader) else None


class Caller:
    """A player of the model at one turn: the chance of each call by the hand held."""

    def __init__(self, model: Model, turn: CallTurn, scores: ExpectedScores) -> None:
        self.turn = turn
        self._model = model
        self._scores = scores
        self._side = turn.rules.side_of(turn.seat)
        self._said = {
            trump: sum(model.formula(trump).said.get(name, 0.0) * number for name, number in counts.items())
            for trump, counts in turn.said.items()
        }
        # The options of one trump and taker hang on one worth.
        self._groups: dict[tuple[str, str], list[tuple[str, Contract]]] = {}
        self._idle = [call for call, contract in turn.options if contract is None]
        for call, contract in turn.options:
            if contract is not None:
                assert contract.taker is not None, "a contract that was called has a taker"
                self._groups.setdefault((contract.trump, contract.taker), []).append((call, contract))
        self._known: dict[tuple[str, str, int], dict[str, float]] = {}

    def held(self, hand: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
        """Return what the player judges by: the ranks held by suit, with the card that a taker gets."""
        card = self.turn.shown
        return hand if card is None else {**hand, card.suit: hand[card.suit] | {card.rank}}

    def worths(self, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return what the player takes their side to be worth in each trump, in points."""
        return {trump: self._worth(hand, trump, self.turn.seat) for trump in self.turn.rules.trumps}

    def chance(self, hand: Mapping[str, frozenset[str]], call: str) -> float:
        """Return the chance that the player makes ``call`` with ``hand``, the ranks held by suit."""
        found, whole = 0.0, float(len(self._idle))
        if call in self._idle:
            found = 1.0
        for (trump, taker), options in self._groups.items():
            parts = self._parts(trump, taker, round(self._worth(hand, trump, taker)), options)
            whole += parts[""]
            found = parts.get(call, found)
        return found / whole

    def chances(self, hand: Mapping[str, frozenset[str]]) -> dict[str, float]:
        """Return the chance of each call that may be made with ``hand``; they add up to 1."""
        parts = dict.fromkeys(self._idle, 1.0)
        for (trump, taker), options in self._groups.items():
            parts |= self._parts(trump, taker, round(self._worth(hand, trump, taker)), options)
        parts.pop("", None)
        whole = sum(parts.values())
        return {call: parts[call] / whole for call, _ in self.turn.options}

    def _worth(self, hand: Mapping[str, frozenset[str]], trump: str, taker: str) -> float:
        formula = self._model.formula(trump)
        return formula.worth(hand, trump, self.turn.lead_by[taker]) + self._said[trump]

    def _parts(
        self, trump: str, taker: str, worth: int, options: Sequence[tuple[str, Contract]]
    ) -> dict[str, float]:
        """Return the share of each option before all are made to add up to 1, and their sum by no name."""
        key = (trump, taker, worth)
        found = self._known.get(key)
        if found is None:
            is_own = self.turn.rules.side_of(taker) == self._side
            points = worth if is_own else round(self._model.formula(trump).figures["whole"]) - worth
            found = {}
            for call, contract in options:
                lead = self._scores.lead(contract, points)
                worth_of_call = (lead if is_own else -lead) - (0.0 if call == PASS else self._model.caution)
                found[call] = exp(min(max(worth_of_call / self._model.noise, -MOST), MOST))
            found[""] = sum(found.values())
            self._known[key] = found
        return found


def find_callers(auction: Auction, model: Model) -> list[Caller]:
    """Return the model's player at the turn of each call, and of the next one if the auction is not over."""
    scores = expected_scores(auction.rules, model)
    return [Caller(model, turn, scores) for turn in call_turns(auction)]
