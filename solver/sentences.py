"""Sentences that wait for their reader: a message with its places, said in the language it is asked in.

Messages stand in English where they are used, marked by what they are given to: `mark`, `mark_n`, `mark_in`,
`phrase`, `phrase_n`, and `wrong` and `wrong_n` of solver/errors.py.  The catalogues of the other languages,
gettext's ``.po`` files, stand in ``locale/``; all that are in a language's folder are read.  A place may ask
for a form of what stands in it: ``{seat:of}``, "of North", which French elides: "d’Est".
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

Language = Literal["en", "fr"]
"""A language in which people are told things."""
LANGUAGES: tuple[Language, ...] = ("en", "fr")
"""The languages supported; the messages in the code are in the first."""

_CATALOGUES = Path(__file__).with_name("locale")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Counted(NamedTuple):
    """A message that depends on a number: the form for one, and the form for several."""

    one: str
    several: str


Message = str | Counted


def mark(message: str) -> str:
    """Mark ``message`` as one to translate, and return it."""
    return message


def mark_n(one: str, several: str) -> Counted:
    """Mark a message with a number ``n`` as one to translate, and return both forms."""
    return Counted(one, several)


def mark_in(context: str, message: str) -> tuple[str, str]:
    """Mark a word whose translation depends on its context, and return it."""
    return context, message


@runtime_checkable
class Sayable(Protocol):
    """A value for a place of a message that each language says in its own way; equal ones say the same."""

    def say(self, language: Language = "en") -> str:
        """Say the value in ``language``; a text with forms of its own knows what a place asks for."""
        ...


PlaceValue = str | int | float | Sayable | None
"""A value for a place of a message.  A card is none: it is written first, in the letters of its reader."""


class Reader(Protocol):
    """Someone who is told something, as `solver.speech.Speech` knows them."""

    language: Language
    cards: Mapping[Any, str]
    """The text of each card in their letters."""


class Formed(str):
    """Say a value in a place of a message, in the form that the place asks for, as ``:of``."""

    forms: Mapping[str, str]

    def __new__(cls, plain: str, **forms: str) -> "Formed":
        formed = super().__new__(cls, plain)
        formed.forms = forms
        return formed

    def __format__(self, form: str) -> str:
        return self.forms[form] if form else str(self)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message with the values of its places: texts and numbers as they are, `Sayable` as said."""

    message: Message
    n: int = 0
    values: tuple[tuple[str, PlaceValue], ...] = ()

    def say(self, language: Language = "en") -> str:
        """Say the phrase in ``language``."""
        catalogue = catalogue_of(language)
        if isinstance(self.message, Counted):
            text = catalogue.ngettext(self.message.one, self.message.several, self.n)
        else:
            text = catalogue.gettext(self.message)
        return text.format(n=self.n, **{name: _said(value, language) for name, value in self.values})

    def __str__(self) -> str:
        return self.say()


def phrase(message: str, /, **values: PlaceValue) -> Phrase:
    """Return a part of a sentence to translate, with ``values`` in its places."""
    return Phrase(message, 0, tuple(values.items()))


def phrase_n(one: str, several: str, n: int, /, **values: PlaceValue) -> Phrase:
    """Return a part of a sentence to translate that depends on the number ``n``."""
    return Phrase(Counted(one, several), n, tuple(values.items()))


def _said(value: PlaceValue, language: Language) -> object:
    return value.say(language) if isinstance(value, Sayable) else value


GAME = "game"
"""The context in catalogues of the titles, descriptions and notes of the games."""

_AND = mark("{list} and {last}")
_OR = mark("{list} or {last}")


@dataclass(frozen=True, slots=True)
class Words:
    """A list of words: ``a, b or c`` of what is allowed, ``a, b and c`` of what exists."""

    words: tuple[PlaceValue, ...]
    joint: str = _OR

    def say(self, language: Language = "en") -> str:
        """Say the list in ``language``."""
        texts = [str(_said(word, language)) for word in self.words]
        if len(texts) < 2:
            return "".join(texts)
        return catalogue_of(language).gettext(self.joint).format(list=", ".join(texts[:-1]), last=texts[-1])


def any_of(words: Iterable[PlaceValue]) -> Words:
    """List ``words`` as ``a, b or c``."""
    return Words(tuple(words), _OR)


def all_of(words: Iterable[PlaceValue]) -> Words:
    """List ``words`` as ``a, b and c``."""
    return Words(tuple(words), _AND)


_QUOTED = mark("'{text}'")


