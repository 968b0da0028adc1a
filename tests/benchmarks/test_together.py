"""One search by one thread and by several."""

from random import Random

from benchmarks.random_deals import random_deal
from benchmarks.together import LONG, Pair, Tried, line, measure, read_works
from solver import find_variant


def test_both_are_tried_and_the_least_time_of_each_counts() -> None:
    positions = [random_deal(Random(seed), find_variant("quadrette")) for seed in range(2)]
    pairs = measure(positions, threads=2, tries=2)
    assert [pair.is_long for pair in pairs] == [False, False]
    # So short a search stays alone.
    assert all(pair.alone.nodes == pair.together.nodes > 0 for pair in pairs)


def test_long_searches_have_a_gain_to_reach_and_short_ones_nothing_to_lose() -> None:
    pair = Pair(Tried(100.0, 100.0, LONG), Tried(62.5, 120.0, LONG + LONG // 10))
    assert line("x", [pair]) == "| x | 1 | 100.0 | 62.5 | 1.60 | 1.60 | 1.60 | 1.20 × | 1.10 × | 1.7 | no |"
    short = Pair(Tried(100.0, 100.0, LONG - 1), Tried(101.0, 101.0, LONG - 1))
    assert line("x", [short]).endswith("| 0.99 | 0.99 | 0.99 | 1.01 × | 1.00 × | 1 | yes |")


def test_in_all_a_long_search_weighs_more() -> None:
    slow = Pair(Tried(300.0, 300.0, 3 * LONG), Tried(150.0, 300.0, 3 * LONG))
    equal = Pair(Tried(100.0, 100.0, LONG), Tried(100.0, 100.0, LONG))
    assert line("x", [slow, equal]).startswith("| x | 2 | 200.0 | 125.0 | 1.41 | 1.00 | 1.60 |")


def test_the_freaks_are_one_deal_with_each_of_its_leaders() -> None:
    works = read_works(1, 1)
    freaks = works["bridge, Andrews' deal"]
    assert len({position.deal for position in freaks}) == 1
    assert {position.first_leader for position in freaks} == set("NESW")
    assert {name: len(positions) for name, positions in works.items() if "bridge" not in name} == {
        "california_jack, 24 in stock": 1,
        "california_jack, 28 in stock": 1,
        "own rules, 40 cards": 1,
        "belote": 1,
        "contree": 1,
        "valet_de_trefle": 1,
    }
