"""``atout table``: what a card player reads, what a pipe gets, and what is refused."""

import json
import re
from pathlib import Path

import pytest

from solver import tabulate
from tests.support.command_line import ROOT, answers, run, without_stats
from tests.support.samples import sample_log

CONTREE = (ROOT / "samples" / "contree.json").read_text(encoding="utf-8")
BELOTE = {
    "variant": "belote",
    "dealer": "N",
    "id": "evening",
    "deal": {"N": "-.A.Q.AKJ", "E": "QJ.87.-.7", "S": "8.T.T7.9", "W": "A.9.98.8"},
    "turned_up": "CQ",
    "stock": ["DK", "HJ", "HQ", "CT", "SK", "S9", "ST", "S7", "DA", "HK", "DJ"],
}
REDEAL = {
    "variant": "all_fours",
    "dealer": "N",
    "deal": {"N": "J94.J84.2.J3", "S": "Q.A2.K83.T65"},
    "contract": {"trump": "H"},
}
PROPOSAL = {
    "variant": "all_fours",
    "dealer": "N",
    "deal": {"N": "J9.4.Q8.J", "S": "Q.AJ.K2.6"},
    "turned_up": "D3",
    "stock": ["S4", "CT", "H8", "C5", "H2", "C3", "DJ", "D5", "HT", "SA"],
}
BRIDGE = {"variant": "bridge", "deal": "N:J94.4.-.3 -.AJ8.2.J Q.-.K3.T6 -.2.Q85.5", "vulnerable": "NS"}


def lines(*arguments: str, body: object) -> list[str]:
    """The lines of a table, spaces between columns made one."""
    result = run("table", "--text", *arguments, stdin=json.dumps(body))
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_a_pipe_gets_the_json_of_the_table() -> None:
    result = run("table", stdin=json.dumps(json.loads(CONTREE)) + "\n" + json.dumps(BELOTE) + "\n")
    first, second = answers(result)
    assert without_stats(first) == {"id": "contree-sample"} | without_stats(
        tabulate(json.loads(CONTREE)).to_dict()
    )
    assert (second["id"], second["turned_up"]) == ("evening", "CQ")


def test_boards_of_a_file_are_told_apart(tmp_path: Path) -> None:
    """Of an evening of 24 boards nobody counts lines."""
    path = tmp_path / "club.pbn"
    path.write_text('[Board "7"]\n[Deal "N:A... K... .A.. .K.."]\n', encoding="utf-8")
    shown = run("table", "--text", str(path)).stdout.splitlines()
    assert shown[0].rstrip() == "Bridge · dealer S · all vulnerable · board 7"
    shown = run("table", "--text", "--lang", "fr", str(path)).stdout.splitlines()
    assert shown[0].rstrip() == "Bridge · donneur S · tous vulnérables · donne 7"


def test_contree_reads_as_a_table_of_bids() -> None:
    shown = lines(body=json.loads(CONTREE))
    assert shown[0] == "Belote contrée · W deals · S leads · contree-sample"
    assert "trumps points NS : EW NS makes score EW makes score" in shown
    assert "♠ 146 : 16 140 286 : 16 – –" in shown
    assert "Best for EW 110 ♦ by E or W: NS 44, EW 118 points, score NS 44, EW 228" in shown
    assert "Par 140 ♠ by N or S: NS +270" in shown


def test_belote_reads_turn_by_turn() -> None:
    shown = lines(body=BELOTE)
    assert "turned up: ♣Q" in shown
    assert "First turn, each taker: NS : EW" in shown
    assert "♣ 131 : 31 ✓ belote NS 147 : 15 ✗ 134 : 28 ✓ 134 : 28 ✗" in shown
    assert "Second turn, ♦K turned up, each taker: NS : EW" in shown
    assert "♦ 123 : 39 ✓ belote NS 60 : 102 ✓ 79 : 83 ✗ 116 : 46 ✗" in shown
    assert "✓ made · ✗ not made · points without those of belote" in shown
    assert "Par ♣ by N, first turn: NS +120" in shown
    shown = lines(body={**BELOTE, "rules": {"second_turn": "any_suit", "deal_rest": "packets"}})
    assert "♣ 132 : 30 ✓ belote NS 252 : 0 ✗ 252 : 0 ✓ 252 : 0 ✗" in shown
    assert "Second turn, each taker: NS : EW" in shown
    assert "♠ 80 : 82 ✗ 67 : 95 ✓ 67 : 95 ✗ 112 : 50 ✗" in shown
    assert "Par ♣ by S, first turn: NS +252" in shown


