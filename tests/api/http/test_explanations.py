"""Explanations over HTTP, in the language asked for; logs that go wrong; cards beside the deal."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from solver import VARIANTS, Theme
from tests.support.api.answers import answer_to, check
from tests.support.api.service import make_body, make_client, post
from tests.support.samples import sample_log

BELOTE = sample_log("belote")
ENGLISH = (
    "South played DQ; playing DA is better. "
    "DA takes this trick, which otherwise goes to East's DT: 26 points and the contract."
)
FRENCH = (
    "Sud a fourni DQ\u00a0; mieux valait fournir DA. "
    "DA prend le pli, qui va sinon à DT d’Est\u00a0: 26 points et le contrat."
)


def ask(accepted: str | None, body: dict[str, Any] | None = None) -> TestResponse:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    return make_client().post("/v1/analyses", json=body or BELOTE, headers=headers)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("en", "en"),
        ("fr", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("en;q=0.4, fr;q=0.8", "fr"),
        ("de", "en"),
        ("de, fr;q=0.1", "fr"),
        ("*", "en"),
        ("", "en"),
        ("fr;q=0", "en"),
        ("x;;;q=x,,fr-", "fr"),
    ],
)
def test_the_language_is_the_one_that_is_accepted(accepted: str | None, language: str) -> None:
    response = ask(accepted)
    assert response.status_code == 200
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]
    play = response.get_json()["plays"][6]
    assert play["explanation"] == {"en": ENGLISH, "fr": FRENCH}[language]
    (turn,) = response.get_json()["turning_points"]
    assert (
        turn["says"]
        == {
            "en": "After South's DQ the taker makes the contract.",
            "fr": "Après DQ de Sud, le preneur réussit son contrat.",
        }[language]
    )


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_gives_something_away_is_explained_in_every_game(variant: str) -> None:
    answer = answer_to("/v1/analyses", make_body(variant, n_plays=60))
    check("DealAnalysis", answer)
    themes = {theme.value for theme in Theme}
    for play in answer["plays"]:
        assert bool(play["swing"]) == ("explanation" in play) == ("themes" in play)
        assert set(play.get("themes", [])) <= themes
    for turn in answer["turning_points"]:
        assert "explanation" in answer["plays"][turn["index"]]


def test_a_log_that_goes_wrong_is_refused_or_judged_as_far_as_it_goes() -> None:
    wrong = BELOTE | {"plays": [*BELOTE["plays"][:6], "HT"]}
    detail = "HT revokes: S holds DA, must follow diamonds; playable: DA DQ D9 D7"
    refused = post("/v1/analyses", wrong)
    assert refused.status_code == 422
    assert refused.get_json()["errors"] == [{"pointer": "/plays/6", "code": "revoke", "detail": detail}]
    answer = answer_to("/v1/analyses", wrong | {"partial": True})
    check("DealAnalysis", answer)
    assert answer["faults"] == [{"pointer": "/plays/6", "code": "revoke", "detail": detail}]
    assert len(answer["plays"]) == 6
    log = {"variant": "belote", "partial": True, "deals": [_deal(BELOTE), _deal(wrong)]}
    match = answer_to("/v1/analyses", log)
    check("MatchAnalysis", match)
    assert [fault["pointer"] for fault in match["faults"]] == ["/deals/1/plays/6"]


def _deal(log: dict[str, Any]) -> dict[str, Any]:
    return {key: log[key] for key in ("dealer", "deal", "contract", "plays")}


@pytest.mark.parametrize("partial", ["yes", 1, [], {}])
def test_partial_is_a_flag(partial: object) -> None:
    refused = post("/v1/analyses", BELOTE | {"partial": partial})
    assert refused.status_code == 400
    (error,) = refused.get_json()["errors"]
    assert error["pointer"] == "/partial"


def test_cards_beside_the_deal_come_back() -> None:
    answer = answer_to("/v1/analyses", BELOTE | {"turned_up": "HJ"})
    check("DealAnalysis", answer)
    assert answer["turned_up"] == "HJ"
    refused = post("/v1/analyses", BELOTE | {"turned_up": "SA", "left_over": ["?"]})
    assert {error["pointer"] for error in refused.get_json()["errors"]} == {"/turned_up", "/left_over/0"}


def test_a_position_to_solve_may_have_cards_beside_it_but_is_no_log() -> None:
    assert post("/v1/solve", BELOTE | {"turned_up": "HJ"}).status_code == 200
    refused = post("/v1/solve", BELOTE | {"partial": True, "turned_up": "SA"})
    assert refused.status_code == 422
    assert {error["pointer"] for error in refused.get_json()["errors"]} == {"/partial", "/turned_up"}
