"""From tests of a window to values (ext/tricks/driver.pxd, ext/tricks/tricks.pyx): guesses, lines, limits."""

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from solver import Position, find_variant
from solver.engine.budget import Limit
from solver.engine.encode import Encoding
from solver.engine.found import Found
from solver.engine.native import points
from solver.engine.solver import Solver, solve
from tests.support.positions import random_position
from tests.support.search.technique_checks import course, play_on
from tests.support.search.trick_checks import SEATS, Search, check, lay_out, random_trump, skewed, trick_game
from tests.support.seeds import seeds

GAMES = ("bridge", "whist", "quadrette")
SHARED_SLOT = 14_907
"""A seed of a deal on whose line another situation has left a card that is held and may not be played."""


def short(rng: Random, name: str, n_each: int) -> Position:
    rules = find_variant(name).override({"short_deals": True})
    return random_position(rng, rules, n_each=n_each, n_left=4 * n_each)


def values_of(found: Found) -> dict[int, tuple[int, int]]:
    return {card.code: (card.lower, card.upper) for card in found.cards}


def test_any_guess_gives_the_value() -> None:
    for seed in seeds(250, needed=1):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 5), random_trump(rng), rng.randint(1, 5))
        position = play_on(rng, position, rng.randrange(4))
        for guess in (-99, -5, -4, -1, 0, 1, 4, 5, 99):
            Search().check(position, guess=guess)


def test_the_value_alone_is_that_of_the_best_card() -> None:
    for seed in seeds(800, needed=5):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 5), random_trump(rng), rng.randint(1, 5))
        position = play_on(rng, position, rng.randrange(4))
        whole = Search().solve(position)
        found = Search().solve(position, wanted="best", guess=rng.randint(-6, 6))
        assert (found.lower, found.upper) == (whole.lower, whole.upper)
        ((card, keeper, lower, upper),) = found.cards
        assert card == keeper
        assert (lower, upper) == values_of(whole)[card] == (whole.lower, whole.upper)


def test_one_table_for_all_leaders_and_all_positions_of_a_log() -> None:
    for seed in seeds(120):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 5), random_trump(rng), 5)
        deal, trump = dict(position.deal.hands), position.contract.trump
        asked = [lay_out(position.rules, trump, deal, leader) for leader in SEATS]
        asked += list(course(rng, position))
        for order in (asked, asked[::-1], rng.sample(asked, len(asked))):
            search, guess = Search(), None
            for one in order:
                search.check(one, guess=guess)
                guess = search.solve(one, wanted="best", with_line=False).lower


@pytest.mark.parametrize(
    ("name", "each"), [(name, each) for name in GAMES for each in range(1, find_variant(name).cards_each + 1)]
)
def test_deals_of_every_size(name: str, each: int) -> None:
    """Where the plain solver would take too long, each value must be the best of those one card on."""
    for seed in seeds(60 if each < 7 else 6 if each < 11 else 2, needed=1):
        rng = Random(100 * each + seed)
        position = short(rng, name, each)
        if each < 6:
            check(play_on(rng, position, rng.randrange(4)))
        check_step(position, Solver(position))


def check_step(position: Position, solver: Solver) -> None:
    """The value of a position is the best of its cards', each by an empty table of its own."""
    answer = solver.solve(position)
    own = position.rules.side_of(position.to_play or "N")
    name = position.rules.side_names[own]
    assert answer.value is not None
    found = {}
    for card in position.legal_plays():
        after = solve(position.play(card), cards="best").value
        assert after is not None
        found[card] = after[name]
    assert {card.card: (card.value or {})[name] for card in answer.cards} == found
    assert answer.value[name] == max(found.values())


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "deal",
    [
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
        "N:AQT8642.KJ9753.. KJ9753.AQT8642.. ..AQT8642.KJ9753 ..KJ9753.AQT8642",
        "N:AKQJT9876543...2 2.AKQJT9876543.. .2.AKQJT9876543. ..2.AKQJT9876543",
        "N:AKQJT9.AKQJT98.. 8765432..AKQJT9. .765432..AKQJT98 ..8765432.765432",
        "N:.AQ2.KQT9876543. AKQJT.KJT.AJ.432 98765.98765..AKQ 432.43.2.JT98765",
        "N:AKQJT98.AKQJT9.. 765432.8765432.. ..AKQJT98.AKQJT9 ..765432.8765432",
    ],
)
def test_freak_shapes(deal: str) -> None:
    for trump in ("NT", "S", "C"):
        solver = None
        for seat, leader in zip("WNES", SEATS, strict=True):
            contract = {"trump": trump, "taker": seat}
            position = Position.from_dict({"variant": "bridge", "deal": deal, "contract": contract})
            assert position.first_leader == leader
            solver = solver or Solver(position)
            check_step(position, solver)