@pytest.mark.night
@pytest.mark.slow
def test_discards_are_named() -> None:
    shown = lines(body=REDEAL)
    assert "♥ trumps: with best discards S comes out 1 ahead." in shown
    assert "N discards ♠J ♠9 ♠4 50 %" in shown
    assert any(line.startswith("S discards") for line in shown)


@pytest.mark.slow
def test_a_proposal_is_told_decision_by_decision() -> None:
    shown = lines(body=PROPOSAL)
    assert "turned up: ♦3" in shown
    assert "S takes: S comes out 3 ahead" in shown
    assert "S proposes another suit, N refuses: S comes out 4 ahead" in shown
    # The jack of diamonds, turned up on the way to the ten of hearts, is the dealer's.
    assert "S proposes another suit, N accepts, ♥10 is turned up: S comes out 3 ahead" in shown
    assert "Best for S take or propose another suit" in shown
    assert "Best for N accept another suit" in shown
    assert "♥ trumps: with best discards S comes out 4 ahead." in shown


def test_an_ending_of_bridge_reads_by_declarer() -> None:
    shown = lines(body=BRIDGE)
    assert shown[0] == "Bridge · NS vulnerable"
    assert "declarer N E S W" in shown
    assert "♠ 4 0 4 0" in shown
    assert not any(line.startswith("Par") for line in shown)


def test_leaders_where_no_dealer_is_named() -> None:
    log = sample_log("quadrette")
    body = {key: log[key] for key in ("variant", "deal")}
    assert "trumps N leads E leads S leads W leads" in lines(body=body)
    assert "trumps NS : EW" in lines(body={**body, "dealer": "N"})


def test_the_belote_of_a_trump_is_told_where_each_taker_has_a_column() -> None:
    rules = {"extends": "belote", "name": "own", "first_lead": "taker", "auction": {"kind": "first_must"}}
    deal = {"N": "AT.87.K8.AJ", "E": "J7.AQJ9.T.K", "S": ".T.AQJ97.Q8", "W": "KQ98.K..T97"}
    shown = lines(body={"variant": rules, "dealer": "S", "deal": deal})
    assert any(re.fullmatch(r"♠ belote EW( \d+ : \d+ [✓✗]){4}", line) for line in shown), shown
    assert any(re.fullmatch(r"♥( \d+ : \d+ [✓✗]){4}", line) for line in shown), shown


def test_ranges_of_tricks_count_the_cards_of_the_stock() -> None:
    rules = {
        "extends": "quadrette",
        "name": "drawn",
        "deck": {"ranks": "AKQJT987", "cards_each": 4, "stock": 12},
    }
    rules["score"] = {"trick_scores": [0, 1, 2, 3, 4, 5, 6, 7]}
    deal = {"N": "AJ7...8", "E": "8.J.7.K", "S": ".A.Q9.A", "W": "T.87.8."}
    stock = ["SQ", "CQ", "DT", "CJ", "C9", "S9", "HT", "CT", "H9", "HQ", "SK", "DK"]
    shown = lines("--nodes", "40", body={"variant": rules, "dealer": "S", "deal": deal, "stock": stock})
    assert "♠ 0–7 : 0–7" in shown, shown


@pytest.mark.parametrize("name", ["belote", "california_jack", "bridge", "quadrette"])
def test_a_limit_leaves_ranges(name: str) -> None:
    log = sample_log(name)
    shown = lines("--nodes", "40", body=log)
    assert any("Not exact: the limit of 40 nodes came first." in line for line in shown)
    assert not any(line.startswith(("Best", "Par")) for line in shown)


