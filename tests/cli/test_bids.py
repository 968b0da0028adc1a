"""``atout bids``: what a card player reads, what a pipe gets, and what is refused."""

import json
from typing import Any

import pytest

from solver import find_calls
from tests.support.command_line import ROOT, answers, run, without_stats

CONTREE: dict[str, Any] = {
    "variant": "contree",
    "dealer": "W",
    "hand": "AT7.J9.K8.7",
    "auction": ["80H", "pass"],
    "samples": 20,
}
BELOTE: dict[str, Any] = {
    "variant": "belote",
    "dealer": "W",
    "hand": "AT7.J9.-.-",
    "turned_up": "HA",
    "id": "b",
}


def lines(*arguments: str, body: object) -> list[str]:
    """The lines of the answer, spaces between columns made one."""
    result = run("bids", "--text", *arguments, stdin=json.dumps(body))
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


@pytest.mark.slow
def test_a_pipe_gets_the_json_of_the_answer() -> None:
    result = run("bids", "--samples", "10", stdin=json.dumps(CONTREE) + "\n" + json.dumps(BELOTE) + "\n")
    first, second = answers(result)
    assert without_stats(first) == without_stats(
        find_calls({key: value for key, value in CONTREE.items() if key != "samples"}, 10).to_dict()
    )
    assert (second["id"], second["seat"], second["samples"]) == ("b", "N", 10)
    assert {call["call"] for call in second["calls"]} == {"pass", "take"}


@pytest.mark.slow
def test_a_hand_of_contree_reads_as_a_table_of_calls() -> None:
    shown = lines(body=CONTREE)
    worths = find_calls({key: value for key, value in CONTREE.items() if key != "samples"}, 20)
    bid = next(worth for worth in worths.calls if worth.needs is not None)
    assert bid.makes is not None
    assert bid.needs is not None
    assert shown[0] == "Belote contrée · W deals · N to call"
    assert "Auction from S: 80♥, pass" in shown
    assert "contract needs own − other given away" in shown
    name = bid.said.replace("H", "♥")
    (row,) = [line for line in shown if line.startswith(f"{name} ") and "±" in line]
    assert row.startswith(f"{name} makes {bid.makes.mean:.0%} {bid.needs:.0%}".replace("%", " %"))
    assert [line for line in shown if line.startswith("trumps takes 10–90 % 90 100")]
    assert "Means over 20 deals of 9,465,511,770 that agree with what N sees, ± standard error." in shown


def test_in_french_a_taker_says_je_prends() -> None:
    shown = lines("--lang", "fr", "--samples", "20", body=BELOTE)
    assert shown[0] == "Belote · O donne · N doit parler"
    assert "retourne : ♥A" in shown
    assert any(line.startswith("je prends ") for line in shown)
    assert any(line.startswith("passe – – ") for line in shown)


def test_games_of_bridge_are_refused_as_logs_are() -> None:
    for path in ("tests/data/formats/club.pbn", "samples/bridge.json"):
        result = run("bids", str(ROOT / path))
        assert (result.exit_code, result.stdout) == (1, "")
        assert "this is the log of a game, whose calls are judged with its cards" in result.stderr
        assert "Game" not in result.stderr
    assert run("bids", "--from", "pbn", stdin="").exit_code == 2


def test_one_deal_is_too_few() -> None:
    result = run("bids", stdin=json.dumps({**CONTREE, "samples": 1}))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "one deal does not show how far a mean may be off" in result.stderr
    result = run("bids", "--samples", "1", stdin=json.dumps(CONTREE))
    assert result.exit_code == 2
    assert "1 is not a whole number from 2 to 10000" in result.stderr
    with pytest.raises(ValueError, match="samples must be at least 2"):
        find_calls({key: value for key, value in CONTREE.items() if key != "samples"}, 1)


def test_what_cannot_be_read_is_told_and_the_rest_is_judged() -> None:
    body = json.dumps({**BELOTE, "samples": 0, "seat": "S"}) + "\n" + json.dumps({**BELOTE, "samples": 5})
    result = run("bids", stdin=body)
    assert result.exit_code == 1
    assert (
        "/samples: samples is 0; it must be at least 2: one deal does not show how far a mean may be off"
        in result.stderr
    )
    assert "/seat: North is the next to call, not South" in result.stderr
    assert len(answers(result)) == 1


@pytest.mark.slow
def test_a_limit_is_told() -> None:
    shown = lines("--nodes", "1", "--seed", "5", body={**CONTREE, "samples": 50})
    assert any("Too few deals were solved to judge by." in line for line in shown)


def test_quick_judges_by_the_formula_and_says_so() -> None:
    shown = lines("--quick", body=CONTREE)
    assert any(line.startswith("By the formula of the model, without a search,") for line in shown)
    assert not any("deals of" in line for line in shown)
    result = run("bids", stdin=json.dumps({**CONTREE, "quick": True}))
    (answer,) = answers(result)
    assert (answer["quick"], answer["samples"], answer["stats"]["nodes"]) == (True, 0, 0)
