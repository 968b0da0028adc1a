"""Texts made to be long: what reading them costs grows with their length and no faster."""

import pytest

from api.http.games_in import MAX_BARS
from benchmarks.worst_bodies import LIN, LINK, PBN, lin, links, pbn
from solver import Record, read_records
from solver.formats.lin.boards import MAX_BACK
from solver.formats.lin.read import MAX_LINK
from solver.formats.pbn.text import MAX_GAME_TAGS
from solver.formats.record import MAX_WRONG
from solver.game import MAX_DEALS
from tests.support.work import count_calls

pytestmark = pytest.mark.night

BODIES = {body.name: body for body in (*links(), *lin(), *pbn())}
FORMATS = {LIN: "lin", PBN: "pbn"}
MOST_CALLS = 2.4
"""Of functions, for each byte of what is passed over."""
NOT_PASSED_OVER = (
    *(f"LIN: {what}" for what in ("boards of calls", "boards of remarks", "boards of many remarks", "links")),
    *(f"PBN: {what}" for what in ("comments", "comments before", "escaped lines", "lines of remarks")),
    *(f"PBN: {what}" for what in ("marked calls", "too many marked calls", "marked calls and a table")),
)
"""Bodies that are games, each with no more than is read; the service refuses too many of them."""
GAME = """[Dealer "N"]
[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]
[Declarer "N"]
[Contract "3NT"]
[Play "E"]
CT C5 CQ CA

"""
BOARD = "qx|o1|md|3SJT85HA742D863CQ6,SA643HKJT8D92CAK3,S2H653DQJT7CT9842,|mb|1N|mb|p|mb|p|mb|p|pc|CT|pc|C5|\n"


def read(text: str, text_format: str) -> list[Record]:
    """The games of a text."""
    return list(read_records(text.encode(), "lin" if text_format == "lin" else "pbn"))


@pytest.mark.parametrize("name", BODIES)
def test_reading_costs_a_few_calls_a_byte(name: str) -> None:
    body = BODIES[name]
    text, text_format = body.data.decode(), FORMATS[body.media_type]
    n_more = 20_000
    # What is passed over begins somewhere in the first bytes.
    n_bytes = n_more if name in NOT_PASSED_OVER else 2 * n_more
    few = count_calls(lambda: read(text[:n_bytes], text_format))
    many = count_calls(lambda: read(text[: n_bytes + n_more], text_format))
    if name in NOT_PASSED_OVER:
        assert many < 2.1 * few
    else:
        assert many - few < MOST_CALLS * n_more


def test_a_link_is_for_one_board() -> None:
    long = LINK + "a" * MAX_LINK
    (record,) = read(long, "lin")
    assert record.body is None
    (fault,) = record.faults
    assert str(fault.detail).startswith(f"the link has {len(long)} characters; one is for one board")
    assert (fault.line, fault.column) == (1, 1)
    after = read(f"{long}\n{BOARD}", "lin")
    assert [record.body is None for record in after] == [True, False]


def test_an_escaped_link_says_where_each_part_stands() -> None:
    (record,) = read(
        f"{LINK}{BOARD.strip()}".replace("|", "%7C").replace("qx%7Co1%7C", "%71%78%7Co1%7C"), "lin"
    )
    assert record.body is not None
    assert record.body["plays"] == ["CT", "C5"]
    text = f"{LINK}{BOARD.strip()}".replace("|", "%7C").replace("qx%7Co1%7C", "%71%78%7Co1%7C")
    assert text[record.places["/plays/1"].column - 1 :].startswith("C5")


def test_files_of_many_boards_are_read_as_ever() -> None:
    n_boards = MAX_BARS // BOARD.count("|") + MAX_DEALS
    records = read(BOARD * 400, "lin")
    assert len(records) == 400
    assert not any(record.faults for record in records)
    assert n_boards > MAX_DEALS
    games = read(GAME * 400, "pbn")
    assert len(games) == 400
    assert not any(game.faults for game in games)


def test_what_stands_behind_many_entries_of_no_use_still_counts() -> None:
    """Codes of the look of a page are no part of the most that is read of a board."""
    board = BOARD.replace("pc|CT|", "pg||" * 6000 + "pc|CT|" + "rh||" * 6000)
    (record,) = read(board, "lin")
    assert record.body is not None
    assert record.body["plays"] == ["CT", "C5"]


def test_plays_are_taken_back_so_often_and_no_more() -> None:
    board = BOARD + "up|1|pc|C5|" * MAX_BACK
    (record,) = read(board, "lin")
    assert [str(fault.detail) for fault in record.faults] == [
        f"plays are taken back {MAX_BACK} times; what is taken back after that stays"
    ]
    (record,) = read(BOARD + "up|1|pc|C5|" * (MAX_BACK - 1), "lin")
    assert not record.faults
    assert record.body is not None
    assert record.body["plays"] == ["CT", "C5"]


def test_a_game_has_so_many_tags_and_no_more() -> None:
    tags = "".join(f'[Note "{number}:x"]\n' for number in range(MAX_GAME_TAGS))
    (record, after) = read(f"{tags}{tags}\n{GAME}", "pbn")
    assert len(record.faults) == MAX_WRONG
    assert str(record.faults[0].detail) == f"no game has more than {MAX_GAME_TAGS} tags"
    assert not after.faults


def test_what_follows_many_faults_of_form_does_not_hide_the_next_game() -> None:
    records = read('[Event "x"]\n' + "[\n" * 5000 + f"\n{GAME}", "pbn")
    assert [len(record.faults) for record in records] == [MAX_WRONG, 0]


@pytest.mark.parametrize(("section", "most"), [("Auction", 1000), ("Play", 500), ("ScoreTable", 2000)])
def test_a_section_has_so_many_words_and_no_more(section: str, most: int) -> None:
    text = f'[{section} "N"]\n' + "x y\n" * (most // 2)
    (record,) = read(text, "pbn")
    said = f"no {section} has more than {most} words"
    assert said not in [str(fault.detail) for fault in record.faults]
    (record,) = read(f"{text}z", "pbn")
    (fault,) = [fault for fault in record.faults if str(fault.detail) == said]
    assert (fault.line, fault.column) == (most // 2 + 2, 1)
