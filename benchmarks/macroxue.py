"""Measure bridge beside macroxue's solver: ``python -m benchmarks.macroxue --source FOLDER``.

FOLDER holds ``solver.cc`` of https://github.com/macroxue/bridge-solver, which is not part of this project: it
is compiled in a folder that goes again.  Random deals are solved by both in turn, and every value is
compared.  Times are processor time, ours with the Python around the search.
"""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, geometric_mean, median
from tempfile import TemporaryDirectory

import click

from benchmarks.bridge import tell_atout
from benchmarks.bridge_deals import SEATS, STRAINS, Asked, BridgeWork, random_asked

DRIVER = Path(__file__).with_name("macroxue.cc")
FLAGS = ("-O3", "-march=native", "-std=c++17", "-w")
TARGET = 1.15
"""The least ratio of times that was aimed at, in geometric mean and in mean."""
DEALS = {BridgeWork.value: 100, BridgeWork.cards: 100, BridgeWork.table: 25}
"""The number of deals measured by default."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The milliseconds of both for the same deals."""

    ours: Sequence[float]
    theirs: Sequence[float]

    @property
    def mean_ratio(self) -> float:
        """Their mean over ours."""
        return fmean(self.theirs) / fmean(self.ours)

    @property
    def geometric_ratio(self) -> float:
        """The geometric mean of their times over ours, deal by deal."""
        return geometric_mean(theirs / ours for theirs, ours in zip(self.theirs, self.ours, strict=True))

    @property
    def is_met(self) -> bool:
        """True if both are at least the target."""
        return min(self.mean_ratio, self.geometric_ratio) >= TARGET

    def line(self, work: str) -> str:
        """Return the row of a table of Markdown."""
        cells = [f"{measure(ms):,.1f}" for measure in (median, fmean, max) for ms in (self.ours, self.theirs)]
        ratios = f"{self.geometric_ratio:.2f} | {self.mean_ratio:.2f}"
        met = "yes" if self.is_met else "no"
        return f"| {work} | {len(self.ours)} | {' | '.join(cells)} | {ratios} | {TARGET} | {met} |"


HEAD = (
    "| bridge | n | median | macroxue | mean | macroxue | max | macroxue | ÷, geometric | ÷, mean | target "
    f"| met |\n| --- | {' | '.join(['---:'] * 10)} | --- |"
)


@contextmanager
def opened(source: Path) -> Iterator[subprocess.Popen[str]]:
    """Compile and start macroxue's solver; it ends with the context.

    Raises:
        subprocess.CalledProcessError: it cannot be compiled.
    """
    with TemporaryDirectory(prefix="atout-macroxue-") as folder:
        built = Path(folder, "macroxue")
        name = f'-DSOLVER="{source.resolve() / "solver.cc"}"'
        subprocess.run(["g++", *FLAGS, name, DRIVER, "-o", built], check=True)
        with subprocess.Popen([built], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            try:
                yield program
            finally:
                program.terminate()


def ask(program: subprocess.Popen[str], asked: Asked, work: BridgeWork) -> tuple[float, dict[str, int]]:
    """Return the milliseconds and the tricks of North and South, by card, or by strain and leader."""
    assert program.stdin is not None, "it was opened"
    assert program.stdout is not None, "it was opened"
    hands = asked.deal.removeprefix("N:")
    program.stdin.write(f"{work} {asked.trump} {asked.leader} {hands}\n")
    program.stdin.flush()
    ms, *answers = program.stdout.readline().split()
    return float(ms), {name: int(tricks) for name, _, tricks in (one.partition("=") for one in answers)}


def values_of(asked: Asked, work: BridgeWork, found: dict[str, int]) -> tuple[object, ...]:
    """Return macroxue's answer as `tell_atout` has it; of cards only the value of the best."""
    if work == BridgeWork.table:
        return tuple(
            13 - found[strain[0] + leader] if leader in "NS" else found[strain[0] + leader]
            for strain in STRAINS
            for leader in SEATS
        )
    is_ours = asked.leader in "NS"
    best = max(found.values()) if is_ours else min(found.values())
    return (best if is_ours else 13 - best,)


def measure(program: subprocess.Popen[str], work: BridgeWork, deals: Sequence[Asked]) -> Beside:
    """Solve the deals by both; raises ValueError if a value differs."""
    ours, theirs = [], []
    for number, asked in enumerate(deals):
        # First the one, then the other.
        if number % 2:
            told, (ms, found) = tell_atout(asked, work), ask(program, asked, work)
        else:
            (ms, found), told = ask(program, asked, work), tell_atout(asked, work)
        values = told.values
        if work == BridgeWork.cards:
            values = (max(pair[1] for pair in values if isinstance(pair, tuple)),)
        if values != (right := values_of(asked, work, found)):
            raise ValueError(f"{asked}: {values}, macroxue says {right}")
        ours.append(told.ms)
        theirs.append(ms)
    return Beside(ours, theirs)


def rows(source: Path, n_deals: int | None, seed: int) -> Iterator[tuple[BridgeWork, Beside]]:
    """Yield each kind of work and its times."""
    with opened(source) as program:
        for work, n_usual in DEALS.items():
            deals = [random_asked(seed, index, work) for index in range(n_deals or n_usual)]
            measure(program, work, deals[:1])
            yield work, measure(program, work, deals)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--source",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of solver.cc.",
)
@click.option("--deals", "n_deals", type=int, help="So many deals of each kind of work.")
@click.option("--seed", default=1, show_default=True, help="Of the random deals.")
def main(source: Path, n_deals: int | None, seed: int) -> None:
    """Print a table of Markdown: both programs' times, and macroxue's over ours."""
    click.echo(HEAD)
    for work, found in rows(source, n_deals, seed):
        click.echo(found.line(work))


if __name__ == "__main__":
    main()
