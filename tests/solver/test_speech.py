"""Messages in the reader's language: complete and right in form, their places filled right."""

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import solver
from solver.explain_words import N_POINTS, N_TRICKS, TURNS, WHY
from solver.speech import (
    LANGUAGES,
    Counted,
    Place,
    Speech,
    language_of,
    language_of_environment,
    mark,
    mark_n,
)
from tests.positions import cards

ROOT = Path(solver.__file__).parent
KEYWORDS = {"mark": None, "mark_n": (1, 2), "mark_in": ((1, "c"), 2)}
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")


def catalogue(language: str) -> Catalog:
    with (ROOT / "locale" / language / "LC_MESSAGES" / "atout.po").open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def used() -> Catalog:
    """Every message that is marked in the code."""
    found = Catalog()
    for path, line, message, _, context in extract_from_dir(
        ROOT, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        found.add(message, locations=[(path, line)], context=context)
    return found


def forms(texts: object) -> tuple[str, ...]:
    return tuple(texts) if isinstance(texts, (tuple, list)) else (str(texts),)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def messages(one: Catalog) -> dict[tuple[str | None, str], Message]:
    return {(message.context, forms(message.id)[0]): message for message in one if message.id}


def test_the_catalogues_are_those_of_the_languages() -> None:
    assert {path.name for path in (ROOT / "locale").iterdir()} == set(TRANSLATED)
    assert len(messages(used())) > 60


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_no_other(language: str) -> None:
    translated, marked = messages(catalogue(language)), messages(used())
    assert set(translated) == set(marked)
    for key, message in translated.items():
        assert not message.fuzzy, key
        assert forms(message.id) == forms(marked[key].id)
        assert all(forms(message.string)), key
        n_forms = catalogue(language).num_plurals if message.pluralizable else 1
        assert len(forms(message.string)) == n_forms, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_places_of_their_messages(language: str) -> None:
    for key, message in messages(catalogue(language)).items():
        wanted = set().union(*map(places, forms(message.id)))
        if message.pluralizable:
            # "a point" may say in words what the other forms say with the number.
            for text in forms(message.string):
                assert wanted - {"n"} <= places(text) <= wanted, key
            assert places(forms(message.string)[-1]) == wanted, key
        else:
            assert places(forms(message.string)[0]) == wanted, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_typography_is_that_of_the_language(language: str) -> None:
    """In French a no-break space stands before a colon and a semicolon, and the apostrophe is curved."""
    for message in catalogue(language):
        for text in forms(message.string) if message.id else ():
            assert "'" not in text
            literal = "".join(part for part, *_ in Formatter().parse(text) if part)
            for index, letter in enumerate(literal):
                if letter in ":;":
                    assert literal[index - 1] == "\u00a0", text


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
