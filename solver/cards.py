"""Cards: a suit and a rank, and how they are written.

Inside the project and in every output a card is its suit letter and its rank letter, ``SA`` ``HT`` ``C7``.
Input may also come rank first, in lower case, with ``10``, with the suit symbols, and in French letters.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, Self, TypeVar

from solver.errors import Fault, FaultKind, UnreadableError, Wrong, show, wrong
from solver.fault_codes import Code
from solver.sentences import any_of

SUITS = "SHDC"
"""The suits in the order used everywhere: spades, hearts, diamonds, clubs."""
RANKS = "AKQJT98765432"
"""The ranks in their natural order, the one that sequences follow."""
NO_TRUMPS = "NT"
"""The trump word of a contract without trumps."""
ALL_TRUMPS = "AT"
"""The trump word of a contract in which every suit has the order and the duties of trumps."""
TRUMPS = (*SUITS, NO_TRUMPS, ALL_TRUMPS)
"""The trumps of all games together."""

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

T = TypeVar("T")

Notation = Literal["en", "fr"]
"""The letters of suits and ranks: those of English or of French."""
NOTATIONS: tuple[Notation, ...] = ("en", "fr")


class ByNotation(dict[Notation, T]):
    """Values by notation; another word than those of `NOTATIONS` raises ValueError."""

    def __missing__(self, notation: object) -> T:
        words = " or ".join(map(repr, NOTATIONS))
        raise ValueError(f"notation must be {words}, and not {notation!r}")


class Card(NamedTuple):
    """One card: the letter of its suit and the letter of its rank.

    Cards compare by their letters, which is no order of cards: C < D < H < S, and A < J < K < Q < T.
    `sort_cards` has the order of a hand.
    """

    suit: str
    rank: str

    def __str__(self) -> str:
        return self.suit + self.rank


_SUIT_SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}

# Per notation, how each suit and each rank is printed.  French has no letter for the ten: T is trèfle.
_SUIT_LETTERS: ByNotation[dict[str, str]] = ByNotation(
    {
        "en": {suit: suit for suit in SUITS},
        "fr": {"S": "P", "H": "C", "D": "K", "C": "T"},
    }
)
_RANK_LETTERS: ByNotation[dict[str, str]] = ByNotation(
    {
        "en": {rank: rank for rank in RANKS},
        "fr": {rank: rank for rank in RANKS} | {"K": "R", "Q": "D", "J": "V", "T": "10"},
    }
)
_SUITLESS: ByNotation[dict[str, tuple[str, ...]]] = ByNotation(
    {
        "en": {
            NO_TRUMPS: (NO_TRUMPS, "NONE", "NOTRUMP", "NOTRUMPS"),
            ALL_TRUMPS: (ALL_TRUMPS, "ALLTRUMP", "ALLTRUMPS"),
        },
        "fr": {
            NO_TRUMPS: ("SA", "SANSATOUT", NO_TRUMPS, "NONE"),
            ALL_TRUMPS: ("TA", "TOUTATOUT", ALL_TRUMPS),
        },
    }
)
"""The words for contracts without a trump suit, by notation; the first one is printed."""


def _suit_forms(suit: str, notation: Notation) -> str:
    return _SUIT_LETTERS[notation][suit] + _SUIT_SIGNS[suit]


def _rank_forms(rank: str, notation: Notation) -> tuple[str, ...]:
    printed = _RANK_LETTERS[notation][rank]
    return (printed, "10") if rank == "T" else (printed,)


_EACH = {(suit, rank): Card(suit, rank) for suit, rank in product(SUITS, RANKS)}


def card_of(suit: str, rank: str) -> Card:
    """Return the one object for a card that all that is read, and all tables, have.

    Cards made otherwise equal it; the same object is found in a hand or a table without a comparison.
    """
    return _EACH[suit, rank]


def _card_forms(notation: Notation) -> dict[str, Card]:
    """Return the card for each accepted spelling, in capitals: the parser is this table."""
    forms: dict[str, Card] = {}
    for suit, rank in product(SUITS, RANKS):
        for suit_form, rank_form in product(_suit_forms(suit, notation), _rank_forms(rank, notation)):
            forms[suit_form + rank_form] = forms[rank_form + suit_form] = _EACH[suit, rank]
    return forms


_CARDS: ByNotation[dict[str, Card]] = ByNotation({notation: _card_forms(notation) for notation in NOTATIONS})
CARD_TEXTS: ByNotation[dict[Card, str]] = ByNotation(
    {
        notation: {
            card_of(suit, rank): _SUIT_LETTERS[notation][suit] + _RANK_LETTERS[notation][rank]
            for suit, rank in product(SUITS, RANKS)
        }
        for notation in NOTATIONS
    }
)
"""Each card as all output writes it, by notation."""
_PLACES = {card: place for place, card in enumerate(_EACH.values())}
"""The place of each card among all, suit by suit, in natural order."""
_TRUMP_TEXTS: ByNotation[dict[str, str]] = ByNotation(
    {
        notation: {form: suit for suit in SUITS for form in _suit_forms(suit, notation)}
        | {word: trump for trump, words in _SUITLESS[notation].items() for word in words}
        for notation in NOTATIONS
    }
)
_RANK_TEXTS: ByNotation[dict[str, str]] = ByNotation(
    {
        notation: {form: rank for rank in RANKS for form in _rank_forms(rank, notation)}
        for notation in NOTATIONS
    }
)
_CARDS_BY_RANK: ByNotation[tuple[dict[str, Card], ...]] = ByNotation(
    {
        notation: tuple({form: _EACH[suit, rank] for form, rank in forms.items()} for suit in SUITS)
        for notation, forms in _RANK_TEXTS.items()
    }
)


def _plain_text(text: object) -> str:
    """Return ``text`` in capitals without spaces and variation selectors; empty if no text, or too long."""
    if not isinstance(text, str) or len(text) > 24:
        return ""
    return "".join(text.translate(_VARIATION_SELECTORS).upper().split())


def _look_up(forms: dict[str, T], text: object) -> T | None:
    """Return the entry of ``forms`` that ``text`` spells, or None if it spells none."""
    found = forms.get(text) if isinstance(text, str) else None
    return forms.get(_plain_text(text)) if found is None else found


def _unreadable(said: Wrong) -> UnreadableError:
    return UnreadableError([Fault("", said, FaultKind.unreadable)])


_EXAMPLES = (Card("S", "A"), Card("H", "T"), Card("C", "7"))


class WrittenCards(str):
    """Cards in the letters of a request, for a place of a sentence; it knows which cards they are."""

    cards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: Iterable[Card], notation: Notation) -> Self:
        """Write ``cards`` one after the other."""
        held = tuple(cards)
        made = cls(" ".join(format_card(card, notation) for card in held))
        made.cards = held
        return made


def parse_card(text: object, notation: Notation = "en") -> Card:
    """Return the card that ``text`` names, in any accepted form of ``notation``; a card as it is.

    Raises UnreadableError if it names none, ValueError for another word than those of `NOTATIONS`.

    >>> parse_card("10♥")
    Card(suit='H', rank='T')
    >>> parse_card("VP", "fr")
    Card(suit='S', rank='J')
    """
    if isinstance(text, Card) and text.suit in SUITS and text.rank in RANKS:
        return text
    card = _look_up(_CARDS[notation], text)
    if card is None:
        none = wrong(
            Code.not_a_card,
            "{text} is not a card; a card is its suit and its rank, as {examples}",
            text=show(text),
            examples=any_of(WrittenCards.of([card], notation) for card in _EXAMPLES),
        )
        raise _unreadable(none)
    return card


def cards_by_text(notation: Notation = "en") -> Mapping[str, Card]:
    """Return the cards by the ways to write them, in capitals."""
    return _CARDS[notation]


def cards_by_rank(notation: Notation = "en") -> Sequence[Mapping[str, Card]]:
    """Return the cards of each of `SUITS`, by the ways to write their ranks, in capitals."""
    return _CARDS_BY_RANK[notation]


def spellings(notation: Notation) -> Mapping[str, Mapping[str, str]]:
    """Return the ways to write suits, ranks and trumps, in capitals, each with what it stands for.

    >>> spellings("fr")["ranks"]["V"], spellings("fr")["trumps"]["SANSATOUT"]
    ('J', 'NT')
    """
    suits = {form: suit for suit in SUITS for form in _suit_forms(suit, notation)}
    return {"suits": suits, "ranks": _RANK_TEXTS[notation], "trumps": _TRUMP_TEXTS[notation]}


def format_card(card: Card, notation: Notation = "en") -> str:
    """Write ``card`` as all output does: suit letter, then rank.

    Raises TypeError for what is no card, ValueError for another word than those of `NOTATIONS`.

    >>> format_card(Card("S", "J")), format_card(Card("S", "J"), "fr")
    ('SJ', 'PV')
    """
    text = CARD_TEXTS[notation].get(card) if isinstance(card, Card) else None
    if text is None:
        raise TypeError(f"a Card is written, and not {card!r}; parse_card reads one from a text")
    return text


def parse_rank(text: object, notation: Notation = "en") -> str:
    """Return the rank letter (``T`` for ten) that ``text`` names; raise UnreadableError if it names none."""
    rank = _look_up(_RANK_TEXTS[notation], text)
    if rank is None:
        none = wrong(
            Code.not_a_rank,
            "{text} is not a rank; the ranks are {ranks}",
            text=show(text),
            ranks=" ".join(_RANK_LETTERS[notation].values()),
        )
        raise _unreadable(none)
    return rank


def format_rank(rank: str, notation: Notation = "en") -> str:
    """Write ``rank`` as all output does."""
    return _RANK_LETTERS[notation][rank]


def parse_trump(text: object, notation: Notation = "en", among: Iterable[str] = TRUMPS) -> str:
    """Return the trump of ``text``: a suit letter, ``NT`` or ``AT``; raise UnreadableError if it is none.

    among: the trumps of a game, which the error names.
    """
    trump = _look_up(_TRUMP_TEXTS[notation], text)
    if trump is None:
        strange = wrong(
            Code.not_a_trump,
            "{text} is not a trump; a trump is {choice}",
            text=show(text),
            choice=any_of(format_trump(one, notation) for one in among),
        )
        raise _unreadable(strange)
    return trump


def format_trump(trump: str, notation: Notation = "en") -> str:
    """Write ``trump`` as all output does: a suit letter, ``NT`` or ``AT`` (``SA`` or ``TA`` in French)."""
    words = _SUITLESS[notation].get(trump)
    return words[0] if words else _SUIT_LETTERS[notation][trump]


def sort_cards(cards: Iterable[Card], order: str = RANKS) -> list[Card]:
    """Sort ``cards`` as a player holds them: suit by suit (S H D C), the strongest of ``order`` first."""
    if order == RANKS:
        return sorted(cards, key=_PLACES.__getitem__)
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), order.index(card.rank)))
