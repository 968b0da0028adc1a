"""Tune the merits of cards in the search for points: ``python -m benchmarks.tune_merits card_points``.

Hill climbing: a number goes up and down by its step, and what takes fewer nodes on random deals stays; else
the step becomes smaller.  No benchmark has these deals.  In the end deals that nothing was tuned on say how
much of the gain is real, and the numbers are printed as ext/points/merits.pxd writes them.  They change no
value.
"""

import ctypes
import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from benchmarks.builds import EXT, build_unit, load_unit
from benchmarks.random_deals import play_until, random_deal
from solver import find_variant
from solver.engine.encode import Encoding

TABLE_BYTES = 16 << 20
LEAST_GAIN = 1e-5
"""Of the logarithm of the nodes; less is chance."""
N_TRIED = 2
"""Numbers that are tried at once, each by a process: one more and one less."""


class Work(NamedTuple):
    """Random deals of a game, and what is asked about each."""

    game: str
    wanted: str
    n: int
    stock_left: int | None = None


WORKS: Mapping[str, Sequence[Work]] = {
    "card_points": (
        Work("belote", "value", 130),
        Work("belote", "all", 30),
        Work("contree", "value", 110),
        Work("contree", "all", 40),
        Work("coinche", "value", 60),
        Work("valet_de_trefle", "all", 50),
        Work("klaverjas_rotterdam", "all", 50),
        Work("klaverjas_amsterdam", "all", 30),
    ),
    "four_points": (
        Work("california_jack", "all", 90, stock_left=16),
        Work("all_fours_4", "all", 160),
        Work("all_fours", "all", 300),
    ),
}
"""By what the numbers are of: ``merits_of_card_points``, ``merits_of_four_points``."""

Merits = list[int]


def field_names() -> list[str]:
    """Return the names of the numbers, in their order."""
    text = (EXT / "points" / "merits.pxd").read_text(encoding="utf-8")
    found = re.search(r"typedef struct \{(.*?)\} MeritsNumbers;", text, re.DOTALL)
    if found is None:
        raise ValueError("the numbers are not in ext/points/merits.pxd")
    fields = re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL)
    return re.findall(r"(\w+)\s*[,;]", fields)


class Measure:
    """The nodes of random deals, by a search whose merits can be changed."""

    def __init__(self, module: Path, kind: str, seed: str) -> None:
        self.unit = load_unit(module)
        numbers = ctypes.c_int * len(field_names())
        self.merits = numbers.in_dll(ctypes.CDLL(str(module)), f"merits_of_{kind}")
        self.questions = [[*_questions(work, seed)] for work in WORKS[kind]]
        self.wanted = [work.wanted for work in WORKS[kind]]

    def nodes(self, merits: Sequence[int]) -> list[float]:
        """Return, of each work, half the logarithm of its mean nodes and half the mean of theirs."""
        for place, number in enumerate(merits):
            self.merits[place] = number
        return [self._nodes(*work) for work in zip(self.questions, self.wanted, strict=True)]

    def _nodes(self, questions: Sequence[tuple[object, object]], wanted: str) -> float:
        options = {"wanted": wanted, "with_line": False, "with_totals": False}
        n = [self.unit.solve(*one, self.unit.Table(TABLE_BYTES), **options).nodes + 1 for one in questions]
        return (math.log(sum(n) / len(n)) + sum(map(math.log, n)) / len(n)) / 2


def _questions(work: Work, seed: str) -> Iterator[tuple[object, object]]:
    rng = Random(f"{work.game} {work.wanted} {seed}")
    for _ in range(work.n):
        position = random_deal(rng, find_variant(work.game))
        if work.stock_left is not None:
            position = play_until(rng, position, work.stock_left)
        encoding = Encoding(position)
        yield encoding.fields, encoding.encode_position(position)


def _serve(connection: Connection, module: Path, kind: str, seed: str) -> None:
    """Answer merits by their nodes, until there are none."""
    measure = Measure(module, kind, seed)
    connection.send(list(measure.merits))
    while (merits := connection.recv()) is not None:
        connection.send(measure.nodes(merits))


class Climb:
    """The best merits found so far."""

    def __init__(self, connections: Sequence[Connection], start: Merits) -> None:
        self.connections = connections
        self.best = start
        self.nodes = self.first = self._ask([start])[0]
        self.steps = [max(abs(number) // 4, 2) if number else 4 for number in start]

    def _ask(self, tried: Sequence[Merits]) -> list[float]:
        used = self.connections[: len(tried)]
        for connection, merits in zip(used, tried, strict=True):
            connection.send(merits)
        found: list[list[float]] = [connection.recv() for connection in used]
        return [sum(one) / len(one) for one in found]

    def try_number(self, place: int) -> bool:
        """Try more and less of one number; True if it has changed."""
        tried = [[*self.best], [*self.best]]
        tried[0][place] += self.steps[place]
        tried[1][place] -= self.steps[place]
        nodes, merits = min(zip(self._ask(tried), tried, strict=True))
        if nodes >= self.nodes - LEAST_GAIN:
            self.steps[place] = max(1, self.steps[place] * 2 // 3)
            return False
        self.nodes, self.best = nodes, merits
        return True

    @property
    def gain(self) -> float:
        """The nodes over those in the beginning, in geometric mean."""
        return math.exp(self.nodes - self.first)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("kind", type=click.Choice([*WORKS]))
@click.option("--minutes", default=20.0, show_default=True, help="The time after which it ends.")
@click.option("--seed", default="1", show_default=True, help="Names the deals.")
def main(kind: str, minutes: float, seed: str) -> None:
    """Tell each number that brings something, and print all of them in the end."""
    names = field_names()
    with TemporaryDirectory() as folder:
        module = build_unit("points", Path(folder), ("-DATOUT_TUNED",))
        ends = [Pipe() for _ in range(N_TRIED)]
        processes = [Process(target=_serve, args=(end, module, kind, seed)) for _, end in ends]
        for process in processes:
            process.start()
        here = [connection for connection, _ in ends]
        start, *_ = [connection.recv() for connection in here]
        climb = Climb(here, start)
        _climb(climb, names, time.monotonic() + 60 * minutes)
        for connection in here:
            connection.send(None)
        for process in processes:
            process.join()
        fresh = Measure(module, kind, f"{seed} fresh")
        pairs = zip(WORKS[kind], fresh.nodes(start), fresh.nodes(climb.best), strict=True)
        for work, before, after in pairs:
            share = math.exp(after - before)
            click.echo(f"{work.game}, {work.wanted}, fresh deals: {share:.3f} of the nodes")
    click.echo(", ".join(f".{name} = {number}" for name, number in zip(names, climb.best, strict=True)))


def _climb(climb: Climb, names: Sequence[str], deadline: float) -> None:
    """Go on until no number brings anything, or it is time to end."""
    order = Random(0)
    is_open = True
    while is_open:
        is_open = any(step > 1 for step in climb.steps)
        for place in order.sample(range(len(names)), len(names)):
            if time.monotonic() > deadline:
                return
            if climb.try_number(place):
                is_open = True
                click.echo(f"{names[place]} = {climb.best[place]}: {climb.gain:.4f} of the nodes")


if __name__ == "__main__":
    main()
