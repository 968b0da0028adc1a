"""``atout analyse --fair``: the options, what goes before what, and the table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from solver import Sampling, Speech, analyse, board_told, is_complete, report_page
from solver.report.deal import DealReport
from solver.report.terminal import analysis_text
from tests.support.command_line import ROOT, run
from tests.support.samples import sample_log

BELOTE = sample_log("belote")
QUADRETTE = sample_log("quadrette")


def verdicts(*options: str, **asked: Any) -> list[dict[str, Any]]:
    result = run("analyse", *options, "--json", stdin=json.dumps(QUADRETTE | asked))
    assert result.exit_code == 0
    found = [play["fair"] for play in json.loads(result.stdout)["plays"] if "fair" in play]
    for fair in found:
        del fair["stats"]
    return found


@pytest.mark.slow
def test_the_fair_verdict_is_on_unless_it_is_left_out() -> None:
    assert {fair["samples"] for fair in verdicts()} == {60}
    assert verdicts() == verdicts(fair=True) == verdicts(fair=None) == verdicts(fair={})
    assert verdicts() != verdicts("--seed", "4") == verdicts(fair={"seed": 4})
    assert verdicts("--no-fair") == verdicts("--no-fair", fair={"samples": 8}) == verdicts(fair=False) == []
    assert {fair["samples"] for fair in verdicts("--fair", "7")} == {7}
    assert {fair["samples"] for fair in verdicts("--fair", "7", fair=False)} == {7}
    assert {fair["samples"] for fair in verdicts(fair={"samples": 8})} == {8}


def test_the_command_line_goes_before_the_body() -> None:
    by_options = verdicts("--fair", "7", "--seed", "4")
    assert verdicts("--fair", "7", "--seed", "4", fair={"samples": 9, "seed": 5}) == by_options
    assert verdicts("--seed", "4", fair={"samples": 7, "seed": 5}) == by_options
    assert verdicts("--fair", "7", fair={"seed": 4}) == by_options
    assert verdicts("--fair", "7", "--seed", "5") != by_options
    assert len(verdicts("--fair", "7", fair={"plays": "all"})) > len(by_options)


def test_the_same_seed_gives_the_same_verdicts() -> None:
    assert verdicts("--fair", "20") == verdicts("--fair", "20") == verdicts("--fair", "20", "--seed", "0")


def test_fair_and_no_fair_at_once_are_wrong_usage() -> None:
    assert run("analyse", "--fair", "5", "--no-fair", stdin="{}").exit_code == 2


@pytest.mark.parametrize(
    "options", [("--fair", "0"), ("--fair", "1"), ("--fair", "10001"), ("--fair", "x"), ("--seed", "-1")]
)
def test_numbers_that_cannot_be_are_wrong_usage(options: tuple[str, str]) -> None:
    assert run("analyse", *options, stdin="{}").exit_code == 2


@pytest.mark.parametrize(
    ("fair", "fault"),
    [
        (5, '/fair: fair is 5; it must be true, false or an object, as {"samples": 60}'),
        ({"sample": 5}, "/fair/sample: fair has no 'sample'; it has samples, seed, plays and bids"),
        ({"samples": "5"}, "/fair/samples: samples is '5'; it must be a whole number"),
        ({"samples": True}, "/fair/samples: samples is true; it must be a whole number"),
        ({"samples": 10001}, "/fair/samples: samples is 10001; it must be from 2 to 10000"),
        (
            {"samples": 1},
            "/fair/samples: samples is 1; it must be at least 2: one deal does not show",
        ),
        ({"seed": 1.5}, "/fair/seed: seed is 1.5; it must be a whole number"),
        ({"plays": "some"}, '/fair/plays: plays is \'some\'; it must be "mistakes" or "all"'),
        ({"plays": ["all"]}, '/fair/plays: plays is a list; it must be a text, "mistakes" or "all"'),
    ],
)
def test_what_cannot_be_asked_is_refused_at_its_place(fair: object, fault: str) -> None:
    result = run("analyse", stdin=json.dumps(QUADRETTE | {"fair": fair}))
    assert result.exit_code == 1
    assert f"line 1: {fault}" in result.stderr


def test_all_faults_of_fair_come_at_once_and_with_those_of_the_log() -> None:
    body = QUADRETTE | {"fair": {"samples": 0, "seed": -1}, "dealer": "Q"}
    lines = run("analyse", stdin=json.dumps(body)).stderr.splitlines()
    assert {line.split(": ")[1] for line in lines} == {"/fair/samples", "/fair/seed", "/dealer"}


def test_a_position_to_solve_has_no_fair_verdict() -> None:
    result = run("solve", stdin=json.dumps(QUADRETTE | {"fair": {}}))
    assert result.exit_code == 1
    assert "there is no field 'fair' here" in result.stderr


def test_the_table_names_the_players_the_deals_and_the_verdicts() -> None:
    text = run("analyse", "--text", "--fair", "30", stdin=json.dumps(QUADRETTE)).stdout
    table = text.partition("By what the player could know\n")[2].partition("means over deals")[0]
    head, *rows = table.splitlines()
    assert head.split("  ")[0] == "trick"
    assert [row.split()[:4] for row in rows] == [
        ["2", "S", "Marthe", "♣8"],
        ["4", "S", "Marthe", "♠9"],
    ]
    assert all(row.split()[-1] == "30" for row in rows)
    without = run("analyse", "--text", "--no-fair", stdin=json.dumps(QUADRETTE)).stdout
    assert "By what the player could know" not in without


BRIDGE = (ROOT / "samples" / "bridge.json").read_text(encoding="utf-8")


def test_the_command_line_and_the_body_ask_for_the_scoring_of_bridge() -> None:
    def grade(*options: str, body: str = BRIDGE) -> str:
        (line,) = run("analyse", "--no-fair", *options, "--json", stdin=body).stdout.splitlines()
        analysis = json.loads(line)
        first = next(play for play in analysis["plays"] if play["swing"])
        return f"{analysis['scoring']} {first['grade']}"

    in_imps = json.dumps(json.loads(BRIDGE) | {"scoring": "imps"})
    assert grade() == "matchpoints mistake"
    assert grade("--scoring", "imps") == grade(body=in_imps) == "imps good"
    assert grade("--scoring", "rubber", body=in_imps) == "rubber good"
    wrong = run("analyse", stdin=json.dumps(json.loads(BRIDGE) | {"scoring": "teams"}))
    assert wrong.exit_code == 1
    assert '"matchpoints", "imps"' in wrong.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "--scoring is for bridge; belote knows nothing of it"), ("fr", "--scoring est pour le bridge")],
)
def test_a_scoring_for_a_game_that_is_no_bridge_is_told_once(
    tmp_path: Path, language: str, said: str
) -> None:
    log = json.dumps(BELOTE | {"plays": []})
    asked = ("analyse", "--no-fair", "--lang", language)
    judged = run(*asked, "--scoring", "imps", "--json", stdin=f"{log}\n{log}")
    (line,) = judged.stderr.splitlines()
    assert said in line
    assert len(judged.stdout.splitlines()) == 2
    page = run(*asked, "--scoring", "imps", "--html", str(tmp_path / "page.html"), stdin=log)
    assert said in page.stderr
    assert "--scoring" not in run(*asked, "--json", stdin=log).stderr


@pytest.mark.slow
def test_a_report_says_the_scoring_and_what_cards_cost_in_it() -> None:
    text = run("analyse", "--no-fair", "--scoring", "imps", "--text", "--lang", "en", stdin=BRIDGE).stdout
    assert " · at IMPs" in text
    assert "good but not best, 1 trick, 1 IMP" in text
    assert "blunder, 1 trick, 12 IMPs" in text
    assert "at matchpoints" not in run("analyse", "--no-fair", "--text", "--lang", "en", stdin=BRIDGE).stdout


def test_an_overtrick_at_imps_is_no_mistake_by_the_fair_verdict_either() -> None:
    (line,) = run("analyse", "--scoring", "imps", "--fair", "5", "--json", stdin=BRIDGE).stdout.splitlines()
    for play in json.loads(line)["plays"]:
        if "fair" in play:
            fair = play["fair"]
            assert ("imps" in fair) == ("imps_error" in fair) == ("score_swing" in fair)
            if fair["imps"] <= 1:
                assert fair["grade"] in ("best", "good", "inaccuracy")
                assert fair["grade"] != "inaccuracy" or fair["imps"] <= 2 * fair["imps_error"]


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("samples", "nodes", "n_without"),
    [(60, 40_000, 2), (60, 1, 4), (60, 10_000_000, 0)],
)
def test_a_card_left_without_a_verdict_is_told(samples: int, nodes: int, n_without: int) -> None:
    sampling = Sampling(samples, nodes=nodes)
    analysis = analyse(BELOTE, fair=sampling)
    deal = analysis.deals[0]
    assert len(deal.without_verdict) == n_without
    assert is_complete(analysis, sampling)
    assert analysis.to_dict().get("left_out") == (["fair"] if n_without else None)
    report, page = DealReport(deal, Speech()), report_page(analysis, Speech())
    for play in report.mistakes:
        assert (play.fair is None) == (play in deal.without_verdict)
        assert ("(with open cards only)" in report.verdict(play)) == (play.fair is None)
        assert report.open_cards(play).startswith("With open cards: ") == (play.fair is not None)
    with (console := Console(width=100)).capture() as shown:
        console.print(analysis_text(analysis))
    told = " ".join(shown.get().split())
    (on_board,) = board_told(analysis, "en")["deals"]
    assert on_board["notes"] == report.fair_notes()
    for note in report.fair_notes():
        assert note in page
        assert note in told
    assert ("as their limit was reached: " in told) == bool(n_without)
    is_short = any(play.fair is not None and play.fair.is_short for play in deal.plays)
    assert ("rest on fewer deals than asked for" in told) == is_short == (nodes == 40_000)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("columns", "heads"),
    [
        (100, {"pli", "jouée", "verdict", "le", "mieux", "à", "espérer", "coûte", "la", "marque", "donnes"}),
        (80, {"pli", "jouée", "verdict", "le", "mieux", "à", "espérer", "coûte", "la", "marque", "donnes"}),
        (40, {"pli", "jouée", "verdict", "à", "la", "marque"}),
    ],
)
def test_the_table_has_its_heads_at_any_width(columns: int, heads: set[str]) -> None:
    analysis = analyse(json.loads(BRIDGE), fair=Sampling(samples=5))
    with (console := Console(width=columns)).capture() as shown:
        console.print(analysis_text(analysis, "fr", "fr"))
    table = shown.get().partition("D’après ce que le joueur pouvait savoir")[2]
    above = re.split(r"\n +\d", table, maxsplit=1)[0].removeprefix("\n")
    assert set(above.split()) == heads
