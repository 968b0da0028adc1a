"""Seats, sides, and the pointers and words of faults."""

import pytest

from solver.errors import (
    MAX_FAULTS,
    Fault,
    FaultKind,
    PositionError,
    RulesError,
    SolverError,
    UnknownVariantError,
    UnreadableError,
    point,
    raise_faults,
    show,
    wrong,
)
from solver.fault_codes import Code
from solver.seats import SEATS, name_side, parse_seat, sort_clockwise


def test_seats_are_clockwise() -> None:
    assert sort_clockwise("WSEN") == SEATS == ("N", "E", "S", "W")
    assert sort_clockwise("WE") == ("E", "W")
    assert name_side("WE") == "EW"


def test_seats_are_read_in_french() -> None:
    read = [parse_seat(text) for text in ("O", "o", "Nord", "Est", "sud", "Ouest")]
    assert read == ["W", "W", "N", "E", "S", "W"]
    with pytest.raises(UnreadableError):
        parse_seat("O", "NS")


def test_seats_are_read_by_their_english_names() -> None:
    assert [parse_seat(text) for text in ("North", "east", "SOUTH", "west")] == ["N", "E", "S", "W"]


def test_seats_are_read_in_either_case() -> None:
    assert [parse_seat(text) for text in ("N", "e", " s ", "W")] == ["N", "E", "S", "W"]


@pytest.mark.parametrize("value", ["", "X", "NS", "NORTHWEST", None, 0, True, [], {"N": 1}])
def test_what_is_no_seat_is_unreadable(value: object) -> None:
    with pytest.raises(UnreadableError, match="its seats are N, E, S and W"):
        parse_seat(value)


def test_a_seat_must_be_one_of_the_game() -> None:
    with pytest.raises(UnreadableError, match="its seats are N and S"):
        parse_seat("E", ("N", "S"))


def test_pointers_are_escaped() -> None:
    assert point("/plays", 17) == "/plays/17"
    assert point("", "a/b", "m~n", "") == "/a~1b/m~0n/"
    assert point("", "\ud800") == "/\\ud800"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        pytest.param(10**5000, "a huge number", id="huge"),
        (float("nan"), "nan"),
        (1.5, "1.5"),
        ([[]], "a list"),
        ({}, "an object"),
        ("x", "'x'"),
        pytest.param("\ud800", "'\\ud800'", id="half a character"),
        ("a" * 50, "'" + "a" * 40 + "…'"),
        (b"x", "a value of type bytes"),
    ],
)
def test_anything_can_be_shown(value: object, shown: str) -> None:
    assert str(show(value)) == shown


def test_the_worst_fault_names_the_exception() -> None:
    impossible = Fault("/a", wrong(Code.duplicate_card, "twice"))
    unknown = Fault("/b", wrong(Code.unknown_variant, "no such game"), FaultKind.unknown)
    unreadable = Fault("/c", wrong(Code.not_a_card, "no card"), FaultKind.unreadable)
    raise_faults([])
    for faults, error in (
        ([impossible], PositionError),
        ([impossible, unknown], UnknownVariantError),
        ([impossible, unknown, unreadable], UnreadableError),
    ):
        with pytest.raises(SolverError) as refused:
            raise_faults(faults)
        assert type(refused.value) is error
        assert refused.value.faults == tuple(faults)
    with pytest.raises(RulesError):
        raise_faults([impossible], RulesError)
    assert str(PositionError([impossible, unreadable])) == "/a: twice\n/c: no card"
    assert str(PositionError(wrong(Code.deal_over, "too late"))) == "too late"


def test_faults_are_not_carried_without_end() -> None:
    assert len(PositionError([Fault("", wrong(Code.bad_json, "x"))] * 10**4).faults) == MAX_FAULTS
