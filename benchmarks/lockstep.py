"""The gain of many threads in one search, in nodes: ``python -m benchmarks.lockstep``.

The searches are compiled so that their threads take turns from one look to the next (``ATOUT_LOCKSTEP`` in
ext/team.pxd).  So the nodes of the thread that asked are the time of the search, as if each thread had a core
and no memory were shared: one thread's nodes over them are the gain, at the most.  How many cores the machine
has, and how busy it is, changes little.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks.bridge_deals import BridgeWork, position_of, read_fixed
from benchmarks.builds import UNITS, build_unit, load_unit
from benchmarks.lists import CALIFORNIA_24, VALET, read_cases
from solver import Position
from solver.engine.encode import Encoding

LONG = 1_000_000
"""The nodes from which on a search is long; the gain is stated for these."""
TABLE_BYTES = 256 << 20


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--threads", default="2,4,8,16", show_default=True, help="The numbers of threads.")
@click.option("--most", default=100, show_default=True, help="The most deals of a list.")
def main(threads: str, most: int) -> None:
    """Say, for each list, one thread's nodes over those of the chief of so many (geometric mean, least)."""
    counts = [int(one) for one in threads.split(",")]
    with TemporaryDirectory() as folder:
        units = {unit: build(unit, Path(folder)) for unit in UNITS}
        for name, positions in (
            ("california_jack_24, every card", _long_points()),
            ("valet_de_trefle, every card", _valets()),
            ("bridge_freaks, the value", _freaks()),
        ):
            gains: dict[int, list[float]] = {count: [] for count in counts}
            for position, wanted in positions:
                alone = n_nodes(units, position, wanted, 1)
                if alone < LONG:
                    continue
                for count in counts:
                    gains[count].append(alone / n_nodes(units, position, wanted, count))
                if len(gains[counts[0]]) == most:
                    break
            for count, found in gains.items():
                if found:
                    gain = f"{geometric_mean(found):.2f}, least {min(found):.2f}"
                    click.echo(f"{name}: {len(found)} deals, {count} threads: {gain}")


def build(unit: str, folder: Path) -> Any:
    """Return a search whose threads take turns."""
    return load_unit(build_unit(unit, folder, ("-DATOUT_LOCKSTEP",)))


def n_nodes(units: dict[str, Any], position: Position, wanted: str, threads: int) -> int:
    """Return the nodes of the thread that asks."""
    encoding = Encoding(position)
    unit = units["tricks" if encoding.counts_tricks else "points"]
    found = unit.solve(
        encoding.fields,
        encoding.encode_position(position),
        unit.Table(TABLE_BYTES),
        wanted=wanted,
        with_line=False,
        with_totals=False,
        threads=threads,
    )
    return int(found.nodes)


def _long_points() -> Iterator[tuple[Position, str]]:
    return ((case.position, "all") for case in read_cases(CALIFORNIA_24))


def _valets() -> Iterator[tuple[Position, str]]:
    return ((case.position, "all") for case in read_cases(VALET))


def _freaks() -> Iterator[tuple[Position, str]]:
    return ((position_of(deal.asked), "value") for deal in read_fixed(BridgeWork.value, freaks=True))


if __name__ == "__main__":
    main()
