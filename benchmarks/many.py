"""Measure batches: ``python -m benchmarks.many``, positions a second by `solve`, `solve_many` and the core.

All take turns on the same portions of positions, so that what disturbs the machine disturbs all, and every
answer is compared.  As in `timeit`, the collector of garbage does not run meanwhile.  With ``--then`` the
calls of an older version take their turn, too.
"""

import gc
import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click

from benchmarks.lists import BELOTE, CONTREE, LOGS, QUADRETTE, Deals, Row, Target, Work, read_cases
from benchmarks.random_deals import random_deal
from benchmarks.solvers import Question
from solver import Answer, Position, find_variant, solve, solve_many

PORTION = 1000
TRIES = 3
"""Of which the best counts, for each portion: the machine's other work is no cost of the program."""
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
THEN = "then"
"""The way of an older version: its calls of `solve`."""
_SOLVE_THEN = """
import gc, json, sys, time
from solver import Position, solve
gc.disable()
for line in sys.stdin:
    positions = [Position.from_dict(data) for data in json.loads(line)]
    gc.collect()
    started = time.process_time(), time.perf_counter()
    for position in positions:
        solve(position)
    print(time.process_time() - started[0], time.perf_counter() - started[1], flush=True)
"""
"""The program for the older version: for each line, a portion, it prints seconds of processor and clock."""

Seconds = tuple[float, float]
"""Of the processor, of all threads together; and of the clock."""
TimeThen = Callable[[Sequence[Position]], Seconds]


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

    @property
    def n_times_then(self) -> tuple[float, float] | None:
        """The same over the calls of an older version, and by two threads by the clock; None without one."""
        if THEN not in self.per_s:
            return None
        by_two = self.per_s["2 threads"] / self.per_s[THEN]
        return self.per_cpu_s["many"] / self.per_cpu_s[THEN], by_two

    def line(self) -> str:
        """The row of a table of Markdown."""
        cpu = self.per_cpu_s
        figures = [f"{cpu[way]:,.0f}" for way in ("solve", "many", "many, read", "core")]
        ratios = [
            f"{self.n_times:.2f}",
            f"{cpu['many, read'] / cpu['solve']:.2f}",
            f"{cpu['many'] / cpu['core']:.2f}",
            f"{self.per_s['2 threads'] / self.per_s['many']:.2f}",
            *(f"{times:.1f}" if times else "–" for times in self.n_times_then or (None, None)),
        ]
        return f"| {' | '.join([self.name, str(self.n), *figures, *ratios])} |"


HEAD = (
    "| set | n | `solve` | `solve_many` | read | core | many ÷ solve | read ÷ solve | many ÷ core "
    "| 2 threads ÷ 1 | many ÷ then | 2 threads ÷ then |\n"
    f"| --- | {' | '.join(['---:'] * 11)} |"
)


def measure(name: str, positions: Sequence[Position], then: TimeThen | None = None) -> Rates:
    """Solve all positions in every way, and by the older version; raises ValueError if two answers differ."""
    solve_many(positions[:2], threads=2)
    portions = [positions[start : start + PORTION] for start in range(0, len(positions), PORTION)]
    took: dict[str, list[Seconds]] = {}
    for portion in portions:
        tries: dict[str, list[Seconds]] = {}
        for _ in range(TRIES):
            found: list[Sequence[Answer]] = []
            for way, prepare in WAYS.items():
                seconds, answers = _time(prepare(portion))
                tries.setdefault(way, []).append(seconds)
                if answers is not None:
                    found.append(answers)
            _compare(name, found)
            if then is not None:
                tries.setdefault(THEN, []).append(then(portion))
        for way, each in tries.items():
            took.setdefault(way, []).append((min(cpu for cpu, _ in each), min(clock for _, clock in each)))
    n = len(positions)
    per_cpu_s = {way: n / sum(cpu for cpu, _ in each) for way, each in took.items()}
    return Rates(name, n, per_cpu_s, {way: n / sum(clock for _, clock in each) for way, each in took.items()})


def _time(call: Callable[[], Answers]) -> tuple[Seconds, Answers]:
    gc.collect()
    gc.disable()
    started = time.process_time(), time.perf_counter()
    answers = call()
    took = time.process_time() - started[0], time.perf_counter() - started[1]
    gc.enable()
    return took, answers


def _compare(name: str, found: Sequence[Sequence[Answer]]) -> None:
    for same in zip(*found, strict=True):
        if any((one.value, one.cards) != (same[0].value, same[0].cards) for one in same):
            raise ValueError(f"{name}: two ways have different answers")


@contextmanager
def calls_of(python: Path | None) -> Iterator[TimeThen | None]:
    """Run an older version, installed where ``python`` is, and give what times its calls; None without one.

    Asking it raises OSError or ValueError if it cannot solve the positions.
    """
    if python is None:
        yield None
        return
    # Nothing but what is installed there is imported: not the solver of this folder.
    with subprocess.Popen(
        [python, "-P", "-c", _SOLVE_THEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, tells = process.stdin, process.stdout

        def ask(positions: Sequence[Position]) -> Seconds:
            asks.write(json.dumps([position.to_dict() for position in positions]) + "\n")
            asks.flush()
            cpu, clock = map(float, tells.readline().split())
            return cpu, clock

        yield ask


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


def measure_all(n_endings: int, n_deals: int, python: Path | None = None) -> Iterator[Rates]:
    """Measure every set; endings beside the older version of ``python``, if one is named."""
    with calls_of(python) as then:
        for game in ENDINGS:
            yield measure(f"{game}, {N_LEFT} cards", endings(game, n_endings), then)
    for deals in FULL:
        yield measure(f"{deals.name}, full", full_deals(deals, n_deals))


@click.command()
@click.option("--endings", "n_endings", default=1000, show_default=True, help="Endings of each game.")
@click.option("--deals", "n_deals", default=100, show_default=True, help="Full deals of each list.")
@click.option(
    "--then",
    "python",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The Python of an older version's environment: its calls are measured, too.",
)
def main(n_endings: int, n_deals: int, python: Path | None) -> None:
    """Print the rates as a table of Markdown."""
    click.echo(HEAD)
    for rates in measure_all(n_endings, n_deals, python):
        click.echo(rates.line())


if __name__ == "__main__":
    main()
