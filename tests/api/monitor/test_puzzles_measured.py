"""The metrics and the log of puzzles that are tried: what their proofs take is counted."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.monitor import RequestRecord
from api.parts import part_of
from api.puzzles import Bank
from api.store import Store
from tests.api.monitor.test_metrics import series_of, value
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import example_puzzle, kept

HERE = f"/v1/puzzles/{example_puzzle().id}"
RIGHT = str(example_puzzle().solution.right[0])


@pytest.fixture
def client() -> Iterator[FlaskClient]:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0))
        part_of(app, Bank).add([kept(example_puzzle())])
        yield app.test_client()
        part_of(app, Store).close()


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[RequestRecord]:
    """The records of the requests that are logged."""
    logged: list[RequestRecord] = []
    monkeypatch.setattr("api.application.log_request", logged.append)
    return logged


def counts(client: FlaskClient, kind: str) -> tuple[float, float]:
    """The nodes and the solves of a kind."""
    series, labels = series_of(client), {"kind": kind, "game": "belote"}
    nodes = value(series, "atout_solve_nodes_total", **labels)
    return nodes, value(series, "atout_solve_seconds_count", **labels)


def attempt(client: FlaskClient, *plays: str) -> Any:
    return client.post(f"{HERE}/attempts", json={"plays": plays}, buffered=True)


def test_a_try_counts_what_its_proof_takes(records: list[RequestRecord], client: FlaskClient) -> None:
    told = attempt(client, RIGHT)
    assert told.status_code == 200
    tried = records[-1].nodes
    assert tried
    assert counts(client, "attempt") == (tried, 1)
    wrong = next(str(card) for card in example_puzzle().position.legal_plays() if str(card) != RIGHT)
    assert attempt(client, wrong).get_json()["state"] == "wrong"
    again = records[-1].nodes
    assert again
    assert counts(client, "attempt") == (tried + again, 2)
    # One that is refused has been proved up to there.
    assert attempt(client, wrong, RIGHT).status_code == 422
    refused = records[-1].nodes
    assert refused
    assert counts(client, "attempt") == (tried + again + refused, 2)


def test_a_hint_for_a_later_decision_counts_all_its_proofs(
    records: list[RequestRecord], client: FlaskClient
) -> None:
    assert client.get(f"{HERE}/hint?n=3", buffered=True).status_code == 200
    assert (records[-1].nodes, counts(client, "hint")) == (None, (0, 0))
    reply = attempt(client, RIGHT).get_json()["reply"]
    tried = records[-1].nodes
    plays = "&".join(f"plays={card}" for card in (RIGHT, *reply))
    assert client.get(f"{HERE}/hint?n=3&{plays}", buffered=True).status_code == 200
    hinted, game = records[-1].nodes, records[-1].game
    assert tried
    assert hinted
    assert hinted > tried, "the line is proved, and then what is left of the puzzle"
    assert (counts(client, "hint"), game) == ((hinted, 1), "belote")
