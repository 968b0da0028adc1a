"""The core in a browser: the same values, lines and nodes as natively, on lists and random positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest

from benchmarks.bridge_deals import BridgeWork, position_of, read_fixed
from benchmarks.lists import choose_rows, read_cases
from solver import VARIANTS, Position, find_variant
from solver.engine.encode import Encoding
from solver.engine.numbers import core_numbers
from tests.support.board.browser import UNITS, as_told, ask_browser, ask_native, module_bytes, question
from tests.support.positions import position_of_seed, random_position

LISTS = {
    "belote_cards": 12,
    "contree_cards": 12,
    "valet_de_trefle": 6,
    "quadrette": 60,
    "all_fours": 60,
    "all_fours_4": 60,
    "california_jack_16": 8,
}
"""The lists of the benchmark, and how many deals of each."""
N_BRIDGE = 8
KINDS = [(game, seed) for game in (*VARIANTS, "custom") for seed in range(12)]


def listed() -> Iterator[Position]:
    """The deals of the benchmark's lists."""
    for name, n in LISTS.items():
        (row,) = choose_rows((name,))
        for case in islice(read_cases(row.deals), n):
            yield case.position
    for deal in islice(read_fixed(BridgeWork.cards), N_BRIDGE):
        yield position_of(deal.asked)


def under_way() -> list[Position]:
    """Full deals of every game, played at random into the middle: mostly with a trick under way."""
    found = []
    for number, game in enumerate(VARIANTS):
        rules = find_variant(game)
        for seed in range(6):
            size = {"n_each": rules.cards_each, "n_stock": rules.stock}
            found.append(random_position(Random(100 * number + seed), rules, **size, n_left=17 + seed % 4))
    return found


@pytest.mark.night
@pytest.mark.slow
def test_the_lists_have_the_same_answers_and_nodes() -> None:
    positions = list(listed())
    for position, told in zip(positions, ask_browser([question(one) for one in positions]), strict=True):
        assert told["found"] == as_told(ask_native(position)), position.to_dict()


def test_tricks_under_way_have_the_same_answers_and_nodes() -> None:
    positions = under_way()
    assert sum(bool(position.trick.plays) for position in positions) > len(positions) // 2
    for position, told in zip(positions, ask_browser([question(one) for one in positions]), strict=True):
        assert told["found"] == as_told(ask_native(position)), position.to_dict()


@pytest.mark.slow
def test_rules_that_nobody_plays_have_the_same_answers() -> None:
    positions = [position_of_seed(seed, game) for game, seed in KINDS]
    positions = [position for position in positions if not position.is_over]
    for position, told in zip(positions, ask_browser([question(one) for one in positions]), strict=True):
        assert told["found"] == as_told(ask_native(position)), position.to_dict()
        codes = core_numbers(position)["codes"]
        assert told["legal"] == sorted(codes[str(card)] for card in position.legal_plays())


@pytest.mark.by_day(1)
@pytest.mark.parametrize("wanted", ["best", "value"])
@pytest.mark.parametrize("line", [True, False])
def test_less_may_be_asked(wanted: str, line: bool) -> None:
    positions = under_way()[::3]
    told = ask_browser([question(one, wanted=wanted, line=line, guess=3) for one in positions])
    for position, answer in zip(positions, told, strict=True):
        native = ask_native(position, wanted=wanted, with_line=line, guess=3)
        assert answer["found"] == as_told(native)


def test_a_limit_of_nodes_leaves_the_same_bounds() -> None:
    positions = [
        random_position(Random(seed), find_variant(game), n_each=n_each, n_left=52)
        for seed, (game, n_each) in enumerate([("belote", 8), ("bridge", 13), ("whist", 13), ("contree", 8)])
    ]
    asked = [question(one, nodes=1000) for one in positions]
    for position, told in zip(positions, ask_browser(asked), strict=True):
        native = ask_native(position, node_limit=1000)
        assert native.stopped
        assert told["found"] == as_told(native)


def test_a_limit_of_time_ends_a_search() -> None:
    jack = find_variant("california_jack")
    position = random_position(Random(1), jack, n_each=jack.cards_each, n_stock=jack.stock, n_left=52)
    (told,) = ask_browser([question(position, milliseconds=50)])
    assert told["found"]["stopped"]
    assert told["found"]["lower"] < told["found"]["upper"]
    assert told["ms"] < 2000


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
def test_a_deal_can_be_played_out(game: str) -> None:
    """Whose turn it is, what may be played, what is won: as the positions of Python have it, card by card."""
    rules = find_variant(game)
    rng = Random(game)
    start = random_position(
        rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=len(rules.deck) + 1
    )
    course = [start]
    while not course[-1].is_over:
        course.append(course[-1].play(rng.choice(course[-1].legal_plays())))
    encoding = Encoding(start)
    codes = [encoding.code[position.plays[-1]] for position in course[1:]]
    (told,) = ask_browser([question(start) | {"play": codes}])
    assert told["over"] == []
    for (before, after), step in zip(pairwise(course), told["course"], strict=True):
        numbers = core_numbers(before)
        assert numbers["seats"][step["seat"]] == before.to_play
        assert step["legal"] == sorted(encoding.code[card] for card in before.legal_plays())
        if after.is_over:
            continue
        # Whatever the rules do not count, the core does not keep.
        expected = core_numbers(after)
        kept = {} if encoding.fields["game_value"] else {"game": step["after"]["game"]}
        assert step["after"] == expected["position"] | kept
        was, now = numbers["won"], expected["won"]
        assert step["won"] == now[0] - now[1] - (was[0] - was[1])


@pytest.mark.parametrize("unit", UNITS)
def test_the_module_is_small(unit: str) -> None:
    assert len(module_bytes(unit)) <= 40_500


def test_the_numbers_of_a_deal_are_those_of_all_its_positions() -> None:
    start = random_position(Random(7), find_variant("belote"), n_each=8, n_left=32)
    later = start.play(start.legal_plays()[0])
    first, then = core_numbers(start), core_numbers(later)
    changed = {name for name in first if first[name] != then[name]}
    assert changed == {"position"}
    assert core_numbers(replace(start)) == first
