"""Hands and deals as text: parse and format are each other's inverse, and every fault has its place."""

import pytest
from hypothesis import given, strategies as st

from solver.cards import NOTATIONS, Card, Notation
from solver.errors import Fault, FaultKind
from solver.game.deal import Deal, Places
from solver.game.notation import (
    format_card_list,
    format_deal,
    format_hand,
    parse_card_list,
    parse_deal,
    parse_hand,
)
from solver.game.position import Position
from solver.rules.variants import find_variant
from tests.support.positions import JSON_VALUES, cards, positions

BRIDGE = find_variant("bridge")
ALL_FOURS = find_variant("all_fours")


def read_hand(text: str, notation: Notation = "en") -> tuple[list[Card], list[Fault]]:
    faults: list[Fault] = []
    return parse_hand(text, notation, "/deal/N", faults), faults


@pytest.mark.parametrize(
    ("text", "notation", "hand"),
    [
        ("AKT.987.-.J", "en", "SA SK ST H9 H8 H7 CJ"),
        ("AK10.987..J", "en", "SA SK ST H9 H8 H7 CJ"),
        ("akt.987.-.j", "en", "SA SK ST H9 H8 H7 CJ"),
        (" AKT . 987 . - . J ", "en", "SA SK ST H9 H8 H7 CJ"),
        ("TAK.789.-.J", "en", "ST SA SK H7 H8 H9 CJ"),
        ("...", "en", ""),
        ("AR10.987.-.V", "fr", "SA SK ST H9 H8 H7 CJ"),
        ("D.10.10.-", "fr", "SQ HT DT"),
    ],
)
def test_hands_in_text(text: str, notation: Notation, hand: str) -> None:
    assert read_hand(text, notation) == (list(cards(hand)), [])


@pytest.mark.parametrize("text", ["", "AKT", "A.K.Q", "A.K.Q.J.T", "." * 40, "A" * 1000 + "..."])
def test_what_is_not_four_suits_is_no_hand(text: str) -> None:
    _, (fault,) = read_hand(text)
    assert fault.kind == FaultKind.unreadable
    assert "AKT.987.-.J" in fault.detail


def test_every_unreadable_rank_of_a_hand_is_named() -> None:
    hand, faults = read_hand("AX.1.-.JZ")
    assert hand == list(cards("SA CJ"))
    assert [fault.detail.partition(";")[0] for fault in faults] == [
        "in the hand 'AX.1.-.JZ', 'X', '1' and 'Z' are no ranks"
    ]


def test_an_unreadable_rank_is_named_once_with_the_ranks_of_the_game() -> None:
    faults: list[Fault] = []
    parse_deal({"N": "ARRR.-.-.-"}, None, find_variant("belote"), "en", faults)
    (fault,) = faults
    assert fault.detail == "in the hand 'ARRR.-.-.-', 'R' is no rank; the ranks are A K Q J T 9 8 7"


@given(st.lists(st.sampled_from(BRIDGE.deck), unique=True, max_size=26), st.sampled_from(NOTATIONS))
def test_hands_survive_being_written(hand: list[Card], notation: Notation) -> None:
    read, faults = read_hand(format_hand(hand, notation), notation)
    assert not faults
    assert sorted(read) == sorted(hand)


def test_hands_are_written_from_ace_to_two() -> None:
    assert format_hand(cards("C2 ST SA H9 HK")) == "AT.K9.-.2"
    assert format_hand(cards("C2 ST SA H9 HK"), "fr") == "A10.R9.-.2"


def read_deal(data: object, stock: object = None) -> tuple[Deal, Places, list[Fault]]:
    faults: list[Fault] = []
    deal, places = parse_deal(data, stock, ALL_FOURS, "en", faults)
    return deal, places, faults


NORTH_SOUTH = Deal({"N": cards("SA H2"), "S": cards("SK D3")})


