"""Clues: what a play gives away about the hand it came from.

They are the duties of `solver.game.legality` read backwards.

A player who discards on hearts holds none.  One who must head the trick and does not holds no higher trump.
One who must ruff and does not holds no trumps at all.  `reveal` says exactly which hands could have played a
card, for every set of rules.
"""

from collections.abc import Collection
from typing import NamedTuple

from solver.cards import ALL_TRUMPS, Card
from solver.game import Trick, beats, is_exempt_by_partner, is_partner_winning, is_ruff_to_beat
from solver.rules import FollowDuty, HeadTrumpsDuty, OverruffDuty, RuffDuty, Rules, UnderruffDuty

_NONE: frozenset[Card] = frozenset()


class Clue(NamedTuple):
    """A fact about a hand.

    It holds no card of ``none_of``.  If ``some_of`` is not None, it holds one of those, or else no card of
    ``or_none_of`` (None: there is no such way out).  It lacks some card of ``not_all_of``, if that has any.
    """

    none_of: frozenset[Card] = _NONE
    some_of: frozenset[Card] | None = None
    or_none_of: frozenset[Card] | None = None
    not_all_of: frozenset[Card] = _NONE

    def allows(self, hand: Collection[Card]) -> bool:
        """True if the clue allows ``hand``."""
        if not self.none_of.isdisjoint(hand) or (self.not_all_of and self.not_all_of.issubset(hand)):
            return False
        if self.some_of is None or not self.some_of.isdisjoint(hand):
            return True
        return self.or_none_of is not None and self.or_none_of.isdisjoint(hand)

    def beside(self, held: Collection[Card]) -> "Clue":
        """Return the clue to the rest of a hand that holds ``held`` for sure; this clue must allow them."""
        some_of, or_none_of = self.some_of, self.or_none_of
        if some_of is not None and not some_of.isdisjoint(held):
            some_of = or_none_of = None
        elif or_none_of is not None and not or_none_of.isdisjoint(held):
            or_none_of = None
        return Clue(self.none_of, some_of, or_none_of, self.not_all_of.difference(held))


NO_CLUE = Clue()


def reveal(rules: Rules, trump: str, trick: Trick, seat: str, card: Card) -> Clue:
    """Return what the hand of ``seat``, with ``card`` in it, must have been like for ``card`` to be playable.

    The clue allows exactly those hands with ``card`` that have it among their `legal_plays` to the unfinished
    ``trick``.
    """
    led = trick.led_suit
    is_trump_led = trump in (led, ALL_TRUMPS)
    if led is None or (card.suit == led and not is_trump_led):
        return NO_CLUE
    trump_suit = led if is_trump_led else trump
    trumps = frozenset(other for other in rules.deck if other.suit == trump_suit)
    winning = trick.winning_card(rules, trump)
    higher = frozenset(
        other for other in trumps if winning.suit == trump_suit and beats(rules, trump, other, winning)
    )
    if is_trump_led:
        if card.suit != led:
            return Clue(trumps)
        return Clue(higher) if _must_head(rules, trump, trick, seat) and card not in higher else NO_CLUE

    suit_led = frozenset(other for other in rules.deck if other.suit == led)
    is_to_beat = is_ruff_to_beat(rules, trump, trick, seat)
    if card.suit == trump:
        void = suit_led if rules.follow == FollowDuty.strict else _NONE
        if not is_to_beat or card in higher:
            return Clue(void)
        return _reveal_by_underruff(rules, void, higher, frozenset(rules.deck) - trumps)
    if rules.ruff == RuffDuty.free or is_exempt_by_partner(rules, trump, trick, seat):
        return Clue(suit_led)
    if is_to_beat and rules.underruff != UnderruffDuty.required:
        return Clue(suit_led | higher)
    return Clue(suit_led | trumps)


def _must_head(rules: Rules, trump: str, trick: Trick, seat: str) -> bool:
    """True if the player must head the trick, to which trumps were led, when able to."""
    if rules.head_trumps == HeadTrumpsDuty.opponents:
        return not is_partner_winning(rules, trump, trick, seat)
    return rules.head_trumps == HeadTrumpsDuty.always


def _reveal_by_underruff(
    rules: Rules, void: frozenset[Card], higher: frozenset[Card], plain: frozenset[Card]
) -> Clue:
    """Return what a trump below one to be beaten says of the ``higher`` trumps and the ``plain`` cards."""
    is_last_resort = rules.underruff == UnderruffDuty.last_resort
    if rules.overruff != OverruffDuty.free:
        return Clue(void | higher | plain) if is_last_resort else Clue(void | higher)
    return Clue(void, higher, plain) if is_last_resort else Clue(void)
