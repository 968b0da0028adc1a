"""A whole run: every list in a child process of its own, the figures as one object and as JSON."""

import json
import os
import platform
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from benchmarks.bridge_lists import Beside, BridgeRow, Cost, measure_bridge
from benchmarks.lists import Row
from benchmarks.measure import Measured, Options, measure
from benchmarks.peers import Ratios
from benchmarks.threads import Gain, measure_threads
from solver.engine.native import has_bit_build

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Run:
    """The findings of one run of the benchmark."""

    date: str
    machine: str
    options: Options
    lists: list[Measured]
    threads: Gain | None
    bridge: list[Beside] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """The deals that were solved wrongly."""
        all_lists: list[Measured | Beside] = [*self.lists, *self.bridge]
        return [fault for measured in all_lists for fault in measured.faults]

    def to_json(self) -> str:
        """The run as text that `from_json` reads."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Run":
        """The run that a file of ``--json`` holds."""
        data: dict[str, Any] = json.loads(text)
        lists = []
        for row in data["lists"]:
            plain = None if row["plain"] is None else Ratios(**row["plain"])
            lists.append(Measured(**{**row, "plain": plain}))
        bridge = []
        for row in data.get("bridge", ()):
            endplay = None if row["endplay"] is None else Cost(**row["endplay"])
            bridge.append(Beside(**{**row, "atout": Cost(**row["atout"]), "endplay": endplay}))
        return cls(
            date=data["date"],
            machine=data["machine"],
            options=Options(**data["options"]),
            lists=lists,
            threads=None if data["threads"] is None else Gain(**data["threads"]),
            bridge=bridge,
        )


def run(
    rows: Sequence[Row],
    options: Options,
    with_threads: bool,
    tell: Callable[[str], None] = lambda _: None,
    bridge_rows: Sequence[BridgeRow] = (),
) -> Run:
    """Measure the lists one after the other; ``tell`` hears the name of each before it starts."""
    lists = []
    for row in rows:
        tell(row.name)
        lists.append(_in_child(measure, row, options))
    gain = None
    if with_threads:
        tell("threads")
        gain = _in_child(measure_threads, options)
    bridge = []
    for bridge_row in bridge_rows:
        tell(bridge_row.name)
        bridge.append(measure_bridge(bridge_row, options))
    date = datetime.now(UTC).isoformat(timespec="minutes")
    return Run(date, machine(), options, lists, gain, bridge)


def _in_child(task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The task's result from a fresh process, whose memory and caches no other list has touched."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(task, *args, **kwargs).result()


def machine() -> str:
    """The processor, as far as the system tells, how many there are, and the build of the core it runs."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    build = "with bit instructions" if has_bit_build() else "portable"
    return f"{os.cpu_count()} × {name}, Python {platform.python_version()}, {build}"
