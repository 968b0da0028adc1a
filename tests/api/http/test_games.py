"""Bridge in PBN and LIN over HTTP: by content type in, by Accept out, faults at line and column."""

import json
from pathlib import Path
from typing import Any

import pytest

from api import Settings, create_app
from api.http.games_in import LIN, LINKS, PBN, TEXT_TYPES
from api.schemas.examples.requests import GAMES
from solver.game import MAX_DEALS
from tests.support.api.databases import database
from tests.support.api.service import PROBLEM, make_body, make_client, post, post_raw

DATA = Path(__file__).resolve().parents[2] / "data" / "formats"
SAMPLES = Path(__file__).resolve().parents[3] / "samples"
VUGRAPH = (DATA / "vugraph.lin").read_bytes()
CLUB = (DATA / "club.pbn").read_text(encoding="utf-8")
REVOKE = GAMES["pbn"].replace("CT C5 CQ CA", "CT C5 H2 CA")


@pytest.mark.by_day(3)
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses", "/v1/table"])
@pytest.mark.parametrize("kind", TEXT_TYPES)
def test_a_game_is_read_by_its_content_type(path: str, kind: str) -> None:
    answer = post_raw(path, GAMES[TEXT_TYPES[kind]].encode(), f"{kind}; charset=utf-8")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.get_json()
    assert body["variant" if path != "/v1/solve" else "exact"] in ("bridge", True)
    if path == "/v1/analyses":
        assert [play["card"] for play in body["plays"]] == ["CT", "C5", "CQ", "CA"]


def test_a_text_and_the_json_it_stands_for_are_one_request() -> None:
    stated = {
        "variant": "bridge",
        "id": "board 1",
        "contract": {"trump": "NT", "taker": "N", "bid": 3},
        "deal": "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6",
        "plays": ["CT", "C5", "CQ", "CA"],
        "dealer": "N",
        "auction": ["1NT", "Pass", {"call": "2C", "alert": True}, "P", "2h", "p", "3N", "P", "P", "P"],
        "board": "1",
        "tags": {"Event": "Cup"},
    }
    of_json, of_text = post("/v1/analyses", stated), post_raw("/v1/analyses", GAMES["pbn"].encode(), PBN)
    assert of_json.status_code == 200, of_json.text
    assert of_json.get_json()["plays"][3]["value"] == of_text.get_json()["plays"][3]["value"]
    assert of_json.get_json()["double_dummy"] == of_text.get_json()["double_dummy"]


def test_several_games_are_one_log() -> None:
    answer = post_raw("/v1/analyses", VUGRAPH, LIN)
    assert [deal["id"] for deal in answer.get_json()["deals"]] == [
        "board 1, open room",
        "board 1, closed room",
    ]
    for path in ("/v1/solve", "/v1/table"):
        answer = post_raw(path, VUGRAPH, LIN)
        assert (answer.status_code, answer.mimetype) == (422, PROBLEM)
        (error,) = answer.get_json()["errors"]
        assert error["detail"] == (
            "one game is taken here, and the next one begins here; /v1/analyses judges several, and "
            "/v1/convert?double_dummy=true adds the table of each to PBN"
        )
        assert (error["line"], error["column"]) == (8, 1)
    many = "\n\n".join([GAMES["pbn"]] * (MAX_DEALS + 1))
    assert "more than 100 games" in post_raw("/v1/analyses", many.encode(), PBN).get_json()["detail"]


def test_faults_are_told_at_line_and_column_all_at_once() -> None:
    bad = REVOKE.replace('"None"', '"Nobody"')
    n_above = bad.count("\n") + 1
    answer = post_raw("/v1/analyses", f"{bad}\n{REVOKE}".encode(), PBN)
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
    told = {(error["line"], error["column"]): error for error in answer.get_json()["errors"]}
    assert told[3, 14]["pointer"] == "/deals/0/vulnerable"
    assert told[9, 7]["pointer"] == "/deals/0/plays/2"
    assert told[9, 7]["detail"].startswith("H2 revokes")
    assert told[n_above + 9, 7]["pointer"] == "/deals/1/plays/2"
    assert len(told) == 3
    alone = post_raw("/v1/solve", REVOKE.encode(), PBN)
    assert alone.status_code == 422
    assert alone.get_json()["errors"] == [
        {
            "pointer": "/plays/2",
            "code": "revoke",
            "detail": "H2 revokes: W holds CQ, must follow clubs; playable: CQ C6",
            "line": 9,
            "column": 7,
        }
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "rubbish", "[", "{", "\x00", '[Deal "N:"]', "a|b|", "qx|"])
@pytest.mark.parametrize("kind", [PBN, LIN])
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses", "/v1/table"])
def test_what_is_no_game_is_refused(path: str, kind: str, text: str) -> None:
    answer = post_raw(path, text.encode(), kind)
    assert answer.status_code in (400, 422), answer.text
    assert all(error["line"] >= 1 and error["column"] >= 1 for error in answer.get_json()["errors"])


