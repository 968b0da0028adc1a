"""A deal while it is played: takes card after card, refuses impossible ones, counts and draws."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Never

from solver.cards import ALL_TRUMPS, Card, Notation, WrittenCards, sort_cards
from solver.errors import PositionError, Wrong, wrong
from solver.fault_codes import Code
from solver.game.deal import STOCK, Deal
from solver.game.legality import broken_rule, legal_plays
from solver.game.tally import (
    Honours,
    Tally,
    TrickWorth,
    discard_penalty,
    find_honours,
    held_honours,
    trick_worth,
)
from solver.game.trick import Trick, follow_tricks
from solver.records import maker_of
from solver.rules import Rules
from solver.sentences import Seat, phrase

_new_trick = maker_of(Trick)

_STATE = ("hands", "trick", "to_play", "tally", "n_drawn", "rules")
"""The attributes that decide how a deal goes on."""


class Replay:
    """The cards of a deal, in hands, tricks and stock, after some were played; mutable.

    `play` changes it, `copy` is independent.  ``deal`` must be a possible deal of the game, and ``leader``
    one of its players.
    """

    __slots__ = (
        "deal",
        "hands",
        "honours",
        "n_drawn",
        "rules",
        "tally",
        "to_play",
        "trick",
        "tricks",
        "trump",
    )

    def __init__(self, rules: Rules, trump: str, deal: Deal, leader: str) -> None:
        self.rules = rules
        self.trump = trump
        self.deal = deal
        self.hands: dict[str, tuple[Card, ...]] = dict(deal.hands.items())
        self.tricks: tuple[Trick, ...] = ()
        """The finished tricks."""
        self.trick = _new_trick(leader)
        """The unfinished trick; when the deal is over, an empty one with the last winner as its leader."""
        self.to_play: str | None = leader
        self.n_drawn = 0
        """The number of cards drawn from the stock."""
        self.honours: Honours = find_honours(rules, trump, deal.cards())
        self.tally = Tally()
        if self.honours.low is not None:
            for seat, hand in deal.hands.items():
                self._count_held_honours(seat, hand)

    def __eq__(self, other: object) -> bool:
        """True if the deal goes on in the same way from both: the finished tricks count by their tally."""
        if not isinstance(other, Replay):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _STATE)

    def copy(self) -> "Replay":
        """Return an independent copy."""
        other = Replay.__new__(Replay)
        other.rules = self.rules
        other.trump = self.trump
        other.deal = self.deal
        other.hands = dict(self.hands)
        other.tricks = self.tricks
        other.trick = self.trick
        other.to_play = self.to_play
        other.n_drawn = self.n_drawn
        other.honours = self.honours
        other.tally = self.tally
        return other

    def with_deal(self, deal: Deal) -> "Replay":
        """Return the same plays in another deal, without a stock, in which each is as possible as here.

        That is not checked.  What the tricks are worth must not depend on the cards left in the hands.
        """
        other = self.copy()
        other.deal = deal
        played = {card for trick in (*self.tricks, self.trick) for card in trick.plays}
        other.hands = {
            seat: tuple(card for card in hand if card not in played) for seat, hand in deal.hands.items()
        }
        return other

    @property
    def n_played(self) -> int:
        """The number of cards played so far."""
        return len(self.tricks) * self.rules.n_players + len(self.trick.plays)

    def legal_plays(self) -> list[Card]:
        """Return the cards that the player to play may play; none when the deal is over."""
        if self.to_play is None:
            return []
        return legal_plays(self.rules, self.trump, self.hands[self.to_play], self.trick, self.to_play)

    def play(self, card: Card, notation: Notation = "en") -> None:
        """Play ``card`` for the player whose turn it is.

        Raises PositionError if they do not hold it or may not play it, or if the deal is over; its message
        writes cards in ``notation``.  Raises TypeError for what is no card.
        """
        # A plain tuple equals the card that it spells.
        if not isinstance(card, Card) or card not in self.legal_plays():
            self._refuse(card, notation)
        self._put(card)

    def play_all(self, cards: Iterable[Card], notation: Notation = "en") -> None:
        """Play ``cards`` one after the other.

        Raises PositionError for the first that is impossible, as `play` does; those before it are played.
        """
        # Step 1. Play on copies of the hands, up to the first card that is impossible.
        rules, trump, stock = self.rules, self.trump, self.deal.stock
        hands = {seat: [*hand] for seat, hand in self.hands.items()}
        seats, laid = rules.seats_from(self.trick.leader), [*self.trick.plays]
        led = laid[0].suit if laid else ""
        finished: list[Trick] = []
        won: list[tuple[int, TrickWorth]] = []
        is_possible = True
        for card in cards:
            seat = seats[len(laid)]
            hand = hands[seat]
            try:
                place = hand.index(card)
                is_possible = isinstance(card, Card)
            except ValueError:
                is_possible = False
            if not is_possible:
                break
            # No rule forbids to follow a plain suit, which is what most plays do.
            is_possible = (
                not laid
                or (card.suit == led and trump not in (led, ALL_TRUMPS))
                or card in legal_plays(rules, trump, hand, _new_trick(seats[0], tuple(laid)), seat)
            )
            if not is_possible:
                break
            if not laid:
                led = card.suit
            elif rules.forced_discard_penalty:
                self._count_penalty(seat, hand, led)
            del hand[place]
            laid.append(card)
            if len(laid) == len(seats):
                trick = _new_trick(seats[0], tuple(laid))
                winner = seats[trick.winning_index(rules, trump)]
                finished.append(trick)
                won.append((rules.side_of(winner), trick_worth(rules, trump, trick.plays, self.honours)))
                seats, laid = rules.seats_from(winner), []
                for drawer, drawn in self._draw(winner) if stock else ():
                    hands[drawer] = sort_cards((*hands[drawer], drawn))
        # Step 2. Put down what came of it.
        self.hands = {seat: tuple(hand) for seat, hand in hands.items()}
        self.trick = _new_trick(seats[0], tuple(laid))
        self.to_play = seats[len(laid)] if hands[seats[len(laid)]] else None
        if finished:
            self.tricks = (*self.tricks, *finished)
            self.tally = self.tally.add_tricks(won)
        if not is_possible:
            self._refuse(card, notation)

    def trail(self, cards: Iterable[Card]) -> Iterator["Replay"]:
        """Yield the deal after each of ``cards``, which must be possible: they were played here before.

        All are independent of each other, and this one is not changed.
        """
        after = self
        for card in cards:
            after = after.copy()
            after._put(card)
            yield after

    def _put(self, card: Card) -> None:
        """Play a card that is known to be possible."""
        rules, laid, seat = self.rules, self.trick.plays, self.to_play
        assert seat is not None, "a deal that is over has no more cards"
        seats, hand = rules.seats_from(self.trick.leader), self.hands[seat]
        if laid and rules.forced_discard_penalty:
            self._count_penalty(seat, hand, laid[0].suit)
        place = hand.index(card)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        trick = _new_trick(seats[0], (*laid, card))
        if len(laid) + 1 < len(seats):
            self.trick, self.to_play = trick, seats[len(laid) + 1]
            return
        winner = seats[trick.winning_index(rules, self.trump)]
        worth = trick_worth(rules, self.trump, trick.plays, self.honours)
        self.tally = self.tally.add_trick(rules.side_of(winner), worth)
        self.tricks = (*self.tricks, trick)
        self.trick = _new_trick(winner)
        for drawer, drawn in self._draw(winner) if self.deal.stock else ():
            self.hands[drawer] = tuple(sort_cards((*self.hands[drawer], drawn)))
        self.to_play = winner if self.hands[winner] else None

    def _count_penalty(self, seat: str, hand: Collection[Card], led: str) -> None:
        """Take off what a player loses who throws a card of ``hand`` away because they must."""
        n_to_draw = len(self.deal.stock) - self.n_drawn
        penalty = discard_penalty(self.rules, self.trump, hand, led, n_to_draw)
        self.tally = self.tally.add_penalty(self.rules.side_of(seat), penalty)

    def _draw(self, winner: str) -> list[tuple[str, Card]]:
        """Return who draws which card after a trick, and count it."""
        drawn = list(draws_after(self.rules, self.deal.stock, self.n_drawn, winner))
        for seat, card in drawn:
            self._count_held_honours(seat, (card,))
        self.n_drawn += len(drawn)
        return drawn

    def _count_held_honours(self, seat: str, cards: tuple[Card, ...]) -> None:
        """Count the honours among ``cards`` for the side that gets them."""
        held = held_honours(self.rules, self.honours, cards)
        self.tally = self.tally.add_honours(self.rules.side_of(seat), held)

    def _refuse(self, card: object, notation: Notation) -> Never:
        """Raise PositionError with what forbids ``card``, or TypeError if it is no card."""
        if not isinstance(card, Card):
            raise TypeError(f"a play is a Card, not {card!r}; parse_card reads one")
        seat = self.to_play
        if seat is None or card not in self.hands[seat]:
            raise PositionError(self._explain_absence(card, seat, notation))
        hand = self.hands[seat]
        raise PositionError(broken_rule(self.rules, self.trump, hand, self.trick, seat, card, notation))

    def _explain_absence(self, card: Card, seat: str | None, notation: Notation) -> Wrong:
        """Return why ``seat``, who is to play, cannot have ``card``."""
        if seat is None:
            return wrong(
                Code.deal_over,
                "{card} is too much: all {count} cards have been played",
                card=WrittenCards.of([card], notation),
                count=self.deal.n_cards,
            )
        hand, playable = self.hands[seat], self.legal_plays()

        def write(*cards: Card) -> WrittenCards:
            return WrittenCards.of(cards, notation)

        held = phrase("{seat} holds {cards}", seat=Seat(seat), cards=write(*hand))
        if len(playable) < len(hand):
            held = phrase(
                "{seat} holds {cards}; playable: {playable}",
                seat=Seat(seat),
                cards=write(*hand),
                playable=write(*playable),
            )
        name = write(card)
        for other, hand in self.hands.items():
            if card in hand:
                return wrong(
                    Code.out_of_turn,
                    "{card} is out of turn: {other} holds it and it is {seat}'s turn; {held}",
                    card=name,
                    other=Seat(other),
                    seat=Seat(seat),
                    held=held,
                )
        for number, trick in enumerate((*self.tricks, self.trick), 1):
            if card in trick.plays:
                return wrong(
                    Code.played_before,
                    "{card} was played before, to trick {number}; {held}",
                    card=name,
                    number=number,
                    held=held,
                )
        if self.deal.holder(card) == STOCK:
            return wrong(Code.in_stock, "{card} is still in the stock; {held}", card=name, held=held)
        return wrong(Code.not_dealt, "{card} was dealt to nobody; {held}", card=name, held=held)


def draws_after(rules: Rules, stock: Sequence[Card], n_drawn: int, winner: str) -> Iterator[tuple[str, Card]]:
    """Yield the seats that draw after a trick, and their cards: the winner first, the others in turn.

    ``n_drawn`` cards of ``stock`` were drawn before.
    """
    yield from zip(rules.seats_from(winner), stock[n_drawn:], strict=False)


def trace_hands(
    rules: Rules, trump: str, leader: str, plays: Sequence[Card], stock: Sequence[Card]
) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return the indexes of the plays of each seat, and of the cards of the stock that each seat drew.

    ``plays`` are complete tricks, with more cards than ``stock``.
    """
    played: dict[str, list[int]] = {seat: [] for seat in rules.players}
    drawn: dict[str, list[int]] = {seat: [] for seat in rules.players}
    n_played = n_drawn = 0
    for trick in follow_tricks(rules, trump, leader, plays):
        for seat in trick.seats(rules):
            played[seat].append(n_played)
            n_played += 1
        for seat, _ in draws_after(rules, stock, n_drawn, trick.winner(rules, trump)):
            drawn[seat].append(n_drawn)
            n_drawn += 1
    return played, drawn
