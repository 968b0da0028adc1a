"""Measure batches: ``python -m benchmarks.many``, positions a second by `solve`, `solve_many` and the core.

All take turns on the same portions of positions, so that what disturbs the machine disturbs all, and every
answer is compared.  As in `timeit`, the collector of garbage does not run meanwhile.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import click

from benchmarks.lists import BELOTE, CONTREE, LOGS, QUADRETTE, Deals, Row, Target, Work, read_cases
from benchmarks.random_deals import random_deal
from benchmarks.solvers import Question
from solver import Answer, Position, find_variant, solve, solve_many

PORTION = 250
N_LEFT = 12
SEED = 1
ENDINGS = ("belote", "contree", "klaverjas_rotterdam", "quadrette", "bridge")
FULL = (BELOTE, CONTREE, QUADRETTE)
ROW = Row("many", LOGS, Work.cards, Target())

Answers = Sequence[Answer] | None
"""The findings of a way; None of the core, whose terms are others."""


def _read(answers: Sequence[Answer]) -> Sequence[Answer]:
    """Ask for one field of each, which fills in all."""
    for answer in answers:
        _ = answer.value
    return answers


def _ask_core(positions: Sequence[Position]) -> Callable[[], Answers]:
    """The core alone: everything is encoded before."""
    questions = [Question(position, ROW) for position in positions]

    def ask() -> Answers:
        for question in questions:
            question.ask_core()
        return None

    return ask


WAYS: Mapping[str, Callable[[Sequence[Position]], Callable[[], Answers]]] = {
    "solve": lambda positions: lambda: [solve(position) for position in positions],
    "many": lambda positions: lambda: solve_many(positions),
    "many, read": lambda positions: lambda: _read(solve_many(positions)),
    "2 threads": lambda positions: lambda: solve_many(positions, threads=2),
    "core": _ask_core,
}
"""The ways of solving, each with what makes the call that is timed."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Positions a second of one set, by the way they were solved."""

    name: str
    n: int
    per_cpu_s: Mapping[str, float]
    """A second of processor time, of all threads together."""
    per_s: Mapping[str, float]
    """A second of the clock."""

    @property
    def n_times(self) -> float:
        """The rate of a batch over that of single solves, by processor time, its answers waiting."""
        return self.per_cpu_s["many"] / self.per_cpu_s["solve"]

    def line(self) -> str:
        """The row of a table of Markdown."""
        cpu = self.per_cpu_s
        figures = [f"{cpu[way]:,.0f}" for way in ("solve", "many", "many, read", "core")]
        ratios = [
            f"{self.n_times:.2f}",
            f"{cpu['many, read'] / cpu['solve']:.2f}",
            f"{cpu['many'] / cpu['core']:.2f}",
            f"{self.per_s['2 threads'] / self.per_s['many']:.2f}",
        ]
        return f"| {' | '.join([self.name, str(self.n), *figures, *ratios])} |"


HEAD = (
    "| set | n | `solve` | `solve_many` | read | core | many ÷ solve | read ÷ solve | many ÷ core "
    "| 2 threads ÷ 1 |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def measure(name: str, positions: Sequence[Position]) -> Rates:
    """Solve all positions in every way; raises ValueError if two answers differ."""
    cpu, wall = dict.fromkeys(WAYS, 0.0), dict.fromkeys(WAYS, 0.0)
    solve_many(positions[:2], threads=2)
    for start in range(0, len(positions), PORTION):
        portion = positions[start : start + PORTION]
        found: list[Sequence[Answer]] = []
        for way, prepare in WAYS.items():
            call = prepare(portion)
            gc.collect()
            gc.disable()
            started = time.process_time(), time.perf_counter()
            answers = call()
            cpu[way] += time.process_time() - started[0]
            wall[way] += time.perf_counter() - started[1]
            gc.enable()
            if answers is not None:
                found.append(answers)
        for same in zip(*found, strict=True):
            if any((one.value, one.cards) != (same[0].value, same[0].cards) for one in same):
                raise ValueError(f"{name}: two ways have different answers")
    n = len(positions)
    return Rates(name, n, {way: n / cpu[way] for way in WAYS}, {way: n / wall[way] for way in WAYS})


def endings(game: str, n: int) -> list[Position]:
    """So many deals of a game, each played at random until `N_LEFT` cards are left."""
    rng, rules = Random(f"{game} {SEED} endings"), find_variant(game)
    found: list[Position] = []
    while len(found) < n:
        position = random_deal(rng, rules)
        while position.n_cards_left > N_LEFT:
            position = position.play(rng.choice(position.legal_plays()))
        found.append(position)
    return found


def full_deals(deals: Deals, n: int) -> list[Position]:
    """The first of the fixed deals of a list."""
    return [case.position for case in read_cases(deals)][:n]


def measure_all(n_endings: int, n_deals: int) -> Iterator[Rates]:
    """Measure every set."""
    for game in ENDINGS:
        yield measure(f"{game}, {N_LEFT} cards", endings(game, n_endings))
    for deals in FULL:
        yield measure(f"{deals.name}, full", full_deals(deals, n_deals))


@click.command()
@click.option("--endings", "n_endings", default=1000, show_default=True, help="Endings of each game.")
@click.option("--deals", "n_deals", default=100, show_default=True, help="Full deals of each list.")
def main(n_endings: int, n_deals: int) -> None:
    """Print the rates as a table of Markdown."""
    click.echo(HEAD)
    for rates in measure_all(n_endings, n_deals):
        click.echo(rates.line())


if __name__ == "__main__":
    main()
