"""Cards are read in every form a player writes them in, and written in one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver.cards import (
    NOTATIONS,
    RANKS,
    SUITS,
    Card,
    Notation,
    format_card,
    format_rank,
    format_trump,
    parse_card,
    parse_rank,
    parse_trump,
    sort_cards,
)
from solver.errors import FaultKind, UnreadableError

DECK = [Card(suit, rank) for suit in SUITS for rank in RANKS]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_card_is_read_back_as_it_is_written(notation: Notation) -> None:
    assert [parse_card(format_card(card, notation), notation) for card in DECK] == DECK
    assert len({format_card(card, notation) for card in DECK}) == len(DECK)


def test_output_is_suit_letter_then_rank_letter() -> None:
    assert [str(card) for card in (Card("S", "A"), Card("H", "T"), Card("D", "7"), Card("C", "Q"))] == [
        "SA",
        "HT",
        "D7",
        "CQ",
    ]
    assert format_card(Card("H", "T")) == str(Card("H", "T"))


@pytest.mark.parametrize(
    "text",
    [
        "HT",
        "ht",
        "H10",
        "h10",
        "10H",
        "10h",
        "TH",
        "th",
        "♥T",
        "♥10",
        "10♥",
        "T♥",
        "♡10",
        "♥\ufe0f10",
        "10♥\ufe0e",
        " HT ",
        "10 ♥",
    ],
)
def test_english_forms_of_the_ten_of_hearts(text: str) -> None:
    assert parse_card(text) == Card("H", "T")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("PA", "SA"),
        ("CR", "HK"),
        ("KD", "DQ"),
        ("TV", "CJ"),
        ("T10", "CT"),
        ("10T", "CT"),
        ("vt", "CJ"),
        ("rc", "HK"),
        ("♦7", "D7"),
        ("9♠", "S9"),
        ("C10", "HT"),
    ],
)
def test_french_forms(text: str, card: str) -> None:
    assert str(parse_card(text, "fr")) == card


def test_french_output() -> None:
    french = [format_card(parse_card(text), "fr") for text in ("SA", "HK", "DQ", "CJ", "CT", "S7")]
    assert french == ["PA", "CR", "KD", "TV", "T10", "P7"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S",
        "A",
        "XA",
        "S1",
        "SAA",
        "11S",
        "SA HK",
        None,
        7,
        True,
        1.5,
        float("nan"),
        [],
        {},
        ["SA"],
        pytest.param("S" * 10**6, id="long"),
        pytest.param("\ud800A", id="half a character"),
    ],
)
def test_anything_else_is_unreadable(text: object) -> None:
    with pytest.raises(UnreadableError, match="is not a card") as refused:
        parse_card(text)
    assert [(fault.pointer, fault.kind) for fault in refused.value.faults] == [("", FaultKind.unreadable)]
    str(refused.value).encode("utf-8")


@pytest.mark.parametrize("text", ["TA", "SA", "KK", "10", "TT"])
def test_french_has_no_english_letters(text: str) -> None:
    if text == "TA":
        assert parse_card(text, "fr") == Card("C", "A")
    else:
        with pytest.raises(UnreadableError):
            parse_card(text, "fr")


SUIT_OF_SYMBOL = str.maketrans("♠♥♦♣♤♡♢♧", 2 * SUITS, " \ufe0e\ufe0f")
LETTERS = f"{SUITS}{RANKS}{SUITS.lower()}{RANKS.lower()}10♠♥♦♣♤♡♢♧ \ufe0e\ufe0f?"


@given(st.text(LETTERS, min_size=1, max_size=4))
def test_no_text_is_read_wrongly(text: str) -> None:
    plain = text.translate(SUIT_OF_SYMBOL).upper().replace("10", "T")
    meant = [card for card in DECK if plain in (card.suit + card.rank, card.rank + card.suit)]
    try:
        read = [parse_card(text)]
    except UnreadableError:
        read = []
    assert read == meant


@pytest.mark.parametrize("notation", NOTATIONS)
def test_trumps_and_ranks_are_read_back_as_they_are_written(notation: Notation) -> None:
    for trump in (*SUITS, "NT"):
        assert parse_trump(format_trump(trump, notation), notation) == trump
    for rank in RANKS:
        assert parse_rank(format_rank(rank, notation), notation) == rank


@pytest.mark.parametrize(
    ("text", "notation", "trump"),
    [
        ("h", "en", "H"),
        ("♥", "en", "H"),
        ("♧", "en", "C"),
        ("nt", "en", "NT"),
        ("none", "en", "NT"),
        ("No trumps", "en", "NT"),
        ("C", "en", "C"),
        ("C", "fr", "H"),
        ("T", "fr", "C"),
        ("SA", "fr", "NT"),
        ("sans atout", "fr", "NT"),
    ],
)
def test_forms_of_trumps(text: str, notation: Notation, trump: str) -> None:
    assert parse_trump(text, notation) == trump


def test_the_words_for_no_suit_are_those_of_the_output() -> None:
    with pytest.raises(UnreadableError, match="a trump is S, H, D, C, NT or AT"):
        parse_trump("X")


def test_what_is_no_trump_is_told_by_the_trumps_of_the_game() -> None:
    with pytest.raises(UnreadableError, match=r"'X' is not a trump; a trump is P, C, K or T$"):
        parse_trump("X", "fr", SUITS)


@pytest.mark.parametrize("value", ["", "X", "SH", "TA", None, 4, {}, "N" * 1000])
def test_what_is_no_trump_is_unreadable(value: object) -> None:
    with pytest.raises(UnreadableError, match="is not a trump"):
        parse_trump(value)
    with pytest.raises(UnreadableError, match="is not a rank"):
        parse_rank(value)


def test_cards_are_sorted_as_a_player_holds_them() -> None:
    hand = [parse_card(text) for text in ("C7", "S9", "SJ", "HA", "ST")]
    assert " ".join(map(str, sort_cards(hand))) == "SJ ST S9 HA C7"
    assert " ".join(map(str, sort_cards(hand, "J9ATKQ87"))) == "SJ S9 ST HA C7"


@pytest.mark.parametrize(
    "write",
    [
        lambda notation: parse_card("CR", notation),
        lambda notation: parse_rank("R", notation),
        lambda notation: parse_trump("SA", notation),
        lambda notation: format_card(Card("S", "A"), notation),
        lambda notation: format_rank("A", notation),
        lambda notation: format_trump("S", notation),
    ],
)
def test_letters_that_do_not_exist_are_refused_with_those_that_do(write: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match="notation must be 'en' or 'fr', and not 'de'"):
        write("de")


def test_what_is_no_card_is_not_written() -> None:
    texts: tuple[Any, ...] = ("SA", ("S", "A"), [], Card("X", "Q"))
    for text in texts:
        says = f"a Card is written, and not {text!r}; parse_card reads one from a text"
        with pytest.raises(TypeError, match=re.escape(says)):
            format_card(text)
