"""The search for games that count tricks: against the plain solver and the core, and with limits."""

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver.engine import _tricks
from solver.engine.budget import Limit
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.engine.native import CancelToken, has_bit_build, load_unit, points, tricks
from solver.engine.solver import Solver, solve
from solver.game.position import Position
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from tests.support.budgets import MANY
from tests.support.dds_lists import SEATS, STRAINS, parse_deal, start
from tests.support.positions import SEEDS, random_deal, random_position, shuffled
from tests.support.search.plain_values import plain_values

GAMES = ("bridge", "whist", "quadrette", "any_order")
"""``any_order``: bridge with the cards of trumps and of plain suits each in an order of their own."""
ROUTED = {"bridge", "whist", "quadrette"}
FREAKS = (
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    "N:AQT8642.KJ9753.. KJ9753.AQT8642.. ..AQT8642.KJ9753 ..KJ9753.AQT8642",
    "N:AKQ.JT98.7654.32 JT98.765.32.AKQ4 7654.32.AKQJ.T98 32.AKQ4.T98.J765",
)
HARDEST = "S:AQT8642.KJ9753.. KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753"
"""Thomas Andrews' deal, on which the Double Dummy Solver spends 16 s a value."""


def game_of(name: str, rng: Random) -> Rules:
    rules = find_variant("bridge" if name == "any_order" else name)
    if name == "any_order":
        ranks = "AKQJT98765432"
        data = {
            **rules.to_dict(),
            "name": "custom",
            "order": {"plain": shuffled(rng, ranks), "trump": shuffled(rng, ranks)},
        }
        return Rules.from_dict(data)
    return rules.override({"short_deals": True})


def ending(name: str, seed: int, most_each: int) -> Position:
    """A short deal, or the end of a long one, in the middle of a trick as often as not; voids are common."""
    rng = Random(seed)
    rules = game_of(name, rng)
    n_each = rng.randint(1, most_each)
    n_left = max(1, 4 * n_each - rng.randint(0, 6))
    if rng.random() < 0.3:
        return random_position(rng, rules, n_each=rules.cards_each, n_left=n_left)
    return random_position(rng, rules, n_each=n_each, n_left=n_left)


def cards_of(found: Found) -> dict[int, tuple[int, int]]:
    return {card.code: (card.lower, card.upper) for card in found.cards}


def ask(unit: Any, position: Position, table: Any = None, **options: Any) -> Found:
    encoding = Encoding(position)
    found: Found = unit.solve(
        encoding.fields, encoding.encode_position(position), table or unit.Table(8 << 20), **options
    )
    return found


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_which_games_count_tricks(name: str) -> None:
    rules = find_variant(name)
    position = random_position(Random(1), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=20)
    assert Encoding(position).counts_tricks == (name in ROUTED)


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("follow", "or_ruff"),
        ("ruff", "unless_partner_winning"),
        ("overruff", "required"),
        ("underruff", "last_resort"),
        ("head_trumps", "always"),
    ],
)
def test_duties_that_ask_for_ranks_keep_the_general_search(key: str, word: str) -> None:
    data = find_variant("bridge").to_dict()
    rules = Rules.from_dict({**data, "name": "custom", "duties": {**data["duties"], key: word}})
    rng = Random(2)
    while (position := random_position(rng, rules, n_each=2, n_left=8)).contract.trump == "NT":
        pass
    assert not Encoding(position).counts_tricks


@pytest.mark.parametrize("name", GAMES)
@given(seed=SEEDS)
def test_values_are_those_of_the_reference(name: str, seed: int) -> None:
    position = ending(name, seed, 3)
    answer = solve(position)
    assert {card.card: card.bounds.low for card in answer.cards} == plain_values(position)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@MANY
@given(seed=SEEDS)
def test_values_are_those_of_the_search_for_points(name: str, seed: int) -> None:
    position = ending(name, seed, 8 if name != "quadrette" else 6)
    assert Encoding(position).counts_tricks
    assert cards_of(ask(tricks, position)) == cards_of(ask(points, position))


@given(seed=SEEDS)
def test_values_are_those_of_the_plain_solver(seed: int) -> None:
    position = ending("bridge", seed, 6)
    encoding = Encoding(position)
    plain = load_unit("plain").solve(encoding.fields, encoding.encode_position(position), all_cards=True)
    assert {card: low for card, (low, _) in cards_of(ask(tricks, position)).items()} == dict(plain["cards"])


@pytest.mark.skipif(not has_bit_build(), reason="this processor runs one build only")
def test_both_builds_search_alike() -> None:
    for seed in range(20):
        position = ending("bridge", seed, 10)
        assert ask(_tricks, position) == ask(load_unit("tricks"), position)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@given(seed=SEEDS)
def test_playing_out_the_line_gives_the_value(name: str, seed: int) -> None:
    position = ending(name, seed, 6)
    for wanted in ("all", "best"):
        answer = solve(position, cards=wanted)
        end = position
        for card in answer.line:
            end = end.play(card)
        assert end.is_over
        assert answer.value == dict(zip(end.rules.side_names, end.tally.tricks, strict=True))


