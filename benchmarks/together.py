"""Measure one search by several threads: ``python -m benchmarks.together``, by the clock, beside one thread.

Each position is solved by one thread and by several in turns, in pairs, from an empty table; the best of some
tries counts.  Long searches are what threads are for; short ones are solved too, which they must not make
slower.  What the machine does besides counts against the threads, which want all its cores.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import geometric_mean, median

import click

from benchmarks.bridge_deals import BridgeWork, position_of, read_fixed
from benchmarks.lists import BELOTE, CONTREE, VALET, read_cases
from benchmarks.random_deals import play_until, random_deal
from solver import Answer, Limit, Position, Rules, find_variant, solve

LONG = 1_000_000
"""The nodes of one thread from which on a search is long."""
TARGET = 1.7
"""The speed-up by two threads that was aimed at where a search is long; elsewhere 1."""
CHANCE = 0.02
TABLE_MIB = 256
N_STOCKED = {24: 80, 28: 24}
"""The deals of California Jack, by the cards in the stock: half of the first are long, most of the others."""
N_OWN = 32
"""The deals of own rules, of which three quarters are long."""
OWN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
OWN_RULES = {
    "name": "forty_cards",
    "deck": {"ranks": "AKQJT98765", "cards_each": 10},
    "result": {"objective": "card_points"},
    "points": {"standard": {"plain": OWN_POINTS, "trump": OWN_POINTS}},
    "bonus": {"last_trick": 10},
}
"""A game of no shipped variant: ten tricks for the points of the aces and tens."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A search by one number of threads: its best try by the clock."""

    clock_ms: float
    cpu_ms: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Pair:
    """The same search by one thread and by several."""

    alone: Tried
    together: Tried

    @property
    def is_long(self) -> bool:
        """True if threads are meant to help."""
        return self.alone.nodes >= LONG

    @property
    def gain(self) -> float:
        """The speed-up by the threads."""
        return self.alone.clock_ms / self.together.clock_ms


def read_works(n_long: int, n_short: int) -> Mapping[str, Sequence[Position]]:
    """Return the positions of each work: so many of each list, the long ones and the short ones apart."""
    return {
        **{f"california_jack, {n} in stock": [*islice(_stocked(n), n_long)] for n in N_STOCKED},
        "own rules, 40 cards": [*islice(_own_deals(), n_long)],
        "bridge, Andrews' deal": [*_freaks()],
        "belote": [case.position for case in read_cases(BELOTE)][:n_short],
        "contree": [case.position for case in read_cases(CONTREE)][:n_short],
        "valet_de_trefle": [case.position for case in read_cases(VALET)][:n_short],
    }


def _stocked(n_cards: int) -> Iterator[Position]:
    """Yield random deals of California Jack after random play, with so many cards in the stock."""
    for index in range(N_STOCKED[n_cards]):
        rng = Random(f"california_jack {n_cards} {index}")
        yield play_until(rng, random_deal(rng, find_variant("california_jack")), n_cards)


def _own_deals() -> Iterator[Position]:
    """Yield random deals of the own rules, before the first card."""
    rules = Rules.from_dict(OWN_RULES)
    return (random_deal(Random(f"{rules.name} {index}"), rules) for index in range(N_OWN))


def _freaks() -> Iterator[Position]:
    """Yield the deal that takes longest, with each of its leaders: the first of the list."""
    deals = [deal.asked for deal in read_fixed(BridgeWork.value, freaks=True)]
    yield from (position_of(asked) for asked in deals if asked.deal == deals[0].deal)


def measure(positions: Sequence[Position], threads: int, tries: int) -> list[Pair]:
    """Solve each position by one thread and by several; raises ValueError if they differ."""
    pairs = []
    for position in positions:
        best: dict[int, Tried] = {}
        values = set()
        for turn in range(tries):
            # First the one, then the other: what the first leaves in the caches helps both.
            for n in (1, threads) if turn % 2 else (threads, 1):
                tried, answer = _try(position, n)
                values.add((answer.bounds, *sorted(card.bounds.low for card in answer.cards)))
                if n not in best or tried.clock_ms < best[n].clock_ms:
                    best[n] = tried
        if len(values) > 1:
            raise ValueError(f"{position.to_dict()} has several values: {values}")
        pairs.append(Pair(best[1], best[threads]))
    return pairs


def _try(position: Position, threads: int) -> tuple[Tried, Answer]:
    limit = Limit(threads=threads, table_mib=TABLE_MIB)
    started = time.perf_counter(), time.process_time()
    # Every card of the deal that takes longest would take a minute; of own rules it takes some seconds.
    answer = solve(position, limit, "best" if position.rules.name in ("bridge", OWN_RULES["name"]) else "all")
    clock, cpu = time.perf_counter() - started[0], time.process_time() - started[1]
    return Tried(1000 * clock, 1000 * cpu, answer.stats.nodes), answer


HEAD = (
    "| work | n | ms by one thread | by {threads} | times as fast | least | in all | processor time | nodes "
    f"| target | met |\n| --- | {' | '.join(['---:'] * 9)} | --- |"
)


def line(name: str, pairs: Sequence[Pair]) -> str:
    """Return the row of a table of Markdown: medians of the times, geometric means of the ratios.

    "In all" is the ratio of the sums, in which long searches weigh more.
    """
    gain, least = geometric_mean(pair.gain for pair in pairs), min(pair.gain for pair in pairs)
    in_all = sum(pair.alone.clock_ms for pair in pairs) / sum(pair.together.clock_ms for pair in pairs)
    cpu = geometric_mean(pair.together.cpu_ms / pair.alone.cpu_ms for pair in pairs)
    nodes = geometric_mean(pair.together.nodes / pair.alone.nodes for pair in pairs)
    is_long = pairs[0].is_long
    target = TARGET if is_long else 1.0
    # What is short is solved by one thread anyway, and differs by chance alone.
    met = "yes" if gain >= (target if is_long else target - CHANCE) else "no"
    one, several = (
        median(pair.alone.clock_ms for pair in pairs),
        median(pair.together.clock_ms for pair in pairs),
    )
    return (
        f"| {name} | {len(pairs)} | {one:,.1f} | {several:,.1f} | {gain:.2f} | {least:.2f} | {in_all:.2f} "
        f"| {cpu:.2f} × | {nodes:.2f} × | {target:g} | {met} |"
    )


def rows(n_long: int, n_short: int, threads: int, tries: int) -> Iterator[tuple[str, list[Pair]]]:
    """Yield the pairs of each work, its long searches and its short ones apart."""
    for name, positions in read_works(n_long, n_short).items():
        pairs = measure(positions, threads, tries)
        for is_long in (True, False):
            of_kind = [pair for pair in pairs if pair.is_long == is_long]
            if of_kind:
                yield f"{name}, {'above' if is_long else 'below'} a million nodes", of_kind


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--long", "n_long", default=80, show_default=True, help="The most deals of California Jack and own rules."
)
@click.option("--short", "n_short", default=40, show_default=True, help="Deals of each other list.")
@click.option("--threads", default=2, show_default=True, help="Threads, beside one.")
@click.option("--tries", default=3, show_default=True, help="Of which the best counts.")
def main(n_long: int, n_short: int, threads: int, tries: int) -> None:
    """Print a table of Markdown: times by one thread and by several, and their ratios."""
    click.echo(HEAD.format(threads=threads))
    for name, pairs in rows(n_long, n_short, threads, tries):
        click.echo(line(name, pairs))


if __name__ == "__main__":
    main()
