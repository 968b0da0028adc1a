"""Discards of all fours as a player makes them who sees one hand, and the choices that there are."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from solver.cards import Card, sort_cards
from solver.game import N_DISCARDED
from solver.rules import Rules

Cards = tuple[Card, ...]


def keep_usual(rules: Rules, trump: str, hand: Collection[Card]) -> Cards:
    """Return what a player keeps by rule of thumb: trumps first, then the highest cards of the other suits.

    The rule is the project's own.

    >>> from solver.cards import parse_card
    >>> from solver.rules import find_variant
    >>> hand = [parse_card(name) for name in "SA SK S9 HJ H2 D6 D5 CT C4".split()]
    >>> " ".join(str(card) for card in keep_usual(find_variant("all_fours"), "H", hand))
    'HJ H2 SA SK CT S9'
    """

    def worth(card: Card) -> tuple[bool, int, str]:
        order = rules.order_trump if card.suit == trump else rules.order_plain
        return card.suit != trump, order.index(card.rank), card.suit

    return tuple(sorted(hand, key=worth)[: len(hand) - N_DISCARDED])


def choices(rules: Rules, trump: str, hand: Collection[Card], gone: Collection[Card]) -> list[list[Cards]]:
    """Return the choices of discards, in groups that are worth the same in every deal.

    Neighbours are worth the same where neither counts for anything of its own, and no card that another
    player may hold lies between.

    gone: the cards that nobody holds, as those turned up.
    """
    classes = dict(_classes(rules, trump, hand, gone))
    alike: dict[tuple[int, ...], list[Cards]] = {}
    for cards in combinations(sort_cards(hand), N_DISCARDED):
        key = tuple(sorted(classes[card] for card in cards))
        alike.setdefault(key, []).append(cards)
    return list(alike.values())


def _classes(
    rules: Rules, trump: str, hand: Collection[Card], gone: Collection[Card]
) -> Iterator[tuple[Card, int]]:
    """Yield each card of the hand with the number of its class."""
    number = 0
    for suit in rules.suits:
        order = rules.order_trump if suit == trump else rules.order_plain
        above: Card | None = None
        for card in (Card(suit, rank) for rank in order):
            if card in gone:
                continue
            if card in hand:
                if above is None or _counts(rules, trump, above) or _counts(rules, trump, card):
                    number += 1
                yield card, number
            above = card if card in hand else None


def _counts(rules: Rules, trump: str, card: Card) -> bool:
    """True if a card counts for something of its own: points for game, or as the jack of trumps."""
    return card == Card(trump, "J") or rules.card_points(card, trump) > 0


def play_on(
    rules: Rules, trump: str, hands: Mapping[str, Sequence[Card]], chosen: Mapping[str, Cards]
) -> dict[str, Cards]:
    """Return the hands that are played, by seat: as ``chosen``, or what a player usually keeps."""
    return {
        seat: chosen[seat] if seat in chosen else keep_usual(rules, trump, hand)
        for seat, hand in hands.items()
    }