def test_a_long_text_is_refused_soon() -> None:
    assert post_raw("/v1/analyses", b"qx|o1|" * 150_000, LIN).status_code in (400, 422)
    assert post_raw("/v1/analyses", b'[A ""]\n\n' * 100_000, PBN).status_code in (400, 422)
    assert post_raw("/v1/analyses", b"x" * (2 << 20), PBN).status_code == 413


@pytest.mark.slow
def test_a_table_is_written_in_pbn_for_whom_asks() -> None:
    text = GAMES["pbn"].replace('"1"', '"7"') + '[North "Petit, Anne"]'
    for accept in (
        PBN,
        f"text/html, {PBN}",
        f"{PBN};charset=utf-8, */*;q=0.1",
        f"application/json;q=0.5, {PBN}",
    ):
        answer = post_raw("/v1/table", text.encode(), PBN, headers={"Accept": accept})
        assert (answer.status_code, answer.mimetype) == (200, PBN)
    # The values are those of the table in JSON.
    table = post_raw("/v1/table", text.encode(), PBN).get_json()
    tricks = {
        (entry["taker"], entry["trump"]): entry["value"]["NS" if entry["taker"] in "NS" else "EW"]
        for entry in table["entries"]
    }
    order = [(seat, strain) for seat in "NSEW" for strain in ("NT", "S", "H", "D", "C")]
    assert f'[DoubleDummyTricks "{"".join(f"{tricks[one]:x}" for one in order)}"]\n' in answer.text
    assert answer.text.endswith(
        '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
        + "".join(f"{seat} {strain:>2} {tricks[seat, strain]:>2}\n" for seat, strain in order)
    )
    (par,) = table["par"]
    side = par["contracts"][0]["side"]
    assert f'[OptimumScore "{side} {par["difference"][side]}"]' in answer.text
    lowest = min(par["contracts"], key=lambda contract: contract["bid"])
    assert f'[ParContract "{side} {lowest["bid"]}{lowest["trump"][0]}' in answer.text
    assert '[Board "7"]' in answer.text
    assert '[North "Petit, Anne"]' in answer.text
    # And the text is one that is read again.
    again = post_raw("/v1/table", answer.text.encode(), PBN)
    assert again.get_json()["entries"] == table["entries"]


def test_a_table_that_pbn_cannot_hold_is_not_acceptable() -> None:
    for body in (make_body("belote"), make_body("bridge")):
        del body["contract"]
        answer = make_client().post("/v1/table", json=body, headers={"Accept": PBN})
        assert (answer.status_code, answer.mimetype) == (406, PROBLEM)
        assert "ask for application/json" in answer.get_json()["detail"]


def test_other_kinds_are_refused_with_the_kinds_there_are() -> None:
    answer = post_raw("/v1/analyses", b"x", "text/plain")
    assert answer.status_code == 415
    assert PBN in answer.get_json()["detail"]
    assert post_raw("/v1/analyses", b"x", PBN, headers={"Content-Encoding": "gzip"}).status_code == 415


def test_the_document_shows_the_kinds() -> None:
    document = make_client().get("/openapi.json").get_json()
    for path in ("/v1/solve", "/v1/analyses", "/v1/table"):
        content = document["paths"][path]["post"]["requestBody"]["content"]
        assert set(content) >= {"application/json", *TEXT_TYPES}
    assert PBN in document["paths"]["/v1/table"]["post"]["responses"]["200"]["content"]


REFUSED = [
    {
        "game": 1,
        "id": "board 1",
        "errors": [
            {
                "pointer": "/plays/2",
                "code": "revoke",
                "detail": "H2 revokes: W holds CQ, must follow clubs; playable: CQ C6",
                "line": 9,
                "column": 7,
            }
        ],
    },
    {
        "game": 3,
        "id": "board 6",
        "errors": [
            {
                "pointer": "/auction",
                "code": "no_contract",
                "detail": "board 6 was passed out; there is nothing to play",
                "line": 55,
                "column": 16,
            }
        ],
    },
]


