"""The deal: who was given which cards, and the stock; what makes a deal impossible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from solver.cards import Card, Notation, format_card, format_rank, sort_cards
from solver.errors import Fault, list_words, point
from solver.rule_row import FrozenMapping
from solver.rules import Rules

STOCK = "stock"
"""The holder of the cards that are still to be drawn, beside the seats."""

Places = Mapping[tuple[str, int], str]
"""Where each card stands in a request: the JSON pointer of a holder's n-th card."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands as dealt, by seat, and the stock from its top card down."""

    hands: Mapping[str, tuple[Card, ...]]
    stock: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        hands = {seat: tuple(hand) for seat, hand in self.hands.items()}
        object.__setattr__(self, "hands", FrozenMapping(hands))
        object.__setattr__(self, "stock", tuple(self.stock))

    @property
    def n_cards(self) -> int:
        """How many cards are in the hands and the stock."""
        return sum(map(len, self.hands.values())) + len(self.stock)

    def cards(self) -> Iterator[Card]:
        """Every card of the hands and the stock."""
        for hand in self.hands.values():
            yield from hand
        yield from self.stock

    def sorted(self) -> "Deal":
        """The same deal with every hand in the order in which hands are written; the stock keeps its own."""
        return Deal({seat: tuple(sort_cards(hand)) for seat, hand in self.hands.items()}, self.stock)

    def holder(self, card: Card) -> str | None:
        """The seat that was dealt ``card``, ``"stock"`` if it is to be drawn, None if it is not in play."""
        for seat, hand in self.hands.items():
            if card in hand:
                return seat
        return STOCK if card in self.stock else None


def find_card_faults(
    deal: Deal, rules: Rules, notation: Notation = "en", places: Places | None = None
) -> Iterator[Fault]:
    """A fault for each card that is there twice, and for each that is not in the deck of the game.

    ``places`` says where the cards stand in the request; without it, as lists in ``deal`` and ``stock``.
    """
    known_places = {} if places is None else places
    deck = set(rules.deck)
    first_at: dict[Card, str] = {}
    for holder, hand in [*deal.hands.items(), (STOCK, deal.stock)]:
        owner = "the stock" if holder == STOCK else f"the hand of {holder}"
        base = point("", STOCK) if holder == STOCK else point("", "deal", holder)
        for index, card in enumerate(hand):
            if card not in first_at and card in deck:
                first_at[card] = owner
                continue
            pointer = known_places.get((holder, index)) or point(base, index)
            name = format_card(card, notation)
            if card in first_at:
                places_said = "" if first_at[card] == owner else f"in {first_at[card]} and "
                yield Fault(pointer, f"{name} is there twice: {places_said}in {owner}")
            else:
                ranks = " ".join(format_rank(rank, notation) for rank in rules.ranks)
                suits = "" if card.suit in rules.suits else f" of the suits {' '.join(rules.suits)}"
                yield Fault(pointer, f"{name} is not in the deck of {rules.name}, which has {ranks}{suits}")
            first_at.setdefault(card, owner)


def find_turned_up_faults(
    deal: Deal, turned_up: Card | None, taker: str | None, notation: Notation = "en"
) -> Iterator[Fault]:
    """A fault if the card that was turned up is dealt to another player than the one who took."""
    holder = None if turned_up is None else deal.holder(turned_up)
    if turned_up is not None and taker is not None and holder not in (None, taker):
        name = format_card(turned_up, notation)
        detail = f"{name} was turned up, and {taker}, who took, took it; it cannot be in the hand of {holder}"
        yield Fault("/contract/turned_up", detail)


def find_size_faults(deal: Deal, rules: Rules) -> Iterator[Fault]:
    """A fault for each hand and each stock that has not as many cards as the game deals."""
    for seat in deal.hands:
        if seat not in rules.players:
            seats = list_words(rules.players, "and")
            yield Fault(
                point("", "deal", seat), f"{rules.name} has no player {seat}; its players are {seats}"
            )
    for seat in rules.players:
        if seat not in deal.hands:
            yield Fault(
                "/deal", f"{seat} has no hand; {rules.name} deals to {list_words(rules.players, 'and')}"
            )
    sizes = {seat: len(deal.hands[seat]) for seat in rules.players if seat in deal.hands}
    yield from (
        _short_size_faults(deal, rules, sizes) if rules.short_deals else _full_size_faults(deal, rules, sizes)
    )


def _full_size_faults(deal: Deal, rules: Rules, sizes: Mapping[str, int]) -> Iterator[Fault]:
    for seat, size in sizes.items():
        if size != rules.cards_each:
            detail = f"{seat} is dealt {_cards(size)}; {rules.name} deals {rules.cards_each} each"
            yield Fault(point("", "deal", seat), detail)
    if len(deal.stock) != rules.stock:
        detail = f"the stock has {_cards(len(deal.stock))}; in {rules.name} it has {_cards(rules.stock)}"
        yield Fault(point("", STOCK), detail)


def _short_size_faults(deal: Deal, rules: Rules, sizes: Mapping[str, int]) -> Iterator[Fault]:
    if len(set(sizes.values())) > 1:
        counts = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
        yield Fault("/deal", f"the hands differ ({counts}); every player must be dealt equally many cards")
    elif not all(1 <= size <= rules.cards_each for size in sizes.values()):
        size = next(iter(sizes.values()))
        yield Fault(
            "/deal", f"the hands have {_cards(size)}; {rules.name} deals 1 to {rules.cards_each} each"
        )
    if len(deal.stock) > rules.stock or len(deal.stock) % rules.n_players:
        allowed = f"at most {rules.stock}, a multiple of {rules.n_players}" if rules.stock else "none"
        yield Fault(point("", STOCK), f"the stock has {_cards(len(deal.stock))}; it can have {allowed}")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number or 'no'} cards"