def test_bounds_already_proved_give_the_same_value() -> None:
    for seed in seeds(200, needed=20):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 6), random_trump(rng), rng.randint(2, 6))
        value = Search().solve(position).lower
        for known in ((value, value + 4), (value - 4, value), (value, value)):
            found = Search().solve(position, wanted=rng.choice(("best", "value")), known=known)
            assert (found.lower, found.upper) == (value, value)


def test_the_cards_asked_for_alone() -> None:
    for seed in seeds(300, needed=40):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 6), random_trump(rng), rng.randint(2, 6))
        position = play_on(rng, position, rng.randrange(4))
        truth = values_of(Search().solve(position))
        code, (value, _) = rng.choice(sorted(truth.items()))
        told = values_of(Search().solve(position, among=1 << code))
        assert code in told
        assert all(bounds == (value, value) == truth[one] for one, bounds in told.items())
        for low in range(value - 5, value + 4):
            for known in ((low, low + 2), (low, 99), (-99, low)):
                least, most = values_of(Search().solve(position, among=1 << code, known=known))[code]
                assert least == most
                if value < known[0]:
                    assert least <= known[0]
                elif value > known[1]:
                    assert least >= known[1]
                else:
                    assert least == value


def test_lines_are_played_to_the_value() -> None:
    for seed in (*seeds(400, needed=329), SHARED_SLOT):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 6), random_trump(rng), rng.randint(1, 6))
        position = play_on(rng, position, rng.randrange(min(8, position.n_cards_left)))
        for wanted in ("all", "best"):
            found = Search().solve(position, wanted=wanted, guess=rng.randint(-6, 6))
            ((first, (_, line)),) = found.lines.items()
            assert line[0] == first
            card, end = Encoding(position).card, position
            for code in line:
                end = end.play(card[code])
            won = [end.tally.tricks[side] - position.tally.tricks[side] for side in (0, 1)]
            assert end.is_over
            assert won[0] - won[1] == found.lower


def test_limits_leave_true_bounds() -> None:
    for seed in seeds(300, needed=2):
        rng = Random(seed)
        position = skewed(rng, trick_game(rng, 6), random_trump(rng), 6)
        truth = values_of(Search().solve(position))
        best = Search().solve(position, wanted="best").lower
        search = Search()
        for limit in (1, 2, 5, 20, 100, 500, 2000):
            found = search.solve(position, node_limit=limit, guess=rng.randint(-6, 6))
            assert found.lower <= best <= found.upper
            for card, (lower, upper) in values_of(found).items():
                assert lower <= truth[card][0] <= upper
            assert found.stopped or values_of(found) == truth
            whole = search.solve(position, node_limit=limit, wanted="best")
            assert whole.lower <= best <= whole.upper
            assert whole.nodes <= limit + 64


def test_eight_threads_at_once_each_with_tables_of_its_own() -> None:
    positions = []
    for seed in range(96):
        rng = Random(seed)
        positions.append(play_on(rng, short(rng, rng.choice(GAMES), 6), rng.randrange(6)))
    expected = [values_of(points_solve(position)) for position in positions]
    barrier = threading.Barrier(8)

    def work(number: int) -> list[dict[int, tuple[int, int]]]:
        barrier.wait()
        found = []
        for _ in range(3):
            found = [values_of(Search(1).solve(position)) for position in positions[number::8]]
        return found

    with ThreadPoolExecutor(8) as pool:
        for number, found in enumerate(pool.map(work, range(8))):
            assert found == expected[number::8]


def test_eight_threads_may_share_a_solver() -> None:
    rng = Random(4)
    first = short(rng, "bridge", 8)
    positions = [first, *list(course(rng, first))[:20]]
    expected = [solve(position).value for position in positions]
    solver = Solver(first)
    barrier = threading.Barrier(8)

    def work(number: int) -> list[object]:
        order = Random(number).sample(range(len(positions)), len(positions))
        barrier.wait()
        found: dict[int, object] = {place: solver.solve(positions[place], Limit()).value for place in order}
        return [found[place] for place in range(len(positions))]

    with ThreadPoolExecutor(8) as pool:
        assert all(found == expected for found in pool.map(work, range(8)))


def points_solve(position: Position) -> Found:
    encoding = Encoding(position)
    found: Found = points.solve(encoding.fields, encoding.encode_position(position), points.Table(1 << 20))
    return found
