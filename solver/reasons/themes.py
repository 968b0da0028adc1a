"""Themes: what is behind a mistake, recognised exactly from the position and two lines of play.

The lines are best play after the card that was played, and best play with the best card.  *Lost* and *saved*,
*falls* and *wins* tell what happens in them.  Each theme is a fact that anybody can check by playing both
lines out; none says that this is the only way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solver.cards import Card
from solver.engine import CardValue
from solver.game import Honours, Pair, Position, Verdict, lead_of, number_sides, sign_of, verdict_of
from solver.knowledge import seats_in_sight
from solver.reasons.course import Course, CourseTrick, heights_of
from solver.reasons.settled import is_sum_fixed, possible_slams, settled_slam, settled_verdict
from solver.reasons.word import Word
from solver.records import made_quickly
from solver.rules import LowGoesTo, Rules


class Theme(Word):
    """A theme of mistakes; *own* is the side of the player who made the mistake.

    >>> Theme("ruff_missed").says
    'The best card ruffs and wins this trick; the card that was played is no trump.'
    """

    overruffed = (
        "overruffed",
        "An opponent overruffs the card in this trick; best play is not overruffed so.",
    )
    overruff_missed = (
        "overruff_missed",
        "The best card overruffs an opponent; the card that was played does not.",
    )
    underruff = (
        "underruff",
        "The card is a trump below the one that was winning a plain-suit trick; the best card is no trump.",
    )
    ruff_missed = (
        "ruff_missed",
        "The best card ruffs and wins this trick; the card that was played is no trump.",
    )
    ruff_wasted = (
        "ruff_wasted",
        "The card ruffed; kept, it wins a later trick with a card that the opponents now keep.",
    )
    winner_spent = "winner_spent", "The same of a card that did not ruff."
    trumps_not_drawn = "trumps_not_drawn", "A trump that best play draws ruffs a trick for the opponents."
    trumps_drawn = "trumps_drawn", "An own trump that could ruff a trick is drawn instead."
    master_not_cashed = (
        "master_not_cashed",
        "The best card leads the highest card left of its suit and wins; later it goes to the opponents.",
    )
    ten_exposed = "ten_exposed", "An own ten that best play saves is lost."
    ten_escaped = "ten_escaped", "An opponents' ten that best play catches gets home."
    card_lost = (
        "card_lost",
        "As `ten_exposed`, of another card: of one with points or, in a game for tricks, of one that wins.",
    )
    card_escaped = (
        "card_escaped",
        "As `ten_escaped`, of another card: of one with points or, in a game for tricks, of one that wins.",
    )
    trick_not_taken = (
        "trick_not_taken",
        "The opponents win this trick, which the best card, or partner after it, wins.",
    )
    not_ducked = "not_ducked", "Own wins this trick, which best play leaves to the opponents."
    partner_overtaken = (
        "partner_overtaken",
        "The card beats partner's, which was winning; own wins the trick with best play, which does not.",
    )
    combination_missed = (
        "combination_missed",
        "Own has a combination in one trick with best play, and has not any more.",
    )
    combination_conceded = (
        "combination_conceded",
        "The opponents have a combination in one trick that they have not against best play.",
    )
    belote_broken = (
        "belote_broken",
        "The card is the king or queen of trumps out of a hand that holds both; the best card keeps them.",
    )
    last_trick = "last_trick", "Own wins the last trick with best play, and not any more."
    trick_given = "trick_given", "In a game for tricks: own takes fewer."
    high_lost = "high_lost", "In all fours: the point for high goes to the other side."
    low_lost = "low_lost", "The same of the point for low."
    jack_lost = "jack_lost", "The same of the point for the jack."
    game_lost = "game_lost", "The same of the point for game."
    forced_discard = "forced_discard", "Own loses more points by forced discards."
    slam_missed = "slam_missed", "Own takes all the tricks with best play, and not any more."
    slam_conceded = "slam_conceded", "The opponents take all the tricks, which best play prevents."
    contract_lost = "contract_lost", "Own contract made with best play, and not any more."
    contract_let_through = (
        "contract_let_through",
        "The opponents' contract failed against best play, and does not any more.",
    )
    litige = "litige", "The contract becomes a litige, or is none any more."
    tie = "tie", "The same of a tie without anything held over."


HONOUR_WEIGHT = 50
"""The weight of high, low or jack beside card points, in deciding which card explains most."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Fact:
    """A theme with the cards, tricks and seats it is about."""

    theme: Theme
    worth: int = 0
    """The points that it shows; of several facts of a theme the one with most says most."""
    values: Mapping[str, Any] | None = None
    """By name: a card, a seat's letter, or the index of a trick in the deal, from 0."""


