"""``/v1/convert``: games of bridge from one format to another, with tables and mistakes for whom asks."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.http.games_in import LIN, LINKS, PBN, TEXT_TYPES
from api.http.games_out import OUT_TYPES
from api.schemas.examples.requests import CONVERSIONS, GAMES
from tests.support.api.service import PROBLEM, make_body, make_client, post, post_raw
from tests.support.samples import sample_log

DATA = Path(__file__).resolve().parents[2] / "data" / "formats"
CLUB = (DATA / "club.pbn").read_text(encoding="utf-8")
BROKEN = CLUB.replace("CT C5 CQ C3", "CT C5 H2 C3")
WITHOUT_5 = "line 25, column 7: H2 revokes: W holds CQ, must follow clubs; playable: CQ C6"


@pytest.mark.by_day(3)
@pytest.mark.parametrize("out", ["application/json", *OUT_TYPES])
@pytest.mark.parametrize("kind", TEXT_TYPES)
def test_every_format_becomes_every_other(kind: str, out: str) -> None:
    text = GAMES[TEXT_TYPES[kind]]
    answer = post_raw("/v1/convert", text.encode(), kind, headers={"Accept": out})
    assert (answer.status_code, answer.mimetype) == (200, out)
    assert "Accept" in answer.headers["Vary"]
    told = post_raw("/v1/convert", text.encode(), kind, headers={"Accept": f"{out}; charset=utf-8"})
    assert (told.mimetype, told.data) == (out, answer.data)
    if out == "application/json":
        (log,) = answer.get_json()["games"]
        back = post("/v1/convert", log)
    else:
        back = post_raw("/v1/convert", answer.data, out)
    (game,) = back.get_json()["games"]
    assert game["plays"] == ["CT", "C5", "CQ", "CA"]
    assert game["contract"] == {"trump": "NT", "taker": "N", "bid": 3}
    assert len(game["auction"]) == 10


def test_a_bad_game_is_left_out_and_told() -> None:
    answer = post_raw("/v1/convert", BROKEN.encode(), PBN)
    assert [game["board"] for game in answer.get_json()["games"]] == ["6", "7"]
    (refused,) = answer.get_json()["refused"]
    assert (refused["game"], refused["id"]) == (1, "board 5")
    assert (refused["errors"][0]["line"], refused["errors"][0]["column"]) == (25, 7)
    for out in OUT_TYPES:
        answer = post_raw("/v1/convert", BROKEN.encode(), PBN, headers={"Accept": out})
        assert answer.headers["Refused-Games"] == "1"
        assert (f"% game 1 (board 5) was left out: {WITHOUT_5}\n" in answer.text) == (out == PBN)
        # What says so is no part of any game.
        assert "refused" not in post_raw("/v1/convert", answer.data, out).get_json()
    alone = BROKEN.split("\n\n")[0] + "\n"
    answer = post_raw("/v1/convert", alone.encode(), PBN)
    assert answer.status_code in (400, 422)
    assert answer.get_json()["errors"][0]["detail"].startswith("H2 revokes")


@pytest.mark.slow
def test_tables_and_par_are_added_to_pbn() -> None:
    answer = post_raw("/v1/convert?double_dummy=true", CLUB.encode(), PBN, headers={"Accept": PBN})
    assert answer.text.count("[OptimumResultTable ") == 3
    assert answer.text.count('[ParContract "NS 3N+2"]') == 3
    short = post_raw(
        "/v1/convert?double_dummy=true",
        b'[Deal "N:A... K... Q... J..."]',
        PBN,
        headers={"Accept": PBN},
    )
    assert short.status_code == 200
    assert "OptimumResultTable" not in short.text
    cut = post_raw("/v1/convert?double_dummy=true&nodes=3", CLUB.encode(), PBN, headers={"Accept": PBN})
    assert "% board 5: not every contract could be solved within the limit of 3 nodes" in cut.text
    assert "DoubleDummyTricks" not in cut.text
    assert cut.text.count("[OptimumResultTable ") == 1, "that of the text itself"


@pytest.mark.slow
def test_mistakes_are_marked_in_every_format() -> None:
    body: Any = CONVERSIONS["judged"]["value"]
    (log,) = post("/v1/convert", {**body, "plays": ["CT", "C5"]}).get_json()["games"]
    assert "comments" not in log
    text = CLUB.encode()
    (game, *_) = post_raw("/v1/convert?judged=true", text, PBN).get_json()["games"]
    marked = [comment for comment in game["comments"] if comment.get("mark") in ("?", "??", "?!")]
    assert {(comment["play"], comment["mark"]) for comment in marked} >= {(26, "??"), (29, "??"), (30, "??")}
    lin = post_raw("/v1/convert?judged=true", text, PBN, headers={"Accept": LIN}).text
    assert "pc|SK|nt|?? Dummy ruffed with SK; ruffing with S9 is better." in lin
    french = post_raw(
        "/v1/convert?judged=true", text, PBN, headers={"Accept": LIN, "Accept-Language": "fr"}
    ).text
    assert "pc|SK|nt|?? Le mort a coupé avec PR" in french
    assert post_raw("/v1/convert?judged=true", text, PBN, headers={"Accept": LINKS}).status_code == 200


def test_what_was_judged_once_is_not_commented_twice() -> None:
    once = post_raw("/v1/convert?judged=true", CLUB.encode(), PBN, headers={"Accept": PBN})
    twice = post_raw("/v1/convert?judged=true", once.data, PBN, headers={"Accept": PBN})
    assert twice.text == once.text


def test_json_logs_of_several_deals() -> None:
    logs = post_raw("/v1/convert", CLUB.encode(), PBN).get_json()["games"]
    deals = [{key: value for key, value in log.items() if key != "variant"} for log in logs]
    whole = {"variant": "bridge", "deals": deals}
    answer = post("/v1/convert", whole)
    assert answer.get_json() == {"games": logs}
    deals[1]["board"] = 6
    deals[2]["plays"] = ["XX"]
    answer = post("/v1/convert", whole)
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
    assert [error["pointer"] for error in answer.get_json()["errors"]] == [
        "/deals/1/board",
        "/deals/2/plays/0",
    ]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"variant": "belote"}, ""),
        ({"judged": 1}, "/judged"),
        ({"double_dummy": "yes"}, "/double_dummy"),
        ({"deals": []}, "/deals"),
        ({"comments": [{"play": 1}]}, "/comments/0"),
        ({"tables": {"a b": ["x"]}}, "/tables/a b"),
        ({"limit": {"time_ms": 0}}, "/limit/time_ms"),
        ({"surprise": 1}, "/surprise"),
    ],
)
def test_wrong_requests(change: dict[str, Any], pointer: str) -> None:
    body: Any = CONVERSIONS["judged"]["value"]
    answer = post("/v1/convert", {**body, **change})
    assert answer.status_code in (400, 422), answer.text
    assert any(error["pointer"].startswith(pointer) for error in answer.get_json()["errors"])


def test_other_games_and_other_values() -> None:
    assert post("/v1/convert", make_body("belote")).status_code == 422
    values: tuple[object, ...] = (1, [], "x", None)
    for value in values:
        answer = make_client().post("/v1/convert", data=json.dumps(value), content_type="application/json")
        assert answer.status_code in (400, 422)


def test_what_a_format_cannot_say_is_told_in_a_header() -> None:
    deal = sample_log("bridge")["deal"]
    trumps = {"deal": deal, "contract": {"trump": "S"}, "leader": "W"}
    shared = {"variant": "bridge", "deals": [{"deal": deal}, trumps, {"deal": deal, "plays": ["SA"]}]}
    for out, lost in ((PBN, "3: plays"), (LIN, "2: contract leader"), (LINKS, "2: contract leader")):
        answer = post_raw(
            "/v1/convert", json.dumps(shared).encode(), "application/json", headers={"Accept": out}
        )
        assert answer.status_code == 200
        assert answer.headers.get("Lost-Parts") == lost
    assert "Lost-Parts" not in post("/v1/convert", shared).headers


def test_auctions_that_are_made_up_are_told_in_a_header() -> None:
    log = sample_log("bridge")
    bid = log | {"auction": ["Pass", "4S", "Pass", "Pass", "Pass"]}
    deals = [{key: value for key, value in one.items() if key != "variant"} for one in (bid, log)]
    shared = {"variant": "bridge", "deals": deals}
    for out in OUT_TYPES:
        answer = post_raw(
            "/v1/convert", json.dumps(shared).encode(), "application/json", headers={"Accept": out}
        )
        assert answer.status_code == 200
        assert answer.headers.get("Made-Up-Auctions") == (None if out == PBN else "2")
    assert "Made-Up-Auctions" not in post("/v1/convert", shared).headers