def escape(text: str) -> str:
    """Return ``text`` with everything unprintable escaped, but no quotation mark."""
    return repr(f"{text}'\"")[1:-4].replace("\\'", "'")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text from the input, in quotation marks, with everything unprintable escaped."""

    text: str

    def say(self, language: Language = "en") -> str:
        """Quote the text as ``language`` does."""
        if language == "en":
            return repr(self.text)
        return catalogue_of(language).gettext(_QUOTED).format(text=escape(self.text))

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True, slots=True)
class EnglishOnly:
    """A text that stays English: for operators, or from another program."""

    text: str

    def say(self, language: Language = "en") -> str:
        """Return the text, in any language."""
        return self.text

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class GameName:
    """The name of a game as a request writes it, which people and other languages say by its title."""

    name: str
    title: str
    is_in_full: bool = False

    def say(self, language: Language = "en") -> str:
        """Say the name, or the title in ``language`` of a game that has one."""
        if not self.title or (language == "en" and not self.is_in_full):
            return self.name
        return self.title if language == "en" else catalogue_of(language).pgettext(GAME, self.title)


_SEATS = {
    "N": (mark_in("letter of a seat", "N"), mark_in("letter of a seat", "of N")),
    "E": (mark_in("letter of a seat", "E"), mark_in("letter of a seat", "of E")),
    "S": (mark_in("letter of a seat", "S"), mark_in("letter of a seat", "of S")),
    "W": (mark_in("letter of a seat", "W"), mark_in("letter of a seat", "of W")),
}


SEAT_NAMES = {
    "N": (mark_in("seat", "North"), mark_in("of a seat", "of North")),
    "E": (mark_in("seat", "East"), mark_in("of a seat", "of East")),
    "S": (mark_in("seat", "South"), mark_in("of a seat", "of South")),
    "W": (mark_in("seat", "West"), mark_in("of a seat", "of West")),
}
"""The name of each seat, and the same behind "of"."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat or a side by its letters, as ``W`` or ``NS``, which French says in full; forms: ``of``."""

    letters: str
    is_in_full: bool = False
    """True if English says it in full, too."""

    def say(self, language: Language = "en") -> Formed:
        """Say the seat, or the seats of the side."""
        say, seats = catalogue_of(language).pgettext, SEAT_NAMES if self.is_in_full else _SEATS
        words = [say(*seats[letter][0]) for letter in self.letters]
        between = "" if language == "en" and not self.is_in_full else "-"
        return Formed(between.join(words), of=between.join([say(*seats[self.letters[0]][1]), *words[1:]]))


def in_full(value: object) -> Any:
    """Return a phrase, or a value of one, with every `Seat` and `GameName` in full: for people.

    They read the names of seats and the titles of games elsewhere.
    """
    match value:
        case Seat() | GameName():
            return replace(value, is_in_full=True)
        case Phrase():
            return replace(value, values=tuple((name, in_full(one)) for name, one in value.values))
        case Words():
            return replace(value, words=tuple(map(in_full, value.words)))
    return value


_SUITS = {
    "S": (mark_in("suit", "spades"), mark_in("suit", "of spades"), mark_in("suit", "to spades")),
    "H": (mark_in("suit", "hearts"), mark_in("suit", "of hearts"), mark_in("suit", "to hearts")),
    "D": (mark_in("suit", "diamonds"), mark_in("suit", "of diamonds"), mark_in("suit", "to diamonds")),
    "C": (mark_in("suit", "clubs"), mark_in("suit", "of clubs"), mark_in("suit", "to clubs")),
    "": (mark_in("suit", "trumps"), mark_in("suit", "of trumps"), mark_in("suit", "to trumps")),
}


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit by its letter, or trumps for an empty one; forms: ``of`` and ``to``."""

    letter: str

    def say(self, language: Language = "en") -> Formed:
        """Say the name of the suit."""
        plain, of, to = (catalogue_of(language).pgettext(*word) for word in _SUITS[self.letter])
        return Formed(plain, of=of, to=to)


_TRICKS = (mark_in("trick", "trick {n}"), mark_in("trick", "in trick {n}"))
_THIS_TRICK = (mark_in("trick", "this trick"), mark_in("trick", "in this trick"))


@dataclass(frozen=True, slots=True)
class TrickNumber:
    """A trick by its number, from 1, or as that on the table; form: ``in``."""

    number: int
    is_now: bool = False
    """True for the trick to which the card was played that is spoken of."""

    def say(self, language: Language = "en") -> Formed:
        """Say the number of the trick, or "this"."""
        say = catalogue_of(language).pgettext
        plain, within = (
            say(*word).format(n=self.number) for word in (_THIS_TRICK if self.is_now else _TRICKS)
        )
        return Formed(plain, **{"in": within})


def language_of(tags: Iterable[str]) -> Language:
    """Return the first supported language of ``tags``, as ``fr-CA`` or ``fr_FR.UTF-8``; else English."""
    for tag in tags:
        primary = tag.replace("_", "-").split("-")[0].split(".")[0].strip().lower()
        for language in LANGUAGES:
            if primary == language:
                return language
    return "en"


def language_of_environment(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language that the environment names, as gettext reads it; else English."""
    stated = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return language_of(stated.split(":"))


@cache
def catalogue_of(language: Language) -> NullTranslations:
    """Load the messages of one language from all its files; English needs none."""
    if language == "en":
        return NullTranslations()
    # English needs no catalogue, and what reads one takes a while to import.
    read_catalogues = import_module("solver.catalogues").read_catalogues
    found: NullTranslations = read_catalogues(
        sorted((_CATALOGUES / language / "LC_MESSAGES").glob("*.po")), language
    )
    return found
