"""The engine: consistency between solves, limits, threads, memory, and cases that other solvers get wrong."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Literal

import pytest

from solver import CancelToken, Limit, Position, Solver, solve
from solver.engine.answer import Answer
from solver.engine.encode import Encoding
from solver.rules.variants import VARIANTS, find_variant
from tests.support.positions import random_contract, random_deal, random_position, small_position
from tests.support.search.plain_values import plain_values
from tests.support.waiting import PATIENCE_S

WANTED: tuple[Literal["all", "best"], ...] = ("all", "best")
FULL_GAMES = tuple(name for name in VARIANTS if name not in ("california_jack", "whist", "bridge"))


def full_deal(name: str, seed: int) -> Position:
    """A whole deal of a game, before the first card."""
    rng = Random(seed)
    rules = find_variant(name)
    deal = random_deal(rng, rules, rules.cards_each, rules.stock)
    return Position(rules, random_contract(rng, rules), deal, dealer=rng.choice(rules.players))


def played(position: Position, n: int, rng: Random) -> Position:
    """The position after ``n`` more cards played at random."""
    for _ in range(n):
        position = position.play(rng.choice(position.legal_plays()))
    return position


def values(answer: Answer) -> dict[str, tuple[int, int]]:
    """What was proved of each card."""
    return {str(card.card): (card.bounds.low, card.bounds.high) for card in answer.cards}


def lead(answer: Answer, position: Position) -> int:
    """The position's value, the side to play minus the other."""
    own = position.side_to_play
    assert own is not None
    assert answer.value is not None
    names = position.rules.side_names
    return answer.value[names[own]] - answer.value[names[1 - own]]


@pytest.mark.parametrize("name", FULL_GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_card_is_worth_what_the_position_after_it_is(name: str, seed: int) -> None:
    position = played(full_deal(name, seed), seed * 3, Random(seed))
    answer = solve(position)
    for card in answer.cards:
        after = solve(position.play(card.card))
        assert after.value == card.value
        assert after.score == card.score


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", FULL_GAMES)
def test_values_do_not_depend_on_what_was_asked_before(name: str) -> None:
    rng = Random(7)
    start = full_deal(name, 11)
    asked = [start]
    while not asked[-1].is_over:
        asked.append(played(asked[-1], 1, rng))
    cold = [values(solve(position)) for position in asked]
    for order in (range(len(asked)), reversed(range(len(asked))), rng.sample(range(len(asked)), len(asked))):
        solver = Solver(start)
        for index in order:
            assert values(solver.solve(asked[index])) == cold[index]


@pytest.mark.parametrize("seed", range(12))
def test_positions_that_share_an_entry_in_games_with_a_stock_have_one_value(seed: int) -> None:
    # Entries there stand for many positions: other worthless cards, other leads in card points.
    rules = find_variant("california_jack").override({"forced_discard_penalty": seed % 2})
    position = random_position(Random(seed), rules, n_each=6, n_stock=40, n_left=20)
    solver = Solver(position)
    for card in solver.solve(position).cards:
        after = position.play(card.card)
        assert solve(after).value == card.value
        assert solver.solve(after).value == card.value


def test_values_do_not_depend_on_the_first_guess_or_on_the_size_of_the_table() -> None:
    position = full_deal("belote", 3)
    expected = values(solve(position))
    for guess in (-300, -7, 0, 5, 300):
        assert values(Solver(position).solve(position, guess=guess)) == expected
    assert values(solve(position, Limit(table_mib=1))) == expected


@pytest.mark.night
@pytest.mark.slow
def test_threads_that_solve_different_games_at_once_do_not_disturb_each_other() -> None:
    asked = [full_deal(name, seed) for seed in range(5) for name in FULL_GAMES]
    alone = [values(solve(position)) for position in asked]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(solve, asked))
    assert [values(answer) for answer in together] == alone


def test_threads_may_share_the_solver_of_a_deal() -> None:
    rng = Random(1)
    start = full_deal("contree", 5)
    asked = [played(start, n, rng) for n in range(0, 31, 3)]
    alone = [values(solve(position)) for position in asked]
    solver = Solver(start)
    with ThreadPoolExecutor(4) as pool:
        assert [values(answer) for answer in pool.map(solver.solve, asked)] == alone


def test_the_core_lets_other_threads_run_while_it_solves() -> None:
    token = CancelToken()
    thread = threading.Thread(target=solve, args=(full_deal("california_jack", 1), Limit(cancel=token)))
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    token.cancel()
    thread.join(timeout=PATIENCE_S)
    assert not thread.is_alive()


