"""The slow solver against plain minimax, and against positions and logs solved by another program."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.engine.reference import perft, reference_values
from solver.game.position import Position
from solver.game.tally import final_result
from tests.support.positions import CONTREE, QUICK_JACK, positions
from tests.support.search.known_values import read_known

MAX_LEFT = 16
"""The solver takes well below a second for so many cards in every game."""
N_SMALL = 50

SOLVED = read_known("solved.ndjson")
LOGS = read_known("logs.ndjson")


def minimax(position: Position) -> int:
    """Side 0 minus side 1 at the end, by the definition: every legal line, no memory, no cuts."""
    if position.is_over:
        first, second = final_result(position.rules, position.dealer, position.tally)
        return first - second
    values = [minimax(position.play(card)) for card in position.legal_plays()]
    return max(values) if position.side_to_play == 0 else min(values)


@given(positions(max_left=6))
def test_it_agrees_with_the_definition(position: Position) -> None:
    sign = 1 if position.side_to_play == 0 else -1
    expected = {card: sign * minimax(position.play(card)) for card in position.legal_plays()}
    assert reference_values(position) == expected


@pytest.mark.by_day(10)
@pytest.mark.parametrize("number", range(len(SOLVED)))
def test_solved_positions(number: int) -> None:
    position, known = Position.from_dict(SOLVED[number]["request"]), SOLVED[number]["own_minus_other"]
    assert set(map(str, position.legal_plays())) == set(known)
    if position.n_cards_left <= MAX_LEFT:
        assert {str(card): value for card, value in reference_values(position).items()} == known


def test_most_solved_positions_are_small_enough() -> None:
    small = [line for line in SOLVED if Position.from_dict(line["request"]).n_cards_left <= MAX_LEFT]
    assert len(small) >= N_SMALL


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log["request"]["id"])
def test_results_of_logs(log: dict[str, Any]) -> None:
    position = Position.from_dict(log["request"])
    assert position.is_over
    result = final_result(position.rules, position.dealer, position.tally)
    first = position.rules.side_names.index(log["first_side"])
    assert result[first] - result[1 - first] == log["final"]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log["request"]["id"])
def test_values_along_logs(log: dict[str, Any]) -> None:
    request = log["request"]
    values = log["first_minus_second_after_each_play"]
    position = Position.from_dict(request | {"plays": []})
    n_checked = 0
    for card, value in zip(Position.from_dict(request).plays, values, strict=True):
        position = position.play(card)
        if value is not None and 0 < position.n_cards_left <= MAX_LEFT:
            best = max(reference_values(position).values())
            is_first = position.rules.side_names[position.side_to_play or 0] == log["first_side"]
            assert (best if is_first else -best) == value
            n_checked += 1
    assert n_checked >= 10


@given(positions(max_left=8), st.integers(0, 5))
def test_perft_counts_every_line(position: Position, depth: int) -> None:
    def lines(at: Position, left: int) -> int:
        if left == 0 or at.is_over:
            return 1
        return sum(lines(at.play(card), left - 1) for card in at.legal_plays())

    assert perft(position, depth) == lines(position, depth)


def test_perft_of_a_deal_counted_by_hand() -> None:
    jack = Position.from_dict(QUICK_JACK)
    # N leads SA or H2, S follows with his only card of the suit; both draw; then two cards lead two.
    assert [perft(jack, depth) for depth in range(3)] == [1, 2, 2]
    contree = Position.from_dict(CONTREE)
    assert [perft(contree, depth) for depth in range(5)] == [1, 2, 2, 2, 2]


def test_nothing_is_left_to_value_at_the_end() -> None:
    over = Position.from_dict(CONTREE | {"plays": ["SQ", "SK", "S9", "S7", "HA", "H7", "HQ", "S8"]})
    assert reference_values(over) == {}
    assert perft(over, 3) == 1
