"""Measure tables over cores: ``python -m benchmarks.tables``, tables of bridge by one thread and by several.

endplay makes the same tables where it is installed, by threads of its own on all cores and on one.  All take
turns, deal by deal, in this process.  Each has the best of several tries, and every trick is compared.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import fmean, geometric_mean, median

import click

from benchmarks.bridge import has_endplay
from benchmarks.bridge_deals import SEATS, BridgeWork, FixedDeal, read_fixed
from solver import tabulate

ALONE, ENDPLAY, ENDPLAY_ALONE = "1 thread", "endplay", "endplay on one core"
"""The names of three of the ways."""
Tricks = tuple[object, ...]
"""The tricks of every declarer, strain after strain."""
Way = Callable[[FixedDeal], tuple[Tricks, int | None]]
"""A way to make a table: its tricks, and the nodes that it took, where they are known."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The least milliseconds of one table, by the clock and by processor time."""

    clock_ms: float
    cpu_ms: float
    nodes: int | None


def by_threads(threads: int) -> Way:
    """The way of `solver.tabulate`."""

    def make(deal: FixedDeal) -> tuple[Tricks, int]:
        table = tabulate({"variant": "bridge", "deal": deal.asked.deal}, threads=threads)
        tricks = {}
        for entry, _ in table.entries:
            assert entry.result is not None, "without a limit all is proved"
            assert entry.taker is not None, "bridge has takers"
            tricks[entry.trump, entry.taker] = entry.result[entry.taker in "EW"]
        strains = dict.fromkeys(trump for trump, _ in tricks)
        return tuple(tricks[strain, seat] for strain in strains for seat in _declarers()), table.stats.nodes

    return make


def by_endplay(deal: FixedDeal) -> tuple[Tricks, None]:
    """The way of endplay."""
    peer = import_module("benchmarks.bridge_peer")
    tricks, _ = peer.solve(deal.asked.deal, "S", "N", (), str(BridgeWork.table))
    return tricks, None


def by_endplay_alone(deal: FixedDeal) -> tuple[Tricks, None]:
    """The way of endplay on one core: the threads that it starts for each table stay where this one is."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        return by_endplay(deal)
    finally:
        os.sched_setaffinity(0, cores)


def _declarers() -> tuple[str, ...]:
    """The declarers in the order of the leaders: each stands before the leader."""
    return tuple(SEATS[SEATS.index(leader) - 1] for leader in SEATS)


def measure(deals: list[FixedDeal], ways: Mapping[str, Way], tries: int) -> dict[str, list[Timed]]:
    """Make every table in every way; raises ValueError if two differ."""
    found: dict[str, list[Timed]] = {name: [] for name in ways}
    for deal in deals:
        best: dict[str, Timed] = {}
        for _ in range(tries):
            for name, way in ways.items():
                started = time.perf_counter(), time.process_time()
                tricks, nodes = way(deal)
                clock, cpu = time.perf_counter() - started[0], time.process_time() - started[1]
                if tricks != deal.known[BridgeWork.table]:
                    raise ValueError(f"{name} has another table of {deal.asked.deal}")
                if name not in best or clock * 1000 < best[name].clock_ms:
                    best[name] = Timed(clock * 1000, cpu * 1000, nodes)
        for name, timed in best.items():
            found[name].append(timed)
    return found


def measure_all(n_deals: int, threads: int, tries: int) -> dict[str, list[Timed]]:
    """Make the tables of so many deals of the list by one thread, by several, and by endplay if there."""
    ways: dict[str, Way] = {ALONE: by_threads(1), f"{threads} threads": by_threads(threads)}
    if has_endplay():
        ways |= {ENDPLAY: by_endplay, ENDPLAY_ALONE: by_endplay_alone}
    deals = list(read_fixed(BridgeWork.table))[:n_deals]
    measure(deals[:1], ways, 1)
    return measure(deals, ways, tries)


def gain(found: Mapping[str, Sequence[Timed]], one: str, other: str) -> float:
    """Return how many times as fast as ``one`` the ``other`` is by the clock, in geometric mean."""
    return geometric_mean(
        ours.clock_ms / theirs.clock_ms for ours, theirs in zip(found[one], found[other], strict=True)
    )


def lines(found: Mapping[str, Sequence[Timed]]) -> Iterator[str]:
    """Yield the lines of a table of Markdown."""
    yield "| way | median ms | mean | 1 thread ÷ it | processor ms | nodes |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name, times in found.items():
        clock = [own.clock_ms for own in times]
        nodes = sum(own.nodes or 0 for own in times)
        yield (
            f"| {name} | {median(clock):.1f} | {fmean(clock):.1f} | {gain(found, ALONE, name):.2f} "
            f"| {fmean(own.cpu_ms for own in times):.1f} | {f'{nodes:,}' if nodes else '–'} |"
        )


@click.command()
@click.option("--deals", "n_deals", default=20, show_default=True, help="Deals of the list of bridge.")
@click.option("--threads", default=2, show_default=True, help="Threads, beside one.")
@click.option("--tries", default=3, show_default=True, help="Of which the best counts.")
def main(n_deals: int, threads: int, tries: int) -> None:
    """Print a table of Markdown: times, and how many times as long one thread takes."""
    for line in lines(measure_all(n_deals, threads, tries)):
        click.echo(line)


if __name__ == "__main__":
    main()
