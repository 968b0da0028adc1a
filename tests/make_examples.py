"""Write the answers of the service to the examples of its document: ``python -m tests.make_examples``."""

import json
from tempfile import TemporaryDirectory
from typing import Any

from flask.testing import FlaskClient

from api import Settings, create_app
from api.http.body import JSON
from api.http.games_in import PBN
from api.http.games_out import OUT_TYPES
from api.jobs import Jobs
from api.jobs.schemas import JOB_REQUESTS
from api.parts import part_of
from api.puzzles import Bank
from api.puzzles.schemas import SEARCHES, TRIES, VOTES
from api.schemas.examples.answers import PATH
from api.schemas.examples.hands import CALLED_HANDS
from api.schemas.examples.requests import BATCHES, CONVERSIONS, GAMES, NUMBERED
from api.store import Store
from tests.support.api.job_logs import wait_for_end
from tests.support.api.kept_puzzles import kept, shown_puzzle

JOB: Any = next(iter(JOB_REQUESTS.values()))["value"]
LIVING = {"time_ms": 1.0, "nodes": 100, "engine": "0.1.0/000000000000", "day": "2026-01-31"}
"""Values that differ from run to run, and what stands for them."""
JOB_LIVING = {
    "id": "pcogingkcm6iioj22wfexurwjtlqf62v",
    "results": "/v1/jobs/pcogingkcm6iioj22wfexurwjtlqf62v/results",
    "rate": 61.4,
    "created_at": "2026-01-31T12:00:00.000Z",
    "started_at": "2026-01-31T12:00:00.100Z",
    "ended_at": "2026-01-31T12:00:02.500Z",
    "expires_at": "2026-02-07T12:00:02.500Z",
}
"""The same of jobs."""


NOTHING: dict[str, Any] = {}


def answers() -> dict[str, Any]:
    """An answer of every operation that has none of its own in the document, by the operation's name."""
    found: dict[str, Any] = {}
    for ask, settings in ((_ask, NOTHING), (_hand_in, {"job_threads": 0})):
        with TemporaryDirectory() as folder:
            app = create_app(Settings(database=f"{folder}/atout.db", **settings))
            try:
                found |= ask(app.test_client())
            finally:
                part_of(app, Jobs).stop()
                part_of(app, Store).close()
    return {name: settled(answer) for name, answer in found.items()}


def _ask(client: FlaskClient) -> dict[str, Any]:
    document: Any = client.get("/openapi.json").get_json()
    body = document["paths"]["/v1/analyses"]["post"]["requestBody"]["content"]["application/json"]
    judged = client.post("/v1/analyses", json=next(iter(body["examples"].values()))["value"])
    table = client.post(
        "/v1/table", data=GAMES["pbn"], content_type=PBN, headers={"Accept": PBN}, buffered=True
    )
    game: Any = client.get("/v1/variants/quadrette").get_json()
    measured = client.get("/metrics").get_data(as_text=True).splitlines(keepends=True)
    (conversion,) = CONVERSIONS.values()
    converted = {
        kind: client.post("/v1/convert", json=conversion["value"], headers={"Accept": kind}, buffered=True)
        for kind in (JSON, *OUT_TYPES)
    }
    place = client.post("/v1/jobs", json=JOB).headers["Location"]
    (batch,) = BATCHES.values()
    return {
        **_puzzles(client),
        "solve_positions": client.post("/v1/positions", json=batch["value"]).get_json(),
        "judge_calls": client.post("/v1/bids", json=CALLED_HANDS["contree"]["value"]).get_json(),
        "number_deal": client.post("/v1/numbers", json=NUMBERED["contree"]["value"]).get_json(),
        "show_health": client.get("/healthz").get_json(),
        "show_readiness": client.get("/readyz").get_json(),
        "show_metrics": "".join(line for line in measured if "atout_slots_taken" in line),
        "show_variant": game,
        # The first of them only: all have the same form, and each is long.
        "list_variants": {"variants": [game]},
        "judge_log": judged.get_json(),
        "make_table.pbn": table.get_data(as_text=True),
        "convert_games": converted[JSON].get_json(),
        **{
            f"convert_games.{name}": converted[kind].get_data(as_text=True)
            for kind, name in OUT_TYPES.items()
        },
        "show_analysis": client.get(judged.headers["Location"]).get_json(),
        "show_job": wait_for_end(client, place),
        # Of two results the one that was refused: what the other holds is an analysis.
        "read_results": json.loads(client.get(f"{place}/results").data.splitlines()[-1]),
    }


def _puzzles(client: FlaskClient) -> dict[str, Any]:
    """What is answered about the puzzle that the document shows, the only one of the bank."""
    puzzle = shown_puzzle()
    part_of(client.application, Bank).add([kept(puzzle)])
    here = f"/v1/puzzles/{puzzle.id}"
    themes: Any = client.get("/v1/puzzles/themes").get_json()
    table = client.get("/v1/puzzles", headers={"Accept": "text/csv"})
    found = {
        "list_puzzles": client.get("/v1/puzzles"),
        "next_puzzle": client.get("/v1/puzzles/next?rating=1500"),
        "daily_puzzle": client.get("/v1/puzzles/daily"),
        "show_puzzle_figures": client.get("/v1/puzzles/stats"),
        "show_puzzle": client.get(here),
        "give_hint": client.get(f"{here}/hint?n=2"),
        "show_solution": client.get(f"{here}/solution"),
        "try_puzzle": client.post(f"{here}/attempts", json=next(iter(TRIES.values()))["value"]),
        "vote_on_puzzle": client.post(f"{here}/votes", json=next(iter(VOTES.values()))["value"]),
    }
    # The first of them only: there are many.
    return {name: answer.get_json() for name, answer in found.items()} | {
        "list_puzzles.csv": table.get_data(as_text=True),
        "list_themes": {"themes": themes["themes"][:1]},
    }


def _hand_in(client: FlaskClient) -> dict[str, Any]:
    """Jobs that nobody works on."""
    started = client.post("/v1/jobs", json=JOB)
    cancelled = client.delete(started.headers["Location"])
    listed = client.get("/v1/jobs")
    searched = client.post("/v1/puzzles", json=next(iter(SEARCHES.values()))["value"])
    return {
        "find_puzzles": searched.get_json(),
        "start_job": started.get_json(),
        "cancel_job": cancelled.get_json(),
        "list_jobs": listed.get_json(),
    }


def settled(data: Any) -> Any:
    """``data`` with something that stays the same in the place of whatever does not."""
    if isinstance(data, dict):
        is_job = "expires_at" in data
        living = {**JOB_LIVING, **LIVING} if is_job else LIVING
        return {
            key: living[key] if key in living and value is not None else settled(value)
            for key, value in data.items()
        }
    return [settled(value) for value in data] if isinstance(data, list) else data


if __name__ == "__main__":
    lines = [f'"{name}": {json.dumps(answer, ensure_ascii=False)}' for name, answer in answers().items()]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
