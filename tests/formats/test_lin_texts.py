"""Names, titles and what is said in LIN: read as they are written, links in them included."""

from urllib.parse import quote

import pytest

from solver.formats.games import OutFormat, read_records, write_game_of
from solver.game import Game
from tests.formats.test_lin import BOARD, READ, VIEWER, boards, without_id
from tests.support.bridge_games import convert_record, normal_log, write_logs


@pytest.mark.parametrize(
    "said",
    [
        "an|see https://cc.example/?p=2|",
        "nt|See https://www.youtube.com/watch?v=abc at 3:20|",
        "nt|https://x.org/?b=1|",
        "nt|Two lines,\nhttps://x.org/?b=1 in the second|",
        f"nt|As {VIEWER}?lin=md%7C3%7C there|",
    ],
)
def test_a_link_in_what_is_said_is_text(said: str) -> None:
    text = BOARD.replace("mb|4S|", f"mb|4S|{said}")
    (record,) = boards(f"{text}\n{VIEWER}?lin={quote(text)}\n")[:1]
    body = record.body or {}
    told = body["comments"][0]["text"] if said.startswith("nt") else body["auction"][2]["note"]
    assert told == " ".join(said[3:-1].split())
    assert (len(body["auction"]), body["plays"], body["result"]) == (6, ["CT", "C5"], 9)
    assert [found.body for found in boards(f"{text}\n{VIEWER}?lin={quote(text)}\n{text}")] == [body] * 3
    for out_format in ("lin", "link"):
        assert [found.body for found in boards(write_logs([convert_record(record)], out_format))] == [body]


def test_a_link_to_a_board_begins_a_line_wherever_the_board_before_it_breaks_off() -> None:
    found = boards(f"{BOARD.removesuffix('|')}\n{VIEWER}?lin={quote(BOARD)}\n")
    assert [record.body for record in found] == [READ, READ]


@pytest.mark.parametrize("out_format", ["lin", "link"])
def test_names_are_read_as_they_are_written(out_format: OutFormat) -> None:
    named = {
        "players": {"N": "Ace♠", "S": "♥ and ♦"},
        "tags": {"Event": "♥ Cup", "Stage": "♣♣"},
    }
    for board in ("Table 3, board 12", "12 A", "A 12♠", "7", "Board 7", "x" * 80):
        for room in ({}, {"Room": "Open"}):
            tags = {**named["tags"], **(room if board == "7" else {})}
            log = normal_log({**READ, **named, "board": board, "tags": tags})
            [back] = [convert_record(record) for record in boards(write_logs([log], out_format))]
            assert without_id(back) == without_id(log)


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Board 7", {"board": "7", "id": "board 7"}),
        ("Board #7 ", {"board": "7", "id": "board 7"}),
        ("Deal of board 7 again", {"board": "7", "id": "board 7"}),
        ("!H Cup", {"id": "♥ Cup"}),
    ],
)
def test_a_title_names_the_board_or_the_log(title: str, found: dict[str, str]) -> None:
    (record,) = boards(BOARD.replace("Board 7", title))
    assert {key: (record.body or {}).get(key) for key in ("board", "id")} == {"board": None, **found}


def test_what_is_no_lin_is_told_in_french() -> None:
    for text, said in (
        ("%% tournoi|\n", "« %% tournoi » n’est pas un code de LIN ;"),
        ("rubbish", "« rubbish » n’est pas du LIN ;"),
    ):
        found = [fault.wrong.say("fr") for record in boards(BOARD + text) for fault in record.faults]
        assert [one.replace("\u00a0", " ").partition(" une entrée")[0] for one in found] == [said]


@pytest.mark.parametrize("out_format", ["pbn", "lin", "link"])
def test_a_name_keeps_the_joiners_in_it(out_format: OutFormat) -> None:
    names = {"N": "👩\u200d👩\u200d👧\u200d👦", "E": "می\u200cخواهم", "S": "ක්\u200dෂ", "W": "Zoe"}
    log = {"variant": "bridge", "players": names, "deal": {"N": "AKQJT98765432.-.-.-"}}
    text = write_game_of(Game.from_dict(log), out_format, is_first=True)
    (record,) = read_records(text.encode(), "pbn" if out_format == "pbn" else "lin")
    assert (record.body or {})["players"] == names


HALF = BOARD.replace(",", "%2C").replace("Bob", "Le Bob").replace("Eve", "O'Eve")
"""A board with some of its signs encoded and its bars and spaces not, as some programs copy it."""


@pytest.mark.parametrize(
    "text",
    [
        "{link}",
        "{link} and that is all",
        "See {link}\n",
        '<a href="{link}">Board 7</a>',
        "{link} {link}",
        "{link}\t{link}\n{link}",
        "{link}&bbo=y",
    ],
)
def test_a_link_that_is_encoded_in_part_goes_on_after_its_spaces(text: str) -> None:
    plain = READ | {"players": {"S": "Le Bob", "W": "Walt", "N": "Ann", "E": "O'Eve"}}
    for half in (HALF, HALF.replace("pn|Le Bob", "ah|Board%207|pn|Le Bob")):
        link = f"{VIEWER}?lin={half}"
        found = [record.body for record in boards(text.replace("{link}", link)) if record.body]
        assert found == [plain] * text.count("{link}")


def test_a_link_that_is_encoded_in_part_ends_with_its_entries_where_nothing_is_cut() -> None:
    link = f"{VIEWER}?lin={BOARD.replace(',', '%2C').replace(' ', '+')}"
    for text in (link, f"{link} with | in the text", f"{link.removesuffix('|')} without one"):
        first = boards(text)[0]
        assert (first.body, first.faults) == (READ, ())


def test_a_link_that_is_not_encoded_ends_with_its_line() -> None:
    link = f"{VIEWER}?n=sAKQJT98765432&a=1C(said|so)PPP"
    other = f"{VIEWER}?lin={quote(BOARD)}"
    first, refused, second = boards(f"{link}\na comment\n{other}\n")
    assert (first.body, first.faults) == (boards(link)[0].body, ())
    assert [fault.line for fault in refused.faults] == [2]
    assert second.body == READ
