"""Glicko-2: the worked example of its paper, and what must hold of all ratings."""

import pytest
from hypothesis import given, strategies as st

from solver.puzzles.glicko import (
    MAX_DEVIATION,
    MAX_RATING,
    MAX_VOLATILITY,
    MIN_DEVIATION,
    MIN_RATING,
    SCALE,
    Rating,
)

RATINGS = st.builds(
    Rating,
    st.floats(MIN_RATING, MAX_RATING),
    st.floats(MIN_DEVIATION, MAX_DEVIATION),
    st.floats(0.001, MAX_VOLATILITY),
)
SCORES = st.sampled_from((0.0, 0.5, 1.0))
GAMES = st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=6)
TAUS = st.floats(0.3, 1.2)


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = player.rate(games, tau=0.5)
    # The paper rounds to four digits on the way: its 1464.06 comes of -0.2069.
    assert (after.rating - 1500) / SCALE == pytest.approx(-0.2069, abs=0.00005)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation / SCALE == pytest.approx(0.8722, abs=0.00005)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_expected_scores_of_the_paper() -> None:
    player = Rating(1500, 200)
    found = [player.expect(other) for other in (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))]
    assert found == pytest.approx([0.639, 0.432, 0.303], abs=0.0005)


def test_an_even_game_moves_both_by_as_much() -> None:
    one, two = Rating(1500, 200), Rating(1500, 200)
    won, lost = one.rate([(two, 1.0)]), two.rate([(one, 0.0)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1550
    assert won.deviation == lost.deviation < 200
    assert one.rate([(two, 0.5)]).rating == 1500


@given(RATINGS, GAMES, TAUS)
def test_all_stays_within_bounds(player: Rating, games: list[tuple[Rating, float]], tau: float) -> None:
    after = player.rate(games, tau)
    assert MIN_RATING <= after.rating <= MAX_RATING
    assert MIN_DEVIATION <= after.deviation <= MAX_DEVIATION
    assert 0 < after.volatility <= MAX_VOLATILITY
    # Who has played is surer than who has waited, however much the volatility has grown.
    assert after.deviation <= Rating(player.rating, player.deviation, MAX_VOLATILITY).wait().deviation + 1e-9


@given(RATINGS, RATINGS)
def test_a_win_never_lowers_and_a_loss_never_raises(player: Rating, other: Rating) -> None:
    assert player.rate([(other, 1.0)]).rating >= player.rating
    assert player.rate([(other, 0.0)]).rating <= player.rating


@given(RATINGS, GAMES, st.data())
def test_a_better_score_is_never_worse(
    player: Rating, games: list[tuple[Rating, float]], data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(games) - 1))
    better = [*games]
    better[index] = (games[index][0], 1.0)
    assert player.rate(better).rating >= player.rate(games).rating - 1e-6


@given(RATINGS, RATINGS)
def test_expectations_are_probabilities(player: Rating, other: Rating) -> None:
    assert 0 < player.expect(other) < 1
    same = Rating(player.rating, other.deviation, other.volatility)
    assert player.expect(same) == 0.5
    assert (player.expect(other) >= 0.5) == (player.rating >= other.rating)


@given(RATINGS, st.integers(1, 1000))
def test_time_without_play_makes_unsure(player: Rating, n_periods: int) -> None:
    after = player.wait(n_periods)
    assert (after.rating, after.volatility) == (player.rating, player.volatility)
    assert player.deviation <= after.deviation <= MAX_DEVIATION
    assert player.deviation < after.deviation or player.deviation > MAX_DEVIATION - 1e-3
    assert player.wait(n_periods + 1).deviation >= after.deviation
    assert player.rate([]) == player.wait()


@pytest.mark.parametrize(
    "numbers",
    [(99, 200, 0.06), (4001, 200, 0.06), (1500, 29, 0.06), (1500, 351, 0.06), (1500, 200, 0), (1500, 200, 1)],
)
def test_numbers_out_of_range_are_refused(numbers: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="is"):
        Rating(*numbers)
    for score in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="score"):
            Rating().rate([(Rating(), score)])
    with pytest.raises(ValueError, match="tau"):
        Rating().rate([], tau=0)
