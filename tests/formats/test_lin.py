"""Reading and writing LIN and links to the hand viewer, with faults at line and column."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from solver.errors import SolverError
from solver.formats.games import OutFormat, read_records
from solver.formats.lin.write import has_made_up_auction
from solver.formats.record import Record
from solver.game.bridge_game import Game
from tests.support.bridge_games import convert_record, normal_log, read_log, write_logs

DATA = Path(__file__).resolve().parents[1] / "data" / "formats"
HANDS = "SKQ97HQ9DAK54CJ75,SJT85HA742D863CQ6,SA643HKJT8D92CAK3,S2H653DQJT7CT9842"
BOARD = (
    f"pn|Bob,Walt,Ann,Eve|st||md|3{HANDS}|sv|n|ah|Board 7|mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|CT|pc|C5|mc|9|"
)
VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
READ: dict[str, Any] = {
    "variant": "bridge",
    "players": {"S": "Bob", "W": "Walt", "N": "Ann", "E": "Eve"},
    "dealer": "N",
    "deal": {
        "N": "A643.KJT8.92.AK3",
        "E": "2.653.QJT7.T9842",
        "S": "KQ97.Q9.AK54.J75",
        "W": "JT85.A742.863.Q6",
    },
    "vulnerable": "NS",
    "board": "7",
    "auction": ["1S", "Pass", "4S", "Pass", "Pass", "Pass"],
    "plays": ["CT", "C5"],
    "result": 9,
    "contract": {"trump": "S", "taker": "N", "bid": 4},
    "id": "board 7",
}


def boards(text: str) -> list[Record]:
    return list(read_records(text.encode(), "lin"))


def faults(text: str) -> list[str]:
    found: list[str] = []
    for record in boards(text):
        try:
            read_log(record)
        except SolverError as error:
            found += map(str, error.faults)
    return found


def test_a_board_is_a_log() -> None:
    (record,) = boards(BOARD)
    assert record.body == READ
    assert faults(BOARD) == []


@pytest.mark.parametrize(
    "text",
    [
        BOARD.lower(),
        BOARD.upper(),
        BOARD.replace("|md", "|\nmd").replace("|mb", "|\r\nmb"),
        BOARD.replace(",S2H653DQJT7CT9842", ","),
        BOARD.replace(",S2H653DQJT7CT9842", ""),
        BOARD.replace("CT9842", "C1098 42"),
        BOARD.replace("S2H653DQJT7CT9842", "C4289TD7TJQS2H356"),
        BOARD.replace("mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|", "mb|1sp4s|mb|ppp|"),
        BOARD.replace("pc|CT|pc|C5|", "pc|CTC5|pg||nt| |"),
        BOARD.removesuffix("|"),
    ],
)
def test_a_board_may_be_written_in_many_ways(text: str) -> None:
    (record,) = boards(text)
    names = {seat: name.capitalize() for seat, name in (record.body or {})["players"].items()}
    assert convert_record(record) | {"players": names} == convert_record(boards(BOARD)[0]) | {
        "players": names
    }


def test_alerts_and_explanations_belong_to_the_call_before() -> None:
    (record,) = boards(BOARD.replace("mb|1S|", "mb|1S!|an|five cards|").replace("mb|4S|", "mb|4S!|"))
    assert (record.body or {})["auction"][:3] == [
        {"call": "1S", "alert": True, "note": "five cards"}, "Pass", {"call": "4S", "alert": True},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("letter", "vulnerable"), [("o", "none"), ("0", "none"), ("e", "EW"), ("B", "both"), ("", "none")]
)
def test_vulnerability_is_a_letter(letter: str, vulnerable: str) -> None:
    (record,) = boards(BOARD.replace("sv|n|", f"sv|{letter}|"))
    assert (record.body or {})["vulnerable"] == vulnerable


def test_boards_follow_each_other_with_and_without_lines() -> None:
    for between in ("", "\n", "\n\n", "pg||\n"):
        found = boards(
            between.join([BOARD, BOARD.replace("Board 7", "Board 8"), BOARD.replace("Board 7", "9")])
        )
        assert [(record.body or {})["id"] for record in found] == ["board 7", "board 8", "9"]


def test_what_is_said_belongs_to_the_call_or_card_before() -> None:
    text = BOARD.replace("ah|", "nt|Hello|ah|").replace("mb|4S|", "mb|4S|nt|?! too  high|")
    (record,) = boards(text.replace("pc|CT|", "pc|CT|nt|!!|nt|! well led|nt|one more|"))
    assert (record.body or {})["comments"] == [
        {"text": "Hello"},
        {"call": 2, "mark": "?!", "text": "too high"},
        {"play": 0, "mark": "!!"},
        {"play": 0, "mark": "!", "text": "well led"},
        {"play": 0, "text": "one more"},
    ]
    assert "mb|4S|nt|?! too high|" in write_logs([convert_record(record)], "lin")


def test_the_match_is_written_as_it_is_read() -> None:
    (record,) = boards("vg|Cup,Final,I,1,8,Us,0,Them,0|" + BOARD)
    assert (record.body or {})["tags"] == {
        "Event": "Cup", "Stage": "Final", "HomeTeam": "Us", "VisitTeam": "Them",
    }  # fmt: skip
    text = write_logs([convert_record(record)], "lin")
    assert text.startswith("vg|Cup,Final,,,,Us,,Them,|pn|")
    assert (boards(text)[0].body or {})["tags"] == (record.body or {})["tags"]


def test_a_match_has_two_rooms() -> None:
    found = boards((DATA / "vugraph.lin").read_text(encoding="utf-8"))
    logs = [read_log(record) for record in found]
    assert [log["id"] for log in logs] == ["board 1, open room", "board 1, closed room"]
    assert [log["players"]["N"] for log in logs] == ["Petit", "Bianchi"]
    assert [log["contract"]["taker"] for log in logs] == ["N", "E"]
    assert logs[0]["tags"] == {
        "Room": "Open", "Event": "Bermuda Bowl", "Stage": "Final Segment 1", "HomeTeam": "FRANCE",
        "VisitTeam": "ITALY",
    }  # fmt: skip
    assert logs[0]["result"] == 10


@pytest.mark.parametrize(
    "encode", [lambda text: text, quote, lambda text: quote(text, safe="|,").replace("%20", "+")]
)
def test_a_link_holds_a_board(encode: object) -> None:
    assert callable(encode)
    link = f"{VIEWER}?bbo=y&lin={encode(BOARD)}"
    for text in (link, f"\n  {link}\n", link.replace("&", "&amp;")):
        (record,) = boards(text)
        assert record.body == READ


def test_a_link_gives_the_hands_one_by_one() -> None:
    first = boards((DATA / "links.lin").read_text(encoding="utf-8"))[0]
    log = read_log(first)
    assert log["players"] == {"N": "Petit", "S": "Anne Blanc"}
    assert log["auction"][2] == {"call": "2C", "alert": True, "note": "strong"}
    assert log["contract"] == {"trump": "NT", "taker": "N", "bid": 3}
    assert (log["vulnerable"], log["board"], log["result"], len(log["plays"])) == ("none", "1", 12, 12)


def test_faults_are_told_where_they_stand() -> None:
    assert faults(BOARD.replace("CT9842", "CT984Z")) == [
        "line 1, column 99: in the hand 'S2H653DQJT7CT984Z', 'Z' is no rank; write it as SAKH2DT9C3",
    ]
    assert (
        faults("\n\n" + BOARD.replace("mb|4S|", "mb|1H|"))[0] == "line 3, column 131: 1H by S is not above 1S"
    )
    (revoke,) = faults(BOARD.replace("pc|C5|", "pc|S7|"))
    assert revoke.startswith(
        f"line 1, column {BOARD.index('C5|') + 1}: S7 revokes: S holds CJ, must follow clubs"
    )
    assert faults(BOARD.replace("mc|9|", "mc|14|"))[0].startswith(
        f"line 1, column {len(BOARD) - 1}: '14' tricks"
    )
    assert faults(BOARD.replace("sv|n|", "sv|x|"))[0].startswith("line 1, column ")
    assert faults(BOARD.replace("md|3", "md|5")) == [
        "line 1, column 28: '5' is no dealer; md begins with 1, 2, 3 or 4: S, W, N or E deals",
    ]
    (open_,) = faults(BOARD.replace("mb|4S|mb|p|mb|p|mb|p|", "mb|4S|mb|p|"))
    assert open_ == (
        f"line 1, column {BOARD.index('mb|4S|') + 10}: "
        "the auction of board 7 is not over, and no contract is stated"
    )
    assert faults("rubbish") == ["line 1, column 1: 'rubbish' is no LIN; an entry is written code|value|"]
    assert faults(f"{VIEWER}?x=1")[0].startswith("line 1, column 1: this link holds no board")


def test_faults_of_a_link_are_told_where_they_stand_in_it() -> None:
    link = f"{VIEWER}?lin={quote(BOARD.replace('pc|C5|', 'pc|S7|'))}"
    (revoke,) = faults("\n" + link)
    assert revoke.startswith(f"line 2, column {link.index('S7%7Cmc') + 1}: S7 revokes")


def test_one_bad_board_does_not_hide_the_others() -> None:
    bad = [BOARD.replace("pc|C5|", "pc|S7|"), "rubbish|x|\n", BOARD.replace("SKQ97", "Z"), VIEWER + "?lin=x"]
    text = "\n".join([BOARD, bad[0], BOARD, bad[1], BOARD, bad[2], BOARD, bad[3], BOARD, "end"])
    good = 0
    told = []
    for record in boards(text):
        try:
            good += read_log(record)["id"] == "board 7"
        except SolverError as error:
            told.append(error.faults[0].line)
    assert good == 5
    assert told == [2, 4, 7, 9, 11]


def test_a_contract_without_an_auction_is_written_as_the_shortest_one() -> None:
    body = {key: value for key, value in READ.items() if key != "auction"}
    for multiplier, dealer in ((1, "N"), (2, "W"), (4, "S"), (4, None)):
        doubled = {} if multiplier == 1 else {"multiplier": multiplier}
        contract = {"trump": "S", "taker": "N", "bid": 4, **doubled}
        log = {**body, "contract": contract, "dealer": dealer}
        text = write_logs([log], "lin")
        (record,) = boards(text)
        assert read_log(record)["contract"] == contract
        # Without the note the auction is read as one that was held.
        (record,) = boards(re.sub(r"nt\|[^|]*made up[^|]*\|", "", text))
        assert read_log(record)["contract"] == contract
        assert "auction" in read_log(record)


def without_id(log: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in log.items() if key != "id"}


@pytest.mark.parametrize("out_format", ["lin", "link"])
@pytest.mark.parametrize("dealer", ["N", "E", None])
def test_an_auction_that_is_made_up_says_so_and_is_left_out_again(
    out_format: OutFormat, dealer: str | None
) -> None:
    contract = {"trump": "S", "taker": "N", "bid": 4}
    body = {**READ, "contract": contract, "dealer": dealer, "comments": [{"text": "A note of its own."}]}
    log = normal_log({key: value for key, value in body.items() if key not in ("auction", "result")})
    text = write_logs([log], out_format)
    made_up = "Dealer and auction are" if dealer is None else "The auction is"
    assert f"nt|{made_up} made up: only the contract is known.|" in unquote(text)
    assert has_made_up_auction(Game.from_dict(log))
    (record,) = boards(text)
    back = normal_log(read_log(record))
    assert without_id(back) == without_id(log)
    assert "auction" not in back
    assert ("dealer" in back) == (dealer is not None)


def test_comments_on_calls_that_were_made_up_are_comments_on_the_board() -> None:
    hands = "3SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC"
    calls = "mb|7S|nt|within|mb|p|mb|p|mb|p|nt|after|pg||pc|HA|"
    note = "nt|The auction is made up: only the contract is known.|"
    (record,) = boards(f"md|{hands}|{note}{calls}")
    read = read_log(record)
    assert read["comments"] == [{"text": "within"}, {"text": "after"}]
    assert "auction" not in read


def test_an_auction_that_was_stated_is_not_called_made_up() -> None:
    assert not has_made_up_auction(Game.from_dict(READ))
    assert "made up" not in write_logs([READ], "lin")
    for log in (
        {key: value for key, value in READ.items() if key != "contract"},
        {"variant": "bridge", "deal": READ["deal"]},
    ):
        assert not has_made_up_auction(Game.from_dict(log))


def test_tricks_are_apart_and_a_call_may_be_alerted_without_a_note() -> None:
    auction = [{"call": "1S", "alert": True}, *READ["auction"][1:]]
    text = write_logs([READ | {"auction": auction, "plays": ["CT", "C5", "CQ", "CA", "C3"]}], "lin")
    assert text.endswith("mb|1S!|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||pc|CT|pc|C5|pc|CQ|pc|CA|pg||pc|C3|mc|9|\n")


def test_a_link_is_encoded_throughout() -> None:
    log = {**READ, "players": {"N": "é & ü"}, "comments": [{"text": "why = 50 % + ♠?"}]}
    link = write_logs([log], "link").removesuffix("\n")
    assert re.fullmatch(r"https://[\w./]+\?lin=(?:[\w.~,-]|%[0-9A-F]{2})+", link, re.ASCII)
    (record,) = boards(link)
    assert read_log(record)["players"] == log["players"]
    assert read_log(record)["comments"] == log["comments"]


def test_what_would_end_an_entry_is_never_written() -> None:
    log = {
        **READ,
        "players": {"N": "a|b, c\nd"},
        "auction": [{"call": "4S", "alert": True, "note": "x|y"}, "P", "P", "P"],
    }
    (record,) = boards(write_logs([log], "lin"))
    body = read_log(record)
    assert body["players"] == {"N": "a/b c d"}
    assert body["auction"][0] == {"call": "4S", "alert": True, "note": "x/y"}


def test_a_vugraph_file_is_read_with_all_that_stands_in_it() -> None:
    found = boards((DATA / "teams.lin").read_text(encoding="utf-8"))
    logs = [convert_record(record) for record in found]
    assert [log["id"] for log in logs] == [
        "board 17, open room", "board 17, closed room", "board 18, open room", "board 18, closed room",
    ]  # fmt: skip
    one, two, three, four = logs
    assert one["tags"] == {
        "Room": "Open", "Event": 'World Teams, "Final"', "Stage": "Segment 2 of 6",
        "HomeTeam": "ÎLE-DE-FRANCE", "VisitTeam": "U.S.A. 2",
    }  # fmt: skip
    assert one["players"] == {"S": "Müller", "W": "O'Neil", "N": "van der Meer", "E": "d'Abreu~1"}
    assert two["players"] == {"S": "Ana", "W": "Bo", "N": "Cy", "E": "Di"}
    assert four["players"] == one["players"], "seats are no names"
    assert one["auction"][0] == {"call": "1C", "alert": True, "note": "16+, ♣ or balanced"}
    assert one["comments"] == [{"text": "gl all!"}, {"play": 3, "text": "♠ break 4-1"}]
    assert (one["contract"], one["result"]) == ({"trump": "S", "taker": "N", "bid": 4}, 10)
    assert len(one["plays"]) == 8
    assert two["auction"] == [
        "1NT", "Pass", "2C", "Pass", "2S", "X", {"call": "XX", "alert": True}, "Pass", "Pass", "Pass",
    ]  # fmt: skip
    assert (two["plays"], two["result"]) == (["CT", "C5", "CQ"], 8)
    assert (three["deal"], three.get("auction")) == ({"S": "AK2.-.-.-"}, None), "never played"
    assert (four["auction"], four["vulnerable"]) == (["Pass"] * 4, "EW")
    assert [fault.split(":")[0] for fault in faults((DATA / "teams.lin").read_text(encoding="utf-8"))] == [
        "line 8, column 16", "line 9, column 110",
    ]  # fmt: skip


def test_a_dash_alone_is_a_pass_and_before_a_call_it_is_nothing() -> None:
    said = "mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|"
    for text in (BOARD.replace("mb|p|", "mb|-|"), BOARD.replace(said, "mb|-1Sp4Sppp|")):
        assert boards(text)[0].body == READ


def test_plays_that_are_taken_back_give_way_to_others() -> None:
    played = "pc|CT|nt|low|pc|C5|pc|CQ|nt|high|pc|CA|"
    lesson = BOARD.replace("pc|CT|pc|C5|", played + "up|3|pf|y|nt|Now you!|pc|C7|")
    (record,) = boards(lesson)
    assert (record.body or {})["plays"] == ["CT", "C7"]
    assert (record.body or {})["comments"] == [{"play": 0, "text": "low"}, {"play": 0, "text": "Now you!"}]
    place = record.places["/comments/1"]
    assert lesson[place.column - 1 :].startswith("Now you!")
    (shown,) = boards(BOARD.replace("pc|CT|pc|C5|", played + "up|4|"))
    assert (shown.body or {})["plays"] == ["CT", "C5", "CQ", "CA"]
    (anew,) = boards(BOARD.replace("pc|CT|pc|C5|", played + "up|45|nt|Again|pc|C8|"))
    assert (anew.body or {})["plays"] == ["C8"]
    assert (anew.body or {})["comments"] == [{"call": 5, "text": "Again"}]


def test_suits_in_what_is_said_are_symbols() -> None:
    text = BOARD.replace("mb|4S|", "mb|4S!|an|!S, no !h ctrl|nt|!dAxx wow!see !cx|")
    (record,) = boards(text)
    assert (record.body or {})["auction"][2]["note"] == "♠, no ♥ ctrl"
    assert (record.body or {})["comments"] == [{"call": 2, "text": "♦Axx wow!see ♣x"}]
    written = write_logs([convert_record(record)], "lin")
    assert "mb|4S!|an|!S, no !H ctrl|nt|!DAxx wow!see !Cx|" in written
    assert convert_record(boards(written)[0]) == convert_record(record)
    assert '[Note "1:\\\\S, no \\\\H ctrl"]' in write_logs([convert_record(record)], "pbn")


@pytest.mark.parametrize(
    ("number", "dealer", "vulnerable"),
    [(1, "N", "none"), (4, "W", "both"), (5, "N", "NS"), (7, "S", "both"), (16, "W", "EW"), (21, "N", "NS")],
)
def test_a_link_may_leave_dealer_and_vulnerability_to_the_board(
    number: int, dealer: str, vulnerable: str
) -> None:
    (record,) = boards(f"{VIEWER}?n=SAKQJ&b={number}")
    assert ((record.body or {})["dealer"], (record.body or {})["vulnerable"]) == (dealer, vulnerable)
    (stated,) = boards(f"{VIEWER}?n=SAKQJ&b={number}&d=e&v=b")
    assert ((stated.body or {})["dealer"], (stated.body or {})["vulnerable"]) == ("E", "both")
    assert "dealer" not in (boards(f"{VIEWER}?n=SAKQJ&b=x9")[0].body or {})


def test_a_link_may_say_something_between_its_cards() -> None:
    hands = "n=SA643HKJT8D92CAK3&e=S2H653DQJT7CT9842&s=SKQ97HQ9DAK54CJ75&d=n&a=1sp4sppp"
    link = f"{VIEWER}?{hands}&p=%7B%26lt;p%26gt;ACBL%20%3Cb%3ELive%3C/b%3E%7Dct%7Bthe !C lead%7Dc5"
    (record,) = boards(link.replace(" ", "%20"))
    body = read_log(record)
    assert body["plays"] == ["CT", "C5"]
    assert body["comments"] == [{"text": "ACBL Live"}, {"play": 0, "text": "the ♣ lead"}]


@pytest.mark.parametrize("query", ["linurl=https://x.example/a.lin", "bbo=y&myhand=M-12345-678"])
def test_a_link_that_only_says_where_its_board_is_kept_is_refused(query: str) -> None:
    (told,) = faults(f"{VIEWER}?{query}")
    assert told.endswith("where its board is kept; open it, and save the board as LIN")
