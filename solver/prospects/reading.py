"""Calls read: deals weighed by how likely each player was to call so with the hand they have there."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from operator import mul
from random import Random

from solver.cards import Card
from solver.game import N_DEALT_LATER, Auction, Deal, turns_up
from solver.knowledge import effective_samples
from solver.prospects.callers import Caller, find_callers
from solver.prospects.formula import Model, doubted, hold

MOST_DRAWN = 2000
"""The most deals that are weighed to find those that agree well with the calls; none of them is solved."""
SPARE = 2
"""For each deal that is solved, so many deals in effect are weighed, if `MOST_DRAWN` are enough for that."""
FLOOR = 0.5
"""The part of all deals, where they are few, that must be left in effect."""
SHARED_DRAWN = 10
"""Where the moments of an auction share their deals: for each that is solved, the most that are weighed."""
SHARPNESS = 0.7
"""The power to which the chance of the calls counts where a whole deal is weighed for a card.

It costs little where the players are those of the model, and saves more where they are others
(docs/fair-verdict.md).
"""
LEAST_HEARD = 8.0
"""Where fewer effective samples than this are left of many deals, the calls are not heard as they stand."""
N_HALVED = 20
"""The times that the range of powers is halved: to a millionth."""
N_APART = 3
"""Where only whole hands are known: cards as near as this in a hand are seldom chosen together."""


class Reading:
    """The calls of an auction, as the model of the game's callers reads them."""

    def __init__(self, auction: Auction, model: Model, refused: Collection[Card] = ()) -> None:
        """Read the calls that ``auction`` has so far.

        refused: the cards turned up that nobody took, besides those that ``auction`` knows.
        """
        self.model = model
        self._auction = auction
        self._refused = refused
        self._rules = auction.rules
        self._is_before_rest = turns_up(auction.rules)
        self.calls = auction.said
        self._speakers = {auction.seat_of(number) for number in range(len(auction.said))}
        self.callers: tuple[Caller, ...] = tuple(find_callers(auction, model))
        """The players at each call, and at the next one if the auction is not over."""
        self._shown = {*refused, *(caller.turn.shown for caller in self.callers)}

    @cached_property
    def doubted(self) -> tuple["Reading", ...]:
        """The same calls, read as those of players of other kinds (`formula.doubted`)."""
        return tuple(Reading(self._auction, model, self._refused) for model in doubted(self.model))

    def tells_of(self, unseen: Collection[str]) -> bool:
        """True if it tells of the hands of ``unseen``: if some of them have called."""
        return not self._speakers.isdisjoint(unseen)

    def weight(self, hands: Mapping[str, Mapping[str, frozenset[str]]]) -> float:
        """Return the chance of the calls of some seats with those hands, the ranks held by suit."""
        return prod(self._chances(hands))

    def weights(self, hands: Mapping[str, Mapping[str, frozenset[str]]]) -> list[float]:
        """Return the same for the calls before each call, and last for all of them."""
        return list(accumulate(self._chances(hands), mul, initial=1.0))

    def _chances(self, hands: Mapping[str, Mapping[str, frozenset[str]]]) -> Iterator[float]:
        """Yield the chance of each call; 1 for those of seats whose hands are not known."""
        known: dict[tuple[str, Card | None], dict[str, float]] = {}
        for caller, call in zip(self.callers, self.calls, strict=False):
            hand, turn = hands.get(caller.turn.seat), caller.turn
            if hand is None:
                yield 1.0
            else:
                # A player's hand is worth as much at each of their turns, if the same card is shown.
                worths = known.setdefault((turn.seat, turn.shown), {})
                yield caller.chance(caller.held(hand), call, worths)

    @property
    def trump(self) -> str | None:
        """The trumps of the contract that stands; None if there is none."""
        contract = self._auction.standing
        return None if contract is None else contract.trump

    def weight_of_deal(self, deal: Deal, unseen: Sequence[str]) -> float:
        """Return what a deal counts, of which all cards are dealt, by the calls of the seats of ``unseen``.

        It is their chance to the power `SHARPNESS`.  Where they called before the rest was dealt, each of
        their cards, but those turned up, may have been among the first: the chance is the mean over
        `first_cards`.
        """
        rules, chance = self._rules, 1.0
        for seat in unseen:
            if seat not in self._speakers:
                continue
            hand = deal.hands[seat]
            if not self._is_before_rest:
                chance *= self.weight({seat: hold(rules, hand)})
                continue
            unshown = [card for card in hand if card not in self._shown]
            firsts = first_cards(unshown, rules.cards_each - N_DEALT_LATER)
            chance *= sum(self.weight({seat: hold(rules, cards)}) for cards in firsts) / len(firsts)
        return float(chance**SHARPNESS)