AUCTION_ALONE = """[Dealer "N"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
[Declarer ""]
[Contract "{contract}"]
[Auction "N"]
1NT Pass Pass Pass
"""


@pytest.mark.slow
def test_a_bad_game_does_not_refuse_the_others() -> None:
    text = f"{REVOKE}\n{CLUB}".encode()
    answer = post_raw("/v1/analyses", text, PBN)
    assert answer.status_code == 200
    body = answer.get_json()
    assert [deal["id"] for deal in body["deals"]] == ["board 5", "board 7"]
    assert body["refused"] == REFUSED
    # It has an address of its own, at which the same is answered.
    with database("sqlite") as address:
        client = create_app(Settings(database=address)).test_client()
        posted = client.post("/v1/analyses", data=text, content_type=PBN)
        alone = client.post("/v1/analyses", data=CLUB, content_type=PBN)
        assert alone.headers["Location"] != posted.headers["Location"]
        assert client.get(posted.headers["Location"]).get_json()["refused"] == REFUSED
        page = client.get(posted.headers["Location"].removeprefix("/v1"), headers={"Accept": "text/html"})
        assert "game 1 (board 1) was left out: line 9, column 7: H2 revokes: W holds CQ" in page.text
    assert "refused" not in post_raw("/v1/analyses", GAMES["pbn"].encode(), PBN).get_json()


@pytest.mark.slow
def test_texts_whose_games_fail_in_other_ways_have_other_addresses() -> None:
    with database("sqlite") as address:
        client = create_app(Settings(database=address)).test_client()
        told = {}
        for contract in ("Pass", "3NT"):
            bad = AUCTION_ALONE.format(contract=contract)
            posted = client.post("/v1/analyses", data=f"{bad}\n{CLUB}".encode(), content_type=PBN)
            told[posted.headers["Location"]] = posted.get_json()["refused"][0]["errors"][0]["detail"]
    assert len(told) == len(set(told.values())) == 2, told


def test_the_query_says_what_a_text_cannot() -> None:
    game = GAMES["pbn"].encode()
    best = post_raw("/v1/solve?cards=best", game, PBN).get_json()
    assert len(best["cards"]) == 1
    assert post_raw("/v1/table?nodes=1", game, PBN).get_json()["exact"] is False
    partly = post_raw("/v1/analyses?partial=true", REVOKE.encode(), PBN).get_json()
    assert [play["card"] for play in partly["plays"]] == ["CT", "C5"]
    assert partly["faults"][0]["detail"].startswith("H2 revokes")
    fair = post_raw("/v1/analyses?samples=3&seed=5", game, PBN)
    assert fair.status_code == 200


HARD: Any = {**make_body("contree", 5, 4), "limit": {"time_ms": 60_000, "nodes": 10**9}}


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["/v1/solve?cards=all", "/v1/analyses?seed=1", "/v1/table?table_mib=1", "/v1/convert?judged=true"]
)
def test_the_query_goes_before_the_body(path: str) -> None:
    body = HARD
    if path.startswith("/v1/convert"):
        body = {**json.loads((SAMPLES / "bridge.json").read_text(encoding="utf-8")), "limit": HARD["limit"]}
    cut = post(f"{path}&nodes=20", body).get_json()
    assert cut["limit"] == {"ended_by": "nodes", "nodes": 20}
    assert not cut.get("exact")
    # And the other way round.
    short = {**body, "limit": {"nodes": 30, "time_ms": 60_000}}
    assert post(path, short).get_json()["limit"] == {"ended_by": "nodes", "nodes": 30}
    for whole in (post(f"{path}&nodes=1000000000", short).get_json(), post(path, body).get_json()):
        assert "limit" not in whole
        assert whole.get("exact", True)


def test_the_query_goes_before_all_else_that_a_body_asks() -> None:
    body = {**make_body("bridge"), "cards": "all"}
    assert len(post("/v1/solve?cards=best", body).get_json()["cards"]) == 1
    assert len(post("/v1/solve?cards=best", {**body, "cards": None}).get_json()["cards"]) == 1
    assert post("/v1/solve?nodes=5", {**body, "limit": 7}).status_code == 400


