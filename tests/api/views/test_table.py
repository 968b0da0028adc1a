"""``POST /v1/table``: as documented, as Python answers, and never a failure of its own."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from api import Settings
from api.schemas.examples.tables import TABLE, TABLE_DEALS
from solver import VARIANTS, tabulate
from tests.api.schemas.test_contract import JSON, check_answer, places
from tests.support.api.answers import answer_to, check, timeless
from tests.support.api.service import PATIENT, PROBLEM, make_body, make_client, post
from tests.support.budgets import MANY
from tests.support.positions import requests

EXAMPLES: dict[str, Any] = {name: example["value"] for name, example in TABLE_DEALS.items()}


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_answered_as_documented(name: str) -> None:
    answer = answer_to("/v1/table", EXAMPLES[name], PATIENT)
    check("Table", EXAMPLES[name])
    check("ContractTable", answer)
    assert answer["exact"]
    assert timeless(answer) == timeless(json.loads(json.dumps(tabulate(EXAMPLES[name]).to_dict())))


def test_the_answer_shown_is_the_answer_to_the_first_example() -> None:
    answer = answer_to("/v1/table", next(iter(EXAMPLES.values())), PATIENT)
    assert {**answer, "stats": None} == {**TABLE, "stats": None}


def test_the_document_shows_the_examples() -> None:
    document: Any = make_client().get("/openapi.json").json
    operation = document["paths"]["/v1/table"]["post"]
    shown = operation["requestBody"]["content"]["application/json"]["examples"]
    assert {name: example["value"] for name, example in shown.items()} == EXAMPLES


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_of_every_game_is_as_documented(variant: str) -> None:
    body = make_body(variant, seed=3, n_plays=4)
    check("Table", body)
    check("ContractTable", answer_to("/v1/table", body))
    limited = answer_to("/v1/table", body | {"limit": {"nodes": 10}}, PATIENT)
    check("ContractTable", limited)
    assert not limited["exact"]


def test_a_limited_redeal_is_as_documented() -> None:
    answer = answer_to("/v1/table", EXAMPLES["redeal"] | {"limit": {"nodes": 500}}, PATIENT)
    check("ContractTable", answer)
    assert answer["discards"][0]["bounds_of"] == "N"


def test_faults_have_their_places() -> None:
    body = {
        **EXAMPLES["belote"],
        "turned_up": "CX",
        "dealer": 3,
        "colour": 1,
        "cards": "best",
        "limit": {"nodes": 0},
    }
    answer = post("/v1/table", body)
    assert (answer.status_code, answer.content_type) == (400, PROBLEM)
    problem: Any = answer.json
    pointers = {error["pointer"] for error in problem["errors"]}
    assert {"/turned_up", "/dealer", "/colour", "/cards", "/limit/nodes"} <= pointers
    assert post("/v1/table", {**EXAMPLES["belote"], "turned_up": "DK"}).status_code == 422
    assert post("/v1/table", {"variant": "skat", "deal": {}}).status_code == 404


def test_a_limit_is_granted_up_to_the_ceiling() -> None:
    settings = Settings(time_ms=100, max_time_ms=200)
    body = make_body("bridge", seed=1) | {"limit": {"time_ms": 60_000}}
    body |= {"deal": "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", "rules": {}}
    answer = answer_to("/v1/table", body, settings)
    assert answer["stats"]["time_ms"] < 30_000
    few = answer_to("/v1/table", body, Settings(nodes=100, max_nodes=1_000))
    assert not few["exact"]


@st.composite
def spoilt_tables(draw: st.DrawFn) -> Any:
    """A sound request in which a few things have been replaced or lost."""
    source = st.sampled_from(list(EXAMPLES.values())) | requests()
    body = json.loads(json.dumps(draw(source)))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(places(body)))
        if draw(st.booleans()):
            holder[key] = draw(JSON)
        else:
            del holder[key]
        if not body:
            break
    return body


@pytest.mark.slow
@given(spoilt_tables())
@MANY
def test_a_spoilt_table_is_answered_or_refused(body: Any) -> None:
    check_answer("/v1/table", body)
