"""Discards of all fours as a player makes them who sees one hand."""

from collections.abc import Collection, Mapping, Sequence

from solver.cards import Card
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


def play_on(
    rules: Rules, trump: str, hands: Mapping[str, Sequence[Card]], chosen: Mapping[str, Cards]
) -> dict[str, Cards]:
    """Return the hands that are played, by seat: as ``chosen``, or what a player usually keeps."""
    return {
        seat: chosen[seat] if seat in chosen else keep_usual(rules, trump, hand)
        for seat, hand in hands.items()
    }