@pytest.mark.parametrize("name", ["belote", "contree", "valet_de_trefle"])
@pytest.mark.parametrize("seed", range(30))
def test_values_are_right_when_a_capot_is_still_possible_or_no_longer(name: str, seed: int) -> None:
    # A trick won by the other side takes the bonus of 88 or 90 away, whoever leads afterwards.
    rng = Random(seed)
    position = random_position(rng, find_variant(name), n_each=8, n_left=rng.randint(1, 12))
    found = {card.card: card.bounds.low for card in solve(position).cards}
    assert found == plain_values(position)


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_that_takes_every_trick_gets_the_capot(side: int) -> None:
    strong, weak = ("AKQJT987.-.-.-", "-.AKQJT987.-.-")
    hands = {"N": strong, "E": weak, "S": "-.-.AKQJT987.-", "W": "-.-.-.AKQJT987"}
    position = Position.from_dict(
        {
            "variant": "belote",
            "dealer": "W",
            "deal": hands,
            "contract": {"trump": "S" if side == 0 else "H", "taker": "N"},
        }
    )
    answer = solve(position)
    names = position.rules.side_names
    assert answer.value == {names[side]: 252, names[1 - side]: 0}
    assert answer.score == {names[side]: 272, names[1 - side]: 0}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(20))
def test_the_last_trick_is_played_out(name: str, seed: int) -> None:
    rules = find_variant(name)
    position = random_position(
        Random(seed), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=1 + seed % rules.n_players
    )
    assert {card.card: card.bounds.low for card in solve(position).cards} == plain_values(position)


def test_a_finished_deal_is_worth_its_result() -> None:
    position = played(full_deal("belote", 2), 32, Random(2))
    answer = solve(position)
    assert answer.to_play is None
    assert answer.exact
    assert answer.cards == ()
    assert answer.value is not None
    assert sum(answer.value.values()) in (162, 252)


def test_belote_rebelote_is_reported_apart_and_counts_in_the_score() -> None:
    deal = {"N": "KQ987.-.AT.K", "E": "AJ.987.987.-", "S": "T.AKQ.KQJ.A", "W": "-.JT.-.QJT987"}
    position = Position.from_dict(
        {
            "variant": "belote",
            "dealer": "W",
            "deal": deal,
            "contract": {"trump": "S", "taker": "N"},
        }
    )
    answer = solve(position)
    assert answer.belote == "NS"
    assert answer.value is not None
    assert answer.score is not None
    assert sum(answer.value.values()) == 162
    assert sum(answer.score.values()) == 182


def test_equal_cards_are_listed_with_each_other() -> None:
    position = Position.from_dict(
        {
            "variant": "belote",
            "rules": {"short_deals": True},
            "leader": "N",
            "dealer": "W",
            "deal": {"N": "987.-.-.-", "E": "-.987.-.-", "S": "-.-.987.-", "W": "-.-.-.987"},
            "contract": {"trump": "H", "taker": "N"},
        }
    )
    for card in solve(position).cards:
        assert {str(card.card), *map(str, card.equals)} == {"S9", "S8", "S7"}


def test_a_card_between_them_on_the_table_keeps_cards_apart() -> None:
    # E's S8 is winning: S9 beats it and S7 does not, though no hand holds a card between them.
    position = Position.from_dict(
        {
            "variant": "bridge",
            "leader": "E",
            "dealer": "N",
            "deal": {"E": "8.2.-.-", "S": "97.-.-.-", "W": "2.3.-.-", "N": "3.4.-.-"},
            "contract": {"trump": "NT", "taker": "N"},
            "plays": ["S8"],
        }
    )
    assert all(card.equals == () for card in solve(position).cards)


# ---- limits


def hard_positions() -> list[Position]:
    """Deals that cannot be solved within a few thousand nodes."""
    return [full_deal("california_jack", 4), full_deal("bridge", 4)]


@pytest.mark.parametrize("time_ms", [1, 20, 150])
def test_a_time_limit_is_kept(time_ms: float) -> None:
    started = time.thread_time()
    answer = solve(full_deal("california_jack", 4), Limit(time_ms=time_ms))
    # How long the machine did something else meanwhile is not counted; without a limit it is hours.
    assert (time.thread_time() - started) * 1000 - time_ms < 1_000
    assert not answer.exact


def test_the_clock_is_looked_at_often() -> None:
    for position in hard_positions():
        answer = solve(position, Limit(time_ms=0.001))
        assert answer.stats.nodes < 10_000
        assert not answer.exact
        assert answer.to_dict()["limit"] == {"ended_by": "time_ms", "time_ms": 0.001}


def test_a_node_limit_is_kept() -> None:
    for position in hard_positions():
        answer = solve(position, Limit(nodes=5000))
        assert answer.stats.nodes <= 5000 + 4
        assert not answer.exact
        assert answer.to_dict()["limit"] == {"ended_by": "nodes", "nodes": 5000}


