"""Sentences that wait for their reader: what stands in their places, in both languages."""

import pytest

from solver.errors import Fault, PositionError, show, wrong
from solver.fault_codes import Code
from solver.sentences import (
    LANGUAGES,
    GameName,
    Language,
    Quoted,
    Sayable,
    Seat,
    Suit,
    all_of,
    any_of,
    catalogue_of,
    in_full,
    phrase,
    phrase_n,
)

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("said", "english", "french"),
    [
        (Seat("W"), "W", "Ouest"),
        (Seat("NS"), "NS", "Nord-Sud"),
        (Suit("C"), "clubs", "trèfle"),
        (Suit(""), "trumps", "atout"),
        (any_of("SH"), "S or H", "S ou H"),
        (all_of([Suit("S"), Suit("D"), Suit("C")]), "spades, diamonds and clubs", "pique, carreau et trèfle"),
        (any_of(["one"]), "one", "one"),
        (all_of([]), "", ""),
        (Quoted("a"), "'a'", f"«{NBSP}a{NBSP}»"),
        (Quoted("l'a\n"), '"l\'a\\n"', f"«{NBSP}l'a\\n{NBSP}»"),
        (Quoted("\ud800"), "'\\ud800'", f"«{NBSP}\\ud800{NBSP}»"),
        (GameName("valet_de_trefle", "Valet de trèfle"), "valet_de_trefle", "Valet de trèfle"),
        (GameName("whist", "Whist"), "whist", "Whist"),
        (GameName("all_fours_4", "All Fours for four"), "all_fours_4", "All Fours à quatre"),
        (GameName("mine", ""), "mine", "mine"),
        (in_full(GameName("all_fours_4", "All Fours for four")), "All Fours for four", "All Fours à quatre"),
        (in_full(GameName("mine", "")), "mine", "mine"),
        (phrase("a huge number"), "a huge number", "un nombre énorme"),
    ],
)
def test_what_stands_in_a_place(said: Sayable, english: str, french: str) -> None:
    assert (str(said.say()), str(said.say("fr"))) == (english, french)


def test_a_place_asks_for_a_form() -> None:
    assert f"{Seat('E').say('fr'):of}, {Seat('EW').say('fr'):of}" == "d’Est, d’Est-Ouest"
    assert f"{Suit('').say('fr'):of}, {Suit('S').say('fr'):to}" == "d’atout, à pique"
    assert f"{Seat('E').say():of}, {Suit('S').say():to}" == "of E, to spades"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_seat_and_suit_has_its_forms(language: Language) -> None:
    assert all(f"{Seat(letter).say(language):of}" for letter in "NESW")
    suits = [Suit(letter).say(language) for letter in ("S", "H", "D", "C", "")]
    assert len({f"{suit:of} {suit:to}" for suit in suits}) == 5


def test_the_catalogues_of_a_folder_are_all_read() -> None:
    # One message of atout.po, one of faults.po, one of neither.
    french = catalogue_of("fr")
    assert french.gettext("must overruff") == "doit surcouper"
    assert french.pgettext("seat", "North") == "Nord"
    assert french.gettext("no such message") == "no such message"


def test_a_fault_is_said_in_the_language_of_its_reader() -> None:
    fault = Fault("/plays/3", wrong(Code.must_ruff, "must ruff"))
    assert (fault.code, fault.detail) == ("must_ruff", "must ruff")
    assert str(fault) == "/plays/3: must ruff"
    assert fault.say("fr") == f"/plays/3{NBSP}: doit couper"
    at = Fault("", fault.wrong, line=2, column=5)
    assert str(at) == "line 2, column 5: must ruff"
    assert at.say("fr") == f"ligne 2, colonne 5{NBSP}: doit couper"
    assert PositionError([fault, at]).say("fr") == f"{fault.say('fr')}\n{at.say('fr')}"


def test_equal_faults_are_one() -> None:
    faults = [Fault("/x", wrong(Code.bad_json, "a {type}", type=show([index]))) for index in range(3)]
    assert len(set(faults)) == 1


def test_a_number_chooses_the_form() -> None:
    cards = [phrase_n("{n} card", "{n} cards", number) for number in (0, 1, 2)]
    assert [card.say() for card in cards] == ["0 cards", "1 card", "2 cards"]
    assert [card.say("fr") for card in cards] == ["0 carte", "1 carte", "2 cartes"]


def test_braces_that_were_sent_are_no_places() -> None:
    fault = Fault("", wrong(Code.wrong_word, "{place}: {detail}", place=show("{n}"), detail="{0}"))
    assert fault.detail == "'{n}': {0}"


def test_every_code_says_what_it_means() -> None:
    assert len({code.meaning for code in Code}) == len(Code)
    assert all(code == code.value and code.meaning.endswith(".") for code in Code)