def test_values_do_not_hang_on_the_order_of_the_questions() -> None:
    """One table for all leaders and positions of a deal: what one question leaves there is true."""
    for seed in range(6):
        rng = Random(seed)
        deal = random_deal(rng, find_variant("bridge"), 7, 0)
        trump = STRAINS[seed % 5]
        positions = [start(deal, trump, leader) for leader in SEATS]
        for first in list(positions):
            position = first
            while position.n_cards_left > 12:
                position = position.play(rng.choice(position.legal_plays()))
                positions.append(position)
        shared = Solver(positions[0])
        expected = {id(position): cards_of(ask(points, position)) for position in positions}
        for _ in range(2):
            rng.shuffle(positions)
            for position in positions:
                encoding = Encoding(position)
                so_far = encoding.won_so_far(position)
                answer = shared.solve(position, guess=rng.randint(-7, 7))
                sign = 1 if position.side_to_play == 0 else -1
                found = {
                    encoding.code[card.card]: sign * card.bounds.low - (so_far[0] - so_far[1])
                    for card in answer.cards
                }
                assert found == {code: low for code, (low, _) in expected[id(position)].items()}


def test_a_tiny_table_gives_the_same_values() -> None:
    """Lists are given up all the time, and slots too."""
    for seed in range(4):
        rng = Random(seed)
        position = random_position(rng, find_variant("bridge"), n_each=11, n_left=44)
        tiny = tricks.Table(1)
        small, large = ask(tricks, position, tiny), ask(tricks, position)
        assert cards_of(small) == cards_of(large)
        assert tiny.n_bytes < 400_000


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("mib", [1, 2])
def test_the_table_keeps_its_limit_and_fills_it(mib: int) -> None:
    position = start(parse_deal(HARDEST), "NT", "N")
    table = tricks.Table(mib << 20)
    ask(tricks, position, table, node_limit=3_000_000)
    assert (mib << 20) // 2 < table.n_bytes <= mib << 20


@pytest.mark.parametrize("deal", FREAKS)
def test_freak_deals_end_soon(deal: str) -> None:
    for strain in STRAINS:
        solver = Solver(start(parse_deal(deal), strain, "N"))
        for leader in SEATS:
            assert solver.solve(start(parse_deal(deal), strain, leader), Limit(nodes=2_000_000), "best").exact


@given(seed=SEEDS)
def test_bounds_at_a_limit_hold(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, find_variant("bridge"), n_each=8, n_left=rng.randint(26, 32))
    exact = cards_of(ask(tricks, position))
    limited = ask(tricks, position, node_limit=rng.randint(1, 3000))
    for card, (low, high) in cards_of(limited).items():
        assert low <= exact[card][0] <= high
    best = ask(tricks, position, node_limit=rng.randint(1, 3000), wanted="best")
    whole = ask(tricks, position, wanted="best")
    assert best.lower <= whole.lower <= best.upper


def test_time_and_cancellation_stop_the_search() -> None:
    position = random_position(Random(3), find_variant("bridge"), n_each=13, n_left=52)
    answer = solve(position, Limit(time_ms=0.001))
    assert answer.stats.nodes < 10_000, "the clock is looked at every thousand nodes"
    assert not answer.exact
    assert all(card.bounds.low <= card.bounds.high for card in answer.cards)
    token = CancelToken()
    token.cancel()
    assert not solve(position, Limit(cancel=token)).exact


def test_eight_threads_at_once() -> None:
    positions = [ending("bridge", seed, 10) for seed in range(64)]
    expected = [cards_of(ask(tricks, position)) for position in positions]
    barrier = threading.Barrier(8)

    def work(number: int) -> list[dict[int, tuple[int, int]]]:
        barrier.wait()
        return [cards_of(ask(tricks, position)) for position in positions[number::8]]

    with ThreadPoolExecutor(8) as pool:
        for number, found in enumerate(pool.map(work, range(8))):
            assert found == expected[number::8]


def test_bounds_already_proved_and_no_card_give_the_same_value() -> None:
    for seed in range(60):
        position = ending("bridge", seed, most_each=6)
        value = ask(tricks, position).lower
        for known in ((value, 13), (-13, value), (value, value), (value - 1, value + 2)):
            found = ask(tricks, position, wanted="value", known=known)
            assert (found.lower, found.upper, found.cards) == (value, value, ())


def test_a_solver_asked_for_nothing_but_the_value_finds_it_within_known_bounds() -> None:
    for seed in range(20):
        position = ending("bridge", seed, most_each=5)
        value = solve(position).value
        assert value is not None
        difference = value["NS"] - value["EW"]
        for known in ((difference, 13), (-13, difference)):
            answer = Solver(position).solve(position, cards="none", known=known)
            assert (answer.value, answer.cards) == (value, ())
