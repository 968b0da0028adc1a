"""Scenes: a mistake in a game of tricks of two partnerships, and the changes that prove a technique.

*Own* is the side of the player who made the mistake.  A card is *idle* if it is plain and wins nothing in
either line.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from solver.cards import ALL_TRUMPS, Card
from solver.game import Position
from solver.reasons.course import Course, CourseTrick
from solver.reasons.prover import UNBOUNDED, Prover
from solver.reasons.reason import Move, Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Mistake
from solver.rules import FollowDuty, Objective, Rules

LEAST_SHARE = 1 / 2
"""The share of the loss that must be gone in the changed position."""
N_HONOURS = 5
"""The ranks of a suit that count as honours."""

Mode = Literal["fall", "rise", "any"]
"""The value that has to move: that of the best card falls, that of the played card rises, or either."""
Swap = tuple[Card, Card]
"""Two cards of different hands that change places."""


def is_scene(rules: Rules) -> bool:
    """True for a game of tricks of two partnerships, without a stock."""
    return rules.objective == Objective.tricks and rules.n_players == 4 and not rules.stock


class Scene:
    """A mistake as its techniques see it: who holds what, who is short, and what a change would come to."""

    def __init__(self, mistake: Mistake, prover: Prover) -> None:
        """``mistake``: one in a game for which `is_scene` holds."""
        self.mistake = mistake
        self.prover = prover
        self.position: Position = mistake.position
        self.rules: Rules = mistake.rules
        self.trump = mistake.trump
        self.card, self.best = mistake.card, mistake.best
        self.better, self.played = mistake.better, mistake.played
        self.heights = mistake.heights
        self.hands = self.position.hands
        self.me, self.left, self.partner, self.right = self.rules.seats_from(mistake.seat)
        self.own = (self.me, self.partner)
        self.others = (self.left, self.right)
        self.is_lead = not mistake.on_table
        self.before_best, self.before_played = mistake.leads_own
        self.cost = self.before_best - self.before_played
        self.most_left = int((1 - LEAST_SHARE) * self.cost)
        """The greatest difference of the two values that is little of the loss."""

    @property
    def is_played_by_partnerships(self) -> bool:
        """True if partners sit across, and trumps are one suit or none."""
        return self.mistake.is_own(self.partner) and self.trump != ALL_TRUMPS

    @cached_property
    def holder(self) -> dict[Card, str]:
        """The holder of each card that is held now."""
        return {card: seat for seat, hand in self.hands.items() for card in hand}

    @cached_property
    def voids(self) -> dict[str, set[str]]:
        """The suits of which each hand is known to hold none."""
        voids: dict[str, set[str]] = {seat: set() for seat in self.hands}
        for trick in (*self.position.tricks, self.position.trick):
            for seat, card in zip(trick.seats(self.rules), trick.plays, strict=True):
                led = trick.plays[0].suit
                may_ruff = self.rules.follow == FollowDuty.or_ruff and card.suit == self.trump
                if card.suit != led and not may_ruff:
                    voids[seat].add(led)
        return voids

    @cached_property
    def seen(self) -> tuple[str, ...]:
        """The seats whose cards the player sees: their own, and dummy's or, as dummy, declarer's."""
        taker = self.position.contract.taker
        if not self.rules.dummy or taker is None:
            return (self.me,)
        if taker in self.own:
            return self.own
        # Dummy lays the cards down after the first lead.
        dummy = next(seat for seat in self.others if seat != taker)
        return (self.me, dummy) if self.position.plays else (self.me,)

    @property
    def follows_with_both(self) -> bool:
        """True if both the card and the best card follow suit."""
        return not self.is_lead and self.card.suit == self.best.suit == self.mistake.on_table[0].suit

    @property
    def is_sole_suit(self) -> bool:
        """True if every best card is of one suit."""
        return len(self.mistake.best_suits) == 1

    @property
    def is_declaring(self) -> bool:
        """True if own has the contract, or the game has none."""
        taker = self.position.contract.taker
        return not self.rules.has_taker or (taker is not None and self.is_own(taker))

    def hidden(self, *cards: Card) -> tuple[Card, ...]:
        """Return those of the cards that the player neither saw nor could place."""
        unseen = [seat for seat in self.hands if seat not in self.seen]
        return tuple(
            card
            for card in dict.fromkeys(cards)
            if self.holder.get(card) in unseen
            and sum(card.suit not in self.voids[seat] for seat in unseen) > 1
        )

    def is_trump(self, suit: str) -> bool:
        """True for the suit of trumps."""
        return suit == self.trump

    def is_own(self, seat: str) -> bool:
        """True for the player and their partner."""
        return seat in self.own

    def of_suit(self, seat: str, suit: str) -> list[Card]:
        """Return the cards of a suit that a hand holds now, the lowest first."""
        return sorted((card for card in self.hands[seat] if card.suit == suit), key=self.heights.__getitem__)

    def other(self, seat: str) -> str:
        """Return the partner of an opponent."""
        return self.left if seat == self.right else self.right

    def is_honour(self, card: Card) -> bool:
        """True for a card of the five highest ranks of its suit."""
        return card.rank in self.rules.rank_order(card.suit, self.trump)[:N_HONOURS]

    def idle(self, seat: str, *besides: str) -> list[Card]:
        """Return the idle cards of a hand in other suits than ``besides``, the least wanted first."""
        held = [
            card
            for card in self.hands[seat]
            if card.suit not in besides
            and not self.is_trump(card.suit)
            and card not in (self.card, self.best)
            and not any(course.trick_of[card].taking == card for course in (self.better, self.played))
        ]
        return sorted(held, key=self.heights.__getitem__)

    def wins(self, course: Course, card: Card) -> bool:
        """True if ``card`` wins a trick of the line."""
        return course.trick_of[card].taking == card

    def own_tricks(self, course: Course, suit: str, seat: str) -> int:
        """Return the number of tricks in which ``suit`` is led and which ``seat`` wins in it."""
        return sum(
            trick.winner == seat and trick.led_suit == suit == trick.taking.suit for trick in course.tricks
        )

    def n_trumps_won(self, course: Course, seat: str) -> int:
        """Return the number of tricks that ``seat`` wins with a trump."""
        return sum(trick.winner == seat and self.is_trump(trick.taking.suit) for trick in course.tricks)

    def seat_plays(self, trick: CourseTrick, seat: str) -> Card:
        """Return the card of ``seat`` in a trick."""
        return trick.cards[trick.seats.index(seat)]

    def held_at(self, course: Course, seat: str, number: int) -> list[Card]:
        """Return the cards that ``seat`` plays from a trick of the line on; ``number`` counts within it."""
        return [self.seat_plays(trick, seat) for trick in course.tricks[number:]]

    def after(self, course: Course, n_tricks: int) -> Position:
        """Return the position after the first ``n_tricks`` of a line."""
        n_cards = n_tricks * self.rules.n_players - len(self.mistake.on_table)
        return self.position.play_all(course.line[:n_cards])

    def exchanged(self, *swaps: Swap) -> Position | None:
        """Return the position with cards exchanged; None if a hand could not have held them so.

        Neither of the two cards compared moves, no hand gets a suit that it has shown out of, and both
        cards can still be played.
        """
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        for one, two in swaps:
            giver, taker = self.holder[one], self.holder[two]
            if giver == taker or {one, two} & {self.card, self.best}:
                return None
            if two.suit in self.voids[giver] or one.suit in self.voids[taker]:
                return None
            if one not in hands[giver] or two not in hands[taker]:
                return None
            hands[giver][hands[giver].index(one)] = two
            hands[taker][hands[taker].index(two)] = one
        changed = self.position.supposed(hands)
        return changed if {self.card, self.best} <= set(changed.legal_plays()) else None

    def value_of_played(self, changed: Position) -> int:
        """Return the value of the card in a changed position; where more than little is left, only that."""
        return self.prover.value(changed, self.before_best, least=self.before_best - self.most_left)

    def prove(self, mode: Mode, *swaps: Swap) -> Proof | None:
        """Return the proof that the loss hangs on where the exchanged cards lie; None if it does not."""
        changed = self.exchanged(*swaps)
        if changed is None:
            return None
        value = self.prover.value
        if mode == "rise":
            played = value(changed.play(self.card), self.before_played, least=self.before_played)
            if played <= self.before_played:
                return None
            best = value(changed.play(self.best), self.before_best, most=played + self.most_left)
        else:
            most = self.before_best if mode == "fall" else UNBOUNDED
            best = value(changed.play(self.best), self.before_best, most=most)
            if mode == "fall" and best >= self.before_best:
                return None
            played = value(changed.play(self.card), self.before_played, least=best - self.most_left)
        if mode == "any" and best >= self.before_best and played <= self.before_played:
            return None
        moves = tuple(
            move
            for one, two in swaps
            for move in (
                Move(one, self.holder[one], self.holder[two]),
                Move(two, self.holder[two], self.holder[one]),
            )
        )
        proof = Proof(
            kind="exchange",
            moves=moves,
            best=Worth(self.before_best, best),
            played=Worth(self.before_played, played),
        )
        return proof if proof.share >= LEAST_SHARE else None

    def first_proof(self, mode: Mode, swaps: Iterator[Swap] | Sequence[Swap], most: int = 3) -> Proof | None:
        """Return the first proof among up to ``most`` single exchanges."""
        for _, swap in zip(range(most), swaps, strict=False):
            proof = self.prove(mode, swap)
            if proof is not None:
                return proof
        return None

    def prove_lead(self, course: Course, n_tricks: int, seats: Sequence[str]) -> Proof | None:
        """Return the proof that it matters who leads after the first ``n_tricks`` of a line.

        seats: the players of the other side; the lead is with the one of them for whom it is worth more.
        """
        position = self.after(course, n_tricks)
        if position.is_over:
            return None
        is_better = course is self.better
        value = self.before_best if is_better else self.before_played
        led = {seat: self.prover.value(position.supposed(leader=seat), value) for seat in seats}
        # Whoever has the lead in the other place makes the most of it for their side.
        best_for_own = self.is_own(seats[0])
        seat = (max if best_for_own else min)(led, key=led.__getitem__)
        best, played = (led[seat], self.before_played) if is_better else (self.before_best, led[seat])
        proof = Proof(
            kind="lead",
            seat=seat,
            n_tricks=n_tricks,
            best_line=course.line if is_better else None,
            played_line=None if is_better else course.line,
            best=Worth(self.before_best, best),
            played=Worth(self.before_played, played),
        )
        moved = best < self.before_best if is_better else played > self.before_played
        return proof if moved and proof.share >= LEAST_SHARE else None


def tell(
    scene: Scene,
    reason: Reason,
    proof: Proof,
    *more_proofs: Proof,
    rests_on: Sequence[Card] = (),
    is_weak: bool = False,
    **values: object,
) -> ProvedReason:
    """Return a technique that was proved, with the things that its sentence names.

    rests_on: the cards on whose place it rests, besides those that its sentence names; those of both that
        the player could not see are `hidden`.
    """
    named = [value for value in values.values() if isinstance(value, Card)]
    return ProvedReason(
        reason=reason,
        better=scene.best,
        values=values,
        hidden=scene.hidden(*rests_on, *named),
        is_weak=is_weak,
        proof=proof,
        more_proofs=more_proofs,
    )
