"""Sentences in the reader's language: messages with their places filled by cards, seats, sides and numbers.

Messages stand in English where they are used, marked by `mark` or `mark_n`; the catalogues of the other
languages, gettext's ``.po`` files, stand in ``locale/``.  A place may ask for a seat or a side in the form
``{seat:of}``, "of North", which French elides: "d'Est".
"""

import gettext
import io
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from solver.cards import SYMBOLS, Card, Notation, format_card, format_rank

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
"""The languages that explanations are written in; messages themselves are in the first."""


_CATALOGUES = Path(__file__).with_name("locale")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Counted(NamedTuple):
    """A message that depends on a number: the form for one, and the form for several."""

    one: str
    several: str


Message = str | Counted


def mark(message: str) -> str:
    """``message``, marked as one to translate."""
    return message


def mark_n(one: str, several: str) -> Counted:
    """A message with a number ``n`` in it, marked as one to translate."""
    return Counted(one, several)


def mark_in(context: str, message: str) -> tuple[str, str]:
    """A word whose translation depends on where it stands, marked as one to translate."""
    return context, message


_SEATS = {
    "N": mark_in("seat", "North"),
    "E": mark_in("seat", "East"),
    "S": mark_in("seat", "South"),
    "W": mark_in("seat", "West"),
}
_OF_SEATS = {
    "N": mark_in("of a seat", "of North"),
    "E": mark_in("of a seat", "of East"),
    "S": mark_in("of a seat", "of South"),
    "W": mark_in("of a seat", "of West"),
}
_AND = mark("{list} and {last}")


class Place(NamedTuple):
    """A seat or a side, by the letters of its seats, as it is put into a message."""

    seats: str


class _Spoken(str):
    """What stands in a place: itself, or with ``:of`` in the form that belongs to something."""

    of: str

    def __new__(cls, plain: str, of: str) -> "_Spoken":
        spoken = super().__new__(cls, plain)
        spoken.of = of
        return spoken

    def __format__(self, form: str) -> str:
        return self.of if form == "of" else str(self)


class Speech:
    """How a reader is spoken to: the language, the letters of cards, or their symbols."""

    def __init__(
        self, language: Language = "en", notation: Notation = "en", *, symbols: bool = False
    ) -> None:
        self.language = language
        self.notation = notation
        self.symbols = symbols
        self._catalogue = _catalogue(language)

    def say(self, message: Message, n: int = 0, **values: object) -> str:
        """``message`` in the reader's language, with ``values`` in its places.

        Cards and `Place` are written as the reader reads them, lists joined; ``n`` chooses the form of a
        message with a number, and fills the place of that name.
        """
        if isinstance(message, Counted):
            text = self._catalogue.ngettext(message.one, message.several, n)
        else:
            text = self._catalogue.gettext(message)
        return text.format(n=n, **{name: self._spoken(value) for name, value in values.items()})

    def join(self, texts: Iterable[str]) -> str:
        """``a, b and c``."""
        *others, last = texts
        return self.say(_AND, list=", ".join(others), last=last) if others else last

    def _spoken(self, value: object) -> object:
        if isinstance(value, Card):
            return self._card(value)
        if isinstance(value, Place):
            return self._place(value)
        if isinstance(value, (tuple, list)):
            return self.join(str(self._spoken(entry)) for entry in value)
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return value

    def _card(self, card: Card) -> str:
        if not self.symbols:
            return format_card(card, self.notation)
        rank = "10" if card.rank == "T" else format_rank(card.rank, self.notation)
        return SYMBOLS[card.suit] + rank

    def _place(self, place: Place) -> _Spoken:
        say = self._catalogue.pgettext
        words = [say(*_SEATS[seat]) for seat in place.seats]
        return _Spoken("-".join(words), "-".join([say(*_OF_SEATS[place.seats[0]]), *words[1:]]))


def language_of(tags: Iterable[str]) -> Language:
    """The first language of ``tags``, as ``fr-CA`` or ``fr_FR.UTF-8``, that there is; else English."""
    for tag in tags:
        primary = tag.replace("_", "-").split("-")[0].split(".")[0].strip().lower()
        for language in LANGUAGES:
            if primary == language:
                return language
    return "en"


def language_of_environment(environment: Mapping[str, str] = os.environ) -> Language:
    """The language of messages that the environment names, as gettext reads it; else English."""
    stated = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return language_of(stated.split(":"))


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """The messages of one language; English ones are their own translation."""
    if language == "en":
        return gettext.NullTranslations()
    path = _CATALOGUES / language / "LC_MESSAGES" / "atout.po"
    with path.open("rb") as stream:
        messages = read_po(stream, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
