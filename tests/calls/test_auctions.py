"""Whole auctions judged, held to each call judged by itself."""

from dataclasses import replace

import pytest

from solver.calls.auctions import can_judge, decisions_of, judge_auction
from solver.calls.judging import find_worths
from solver.calls.worths import CallWorths
from solver.cards import format_card
from solver.engine.answer import Stats
from solver.engine.budget import Budget, Limit
from solver.game.auctions.start import start_auction
from solver.game.deal import Deal
from solver.knowledge.sampling import Sampling
from solver.prospects.prospects import find_prospects
from solver.rules.variants import find_variant
from tests.prospects.games import cards, small_game

SMALL = Deal({"N": cards("SQ SA HA"), "E": cards("SK HQ HK"), "S": cards("DQ DA CK"), "W": cards("DK CQ CA")})
BELOTE = Deal(
    {
        "N": cards("CT HK DJ HQ C9"),
        "E": cards("S9 S7 D8 SA H8"),
        "S": cards("HA H7 D7 CA D9"),
        "W": cards("H9 CK CJ S8 DA"),
    },
    cards("CQ C7 DQ DT SK SQ SJ ST HT HJ C8 DK"),
)


def test_each_call_is_worth_what_it_is_worth_alone() -> None:
    auction = start_auction(small_game(), "W").follow(["20S", "pass", "30S", "double", "pass", "pass"])
    found = judge_auction(auction, SMALL, Sampling(40, 3), Budget(Limit()))
    assert [(said.index, said.worths.seat) for said in found] == [*enumerate("NESWNE")]
    for said in found:
        asked = said.hand
        prospects = find_prospects(asked.viewpoint, 40, 3)
        alone = find_worths(prospects, asked.auction)
        assert said.worths.calls == alone.calls
        assert said.worths.n_samples == 40


@pytest.mark.slow
def test_a_player_who_speaks_twice_is_judged_by_the_same_deals() -> None:
    rules = find_variant("contree")
    auction = start_auction(rules, "N").follow(["80S", "pass", "100S", "pass", "pass", "pass"])
    deal = Deal(
        {
            "N": cards("S9 S7 HK HQ DJ D8 CT C9"),
            "E": cards("SA HA H9 H8 H7 D9 D7 CA"),
            "S": cards("SJ S8 HJ DA DQ CK CQ CJ"),
            "W": cards("SK SQ ST HT DK DT C8 C7"),
        }
    )
    budget = Budget(Limit())
    found = judge_auction(auction, deal, Sampling(6), budget)
    assert [said.index for said in found] == list(range(6))
    first, again = (said.worths for said in found if said.worths.seat == "W")
    assert first.n_samples == again.n_samples == 6
    assert {worth.contract.trump for worth in first.calls if worth.contract} == {"S"}
    assert all("S" in said.helps for said in found if said.worths.seat in "WE")
    n_nodes = budget.n_nodes
    judge_auction(auction, deal, Sampling(6), budget)
    assert budget.n_nodes == n_nodes, "what is solved is kept"


@pytest.mark.night
@pytest.mark.slow
def test_what_is_kept_lets_no_budget_of_nodes_reach_further() -> None:
    rules = find_variant("contree")
    auction = start_auction(rules, "N").follow(["pass", "80H", "pass", "pass", "pass"])
    deal = Deal(
        {
            "N": cards("SA S8 HK D8 D7 CT C9 C8"),
            "E": cards("HJ H9 HA S7 DA D9 CJ C7"),
            "S": cards("SJ ST H8 HQ DK DQ CK CQ"),
            "W": cards("SK SQ S9 HT H7 DT DJ CA"),
        }
    )

    def judge(nodes: int | None) -> tuple[list[CallWorths], int]:
        budget = Budget(Limit())
        found = judge_auction(auction, deal, Sampling(5, 7, nodes=nodes), budget)
        return [replace(said.worths, stats=Stats(0, 0.0)) for said in found], budget.n_nodes

    first, again, whole, third = (judge(nodes) for nodes in (1_250_000, 1_250_000, None, 1_250_000))
    assert min(worths.n_samples for worths in first[0]) < 5, "the nodes cut it short"
    assert {worths.n_samples for worths in whole[0]} == {5}
    assert first == again == third
    # Nodes that cut nothing short are the same, too, whoever has solved it before.
    free = judge(100_000_000)
    assert free == judge(110_000_000)
    assert free[0] == whole[0]
    assert free[1] > first[1]


def test_in_a_second_turn_a_player_sees_all_that_was_turned_up() -> None:
    rules = find_variant("belote")
    begun = start_auction(rules, "N", BELOTE.stock[0], pack=BELOTE.stock[1:])
    auction = begun.follow(["pass"] * 5 + ["takeD"])
    decisions = list(decisions_of(auction, BELOTE))
    assert [hand.viewpoint.seat for _, hand in decisions] == list("ESWNES")
    shown = [" ".join(map(format_card, hand.viewpoint.shown)) for _, hand in decisions]
    assert shown == ["CQ"] * 4 + ["CQ C7 DQ"] * 2
    assert decisions[5][1].auction.calls() == ("pass", "takeD")
    assert can_judge(auction, BELOTE)
    assert not can_judge(auction, Deal(BELOTE.hands)), "the pack is not told"


@pytest.mark.parametrize("nodes", [1, 3000])
def test_what_there_are_no_nodes_for_is_left_out(nodes: int) -> None:
    auction = start_auction(small_game(), "W").follow(["20S", "pass", "30S", "pass", "pass"])
    budget = Budget(Limit(nodes=nodes))
    found = judge_auction(auction, SMALL, Sampling(400), budget)
    assert len(found) < 5 or all(said.worths.n_samples < 400 for said in found)
    assert budget.ended is not None
