"""True if an analysis is complete: what a limit cut short is never taken for the whole."""

from typing import Any

import pytest

from solver import Limit, Sampling, analyse, is_complete
from tests.support.samples import sample_log

BELOTE = sample_log("belote")


def test_an_analysis_without_a_limit_is_complete() -> None:
    assert is_complete(analyse(BELOTE))
    assert is_complete(analyse({**BELOTE, "plays": []}))
    match = {
        "variant": "belote",
        "deals": [{key: BELOTE[key] for key in ("dealer", "deal", "contract", "plays")}],
    }
    assert is_complete(analyse(match))


@pytest.mark.parametrize("nodes", [1, 100, 1000])
def test_one_that_a_limit_cut_short_is_not(nodes: int) -> None:
    assert not is_complete(analyse(BELOTE, Limit(nodes=nodes)))
    assert not is_complete(analyse({**BELOTE, "plays": []}, Limit(nodes=nodes)))


def test_plays_may_all_be_proved_when_the_analysis_is_not() -> None:
    log = {**BELOTE, "plays": BELOTE["plays"][:30]}
    for nodes in range(1, 60):
        analysis = analyse({**log, "plays": log["plays"]}, Limit(nodes=nodes))
        answers = [analysis.deals[0].start, *(play.before for play in analysis.plays), analysis.deals[0].end]
        assert is_complete(analysis) == all(answer.exact for answer in answers)


@pytest.mark.slow
@pytest.mark.parametrize("plays", ["mistakes", "all"])
def test_fair_verdicts_are_complete_with_as_many_deals_as_were_asked_for(plays: Any) -> None:
    sampling = Sampling(samples=5, seed=2, plays=plays)
    full = analyse(BELOTE, fair=sampling)
    assert is_complete(full, sampling)
    assert not is_complete(analyse(BELOTE), sampling)
    assert not is_complete(full, Sampling(samples=6, seed=2, plays=plays))
    n_nodes = full.stats.nodes + full.deals[0].end.stats.nodes
    for more in (1, 500, 2000):
        # A sixteenth is kept for reasons.
        cut = analyse(BELOTE, Limit(nodes=(n_nodes + more) * 16 // 15 + 1), sampling)
        assert cut.exact
        assert not is_complete(cut, sampling)


@pytest.mark.parametrize("asked", ["fair", "calls"])
def test_a_single_deal_is_no_sample(asked: str) -> None:
    few: dict[str, Any] = {asked: Sampling(samples=1)}
    with pytest.raises(ValueError, match=f"samples of {asked} must be at least 2: one deal shows no error"):
        analyse(BELOTE, **few)