def test_the_same_node_limit_gives_the_same_answer() -> None:
    position = full_deal("valet_de_trefle", 8)
    first, second = (solve(position, Limit(nodes=30_000)) for _ in range(2))
    assert values(first) == values(second)
    assert first.stats.nodes == second.stats.nodes


@pytest.mark.by_day(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", FULL_GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_limit_leaves_are_proven_bounds(name: str, seed: int) -> None:
    position = full_deal(name, seed)
    exact = {str(card.card): card.bounds.low for card in solve(position).cards}
    nodes = 50
    while True:
        answer = solve(position, Limit(nodes=nodes))
        for card in answer.cards:
            assert card.bounds.low <= exact[str(card.card)] <= card.bounds.high
            assert card.exact == card.bounds.is_exact or position.rules.has_combinations
        best = max(exact.values())
        assert answer.bounds.low <= best <= answer.bounds.high
        assert {str(card.card) for card in answer.cards} == set(exact)
        if answer.exact:
            break
        assert any(not card.exact for card in answer.cards)
        nodes *= 3


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_limit_never_gives_a_wrong_card_line_or_value(name: str) -> None:
    rng = Random(17)
    rules = find_variant(name)
    for _ in range(4):
        position = random_position(rng, rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=13)
        truth = {card.card: card.bounds.low for card in solve(position).cards}
        best = max(truth.values())
        for nodes in range(5, solve(position).stats.nodes + 50, 7):
            for wanted in WANTED:
                answer = solve(position, Limit(nodes=nodes), cards=wanted)
                assert answer.bounds.low <= best <= answer.bounds.high
                assert all(c.bounds.low <= truth[c.card] <= c.bounds.high for c in answer.cards)
                assert all(truth[card] == best for card in answer.best)
                if answer.value is not None:
                    assert lead(answer, position) == best
                if answer.line:
                    end = position
                    for card in answer.line:
                        end = end.play(card)
                    assert answer.value == solve(end).value


def test_an_answer_cut_short_says_so_and_carries_bounds() -> None:
    data = solve(full_deal("california_jack", 4), Limit(nodes=2000)).to_dict()
    assert data["exact"] is False
    assert data["line"] == []
    assert data["best"] == []
    assert "value" not in data
    assert data["bounds"]["low"] < data["bounds"]["high"]
    assert all(card["bounds"]["low"] <= card["bounds"]["high"] for card in data["cards"] if not card["exact"])
    assert any(not card["exact"] for card in data["cards"])


def test_a_cancel_token_stops_a_search() -> None:
    token = CancelToken()

    def cancel() -> None:
        time.sleep(0.1)
        token.cancel()

    threading.Thread(target=cancel).start()
    answer = solve(full_deal("california_jack", 9), Limit(cancel=token))
    assert not answer.exact
    assert token.is_cancelled


def test_a_token_raised_before_stops_the_search_before_it_starts() -> None:
    token = CancelToken()
    token.cancel()
    assert solve(full_deal("bridge", 1), Limit(cancel=token)).stats.nodes < 5000


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_ms": 0},
        {"time_ms": -1},
        {"time_ms": float("nan")},
        {"time_ms": float("inf")},
        {"nodes": 0},
        {"table_mib": 0},
        {"table_mib": 10**9},
    ],
)
def test_senseless_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Limit(**wrong)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("mib", [1, 3, 8])
def test_the_table_never_passes_its_limit(mib: int) -> None:
    position = full_deal("california_jack", 2)
    encoding = Encoding(position)
    solver = Solver(position, table_mib=mib)
    solver.solve(position, Limit(nodes=3_000_000))
    table = solver._table
    # While the table grows, the one it grows from, a quarter of its size, is there too.
    assert table.n_bytes * 5 // 4 <= mib << 20
    assert table.n_bytes > (mib << 20) // 2
    assert table.n_entries > 0
    assert encoding.suits(position)


def test_a_solver_refuses_positions_of_another_deal() -> None:
    solver = Solver(full_deal("belote", 1))
    with pytest.raises(ValueError, match="another deal"):
        solver.solve(full_deal("belote", 2))


def test_bridge_positions_of_five_cards_a_hand_are_solved_at_once() -> None:
    rng = Random(3)
    for _ in range(30):
        position = random_position(rng, find_variant("bridge"), n_each=13, n_left=20)
        answer = solve(position)
        assert answer.exact
        assert answer.stats.nodes < 2_000_000


def test_small_positions_cost_little() -> None:
    rng = Random(5)
    position = small_position(rng, find_variant("all_fours").override({"short_deals": True}), 8)
    solver = Solver(position)
    solver.solve(position)
    assert solver._table.n_bytes < 1 << 20
    assert lead(solver.solve(position), position) == max(plain_values(position).values())