def test_the_query_goes_before_each_line_of_a_stream() -> None:
    body = {**make_body("contree", 6, 2), "limit": HARD["limit"]}
    lines = f"{json.dumps(body)}\n".encode() * 2
    answer = post_raw("/v1/solve?nodes=20", lines, "application/x-ndjson")
    answers = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["limit"] for line in answers] == [{"ended_by": "nodes", "nodes": 20}] * 2


@pytest.mark.parametrize(
    ("query", "details"),
    [
        ("time_ms=x", ["the query's time_ms is 'x'; it must be a whole number from 1 on"]),
        ("time_ms=0", ["the query's time_ms is '0'; it must be a whole number from 1 on"]),
        (
            "seed=9007199254740992",
            ["the query's seed is '9007199254740992'; it must be a whole number from 0 to"],
        ),
        ("partial=yes", ["the query's partial is 'yes'; it must be true or false"]),
        ("samples=0&seed=-1", ["the query's samples is '0'", "the query's seed is '-1'"]),
        ("seed=1&seed=2", ["the query says seed 2 times; once is enough"]),
        (
            "tim=1&nodes=x",
            [
                "'tim' is no part of this query; it takes time_ms, nodes, table_mib, partial",
                "the query's nodes is 'x'",
            ],
        ),
    ],
)
def test_wrong_options_are_refused(query: str, details: list[str]) -> None:
    answer = post_raw(f"/v1/analyses?{query}", GAMES["pbn"].encode(), PBN)
    assert (answer.status_code, answer.mimetype) == (422, PROBLEM)
    told = [error["detail"] for error in answer.get_json()["errors"]]
    assert len(told) == len(details)
    assert all(found.startswith(detail) for found, detail in zip(told, details, strict=True))


@pytest.mark.slow
def test_an_analysis_is_written_as_the_annotated_game() -> None:
    text = CLUB.encode()
    judged = post_raw("/v1/analyses", text, PBN).get_json()["deals"][0]
    answer = post_raw("/v1/analyses", text, PBN, headers={"Accept": PBN, "Accept-Language": "fr"})
    assert (answer.status_code, answer.mimetype) == (200, PBN)
    assert answer.headers["Refused-Games"] == "2"
    assert answer.headers["Content-Language"] == "fr"
    left_out = "% la partie 2 (donne 6) a été laissée de côté\u00a0: ligne 44, colonne 16\u00a0: donne 6"
    assert left_out in answer.text
    assert "1S $1 Pass 2NT =1= $5 Pass" in answer.text  # the auction comes along, with what was said of it
    signs = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    back = post_raw("/v1/convert", answer.data, PBN).get_json()["games"][0]
    marks = {
        comment["play"]: comment["mark"]
        for comment in back["comments"]
        if "play" in comment and "mark" in comment
    }
    expected = {play["index"]: signs[play["grade"]] for play in judged["plays"] if play["grade"] in signs}
    assert marks == expected
    assert "Nord a fourni T3 ; mieux valait fournir TA." in answer.text
    # What is written can be posted again: the same cards, the same verdicts.
    again = post_raw("/v1/analyses", answer.data, PBN).get_json()["deals"][0]
    assert again["plays"] == judged["plays"]


def test_a_kept_analysis_is_written_too() -> None:
    with database("sqlite") as address:
        client = create_app(Settings(database=address)).test_client()
        posted = client.post("/v1/analyses", data=VUGRAPH, content_type=LIN)
        place = posted.headers["Location"]
        written = client.post("/v1/analyses", data=VUGRAPH, content_type=LIN, headers={"Accept": PBN})
        assert written.headers["Location"] == place
        assert "Content-Location" not in written.headers
        assert written.headers["Cache-Control"] == "no-store"
        for kind, start in ((PBN, "% PBN 2.1"), (LIN, "pn|"), (LINKS, "https://")):
            answer = client.get(place, headers={"Accept": kind})
            assert (answer.status_code, answer.mimetype) == (200, kind)
            assert answer.text.startswith(start)
            assert "Accept" in answer.headers["Vary"]
            etag = answer.headers["ETag"]
            assert etag != posted.headers["ETag"]
            unchanged = client.get(place, headers={"Accept": kind, "If-None-Match": etag})
            assert unchanged.status_code == 304
        other = client.post("/v1/analyses", json=make_body("belote"), headers={"Accept": PBN})
        assert (other.status_code, other.mimetype) == (406, PROBLEM)
