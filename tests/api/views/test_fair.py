"""The fair verdict asked of the service: shape, ceiling, limit, and what is no way to ask for it."""

from typing import Any

import pytest

from api import Settings
from solver import VARIANTS
from tests.support.api.answers import answer_to, check
from tests.support.api.service import make_body, post

pytestmark = pytest.mark.slow

LONG = 60


def log_of(variant: str = "belote", n_plays: int = LONG, **fair: Any) -> dict[str, Any]:
    return {**make_body(variant, n_plays=n_plays), "fair": fair}


def verdicts(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [play["fair"] for play in answer["plays"] if "fair" in play]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_fair_verdicts(variant: str) -> None:
    answer = answer_to("/v1/analyses", log_of(variant, samples=3, plays="all"))
    check("DealAnalysis", answer)
    for play in answer["plays"]:
        assert ("fair" in play) == (not play["forced"])
    for fair in verdicts(answer):
        assert fair["samples"] == min(3, fair["deals"])
        assert {card["card"] for card in fair["cards"]} >= set(fair["best"])


@pytest.mark.night
def test_the_mistakes_are_judged_where_nothing_is_said() -> None:
    answer = answer_to("/v1/analyses", {**log_of(), "fair": {}})
    assert [bool(play["swing"]) for play in answer["plays"]] == ["fair" in play for play in answer["plays"]]
    assert {fair["asked"] for fair in verdicts(answer)} == {60}
    assert max(fair["samples"] for fair in verdicts(answer)) == 60
    assert "limit" not in answer
    assert verdicts(answer_to("/v1/analyses", {**log_of(), "fair": True}))
    for nothing in (None, False):
        assert not verdicts(answer_to("/v1/analyses", {**log_of(), "fair": nothing}))


def test_no_more_deals_are_solved_than_the_service_grants() -> None:
    body = log_of(samples=10**9, seed=2**53 - 1)
    answer = answer_to("/v1/analyses", body, Settings(max_samples=4))
    assert verdicts(answer)
    assert all(fair["samples"] <= 4 for fair in verdicts(answer))


def test_a_service_that_grants_one_deal_solves_two_as_one_is_no_sample() -> None:
    answer = answer_to("/v1/analyses", log_of(samples=9), Settings(max_samples=1))
    assert {fair["samples"] for fair in verdicts(answer)} == {2}


@pytest.mark.night
def test_verdicts_are_what_the_limit_leaves() -> None:
    log = log_of("contree", samples=1000)
    judged = answer_to("/v1/analyses", {**log, "fair": None})
    limit = {"nodes": 10 * judged["stats"]["nodes"]}
    answer = answer_to("/v1/analyses", {**log, "limit": limit})
    assert all(2 <= fair["samples"] <= 1000 for fair in verdicts(answer))
    n_mistakes = sum(bool(play["swing"]) for play in answer["plays"])
    assert 1 <= len(verdicts(answer)) <= n_mistakes
    assert sum(fair["samples"] for fair in verdicts(answer)) < 1000 * n_mistakes
    check("DealAnalysis", answer)


@pytest.mark.parametrize(
    ("fair", "status", "pointer", "detail"),
    [
        (5, 400, "/fair", 'fair is 5; it must be true, false or an object, as {"samples": 60}'),
        ({"samples": 0}, 422, "/fair/samples", "samples is 0; it must be at least 2: one deal"),
        ({"samples": 1}, 422, "/fair/samples", "samples is 1; it must be at least 2: one deal"),
        ({"samples": "many"}, 400, "/fair/samples", "it must be a whole number"),
        ({"seed": -1}, 422, "/fair/seed", "seed is -1; it must be at least 0"),
        ({"plays": "best"}, 422, "/fair/plays", 'it must be "mistakes" or "all"'),
        ({"sample": 5}, 422, "/fair/sample", "samples, seed, plays and bids"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_its_place(
    fair: object, status: int, pointer: str, detail: str
) -> None:
    answer = post("/v1/analyses", {**log_of(), "fair": fair})
    problem: Any = answer.json
    assert answer.status_code == status
    [error] = problem["errors"]
    assert error["pointer"] == pointer
    assert detail in error["detail"]


def test_a_position_to_solve_and_a_deal_of_a_match_have_none_of_their_own() -> None:
    body = log_of()
    assert post("/v1/solve", body).status_code == 422
    answer = post("/v1/analyses", {"deals": [body]})
    problem: Any = answer.json
    assert answer.status_code == 422
    assert "/deals/0/fair" in {error["pointer"] for error in problem["errors"]}


def test_the_deals_of_a_match_share_one_sampling() -> None:
    body = log_of("quadrette")
    alone = answer_to("/v1/analyses", body)
    del body["fair"]
    match = answer_to("/v1/analyses", {"deals": [body, body], "fair": {}})
    for deal in match["deals"]:
        for one, other in zip(verdicts(deal), verdicts(alone), strict=True):
            assert one["cards"] == other["cards"]
