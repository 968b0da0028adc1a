"""Logs without plays: all that is said of them is what the deal comes to."""

from typing import Any

import pytest

from solver.analysis import analyse
from solver.analysis.analysis import Analysis
from solver.engine.budget import Limit

LOG: dict[str, Any] = {
    "variant": "bridge",
    "deal": {
        "N": "A643.KJT8.92.AK3",
        "E": "2.653.QJT7.T9842",
        "S": "KQ97.Q9.AK54.J75",
        "W": "JT85.A742.863.Q6",
    },
    "contract": {"trump": "NT", "taker": "N", "bid": 3},
    "plays": [],
}


@pytest.fixture(scope="module")
def whole() -> Analysis:
    return analyse(LOG)


def test_what_the_deal_comes_to_is_exact_or_nothing_is(whole: Analysis) -> None:
    short = analyse(LOG, Limit(nodes=1))
    assert not short.deals[0].start.exact
    assert not short.exact
    assert not short.deals[0].exact
    assert whole.exact


def test_the_cost_is_that_of_the_deal(whole: Analysis) -> None:
    (deal,) = whole.deals
    assert deal.stats == deal.start.stats
    assert deal.stats.nodes > 0
