"""Tune the merits of cards: ``python -m benchmarks.tune_merits card_points``, or ``tricks_with_trumps``.

Hill climbing: a number goes up and down by its step, and what takes fewer nodes on random deals stays; else
the step becomes smaller.  No benchmark has these deals.  In the end deals that nothing was tuned on say how
much of the gain is real, and the numbers are printed by their names in ext/points/merits.pxd or
ext/tricks/merits.pxd.  They change no value.
"""

import ctypes
import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
    trump: str | None = None
    """None: any, at random."""
    cards_each: int | None = None
    """None: as many as the game deals."""


class Array(NamedTuple):
    """Numbers of one C array."""

    symbol: str
    type: type[ctypes.c_int] | type[ctypes.c_short]
    start: int
    """The place of the first of them in the array."""
    names: Sequence[str]


class Kind(NamedTuple):
    """The numbers for a kind of game, and the deals that say how good they are."""

    unit: str
    arrays: Sequence[Array]
    works: Sequence[Work]

    @property
    def names(self) -> list[str]:
        """The names of all numbers, in their order."""
        return [name for array in self.arrays for name in array.names]


def _text_of(unit: str) -> str:
    return (EXT / unit / "merits.pxd").read_text(encoding="utf-8")


def _points(symbol: str) -> list[Array]:
    """Return the numbers of a struct of ext/points/merits.pxd."""
    found = re.search(r"typedef struct \{(.*?)\} MeritsNumbers;", _text_of("points"), re.DOTALL)
    if found is None:
        raise ValueError("the numbers are not in ext/points/merits.pxd")
    fields = re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL)
    return [Array(symbol, ctypes.c_int, 0, re.findall(r"(\w+)\s*[,;]", fields))]


def _tricks(*, with_trumps: bool) -> list[Array]:
    """Return the numbers of ext/tricks/merits.pxd for deals with trumps, or for those without."""
    enums = re.findall(r"cdef enum:.*\n((?:    \w+.*\n)+)", _text_of("tricks"))
    leads, columns, _, follows = [re.findall(r"^    (\w+)", enum, re.MULTILINE) for enum in enums]
    columns.remove("N_FEATURES")
    names = [f"{lead}[{column}]" for lead in leads for column in columns]
    return [
        Array("tricks_lead_merit", ctypes.c_short, with_trumps * len(names), names),
        Array("tricks_follow_merit", ctypes.c_short, with_trumps * len(follows), follows),
    ]


def _bridge(*trumps: str) -> list[Work]:
    """Return the deals for bridge; those of fewer cards are searched sooner, so there can be more of them."""
    sizes = ((None, 80), (12, 160), (11, 480))
    return [
        Work("bridge", "value", n // len(trumps), trump=trump, cards_each=cards_each)
        for cards_each, n in sizes
        for trump in trumps
    ]


KINDS: Mapping[str, Kind] = {
    "card_points": Kind(
        "points",
        _points("merits_of_card_points"),
        (
            Work("belote", "value", 130),
            Work("belote", "all", 30),
            Work("contree", "value", 110),
            Work("contree", "all", 40),
            Work("coinche", "value", 60),
            Work("valet_de_trefle", "all", 50),
            Work("klaverjas_rotterdam", "all", 50),
            Work("klaverjas_amsterdam", "all", 30),
        ),
    ),
    "four_points": Kind(
        "points",
        _points("merits_of_four_points"),
        (
            Work("california_jack", "all", 90, stock_left=16),
            Work("all_fours_4", "all", 160),
            Work("all_fours", "all", 300),
        ),
    ),
    "tricks_with_trumps": Kind("tricks", _tricks(with_trumps=True), _bridge("S", "D")),
    "tricks_without": Kind("tricks", _tricks(with_trumps=False), _bridge("NT")),
}

Merits = list[int]


class Measure:
    """The nodes of random deals, by a search whose merits can be changed."""

    def __init__(self, module: Path, kind: Kind, seed: str) -> None:
        self.unit = load_unit(module)
        library = ctypes.CDLL(str(module))
        self.arrays = [
            (array, (array.type * (array.start + len(array.names))).in_dll(library, array.symbol))
            for array in kind.arrays
        ]
        self.questions = [[*_questions(work, seed)] for work in kind.works]
        self.wanted = [work.wanted for work in kind.works]

    @property
    def merits(self) -> Merits:
        """The numbers that the search has now."""
        return [number for array, numbers in self.arrays for number in numbers[array.start :]]

    def nodes(self, merits: Sequence[int]) -> list[float]:
        """Return, of each work, half the logarithm of its mean nodes and half the mean of theirs."""
        left = iter(merits)
        for array, numbers in self.arrays:
            for place in range(array.start, len(numbers)):
                numbers[place] = next(left)
        return [self._nodes(*work) for work in zip(self.questions, self.wanted, strict=True)]

    def _nodes(self, questions: Sequence[tuple[object, object]], wanted: str) -> float:
        options = {"wanted": wanted, "with_line": False, "with_totals": False}
        n = [self.unit.solve(*one, self.unit.Table(TABLE_BYTES), **options).nodes + 1 for one in questions]
        return (math.log(sum(n) / len(n)) + sum(map(math.log, n)) / len(n)) / 2


def _questions(work: Work, seed: str) -> Iterator[tuple[object, object]]:
    rng = Random(f"{work.game} {work.wanted} {work.trump} {work.cards_each} {seed}")
    for _ in range(work.n):
        position = random_deal(rng, find_variant(work.game), work.cards_each)
        if work.trump is not None:
            position = replace(position, contract=replace(position.contract, trump=work.trump))
        if work.stock_left is not None:
            position = play_until(rng, position, work.stock_left)
        encoding = Encoding(position)
        yield encoding.fields, encoding.encode_position(position)


def _serve(connection: Connection, module: Path, kind: Kind, seed: str) -> None:
    """Answer merits by their nodes, until there are none."""
    measure = Measure(module, kind, seed)
    connection.send(measure.merits)
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
        asked = self._ask(tried)
        if asked[0] == asked[1] == self.nodes:
            self.steps[place] = 1
        nodes, merits = min(zip(asked, tried, strict=True))
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
@click.argument("name", metavar="KIND", type=click.Choice([*KINDS]))
@click.option("--minutes", default=20.0, show_default=True, help="The time after which it ends.")
@click.option("--seed", default="1", show_default=True, help="Names the deals.")
def main(name: str, minutes: float, seed: str) -> None:
    """Tell each number that brings something, and print all of them in the end."""
    kind = KINDS[name]
    names = kind.names
    with TemporaryDirectory() as folder:
        module = build_unit(kind.unit, Path(folder), ("-DATOUT_TUNED", "-march=native"))
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
        pairs = zip(kind.works, fresh.nodes(start), fresh.nodes(climb.best), strict=True)
        for work, before, after in pairs:
            share = math.exp(after - before)
            what = f"{work.game}, {work.wanted}, {work.cards_each or 'all'} cards"
            click.echo(f"{what}, fresh deals: {share:.3f} of the nodes")
    click.echo(", ".join(f"{name} = {number}" for name, number in zip(names, climb.best, strict=True)))


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
