"""Analyses that are kept, over HTTP: their addresses, their tags, and the service without its database."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import Settings, create_app
from api.parts import part_of
from api.solving import SolvingSlots
from api.store import Store
from api.views import analyses as views, health
from solver import Position, analyse, engine_version
from solver.engine.reference import reference_values
from tests.support.api.answers import check, timeless
from tests.support.api.databases import KINDS, database
from tests.support.api.service import PROBLEM, make_body, make_client
from tests.support.samples import sample_log

BELOTE = sample_log("belote")
LITTLE = {"limit": {"nodes": 200}}


@pytest.fixture(params=KINDS)
def client(request: pytest.FixtureRequest) -> Iterator[FlaskClient]:
    with database(request.param) as address:
        app = create_app(Settings(database=address))
        yield app.test_client()
        part_of(app, Store).close()


@pytest.fixture
def on_file(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=f"{tmp_path}/atout.db"))
    yield app.test_client()
    part_of(app, Store).close()


def post(client: FlaskClient, body: object, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/analyses", json=body, headers=named)


def solve_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test fail if anything is solved from here on."""

    def analyse(*_: object) -> NoReturn:
        raise AssertionError("nothing needs to be solved")

    monkeypatch.setattr("api.solving.measure.analyse", analyse)


@pytest.mark.by_day(1)
def test_an_analysis_is_found_at_its_address(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = post(client, BELOTE)
    assert made.status_code == 200
    check("DealAnalysis", made.json)
    assert timeless(made.json) == timeless(analyse(BELOTE).to_dict())
    assert made.headers["Location"] == made.headers["Content-Location"]
    assert made.headers["Location"].startswith("/v1/analyses/")
    assert made.headers["Cache-Control"] == "max-age=86400"

    solve_nothing(monkeypatch)
    for again in (client.get(made.headers["Location"]), post(client, {**BELOTE, "limit": {"time_ms": 1}})):
        assert again.status_code == 200
        assert again.data == made.data
        assert again.headers["ETag"] == made.headers["ETag"]
        assert again.headers["Cache-Control"] == "max-age=86400"
    head = client.head(made.headers["Location"])
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", made.headers["ETag"])


@pytest.mark.by_day(1)
def test_what_is_at_hand_is_not_sent_again(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = post(client, BELOTE)
    place, tag = made.headers["Location"], made.headers["ETag"]
    assert tag.startswith('"')
    solve_nothing(monkeypatch)
    for asked in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        answers = [client.get(place, headers={"If-None-Match": asked})]
        if asked != "*":
            answers.append(post(client, BELOTE, If_None_Match=asked))
        for answer in answers:
            assert (answer.status_code, answer.data) == (304, b"")
            assert answer.headers["ETag"] == tag
            assert answer.headers["Cache-Control"] == "max-age=86400"
            assert answer.headers["Vary"] == "Accept, Accept-Language"
            assert "Content-Type" not in answer.headers
    assert client.get(place, headers={"If-None-Match": '"x"'}).status_code == 200
    assert client.get(place, headers={"If-None-Match": tag, "Accept-Language": "fr"}).status_code == 200
    assert client.get(f"{place}?notation=fr", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.by_day(1)
def test_whatever_is_at_the_address_of_a_post_is_nothing(client: FlaskClient) -> None:
    for _ in range(2):
        answer = post(client, BELOTE, If_None_Match="*")
        assert (answer.status_code, answer.get_json()["complete"]) == (200, True)


def test_one_address_has_every_language_and_notation(
    on_file: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = post(on_file, BELOTE).headers["Location"]
    french = Position.from_dict(BELOTE).to_dict("fr") | {"id": BELOTE["id"], "players": BELOTE["players"]}
    solve_nothing(monkeypatch)
    posted = post(on_file, french, Accept_Language="fr")
    assert posted.headers["Location"] == place
    assert posted.headers["Content-Location"] == f"{place}?notation=fr"
    tags = {posted.headers["ETag"]}
    for notation in ("en", "fr"):
        for language in ("en", "fr"):
            got = on_file.get(f"{place}?notation={notation}", headers={"Accept-Language": language})
            assert timeless(got.json) == timeless(analyse(BELOTE).to_dict(notation, language))
            assert got.headers["Content-Language"] == language
            assert got.headers["Vary"] == "Accept, Accept-Language"
            tags.add(got.headers["ETag"])
            if notation == language == "fr":
                assert got.data == posted.data
    assert len(tags) == 4


def test_what_is_wrong_with_a_log_is_told_in_the_notation_asked_for(on_file: FlaskClient) -> None:
    french = Position.from_dict({**BELOTE, "plays": BELOTE["plays"][:6]}).to_dict("fr")
    place = post(on_file, {**french, "partial": True, "plays": [*french["plays"], "C10"]}).headers["Location"]
    for notation, card in (("en", "HT"), ("fr", "C10")):
        (fault,) = on_file.get(f"{place}?notation={notation}").get_json()["faults"]
        assert fault["detail"].startswith(f"{card} revokes: S holds ")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("query", ["notation=de", "notation=en&notation=fr", "notation="])
def test_a_notation_that_there_is_not_is_refused(on_file: FlaskClient, query: str) -> None:
    place = post(on_file, BELOTE).headers["Location"]
    refused = on_file.get(f"{place}?{query}")
    assert (refused.status_code, refused.content_type) == (422, PROBLEM)
    assert 'must be "en" or "fr"' in refused.get_json()["detail"]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("address", ["a" * 32, "x", "%00", "A" * 32, "a" * 31 + "1", "é", "a" * 5000])
def test_where_nothing_is_kept_nothing_is_found(client: FlaskClient, address: str) -> None:
    missing = client.get(f"/v1/analyses/{address}")
    assert (missing.status_code, missing.content_type) == (404, PROBLEM)
    assert missing.get_json()["type"] == "/problems/unknown-analysis"
    assert client.get("/readyz").status_code == 200


@pytest.mark.by_day(1)
def test_what_a_limit_cut_short_gives_way_to_what_is_better(client: FlaskClient) -> None:
    body = make_body("contree", seed=4, n_plays=32)
    cut = post(client, body | LITTLE)
    assert cut.status_code == 200
    assert cut.get_json()["exact"] is False
    assert cut.headers["Cache-Control"] == "no-cache"
    place = cut.headers["Location"]
    assert client.get(place).data == cut.data
    assert client.get(place, headers={"If-None-Match": cut.headers["ETag"]}).status_code == 304
    # One that proves less does not take its place, and whoever asks for it gets the better one.
    less = post(client, body | {"limit": {"nodes": 1}})
    assert less.data == cut.data
    full = post(client, body, If_None_Match=cut.headers["ETag"])
    assert full.status_code == 200
    assert full.get_json()["exact"] is True
    assert full.headers["Location"] == place
    assert full.headers["ETag"] != cut.headers["ETag"]
    assert client.get(place).data == post(client, body | LITTLE).data == full.data


def test_bounds_give_way_to_narrower_ones(on_file: FlaskClient) -> None:
    log = {key: value for key, value in BELOTE.items() if key != "plays"}
    wide, narrow = (post(on_file, {**log, "limit": {"nodes": n}}).json or {} for n in (1, 4000))
    bounds = wide["double_dummy"]["bounds"], narrow["double_dummy"]["bounds"]
    assert bounds[0]["low"] <= bounds[1]["low"] < bounds[1]["high"] <= bounds[0]["high"]
    assert bounds[0] != bounds[1]
    assert narrow["limit"] == {"ended_by": "nodes", "nodes": 4000}
    assert timeless(post(on_file, {**log, "limit": {"nodes": 1}}).json) == timeless(narrow)


def test_a_fair_verdict_cut_short_is_not_final(on_file: FlaskClient) -> None:
    body = BELOTE | {"fair": {"samples": 30, "seed": 1}}
    solved = sum(play["stats"]["nodes"] for play in [analyse(BELOTE).to_dict()])
    cut = post(on_file, body | {"limit": {"nodes": solved + 3000}})
    assert cut.get_json()["exact"] is True
    assert cut.headers["Cache-Control"] == "no-cache"
    full = post(on_file, body)
    assert full.headers["Location"] == cut.headers["Location"]
    assert full.headers["Cache-Control"] == "max-age=86400"
    assert all(play["fair"]["samples"] == 30 for play in full.get_json()["plays"] if "fair" in play)


def test_another_engine_solves_again(on_file: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    old = post(on_file, BELOTE)
    monkeypatch.setattr(views, "engine_version", lambda: "another")
    # The address still holds what the old engine said; its tag says so.
    assert on_file.get(old.headers["Location"]).headers["ETag"] == old.headers["ETag"]
    new = post(on_file, BELOTE, If_None_Match=old.headers["ETag"])
    assert new.status_code == 200
    assert new.headers["Location"] == old.headers["Location"]
    assert new.headers["ETag"] != old.headers["ETag"]
    assert on_file.get(old.headers["Location"]).headers["ETag"] == new.headers["ETag"]


def test_a_language_that_was_not_spoken_when_it_was_kept_is_answered_in_english(on_file: FlaskClient) -> None:
    store = part_of(on_file.application, Store)
    place = post(on_file, BELOTE).headers["Location"]
    kept = store.find(place.rpartition("/")[2])
    assert kept is not None
    store.keep(replace(kept, engine="old", answers={"en en": kept.answers["en en"]}))
    got = on_file.get(place, headers={"Accept-Language": "fr"})
    assert got.status_code == 200
    assert got.headers["Content-Language"] == "en"


def test_what_another_form_of_reports_has_told_is_left_out_of_the_page(on_file: FlaskClient) -> None:
    store = part_of(on_file.application, Store)
    place = post(on_file, BELOTE).headers["Location"]
    kept = store.find(place.rpartition("/")[2])
    assert kept is not None
    page = place.removeprefix("/v1")
    assert "The contract could be beaten" in on_file.get(page, headers={"Accept": "text/html"}).text
    other = {**kept.answers, "told en": json.dumps({"form": 0, "deals": [{"number": 1}]})}
    store.keep(replace(kept, engine="old", answers=other))
    shown = on_file.get(page, headers={"Accept": "text/html"})
    assert shown.status_code == 200
    assert "The contract could be beaten" not in shown.text


def test_nothing_is_kept_where_there_is_no_database() -> None:
    client = make_client()
    made = post(client, BELOTE)
    assert made.status_code == 200
    assert not {"Location", "ETag", "Content-Location"} & set(made.headers.keys())
    assert made.headers["Cache-Control"] == "no-store"
    assert client.get(f"/v1/analyses/{'a' * 32}").status_code == 404
    assert client.get("/readyz").get_json()["database"] == "none"


def unreachable(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "file").write_text("")
    (tmp_path / "text").write_text("no database, but some text\n" * 100)
    return {
        "no folder": f"{tmp_path}/file/atout.db",
        "no database": f"{tmp_path}/text",
        "no server": "postgresql://me:secret@127.0.0.1:1/atout",
    }


@pytest.mark.by_day(1)
@pytest.mark.parametrize("kind", ["no folder", "no database", "no server"])
def test_without_its_database_the_service_still_judges(tmp_path: Path, kind: str) -> None:
    client = create_app(Settings(database=unreachable(tmp_path)[kind])).test_client()
    for _ in range(2):
        made = post(client, BELOTE)
        assert made.status_code == 200
        assert made.get_json()["exact"] is True
        assert "Location" not in made.headers
        assert "ETag" not in made.headers
        assert made.headers["Cache-Control"] == "no-store"
    lost = client.get(f"/v1/analyses/{'a' * 32}")
    assert (lost.status_code, lost.content_type) == (503, PROBLEM)
    assert lost.get_json()["type"] == "/problems/store-down"
    assert int(lost.headers["Retry-After"]) > 0
    unready = client.get("/readyz")
    assert (unready.status_code, unready.content_type) == (503, PROBLEM)
    assert "database" in unready.get_json()["detail"]
    assert "Retry-After" in unready.headers
    assert client.get("/healthz").status_code == 200
    for answer in (lost, unready):
        assert "secret" not in answer.text
        assert str(tmp_path) not in answer.text


def test_the_service_is_ready_when_all_its_parts_are(client: FlaskClient) -> None:
    ready = client.get("/readyz")
    assert ready.status_code == 200
    check("Readiness", ready.json)
    assert ready.get_json() == {"status": "ready", "engine": engine_version(), "database": "ok"}


def test_the_service_is_not_ready_when_its_engine_is_wrong_or_it_stops(
    on_file: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_KNOWN_VALUE", {"NS": 2, "EW": 0})
    assert "engine" in on_file.get("/readyz").get_json()["detail"]
    monkeypatch.undo()
    assert on_file.get("/readyz").status_code == 200
    part_of(on_file.application, SolvingSlots).stop()
    assert on_file.get("/readyz").get_json()["detail"] == "the service stops"


def test_the_position_that_the_engine_must_solve_has_the_value_that_it_must_find() -> None:
    value = health._KNOWN_VALUE
    assert health._KNOWN.to_play == "N"
    assert max(reference_values(health._KNOWN).values()) == value["NS"] - value["EW"]
    assert sum(value.values()) == 2
