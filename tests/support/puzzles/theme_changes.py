"""Themes that are proved by changing a position, proved again."""

from collections.abc import Callable
from itertools import permutations

from solver import Position
from solver.cards import Card
from tests.support.puzzles.theme_lines import Played, PlayedPuzzle

LEAD_TRICKS = 3
"""The lost tricks after which the lead is moved."""


class ChangedPuzzle(PlayedPuzzle):
    """A puzzle whose position is changed."""

    def is_finesse(self) -> bool:
        if not self.table or self.k.suit != self.table[0].suit or not self.wins_now(self.k):
            return False
        first, height = self.L[0], self.height(self.k)
        forced = first.best.suit == self.k.suit and self.height(first.best) > height and not self.mine_first
        if first.best != self.k and not forced:
            return False
        tops = [self.height(c) for c in self.wrong_cards if c.suit == self.k.suit]
        foes = [seat for seat in self.rules.players if not self.mine(seat)]
        for seat, other in permutations(foes, 2):
            if seat not in self.start.trick.seats(self.rules) or self.start.deal.stock:
                continue
            for card in self.start.hands[seat]:
                if card.suit != self.k.suit or not height < self.height(card) < max(tops, default=0):
                    continue
                for back in self.start.hands[other]:
                    if not self.reaches(self.exchanged({seat: [card], other: [back]}).play(self.k)):
                        return True
        return False

    def exchanged(self, given: dict[str, list[Card]], position: Position | None = None) -> Position:
        """The position after two hands have given each other cards."""
        position = position or self.start
        (one, two), hands = given, position.hands
        swapped = {
            one: [c for c in hands[one] if c not in given[one]] + given[two],
            two: [c for c in hands[two] if c not in given[two]] + given[one],
        }
        return position.supposed(swapped)

    def _burden(self, seats: Callable[[Played], list[str]], *, after_own: bool) -> bool:
        """True if a lead of the opponents in the line is one that none of some other seats should have."""
        position, lost = self.start, 0
        played = list(self.line)
        for number, trick in enumerate(self.L[:-2]):
            n_cards = len(trick.by) - (len(self.table) if number == 0 else 0)
            position = self.after(position, played[:n_cards])
            del played[:n_cards]
            if self.mine(trick.winner):
                continue
            lost += 1
            others = [seat for seat in seats(trick) if seat != trick.winner]
            if (
                lost <= LEAD_TRICKS
                and (not after_own or self.mine(trick.leader))
                and others
                and self.reaches(position)
                and not any(self.reaches(position.supposed(leader=seat)) for seat in others)
            ):
                return True
        return False

    def is_throw_in(self) -> bool:
        own = [seat for seat in self.rules.players if self.mine(seat)]
        return not self.start.deal.stock and self._burden(lambda trick: own, after_own=True)

    def is_zugzwang(self) -> bool:
        return not self.start.deal.stock and self._burden(
            lambda trick: list(self.rules.players), after_own=False
        )

    def is_squeeze(self) -> bool:
        foes = [seat for seat in self.rules.players if not self.mine(seat)]
        if len(foes) != 2 or self.start.deal.stock:
            return False
        position, number = self.start, 0
        for card in self.line:
            trick = self.L[number]
            seat = position.to_play
            assert seat is not None
            if seat in foes and self.mine(trick.winner) and number < len(self.L) - 1:
                (other,) = (one for one in foes if one != seat)
                if self._squeezed(position, trick, seat, other):
                    return True
            position = position.play(card)
            number += not position.trick.plays
        return False

    def _squeezed(self, position: Position, trick: Played, seat: str, other: str) -> bool:
        discards = position.legal_plays()
        if any(c.suit in (trick.led.suit, self.trump) for c in discards) or not self.reaches(position):
            return False
        for one, two in permutations(discards, 2):
            if one.suit == two.suit or not self._parted(position.play(one), position.play(two), trick):
                continue
            guards = [card for card in position.hands[seat] if card.suit == one.suit]
            taken = {trick.best for trick in self.L}
            idle = [
                card
                for card in position.hands[other]
                if card.suit not in (one.suit, two.suit, trick.led.suit, self.trump) and card not in taken
            ]
            idle.sort(key=lambda card: (self.height(card), card))
            if len(idle) >= len(guards):
                given = {seat: guards, other: idle[: len(guards)]}
                if not self.reaches(self.exchanged(given, position)):
                    return True
        return False

    def _parted(self, one: Position, two: Position, trick: Played) -> bool:
        """True if own comes to a turn, at the latest the next lead, at which no card is right after both."""
        to_come = list(trick.by)[len(one.trick.plays) :] if one.trick.plays else []
        for seat in to_come:
            card = trick.by[seat]
            if self.mine(seat):
                both = self.right(one) & self.right(two)
                if not both:
                    return True
                card = card if card in both else sorted(both)[0]
            one, two = one.play(card), two.play(card)
        if one.to_play is None or not self.mine(one.to_play):
            return False
        return not self.right(one) & self.right(two)
