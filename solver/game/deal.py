"""The deal: hands and stock, and the faults of impossible ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from solver.cards import Card, Notation, format_card, format_rank, format_trump, sort_cards
from solver.errors import Fault, Wrong, point, wrong
from solver.fault_codes import Code
from solver.rules import FrozenMapping, Rules
from solver.seats import CLOCKWISE, SEAT_LETTERS, seats_said
from solver.sentences import Phrase, Seat, all_of, phrase, phrase_n

STOCK = "stock"
"""The holder of cards that are still to be drawn, beside the seats."""

Places = Mapping[str, Sequence[str]]
"""The JSON pointers of the cards in a request, in their order, by holder."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands as dealt, by seat, and the stock from its top card down.

    >>> deal = Deal({"N": (Card("S", "K"), Card("S", "A")), "S": (Card("H", "7"),)})
    >>> [str(card) for card in deal.sorted().hands["N"]], deal.n_cards
    (['SA', 'SK'], 3)
    >>> deal.holder(Card("H", "7"))
    'S'
    """

    hands: Mapping[str, tuple[Card, ...]]
    stock: tuple[Card, ...] = ()
    n_cards: int = field(init=False, repr=False, compare=False)
    """The number of cards in the hands and the stock."""

    def __post_init__(self) -> None:
        hands = {seat: tuple(hand) for seat, hand in self.hands.items()}
        object.__setattr__(self, "hands", FrozenMapping(hands))
        object.__setattr__(self, "stock", tuple(self.stock))
        n_cards = sum(map(len, hands.values())) + len(self.stock)
        object.__setattr__(self, "n_cards", n_cards)

    def cards(self) -> Iterator[Card]:
        """Return every card of the hands and the stock, one after the other."""
        return chain(*self.hands.values(), self.stock)

    def sorted(self) -> "Deal":
        """Return the deal with sorted hands, clockwise from north; the stock keeps its order."""
        # What goes through the hands one by one must not depend on the one that is written first.
        hands = {seat: tuple(sort_cards(self.hands[seat])) for seat in CLOCKWISE if seat in self.hands}
        return self if [*hands.items()] == [*self.hands.items()] else Deal(hands, self.stock)

    def holder(self, card: Card) -> str | None:
        """Return the seat that was dealt ``card``, ``"stock"`` if it is to be drawn, else None."""
        for seat, hand in self.hands.items():
            if card in hand:
                return seat
        return STOCK if card in self.stock else None


def find_card_faults(
    deal: Deal, rules: Rules, notation: Notation = "en", places: Places | None = None
) -> Iterator[Fault]:
    """Yield a fault for each duplicate card, and for each that is not in the deck of the game.

    ``places`` are the cards' places in the request; the default is lists in ``deal`` and ``stock``.
    """
    # Step 1. What is usual: every card is there once.
    deck = rules.deck_set
    if len(deck.intersection(deal.cards())) == deal.n_cards:
        return
    # Step 2. Each card that was there before, or that the game does not have.
    known_places = {} if places is None else places
    first_at: dict[Card, Phrase] = {}
    for holder, hand in [*deal.hands.items(), (STOCK, deal.stock)]:
        owner = phrase("the stock") if holder == STOCK else phrase("the hand {seat:of}", seat=Seat(holder))
        base = point("", STOCK) if holder == STOCK else point("", "deal", holder)
        for index, card in enumerate(hand):
            if card not in first_at and card in deck:
                first_at[card] = owner
                continue
            pointer = known_places[holder][index] if holder in known_places else point(base, index)
            name = format_card(card, notation)
            if card in first_at:
                yield Fault(pointer, _twice(name, first_at[card], owner))
            else:
                yield Fault(pointer, _not_in_deck(name, card, rules, notation))
            first_at.setdefault(card, owner)


def _twice(name: str, first: Phrase, second: Phrase) -> Wrong:
    if first == second:
        return wrong(Code.duplicate_card, "{card} is there twice: in {owner}", card=name, owner=second)
    return wrong(
        Code.duplicate_card,
        "{card} is there twice: in {first} and in {second}",
        card=name,
        first=first,
        second=second,
    )


def _not_in_deck(name: str, card: Card, rules: Rules, notation: Notation) -> Wrong:
    ranks = " ".join(format_rank(rank, notation) for rank in rules.ranks)
    if card.suit in rules.suits:
        return wrong(
            Code.not_in_deck,
            "{card} is not in the deck of {game}, which has {ranks}",
            card=name,
            game=rules.called,
            ranks=ranks,
        )
    return wrong(
        Code.not_in_deck,
        "{card} is not in the deck of {game}, which has {ranks} of the suits {suits}",
        card=name,
        game=rules.called,
        ranks=ranks,
        suits=" ".join(format_trump(suit, notation) for suit in rules.suits),
    )


def find_size_faults(deal: Deal, rules: Rules) -> Iterator[Fault]:
    """Yield a fault for each hand, and for the stock, that has not as many cards as the game deals."""
    # Step 1. What is usual: each player has a hand of the full size.
    is_full = set(map(len, deal.hands.values())) == {rules.cards_each} and len(deal.stock) == rules.stock
    if is_full and set(deal.hands) == set(rules.players):
        return
    # Step 2. Hands that are missing, or that the game does not have.
    for seat in deal.hands:
        if seat not in rules.players:
            none = wrong(
                Code.not_in_game,
                "{game} has no player {seat}; its players are {players}",
                game=rules.called,
                seat=SEAT_LETTERS[seat],
                players=seats_said(rules.players),
            )
            yield Fault(point("", "deal", seat), none)
    for seat in rules.players:
        if seat not in deal.hands:
            missing = wrong(
                Code.missing_hand,
                "{seat} has no hand; {game} deals to {players}",
                seat=Seat(seat),
                game=rules.called,
                players=seats_said(rules.players),
            )
            yield Fault("/deal", missing)
    # Step 3. The sizes.
    sizes = {seat: len(deal.hands[seat]) for seat in rules.players if seat in deal.hands}
    yield from (
        _short_size_faults(deal, rules, sizes) if rules.short_deals else _full_size_faults(deal, rules, sizes)
    )


def _full_size_faults(deal: Deal, rules: Rules, sizes: Mapping[str, int]) -> Iterator[Fault]:
    for seat, size in sizes.items():
        if size != rules.cards_each:
            uneven = wrong(
                Code.wrong_hand_size,
                "{seat} is dealt {cards}; {game} deals {size} each",
                seat=Seat(seat),
                cards=count_cards(size),
                game=rules.called,
                size=rules.cards_each,
            )
            yield Fault(point("", "deal", seat), uneven)
    if len(deal.stock) != rules.stock:
        wrong_size = wrong(
            Code.wrong_stock_size,
            "the stock has {cards}; in {game} it has {right}",
            cards=count_cards(len(deal.stock)),
            game=rules.called,
            right=count_cards(rules.stock),
        )
        yield Fault(point("", STOCK), wrong_size)


def _short_size_faults(deal: Deal, rules: Rules, sizes: Mapping[str, int]) -> Iterator[Fault]:
    if len(set(sizes.values())) > 1:
        uneven = wrong(
            Code.wrong_hand_size,
            "the hands differ ({counts}); every player must be dealt equally many cards",
            counts=all_of(
                phrase("{seat} {size}", seat=Seat(seat), size=size) for seat, size in sizes.items()
            ),
        )
        yield Fault("/deal", uneven)
    elif not all(1 <= size <= rules.cards_each for size in sizes.values()):
        too_many = wrong(
            Code.wrong_hand_size,
            "the hands have {cards}; {game} deals 1 to {most} each",
            cards=count_cards(next(iter(sizes.values()))),
            game=rules.called,
            most=rules.cards_each,
        )
        yield Fault("/deal", too_many)
    if len(deal.stock) > rules.stock or len(deal.stock) % rules.n_players:
        allowed = phrase("none")
        if rules.stock:
            allowed = phrase(
                "at most {most}, a multiple of {players}", most=rules.stock, players=rules.n_players
            )
        wrong_size = wrong(
            Code.wrong_stock_size,
            "the stock has {cards}; it can have {allowed}",
            cards=count_cards(len(deal.stock)),
            allowed=allowed,
        )
        yield Fault(point("", STOCK), wrong_size)


def count_cards(number: int) -> Phrase:
    """Say how many cards ``number`` are."""
    return phrase_n("{n} card", "{n} cards", number) if number else phrase("no cards")
