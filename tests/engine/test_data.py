"""Exact values and complete games from an independent program, reproduced line by line."""

import pytest

from solver import Limit, Position, analyse, solve
from tests.support.search.known_values import read_known

SOLVED = read_known("solved.ndjson")
LOGS = read_known("logs.ndjson")


@pytest.mark.parametrize("index", range(len(SOLVED)))
def test_every_playable_card_has_the_known_value(index: int) -> None:
    case = SOLVED[index]
    position = Position.from_dict(case["request"])
    answer = solve(position)
    own = position.side_to_play
    assert own is not None
    names = position.rules.side_names
    found = {
        str(card.card): card.value[names[own]] - card.value[names[1 - own]]
        for card in answer.cards
        if card.value is not None
    }
    assert found == case["own_minus_other"]


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("index", range(len(LOGS)))
def test_every_play_of_a_game_has_the_known_value(index: int) -> None:
    case = LOGS[index]
    first, known = case["first_side"], case["first_minus_second_after_each_play"]
    # Where nothing was computed, at the start of california_jack, nothing needs to be proved.
    limit = Limit(nodes=1_000_000) if None in known else Limit()
    analysis = analyse(case["request"], limit)
    assert len(analysis.plays) == len(known)
    for play, expected in zip(analysis.plays, known, strict=True):
        if expected is not None:
            assert play.chosen.value is not None
            (second,) = set(play.chosen.value) - {first}
            assert play.chosen.value[first] - play.chosen.value[second] == expected
    last = analysis.deals[0].end.value
    assert last is not None
    assert 2 * last[first] - sum(last.values()) == case["final"]
