"""Deals of a match that were thrown in, by every way into the service and on the command line."""

import json

import pytest

from solver import Log
from tests.api.store.test_addresses import address
from tests.support.api.answers import answer_to, check
from tests.support.api.job_logs import hand_in, read_all, service, wait_for_end
from tests.support.api.service import PROBLEM, post
from tests.support.command_line import run
from tests.support.samples import sample_log

SAMPLE = sample_log("quadrette")
BELOTE = sample_log("belote")
PLAYED = {key: BELOTE[key] for key in ("dealer", "contract", "plays")}
MATCH = {
    "variant": "belote",
    "deals": [{"dealer": "E", "auction": ["pass"] * 8}, PLAYED, {"passed_out": True, "id": "last"}],
}
THROWN_IN = [
    {"variant": "belote", "passed_out": True, "dealer": "E"},
    {"id": "last", "variant": "belote", "passed_out": True},
]


def test_an_answer_has_them_in_their_places() -> None:
    check("Log", MATCH)
    answer = answer_to("/v1/analyses", MATCH)
    check("MatchAnalysis", answer)
    first, played, last = answer["deals"]
    assert [first, last] == THROWN_IN
    assert played["plays"]
    assert answer["match"]["totals"] == {"NS": 68, "EW": 94}


def test_a_deal_alone_and_a_game_in_which_somebody_must_take_are_refused() -> None:
    alone = post("/v1/analyses", {"variant": "belote", "passed_out": True})
    assert (alone.status_code, alone.content_type) == (422, PROBLEM)
    assert [error["pointer"] for error in (alone.json or {})["errors"]] == ["/passed_out"]
    played = {key: SAMPLE[key] for key in ("dealer", "deal", "contract", "plays")}
    refused = post("/v1/analyses", {"variant": "quadrette", "deals": [played, {"passed_out": True}]})
    assert refused.status_code == 422
    assert (refused.json or {})["errors"][0]["detail"] == "no deal of quadrette is thrown in by passing"


def test_the_address_hangs_on_where_they_stand() -> None:
    deals = MATCH["deals"]
    assert isinstance(deals, list)
    orders = [deals, deals[1:], deals[:2], deals[::-1], [deals[0], deals[2], deals[1]]]
    assert len({address({**MATCH, "deals": order}) for order in orders}) == len(orders)
    assert Log.from_dict(MATCH).is_match
    by_flag = [{"dealer": "E", "passed_out": True}, *deals[1:]]
    assert address({**MATCH, "deals": by_flag}) == address(MATCH)


def test_a_job_judges_the_match() -> None:
    with service("sqlite") as app:
        client = app.test_client()
        sent = hand_in(client, [json.dumps(MATCH)])
        wait_for_end(client, sent.headers["Location"])
        (result,) = read_all(client, sent.headers["Location"])
        assert result["result"]["deals"][2] == THROWN_IN[1]


@pytest.mark.slow
def test_the_command_line_reads_and_says_it() -> None:
    result = run("analyse", "--no-fair", "--json", stdin=json.dumps(MATCH))
    assert result.exit_code == 0
    assert [deal.get("passed_out") for deal in json.loads(result.stdout)["deals"]] == [True, None, True]
    shown = run("analyse", "--no-fair", "--text", "--lang", "en", stdin=json.dumps(MATCH)).stdout
    assert shown.count("thrown in: everybody passed") == 2
    assert "Deal 2 of 3" in shown
    alone = run("analyse", stdin='{"variant": "belote", "passed_out": true}')
    assert alone.exit_code == 1
    assert "/passed_out" in alone.stderr


def test_a_board_of_a_file_that_was_passed_out_is_refused_alone() -> None:
    record = (
        '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
        '[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]\n'
        '[Auction "N"]\nPass Pass Pass Pass\n'
    )
    result = run("analyse", "--from", "pbn", stdin=record)
    assert result.exit_code == 1
    assert "passed out; there is nothing to play" in result.stderr


def test_a_board_that_was_passed_out_is_written_so() -> None:
    deals = [{"passed_out": True, "board": "1"}, {"auction": ["pass"] * 4, "dealer": "E", "board": "2"}]
    body = json.dumps({"variant": "bridge", "deals": deals})
    written = run("convert", "--to", "pbn", stdin=body).stdout
    assert written.count('[Contract "Pass"]') == 2
    # PBN has no auction without a dealer.
    assert written.count("Pass Pass Pass Pass") == 1
    assert run("convert", "--to", "lin", stdin=body).stdout.count("|mb|p|mb|p|mb|p|mb|p|") == 2
    played = {"variant": "bridge", "passed_out": True, "contract": {"trump": "S", "taker": "N", "bid": 4}}
    refused = run("convert", "--to", "pbn", stdin=json.dumps(played))
    assert refused.exit_code == 1
    assert "leave out the contract" in refused.stderr


def test_a_match_of_bridge_is_shown_as_text_with_them() -> None:
    dealt = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    played = {
        "dealer": "N",
        "deal": dealt,
        "contract": {"trump": "NT", "taker": "N", "bid": 7},
        "plays": ["2H"],
    }
    deals = [{"dealer": "E", "auction": ["pass"] * 4}, played, {"passed_out": True, "board": "3"}]
    with service("sqlite") as app:
        client = app.test_client()
        for out, passed, says in (
            ("application/x-pbn", '[Contract "Pass"]', '[Contract "7NT"]'),
            ("text/x-lin", "|mb|p|mb|p|mb|p|mb|p|", "|mb|7N|"),
        ):
            sent = {"Accept": out}
            made = client.post("/v1/analyses", json={"variant": "bridge", "deals": deals}, headers=sent)
            kept = client.get(made.headers["Location"], headers=sent)
            for answer in (made, kept):
                assert answer.status_code == 200, answer.text
                places = [answer.text.find(passed), answer.text.find(says), answer.text.rfind(passed)]
                assert places[0] >= 0
                assert places == sorted(set(places))
