"""What the deals of a hand cost."""

from random import Random

from benchmarks.prospects import Cost, draw_hand, line, measure


def test_hands_are_those_of_the_player_who_speaks_first() -> None:
    belote, contree = (draw_hand(game, Random(1)) for game in ("belote", "contree"))
    assert (len(belote.hand), len(belote.shown)) == (5, 1)
    assert (len(contree.hand), len(contree.shown)) == (8, 0)


def test_the_core_has_a_part_of_the_time() -> None:
    (cost,) = measure("belote", n_hands=1, n_deals=2)
    # In each turn that a deal comes to, one trump or the three others.
    assert 2 <= cost.n_solved <= 8
    assert 0 < cost.core_s < cost.cpu_s
    assert (
        line("belote", [Cost(0.4, 0.3, 200)])
        == "| belote | 1 | 200 | 0.40 | 0.40 | 0.40 | 2.00 | 75% | 0.5 | yes |"
    )
