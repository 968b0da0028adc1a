"""``python -m benchmarks.puzzle_bank``: what it costs to find the next puzzle in a bank of a million.

The bank is filled with puzzles that are made up, in a file of SQLite or in the database of PostgreSQL that is
named, and every way to ask is measured with other ratings and themes each time.  The exit status is 1 if the
95th percentile of any way to ask for the next puzzle is above `BAR_MS`.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

import click
from rich.console import Console
from rich.table import Table

from api.puzzles.attempts import Who
from api.puzzles.bank import Bank, Wanted
from api.puzzles.kept import length_key
from api.puzzles.search import Sort
from api.store import Store
from benchmarks.made_puzzles import APART, COMMON, GAMES, MIDDLING, RARE, make_puzzles

BAR_MS = 15
BATCH = 2_000
N_HELPED = 500
"""The puzzles that a solver of the measurement has seen before."""
SOLVER = Who("", "benchmark")


@dataclass(frozen=True, slots=True)
class Cost:
    """The time that one way to ask took."""

    name: str
    times_ms: tuple[float, ...]
    n_found: int

    @property
    def p95_ms(self) -> float:
        """The 95th percentile."""
        return quantiles(self.times_ms, n=20, method="inclusive")[-1]


def fill(bank: Bank, n: int, seed: int, show: Callable[[str], None]) -> None:
    """Add ``n`` made-up puzzles to a bank."""
    puzzles, started = make_puzzles(n, seed), time.monotonic()
    for start in range(0, n, BATCH):
        bank.add(islice(puzzles, BATCH))
        show(f"{start:,} of {n:,} puzzles, {start / (time.monotonic() - started):,.0f} a second")


def see_some(bank: Bank, chance: random.Random) -> list[str]:
    """Let the solver see some puzzles, and return their ids."""
    seen: list[str] = []
    while len(seen) < N_HELPED:
        puzzle = bank.next(Wanted(), draw_rating(chance), who=SOLVER)
        assert puzzle is not None
        bank.note_help(puzzle, SOLVER)
        seen.append(puzzle.id)
    return seen


def draw_rating(chance: random.Random) -> int:
    """Draw a rating that somebody asks for; some are beyond all puzzles."""
    return min(max(round(chance.gauss(1500, 500)), 0), 3400)


def ways_to_ask(bank: Bank, chance: random.Random, seen: list[str]) -> Mapping[str, Callable[[], object]]:
    """Return the ways to ask for the next puzzle, by what they ask for."""

    def ask(
        variant: str | None = None,
        every: tuple[str, ...] = (),
        either: tuple[str, ...] = (),
        n_excluded: int = 0,
        who: Who | None = None,
    ) -> object:
        excluded = chance.sample(seen, n_excluded)
        return bank.next(Wanted(variant, every, either), draw_rating(chance), excluded, who)

    def game() -> str:
        return chance.choices(GAMES, (4, 1, 4, 4, 2))[0]

    def pick(themes: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(chance.sample(themes, n))

    return {
        "any game": ask,
        "a game": lambda: ask(game()),
        "a theme": lambda: ask(game(), pick((*COMMON, *MIDDLING), 1)),
        "a rare theme": lambda: ask(game(), pick(RARE, 1)),
        "two themes": lambda: ask(game(), pick((*COMMON, *MIDDLING), 2)),
        "two themes of which one is rare": lambda: ask(game(), (*pick(COMMON, 1), *pick(RARE, 1))),
        "three themes": lambda: ask(game(), pick((*COMMON, *MIDDLING), 3)),
        "two themes that exclude each other": lambda: ask(game(), APART),
        "the same, in any game": lambda: ask(None, APART),
        "one of three themes": lambda: ask(game(), either=pick((*COMMON, *MIDDLING, *RARE), 3)),
        "one of two themes, and a length": lambda: ask(
            game(), (length_key(chance.randint(1, 5)),), pick((*COMMON, *RARE), 2)
        ),
        "none of 100": lambda: ask(game(), n_excluded=100),
        "new to a solver": lambda: ask(game(), who=SOLVER),
    }


def other_ways(bank: Bank, chance: random.Random, seen: list[str]) -> Mapping[str, Callable[[], object]]:
    """Return other questions, which have no bar."""

    def browse(wanted: Wanted, sort: Sort) -> object:
        return bank.find(wanted, sort, None, 20)

    return {
        "by its id": lambda: bank.get(chance.choice(seen)),
        "list: the newest": lambda: browse(Wanted(), Sort.new),
        "list: a theme, the newest": lambda: browse(Wanted(every=(chance.choice(COMMON),)), Sort.new),
        "list: two themes, easy": lambda: browse(
            Wanted("belote", every=tuple(chance.sample(COMMON, 2))), Sort.easy
        ),
        "list: some ratings, the newest": lambda: browse(
            Wanted("belote", ratings=(low := chance.randint(600, 2500), low + 50)), Sort.new
        ),
        "figures": bank.figures,
    }


def measure(ways: Mapping[str, Callable[[], object]], n: int) -> Iterator[Cost]:
    """Ask ``n`` times in each way."""
    for name, ask in ways.items():
        times: list[float] = []
        n_found = 0
        for _ in range(n):
            started = time.perf_counter()
            found = ask()
            times.append((time.perf_counter() - started) * 1000)
            n_found += found is not None
        yield Cost(name, tuple(times), n_found)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--puzzles", "n_puzzles", default=1_000_000, show_default=True, help="The size of the bank.")
@click.option("--asked", "n_asked", default=200, show_default=True, help="How often each way is measured.")
@click.option("--seed", default=0, show_default=True)
@click.option("--database", help="Where the bank is kept; it is filled only if it is empty.")
def main(n_puzzles: int, n_asked: int, seed: int, database: str | None) -> None:
    """Fill a bank of puzzles, and measure what it costs to find some."""
    errors = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(database or str(Path(folder) / "puzzles.db"))
        chance = random.Random(seed)
        bank = Bank(store, chance)
        # Step 1. Fill the bank.
        with errors.status("starting") as status:
            if not bank.figures():
                fill(bank, n_puzzles, seed, status.update)
            n_puzzles = sum(figures.n for figures in bank.figures())
            # Step 2. Measure, each way for the first time with what the ways before have left in memory.
            seen = see_some(bank, chance)
            next_costs = list(measure(ways_to_ask(bank, chance, seen), n_asked))
            other_costs = list(measure(other_ways(bank, chance, seen), n_asked))
        # Step 3. Show the costs.
        size = Path(folder, "puzzles.db").stat().st_size / 1e9 if database is None else None
        console = Console(highlight=False, markup=False, emoji=False)
        made_at = datetime.now(UTC).isoformat(timespec="minutes")
        console.print(
            f"{n_puzzles:,} puzzles in {store.name}, {made_at}" + (f", {size:.1f} GB" if size else "")
        )
        console.print(table_of("the next puzzle", next_costs))
        console.print(table_of("other questions", other_costs))
        store.close()
    if any(cost.p95_ms > BAR_MS for cost in next_costs):
        sys.exit(1)


def table_of(title: str, costs: list[Cost]) -> Table:
    """Return a table of costs, in milliseconds."""
    table = Table(title=title, title_justify="left")
    table.add_column("asked for")
    for name in ("n", "found", "median", "p95", "max"):
        table.add_column(name, justify="right")
    for cost in costs:
        times = (median(cost.times_ms), cost.p95_ms, max(cost.times_ms))
        figures = (f"{len(cost.times_ms)}", f"{cost.n_found}", *(f"{one:.3g}" for one in times))
        table.add_row(cost.name, *figures)
    return table


if __name__ == "__main__":
    main()
