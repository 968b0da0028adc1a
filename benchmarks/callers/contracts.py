"""The contract of bridge read at the opening lead: pairs that are not the model's, read by it.

``python -m benchmarks.callers.contracts DEALS`` deals cards, lets the stronger pair come to a contract by its
own habits, and asks the player on lead what the declarer's side will take: by deals that are weighed by the
contract, and by deals that count alike.  The truth is what the deal comes to with all cards known.  It holds
the luck of the hands that are not seen, so that no estimate comes near it: what counts is the difference.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import mean, stdev

from benchmarks.callers.pairs import draw
from solver.analysis.heard import find_reading, hear_calls
from solver.cards import NO_TRUMPS, SUITS, Card
from solver.engine import Limit, solve_many
from solver.game import Contract, Deal, Position, high_card_points, number_sides
from solver.knowledge import ConsistentDeals, Sampling, find_knowledge
from solver.prospects.pairs import PairModel, find_pair_model
from solver.rules import LEVELS, Rules, find_variant

FIRST = 100_000
"""The number of the first deal: the model is fitted to the first ones."""
SAMPLES = 60

Hands = Sequence[Sequence[Card]]
Habit = Callable[[Hands, Random], tuple[str, int]]
"""The strain and level to which a pair comes."""


def points_of(hands: Hands) -> int:
    """Return the high card points of a pair."""
    return sum(map(high_card_points, hands))


def by_model(model: PairModel) -> Habit:
    """Return the habit of pairs that come to contracts as a model has it."""

    def habit(hands: Hands, rng: Random) -> tuple[str, int]:
        found = [(strain, level) for strain in (*SUITS, NO_TRUMPS) for level in LEVELS]
        return rng.choices(found, [model.chance(hands, *contract) for contract in found])[0]

    return habit


def by_rule(hands: Hands, _: Random) -> tuple[str, int]:
    """Add high card points and short suits: a game from 26 on in a major of eight cards, or 25 without."""
    points = points_of(hands)
    lengths = {suit: [sum(card.suit == suit for card in hand) for hand in hands] for suit in SUITS}
    suit = max(SUITS, key=lambda one: (one in "SH" and sum(lengths[one]) >= 8, sum(lengths[one])))
    short = sum(max(3 - n, 0) for one in SUITS if one != suit for n in lengths[one])
    if sum(lengths[suit]) < 8 or (suit in "DC" and 25 <= points < 31):
        steps = ((37, 7), (33, 6), (25, 3), (23, 2))
        return NO_TRUMPS, next((level for least, level in steps if points >= least), 1)
    game = 4 if suit in "SH" else 5
    steps = ((38, 7), (34, 6), (26 if game == 4 else 29, game), (23, 3))
    return suit, next((level for least, level in steps if points + short >= least), 2)


def habits() -> dict[str, Habit]:
    """Return the habits that are measured."""
    model = find_pair_model()
    return {
        "model": by_model(model),
        "sharper": by_model(replace(model, noise=model.noise / 2)),
        "blunter": by_model(replace(model, noise=2 * model.noise)),
        "rule": by_rule,
    }


@dataclass
class Tally:
    """The estimates of one kind, less the truth, in tricks of the declarer's side."""

    off: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        rms = sqrt(sum(off * off for off in self.off) / len(self.off))
        return f"bias {mean(self.off):+.2f} ± {error(self.off):.2f}, rms {rms:.2f}"


def error(numbers: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(numbers) / sqrt(len(numbers))


def played(rules: Rules, deal: Deal, habit: Habit, rng: Random) -> Position:
    """Return a deal before the opening lead, in the contract of the pair with more points."""
    seats = rules.players
    pairs = [(seats[place], seats[place + 2]) for place in (0, 1)]
    pair = max(pairs, key=lambda one: points_of([deal.hands[seat] for seat in one]))
    strain, level = habit([deal.hands[seat] for seat in pair], rng)
    declarer = rng.choice(pair)
    contract = Contract(strain, taker=declarer, bid=level)
    return Position(rules, contract, deal, dealer=declarer, leader=rules.next_seat(declarer))


def tricks(positions: Sequence[Position]) -> list[int]:
    """Return the tricks of the declarer's side in each position."""
    found = []
    for position, answer in zip(positions, solve_many(positions, Limit(), cards="none"), strict=True):
        assert answer.value is not None, "without a limit all is proved"
        assert position.declarer is not None, "bridge has a declarer"
        found.append(number_sides(position.rules, answer.value)[position.rules.side_of(position.declarer)])
    return found


def expected(position: Position, bids: str) -> float:
    """Return the tricks that the player on lead may expect of the declarer's side."""
    sampling = Sampling(SAMPLES, bids="read" if bids == "read" else "ignored")
    deals = ConsistentDeals(find_knowledge(position))
    heard = hear_calls(position, deals, sampling, find_reading(None, position))
    results = tricks([position.with_deal(deal) for deal in heard.deals])
    weights = heard.weights or [1.0] * len(results)
    return sum(w * n for w, n in zip(weights, results, strict=True)) / sum(weights)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=int, help="of each kind of pairs")
    asked = parser.parse_args()
    rules = find_variant("bridge")
    for name, habit in habits().items():
        tallies = {"read": Tally(), "ignored": Tally()}
        rng = Random(name)
        for number in range(asked.deals):
            position = played(rules, draw(rules, FIRST + number), habit, rng)
            (true,) = tricks([position])
            for bids, tally in tallies.items():
                tally.off.append(expected(position, bids) - true)
        squares = [
            theirs**2 - ours**2
            for ours, theirs in zip(tallies["read"].off, tallies["ignored"].off, strict=True)
        ]
        told = "; ".join(f"{bids}: {tally}" for bids, tally in tallies.items())
        print(f"{name}: {told}; square less by {mean(squares):.2f} ± {error(squares):.2f}", flush=True)


if __name__ == "__main__":
    main()
