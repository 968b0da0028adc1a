"""What an analysis says it cost."""

from solver import analyse
from tests.analysis.test_analysis import contree_log


def test_the_cost_of_an_analysis_is_that_of_its_searches() -> None:
    log = contree_log()
    deal = {key: value for key, value in log.items() if key not in ("id", "variant")}
    once, twice = analyse(log), analyse({"variant": "contree", "deals": [deal, deal]})
    assert once.stats.nodes == sum(play.before.stats.nodes for play in once.plays) > 0
    assert once.to_dict()["stats"]["nodes"] == once.stats.nodes
    assert once.stats.time_ms >= max(play.before.stats.time_ms for play in once.plays)
    assert twice.stats.nodes == 2 * once.stats.nodes
    assert [one.stats.nodes for one in twice.deals] == 2 * [once.stats.nodes]
