"""``atout convert``, and PBN, LIN and links as input of the other commands."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.support.command_line import ROOT, answers, run
from tests.support.samples import sample_log

DATA = Path(__file__).resolve().parents[1] / "data" / "formats"
CLUB, VUGRAPH, LINKS = (str(DATA / name) for name in ("club.pbn", "vugraph.lin", "links.lin"))
PASSED_OUT = "line 44, column 16: board 6 was passed out; there is nothing to play\n"


def test_analyse_reads_pbn_by_its_ending() -> None:
    result = run("analyse", CLUB, "--time-ms", "60000")
    assert result.exit_code == 1
    assert result.stderr == f"{CLUB}, {PASSED_OUT}"
    five, seven = answers(result)
    assert (five["id"], seven["id"]) == ("board 5", "board 7")
    assert (len(five["plays"]), five["complete"], five["outcome"]) == (52, True, "failed")
    assert five["actual"] == {"exact": True, "value": {"NS": 8, "EW": 5}, "score": {"NS": 0, "EW": 500}}
    assert five["players"]["E"]["name"] == 'Roux, "Loulou"'
    assert [play["card"] for play in seven["plays"]] == ["C6", "CA", "C2", "C5", "H8", "H3", "H9", "H4"]


@pytest.mark.night
@pytest.mark.slow
def test_standard_input_is_what_from_says() -> None:
    by_name = run("table", CLUB)
    piped = run("table", "--from", "pbn", stdin=Path(CLUB).read_bytes())
    assert [answer["entries"] for answer in answers(piped)] == [
        answer["entries"] for answer in answers(by_name)
    ]
    assert [answer["vulnerable"] for answer in answers(piped)] == ["NS", "both", "none"]
    assert run("table", "--from", "json", CLUB).exit_code == 1


def test_solve_takes_lin_and_a_link_in_place_of_a_file() -> None:
    open_room, closed_room = answers(run("solve", VUGRAPH, "--best"))
    assert (open_room["id"], open_room["to_play"]) == ("board 1, open room", "N")
    assert closed_room["to_play"] == "S"
    link = Path(LINKS).read_text(encoding="utf-8").splitlines()[0]
    (answer,) = answers(run("solve", link, "--best"))
    assert answer["id"] == "board 1"
    assert run("solve", "https://example.org/?x=1").stderr == (
        "line 1, column 1: this link holds no board; a link to the hand viewer has lin=… or the hands as "
        "n=…&e=…&s=…&w=…\n"
    )


@pytest.mark.slow
def test_archives_take_pbn_and_go_on_with_it(tmp_path: Path) -> None:
    out = tmp_path / "judged.ndjson"
    first = run("analyse", CLUB, VUGRAPH, "--out", str(out))
    assert first.exit_code == 1
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == [
        "board 5",
        "board 7",
        "board 1, open room",
        "board 1, closed room",
    ]
    again = run("analyse", CLUB, VUGRAPH, "--out", str(out))
    assert "0 judged, 4 were there before, 1 refused" in again.stderr
    assert PASSED_OUT in again.stderr


@pytest.mark.parametrize("to", ["pbn", "lin", "link", "json"])
def test_convert_and_back_is_the_same(to: str) -> None:
    there = run("convert", VUGRAPH, "--to", to)
    assert (there.exit_code, there.stderr) == (0, "")
    back = run("convert", "--from", "lin" if to == "link" else to, "--to", "lin", stdin=there.stdout)
    assert back.stdout == run("convert", VUGRAPH, "--to", "lin").stdout
    assert back.exit_code == 0


def test_convert_keeps_what_cannot_be_played_and_leaves_out_what_is_wrong() -> None:
    result = run("convert", CLUB, "--to", "json")
    assert result.exit_code == 0
    assert [log["board"] for log in answers(result)] == ["5", "6", "7"]
    assert answers(result)[1]["auction"] == ["Pass"] * 4
    broken = Path(CLUB).read_text(encoding="utf-8").replace("CT C5 CQ C3", "CT C5 H2 C3")
    result = run("convert", "--from", "pbn", "--to", "pbn", stdin=broken)
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if "[Board" in line] == ['[Board "6"]', '[Board "7"]']
    assert result.stderr.startswith("line 25, column 7: H2 revokes: West holds CQ, must follow clubs")


def test_convert_splits_the_deals_of_a_match() -> None:
    logs = answers(run("convert", VUGRAPH, "--to", "json"))
    shared = {
        "variant": "bridge",
        "deals": [{k: v for k, v in log.items() if k != "variant"} for log in logs],
    }
    result = run("convert", "--to", "lin", stdin=json.dumps(shared))
    assert result.stdout == run("convert", VUGRAPH, "--to", "lin").stdout


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("[]", "line 1: a log is an object, not a list"),
        ('{"variant": "belote", "deal": {}}', "line 1: /variant: the game must be bridge"),
        ('{"variant": "bridge", "players": 1}', "line 1: /players: players is 1"),
        ('{"variant": "bridge", "players": {"N": 1}}', "line 1: /players/N: 1 is not a text"),
        ('{"variant": "bridge", "dealer": "Q"}', "line 1: /dealer: 'Q' is not a seat"),
        ('{"variant": "bridge", "auction": 1}', "line 1: /auction: 1 is not a list of calls"),
        ("", "The input is empty; it should hold bridge games."),
    ],
)
def test_convert_says_what_is_wrong(body: str, said: str) -> None:
    result = run("convert", "--to", "pbn", stdin=body)
    assert result.exit_code == 1
    assert result.stderr.startswith(said)
    assert result.stdout == ""


@pytest.mark.night
@pytest.mark.slow
def test_tables_are_those_that_another_solver_made() -> None:
    """The tricks of every contract of a published list: spades to no trumps, for each N E S W."""
    rows: dict[str, list[str]] = {}
    for line in (DATA.parent / "bridge" / "list10.txt").read_text(encoding="ascii").splitlines():
        key, *values = line.split(maxsplit=1)
        rows.setdefault(key, []).append(values[0] if values else "")
    deals = [row.split('"')[1] for row in rows["PBN"][:2]]
    tables = [list(map(int, row.split())) for row in rows["TABLE"][:2]]
    text = "\n\n".join(f'[Dealer "N"]\n[Deal "{deal}"]' for deal in deals)
    result = run("convert", "--from", "pbn", "--to", "pbn", "--tables", stdin=text)
    assert result.exit_code == 0
    places = [4 * "SHDCN".index(strain) + "NESW".index(seat) for seat in "NSEW" for strain in "NSHDC"]
    expected = ["".join(f"{table[place]:x}" for place in places) for table in tables]
    found = [line for line in result.stdout.splitlines() if line.startswith("[DoubleDummyTricks")]
    assert found == [f'[DoubleDummyTricks "{tricks}"]' for tricks in expected]
    again = run("convert", "--from", "pbn", "--to", "pbn", "--tables", stdin=result.stdout)
    assert again.stdout == result.stdout


@pytest.mark.night
@pytest.mark.slow
def test_mistakes_are_marked_and_said_in_a_language() -> None:
    result = run("convert", CLUB, "--to", "pbn", "--judged", "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "C3 $8 {the opening lead} {North played C3; playing CA is better." in result.stdout
    again = run("convert", "--from", "pbn", "--to", "pbn", "--judged", "--lang", "en", stdin=result.stdout)
    assert again.stdout == result.stdout
    french = run("convert", CLUB, "--to", "lin", "--judged", "--lang", "fr")
    # Sentences have the letters of their language, the cards of the game those of the format.
    assert "nt|? Nord a fourni T3 ; mieux valait fournir TA." in french.stdout
    assert "pc|C3|nt|" in french.stdout
    again = run("convert", "--from", "lin", "--to", "lin", "--judged", "--lang", "fr", stdin=french.stdout)
    assert again.stdout == french.stdout
    logs = answers(run("convert", CLUB, "--to", "json", "--judged", "--lang", "en"))
    assert [comment["mark"] for comment in logs[0]["comments"] if comment.get("play") == 26] == ["??"]
    assert "comments" not in logs[1]


def test_a_short_deal_has_no_table_but_is_written() -> None:
    short = '[Deal "N:A... K... Q... J..."]'
    result = run("convert", "--from", "pbn", "--to", "pbn", "--tables", stdin=short)
    assert result.stderr == "line 1: the deal has fewer than 52 cards; there is no table of it\n"
    assert result.exit_code == 0
    assert short in result.stdout
    assert run("convert", CLUB, "--to", "lin", "--tables").exit_code == 2


def test_hands_that_are_not_known_are_named_once_where_a_table_is_asked_for() -> None:
    hidden = '[Deal "N:AKQ3.A3.KT.Q8642 - 854.K6.QJ983.KJ5 -"]'
    result = run("convert", "--from", "pbn", "--to", "pbn", "--tables", stdin=hidden)
    assert result.stderr == (
        "line 1: /deal: the cards of East and West are not known; a solver must see all the cards\n"
    )
    assert hidden in result.stdout


def test_usage() -> None:
    assert run("convert", CLUB).exit_code == 2
    assert run("convert", CLUB, "--to", "dup").exit_code == 2
    assert run("solve", "--from", "dup").exit_code == 2


def test_an_auction_that_is_made_up_is_told() -> None:
    for to in ("lin", "link"):
        result = run("convert", str(ROOT / "samples" / "bridge.json"), "--to", to)
        assert result.exit_code == 0
        assert result.stderr == (
            "1 of 1 had no auction: the one written is made up, and a note in the board says so.\n"
        )
        assert "The auction is made up: only the contract is known." in unquote(result.stdout)
        back = run("convert", "--from", "lin", "--to", "json", stdin=result.stdout)
        (log,) = answers(back)
        assert "auction" not in log
        assert log["contract"] == sample_log("bridge")["contract"]
    assert run("convert", str(ROOT / "samples" / "bridge.json"), "--to", "pbn").stderr == ""


FOUR_SPADES = {"trump": "S", "taker": "E", "bid": 4}
ENDING = {"N": "A.K..", "E": ".2.3.", "S": "2..4.", "W": "..5.6"}


@pytest.mark.parametrize(
    ("stated", "to", "lost"),
    [
        ({"deal": ENDING, "contract": {"trump": "S"}, "leader": "W"}, "lin", "the contract and who leads"),
        ({"deal": ENDING, "contract": {"trump": "S"}, "leader": "W"}, "link", "the contract and who leads"),
        ({"deal": ENDING, "contract": {"trump": "S"}, "leader": "W"}, "pbn", None),
        ({"contract": {"trump": "S", "taker": "E", "multiplier": 2}}, "pbn", "the double"),
        ({"contract": {"trump": "S", "taker": "E", "multiplier": 2}}, "lin", "the contract"),
        ({"contract": {"trump": "S", "taker": "E", "bid": 4, "multiplier": 2}}, "pbn", None),
        (
            {"deal": ENDING, "contract": {"trump": "S", "taker": "E", "bid": 4}, "leader": "W"},
            "lin",
            "who leads",
        ),
        ({"deal": ENDING, "contract": FOUR_SPADES, "leader": "S"}, "lin", None),
        ({"plays": ["SA", "S3"]}, "pbn", "the plays"),
        ({"plays": ["SA", "S3"]}, "lin", None),
        ({"leader": "W"}, "pbn", "who leads"),
        (
            {"dealer": "N", "auction": ["1C"], "contract": {"trump": "C", "taker": "N", "bid": 1}},
            "lin",
            "the contract",
        ),
        ({"plays": ["SA"]}, "json", None),
    ],
)
def test_what_a_format_cannot_say_is_told(stated: dict[str, Any], to: str, lost: str | None) -> None:
    log = {"variant": "bridge", **stated}
    result = run("convert", "--to", to, stdin=json.dumps(log))
    assert result.exit_code == 0
    told = [line for line in result.stderr.splitlines() if "made up" not in line]
    assert told == ([f"1 of 1 lost what the format has no place for: {lost}."] if lost else [])
    back = run("convert", "--from", "lin" if to == "link" else to, "--to", "json", stdin=result.stdout)
    [read], [normal] = answers(back), answers(run("convert", "--to", "json", stdin=json.dumps(log)))
    assert (said_of(read) == said_of(normal)) == (lost is None)


def said_of(log: dict[str, Any]) -> list[object]:
    """The contract, the plays, and the leader who is not the one after the declarer."""
    leader, taker = log.get("leader"), log.get("contract", {}).get("taker")
    is_usual = f"{taker}{leader}" in ("NE", "ES", "SW", "WN")
    return [log.get("contract"), log.get("plays"), None if is_usual else leader]


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("limit", [None, {"nodes": 1}, {"time_ms": 1}])
def test_tables_are_whole_whatever_limit_a_log_carries(limit: dict[str, int] | None) -> None:
    log = sample_log("bridge") | {"limit": limit}
    result = run("convert", "--tables", stdin=json.dumps(log))
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(re.findall(r"^ *[NESW] +(?:NT|[SHDC]) +\d+$", result.stdout, re.MULTILINE)) == 20
    assert "[ParContract " in result.stdout


def test_what_to_write_must_be_said() -> None:
    result = run("convert", stdin="{}")
    assert result.exit_code == 2
    assert "say what to write, as --to pbn" in result.stderr
    assert run("convert", "--tables", "--to", "lin", stdin="{}").exit_code == 2
