"""Measuring one list, in a process of its own: every deal cold, every value checked."""

import gc
import hashlib
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from benchmarks.lists import Case, Row, Work, read_cases
from benchmarks.peers import Ratios, compare_with_plain
from benchmarks.random_deals import random_case
from benchmarks.solvers import Question, find_fault
from solver import DealAnalysis, Limit, Log, Position, analyse, solve


@dataclass(frozen=True, slots=True)
class Options:
    """The parts of a list to measure."""

    seed: int | None = None
    """Fresh deals of this seed instead of the fixed ones."""
    quick: bool = False
    plain_s: float = 8.0
    """The seconds for the plain reference; 0: without it."""
    time_s: float | None = None
    """Another limit for the lists that have one of time."""
    table_mib: int | None = None
    """Another limit for the tables of all lists."""

    def of(self, row: Row) -> Row:
        """The list with the limits asked for."""
        if self.time_s is not None and row.time_limit_ms is not None:
            row = replace(row, time_limit_ms=self.time_s * 1000)
        return row if self.table_mib is None else replace(row, table_mib=self.table_mib)

    def cases(self, row: Row) -> list[Case]:
        """The deals of the list: a tenth of them when it is to be quick."""
        n = -(-row.deals.n // 10) if self.quick else row.deals.n
        if self.seed is not None:
            return [random_case(row.deals, self.seed, index) for index in range(n)]
        return list(read_cases(row.deals))[:n]


@dataclass(frozen=True, slots=True)
class Measured:
    """One list and what it cost. Times are milliseconds of processor time."""

    name: str
    n: int
    n_exact: int
    median_ms: float
    p95_ms: float
    max_ms: float
    call_ms: float | None
    """The median of whole calls of `solver.solve`: the Python before and after the search as well."""
    median_nodes: float
    nodes: int
    nodes_per_s: float
    hit_rate: float | None
    table_bytes: int
    rss_bytes: int
    """The most memory the process had before the plain reference ran."""
    signature: str | None
    """A hash of the node counts of all deals; None where time, not nodes, ended the search."""
    median_ratio: float | None = None
    """Of logs: the time for all of it over the time for its first position."""
    median_width: float | None = None
    """Of deals with a limit of time: how far apart the bounds are."""
    plain: Ratios | None = None
    each: list[int] = field(default_factory=list)
    """The nodes of each deal."""
    faults: list[str] = field(default_factory=list)
    """The deals whose values were not the known ones."""


def measure(row: Row, options: Options) -> Measured:
    """The list, measured."""
    row, cases = options.of(row), options.cases(row)
    gc.disable()
    measured = _measure_logs(row, cases) if row.work == Work.log else _measure_deals(row, cases)
    if options.plain_s and row.has_plain:
        ratios, faults = compare_with_plain(row, cases, options.plain_s)
        measured = replace(measured, plain=ratios, faults=[*measured.faults, *faults])
    gc.enable()
    return measured


def _measure_deals(row: Row, cases: Sequence[Case]) -> Measured:
    positions = [case.position for case in cases]
    questions = [Question(position, row) for position in positions]
    questions[0].ask_core()
    found = [question.ask_core() for question in questions]
    faults = []
    for case, one in zip(cases, found, strict=True):
        fault = find_fault(one, case.value, case.cards)
        if fault is not None:
            faults.append(f"{row.name}: {case.name}: {fault}")
    is_timed = row.time_limit_ms is not None
    probes = sum(one.probes for one in found)
    measured = summarise(
        row,
        times=[one.ms for one in found],
        nodes=[one.nodes for one in found],
        n_exact=sum(one.is_exact for one in found),
        table_bytes=max(one.table_bytes for one in found),
        has_signature=not is_timed,
    )
    return replace(
        measured,
        hit_rate=sum(one.hits for one in found) / probes if probes else None,
        call_ms=None if is_timed or row.node_limit else median(_time_calls(row, positions)),
        median_width=median(one.high - one.low for one in found) if is_timed else None,
        faults=faults,
    )


def _time_calls(row: Row, positions: Sequence[Position]) -> Iterator[float]:
    for position in positions:
        started = time.thread_time_ns()
        solve(position, Limit(table_mib=row.table_mib), "all" if row.work == Work.cards else "best")
        yield (time.thread_time_ns() - started) / 1e6


def _measure_logs(row: Row, cases: Sequence[Case]) -> Measured:
    logs = [(Log.from_dict(case.request), case) for case in cases]
    starts = [Position.from_dict({**case.request, "plays": []}) for case in cases]
    limit = Limit(table_mib=row.table_mib)
    analyse(logs[0][0], limit)
    times, nodes, ratios, faults = [], [], [], []
    for (log, case), start in zip(logs, starts, strict=True):
        started = time.thread_time_ns()
        solve(start, limit)
        between = time.thread_time_ns()
        (analysis,) = analyse(log, limit).deals
        ended = time.thread_time_ns()
        times.append((ended - between) / 1e6)
        ratios.append((ended - between) / (between - started))
        nodes.append(sum(play.before.stats.nodes for play in analysis.plays))
        faults += [f"{row.name}: {case.name}: {fault}" for fault in find_log_faults(analysis, case)]
    measured = summarise(row, times, nodes, n_exact=len(cases), table_bytes=0, has_signature=True)
    return replace(measured, median_ratio=median(ratios), faults=faults)


def find_log_faults(analysis: DealAnalysis, case: Case) -> Iterator[str]:
    """The plays before which a card's value is not the known one."""
    rules = analysis.position.rules
    known = [None] * len(analysis.plays) if case.plays is None else case.plays
    for play, values in zip(analysis.plays, known, strict=True):
        names = rules.side_names
        own = rules.side_of(play.seat)
        found = {
            str(card.card): card.value[names[own]] - card.value[names[1 - own]]
            for card in play.before.cards
            if card.value is not None
        }
        if values is not None and found != values:
            yield f"before play {play.index + 1} the cards are worth {values}, found was {found}"


def summarise(
    row: Row,
    times: Sequence[float],
    nodes: Sequence[int],
    n_exact: int,
    table_bytes: int,
    has_signature: bool,
) -> Measured:
    """The figures of a list from those of its deals."""
    ordered = sorted(times)
    return Measured(
        name=row.name,
        n=len(times),
        n_exact=n_exact,
        median_ms=median(times),
        p95_ms=ordered[-(-95 * len(ordered) // 100) - 1],
        max_ms=ordered[-1],
        call_ms=None,
        median_nodes=median(nodes),
        nodes=sum(nodes),
        nodes_per_s=sum(nodes) / sum(times) * 1000,
        hit_rate=None,
        table_bytes=table_bytes,
        rss_bytes=peak_memory(),
        signature=sign(nodes) if has_signature else None,
        each=list(nodes),
    )


def sign(nodes: Sequence[int]) -> str:
    """A short hash of all node counts: a change that is none leaves it as it is."""
    return hashlib.sha256(",".join(map(str, nodes)).encode()).hexdigest()[:8]


def peak_memory() -> int:
    """The most memory this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
