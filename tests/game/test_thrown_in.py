"""Deals of a match in which everybody passed: what says so, what is refused, and that they score nothing."""

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from solver import DealAnalysis, Language, Log, SolverError, Speech, analyse, report_page
from solver.game.match import PlayedDeal, match_score
from solver.game.scoring import Outcome, Score
from solver.game.thrown_in import ThrownIn
from solver.report.terminal.deal import analysis_text
from solver.rules.variants import find_variant
from tests.support.samples import sample_log

SAMPLE = sample_log("belote")
PLAYED = {key: SAMPLE[key] for key in ("dealer", "deal", "contract", "plays")}
FIVE_EACH: dict[str, Any] = {
    "dealer": "N",
    "deal": {"N": "-.A.Q.AKJ", "E": "QJ.87.-.7", "S": "8.T.T7.9", "W": "A.9.98.8"},
    "turned_up": "CQ",
    "stock": ["DK", "HJ", "HQ", "CT", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"],
}

UNEVEN = {**FIVE_EACH["deal"], "W": "AK.9T.98J.8"}
"""Five cards of three players and eight of the fourth."""


def belote(*deals: object) -> dict[str, Any]:
    return {"variant": "belote", "deals": list(deals)}


def faults_of(body: object) -> dict[str, str]:
    with pytest.raises(SolverError) as refused:
        Log.from_dict(body)
    return {fault.pointer: fault.detail for fault in refused.value.faults}


@pytest.mark.parametrize(
    "deal",
    [
        {"passed_out": True},
        {"passed_out": True, "dealer": "S", "id": "second"},
        {"auction": ["pass"] * 8},
        {"auction": ["passe"] * 8, "passed_out": True},
        FIVE_EACH | {"passed_out": True},
        {"passed_out": True, "deal": SAMPLE["deal"]},
    ],
)
def test_a_deal_that_was_thrown_in_scores_nothing(deal: dict[str, Any]) -> None:
    analysis = analyse(belote(PLAYED, deal, PLAYED))
    answer = json.loads(json.dumps(analysis.to_dict()))
    assert [one.get("passed_out", False) for one in answer["deals"]] == [False, True, False]
    assert answer["deals"][1].get("dealer") == deal.get("dealer")
    assert answer["deals"][1].get("id") == deal.get("id")
    # The sample is made with 68 : 94 each time.
    assert [one["totals"] for one in answer["match"]["deals"]] == [
        {"NS": 68, "EW": 94},
        {"NS": 68, "EW": 94},
        {"NS": 136, "EW": 188},
    ]
    assert answer["totals"] == analyse(belote(PLAYED, PLAYED)).to_dict()["totals"]
    assert [type(one) for one in analysis.all_deals()] == [DealAnalysis, ThrownIn, DealAnalysis]


def test_points_held_over_wait_for_the_deal_after_it() -> None:
    rules = find_variant("belote")
    litige = PlayedDeal(Score((0, 81), Outcome.litige, 81), taker=0)
    made = PlayedDeal(Score((100, 62), Outcome.made), taker=0)
    match = match_score(rules, [litige, PlayedDeal(None), made])
    assert [tuple(deal.received.values()) for deal in match.deals] == [(0, 0), (0, 0), (81, 0)]
    assert tuple(match.totals.values()) == (181, 143)


@pytest.mark.parametrize(
    ("language", "said", "scored"),
    [
        ("en", "thrown in: everybody passed", "passed out"),
        ("fr", "annulée\u00a0: tout le monde a passé", "passée"),
    ],
)
def test_reports_say_so(language: Language, said: str, scored: str) -> None:
    analysis = analyse(belote(PLAYED, {"passed_out": True}))
    page = report_page(analysis, Speech(language))
    assert said in page
    assert f"<td>{scored}</td>" in page
    console = Console(width=100, record=True, file=StringIO())
    console.print(analysis_text(analysis, language=language))
    shown = console.export_text()
    assert said in shown
    assert scored in shown


@pytest.mark.parametrize(
    ("deal", "pointer", "said"),
    [
        ({"passed_out": True, "contract": {"trump": "H"}}, "/deals/0/contract", "leave out the contract"),
        ({"passed_out": True, "plays": ["SA"]}, "/deals/0/plays", "leave out the plays"),
        ({"passed_out": "yes"}, "/deals/0/passed_out", "true or false"),
        (
            {"auction": ["pass"] * 4},
            "/deals/0/auction",
            "there are 4 passes; 8 passes throw in a deal of belote",
        ),
        ({"passed_out": True, "auction": ["pass", "take"]}, "/deals/0/auction/1", "'take' is no pass"),
        ({"passed_out": True, "auction": 7}, "/deals/0/auction", "7 is not a list of calls"),
        ({"passed_out": True, "dealer": "Q"}, "/deals/0/dealer", "'Q' is not a seat"),
        ({"passed_out": True, "board": "7"}, "/deals/0/board", "board is for logs of bridge"),
        ({"passed_out": True, "deal": {"N": ["SA"]}}, "/deals/0/deal", "8 cards each"),
        ({**FIVE_EACH, "passed_out": True, "turned_up": "HA"}, "/deals/0/turned_up", "HA was dealt"),
        (
            {**FIVE_EACH, "passed_out": True, "left_over": ["DK", "HA"]},
            "/deals/0/left_over/1",
            "HA was dealt",
        ),
        ({**FIVE_EACH, "deal": UNEVEN, "stock": None, "passed_out": True}, "/deals/0/deal", "8 cards each"),
        ({**FIVE_EACH, "passed_out": True, "left_over": ["XX"]}, "/deals/0/left_over/0", "XX"),
        ({"passed_out": True, "rules": {"ruff": "never"}}, "/deals/0/rules/ruff", "never"),
        ({"passed_out": True, "players": 3}, "/deals/0/players", "an object of names"),
    ],
)
def test_what_is_refused(deal: dict[str, Any], pointer: str, said: str) -> None:
    found = faults_of(belote(deal, PLAYED))
    assert said in found[pointer], found


def test_names_that_all_deals_share_are_refused_once() -> None:
    body = belote({"passed_out": True, "id": "a"}, PLAYED | {"id": "b"})
    assert faults_of(body | {"players": 3, "id": 4}) == {
        "/players": "players is 3; it must be an object of names by seat",
        "/id": "4 is not a text",
    }


def test_what_is_said_of_the_passes_of_bridge_is_read() -> None:
    played = sample_log("bridge")
    noted = [{"call": "Pass", "note": 5}, *["Pass"] * 3]
    log = {"variant": "bridge", "deals": [{"dealer": "N", "auction": noted}, {**played, "id": "b"}]}
    assert faults_of(log) == {"/deals/0/auction/0/note": "5 is not a text"}


@pytest.mark.parametrize(
    "game", ["valet_de_trefle", "klaverjas_amsterdam", "quadrette", "all_fours", "whist"]
)
def test_in_some_games_nobody_can_throw_in_a_deal(game: str) -> None:
    sample = sample_log(game)
    played = {key: sample[key] for key in ("dealer", "deal", "contract", "plays") if key in sample}
    found = faults_of({"variant": game, "deals": [played, {"passed_out": True}]})
    assert found == {"/deals/1/passed_out": f"no deal of {game} is thrown in by passing"}


@pytest.mark.parametrize("game", ["contree", "coinche", "bridge"])
def test_four_passes_throw_in_a_deal_with_bids(game: str) -> None:
    sample = sample_log(game)
    shared: dict[str, Any] = {key: sample[key] for key in ("variant", "rules") if key in sample}
    played: dict[str, Any] = {key: value for key, value in sample.items() if key not in (*shared, "limit")}
    log = Log.from_dict({**shared, "deals": [{"dealer": "N", "auction": ["pass"] * 4}, played]})
    assert [deal.index for deal in log.thrown_in] == [0]
    assert len(log.deals) == 1


def test_a_match_with_nothing_played_and_a_single_deal_are_refused() -> None:
    assert "nothing to judge" in faults_of(belote({"passed_out": True}))["/deals"]
    single = faults_of({"variant": "belote", "passed_out": True})
    assert "can stand among the deals of a match" in single["/passed_out"]
    single = faults_of({"variant": "contree", "auction": ["pass"] * 4})
    assert list(single) == ["/auction"]
    assert "can stand among the deals of a match" in single["/auction"]
    assert "/contract/trump" in faults_of({"variant": "quadrette", "auction": ["pass"] * 4})
    assert "belongs into each" in faults_of({"passed_out": True, **belote(PLAYED)})["/passed_out"]


def test_the_deals_must_be_of_one_game_those_thrown_in_too() -> None:
    found = faults_of(
        {"deals": [{"variant": "belote", **PLAYED}, {"variant": "contree", "passed_out": True}]}
    )
    assert "of one game" in found["/deals"]


def test_faults_of_plays_stand_at_the_deals_of_the_log() -> None:
    wrong = PLAYED | {"plays": [*PLAYED["plays"][:4], "SA", "SA"]}
    log = Log.from_dict({**belote({"passed_out": True}, wrong), "partial": True})
    assert {fault.pointer.split("/plays")[0] for fault in log.faults()} == {"/deals/1"}


def plain(page: str) -> str:
    """The report of a page, without the board and its words."""
    _, start, rest = page.partition('<main id="report">')
    assert start
    return rest.partition("</main>")[0]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "heading", "unfinished", "said"),
    [
        ("en", "Where the log goes wrong", "not finished", "/deals/1/plays/"),
        ("fr", "Ce qui ne va pas dans la partie transmise", "inachevée", "/deals/1/plays/"),
    ],
)
def test_reports_say_where_a_log_goes_wrong(
    language: Language, heading: str, unfinished: str, said: str
) -> None:
    """A report that stops at a wrong card says so, and gives the deal that it left no score."""
    wrong = PLAYED | {"plays": [*PLAYED["plays"][:4], "SA", "SA"]}
    sound, partial = belote(PLAYED, PLAYED), {**belote(PLAYED, wrong), "partial": True}
    console = Console(width=300, record=True, file=StringIO())
    console.print(analysis_text(analyse(partial), language=language))
    for report in (console.export_text(), plain(report_page(analyse(partial), Speech(language)))):
        for words in (heading, unfinished, said):
            assert words in report
    console.print(analysis_text(analyse(sound), language=language))
    for report in (console.export_text(), plain(report_page(analyse(sound), Speech(language)))):
        assert heading not in report
        assert unfinished not in report
    alone = {"variant": "belote", **wrong, "partial": True}
    console.print(analysis_text(analyse(alone), language=language))
    assert heading in console.export_text()


def test_points_held_over_stand_at_the_deal_that_brings_them() -> None:
    """Of a match, what a deal wins from those before it is a column of its own, and said to be that."""
    console = Console(width=300, record=True, file=StringIO())
    console.print(analysis_text(analyse(belote(PLAYED))))
    shown = console.export_text()
    assert "won from before" in shown
    assert "held over" not in shown, "nothing waits"
