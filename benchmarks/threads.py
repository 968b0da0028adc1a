"""Two threads on independent deals against one: a search holds no lock and no state but its own."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.lists import THREADS_ROW
from benchmarks.measure import Options
from benchmarks.solvers import Question

TURNS = 3


@dataclass(frozen=True, slots=True)
class Gain:
    """The best times of one thread and of two for the same deals."""

    n: int
    one_ms: float
    two_ms: float

    @property
    def ratio(self) -> float:
        """The throughput of two threads over that of one."""
        return self.one_ms / self.two_ms


def measure_threads(options: Options) -> Gain:
    """One thread and two in turns, so that what disturbs the machine disturbs both."""
    questions = [Question(case.position, THREADS_ROW) for case in options.cases(THREADS_ROW)]
    _time(questions[:2], 2)
    one, two = [], []
    for _ in range(TURNS):
        one.append(_time(questions, 1))
        two.append(_time(questions, 2))
    return Gain(len(questions), min(one), min(two))


def _time(questions: Sequence[Question], n_threads: int) -> float:
    with ThreadPoolExecutor(n_threads) as pool:
        started = time.perf_counter_ns()
        for _ in pool.map(Question.ask_core, questions):
            pass
        return (time.perf_counter_ns() - started) / 1e6
