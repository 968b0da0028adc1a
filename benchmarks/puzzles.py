"""The cost of finding puzzles: ``python -m benchmarks.puzzles``, in time of one core.

For each game: the puzzles kept in a second, the time of a candidate, each filter with what it takes of the
candidates and of the time, and the puzzles in a second by their length.  The counts are the same on every
machine; the times are of the processor, which other work on the machine disturbs little.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time

import click

from solver import Budget, Limit, Puzzle, PuzzleSpec, find_variant
from solver.puzzles.sieve import judge
from solver.puzzles.sources import Candidate, candidates_of, tasks_of
from solver.puzzles.twins import near_twin_key

GAMES = (
    "belote",
    "contree",
    "coinche",
    "klaverjas_amsterdam",
    "valet_de_trefle",
    "quadrette",
    "all_fours",
    "california_jack",
    "whist",
    "bridge",
)
TARGETS: Mapping[str, float] = {"belote": 10, "contree": 10, "quadrette": 30, "bridge": 1}
"""The least puzzles kept in a second by one core."""
DEALING, KEPT = "dealing", "kept"
"""The rows, beside those of the filters, for deals and play up to the candidate, and for puzzles kept."""


@dataclass(slots=True)
class Cost:
    """The findings of one game."""

    game: str
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The time by filter, and for `DEALING` and `KEPT`."""
    counts: Counter[str] = field(default_factory=Counter)
    """The candidates by filter, and those `KEPT`."""
    lengths: Counter[int] = field(default_factory=Counter)
    """The puzzles kept by their decisions."""
    solves: Counter[int] = field(default_factory=Counter)
    """The positions solved for their proofs, by their decisions."""

    @property
    def whole(self) -> float:
        """The time in all, in seconds."""
        return sum(self.seconds.values())

    @property
    def rate(self) -> float:
        """The puzzles kept in a second."""
        return self.counts[KEPT] / self.whole

    @property
    def candidate_ms(self) -> float:
        """The mean time of a candidate, dealing and proofs included."""
        return 1000 * self.whole / self.counts.total()


def measure(game: str, count: int, seed: int) -> Cost:
    """Return the cost of ``count`` puzzles of a game, found as `find_puzzles` finds them."""
    spec = PuzzleSpec(rules=find_variant(game), count=count, seed=seed)
    cost = Cost(game)
    seen: set[object] = set()
    for task in tasks_of(spec):
        budget = Budget(Limit())
        for candidate in _timed(candidates_of(spec, task, budget), cost):
            started = process_time()
            found = judge(spec, candidate, budget)
            taken = KEPT if isinstance(found, Puzzle) else found.value
            if isinstance(found, Puzzle):
                keys = {found.id, near_twin_key(found)}
                taken = "twin" if keys & seen else KEPT
                seen |= keys
            cost.seconds[taken] += process_time() - started
            cost.counts[taken] += 1
            if isinstance(found, Puzzle):
                cost.lengths[found.length] += 1
                cost.solves[found.length] += found.n_solves
                break
        if cost.counts[KEPT] == count:
            return cost
    raise AssertionError("random deals never end")


def _timed(candidates: Iterator[Candidate], cost: Cost) -> Iterator[Candidate]:
    """Yield the candidates; the time that each takes to come about is counted as dealing."""
    while True:
        started = process_time()
        candidate = next(candidates, None)
        cost.seconds[DEALING] += process_time() - started
        if candidate is None:
            return
        yield candidate


def tell(cost: Cost) -> Iterator[str]:
    """Yield the lines of a game's table."""
    target = TARGETS.get(cost.game)
    aim = "" if target is None else f" (target {target:g}: {'met' if cost.rate >= target else 'missed'})"
    yield f"{cost.game}: {cost.rate:.1f} puzzles/s{aim}, {cost.candidate_ms:.2f} ms a candidate"
    whole, n_all = cost.whole, cost.counts.total()
    for name, seconds in sorted(cost.seconds.items(), key=lambda item: -item[1]):
        n = cost.counts[name]
        share = "" if name == DEALING else f"{n / n_all:6.1%} of {n_all} candidates,"
        yield f"  {name:14} {share:31} {seconds / whole:6.1%} of the time"
    for length in sorted(cost.lengths):
        n = cost.lengths[length]
        solves = cost.solves[length] / n
        yield f"  length {length}: {n:4} puzzles, {n / whole:5.1f}/s, {solves:5.0f} positions solved for each"


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option("--count", default=100, show_default=True, help="Puzzles of each game.")
@click.option("--seed", default=1, show_default=True, help="Of the deals they are found in.")
def main(games: Sequence[str], count: int, seed: int) -> None:
    """Print the cost of finding puzzles, game by game."""
    for game in games or GAMES:
        # What is loaded and cached once is not counted.
        measure(game, 1, seed + 1)
        for line in tell(measure(game, count, seed)):
            click.echo(line)


if __name__ == "__main__":
    main()
