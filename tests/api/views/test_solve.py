"""``/v1/solve``: one position on several cores."""

import threading
from random import Random
from typing import Any

import pytest

from api import Settings
from api.parts import part_of
from api.solving import SolvingSlots
from solver import find_variant
from tests.support.api.service import make_client
from tests.support.positions import random_position
from tests.support.waiting import wait_until

FOUR_SLOTS = Settings(solving_slots=4, solve_threads=3, cached_answers=0)
LONG_MS = 2_000


def long_body(**limit: int) -> dict[str, Any]:
    """A deal of California Jack of which no search of some seconds sees the end."""
    rules = find_variant("california_jack")
    position = random_position(Random(7), rules, n_each=6, n_stock=40, n_left=52)
    return {**position.to_dict(), "limit": limit}


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "n_held"), [({"time_ms": LONG_MS}, 3), ({"time_ms": LONG_MS, "nodes": 10**9}, 1)]
)
def test_a_position_holds_a_slot_for_each_thread(limit: dict[str, int], n_held: int) -> None:
    client = make_client(FOUR_SLOTS)
    slots = part_of(client.application, SolvingSlots)
    answers: list[Any] = []
    asking = threading.Thread(
        target=lambda: answers.append(client.post("/v1/solve", json=long_body(**limit)).json)
    )
    asking.start()
    wait_until(lambda: slots.n_taken == n_held, "the slots were never held")
    asking.join()
    assert slots.n_taken == 0
    assert answers[0]["limit"]["ended_by"] == "time_ms"
    assert answers[0]["bounds"]["low"] < answers[0]["bounds"]["high"]


def test_the_answer_is_that_of_one_thread() -> None:
    rules = find_variant("california_jack").override({"short_deals": True})
    body = random_position(Random(0), rules, n_each=6, n_stock=18, n_left=30).to_dict()
    both = [
        make_client(Settings(solving_slots=4, solve_threads=threads, cached_answers=0)).post(
            "/v1/solve", json=body
        )
        for threads in (1, 3)
    ]
    alone, together = [dict(one.json or {}) for one in both]
    assert alone["value"] == together["value"]
    cards = [{card["card"]: card["value"] for card in one["cards"]} for one in (alone, together)]
    assert cards[0] == cards[1]
