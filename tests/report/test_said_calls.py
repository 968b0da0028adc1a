"""Judged calls as people read them: on a terminal, on the page, and told to the board."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from solver.analysis.analysis import Analysis
from solver.analysis.judging import analyse
from solver.knowledge.estimates import Estimate
from solver.knowledge.sampling import Sampling
from solver.report.board.told import board_told
from solver.report.deal import DealReport
from solver.report.said_calls import CallsReport
from solver.report.terminal.deal import analysis_text
from solver.speech import Speech
from tests.support.command_line import ROOT
from tests.support.samples import sample_log


def judged(name: str) -> Analysis:
    log = json.loads((ROOT / "samples" / name).read_text(encoding="utf-8"))
    return analyse(log | {"plays": []}, calls=Sampling(6))


@pytest.fixture(scope="module")
def contree() -> Analysis:
    return judged("auctions/contree.json")


@pytest.mark.slow
def test_a_terminal_shows_each_call_with_its_numbers_and_what_is_said_of_it(contree: Analysis) -> None:
    calls = CallsReport(DealReport(contree.deals[0], Speech("fr", "fr", symbols=True)))
    console = Console(file=StringIO(), width=400)
    console.print(analysis_text(contree, "fr", "fr"))
    assert isinstance(console.file, StringIO)
    shown = " ".join(console.file.getvalue().split())
    assert "Les enchères jugées" in shown
    for row in calls.rows:
        named = [*row.named.split(), *row.sign.split(), *row.mark.split()]
        assert " ".join([*named, *" ".join(row.cells).split()]) in shown
        assert " ".join(row.says.split()) in shown
    assert len(calls.rows) == 11
    assert [bool(row.says) for row in calls.rows] == [
        row.call.worth.said != "pass" or bool(row.sign) or row.call.is_in_doubt for row in calls.rows
    ]


def test_a_double_is_told_how_often_the_contract_fails_and_must_fail(contree: Analysis) -> None:
    (deal,) = contree.deals
    calls = tuple(
        replace(call, worth=replace(call.worth, makes=Estimate(0.44, 0.0), needs=0.53))
        for call in deal.calls or ()
    )
    rows = CallsReport(DealReport(replace(deal, calls=calls), Speech())).rows
    shares = {row.call.worth.said: row.cells[:2] for row in rows}
    # The head beside them on a phone says neither.
    assert shares["120H"] == ("makes 44\u00a0%", "53\u00a0%")
    assert shares["double"] == ("fails 56\u00a0%", "47\u00a0%")


@pytest.mark.parametrize(
    ("game", "title", "head"),
    [
        ("contree", "Les enchères jugées", "enchère"),
        ("belote", "Prendre ou passer", "parole"),
        ("klaverjas_amsterdam", "Prendre ou passer", "parole"),
        ("all_fours", "Prendre ou proposer", "parole"),
    ],
)
def test_no_title_in_french_is_that_of_tierces_and_squares(game: str, title: str, head: str) -> None:
    """At belote *annonces* are such cards, not what is said before the play."""
    (deal,) = judged(f"{game}.json").deals
    calls = CallsReport(DealReport(deal, Speech("fr", "fr")))
    assert (calls.title, calls.heads[0]) == (title, head)


def test_what_rests_on_few_deals_is_marked_and_the_signs_are_said(contree: Analysis) -> None:
    (deal,) = contree.deals
    # Of a low first bid it is not said that it is a blunder.
    place, wrong = next(
        (place, call)
        for place, call in enumerate(deal.calls or ())
        if place and call.worth.said != call.worths.calls[0].said
    )
    unlike = replace(wrong.said, worths=replace(wrong.worths, is_unlike_model=True))
    marked = replace(wrong, said=unlike, worth=replace(wrong.worth, swing=Estimate(900.0, 1.0)))
    calls = tuple(marked if call is wrong else call for call in deal.calls or ())
    analysis = replace(contree, deals=(replace(deal, calls=calls),))
    told = board_told(analysis, "en")["deals"][0]["calls"]
    assert [row[0].endswith(" *") for row in told["rows"]] == [bool(call.unlike_model) for call in calls]
    assert told["rows"][place][0].endswith(" ?? *")
    assert told["notes"][0] == "?? blunder"
    assert told["notes"][-1].startswith("* The calls before are unlike")


def test_the_board_is_told_the_same(contree: Analysis) -> None:
    told = board_told(contree, "en")["deals"][0]
    calls = CallsReport(DealReport(contree.deals[0], Speech("en", "en", symbols=True)))
    assert told["calls"]["rows"] == [
        [" ".join(filter(None, [row.named, row.sign, row.mark])), *row.cells] for row in calls.rows
    ]
    assert [said for _, said in told["calls"]["says"]] == [row.says for row in calls.rows if row.says]
    assert told["calls"]["notes"] == list(calls.notes())
    assert [" ?" in call for call in told["auction"]["calls"]] == [bool(row.sign) for row in calls.rows]


def test_nothing_is_shown_of_calls_that_nobody_asked_for_or_made() -> None:
    log = sample_log("contree") | {"plays": []}
    for analysis in (analyse(log), analyse(log, calls=Sampling(6))):
        assert not CallsReport(DealReport(analysis.deals[0], Speech())).is_shown
        assert "calls" not in board_told(analysis, "en")["deals"][0]


def test_numbers_that_no_call_has_are_left_out() -> None:
    log = {
        "variant": "all_fours",
        "dealer": "S",
        "deal": {"N": "A5.K3.T.9", "S": "KQ.A2.9.T"},
        "turned_up": "H4",
        "auction": ["propose", "refuse"],
        "plays": [],
    }
    analysis = analyse(log, calls=Sampling(6))
    calls = CallsReport(DealReport(analysis.deals[0], Speech("en", "en", symbols=True)))
    assert calls.heads == ["call", "own − other", "given away"]
    assert all(len(calls.cells(row)) == 2 for row in calls.rows)
    assert len(board_told(analysis, "en")["deals"][0]["calls"]["heads"]) == 3


@pytest.mark.night
def test_a_pass_to_a_double_is_not_left_without_a_word() -> None:
    """By its own hand a contract may be made in most deals that it hardly ever is made in."""
    log = sample_log("bridge")
    told = ["1S", "X", "Pass", "Pass", "Pass"]
    stated = {key: log[key] for key in ("variant", "deal")} | {"dealer": "N", "auction": told}
    doubled, passed = (
        CallsReport(DealReport(analyse(one, calls=Sampling(2)).deals[0], Speech()))
        for one in (stated, stated | {"auction": ["1S", "Pass", "Pass", "Pass"]})
    )
    assert any("who doubles takes it to fail" in note for note in doubled.notes())
    assert not any("who doubles takes it to fail" in note for note in passed.notes())


@pytest.mark.night
def test_a_redouble_that_seems_better_by_a_mistake_is_told() -> None:
    log = {
        "variant": "bridge",
        "dealer": "S",
        "vulnerable": "NS",
        "deal": {
            "N": "KQT.AKT832.A72.T",
            "E": "AJ654.5.K54.A654",
            "S": "98.J74.J863.Q873",
            "W": "732.Q96.QT9.KJ92",
        },
        "auction": ["4H", "X", "Pass", "Pass", "Pass"],
    }
    calls = CallsReport(DealReport(analyse(log, calls=Sampling(8)).deals[0], Speech()))
    told = [row.says for row in calls.rows if row.named == "N · Pass"]
    assert len(told) == 1
    assert "A redouble would be worth" in told[0]
    assert "if the double told nothing of the hands." in told[0]
