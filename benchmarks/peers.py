"""The plain reference beside the core, on the same deals in the same run: ratios survive a noisy machine."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.lists import Case, Row, Work
from benchmarks.solvers import Found, Question, find_fault
from solver import Limit, Log, analyse

NODES_A_DEAL = 100_000_000
"""The limit of the plain reference for one deal."""


@dataclass(frozen=True, slots=True)
class Ratios:
    """The ratio of the plain reference to the core: medians over deals."""

    n: int
    time: float
    nodes: float
    is_least: bool
    """True if the plain reference gave up on so many deals that the medians are lower bounds."""


@dataclass(frozen=True, slots=True)
class _Pair:
    time: float
    nodes: float
    is_exact: bool
    fault: str | None = None


def compare_with_plain(row: Row, cases: Sequence[Case], seconds: float) -> tuple[Ratios, list[str]]:
    """The ratios over as many of the first deals as the seconds allow, and where the two solvers differ."""
    ends = time.monotonic() + seconds
    pairs: list[_Pair] = []
    faults = []
    for case in cases:
        pair = _compare_log(row, case) if row.work == Work.log else _compare_deal(row, case)
        pairs.append(pair)
        if pair.fault is not None:
            faults.append(f"{row.name}: {case.name}: the plain solver differs: {pair.fault}")
        if time.monotonic() >= ends:
            break
    times, time_is_least = _median((pair.time, pair.is_exact) for pair in pairs)
    nodes, nodes_is_least = _median((pair.nodes, pair.is_exact) for pair in pairs)
    return Ratios(len(pairs), times, nodes, time_is_least or nodes_is_least), faults


def _compare_deal(row: Row, case: Case) -> _Pair:
    question = Question(case.position, row)
    core = question.ask_core()
    plain = question.ask_plain(NODES_A_DEAL)
    return _Pair(plain.ms / core.ms, plain.nodes / core.nodes, plain.is_exact, _find_difference(core, plain))


def _find_difference(core: Found, plain: Found) -> str | None:
    """Say where the two differ, if both proved something."""
    if not (core.is_exact and plain.is_exact):
        return None
    return find_fault(core, plain.low, plain.cards or None)


def _compare_log(row: Row, case: Case) -> _Pair:
    """The whole log by the core, and by the plain solver position after position."""
    log = Log.from_dict(case.request)
    started = time.thread_time_ns()
    (analysis,) = analyse(log, Limit(table_mib=row.table_mib)).deals
    core_ms = (time.thread_time_ns() - started) / 1e6
    core_nodes = sum(play.before.stats.nodes for play in analysis.plays)
    plain_ms, plain_nodes, fault = 0.0, 0, None
    for position, play in zip(case.position.trail(), analysis.plays, strict=False):
        plain = Question(position, row).ask_plain()
        plain_ms += plain.ms
        plain_nodes += plain.nodes
        if play.before.bounds.low != plain.low:
            fault = f"before play {play.index + 1} the value is {plain.low}, not {play.before.bounds.low}"
    return _Pair(plain_ms / core_ms, plain_nodes / core_nodes, is_exact=True, fault=fault)


def _median(ratios: Iterator[tuple[float, bool]]) -> tuple[float, bool]:
    """The median, and whether it is only the least it can be: an unfinished deal's ratio has no ceiling."""
    ordered = sorted(ratios, key=lambda ratio: ratio[0] if ratio[1] else float("inf"))
    middle, is_exact = ordered[(len(ordered) - 1) // 2]
    if is_exact:
        return middle, False
    least = sorted(ratio for ratio, _ in ordered)
    return least[(len(least) - 1) // 2], True
