"""Reports of a match: players and partnerships compared over its deals, and the costliest cards."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from solver import Analysis, BridgeScoring, Grade, Sampling, Speech, analyse, report_page
from solver.report.board.told_match import match_told
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.terminal.match import match_text
from solver.sentences import Language
from tests.support.command_line import run

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def match_body(name: str, n_deals: int, **shared: Any) -> dict[str, Any]:
    """A match of the same deal, again and again."""
    log = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    players = log.pop("players", {})
    own = {key: log[key] for key in log if key not in ("variant", "id")}
    return {"variant": log["variant"], "players": players, "deals": [own] * n_deals, **shared}


@pytest.fixture(scope="module")
def belote() -> Analysis:
    return analyse(match_body("belote", 5))


def test_players_and_partnerships_are_compared(belote: Analysis) -> None:
    report = MatchReport(belote, Speech("en"))
    assert report.players.heads() == [
        *("player", "choices", "inaccuracies", "mistakes", "blunders", "given away", "in the score"),
        "accuracy",
    ]
    rows = {row[0]: row[1:] for row in report.players.rows()}
    assert list(rows) == ["N Odile", "E Marcel", "S Yvette", "W Lucien"]
    assert rows["S Yvette"][:-1] == ["20", "0", "0", "5", "130", "960"]
    assert rows["E Marcel"][-1] == "100\u00a0%"
    assert report.partnerships is not None
    sides = {row[0]: row[1:] for row in report.partnerships.rows()}
    assert sides["NS"][:-1] == ["45", "0", "0", "5", "135", "970"]
    assert "accuracy: 100 % for best cards alone" in report.legend()


def test_each_deal_has_what_was_given_away_in_it(belote: Analysis) -> None:
    report = MatchReport(belote, Speech("fr", "fr"))
    assert report.by_deal_title() == "Cédé à la marque, donne par donne"
    assert report.by_deal_heads() == ["donne", "N", "E", "S", "O", "NS", "EO"]
    rows = report.by_deal()
    assert rows[0] == ["1", "2", "0", "192", "6", "194", "6"]
    assert rows[-1] == ["total", "10", "0", "960", "30", "970", "30"]
    assert len(rows) == 6


def test_a_game_of_two_has_no_partnerships() -> None:
    analysis = analyse(match_body("all_fours", 2))
    report = MatchReport(analysis, Speech("en"))
    assert report.partnerships is None
    assert report.by_deal_heads() == ["deal", "N", "S"]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_terminal_and_page_say_the_same(belote: Analysis, language: Language) -> None:
    speech = Speech(language, language, symbols=True)
    report = MatchReport(belote, speech)
    text = run(
        "analyse", "--no-fair", "--text", "--lang", language, stdin=json.dumps(match_body("belote", 5))
    ).stdout
    flat = " ".join(text.split())
    page = report_page(belote, speech)
    listed = report.costliest()
    assert len(listed) == 10
    for said in (report.by_deal_title(), report.legend()):
        assert " ".join(said.split()) in flat
        assert said in page
    for number, play, deal in listed:
        assert f'<a href="#d{number}-{play.index + 1}">' in page
        assert " ".join(deal.costly(play).split()) in flat
    costs = [play.chosen.score_swing for _, play, _ in listed]
    assert costs == [192] * 5 + [6] * 5


def test_the_costliest_cards_of_bridge_are_those_that_cost_most_by_its_scoring() -> None:
    body = match_body("bridge", 2)
    by_tricks, in_imps = analyse(body), analyse(body, scoring=BridgeScoring.imps)
    assert [found.play.chosen.swing for found in by_tricks.costliest] == [2] * 10
    assert [found.play.imps for found in in_imps.costliest] == [12] * 8 + [1] * 2
    said = MatchReport(in_imps, Speech("en", symbols=True)).deals[0].costly(in_imps.costliest[-1].play)
    assert said == "E Viktor, dummy's ♠7  1 trick · 30 in the score · 1 IMP"


def test_at_imps_a_fair_verdict_is_told_in_imps() -> None:
    log = json.loads((SAMPLES / "bridge.json").read_text(encoding="utf-8"))
    deal = analyse(log, fair=Sampling(samples=20), scoring=BridgeScoring.imps).deals[0]
    play = next(play for play in deal.plays if play.fair is not None and play.fair.grade == Grade.blunder)
    assert play.fair is not None
    assert play.fair.chosen.imps is not None
    cost = f"{play.fair.chosen.imps.mean:.1f} IMPs on average"
    report = DealReport(deal, Speech("en"))
    assert f"{cost} · with open cards 1 trick" in report.costly(play)
    expected = {seat: summary.expected_imps for seat, summary in deal.summaries.items()}
    sums = {
        seat: sum(
            one.fair.chosen.imps.mean
            for one in deal.plays
            if one.player == seat and one.fair and one.fair.chosen.imps
        )
        for seat in "ES"
    }
    assert {seat: found and found.mean for seat, found in expected.items() if found} == pytest.approx(sums)
    assert "expected IMPs" in report.figures.heads()


def test_no_card_is_called_costly_that_nobody_could_have_known_to_be_wrong() -> None:
    analysis = analyse(match_body("belote", 2), fair=Sampling(samples=40))
    told = {(found.deal, str(found.play.card)) for found in analysis.costliest}
    surely = {
        (number, str(play.card))
        for number, deal in enumerate(analysis.deals)
        for play in deal.plays
        if play.fair is not None and play.fair.chosen.is_surely_worse
    }
    assert told == surely
    assert any(play.fair is not None and not play.fair.chosen.is_surely_worse for play in analysis.plays)


@pytest.mark.parametrize("columns", [100, 44, 36, 30])
def test_a_narrow_terminal_keeps_every_number(belote: Analysis, columns: int) -> None:
    console = Console(width=columns, highlight=False, markup=False)
    with console.capture() as shown:
        console.print(match_text(MatchReport(belote, Speech("en"))))
    text = " ".join(shown.get().split())
    assert "…" not in text
    assert max(map(len, shown.get().splitlines())) <= columns
    assert "10 0 960 30 970 30" in text


def test_the_score_stands_apart_if_only_expectations_tell_it_from_the_result() -> None:
    log = json.loads((SAMPLES / "quadrette.json").read_text(encoding="utf-8"))
    heads = [
        DealReport(analyse(log, fair=fair).deals[0], Speech()).figures.heads()
        for fair in (None, Sampling(samples=40))
    ]
    assert ["in the score" in found for found in heads] == [False, True]
    assert heads[1][-1] == "expected in the score"


def untaken(name: str) -> dict[str, Any]:
    """A match of two deals: one as it is, and the same without its taker and its bid."""
    body = match_body(name, 2)
    scored, other = body["deals"]
    contract = {key: other["contract"][key] for key in other["contract"] if key not in ("taker", "bid")}
    return {**body, "deals": [scored, {**other, "contract": contract}]}


@pytest.mark.parametrize("name", ["belote", "coinche"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_deal_without_a_score_is_not_said_to_end_level(name: str, language: Language) -> None:
    analysis = analyse(untaken(name))
    report = MatchReport(analysis, Speech(language, language, symbols=True))
    said = {"en": "no score", "fr": "sans marque"}[language]
    scored, unscored = report.scores()
    assert (" : " in scored, unscored) == (True, said)
    assert report.players.is_scored_apart
    first, second, total = report.by_deal()
    assert set(second[1:]) == {"–"}
    assert total[1:] == first[1:]
    assert analysis.match is not None
    # In the match it counts as nothing, in JSON too, as a deal that was thrown in.
    assert set(analysis.match.deals[1].score.values()) == {0}
    told = match_told(report, analysis.match)
    heads, rows = told["deals"]["heads"], told["deals"]["rows"]
    lost = [index for index, head in enumerate(heads) if head in in_score_by(report)]
    assert [[row[index] for index in lost] for row in rows][1] == ["–", "–"]
    assert [said in row for row in rows] == [False, True]
    console = Console(width=120)
    with console.capture() as captured:
        console.print(match_text(report))
    assert said in captured.get()


def in_score_by(report: MatchReport) -> set[str]:
    """The heads of what each side gave away in the score, in a row for each deal."""
    words = {"en": "given away in the score by {}", "fr": "cédé à la marque par {}"}[report.speech.language]
    return {words.format(report.speech.letters(side)) for side in report.analysis.sides}


@pytest.mark.parametrize("name", ["belote", "coinche"])
def test_in_a_match_without_any_score_what_was_given_away_is_of_the_result(name: str) -> None:
    body = untaken(name)
    analysis = analyse({**body, "deals": body["deals"][1:] * 2})
    report = MatchReport(analysis, Speech())
    assert report.scores() == ["no score"] * 2
    assert not report.players.is_scored_apart
    assert not any("–" in row for row in report.by_deal())


def test_a_deal_that_ends_with_nothing_played_gave_nothing_away() -> None:
    body = match_body("belote", 2)
    body["deals"] = [body["deals"][0], {**body["deals"][1], "plays": []}]
    report = MatchReport(analyse(body), Speech())
    assert report.by_deal()[1][1:] == ["0"] * 6
    assert report.scores()[1] == "not finished"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("agreed", [9, 10, 11])
def test_a_board_that_ended_with_a_claim_counts_in_the_match(agreed: int) -> None:
    body = match_body("bridge", 2)
    played, claimed = body["deals"]
    claimed = {**claimed, "plays": claimed["plays"][:20], "result": agreed}
    analysis = analyse({**body, "deals": [played, claimed, {**claimed, "result": None}]})
    # East plays four spades, vulnerable: played out they are just made, 620.
    score = {9: (100, 0), 10: (0, 620), 11: (0, 650)}[agreed]
    assert analysis.match is not None
    assert [tuple(deal.score.values()) for deal in analysis.match.deals] == [(0, 620), score, (0, 0)]
    assert tuple(analysis.match.totals.values()) == (score[0], 620 + score[1])
    assert [deal.outcome for deal in analysis.deals] == ["made", "failed" if agreed == 9 else "made", None]

    console = Console(width=120)
    with console.capture() as captured:
        console.print(match_text(MatchReport(analysis, Speech("en"))))
    rows = [line.split() for line in captured.get().splitlines()]
    assert ["2", str(score[0]), ":", str(score[1])] in [row[:4] for row in rows]
    assert ["3", "not", "finished"] in [row[:3] for row in rows]
    page = report_page(analysis, Speech("en"))
    assert f"<td>{score[0]} : {score[1]}</td>" in page
    assert page.count("<td>not finished</td>") == 1
    told = json.dumps(match_told(MatchReport(analysis, Speech("en")), analysis.match))
    assert f"{score[0]} : {score[1]}" in told
    assert told.count("not finished") == 2  # the result and the score of the last deal
