"""Logs a second."""

import pytest

from benchmarks.lists import LOGS
from benchmarks.make_logs import make_lines
from benchmarks.rates import N_WARM, Rate, by_command_line


def test_a_rate_is_by_the_clock_and_beside_it_stands_the_processor_time() -> None:
    assert Rate(50, 2.0, 1.5).line("x", 30) == "| x | 50 | 25.0 | 30.0 | 30 | no |"
    assert Rate(50, 1.0, 1.5).line("x", 50) == "| x | 50 | 50.0 | 30.0 | 50 | yes |"


@pytest.mark.night
def test_the_command_line_judges_every_log() -> None:
    rate = by_command_line([*make_lines(N_WARM + 2, 1, LOGS.games)])
    assert rate.n == 2
    assert rate.cpu_s > 0