def first_cards(cards: Sequence[Card], n: int) -> list[list[Card]]:
    """Return as many choices of ``n`` of the cards as there are cards; each card is in as many as any other.

    Cards that lie side by side in a hand, which are of one suit, are not chosen together oftener than others.
    """
    spread = [card for start in range(N_APART) for card in cards[start::N_APART]]
    return [[*spread[start:], *spread[:start]][:n] for start in range(len(spread))]


def least_heard(n_weighed: int, n_asked: int) -> float:
    """Return the effective samples that must be left of the deals weighed, or calls are heard less sharply.

    Few deals have fewer than `LEAST_HEARD` of them, however well the calls fit; and no more are needed than
    were asked for, as then no more deals are weighed.
    """
    return min(LEAST_HEARD, FLOOR * n_weighed, n_asked)


def soften(weights: Sequence[float], n_asked: int) -> tuple[Sequence[float], bool]:
    """Return the weights as the calls are heard, and True if that is less sharply than they stand.

    Few samples may be left because the players are unlike the model, as luck had it with the deals drawn, or
    because the calls tell so much: which of these it is the weights do not say, and to halve the difference
    costs little in any of them (docs/fair-verdict.md).
    """
    least = least_heard(len(weights), n_asked)
    if effective_samples(weights) >= least:
        return weights, False
    return temper(weights, least), True


def temper(weights: Sequence[float], least: float) -> list[float]:
    """Return the weights raised to the highest power, 0 to 1, that leaves so many effective samples.

    A player whose calls have chances p, to a power, makes the same choices as one whose noise is greater.
    Equal weights if too few are above 0; else a weight of 0 stays 0.

    >>> [round(weight, 2) for weight in temper([1.0, 0.01, 0.01], 2)]
    [1.0, 0.25, 0.25]
    """
    most = max(weights)
    if sum(weight > 0 for weight in weights) < least:
        return [1.0] * len(weights)
    shares = [weight / most for weight in weights]
    low, high = 0.0, 1.0
    for _ in range(N_HALVED):
        middle = (low + high) / 2
        if effective_samples([share**middle for share in shares]) < least:
            high = middle
        else:
            low = middle
    return [share**low if share else 0.0 for share in shares]


def is_enough(weights: Sequence[float], samples: float) -> bool:
    """True if deals of these weights tell as much as so many of equal weight."""
    return effective_samples(weights) >= samples


def choose(
    weights: Sequence[float], n: int, rng: Random, order: Sequence[float] | None = None
) -> dict[int, float]:
    """Choose ``n`` places, each as likely as its weight is great, with the weight that is left to each.

    Those of the greatest weights are surely among them, and keep what they have above the others: sums over
    the places chosen, by the weights left, are on average those over all (systematic sampling with unequal
    chances, W. G. Madow, 1949).

    order: the places chosen are spread evenly along this, if it is stated, and else at random.  How likely
        each is chosen is the same; sums over what goes with it have less chance.
    """
    held = [(weight, place) for place, weight in enumerate(weights) if weight > 0]
    if len(held) <= n:
        return {place: weight for weight, place in held}
    # Step 1. The step between two choices: greater weights are chosen for sure, the others share the rest.
    held.sort(reverse=True)
    rest, n_sure = sum(weight for weight, _ in held), 0
    while n_sure < n - 1 and held[n_sure][0] * (n - n_sure) >= rest:
        rest -= held[n_sure][0]
        n_sure += 1
    step = rest / (n - n_sure)
    chosen = {place: weight for weight, place in held[:n_sure]}
    # Step 2. One choice in each step along the weights, in an order that the weights do not decide.
    others = held[n_sure:]
    rng.shuffle(others)
    if order is not None:
        others.sort(key=lambda one: order[one[1]])
    reached, mark = 0.0, rng.random() * step
    for weight, place in others:
        reached += weight
        if reached > mark and len(chosen) < n:
            chosen[place] = step
            mark += step
    return dict(sorted(chosen.items()))
