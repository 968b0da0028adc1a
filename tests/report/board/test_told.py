"""What the page of an analysis tells: the words and numbers of the report on it, and where they lead."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from solver import Limit, Sampling, Speech, analyse, board_told
from solver.analysis import SIGNS
from solver.report.board.shown import TOLD_FORM
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.plain_text import glued
from solver.report.story import story
from solver.sentences import Language
from tests.report.test_match import match_body
from tests.support.command_line import ROOT

FORM = """
title id form foot faults[]
deals[].number deals[].heading deals[].thrown_in deals[].contract[] deals[].story[] deals[].outcome[][]
deals[].auction.title deals[].auction.turned_up deals[].auction.seats[] deals[].auction.calls[]
deals[].calls.title deals[].calls.heads[] deals[].calls.rows[][] deals[].calls.says[][] deals[].calls.notes[]
deals[].notes[] deals[].legend deals[].sides deals[].figures.heads[] deals[].figures.rows[][]
deals[].turns[].card deals[].turns[].trick deals[].turns[].says
deals[].remarks[].grade deals[].remarks[].mistake deals[].remarks[].more[] deals[].remarks[].open
deals[].remarks[].open_sign deals[].remarks[].says deals[].remarks[].sign deals[].remarks[].verdict
match.title match.standing[] match.legend[]
match.deals.heads[] match.deals.played[] match.deals.rows[][] match.deals.words[]
match.by_deal.title match.by_deal.heads[] match.by_deal.rows[][] match.by_deal.total[]
match.players.title match.players.heads[] match.players.rows[][]
match.partnerships.heads[] match.partnerships.rows[][]
match.costliest.title match.costliest.none match.costliest.cards[].card match.costliest.cards[].deal
match.costliest.cards[].place match.costliest.cards[].says
"""
"""Where the texts and numbers stand that are told in form 1, as it is kept and as scripts read it."""


def sample(name: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads((ROOT / "samples" / f"{name}.json").read_text(encoding="utf-8"))
    return log


def places(told: object, at: str = "") -> Iterator[str]:
    """Yield where the texts and numbers told stand; sides, and the cells of a row, are one place."""
    if isinstance(told, dict) and not at.endswith("sides"):
        for key, value in told.items():
            yield from places(value, f"{at}.{key}" if at else key)
    elif isinstance(told, list | tuple) and not at.endswith("[][]"):
        for value in told:
            yield from places(value, f"{at}[]")
    else:
        yield at


def test_another_form_has_another_number() -> None:
    """What is kept is read by later versions: then `TOLD_FORM` is raised, and the places here changed."""
    found = set()
    match, broken = match_body("belote", 2), sample("quadrette") | {"partial": True}
    match["deals"].insert(1, {"passed_out": True})
    broken["plays"] = broken["plays"][:4] * 2
    four, auction = Sampling(4, 0), sample("auctions/contree")
    for judged in (
        *map(analyse, (match, broken)),
        analyse(sample("contree"), limit=Limit(nodes=1000), fair=four),
        analyse(auction, fair=four, calls=four),
    ):
        found |= set(places(board_told(judged, "en")))
    assert (TOLD_FORM, found) == (1, set(FORM.split()))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_deal_is_told_in_the_words_of_the_report(language: Language) -> None:
    analysis = analyse(sample("contree"), fair=Sampling(20, 0))
    told = board_told(analysis, language)
    report = DealReport(analysis.deals[0], Speech(language, language, symbols=True))
    (deal,) = told["deals"]
    assert deal["story"] == story(report)
    assert deal["outcome"] == [list(pair) for pair in report.outcome()]
    assert len(deal["remarks"]) == len(analysis.plays)
    for remark, play in zip(deal["remarks"], analysis.plays, strict=True):
        assert (remark["sign"], remark["says"]) == (report.sign(play), report.why(play))
        assert remark["verdict"] == report.verdict(play)
        is_noted = play in report.mistakes
        assert remark["mistake"] == (is_noted if play.fair is None else play.grade in SIGNS)
        assert (glued(report.change(play)) in remark["open"]) == is_noted
    assert [turn["card"] - 1 for turn in deal["turns"]] == [
        turn.play.index for turn in analysis.deals[0].turning_points
    ]
    assert "match" not in told


def test_a_match_is_told_with_its_deals_by_number_and_those_thrown_in() -> None:
    body = match_body("belote", 2)
    body["deals"] = [body["deals"][0], {"passed_out": True}, body["deals"][1]]
    analysis = analyse(body)
    told = board_told(analysis, "en")
    report = MatchReport(analysis, Speech("en", symbols=True))
    match = told["match"]
    assert match["deals"]["played"] == [True, False, True]
    assert [row[0] for row in match["deals"]["rows"]] == [["1", 1], ["2", 2], ["3", 3]]
    assert match["deals"]["rows"][1][1] == "thrown in: everybody passed"
    assert [deal["number"] for deal in told["deals"]] == [1, 2, 3]
    listed = [(one["deal"], one["card"] - 1) for one in match["costliest"]["cards"]]
    assert listed == [(number, play.index) for number, play, _ in report.costliest()]
    assert match["players"]["rows"][2][0] == "S Yvette"
    assert match["partnerships"]["rows"][0][0] == "NS (Odile and Yvette)"
    assert match["standing"][0] == "The match: NS 136, EW 188."
    assert match["legend"][0] == "inaccuracies, mistakes, blunders: with all hands known"
    assert all(len(row) == len(match["deals"]["heads"]) for row in match["deals"]["rows"])


@pytest.mark.night
def test_figures_say_what_they_rest_on() -> None:
    told = board_told(analyse(match_body("belote", 2), fair=Sampling(20, 0)), "en")["match"]
    assert told["legend"][0].startswith("inaccuracies, mistakes, blunders: by what the player could know")
    heads = told["deals"]["heads"]
    assert "expected, NS" in heads
    cell = told["deals"]["rows"][0][heads.index("expected, NS")]
    assert cell[0].startswith(f"{cell[1]:,.1f}")


@pytest.mark.slow
def test_the_auction_is_told_from_its_first_caller() -> None:
    log = sample("bridge")
    log["auction"] = ["Pass", "1NT", "Pass", "3NT", "Pass", "Pass", "Pass"]
    log["contract"] = {"trump": "NT", "taker": "E", "bid": 3}
    log["plays"] = []
    (deal,) = board_told(analyse(log), "fr")["deals"]
    assert deal["auction"]["seats"][0].startswith("N")
    assert deal["auction"]["calls"][:4] == ["Passe", "1SA", "Passe", "3SA"]
    # Nobody has played a card that could be added up.
    assert "figures" not in deal
