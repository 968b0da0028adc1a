"""Messages in the reader's language: the right form, their places filled right."""

import pytest

from solver.reasons.sentences import N_POINTS, N_TRICKS, TURNS, WHY
from solver.sentences import Counted, language_of, language_of_environment, mark, mark_n
from solver.speech import Place, Speech
from tests.support.positions import cards


@pytest.mark.parametrize(
    ("language", "n", "points", "tricks"),
    [
        ("en", 0, "0 points", "0 tricks"),
        ("en", 1, "1 point", "1 trick"),
        ("en", 2, "2 points", "2 tricks"),
        ("fr", 0, "0 point", "0 pli"),
        ("fr", 1, "1 point", "1 pli"),
        ("fr", 2, "2 points", "2 plis"),
    ],
)
def test_numbers_choose_the_form(language: str, n: int, points: str, tricks: str) -> None:
    speech = Speech(language_of([language]))
    assert (speech.say(N_POINTS, n), speech.say(N_TRICKS, n)) == (points, tricks)


def test_nought_has_no_sign() -> None:
    english, french = Speech("en"), Speech("fr", "fr")
    assert [english.number(value) for value in (-0.4, -1234.6, 0.0)] == ["0", "−1,235", "0"]
    assert [french.number(value, 1) for value in (-0.04, -0.06)] == ["0,0", "−0,1"]


def test_french_elides_before_a_vowel() -> None:
    message = TURNS["taker", "failed"]
    (card,) = cards("SQ")
    says = [Speech("fr", "fr").say(message, seat=Place(seat), card=card) for seat in "NESW"]
    said = ("de Nord", "d’Est", "de Sud", "d’Ouest")
    assert says == [f"Après PD {of}, le preneur est dedans." for of in said]
    assert Speech().say(message, seat=Place("W"), card=card) == "After West's SQ the taker fails."


def test_sides_cards_and_lists_are_written_for_the_reader() -> None:
    side = Place("EW")
    assert Speech().say("{side}, {side:of}", side=side) == "East-West, of East-West"
    assert Speech("fr").say("{side}, {side:of}", side=side) == "Est-Ouest, d’Est-Ouest"
    held = cards("HT SJ D7")
    assert Speech().say("{held}", held=held) == "HT, SJ and D7"
    assert Speech("fr", "fr").say("{held}", held=held) == "C10, PV et K7"
    assert Speech("fr", "fr", symbols=True).say("{held}", held=held[:2]) == "♥10 et ♠V"
    assert Speech("en", "en", symbols=True).say("{held}", held=held[:1]) == "♥10"


def test_what_is_marked_is_what_is_said() -> None:
    assert mark("a") == "a"
    assert mark_n("a", "b") == Counted("a", "b")
    assert Speech("fr").say("no such message") == "no such message"
    assert Speech("fr").say(WHY, fact="A", cost="B") == "A\u00a0: B."


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["fr"], "fr"),
        (["fr-CA", "en"], "fr"),
        (["de", "fr_FR.UTF-8"], "fr"),
        (["en_GB", "fr"], "en"),
        (["C"], "en"),
        (["de"], "en"),
        ([], "en"),
        (["frr"], "en"),
    ],
)
def test_the_first_language_there_is_is_taken(tags: list[str], language: str) -> None:
    assert language_of(tags) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_BE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "de:fr", "LANG": "en_US"}, "fr"),
        ({"LC_MESSAGES": "fr_FR", "LANG": "en_US"}, "fr"),
        ({}, "en"),
    ],
)
def test_the_environment_names_a_language_as_gettext_reads_it(
    environment: dict[str, str], language: str
) -> None:
    assert language_of_environment(environment) == language
