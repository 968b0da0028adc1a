"""The auctions that are measured: calls that the rules allow, and all of which are judged."""

from itertools import islice

import pytest

from benchmarks.auctions import GAMES, line, logs_of, measure
from solver import analyse
from solver.knowledge import Sampling


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_calls_are_judged(game: str) -> None:
    (log,) = islice(logs_of(game), 1)
    (deal,) = analyse(log, calls=Sampling(2, nodes=20_000_000)).deals
    assert deal.calls
    assert (deal.final_contract is not None) == (game == "bridge")


def test_a_target_holds_for_the_slowest_log() -> None:
    assert line("belote", [1.0, 2.0, 2.9]).endswith("| 1.97 | 2.90 | 3 | yes |")
    assert line("belote", [1.0, 2.0, 3.1]).endswith("| no |")


def test_nothing_is_kept_from_one_try_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("benchmarks.auctions.forget_solved", lambda: asked.append(0))
    monkeypatch.setattr("benchmarks.auctions.analyse", lambda log, calls: None)
    assert len(measure("contree", n_logs=2, tries=3)) == 2
    assert len(asked) == 6
