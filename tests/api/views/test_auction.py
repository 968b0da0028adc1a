"""Logs with the auction of their game, by the service and on the command line."""

import json
from typing import Any

import pytest

from tests.api.store.test_addresses import address
from tests.support.api.answers import answer_to, check
from tests.support.api.service import PATIENT, PROBLEM, post, post_raw
from tests.support.command_line import run
from tests.support.samples import sample_log


def told(game: str) -> dict[str, Any]:
    log = sample_log(f"auctions/{game}")
    return log


CONTREE = told("contree")
CONTRACT = {"trump": "H", "taker": "N", "bid": 120, "multiplier": 2}


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", ["contree", "belote"])
def test_a_log_without_a_contract_is_judged_by_its_auction(game: str) -> None:
    log = told(game)
    check("Log", log)
    answer = answer_to("/v1/analyses", log)
    check("DealAnalysis", answer)
    assert len(answer["plays"]) == 32
    shown = run("analyse", "--no-fair", "--text", stdin=json.dumps(log))
    assert shown.exit_code == 0
    assert "Auction from " in shown.stdout


@pytest.mark.parametrize("game", ["auctions/contree", "belote", "bridge", "california_jack"])
def test_a_log_in_other_letters_than_it_says_is_refused_with_one_fault(game: str) -> None:
    log = sample_log(game) | {"notation": "fr"}
    says = 'the cards cannot be read in French letters, but in English ones: say "notation": "en"'
    deal = {key: value for key, value in log.items() if key not in ("id", "notation", "limit")}
    for body in (log, {"notation": "fr", "deals": [deal, deal]}):
        answer = post("/v1/analyses", body)
        assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
        assert [(one["pointer"], one["detail"]) for one in answer.get_json()["errors"]] == [
            ("/notation", says)
        ]


def test_a_log_in_both_letters_is_not_told_to_say_the_one_and_the_other() -> None:
    log = sample_log("auctions/belote")
    french = str.maketrans("SHDCKQJT", "PCKTRDVX")
    plays = [card.translate(french) for card in log["plays"]]
    for path in ("/v1/analyses", "/v1/table"):
        answer = post(path, log | {"plays": plays})
        assert answer.status_code in (400, 422)
        said = [one["detail"] for one in answer.get_json()["errors"] if one["pointer"] == "/notation"]
        assert len(said) <= 1, said


def test_calls_make_another_address_and_the_contract_they_tell_makes_none() -> None:
    with_contract = CONTREE | {"contract": CONTRACT}
    assert address(with_contract) == address(CONTREE)
    plain = {key: value for key, value in with_contract.items() if key != "auction"}
    assert address(plain) != address(CONTREE)


@pytest.mark.night
@pytest.mark.slow
def test_calls_are_judged_where_the_request_asks_for_it() -> None:
    asked = CONTREE | {"calls": True, "plays": [], "limit": {"nodes": 3_000_000}}
    check("Log", asked)
    answer = answer_to("/v1/analyses", asked, PATIENT)
    check("DealAnalysis", answer)
    assert [call["call"] for call in answer["calls"]] == CONTREE["auction"]


@pytest.mark.night
@pytest.mark.slow
def test_with_the_calls_of_bridge_its_final_contract_is_judged() -> None:
    log = sample_log("bridge")
    log |= {"plays": [], "calls": True, "limit": {"nodes": 12_000_000}}
    told = answer_to("/v1/analyses", log, PATIENT)
    check("DealAnalysis", told)
    assert "final_contract" in told
    contract = told["final_contract"]
    assert (contract["trump"], contract["bid"], contract["taker"]) == ("S", 4, "E")
    assert contract["samples"] >= 2
    assert contract["explanation"].startswith("4")


def test_positions_and_tables_take_the_auction_too() -> None:
    position = CONTREE | {"plays": CONTREE["plays"][:4]}
    stated = {key: value for key, value in position.items() if key != "auction"} | {"contract": CONTRACT}
    answers = [answer_to("/v1/solve", body) for body in (position, stated)]
    assert [answer["value"] for answer in answers] == [answers[0]["value"]] * 2
    table = answer_to("/v1/table", {key: value for key, value in CONTREE.items() if key != "plays"})
    assert table["exact"]


def test_a_fault_stands_at_its_call_in_the_words_of_the_reader() -> None:
    wrong = CONTREE | {"auction": ["80S", "double", "90H"]}
    refused = post_raw("/v1/analyses", json.dumps(wrong).encode(), headers={"Accept-Language": "fr"})
    assert (refused.status_code, refused.content_type) == (422, PROBLEM)
    (error,) = (refused.json or {})["errors"]
    assert error["pointer"] == "/auction/2"
    assert "contre clôt les enchères" in error["detail"]
    unreadable = post("/v1/analyses", CONTREE | {"auction": ["80X"]})
    assert unreadable.status_code == 400


def test_a_match_has_deals_with_their_auctions_and_deals_thrown_in() -> None:
    deal = {key: value for key, value in CONTREE.items() if key not in ("variant", "id", "players")}
    match = {"variant": "contree", "deals": [deal, {"dealer": "S", "auction": ["passe"] * 4}]}
    check("Log", match)
    answer = answer_to("/v1/analyses", match)
    assert [one.get("passed_out", False) for one in answer["deals"]] == [False, True]
    wrong = {"variant": "contree", "deals": [deal, {**deal, "auction": ["80S", "80S"]}]}
    (error,) = (post("/v1/analyses", wrong).json or {})["errors"]
    assert error["pointer"] == "/deals/1/auction/1"
