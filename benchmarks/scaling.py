"""Draw how work spreads over threads: ``python -m benchmarks.scaling`` draws benchmarks/scaling.svg.

The nodes of each piece of work are measured, and its threads are replayed with them in the place of time:
each takes the next piece when it is free, as the solver lets them.  So the plot is the same on every machine.
It leaves out what threads cost each other in caches and memory; that is measured on the cores there are
(``python -m benchmarks.tables``, and the list ``threads``).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from pathlib import Path
from statistics import geometric_mean

import click

from benchmarks.bridge_deals import STRAINS, BridgeWork, parse_hands, read_fixed, start_of
from benchmarks.lists import THREADS_ROW, read_cases
from benchmarks.plot import Curve, Panel, draw
from benchmarks.solvers import Question
from solver import Deal, Solver

PLOT = Path(__file__).with_name("scaling.svg")
THREADS = (1, 2, 3, 4, 6, 8, 12, 16)

Chain = Sequence[int]
"""The nodes of pieces of work of which each waits for the one before."""


def replay(chains: Sequence[Chain], n_threads: int) -> int:
    """Return when the last of ``n_threads`` ends with all chains, in nodes.

    A thread that is free takes the next piece of the chain that is expected to take longest: by the mean of
    what it has taken, and first those that have not begun.

    >>> [replay([(3, 1), (2, 2), (4,)], n_threads) for n_threads in (1, 2, 9)]
    [12, 7, 4]
    """
    n_done = [0] * len(chains)
    free = list(range(len(chains)))
    busy: list[tuple[int, int, int]] = []
    order, now, n_idle = count(), 0, n_threads

    def expected(which: int) -> float:
        done, chain = n_done[which], chains[which]
        return sum(chain[:done]) / done * (len(chain) - done) if done else inf

    while free or busy:
        while free and n_idle:
            which = max(free, key=expected)
            free.remove(which)
            n_idle -= 1
            heappush(busy, (now + chains[which][n_done[which]], next(order), which))
        now, _, which = heappop(busy)
        n_idle += 1
        n_done[which] += 1
        if n_done[which] < len(chains[which]):
            free.insert(0, which)
    return now


def chain_of(deal: Deal, strain: str, leaders: str) -> Chain:
    """Return the nodes for the value with each of the leaders, one after the other with one table."""
    solver, guess, nodes = None, None, []
    for leader in leaders:
        start = start_of(deal, strain, leader)
        solver = solver or Solver(start)
        answer = solver.solve(start, cards="none", guess=guess, with_line=False)
        assert answer.value is not None, "without a limit all is proved"
        guess = answer.value["NS"] - answer.value["EW"]
        nodes.append(answer.stats.nodes)
    return nodes


def tables(n_deals: int) -> Mapping[str, Sequence[Sequence[Chain]]]:
    """Return the chains of each table, with a trump in each thread, and with a trump in two."""
    deals = [parse_hands(fixed.asked.deal) for fixed in read_fixed(BridgeWork.table)][:n_deals]
    return {
        "tables, by trump": [[chain_of(deal, strain, "NSEW") for strain in STRAINS] for deal in deals],
        "tables, by trump and side": [
            [chain_of(deal, strain, side) for strain in STRAINS for side in ("NS", "EW")] for deal in deals
        ],
    }


def speedup(works: Sequence[Sequence[Chain]], alone: Sequence[int], n_threads: int) -> float:
    """Return how many times as fast the works are as by one thread, which needs ``alone`` nodes; the mean."""
    return geometric_mean(
        before / replay(chains, n_threads) for chains, before in zip(works, alone, strict=True)
    )


@click.command()
@click.option("--tables", "n_tables", default=20, show_default=True, help="Deals of bridge.")
@click.option("--deals", "n_deals", default=200, show_default=True, help="Deals of belote.")
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), default=PLOT, help="The file.")
def main(n_tables: int, n_deals: int, to: Path) -> None:
    """Replay tables and independent deals on 1 to 16 threads, and draw how many times as fast they are."""
    works: dict[str, Sequence[Sequence[Chain]]] = dict(tables(n_tables))
    cases = list(read_cases(THREADS_ROW.deals))[:n_deals]
    deals = [[Question(case.position, THREADS_ROW).ask_core().nodes] for case in cases]
    alone = [sum(map(sum, chains)) for chains in works["tables, by trump"]]
    of_work = {name: partial(speedup, chains, alone) for name, chains in works.items()}
    of_work[f"{len(deals)} deals of belote"] = partial(speedup, [deals], [sum(map(sum, deals))])
    curves = [Curve("as many times", [(n, n) for n in THREADS])]
    click.echo(f"| work | {' | '.join(map(str, THREADS))} |")
    click.echo(f"| --- | {' | '.join(['---:'] * len(THREADS))} |")
    for name, times in of_work.items():
        found = [(n, times(n)) for n in THREADS]
        curves.append(Curve(name, found))
        click.echo(f"| {name} | {' | '.join(f'{gain:.2f}' for _, gain in found)} |")
    panel = Panel("threads", "times as fast as one thread", curves)
    to.write_text(draw("Work over threads, replayed by nodes", [panel], 1), encoding="utf-8")


if __name__ == "__main__":
    main()