@pytest.mark.parametrize(
    "data",
    [
        {"N": "A.2.-.-", "S": "K.-.3.-"},
        {"n": "A.2.-.-", "s": ["SK", "3d"]},
        {"N": ["SA", "H2"], "S": ["SK", "D3"]},
        "N:A.2.-.- K.-.3.-",
        "S:K.-.3.- A.2.-.-",
        " n: A.2..  K..3. ",
    ],
)
def test_deals_in_every_form(data: object) -> None:
    deal, places, faults = read_deal(data)
    assert deal == NORTH_SOUTH
    assert not faults
    assert {holder: len(of_cards) for holder, of_cards in places.items()} == {"N": 2, "S": 2}


def test_a_text_goes_clockwise_whichever_way_the_game_is_played() -> None:
    faults: list[Fault] = []
    deal, _ = parse_deal("E:A... K... Q... J...", None, find_variant("contree"), "en", faults)
    assert deal.hands == {"E": cards("SA"), "S": cards("SK"), "W": cards("SQ"), "N": cards("SJ")}


def test_cards_of_a_list_have_a_place_of_their_own() -> None:
    _, places, _ = read_deal({"N": "A.2.-.-", "S": ["SK", "D3"]}, ["C2", "C3"])
    assert places == {
        "N": ["/deal/N", "/deal/N"],
        "S": ["/deal/S/0", "/deal/S/1"],
        "stock": ["/stock/0", "/stock/1"],
    }


@pytest.mark.parametrize(
    ("data", "pointers"),
    [
        (17, ["/deal"]),
        ("A.2.-.- K.-.3.-", ["/deal"]),
        ("N:A.2.-.-", ["/deal"]),
        ("E:A.2.-.- K.-.3.-", ["/deal"]),
        ("N:A.2.-.- K.-.X.-", ["/deal"]),
        ({"N": "A.2.-.-", "E": "K.-.3.-"}, ["/deal/E"]),
        ({"N": "A.2.-.-", "n": "K.-.3.-"}, ["/deal/n"]),
        ({"N": 3, "S": None}, ["/deal/N", "/deal/S"]),
        ({"N": ["SA", "ZZ", 7], "S": "X.Y"}, ["/deal/N/1", "/deal/N/2", "/deal/S"]),
        ({"a/b": "A.2.-.-"}, ["/deal/a~1b"]),
    ],
)
def test_every_fault_of_a_deal_has_its_place(data: object, pointers: list[str]) -> None:
    _, _, faults = read_deal(data)
    assert [fault.pointer for fault in faults] == pointers


@given(positions(max_left=60), st.sampled_from(NOTATIONS))
def test_deals_survive_being_written(position: Position, notation: Notation) -> None:
    stock = format_card_list(position.deal.stock, notation)
    hands = format_deal(position.deal, notation)
    for written in (hands, f"{next(iter(hands))}:{' '.join(hands.values())}"):
        faults: list[Fault] = []
        deal, _ = parse_deal(written, stock, position.rules, notation, faults)
        assert not faults
        assert deal.sorted() == position.deal


@given(JSON_VALUES, JSON_VALUES)
def test_nothing_escapes_from_any_json(data: object, stock: object) -> None:
    faults: list[Fault] = []
    parse_deal(data, stock, ALL_FOURS, "en", faults)
    parse_card_list(data, "fr", "/plays", faults)
    assert all(fault.detail for fault in faults)


def test_endless_lists_are_refused_without_reading_them() -> None:
    faults: list[Fault] = []
    assert len(parse_card_list(["SA"] * 10_000, "en", "/plays", faults)) < 200
    assert [fault.detail for fault in faults] == ["there are 10000 cards; no deck has more than 52"]


def test_lists_keep_the_place_of_what_cannot_be_read() -> None:
    faults: list[Fault] = []
    assert parse_card_list(["SA", "?", "10h"], "en", "/plays", faults) == [
        Card("S", "A"),
        None,
        Card("H", "T"),
    ]
    assert [fault.pointer for fault in faults] == ["/plays/1"]
