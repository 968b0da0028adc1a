"""Estimate what the study Klaverjas2018 would cost here: ``python -m benchmarks.klaverjas``.

J. N. van Rijn, F. W. Takes and J. K. Vis, *Computing and Predicting Winning Hands in the Trick-Taking Game of
Klaverjas* (BNAIC 2018), part deals into 981,541 classes, by how many cards of each suit each player holds,
and solve one deal of each.  Here each deal is of a class drawn uniformly among these, and its cards are drawn
uniformly among those of the class.  It is solved exactly, in batches.  Such deals are wilder than random
ones, and cost more; random ones are solved besides.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, median, quantiles, stdev

import click

from benchmarks.lists import LOGS, Row, Target, Work
from benchmarks.random_deals import random_deal
from benchmarks.solvers import Question
from solver import Card, Contract, Deal, Position, find_variant, solve_many
from solver.engine import CardsWanted

GAME = "klaverjas_rotterdam"
N_DEALS = 981_541
"""The deals of the study, one of each class."""
TARGET_HOURS = 3.0
"""The time of one core for all of them, every card."""
SEED = 1
PORTION = 50
"""The deals of a batch."""
ROW = Row("klaverjas", LOGS, Work.cards, Target())

WORKS: Mapping[str, CardsWanted] = {"every card": "all", "the value": "none"}

Lengths = tuple[int, ...]
"""The cards of each suit that a player holds, or that are left for the players after."""


@cache
def hands_within(left: Lengths, size: int) -> tuple[Lengths, ...]:
    """Return all lengths of a hand of ``size`` cards, of which each suit has so many left."""
    return tuple(hand for hand in product(*(range(n + 1) for n in left)) if sum(hand) == size)


@cache
def count_classes(left: Lengths, n_players: int, size: int) -> int:
    """Return the number of ways to share out the suits among players of ``size`` cards each.

    >>> count_classes((8, 8, 8, 8), 4, 8) == N_DEALS
    True
    """
    if not n_players:
        return 1
    return sum(count_classes(_without(left, hand), n_players - 1, size) for hand in hands_within(left, size))


def draw_class(rng: Random, left: Lengths, n_players: int, size: int) -> list[Lengths]:
    """Draw one of the classes uniformly: the lengths of every hand."""
    drawn: list[Lengths] = []
    for n_left in range(n_players - 1, -1, -1):
        hands = hands_within(left, size)
        weights = [count_classes(_without(left, hand), n_left, size) for hand in hands]
        (hand,) = rng.choices(hands, weights)
        drawn.append(hand)
        left = _without(left, hand)
    return drawn


def draw_random(seed: int) -> Iterator[Position]:
    """Yield random deals without an end."""
    rng, rules = Random(f"klaverjas random {seed}"), find_variant(GAME)
    while True:
        yield random_deal(rng, rules)


def draw_of_classes(seed: int) -> Iterator[Position]:
    """Yield deals without an end, for each of which a class is drawn; north takes and leads."""
    rng, rules = Random(f"klaverjas {seed}"), find_variant(GAME)
    n_ranks = len(rules.ranks)
    while True:
        lengths = draw_class(rng, (n_ranks,) * len(rules.suits), rules.n_players, rules.cards_each)
        hands: list[list[Card]] = [[] for _ in rules.players]
        for place, suit in enumerate(rules.suits):
            ranks = rng.sample(rules.ranks, n_ranks)
            for hand, of_suits in zip(hands, lengths, strict=True):
                hand += [Card(suit, ranks.pop()) for _ in range(of_suits[place])]
        deal = Deal({seat: tuple(hand) for seat, hand in zip(rules.players, hands, strict=True)})
        first = rules.players[0]
        contract = Contract(rules.trumps[0], taker=first)
        yield Position(rules, contract, deal.sorted(), leader=first)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of some of the deals, and from it that of all."""

    ms: tuple[float, ...]
    """The processor time of each batch, a deal of it."""
    nodes: tuple[int, ...]
    """Of each deal."""

    @property
    def hours(self) -> float:
        """The hours of one core for all deals."""
        return mean(self.ms) * N_DEALS / 3.6e6

    @property
    def hours_error(self) -> float:
        """The standard error of that, from the batches."""
        return stdev(self.ms) / sqrt(len(self.ms)) * N_DEALS / 3.6e6

    def line(self, kind: str, work: str) -> str:
        """Return the row of a table of Markdown."""
        met = "yes" if self.hours <= TARGET_HOURS else "no"
        nodes = [median(self.nodes), mean(self.nodes), quantiles(self.nodes, n=20)[-1], max(self.nodes)]
        figures = [f"{mean(self.ms):.1f}", *(f"{n:,.0f}" for n in nodes)]
        hours = f"{self.hours:.1f} ± {self.hours_error:.1f}"
        cells = [kind, work, f"{len(self.nodes):,}", *figures, hours, f"{TARGET_HOURS:g}", met]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| deals | asked | n | ms a deal | nodes: median | mean | p95 | max | core-hours | target | met |\n"
    f"| --- | --- | {' | '.join(['---:'] * 8)} | --- |"
)


