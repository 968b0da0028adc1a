"""The results that LIN lists for all boards of a match: taken where a board fits them and states none."""

import pytest

from solver.formats.lin.boards import MAX_HEADER
from tests.formats.test_lin import HANDS, boards

CALLS = "mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|"
PLAYS = "pc|CT|pc|C5|pc|CQ|pc|CA|"
"""The first trick, which the declarer wins."""


def results(
    rs: str, rooms: str = "o5 c5 o6 c6", vg: str = "Cup,Final,I,5,8,A,0,B,0", more: str = ""
) -> list[object]:
    """The results of a match in which all declare four spades, 1S by north."""
    parts = [f"qx|{room}|st||md|3{HANDS}|sv|n|{CALLS}{PLAYS}{more}pg||\n" for room in rooms.split()]
    found = boards(f"vg|{vg}|\nrs|{rs}|\n{''.join(parts)}")
    assert len(found) == len(parts)
    assert not any(record.faults for record in found)
    return [(record.body or {}).get("result") for record in found]


def test_results_are_of_the_open_and_the_closed_room_in_turn() -> None:
    assert results("4SN=,4SN+2,4SN-3,4sn+1,,,PASS,") == [10, 12, 7, 11]
    assert results("4SN=,4SN+2,4SN-3,4SN+1", rooms="c6 o5") == [11, 10]
    assert results("4SN=,,4SN-3", rooms="5 6") == [10, 7]
    assert results("4SN=,4SN+1", vg="Cup, of June,Final,I,5,8,A,0,B,0") == [10, 11, None, None]


@pytest.mark.parametrize(
    "entry",
    ["", "PASS", "3SN=", "4SS=", "4SNx=", "4NN=", "4HN=", "4SN-10", "4SN+4", "4SN+99", "4S", "x", "5SN="],
)
def test_a_result_of_another_contract_or_an_impossible_one_is_left(entry: str) -> None:
    assert results(entry, rooms="o5") == [None]


@pytest.mark.parametrize(
    ("more", "entry", "result"),
    [
        ("pc|S3|pc|S2|pc|SK|pc|S5|", "4SN+3", 13),  # dummy wins it
        ("pc|H8|pc|H6|pc|H9|pc|HA|", "4SN+2", 12),  # the defence does
        ("pc|H8|pc|H6|pc|H9|pc|HA|", "4SN+3", None),
        ("pc|S3|pc|S2|pc|SK|", "4SN-9", 1),  # not finished: nobody has won it
    ],
)
def test_a_result_agrees_with_the_tricks_that_were_played(more: str, entry: str, result: int | None) -> None:
    assert results(entry, rooms="o5", more=more) == [result]


@pytest.mark.parametrize(
    "vg", ["Cup", "Cup,Final,I,,", "Cup,Final,I,x,y", "Cup,Final,I,6,8", "Cup,Final,I,²,8"]
)
def test_boards_that_the_list_does_not_reach_have_no_result(vg: str) -> None:
    assert results("4SN=,4SN=", rooms="o5", vg=vg) == [None]
    assert results("4SN=,4SN=", rooms="oA c9999 o6") == [None] * 3


def test_what_a_board_says_itself_goes_before_the_list() -> None:
    assert results("4SN=", rooms="o5", more="pg||mc|9|") == [9]
    assert results("4SN=", rooms="o5", more="pc|zz|") == [None], "no card, a fault of its own"


def test_the_last_result_of_a_list_that_is_cut_is_left() -> None:
    cut = f"{'x' * 1993},,4SN-1"
    assert len(cut) == MAX_HEADER
    assert results(f"{cut}0,", rooms="o6") == [None]
    assert results(f"{cut[1:]},", rooms="o6") == [9]
