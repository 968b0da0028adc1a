"""Searches for puzzles as jobs: found in parts, kept in the bank, the same however they are worked on."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from api.jobs.models import ChunkRow
from api.parts import part_of
from api.puzzles.finding import PART, parts_of
from api.solving import SolvingSlots
from api.store import Store
from solver import Puzzle, PuzzleSpec, find_puzzles
from solver.puzzles import sources
from tests.support.api.clusters import cluster
from tests.support.api.databases import KINDS
from tests.support.api.described import Described
from tests.support.api.job_logs import NOBODY, read_all, service, wait_for_end, wait_until
from tests.support.api.service import make_body
from tests.support.puzzles.puzzle_specs import HARD_JSON
from tests.support.samples import sample_log
from tests.support.waiting import FOREVER_MS

WANTED: dict[str, Any] = {"variant": "quadrette", "count": PART + 3, "seed": 5}
PATIENT: dict[str, Any] = {"max_time_ms": FOREVER_MS}
"""Settings of a service whose searches end by their nodes, however slow the machine is."""
ENDLESS: dict[str, Any] = HARD_JSON | {"count": 1, "limit": {"nodes": 10**12, "candidates": 10**9}}
"""A search that finds nothing, and ends by nothing that it states."""
FRENCH = {"Accept-Language": "fr"}


def found_directly(part: dict[str, Any]) -> list[Any]:
    """What the solver finds for a part, as JSON."""
    return [
        json.loads(json.dumps(one.to_dict(shown=True))) for one in find_puzzles(PuzzleSpec.from_dict(part))
    ]


def search(client: FlaskClient, wanted: Any, status: int = 202, headers: Any = None) -> Any:
    answer = client.post("/v1/puzzles", json=wanted, headers=headers)
    assert answer.status_code == status, answer.text
    return answer


def check_found(client: FlaskClient, place: str) -> None:
    """Hold the results of a job against what each part finds by itself, and the bank against both."""
    assert wait_for_end(client, place)["state"] == "done"
    results = read_all(client, place)
    parts = list(parts_of(WANTED))
    assert [part["count"] for part in parts] == [PART, 3]
    assert [result["outcome"] for result in results] == ["done"] * 2
    described = Described(client.get("/openapi.json").get_json())
    for result in results:
        described.check_component("JobResult", result)
    for part, result in zip(parts, results, strict=True):
        assert result["result"]["puzzles"] == found_directly(WANTED | part)
        report = result["result"]["report"]
        assert (report["kept"], report["ended"]) == (part["count"], "enough")
        assert report["candidates"] == report["kept"] + sum(report["left_out"].values())
    ids = {one["id"] for result in results for one in result["result"]["puzzles"]}
    listed = client.get("/v1/puzzles?shown=true&limit=500").get_json()["puzzles"]
    assert {one["id"] for one in listed} == ids
    assert client.get("/v1/puzzles/stats").get_json()["puzzles"] == len(ids)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_way(kind: str) -> None:
    with service(kind, job_threads=2, **PATIENT) as app:
        # Step 1. Make puzzles by a job; the same request with the same key is the same job.
        client = app.test_client()
        key = {"Idempotency-Key": "mine"}
        place = search(client, WANTED, headers=key).headers["Location"]
        check_found(client, place)
        assert search(client, WANTED, headers=key).headers["Location"] == place
        assert search(client, WANTED | {"seed": 6}, 422, key).get_json()["type"] == "/problems/key-reused"
        # Step 2. Draw one, and play a wrong card.
        drawn = client.get("/v1/puzzles/next?variant=quadrette&rating=1700").get_json()
        here = f"/v1/puzzles/{drawn['id']}"
        puzzle = Puzzle.from_dict(client.get(f"{here}/solution").get_json())
        wrong = puzzle.solution.wrong[0]
        lost = client.post(
            f"{here}/attempts", json={"plays": [str(wrong.cards[0])], "solver": "ann"}
        ).get_json()
        assert (lost["state"], lost["rated"]) == ("wrong", True)
        assert lost["refutation"]["line"] == list(map(str, wrong.line))
        assert lost["ratings"]["solver"] < 1500
        # Step 3. Solve it under another name: both ratings move the other way.
        plays = list(map(str, puzzle.solution.line))
        won = client.post(f"{here}/attempts", json={"plays": plays, "solver": "ben"}).get_json()
        assert (won["state"], won["rated"]) == ("solved", True)
        assert won["ratings"]["solver"] > 1500
        assert won["ratings"]["puzzle"] < lost["ratings"]["puzzle"]
        shown = client.get(here).get_json()
        assert (shown["rating"], shown["tries"], shown["solved"]) == (won["ratings"]["puzzle"], 2, 1)


@pytest.mark.night
@pytest.mark.server
def test_a_cluster_finds_the_same() -> None:
    with cluster(2) as dask, service("sqlite", **NOBODY, **PATIENT, dask=dask.address) as app:
        client = app.test_client()
        check_found(client, search(client, WANTED).headers["Location"])


def test_what_the_parts_of_a_search_share_is_kept_once() -> None:
    own = {"extends": "quadrette", "name": "mine", "notes": ["x" * 2_000] * 20}
    with service("sqlite", **NOBODY) as app:
        place = search(app.test_client(), {"variant": own, "count": 1_000}).headers["Location"]
        with part_of(app, Store).connection() as connection:
            kept = connection.execute(select(ChunkRow.items)).scalars().all()
        assert app.test_client().get(place).get_json()["counts"]["total"] == len(kept) == 1_000 // PART
        assert sum(map(len, kept)) < 100 * len(kept)


@pytest.mark.slow
def test_long_texts_of_a_game_are_not_in_its_puzzles() -> None:
    own = {"extends": "quadrette", "name": "mine", "notes": ["x" * 2_000] * 20}
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        place = search(client, {"variant": own, "count": 1, "seed": 5}).headers["Location"]
        wait_for_end(client, place)
        (found,) = read_all(client, place)[0]["result"]["puzzles"]
        assert found["position"]["variant"]["name"] == "mine"
        assert len(json.dumps(found)) < 20_000
        assert client.get("/v1/puzzles?variant=mine").get_json()["puzzles"][0]["id"] == found["id"]
        # Proved again from what is shown, and of the same game with other texts, it is the same puzzle.
        assert Puzzle.from_dict(found).id == found["id"]
        other = found["position"] | {"variant": found["position"]["variant"] | {"notes": ["y"]}}
        assert Puzzle.from_dict(found | {"position": other}).id == found["id"]


@pytest.mark.slow
def test_games_that_were_played_are_searched_by_a_job() -> None:
    log = sample_log("contree")
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        place = search(client, {"source": "logs", "logs": [log], "count": 3}).headers["Location"]
        assert wait_for_end(client, place)["state"] == "done"
        (result,) = read_all(client, place)
        assert result["outcome"] == "done"
        assert [one["source"] for one in result["result"]["puzzles"]] == ["logs"]


def test_every_fault_of_what_is_wanted_is_told() -> None:
    wanted = {"variant": "belote", "count": 0, "themes": ["foo"], "x": 1, "difficulty": 9, "length": [4, 2]}
    with service("sqlite", **NOBODY) as app:
        client = app.test_client()
        english = search(client, wanted, 422).get_json()["errors"]
        french = search(client, wanted, 422, FRENCH).get_json()["errors"]
        places = {"/count", "/themes/0", "/x", "/difficulty", "/length"}
        assert {fault["pointer"] for fault in english} == places
        assert all(one["detail"] != other["detail"] for one, other in zip(english, french, strict=True))
        for body, status in (({}, 422), ([], 400), ({"variant": "foo"}, 404), ({"source": "logs"}, 422)):
            assert search(client, body, status).get_json()["errors"]
        assert client.get("/v1/jobs").get_json()["jobs"] == []


@pytest.mark.slow
def test_goals_are_in_the_language_of_the_request_and_the_bank_has_them_in_each() -> None:
    wanted = {"variant": "quadrette", "count": 1, "seed": 3}
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        place = search(client, wanted, headers=FRENCH).headers["Location"]
        assert wait_for_end(client, place)["state"] == "done"
        (found,) = read_all(client, place)[0]["result"]["puzzles"]
        assert found["goal"]["text"].startswith("À ")
        here = f"/v1/puzzles/{found['id']}"
        assert client.get(here, headers=FRENCH).get_json()["goal"] == found["goal"]
        assert client.get(here).get_json()["goal"] == found_directly(wanted)[0]["goal"]


@pytest.mark.slow
def test_a_search_that_cannot_be_met_ends_and_says_why() -> None:
    wanted = {"variant": "quadrette", "themes": ["catch_jack"], "limit": {"candidates": 50}}
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        place = search(client, wanted).headers["Location"]
        assert wait_for_end(client, place)["counts"]["done"] == 1
        (result,) = read_all(client, place)
        report = result["result"]["report"]
        assert (report["kept"], report["ended"]) == (0, "candidates")
        assert sum(report["left_out"].values()) == report["candidates"] >= 50
        assert client.get("/v1/puzzles").get_json()["puzzles"] == []


@pytest.mark.slow
def test_parts_can_be_sent_as_a_job_of_their_own() -> None:
    wanted = {"variant": "quadrette", "count": 1, "seed": 3}
    lines = [wanted, wanted | {"count": 101}, 7]
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        sent = client.post("/v1/jobs", json={"kind": "puzzles", "logs": lines})
        place = sent.headers["Location"]
        counts = wait_for_end(client, place)["counts"]
        assert counts == {"total": 3, "done": 1, "refused": 2, "failed": 0}
        first, many, number = read_all(client, place)
        assert [one["id"] for one in first["result"]["puzzles"]] == [found_directly(wanted)[0]["id"]]
        assert many["problem"]["errors"][0]["pointer"] == "/count"
        assert number["problem"]["status"] == 400


@pytest.mark.slow
def test_what_is_interrupted_keeps_nothing() -> None:
    with service("sqlite", job_threads=1, **PATIENT) as app:
        client = app.test_client()
        place = search(client, {"variant": "bridge", "count": 10_000}).headers["Location"]
        client.delete(place)
        assert wait_for_end(client, place)["state"] == "cancelled"
        results = read_all(client, place)
        kept = client.get("/v1/puzzles?limit=500").get_json()["puzzles"]
        assert len(kept) == sum(len(result["result"]["puzzles"]) for result in results)


@pytest.mark.slow
def test_a_search_that_is_cancelled_gives_back_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "PROOF_NODES", 10**12)
    with service("sqlite", job_threads=1, solving_slots=1, **PATIENT) as app:
        client = app.test_client()
        slots = part_of(app, SolvingSlots)
        place = search(client, ENDLESS).headers["Location"]
        wait_until(lambda: slots.n_taken, "the first deal")
        # Somebody who asks meanwhile has the slot, and the search goes on afterwards.
        answer = client.post("/v1/solve", json=make_body("quadrette", n_plays=20))
        assert answer.status_code == 200, answer.text
        wait_until(lambda: slots.n_taken, "the first deal again")
        assert client.get(place).get_json()["state"] == "running"
        client.delete(place)
        wait_until(lambda: not slots.n_taken, "the end of the search")
        assert wait_for_end(client, place)["state"] == "cancelled"


@pytest.mark.slow
@pytest.mark.parametrize(("asked_ms", "max_time_ms"), [(None, 50), (10**9, 50), (50, FOREVER_MS)])
def test_no_search_takes_longer_than_it_may(
    asked_ms: int | None, max_time_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "PROOF_NODES", 10**12)
    wanted = ENDLESS | {"limit": ENDLESS["limit"] | {"time_ms": asked_ms}}
    with service("sqlite", job_threads=1, time_ms=50, max_time_ms=max_time_ms) as app:
        client = app.test_client()
        place = search(client, wanted).headers["Location"]
        assert wait_for_end(client, place)["counts"]["done"] == 1
        (result,) = read_all(client, place)
        report = result["result"]["report"]
        assert (report["ended"], report["candidates"]) == ("time_ms", 0)