@pytest.mark.parametrize(
    ("names", "language", "head"),
    [
        ({"name": "own"}, "en", "own · N deals · S leads"),
        ({"name": "own"}, "fr", "own · N donne · S entame"),
        ({"name": "own", "title": "Ours"}, "en", "Ours · N deals · S leads"),
        ({}, "en", "Custom game · N deals · S leads"),
    ],
)
def test_a_game_without_a_title_is_headed_by_its_name(
    names: dict[str, str], language: str, head: str
) -> None:
    own = {"extends": "all_fours", **names}
    assert lines("--lang", language, body={**REDEAL, "variant": own})[0] == head


def test_letters_are_those_asked_for() -> None:
    (answer,) = answers(run("table", "--notation", "fr", stdin=json.dumps(BELOTE)))
    assert answer["turned_up"] == "TD"
    assert answer["entries"][0]["trump"] == "T"


def test_what_cannot_be_read_is_reported_and_the_rest_done() -> None:
    wrong = {**BELOTE, "turned_up": "DK"}
    result = run("table", stdin=json.dumps(wrong) + "\n" + json.dumps({"cards": "best"}) + "\n" + CONTREE)
    assert result.exit_code == 1
    assert len(answers(result)) == 1
    assert "line 1: /stock/0: DK is there twice" in result.stderr
    assert "line 2: /cards: there is no field" in result.stderr
    assert "line 2: /variant" in result.stderr


def test_hands_that_differ_are_told_where_the_deal_stands(tmp_path: Path) -> None:
    path = tmp_path / "club.pbn"
    path.write_text('[Board "7"]\n[Deal "N:AQ... K... .A.. .K.."]\n', encoding="utf-8")
    result = run("table", str(path))
    assert result.exit_code == 1
    said = "the hands differ (North 2, East 1, South 1 and West 1)"
    assert f"{path}, line 2, column 10: {said}" in result.stderr


def match(*deals: object, **more: object) -> dict[str, object]:
    return {"variant": "contree", "id": "Saturday", "deals": [*deals], **more}


def deal_of(name: str) -> dict[str, object]:
    """A deal of a match, without what all deals share."""
    log = sample_log(name)
    return {key: log[key] for key in ("dealer", "deal")}


def test_each_deal_of_a_match_has_its_table() -> None:
    deal = deal_of("contree")
    thrown_in = {**deal, "passed_out": True, "id": "second"}
    body = match(deal, thrown_in, {**deal, "auction": ["pass"] * 4})
    found = answers(run("table", stdin=json.dumps(body) + "\n" + CONTREE))
    assert [(one["id"], one.get("deal")) for one in found] == [
        ("Saturday", 0),
        ("second", 1),
        ("Saturday", 2),
        ("contree-sample", None),
    ]
    assert found[0]["entries"] == found[1]["entries"] == found[2]["entries"] == found[3]["entries"]
    titles = [line for line in lines(body=body) if line.startswith("Belote")]
    assert titles == [
        "Belote contrée · W deals · S leads · deal 1 (Saturday)",
        "Belote contrée · W deals · S leads · second",
        "Belote contrée · W deals · S leads · deal 3 (Saturday)",
    ]


def test_a_fault_of_a_deal_of_a_match_keeps_its_place_and_the_other_deals_their_tables() -> None:
    deal = deal_of("contree")
    body = match(deal, {**deal, "dealer": "X"}, 7, {**deal, "notation": "fr"}, deal, players={"Z": "Zoe"})
    result = run("table", stdin=json.dumps(body))
    assert result.exit_code == 1
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [
        "/players/Z",
        "/deals/1/dealer",
        "/deals/2",
        "/deals/3/notation",
    ]
    result = run("table", stdin=json.dumps({**body, "players": {}}))
    assert [one["deal"] for one in answers(result)] == [0, 4]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        (match(), ["/deals"]),
        ({**match(), "deals": None}, ["/dealer", "/deal"]),
        (match(deal_of("contree"), deal_of("contree"), variant="nonsense"), ["/variant"]),
        (match(deal_of("contree"), dealer="N"), ["/dealer"]),
        (match({"deals": []}), ["/deals/0/deals"]),
    ],
)
def test_a_match_that_is_none_is_refused_once(body: object, places: list[str]) -> None:
    result = run("table", stdin=json.dumps(body))
    assert (result.exit_code, result.stdout) == (1, "")
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == places
