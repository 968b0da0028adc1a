"""``POST /v1/positions``: the answers of single solves, in order, a problem where one would be refused."""

import json
import re
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from api import Settings, create_app
from api.parts import part_of
from api.schemas.examples.requests import BATCHES
from api.solving import AnswerCache
from api.solving.slots import SolvingSlots
from api.views import positions
from solver import VARIANTS, Answer, Limit, Position, solve_many
from solver.engine import CardsWanted
from tests.api.schemas.test_contract import JSON, check_answer, spoilt_requests
from tests.support.api.answers import answer_to, check
from tests.support.api.service import PROBLEM, make_body, make_client, post
from tests.support.api.streaming import hard
from tests.support.budgets import MANY
from tests.support.command_line import ROOT
from tests.support.samples import sample_log
from tests.support.waiting import wait_until

PATH = "/v1/positions"
BODIES = [make_body(variant, seed=4, n_plays=6) for variant in VARIANTS]
REVOKE = make_body("belote") | {"plays": ["S7", "S7"]}
FRESH = Settings(cached_answers=0)


def bare(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without its cost and its line: several lines may be best."""
    return {key: value for key, value in answer.items() if key not in ("stats", "line")}


def alone(body: Any) -> dict[str, Any]:
    """The answer to the position by itself, or its problem."""
    read: dict[str, Any] = post("/v1/solve", body, FRESH).json or {}
    return bare(read)


def batch(positions: list[Any], settings: Settings = FRESH, **more: Any) -> list[dict[str, Any]]:
    """The answers to a batch."""
    answer = answer_to(PATH, {"positions": positions, **more}, settings)
    check("PositionAnswers", answer)
    found: list[dict[str, Any]] = answer["answers"]
    return found


def test_the_batch_of_the_documentation_is_solved() -> None:
    page = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page.partition("## Batches")[2], re.DOTALL)
    answers = batch(**json.loads(example))
    assert [answer["exact"] for answer in answers] == [True, True]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_has_the_answers_of_single_solves(threads: int) -> None:
    settings = replace(FRESH, solving_slots=4, batch_threads=threads)
    answers = batch(BODIES, settings)
    check("Positions", {"positions": BODIES})
    assert [bare(answer) for answer in answers] == [alone(body) for body in BODIES]


def test_a_batch_is_solved_on_no_more_threads_than_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    used = list[int]()

    def solve(asked: list[Position], limit: Limit, cards: CardsWanted, n_threads: int) -> list[Answer]:
        used.append(n_threads)
        return solve_many(asked, limit, cards, n_threads)

    monkeypatch.setattr(positions, "solve_many", solve)
    for threads, idle in ((2, 4), (4, 4), (4, 2)):
        batch(BODIES, replace(FRESH, solving_slots=idle, batch_threads=threads))
    assert used == [2, 4, 2]


def test_a_deal_told_as_it_was_dealt_has_the_answer_of_its_hands_and_contract() -> None:
    told = sample_log("auctions/belote") | {"plays": []}
    hands = {"N": "7.A.Q.AKQJT", "E": "KQJ.87.AK.7", "S": "98.KJT.T7.9", "W": "AT.Q9.J98.8"}
    contract = {"trump": "C", "taker": "N", "turned_up": "CQ"}
    plain = {"variant": "belote", "dealer": "N", "deal": hands, "contract": contract}
    answers = batch([told, plain])
    assert [bare(answer) for answer in answers] == [alone(told)] * 2 == [alone(plain)] * 2


def test_a_faulty_position_has_its_problem_in_its_place() -> None:
    spoilt: list[Any] = [
        REVOKE,
        BODIES[1] | {"variant": "skat"},
        BODIES[2] | {"dealer": 3, "plays": ["XX"]},
        [],
        None,
        7,
    ]
    mixed = [one for pair in zip(spoilt, BODIES, strict=False) for one in pair]
    answers = batch(mixed)
    assert [bare(answer) for answer in answers] == [alone(one) for one in mixed]
    assert {answer["type"] for answer in answers[::2]} == {
        "/problems/impossible-position",
        "/problems/unknown-variant",
        "/problems/unreadable",
    }


def test_a_position_that_json_readers_differ_on_is_refused_alone() -> None:
    """A huge number, none at all, half a character: what is refused before a schema sees the body."""
    spoilt: list[Any] = [
        BODIES[0] | {"contract": {"trump": "H", "bid": 2**53}},
        BODIES[1] | {"id": "\ud800", "dealer": 3},
        2**53,
        BODIES[2] | {"plays": [float("nan"), float("inf")]},
    ]
    mixed = [one for pair in zip(spoilt, BODIES, strict=False) for one in pair]
    answers = batch(mixed)
    assert [bare(answer) for answer in answers] == [alone(one) for one in mixed]
    told = [[error["pointer"] for error in answer["errors"]] for answer in answers[::2]]
    assert told == [["/contract/bid"], ["/id"], [""], ["/plays/0", "/plays/1"]]
    # What is no position spoils the whole batch.
    refused: Any = post(PATH, {"positions": mixed, "limit": {"nodes": 2**53}}, FRESH).json
    assert [error["pointer"] for error in refused["errors"]] == ["/limit/nodes"]
    nothing: Any = post(PATH, {"positions": float("nan")}, FRESH).json
    assert [error["pointer"] for error in nothing["errors"]] == ["/positions"]


def test_limit_and_cards_are_asked_of_the_batch() -> None:
    (strange,) = batch([BODIES[0] | {"colour": 1}])
    assert [error["pointer"] for error in strange["errors"]] == ["/colour"]
    (limited,) = batch([BODIES[0] | {"limit": {"nodes": 1}}])
    assert limited["errors"][0]["pointer"] == "/limit"
    (chosen,) = batch([BODIES[0] | {"cards": "best"}])
    assert chosen["errors"][0]["pointer"] == "/cards"
    assert [len(answer["cards"]) for answer in batch(BODIES, cards="best")] == [1] * len(BODIES)


def test_problems_are_in_the_language_and_cards_in_the_notation_asked_for() -> None:
    shown: Any = BATCHES["two"]["value"]
    body = {"positions": [REVOKE, shown["positions"][1]]}
    answer = make_client().post(PATH, json=body, headers={"Accept-Language": "fr"})
    read: Any = answer.json
    assert answer.headers["Content-Language"] == "fr"
    assert read["answers"][0]["title"] == "La position ne peut pas se produire"
    assert read["answers"][1]["best"][0][0] in "PCKT"


def test_the_limit_is_for_the_whole_batch() -> None:
    positions = [make_body("belote", seed=seed) for seed in range(4)]
    answers = batch(positions, limit={"nodes": 2_000})
    assert sum(answer["stats"]["nodes"] for answer in answers) < 2_100
    assert all(answer["limit"] == {"ended_by": "nodes", "nodes": 2_000} for answer in answers)
    assert all(answer["bounds"]["low"] < answer["bounds"]["high"] for answer in answers)
    few = batch(positions, replace(FRESH, nodes=1_000, max_nodes=2_000), limit={"nodes": 10**9})
    assert all(answer["limit"]["nodes"] == 2_000 for answer in few)


def test_what_was_solved_is_remembered_for_both_resources() -> None:
    app = create_app(Settings(database="none"))
    client = app.test_client()
    first: Any = client.post(PATH, json={"positions": BODIES[:4]}).json
    assert len(part_of(app, AnswerCache)) == 4
    # One node would not do for any of them.
    again: Any = client.post(PATH, json={"positions": BODIES[3::-1], "limit": {"nodes": 1}}).json
    assert again["answers"] == first["answers"][::-1]
    assert client.post("/v1/solve", json=BODIES[0]).json == first["answers"][0]


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({}, 400, "/positions"),
        ({"positions": None}, 400, "/positions"),
        ({"positions": {"0": BODIES[0]}}, 400, "/positions"),
        ({"positions": []}, 422, "/positions"),
        ({"positions": [0] * 11}, 422, "/positions"),
        ({"positions": BODIES[:1], "cards": "some"}, 422, "/cards"),
        ({"positions": BODIES[:1], "limit": {"nodes": 0}}, 422, "/limit/nodes"),
        ({"positions": BODIES[:1], "notation": "fr"}, 422, "/notation"),
        ([BODIES[0]], 400, ""),
    ],
)
def test_a_faulty_batch_is_refused(body: Any, status: int, pointer: str) -> None:
    answer = post(PATH, body, replace(FRESH, batch_positions=10))
    problem: Any = answer.json
    assert (answer.status_code, answer.content_type) == (status, PROBLEM)
    assert problem["errors"][0]["pointer"] == pointer


def test_positions_after_too_many_faults_are_not_read() -> None:
    settings = replace(FRESH, stream_faults=2)
    answers = batch([BODIES[0], REVOKE, REVOKE, REVOKE, BODIES[1], REVOKE], settings)
    assert "value" in answers[0]
    assert {answer["type"] for answer in answers[1:4]} == {"/problems/impossible-position"}
    for answer in answers[4:]:
        assert answer["detail"] == "there were 2 faults more than good positions; mend them and send the rest"


def test_a_batch_holds_a_slot_for_each_thread_that_nobody_waits_for() -> None:
    slots = SolvingSlots(4, 5, 60_000)
    with slots.take(), slots.take_idle(8) as n_more:
        assert (n_more, slots.n_taken) == (3, 4)
        with slots.take_idle(1) as none:
            assert none == 0
    assert slots.n_taken == 0
    with slots.take_idle(2) as two:
        assert (two, slots.n_taken) == (2, 2)
    with slots.take_idle(0) as none:
        assert none == 0
    assert slots.n_taken == 0


def test_slots_that_were_idle_are_handed_to_those_who_came_meanwhile() -> None:
    slots = SolvingSlots(2, 5, 60_000)
    done = threading.Event()

    def work() -> None:
        with slots.take():
            done.set()

    waiting = threading.Thread(target=work)
    with slots.take():
        with slots.take_idle(1):
            waiting.start()
            wait_until(lambda: slots.n_in_line == 1, "nobody waits")
            with slots.take_idle(5) as none:
                assert none == 0
        waiting.join()
    assert done.is_set()
    assert slots.n_taken == 0


def test_a_full_service_refuses_a_batch() -> None:
    app = create_app(Settings(solving_slots=1, waiting=0, wait_ms=0, database="none"))
    with part_of(app, SolvingSlots).take():
        refused = app.test_client().post(PATH, json={"positions": BODIES})
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")


def test_a_service_that_stops_ends_a_batch_with_bounds() -> None:
    app = create_app(Settings(database="none"))
    slots = part_of(app, SolvingSlots)
    answers: list[Any] = []
    deal = {key: value for key, value in hard().items() if key != "limit"}
    body = {"positions": [deal, deal], "limit": {"time_ms": 60_000}}
    thread = threading.Thread(target=lambda: answers.append(app.test_client().post(PATH, json=body)))
    thread.start()
    wait_until(lambda: slots.n_taken >= 1, "nothing is being solved")
    slots.stop()
    thread.join()
    assert [answer["limit"]["ended_by"] for answer in answers[0].json["answers"]] == ["cancelled"] * 2


@pytest.mark.night
@pytest.mark.slow
@given(st.lists(spoilt_requests() | JSON, max_size=3))
@MANY
def test_a_spoilt_batch_is_answered_or_refused(positions: Any) -> None:
    check_answer(PATH, json.loads(json.dumps({"positions": positions})))
