"""Batches: the answers of `solve`, in order, whatever is mixed, shared and limited."""

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from solver import Answer, CancelToken, Limit, Position, solve, solve_many
from solver.engine import many
from solver.engine.answer import Ended, Stats
from solver.engine.solver import CardsWanted
from solver.game.tally import final_result
from solver.rules.variants import VARIANTS, find_variant
from tests.support.positions import GAMES, position_of_seed, random_position

WANTED: tuple[CardsWanted, ...] = ("all", "best", "none")


def full_deals(name: str, n: int) -> list[Position]:
    """So many whole deals of a game."""
    rules = find_variant(name)
    return [
        random_position(Random(seed), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=52)
        for seed in range(n)
    ]


def endings(n: int) -> list[Position]:
    """So many endings of all games in turn."""
    return [position_of_seed(seed, GAMES[seed % len(GAMES)]) for seed in range(n)]


def bare(answer: Answer) -> Answer:
    """The answer without its cost and its line: several lines may be best."""
    return replace(answer, stats=Stats(0, 0.0), line=())


def check_line(position: Position, answer: Answer) -> None:
    """The line is played to the end, and gives the value."""
    assert answer.line
    for card in answer.line:
        position = position.play(card)
    assert position.is_over
    result = final_result(position.rules, position.dealer, position.tally)
    assert position.rules.by_side(result) == answer.value


def check_same(positions: Sequence[Position], answers: Sequence[Answer], cards: CardsWanted) -> None:
    """Each answer is that of `solve`, but for the choice among cards and lines that are equally good."""
    assert len(answers) == len(positions)
    for position, answer in zip(positions, answers, strict=True):
        alone = solve(position, cards=cards)
        if cards == "best" and not position.is_over:
            assert set(answer.best) <= set(solve(position).best)
            assert len(answer.cards) == 1
            assert bare(replace(answer, cards=())) == bare(replace(alone, cards=()))
        else:
            assert bare(answer) == bare(alone)
        if cards != "none" and not position.is_over:
            check_line(position, answer)


def check_bounds(positions: Iterable[Position], answers: Iterable[Answer]) -> None:
    """What was cut short has bounds that hold, of the position and of each card."""
    for position, answer in zip(positions, answers, strict=True):
        true = solve(position)
        assert answer.bounds.low <= true.bounds.low <= answer.bounds.high
        by_card = {card.card: card.bounds.low for card in true.cards}
        for card in answer.cards:
            assert card.bounds.low <= by_card[card.card] <= card.bounds.high


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 2**32 - 1), st.sampled_from(GAMES), st.integers(0, 3)), max_size=8),
    st.sampled_from(WANTED),
    st.integers(1, 4),
)
def test_a_batch_has_the_answers_of_single_solves(
    asked: list[tuple[int, str, int]], cards: CardsWanted, threads: int
) -> None:
    positions = full_deals("quadrette", threads)
    for seed, game, n_more in asked:
        position = position_of_seed(seed, game)
        positions.append(position)
        for _ in range(n_more):
            if not position.is_over:
                position = position.play(position.legal_plays()[0])
                positions.append(position)
    Random(len(positions)).shuffle(positions)
    check_same(positions, solve_many(positions, cards=cards, threads=threads), cards)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("threads", range(1, 5))
def test_large_batches_of_all_games_keep_their_order(threads: int) -> None:
    # One long search, so that there are threads.
    positions = [*endings(300), *full_deals("quadrette", 4)]
    answers = solve_many(positions, threads=threads)
    check_same(positions, answers, "all")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_one_contract_take_the_nodes_of_single_solves(name: str) -> None:
    rules = find_variant(name)
    positions = [
        random_position(Random(seed), rules, n_each=rules.cards_each, n_stock=rules.stock, n_left=12)
        for seed in range(12)
    ]
    for position, answer in zip(positions, solve_many(positions), strict=True):
        alone = solve(position)
        assert (answer.stats.nodes, answer.line, answer.cards) == (
            alone.stats.nodes,
            alone.line,
            alone.cards,
        )


def test_positions_of_one_deal_share_what_is_proved() -> None:
    for start in (full_deals("belote", 1)[0], full_deals("bridge", 8)[7]):
        positions = [start]
        while positions[-1].n_cards_left > 12:
            positions.append(positions[-1].play(positions[-1].legal_plays()[-1]))
        positions = positions[-16:]
        answers = solve_many(positions)
        check_same(positions, answers, "all")
        alone = sum(solve(position).stats.nodes for position in positions)
        assert sum(answer.stats.nodes for answer in answers) < alone


