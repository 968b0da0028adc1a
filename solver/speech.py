"""Sentences in the reader's language: messages with their places filled by cards, seats, sides and numbers.

Messages and their catalogues are those of solver/sentences.py; here cards are put into their places.
A place may ask for a seat or a side in the form ``{seat:of}``, "of North", which French elides: "d’Est"; or
``{seat:to}``, which is "au mort" of dummy.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial, reduce
from gettext import NullTranslations
from typing import Any, NamedTuple

from solver.cards import ALL_TRUMPS, CARD_TEXTS, NO_TRUMPS, SYMBOLS, Card, Notation, format_rank, format_trump
from solver.seats import SEAT_LETTERS
from solver.sentences import (
    SEAT_NAMES,
    Counted,
    Formed,
    Language,
    Message,
    Sayable,
    all_of,
    any_of,
    catalogue_of,
    mark,
    mark_in,
)

_DUMMY = mark_in("seat", "dummy")
_OF_DUMMY = mark_in("of a seat", "of dummy")
_TO_DUMMY = mark_in("to a seat", "to dummy")
_TO_SEATS = mark_in("to a seat", "to {seats}")
_TRUMPS = {
    "S": mark("spades"),
    "H": mark("hearts"),
    "D": mark("diamonds"),
    "C": mark("clubs"),
    NO_TRUMPS: mark("no trumps"),
    ALL_TRUMPS: mark("all trumps"),
}
_CLAUSES = mark("{first}; {then}")
_LABELLED = mark("{label}: {said}")
_PERCENT = mark("{share}\u00a0%")
_SEPARATORS: Mapping[Language, dict[int, str]] = {"en": {}, "fr": {ord(","): "\u00a0", ord("."): ","}}
"""The signs for thousands and decimals, in the place of the English comma and point."""


class Place(NamedTuple):
    """A seat or a side in a message, by the letters of its seats."""

    seats: str
    is_dummy: bool = False
    """True for dummy of bridge, who is called so."""


def capitalised(text: str) -> str:
    """Return ``text`` as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return ``text``, the beginning of a sentence, as what comes later in one."""
    return text[:1].lower() + text[1:]


def form_of(number: float, digits: int = 1) -> int:
    """Return the ``n`` that chooses the form of a message in which a number is shown with so many digits.

    French counts 1.9 as one, and 2.0 as two; so it is the number that is shown.
    """
    return int(round(number, digits))


class Speech:
    """The way a reader is addressed: language, and letters or symbols for cards."""

    def __init__(
        self, language: Language = "en", notation: Notation = "en", *, symbols: bool = False
    ) -> None:
        self.language = language
        self.notation = notation
        self.symbols = symbols
        self.cards: Mapping[Card, str] = CARD_TEXTS[notation]
        """The text of each card, without symbols."""
        self._catalogue = catalogue_of(language)

    def say(self, message: Message, n: int = 0, **values: object) -> str:
        """Say ``message`` in the reader's language, with ``values`` in its places.

        Cards and `Place` are written as the reader reads them, lists joined; ``n`` chooses the form of a
        message with a number, and fills the place of that name.
        """
        if not values and not n:
            return _said_alone(self._catalogue, message)
        spoken = {name: self._spoken(value) for name, value in values.items()}
        return self._text(message, n).format(n=n, **spoken)

    def begins_with_a_value(self, message: Message) -> bool:
        """True if the first word of ``message`` in the reader's language is one of its values."""
        return self._text(message).startswith("{")

    def _text(self, message: Message, n: int = 0) -> str:
        if isinstance(message, Counted):
            return self._catalogue.ngettext(message.one, message.several, n)
        return self._catalogue.gettext(message)

    def worded(self, say: "Callable[[Speech], Any]") -> Any:
        """Return what ``say`` says in this speech, for an answer in JSON."""
        return say(self)

    def worded_in(self, say: Callable[[Language], Any]) -> Any:
        """Return what ``say`` says in the language of this speech, for an answer in JSON."""
        return say(self.language)

    def lettered(self, write: Callable[[Notation], Any]) -> Any:
        """Return what ``write`` writes in the letters of this speech, for an answer in JSON."""
        return write(self.notation)

    def trump_letters(self, trump: str) -> str:
        """Write trumps in the letters of this speech, for an answer in JSON."""
        text: str = self.lettered(partial(format_trump, trump))
        return text

    def trump_symbol(self, trump: str) -> str:
        """Name trumps by the symbol of their suit; no trumps and all trumps in words."""
        return SYMBOLS.get(trump) or self.trump(trump)

    def join(self, texts: Iterable[str]) -> str:
        """List texts as ``a, b and c``."""
        return all_of(texts).say(self.language)

    def either(self, texts: Iterable[str]) -> str:
        """List texts as ``a, b or c``."""
        return any_of(texts).say(self.language)

    def clauses(self, texts: Iterable[str]) -> str:
        """Join clauses as ``a; b; c``."""
        return reduce(lambda first, then: self.say(_CLAUSES, first=first, then=then), texts)

    def labelled(self, label: str, said: str) -> str:
        """Put a label before a text: ``label: said``."""
        return self.say(_LABELLED, label=label, said=said)

    def letters(self, seats: str) -> str:
        """Return the letters of a seat or of the seats of a side."""
        return "".join(self.say(SEAT_LETTERS[seat].message) for seat in seats)

    def trump(self, trump: str) -> str:
        """Name a suit, no trumps or all trumps."""
        return self.say(_TRUMPS[trump])

    def number(self, value: float, digits: int = 0) -> str:
        """Write a number, its thousands apart, with ``digits`` places behind the point; 0 without a sign."""
        return f"{value:z,.{digits}f}".replace("-", "−").translate(_SEPARATORS[self.language])

    def percent(self, share: float, digits: int = 0) -> str:
        """Write a share of 1 in percent, whole ones or with ``digits`` places behind the point."""
        return self.say(_PERCENT, share=self.number(100 * share, digits))

    def translate(self, text: str, context: str) -> str:
        """Translate a text of a data file, which has no places; unknown texts stay as they are."""
        return self._catalogue.pgettext(context, text)

    def _spoken(self, value: object) -> object:
        if isinstance(value, str):
            return value
        if isinstance(value, Card):
            return self.card(value)
        if isinstance(value, Place):
            return _placed(self._catalogue, value)
        if isinstance(value, (tuple, list)):
            return self.join(str(self._spoken(entry)) for entry in value)
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return value.say(self.language) if isinstance(value, Sayable) else value

    def card(self, card: Card) -> str:
        """Write a card, by symbols or letters."""
        if not self.symbols:
            return self.cards[card]
        rank = "10" if card.rank == "T" else format_rank(card.rank, self.notation)
        return SYMBOLS[card.suit] + rank


ENGLISH = Speech()
"""The speech for a reader with no settings."""


@lru_cache(maxsize=256)
def _placed(catalogue: NullTranslations, place: Place) -> Formed:
    """Say a seat or a side; there are few, and most sentences name some."""
    say = catalogue.pgettext
    if place.is_dummy:
        return Formed(say(*_DUMMY), of=say(*_OF_DUMMY), to=say(*_TO_DUMMY))
    words = [say(*SEAT_NAMES[seat][0]) for seat in place.seats]
    of = "-".join([say(*SEAT_NAMES[place.seats[0]][1]), *words[1:]])
    seats = "-".join(words)
    return Formed(seats, of=of, to=say(*_TO_SEATS).format(seats=seats))


@lru_cache(maxsize=2048)
def _said_alone(catalogue: NullTranslations, message: Message) -> str:
    """Say a message without values; most are, and the same ones again and again."""
    if isinstance(message, Counted):
        return catalogue.ngettext(message.one, message.several, 0).format(n=0)
    return catalogue.gettext(message).format(n=0)
