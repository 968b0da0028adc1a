"""The service against its own document, and against bodies that nobody would write: it never fails itself."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
import schemathesis
from hypothesis import given, strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from api import Settings, create_app
from api.http.games_in import TEXT_TYPES
from api.parts import part_of
from api.puzzles import Bank
from tests.support.api.kept_puzzles import kept, shown_puzzle
from tests.support.api.service import PROBLEM, post
from tests.support.api.streaming import NDJSON, line_of
from tests.support.budgets import FEW, MANY
from tests.support.depth import by_depth
from tests.support.positions import requests

pytestmark = pytest.mark.slow

QUICK = Settings(time_ms=20, max_time_ms=50)
OPERATIONS = (
    "GET /v1/variants",
    "GET /v1/variants/{name}",
    "POST /v1/solve",
    "POST /v1/positions",
    "POST /v1/numbers",
    "POST /v1/table",
    "POST /v1/bids",
    "POST /v1/analyses",
    "GET /v1/analyses/{address}",
    "POST /v1/convert",
    "POST /v1/puzzles",
    "GET /v1/puzzles",
    "GET /v1/puzzles/next",
    "GET /v1/puzzles/daily",
    "GET /v1/puzzles/themes",
    "GET /v1/puzzles/stats",
    "GET /v1/puzzles/{id}",
    "GET /v1/puzzles/{id}/hint",
    "GET /v1/puzzles/{id}/solution",
    "POST /v1/puzzles/{id}/attempts",
    "POST /v1/puzzles/{id}/votes",
    "POST /v1/jobs",
    "GET /v1/jobs",
    "GET /v1/jobs/{id}",
    "DELETE /v1/jobs/{id}",
    "GET /v1/jobs/{id}/results",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
)
"""Every operation of the document."""
CORNERS = by_depth(40, 20, 1)
"""Of so many requests with a body that are made to reach a corner of the document one is sent."""
BARE_CORNERS = by_depth(8, 1)
"""Of so many without one."""
MOST_MADE = by_depth(200, 10_000)
"""Requests that are made for an operation at most: to make them takes longer than to send them."""

SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["SA", "N", "H", "NT", "fr", "belote", "AK.-.-.Q", "N:A K Q J", "capot", "-", ".", "~/"]),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
KEYS = (
    "variant",
    "rules",
    "dealer",
    "deal",
    "stock",
    "contract",
    "leader",
    "plays",
    "notation",
    "limit",
    "cards",
)


@schemathesis.serializer(*TEXT_TYPES)
def send_text(_: object, value: Any) -> bytes:
    """Texts go as they are."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The document of a service that keeps analyses and jobs, which makes requests to it."""
    folder = tmp_path_factory.mktemp("contract")
    app = create_app(replace(QUICK, database=f"{folder}/atout.db"))
    part_of(app, Bank).add([kept(shown_puzzle())])
    return schemathesis.openapi.from_wsgi("/openapi.json", app)


@pytest.mark.night
def test_every_operation_is_held_to_the_document(document: Any) -> None:
    assert {found.ok().label for found in document.get_all_operations()} == set(OPERATIONS)


def corners(operation: Any) -> Iterator[schemathesis.Case[Any]]:
    """Yield requests with the least, the most and the first wrong value of everything in the document.

    There are up to 6,000 to an operation, of which the first `MOST_MADE` are made, and each nth is taken.
    """
    modes = list(GenerationMode)
    generation = operation.schema.config.generation_for(operation=operation, phase=TestPhase.COVERAGE)
    cases = operation.schema.iter_coverage_cases(
        operation, generation_modes=modes, generation_config=generation
    )
    for number, case in enumerate(islice(cases, MOST_MADE)):
        if number % (BARE_CORNERS if case.media_type is None else CORNERS) == 0:
            yield case


def check_contract(case: schemathesis.Case[Any]) -> None:
    """Send a request; fail if its answer is not one that the document foresees."""
    # Whether a position can come about is more than JSON Schema can say: what fits it may yet be refused.
    excluded: list[Any] = [positive_data_acceptance]
    if case.media_type == NDJSON:
        # A stream is not refused for a bad line.
        excluded.append(negative_data_rejection)
    case.call_and_validate(excluded_checks=excluded)


# Requests are made when a test runs: to make them while tests are collected takes each process half a minute.
@pytest.mark.by_day(3)
@pytest.mark.parametrize("label", OPERATIONS)
def test_the_service_keeps_to_its_document(label: str, document: Any) -> None:
    method, path = label.split()
    operation = document[path][method]
    modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]
    FEW(given(st.one_of(modes))(check_contract))()
    for case in corners(operation):
        check_contract(case)


@schemathesis.serializer(NDJSON)
def write_lines(context: Any, value: Any) -> bytes:
    """A generated body, as one line of a stream."""
    return line_of(value)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in ``value`` where something else could stand: the container and its key."""
    keys: Any = ()
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = range(len(value))
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@st.composite
def spoilt_requests(draw: st.DrawFn) -> Any:
    """A sound request in which a few things have been replaced, doubled, renamed or lost."""
    body = json.loads(json.dumps(draw(requests())))
    for _ in range(draw(st.integers(1, 3))):
        found = places(body)
        holder, key = draw(st.sampled_from(found))
        kind = draw(st.sampled_from(["replace", "lose", "double", "rename", "swap"]))
        if kind == "replace":
            holder[key] = draw(JSON)
        elif kind == "lose":
            del holder[key]
        elif kind == "double" and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif kind == "swap":
            other, there = draw(st.sampled_from(found))
            if other is holder:
                holder[key], holder[there] = holder[there], holder[key]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(KEYS) | st.text(max_size=6))] = holder.pop(key)
    return body


def check_answer(path: str, body: object) -> None:
    """An answer, or a refusal with its reasons; nothing else."""
    answer = post(path, body, QUICK)
    assert answer.status_code in (200, 400, 404, 422), answer.text
    problem: Any = answer.json
    if answer.status_code != 200:
        assert answer.content_type == PROBLEM
        assert problem["errors"]
        assert all(error["detail"] for error in problem["errors"])
        pointers = [error["pointer"] for error in problem["errors"]]
        assert all(pointer == "" or pointer.startswith("/") for pointer in pointers)


@pytest.mark.night
@given(spoilt_requests())
@MANY
def test_a_spoilt_position_is_answered_or_refused(body: Any) -> None:
    check_answer("/v1/solve", body)


@given(spoilt_requests())
def test_a_spoilt_log_is_answered_or_refused(body: Any) -> None:
    check_answer("/v1/analyses", body)


@pytest.mark.night
@given(st.lists(spoilt_requests(), max_size=3), st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3))
def test_a_spoilt_match_is_answered_or_refused(deals: list[Any], shared: dict[str, Any]) -> None:
    check_answer("/v1/analyses", {**shared, "deals": deals})


@given(st.dictionaries(st.sampled_from(KEYS), JSON) | JSON)
def test_any_json_is_answered_or_refused(body: Any) -> None:
    for path in ("/v1/solve", "/v1/analyses"):
        check_answer(path, body)