def with_each_leader(game: str) -> list[Position]:
    """Some deals, each with all of its leaders."""
    rules = find_variant(game)
    deals = [
        random_position(Random(seed), rules, n_each=rules.cards_each, n_left=len(rules.deck))
        for seed in range(6)
    ]
    return [
        Position(rules, one.contract, one.deal, one.dealer, leader=seat)
        for one in deals
        for seat in rules.players
    ]


@pytest.mark.parametrize("game", ["belote", "contree"])
def test_the_value_with_one_leader_is_the_first_guess_for_another(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions, few = with_each_leader(game), Limit(nodes=1200)
    guessed = solve_many(positions, cards="none")
    # Bounds that a limit has left are no guess: all is as without one.
    cut = [(answer.bounds, answer.stats.nodes) for answer in solve_many(positions, few, cards="none")]
    monkeypatch.setattr(many, "_guessed", lambda deal: [None] * len(deal))
    alone = solve_many(positions, cards="none")
    assert [answer.value for answer in guessed] == [answer.value for answer in alone]
    n_guessed, n_alone = (sum(answer.stats.nodes for answer in answers) for answers in (guessed, alone))
    assert n_guessed < 0.96 * n_alone
    assert cut == [(answer.bounds, answer.stats.nodes) for answer in solve_many(positions, few, cards="none")]


def test_an_empty_batch_and_finished_deals() -> None:
    assert solve_many([]) == []
    position = position_of_seed(1, "belote")
    while not position.is_over:
        position = position.play(position.legal_plays()[0])
    assert solve_many([position] * 2, threads=3) == [solve(position)] * 2


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("nodes", [1, 3_000, 40_000])
def test_the_nodes_are_for_the_whole_batch(nodes: int, threads: int) -> None:
    positions = [*full_deals("quadrette", 6), *full_deals("all_fours", 3), *endings(6)]
    answers = solve_many(positions, Limit(nodes=nodes), threads=threads)
    # Every search must begin, in each of the passes, and a position needs one node a card at the least.
    assert sum(answer.stats.nodes for answer in answers) <= nodes + 4 * len(positions)
    check_bounds(positions, answers)
    for answer in answers:
        assert answer.exact == (answer.ended is None)
        if answer.ended is not None:
            assert answer.ended == Ended("nodes", nodes)
    assert any(answer.ended for answer in answers) or nodes == 40_000


def test_what_easy_positions_leave_goes_to_the_hard_ones() -> None:
    hard = full_deals("belote", 1)
    nodes = solve(hard[0]).stats.nodes
    easy = endings(30)
    spare = sum(solve(position).stats.nodes for position in easy)
    answers = solve_many([*hard, *easy], Limit(nodes=3 * nodes + 2 * spare))
    assert all(answer.exact for answer in answers)
    # Alone its first share would not have done.
    assert not solve(hard[0], Limit(nodes=(3 * nodes + 2 * spare) // 31)).exact


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_that_was_called_off_says_so(threads: int) -> None:
    token = CancelToken()
    token.cancel()
    positions = full_deals("belote", 3)
    answers = solve_many(positions, Limit(nodes=10**9, time_ms=10**6, cancel=token), threads=threads)
    assert all(answer.exact or answer.ended == Ended("cancelled") for answer in answers)
    assert any(answer.ended for answer in answers)
    check_bounds(positions, answers)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_that_is_late_says_so(threads: int) -> None:
    positions = full_deals("belote", 3)
    answers = solve_many(positions, Limit(time_ms=5000, due=1.0), threads=threads)
    assert any(answer.ended == Ended("time_ms", 5000) for answer in answers)
    check_bounds(positions, answers)


def test_answers_are_alike_when_they_are_read_later() -> None:
    position, other = endings(2)
    answer, again = solve_many([position, other])[0], solve_many([position])[0]
    alone = replace(solve(position), stats=answer.stats)
    assert answer == alone
    assert alone == answer
    assert bare(answer) != bare(solve(other))
    assert again != replace(alone, variant="another")
    assert pickle.loads(pickle.dumps(solve_many([position])[0])).cards == alone.cards
    assert answer.to_dict() == alone.to_dict()
    assert not hasattr(solve_many([position])[0], "no_such_field")


def test_a_small_table_for_all_threads_gives_the_same_values() -> None:
    positions = [*full_deals("quadrette", 4)]
    check_same(positions, solve_many(positions, Limit(table_mib=1), threads=4), "all")
