"""All fours with the pack in order: take the suit turned up or propose another; refuse that or accept it.

The dealer's opponent takes the suit turned up, or proposes another.  The dealer then refuses or accepts.  To
refuse gives a point to the opponent, and the suit stays as it is.  To accept brings three more cards to each;
the next card of another suit makes trumps, and both discard three at the same time
(`solver.bidding.discards`).  The jacks that are turned up on the way are the dealer's.  With all cards known
this is a game of perfect information up to the discards, whose value is that of the matrix game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal, NamedTuple

from solver.bidding.asked import TableDeal
from solver.bidding.discards import Discards, find_discards
from solver.engine import Bounds, Budget
from solver.game import ACCEPT, PROPOSE, REFUSE, TAKE, Deal, Redeal, count_jacks, deal_again, start_auction
from solver.rules import Rules

Decision = Literal["take", "propose", "refuse", "accept"]
Choice = Literal["take", "refuse", "accept"]
"""The decisions that end the matter."""


class Range(NamedTuple):
    """Proved bounds of side 0's score minus side 1's; equal where it is known."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """True if the value is known."""
        return self.low == self.high

    def rounded(self) -> Bounds:
        """Return the bounds in whole points, rounded outwards."""
        return Bounds(floor(self.low), ceil(self.high))


@dataclass(frozen=True, slots=True)
class Proposal:
    """The value of the two decisions."""

    rules: Rules
    seats: tuple[str, str]
    """The dealer's opponent, who speaks first, and the dealer."""
    redeal: Redeal
    discards: Discards
    """The discards of both sides after the redeal."""
    outcomes: dict[Choice, Range]
    """The value when the opponent takes, when the dealer refuses, and when the dealer accepts."""

    @property
    def exact(self) -> bool:
        """True if all three values are known."""
        return all(found.exact for found in self.outcomes.values())

    @property
    def replied(self) -> Range:
        """The value when another suit is proposed, and the dealer answers best."""
        return self._better(self.seats[1], self.outcomes[REFUSE], self.outcomes[ACCEPT])

    @property
    def value(self) -> Range:
        """The value when both decide best."""
        return self._better(self.seats[0], self.outcomes[TAKE], self.replied)

    def best(self) -> dict[str, list[Decision]]:
        """Return, by player, the decisions that lose nothing; the dealer's are answers to a proposal.

        Nothing is returned unless all values are known.
        """
        if not self.exact:
            return {}
        first: list[tuple[Decision, Range]] = [(TAKE, self.outcomes[TAKE]), (PROPOSE, self.replied)]
        then: list[tuple[Decision, Range]] = [
            (REFUSE, self.outcomes[REFUSE]),
            (ACCEPT, self.outcomes[ACCEPT]),
        ]
        wanted = (self.value, self.replied)
        return {
            seat: [word for word, found in choices if found == value]
            for seat, choices, value in zip(self.seats, (first, then), wanted, strict=True)
        }

    def _better(self, seat: str, one: Range, other: Range) -> Range:
        """Return what a player makes of two possibilities."""
        take: Callable[..., Fraction] = max if self.rules.side_of(seat) == 0 else min
        return Range(take(one.low, other.low), take(one.high, other.high))


def settle_proposal(asked: TableDeal, taken: Bounds, budget: Budget) -> Proposal:
    """Work out what the decisions come to.

    ``taken`` bounds side 0's result minus side 1's with the suit turned up first.
    """
    assert asked.pack is not None, "a suit can be proposed where the pack is known"
    assert asked.dealer is not None, "the dealer decides who may propose"
    rules, dealer, first = asked.rules, asked.dealer, asked.pack.turned_up
    redeal = deal_again(rules, dealer, asked.deal.hands, asked.pack)
    assert redeal is not None, "a pack without another suit is refused"
    after = TableDeal(rules, Deal(redeal.hands).sorted(), dealer, asked.leader, trump=redeal.turned_up.suit)
    (discards,) = find_discards(after, budget)
    kept = Range(Fraction(discards.bounds.low), Fraction(discards.bounds.high))
    if discards.solution is not None:
        kept = Range(discards.solution.value, discards.solution.value)
    played = Range(Fraction(taken.low), Fraction(taken.high))
    to_dealer = 1 if rules.side_of(dealer) == 0 else -1
    jacks = rules.turned_jack_points * count_jacks((first,))
    later = rules.turned_jack_points * count_jacks((*redeal.passed_over, redeal.turned_up))
    outcomes: dict[Choice, Range] = {
        TAKE: _plus(played, to_dealer * jacks),
        REFUSE: _plus(played, to_dealer * (jacks - rules.refusal_points)),
        ACCEPT: _plus(kept, to_dealer * (jacks + later)),
    }
    proposer, answerer = start_auction(rules, dealer, first).speakers
    return Proposal(rules, (proposer, answerer), redeal, discards, outcomes)


def _plus(found: Range, points: int) -> Range:
    return Range(found.low + points, found.high + points)
