"""Analyses and answers that are equal, hashed, and cannot be changed."""

import copy
import pickle
from typing import Any

import pytest

from solver import Position, Sampling, analyse, solve
from tests.analysis.test_analysis import contree_log


def test_an_analysis_equals_its_copies_and_its_explanations_those_of_a_second_one() -> None:
    log = contree_log()
    first, second = (analyse(log, fair=Sampling(samples=4)) for _ in range(2))
    assert any(deal.explanations for deal in first.deals)
    assert pickle.loads(pickle.dumps(first)) == copy.deepcopy(first) == first
    assert len({first, pickle.loads(pickle.dumps(first))}) == 1
    assert [deal.explanations for deal in first.deals] == [deal.explanations for deal in second.deals]


def test_answers_are_hashed_and_share_nothing_that_can_be_changed() -> None:
    position = Position.from_dict(contree_log())
    for reached in (position.trail()[20], position):
        answer, again = solve(reached), solve(reached)
        alone = pickle.loads(pickle.dumps(answer))
        assert len({answer, alone}) == 1
        assert {card: card.loss for card in answer.cards} == {card: card.loss for card in again.cards}
        shared: Any = answer.value
        with pytest.raises(TypeError, match="these numbers belong to other answers too"):
            shared["NS"] = -5
