"""``POST /v1/bids``: as documented, as Python answers, and never a failure of its own."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from api import Settings
from api.schemas.examples.hands import CALLED_HANDS
from solver import find_calls
from tests.support.api.answers import answer_to, check, timeless
from tests.support.api.service import PROBLEM, make_client
from tests.support.waiting import FOREVER_MS

EXAMPLES: dict[str, Any] = {name: example["value"] for name, example in CALLED_HANDS.items()}
PATIENT = Settings(time_ms=FOREVER_MS, max_time_ms=FOREVER_MS)
"""No answer is cut short because the machine is slow."""


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_answered_as_documented(name: str) -> None:
    body = EXAMPLES[name]
    check("Bids", body)
    answer = answer_to("/v1/bids", body, PATIENT)
    check("CallWorths", answer)
    asked = {key: value for key, value in body.items() if key != "samples"}
    known = json.loads(json.dumps(find_calls(asked, body["samples"]).to_dict()))
    assert {**timeless(answer), "stats": None} == {**timeless(known), "stats": None}


@pytest.mark.parametrize("asked", [{"samples": 1}, {"samples": 0}])
def test_one_deal_is_too_few(asked: dict[str, int]) -> None:
    refused = make_client().post("/v1/bids", json=EXAMPLES["contree"] | asked)
    assert refused.status_code == 422
    [error] = refused.get_json()["errors"]
    assert (error["pointer"], error["code"]) == ("/samples", "out_of_range")
    assert "one deal does not show how far a mean may be off" in error["detail"]
    answer = make_client(Settings(max_samples=1)).post("/v1/bids", json=EXAMPLES["contree"]).get_json()
    assert answer["samples"] == 2
    assert answer["calls"]


def test_samples_are_cut_to_what_the_service_grants() -> None:
    client = make_client(Settings(max_samples=5))
    answer: Any = client.post("/v1/bids", json=EXAMPLES["belote"]).json
    assert (answer["samples"], answer["asked"]) == (5, 5)


def test_a_quick_answer_is_that_of_python_and_games_without_a_formula_refuse_it() -> None:
    body = EXAMPLES["contree"] | {"quick": True}
    check("Bids", body)
    answer = answer_to("/v1/bids", body)
    check("CallWorths", answer)
    asked = {key: value for key, value in body.items() if key not in ("samples", "quick")}
    known = json.loads(json.dumps(find_calls(asked, body["samples"], quick=True).to_dict()))
    assert {**timeless(answer), "stats": None} == {**timeless(known), "stats": None}
    refused = make_client().post("/v1/bids", json=EXAMPLES["all fours"] | {"quick": True})
    assert (refused.status_code, refused.mimetype) == (422, PROBLEM)
    problem: Any = refused.json
    assert problem["errors"][0]["pointer"] == "/quick"


def test_a_limit_comes_first_and_is_told() -> None:
    answer = answer_to("/v1/bids", EXAMPLES["contree"] | {"seed": 99, "limit": {"nodes": 1}})
    check("CallWorths", answer)
    assert answer["calls"] == answer["best"] == []
    assert answer["limit"]["ended_by"] == "nodes"


def test_faults_are_told_at_their_places_in_the_language_asked_for() -> None:
    body = EXAMPLES["contree"] | {"seat": "E", "samples": "many", "foo": 1}
    answer = make_client().post("/v1/bids", json=body, headers={"Accept-Language": "fr"})
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
    problem: Any = answer.json
    details = {error["pointer"]: error["detail"] for error in problem["errors"]}
    assert set(details) == {"/seat", "/samples", "/foo"}
    assert details["/seat"] == "c’est à Nord de parler, et non à Est"


def test_the_log_of_a_game_is_told_where_its_calls_are_judged() -> None:
    refused = make_client().post("/v1/bids", json={"variant": "contree", "deal": {}, "auction": ["pass"]})
    assert refused.status_code == 422
    ((pointer, said),) = [(fault["pointer"], fault["detail"]) for fault in refused.get_json()["errors"]]
    assert pointer == ""
    assert said.startswith("this is the log of a game, whose calls are judged with its cards")


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"variant": 3}', b'{"variant": "belote", "hand": {}}'])
def test_what_is_no_hand_is_refused(body: bytes) -> None:
    answer = make_client().post("/v1/bids", data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer.mimetype == PROBLEM


WORDS: st.SearchStrategy[Any] = st.sampled_from(
    ["pass", "80H", "take", "SA", "N", "", "capotD", "double", None, 3, True, [], {}]
)


@given(
    st.dictionaries(
        st.sampled_from(["variant", "dealer", "seat", "hand", "auction", "turned_up", "samples", "rules"]),
        WORDS | st.lists(WORDS, max_size=4),
        max_size=5,
    )
)
def test_nothing_makes_it_fail(changed: dict[str, Any]) -> None:
    answer = make_client().post("/v1/bids", json={**EXAMPLES["belote"], "samples": 2, **changed})
    assert answer.status_code in (200, 400, 404, 422), answer.text