class Mistake:
    """A mistake: its position, the card played and the best card, each with its line."""

    def __init__(
        self,
        better: Course,
        played: Course,
        best: CardValue,
        chosen: CardValue,
        others: Sequence[CardValue] = (),
    ) -> None:
        """``others``: the other cards that would have given nothing away."""
        self.position: Position = better.position
        self.others = tuple(others)
        self.better = better
        """Best play; its first card is the best card."""
        self.played = played
        """Best play after the card that was played, which is its first."""
        self.best_value = best
        self.chosen = chosen
        self.rules: Rules = self.position.rules
        self.trump = self.position.contract.trump
        seat = self.position.to_play
        assert seat is not None
        self.seat = seat
        self.own = self.rules.side_of(seat)
        self.own_seats = [one for one in self.rules.players if self.rules.side_of(one) == self.own]
        self.card = played.line[0]
        self.best = better.line[0]
        self.on_table = self.position.trick.plays
        self.heights = heights_of(self.rules, self.trump)

    @cached_property
    def best_cards(self) -> tuple[Card, ...]:
        """The best card, then the others that would have given nothing away."""
        return (self.best, *(value.card for value in self.others))

    @cached_property
    def best_suits(self) -> set[str]:
        """The suits of the best cards."""
        return {card.suit for card in self.best_cards}

    @cached_property
    def verdicts(self) -> tuple[Verdict | None, Verdict | None]:
        """The verdicts on the deal with best play, and after the card that was played.

        A verdict is None if the game has none, or if it depends on which of several best lines is played.
        """
        if is_sum_fixed(self.rules):
            before, after = (verdict_of(self.position, pair) for pair in self._pairs)
        else:
            before, after = (settled_verdict(self.position, lead) for lead in self.leads)
        return before, after

    @cached_property
    def slams(self) -> tuple[int | None, int | None] | None:
        """The side that takes all tricks, with best play and after the card; None for neither.

        Return None instead of the two if that depends on which of several best lines is played.
        """
        if is_sum_fixed(self.rules):
            return self.better.slam_side, self.played.slam_side
        before, after = (settled_slam(self.position, lead) for lead in self.leads)
        return None if before is None or after is None else (*before, *after)

    @cached_property
    def turns_slam(self) -> bool:
        """True if a side takes all the tricks in one line, and not in the other.

        Where the sum of the results hangs on the line, the value of the other must be too small for it.
        """
        before, after = self.better.slam_side, self.played.slam_side
        if before == after or self.slams is not None:
            return before != after
        may_before, may_after = (possible_slams(self.position, lead) for lead in self.leads)
        return (before == self.own and before not in may_after) or (
            after == 1 - self.own and after not in may_before
        )

    @cached_property
    def leads_own(self) -> tuple[int, int]:
        """Own minus other at the end, with best play and after the card that was played."""
        before, after = self.leads
        sign = sign_of(self.own)
        return sign * before, sign * after

    def after_trick(self, course: Course, n_tricks: int = 1) -> Position:
        """Return the position after the trick under way, or so many, finished as in ``course``."""
        return self.position.play_all(course.line[: n_tricks * self.rules.n_players - len(self.on_table)])

    @property
    def leads(self) -> tuple[int, int]:
        """Side 0 minus side 1 at the end, with best play and after the card that was played."""
        before, after = map(lead_of, self._pairs)
        return before, after

    @cached_property
    def _pairs(self) -> tuple[Pair, Pair]:
        better, chosen = self.best_value.value, self.chosen.value
        assert better is not None
        assert chosen is not None
        return number_sides(self.rules, better), number_sides(self.rules, chosen)

    def points(self, *cards: Card) -> int:
        """Return the card points of cards together."""
        return sum(self.rules.card_points(card, self.trump) for card in cards)

    @cached_property
    def honours(self) -> Honours:
        """The cards of all fours that earn a point in a trick: low earns none where it is its holder's."""
        found = self.position.honours
        return found._replace(low=None) if self.rules.low_goes_to == LowGoesTo.holder else found

    def weigh(self, *cards: Card) -> int:
        """Return the weight of cards in a loss: their points; in all fours more for high, low and jack."""
        return self.points(*cards) + HONOUR_WEIGHT * sum(card in self.honours for card in cards)

    @cached_property
    def is_alone(self) -> bool:
        """True if the card is led from among cards that are all best, of two suits or more; or its equals."""
        best = {card for one in (self.best_value, *self.others) for card in (one.card, *one.equals)}
        bad = {*self.position.legal_plays()} - best
        is_only = not self.on_table and bad <= {self.card, *self.chosen.equals}
        return is_only and len({card.suit for card in best}) > 1

    @property
    def cost(self) -> int:
        """The cost of the card: the difference of own minus other."""
        best, played = self.leads_own
        return best - played

    def hidden(self, *cards: Card) -> tuple[Card, ...]:
        """Return those of the cards that the player could not see, each once."""
        seen = seats_in_sight(self.position)
        return tuple(
            card
            for card in dict.fromkeys(cards)
            if any(card in hand for seat, hand in self.position.hands.items() if seat not in seen)
        )

    def is_trump(self, card: Card) -> bool:
        """True if the card is a trump."""
        return card.suit == self.trump

    def is_own(self, seat: str) -> bool:
        """True if the seat is on the side of the player who made the mistake."""
        return seat in self.own_seats

    def wins_own(self, trick: CourseTrick) -> bool:
        """True if the own side wins the trick."""
        return trick.winner in self.own_seats

    def is_ruff(self, card: Card) -> bool:
        """True if ``card``, played now, is a trump on a plain suit."""
        return bool(self.on_table) and self.is_trump(card) and not self.is_trump(self.on_table[0])

    @cached_property
    def winning(self) -> Card | None:
        """The card that was winning the trick before, or None for a lead."""
        trick = self.position.trick
        return trick.winning_card(self.rules, self.trump) if trick.plays else None

    def beats_winning(self, card: Card) -> bool:
        """True if ``card`` beats the card that was winning; the mistake must not be a lead."""
        winning = self.winning
        assert winning is not None
        return self.beats(card, winning)

    def beats(self, card: Card, winning: Card) -> bool:
        """True if ``card`` beats the card that is winning a trick."""
        return card.suit in (winning.suit, self.trump) and self.heights[card] > self.heights[winning]

    @cached_property
    def lost(self) -> list[Card]:
        """The cards that own takes with best play and the opponents take now, the dearest first."""
        before, after = self.better.side_of, self.played.side_of
        moved = [card for card, side in before.items() if side == self.own and after[card] != self.own]
        return sorted(moved, key=lambda card: (-self.weigh(card), -self.heights[card]))
