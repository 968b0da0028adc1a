"""Bodies made to be slow: refused soon, each with its reasons, and no answer longer than a list of faults."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from api import Settings
from api.http.faults import raise_all
from api.http.games_in import LIN, MAX_BARS, MAX_WORDS, PBN
from api.schemas.requests import AskedLimit, LogSchema
from solver import CancelToken, Fault, PositionError, SolverError
from solver.errors import MAX_FAULTS, wrong
from solver.fault_codes import Code
from solver.game import MAX_DEALS
from tests.support.api.service import make_body, make_client, post, post_raw

GAME = make_body("contree", 1, 32)
SOUND = {key: GAME[key] for key in ("dealer", "deal", "contract", "plays")}

WRONG = wrong(Code.wrong_word, "no")


def keys(number: int) -> dict[str, int]:
    """An object of keys that nothing has."""
    return {f"k{index}": 1 for index in range(number)}


FLOODS: Mapping[str, Callable[[], Any]] = {
    "unknown keys": lambda: keys(20_000),
    "unknown keys beside a sound position": lambda: make_body("belote") | keys(40_000),
    "deals": lambda: {"deals": [{}] * 200_000},
    "fewer deals": lambda: {"deals": [{}] * 20_000},
    "deals of unknown keys": lambda: {"variant": "belote", "deals": [keys(300)] * 200},
    "deals of a few unknown keys": lambda: {"variant": "belote", "deals": [keys(199)] * 100},
    "unknown keys beside sound deals": lambda: {"variant": "contree", "deals": [SOUND] * 100, **keys(150)},
    "many unknown keys beside sound deals": lambda: {
        "variant": "contree",
        "deals": [SOUND] * 100,
        **keys(20_000),
    },
    "players": lambda: {"variant": "belote", "deals": [{"players": keys(190)}] * 100},
    "limits": lambda: make_body("belote") | {"limit": keys(40_000)},
    "brackets": lambda: [[] for _ in range(200_000)],
}
"""Bodies by their names, each made by the test that sends it."""


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_refused_soon(name: str) -> None:
    body = FLOODS[name]()
    for path in ("/v1/solve", "/v1/analyses"):
        # What the machine does besides is no fault of the service: its own time counts, not the clock's.
        started = time.thread_time()
        answer = post(path, body)
        spent = time.thread_time() - started
        assert answer.status_code in (400, 422)
        problem: Any = answer.json
        assert 1 <= len(problem["errors"]) <= MAX_FAULTS
        assert spent < 5, "work that grows with the square of the length"
        assert len(answer.data) < 100_000


def test_a_list_of_faults_that_was_cut_says_so() -> None:
    body = {"variant": "belote", "deals": [keys(190)] * 100}
    problem: Any = post("/v1/analyses", body).json
    assert len(problem["errors"]) == MAX_FAULTS
    assert f"the first {MAX_FAULTS}" in problem["detail"]
    assert "more; see" not in problem["detail"]


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/puzzles"])
def test_a_query_of_more_wrong_parameters_than_are_listed_says_so(path: str) -> None:
    query = "&".join(f"wrong{number}=1" for number in range(MAX_FAULTS + 50))
    asked = f"{path}?{query}"
    client = make_client()
    problem: Any = (client.get(asked) if path == "/v1/puzzles" else client.post(asked, json={})).json
    assert len(problem["errors"]) == MAX_FAULTS
    assert problem["errors"][-1]["code"] == "more_faults"


@pytest.mark.parametrize(("number", "code"), [(0, "missing"), (MAX_DEALS + 1, "too_many")])
def test_a_wrong_number_of_deals_is_told(number: int, code: str) -> None:
    problem: Any = post("/v1/analyses", {"variant": "contree", "deals": [SOUND] * number}).json
    assert problem["status"] == 422, "it can be read"
    [error] = problem["errors"]
    assert (error["pointer"], error["code"]) == ("/deals", code)
    assert str(number) in error["detail"]
    assert f"1 to {MAX_DEALS} deals" in error["detail"]


@pytest.mark.parametrize(
    ("shape", "domain", "expected"),
    [
        (["/a"], ["/a"], ["/a"]),
        (["/a"], ["/a/0/b"], ["/a/0/b"]),
        (["/a/0/b"], ["/a"], ["/a"]),
        (["/ab"], ["/a"], ["/a", "/ab"]),
        (["/a"], ["/ab"], ["/ab", "/a"]),
        (["/a/1"], ["/a/0"], ["/a/0", "/a/1"]),
        ([""], [""], [""]),
        (["/a~1b"], ["/a"], ["/a", "/a~1b"]),
    ],
)
def test_where_both_object_to_one_place_the_solver_is_heard(
    shape: list[str], domain: list[str], expected: list[str]
) -> None:
    refused = PositionError([Fault(pointer, WRONG) for pointer in domain])
    with pytest.raises(SolverError) as raised:
        raise_all([Fault(pointer, WRONG) for pointer in shape], refused)
    assert [fault.pointer for fault in raised.value.faults] == expected


def test_faults_of_many_places_are_brought_together_soon() -> None:
    shape = [Fault(f"/k{index}", WRONG) for index in range(20_000)]
    refused = PositionError([Fault(f"/deal/N/{index}", WRONG) for index in range(MAX_FAULTS)])
    started = time.thread_time()
    with pytest.raises(PositionError):
        raise_all(shape, refused)
    assert time.thread_time() - started < 5, "work that grows with the square of their number"


@pytest.mark.slow
def test_the_body_of_a_flood_is_below_the_limit() -> None:
    for name, made in FLOODS.items():
        assert len(json.dumps(made(), separators=(",", ":"))) < 1 << 20, name


@pytest.mark.parametrize(
    ("media_type", "data", "said"),
    [
        (
            LIN,
            b"qx|o1|" + b"|" * MAX_BARS,
            f"the body has {MAX_BARS + 2} bars; 100 boards of LIN need no more",
        ),
        (PBN, b"a " * (MAX_WORDS + 1), f"the body has {MAX_WORDS + 1} words, tags and remarks; 100 games"),
        (PBN, b"{a}" * MAX_WORDS, f"the body has {MAX_WORDS + 1} words, tags and remarks; 100 games"),
    ],
)
def test_a_text_of_more_than_so_many_games_can_be_is_refused_unread(
    media_type: str, data: bytes, said: str
) -> None:
    for path in ("/v1/analyses", "/v1/convert", "/v1/table"):
        answer = post_raw(path, data, media_type)
        assert answer.status_code == 422
        (fault,) = answer.get_json()["errors"]
        assert fault["detail"].startswith(said)


def test_what_reading_a_request_has_taken_counts() -> None:
    asked = AskedLimit(time_ms=2_000, spent_s=1.5)
    limit = asked.within(Settings(), CancelToken())
    assert limit.time_ms == 2_000
    assert limit.left_ms is not None
    assert limit.left_ms <= 500
    late = AskedLimit(time_ms=2_000, spent_s=3.0).within(Settings(), CancelToken())
    assert late.is_late


def test_every_request_says_what_reading_it_has_taken() -> None:
    asked = LogSchema().load(make_body("belote", 1, 32))
    assert asked.limit.spent_s > 0
