"""The committed figures: the nodes of every fixed deal, which are the same on every machine.

A run of fixed deals is held against them, list by list.  ``python -m benchmarks --keep`` writes them anew,
which belongs to a change of the search.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.runner import Run

KEPT = Path(__file__).with_name("nodes.json")
MOST_MORE = 0.1
"""The share by which the nodes of a list may grow before it is named as slower."""


@dataclass(frozen=True, slots=True)
class Change:
    """The nodes of the deals of a list that were measured, as committed and now."""

    name: str
    before: int
    after: int

    @property
    def is_slower(self) -> bool:
        """True if the list takes more nodes than it may."""
        return self.after > self.before * (1 + MOST_MORE)

    def __str__(self) -> str:
        return f"{self.name}: {self.after:,} nodes, {self.after / self.before - 1:+.1%} of {self.before:,}"


def nodes_of(run: Run) -> dict[str, Sequence[int]]:
    """Return the nodes of each deal, by list; none of fresh deals, and of lists that the clock ends."""
    if run.options.seed is not None or run.options.table_mib is not None:
        return {}
    nodes: dict[str, Sequence[int]] = {one.name: one.each for one in run.lists if one.signature is not None}
    nodes |= {one.name: one.atout.each for one in run.bridge}
    return nodes


def read_kept(path: Path = KEPT) -> dict[str, list[int]]:
    """Return the committed nodes of each deal, by list."""
    kept: dict[str, list[int]] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def compare(run: Run, kept: Mapping[str, Sequence[int]]) -> Iterator[Change]:
    """Yield the change of each list that both have; a run may have measured its first deals only."""
    for name, nodes in nodes_of(run).items():
        before = kept.get(name, ())[: len(nodes)]
        if nodes and len(before) == len(nodes):
            yield Change(name, sum(before), sum(nodes))


def keep(run: Run, path: Path = KEPT) -> None:
    """Write the nodes of a run in the place of those that were committed; other lists stay.

    Raises:
        ValueError: it has measured parts of lists, or deals that are not the fixed ones.
    """
    if run.options.quick or run.options.seed is not None or run.options.table_mib is not None:
        raise ValueError("only whole lists of the fixed deals are kept, by the usual limits")
    kept = read_kept(path) if path.is_file() else {}
    kept |= {name: list(nodes) for name, nodes in nodes_of(run).items() if nodes}
    lines = [f" {json.dumps(name)}: {json.dumps(kept[name], separators=(',', ':'))}" for name in sorted(kept)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