def measure(
    deals: Iterator[Position], n_deals: int, cards: CardsWanted, n_checked: int = 0, tries: int = 1
) -> Estimate:
    """Solve deals in batches; the first ``n_checked``, with every card, by the plain reference too.

    tries: the times that each batch is solved, of which the fastest counts: what other programs take of a
        processor's memory is no cost of the deals.

    Raises:
        ValueError: a value is not that of the plain reference.
    """
    ms: list[float] = []
    nodes: list[int] = []
    while len(nodes) < n_deals:
        positions = [next(deals) for _ in range(min(PORTION, n_deals - len(nodes)))]
        tried = []
        for _ in range(tries):
            started = time.process_time_ns()
            answers = solve_many(positions, cards=cards)
            # All that is asked for is read: the value of every card.
            values = [{str(card.card): card.bounds.low for card in answer.cards} for answer in answers]
            tried.append((time.process_time_ns() - started) / 1e6 / len(positions))
        ms.append(min(tried))
        n_to_check = max(n_checked - len(nodes), 0)
        for position, found in zip(positions[:n_to_check], values, strict=False):
            if (right := Question(position, ROW).ask_plain().cards) != found:
                raise ValueError(f"{position.to_dict()} has the values {right}, found were {found}")
        nodes += [answer.stats.nodes for answer in answers]
    return Estimate(tuple(ms), tuple(nodes))


def _without(left: Lengths, hand: Lengths) -> Lengths:
    return tuple(n - own for n, own in zip(left, hand, strict=True))


def rows(
    n_deals: int, n_others: int, seed: int = SEED, n_checked: int = 5, tries: int = 1
) -> Iterator[tuple[str, str, Estimate]]:
    """Yield each kind of deals and what is asked of them, with what some of them cost.

    n_deals: of classes, every card; of each other row there are ``n_others``.
    """
    first = True
    for kind, draw in {"of classes": draw_of_classes, "random": draw_random}.items():
        for work, cards in WORKS.items():
            n, checked = (n_deals, n_checked) if first else (n_others, 0)
            yield kind, work, measure(draw(seed), n, cards, checked, tries)
            first = False


@click.command()
@click.option("--deals", "n_deals", default=5_000, show_default=True, help="Deals of classes, every card.")
@click.option("--others", "n_others", default=1_000, show_default=True, help="Deals of each other row.")
@click.option("--seed", default=SEED, show_default=True)
@click.option("--check", "n_checked", default=5, show_default=True, help="Deals solved by the plain one too.")
@click.option("--tries", default=1, show_default=True, help="Of each batch, of which the best counts.")
def main(n_deals: int, n_others: int, seed: int, n_checked: int, tries: int) -> None:
    """Print what some deals cost, and what all of them would."""
    click.echo(HEAD)
    for kind, work, estimate in rows(n_deals, n_others, seed, n_checked, tries):
        click.echo(estimate.line(kind, work))


if __name__ == "__main__":
    main()
