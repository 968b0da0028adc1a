"""Measure prospects of a hand: ``python -m benchmarks.prospects``, its deals solved for every trump.

Hands are random, and what agrees with each is drawn and solved as for its bids: every deal for each take of
one player.  Processor time, and the part of it that the core has.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median

import click

from benchmarks.around import CoreClock
from solver import Viewpoint, find_prospects, find_variant
from solver.prospects.kept import forget_solved

GAMES: Mapping[str, float] = {"contree": 0.8, "belote": 0.5}
"""The most seconds for the deals of a hand that were set, in the median."""
SEED = 1
SEAT, DEALER = "N", "W"


@dataclass(frozen=True, slots=True)
class Cost:
    """The deals of a hand, solved for every trump."""

    cpu_s: float
    core_s: float
    n_solved: int


def draw_hand(game: str, rng: Random) -> Viewpoint:
    """Draw the hand of the player who speaks first, with a card turned up where the game has one."""
    rules = find_variant(game)
    n_seen = 6 if game == "belote" else rules.cards_each
    *hand, last = rng.sample(rules.deck, n_seen)
    if game == "belote":
        return Viewpoint(rules, SEAT, tuple(hand), DEALER, shown=(last,))
    return Viewpoint(rules, SEAT, (*hand, last), DEALER)


def measure(game: str, n_hands: int, n_deals: int, tries: int = 1) -> list[Cost]:
    """Measure so many hands, each so many times, of which the cheapest counts."""
    rng, clock, costs = Random(f"{game} {SEED}"), CoreClock(), []
    with clock.running():
        for _ in range(n_hands):
            viewpoint = draw_hand(game, rng)
            costs.append(
                min((_try(viewpoint, n_deals, clock) for _ in range(tries)), key=lambda cost: cost.cpu_s)
            )
    return costs


def _try(viewpoint: Viewpoint, n_deals: int, clock: CoreClock) -> Cost:
    forget_solved()
    clock.ns, started = 0, time.process_time()
    prospects = find_prospects(viewpoint, n_deals)
    takes = [take for take in prospects.takes() if take.taker == SEAT]
    prospects.solve(takes)
    cpu_s = time.process_time() - started
    n_solved = sum(found is not None for take in takes for found in prospects.results(take))
    return Cost(cpu_s, clock.ns / 1e9, n_solved)


HEAD = (
    "| game | hands | deals solved | seconds: median | mean | max | ms a deal | core | target | met |\n"
    f"| --- | {' | '.join(['---:'] * 8)} | --- |"
)


def line(game: str, costs: Sequence[Cost]) -> str:
    """Return the row of a table of Markdown."""
    seconds = [cost.cpu_s for cost in costs]
    n_solved = fmean(cost.n_solved for cost in costs)
    core = sum(cost.core_s for cost in costs) / sum(seconds)
    figures = [f"{value:.2f}" for value in (median(seconds), fmean(seconds), max(seconds))]
    ms = 1000 * fmean(seconds) / n_solved
    met = "yes" if median(seconds) <= GAMES[game] else "no"
    return (
        f"| {game} | {len(costs)} | {n_solved:.0f} | {' | '.join(figures)} | {ms:.2f} "
        f"| {core:.0%} | {GAMES[game]:g} | {met} |"
    )


def rows(n_hands: int, n_deals: int, tries: int) -> Iterator[tuple[str, list[Cost]]]:
    """Yield each game and what its hands cost."""
    for game in GAMES:
        measure(game, 1, 2)
        yield game, measure(game, n_hands, n_deals, tries)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--hands", "n_hands", default=9, show_default=True, help="Hands of each game.")
@click.option("--deals", "n_deals", default=100, show_default=True, help="Deals of each hand.")
@click.option("--tries", default=3, show_default=True, help="Of each hand, of which the best counts.")
def main(n_hands: int, n_deals: int, tries: int) -> None:
    """Print a table of Markdown."""
    click.echo(HEAD)
    for game, costs in rows(n_hands, n_deals, tries):
        click.echo(line(game, costs))


if __name__ == "__main__":
    main()
