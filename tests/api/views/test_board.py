"""The pages of the board as the service sends them, without a browser."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api import SECURITY_HEADERS, Settings, create_app
from api.parts import part_of
from api.store import Store
from solver import board_files
from tests.report.test_match import match_body
from tests.support.api.service import data_of, make_client
from tests.support.samples import sample_log

HTML = {"Accept": "text/html"}
NO_ANALYSIS = "a" * 32


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(database=f"{tmp_path}/atout.db", job_threads=0)).test_client()


def judged(client: FlaskClient, name: str) -> str:
    log = sample_log(name)
    # California Jack would fill any limit.
    return (
        client.post("/v1/analyses", json=log | {"limit": {"nodes": 1_000_000}})
        .headers["Location"]
        .removeprefix("/v1")
    )


def test_an_analysis_is_a_page_or_json_as_is_asked(client: FlaskClient) -> None:
    place = judged(client, "belote")
    page = client.get(place, headers={"Accept": "text/html,*/*;q=0.5", "Accept-Language": "fr"})
    assert (page.status_code, page.mimetype, page.headers["Content-Language"]) == (200, "text/html", "fr")
    assert {"Accept", "Accept-Language"} <= set(page.headers["Vary"].split(", "))
    found = re.search(r'<script type="application/json" id="board-data">(.*)</script>', page.text)
    assert found is not None
    (deal,) = json.loads(found[1])["deals"]
    assert len(deal["answers"]) == len(deal["game"]) + 1 == 33
    assert deal["answers"][-1]["value"] == {"NS": 68, "EW": 94}
    assert deal["answers"][6]["value"] == {"NS": 92, "EW": 70}
    assert deal["remarks"][6]["sign"] == "??"
    assert "Sud a fourni ♦D" in deal["remarks"][6]["says"]
    assert deal["players"]["S"] == "Yvette"

    asked = client.get(f"{place}?notation=fr", headers={"Accept": "application/json"})
    assert asked.status_code == 307
    assert asked.headers["Location"] == f"/v1{place}?notation=fr"
    assert client.get(asked.headers["Location"]).status_code == 200


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["bridge", "california_jack", "klaverjas_rotterdam"])
def test_every_kind_of_game_has_its_page(client: FlaskClient, name: str) -> None:
    page = client.get(judged(client, name), headers={"Accept": "text/html"})
    assert page.status_code == 200


def test_a_match_is_told_on_its_page_in_the_language_of_the_reader(client: FlaskClient) -> None:
    log = match_body("belote", 2)
    log["deals"].insert(1, {"passed_out": True})
    place = client.post("/v1/analyses", json=log).headers["Location"].removeprefix("/v1")
    page = client.get(place, headers={"Accept": "text/html", "Accept-Language": "fr"})
    data = data_of(page.text)
    assert data["told"]["numbers"] == [1, 2, 3]
    assert [deal["number"] for deal in data["deals"]] == [1, 3]
    assert data["told"]["match"]["deals"]["rows"][1][1] == "annulée\u00a0: tout le monde a passé"
    assert data["deals"][1]["told"]["heading"] == "Donne 3 sur 3"
    assert data["deals"][0]["told"]["story"][0] == "Le contrat pouvait chuter, mais il a été fait."


def test_an_analysis_of_an_earlier_version_has_its_page_too(client: FlaskClient) -> None:
    """It was kept in English only, and without what its page tells."""
    place = judged(client, "belote")
    store = part_of(client.application, Store)
    kept = store.find(place.rpartition("/")[2])
    assert kept is not None
    store.keep(replace(kept, engine="old", answers={"en en": kept.answers["en en"]}))
    page = client.get(place, headers={"Accept": "text/html", "Accept-Language": "fr"})
    assert (page.status_code, page.headers["Content-Language"]) == (200, "en")
    data = data_of(page.text)
    assert "told" not in data
    assert data["deals"][0]["remarks"][6]["says"].startswith("South played DQ")


def test_an_auction_is_part_of_the_log_that_is_kept(client: FlaskClient) -> None:
    log = sample_log("bridge")
    without = {key: log[key] for key in log if key != "auction"}
    calls = ["Pass", "1NT", "Pass", "3NT", *["Pass"] * 3]
    bid = without | {"contract": {"trump": "NT", "taker": "E", "bid": 3}, "auction": calls, "plays": []}
    silent = {key: bid[key] for key in bid if key != "auction"}
    places = [client.post("/v1/analyses", json=one).headers["Location"] for one in (bid, silent)]
    assert places[0] != places[1]
    pages = [client.get(place.removeprefix("/v1"), headers={"Accept": "text/html"}) for place in places]
    (told,) = data_of(pages[0].text)["deals"]
    assert told["told"]["auction"]["calls"] == calls
    assert "auction" not in data_of(pages[1].text)["deals"][0]["told"]


def test_names_cannot_end_the_data(client: FlaskClient) -> None:
    log = sample_log("belote")
    log["players"]["N"] = "</script><script>alert(1)</script>"
    place = client.post("/v1/analyses", json=log).headers["Location"].removeprefix("/v1")
    page = client.get(place, headers={"Accept": "text/html"})
    assert "alert(1)" in page.text
    assert "<script>alert" not in page.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "path", [f"/analyses/{NO_ANALYSIS}", "/analyses/nothing", "/board/assets/0/board.css"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Accept": "text/html"}).status_code == 404


def test_files_are_kept_for_ever_and_webassembly_may_run() -> None:
    """Else the policy is that of all pages; a worker obeys that of its own file."""
    page = make_client().get("/board")
    usual, allowed = SECURITY_HEADERS["Content-Security-Policy"], page.headers["Content-Security-Policy"]
    assert allowed.replace(" 'wasm-unsafe-eval'", "") == usual != allowed
    assets = re.findall(r'"(/board/assets/[^"]+)"', page.text)
    folder = assets[0].rpartition("/")[0]
    assert {f"{folder}/page.js", *(f"{folder}/{name}" for name in board_files().core.values())} <= set(assets)
    assert make_client().get(f"{folder}/worker.js").headers["Content-Security-Policy"] == allowed
    assert make_client().get(f"{folder}/core.js").status_code == 200
    for name in assets:
        sent = make_client().get(name)
        assert sent.status_code == 200
        assert "immutable" in sent.headers["Cache-Control"]
        sent.close()


def test_a_free_position_comes_with_the_modules_of_the_core(client: FlaskClient) -> None:
    def preloaded(page: str) -> set[str]:
        found = re.findall(r'<link rel="modulepreload" href="([^"]+)"', client.get(page, headers=HTML).text)
        return {name.rpartition("/")[2] for name in found}

    core = {"core_worker.js", "worker.js", "core.js"} if board_files().core else set()
    assert core <= preloaded("/board")
    # A game has its values already; the core waits for a card of the reader's own.
    assert not core & preloaded(judged(client, "belote"))


def test_the_icon_is_kept_for_a_day_as_browsers_want_it_at_each_step(client: FlaskClient) -> None:
    page = client.get("/board").text
    found = re.search(r'<link rel="icon" href="([^"]+)"', page)
    assert found is not None
    assert client.get(found[1]).headers["Cache-Control"] == "public, max-age=86400"
    # Others may change with the version.
    assert client.get("/static/page.css").headers["Cache-Control"] == "no-cache"


def test_the_pages_can_be_turned_off() -> None:
    client = make_client(Settings(pages="off"))
    assert client.get("/board").status_code == 404
    assert client.get(f"/analyses/{NO_ANALYSIS}").status_code == 404
