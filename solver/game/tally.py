"""The worth of tricks, the tally of each side so far, and the result of a deal that is played out.

The position counts with it, trick by trick::

    honours = find_honours(rules, trump, every_card_dealt_and_in_the_stock)
    tally = Tally()
    for each hand:    tally = tally.add_honours(side, held_honours(rules, honours, hand))
    for each trick:   tally = tally.add_trick(side of its winner, trick_worth(rules, trump, cards, honours))
    for each card drawn:   tally = tally.add_honours(side, held_honours(rules, honours, [card]))
    for each card played, before it leaves the hand:
        tally = tally.add_penalty(side, discard_penalty(rules, trump, hand, led_suit, n_to_draw))
    final_result(rules, dealer, tally)

Sides are numbered 0 and 1, as in `Rules.sides`; pairs of numbers are by side.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from solver.answer_json import written
from solver.answer_row import BySide, SideName, row, shows
from solver.cards import Card
from solver.game.combinations import Combination, find_combinations
from solver.rules import LowGoesTo, Objective, PenaltyLasts, Rules

Pair = tuple[int, int]
"""A number for side 0 and one for side 1."""


def lead_of(pair: Pair) -> int:
    """Return the number of side 0 minus that of side 1, which is what a search maximises for side 0."""
    return pair[0] - pair[1]


def sign_of(side: int | None) -> int:
    """Return 1 for side 0, for which leads count up, and -1 for side 1; 1 where no side is to play."""
    return -1 if side == 1 else 1


def number_sides(rules: Rules, named: Mapping[str, int]) -> Pair:
    """Return the pair of which `Rules.by_side` makes ``named``."""
    first, second = (named[name] for name in rules.side_names)
    return first, second


HIGH, LOW, JACK = 1, 2, 4
"""The honours of all fours, as bits, so that what a side has captured is one number."""
HONOUR_NAMES: Mapping[int, Literal["high", "low", "jack"]] = {HIGH: "high", LOW: "low", JACK: "jack"}


class Honours(NamedTuple):
    """The cards that count as high, low and jack in this deal; None for one that does not count."""

    high: Card | None = None
    low: Card | None = None
    jack: Card | None = None


NO_HONOURS = Honours()


class TrickWorth(NamedTuple):
    """The worth of one trick to the side that wins it, without the bonus of a last trick."""

    card_points: int
    combinations: tuple[Combination, ...] = ()
    honours: int = 0
    """Bits of `HIGH`, `LOW` and `JACK`."""


def _add(pair: Pair, side: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)


class Tally(NamedTuple):
    """The tricks, points and honours of each side so far; immutable, so that a search may keep it."""

    tricks: Pair = (0, 0)
    card_points: Pair = (0, 0)
    combinations: Pair = (0, 0)
    honours: Pair = (0, 0)
    """Bits of `HIGH`, `LOW` and `JACK`."""
    penalties: Pair = (0, 0)
    """Points lost by forced discards."""
    last_winner: int | None = None
    """The side that won the latest trick."""

    def add_trick(self, side: int, worth: TrickWorth) -> "Tally":
        """Return the tally after ``side`` has won a trick of that worth."""
        return self.add_tricks([(side, worth)])

    def add_tricks(self, won: Iterable[tuple[int, TrickWorth]]) -> "Tally":
        """Return the tally after tricks more: the side that has won each, and its worth."""
        tricks, card_points, combinations, honours, penalties, side = self
        for side, worth in won:
            tricks = _add(tricks, side, 1)
            if worth.card_points:
                card_points = _add(card_points, side, worth.card_points)
            if worth.combinations:
                earned = sum([combination.points for combination in worth.combinations])
                combinations = _add(combinations, side, earned)
            if worth.honours:
                honours = _add(honours, side, worth.honours)
        return Tally(tricks, card_points, combinations, honours, penalties, side)

    def move_trick(self, side: int, other: int, worth: TrickWorth) -> "Tally":
        """Return the tally as if ``other`` had won the latest trick, of that worth, in place of ``side``."""
        if side == other:
            return self
        back = self._replace(
            tricks=_add(self.tricks, side, -1),
            card_points=_add(self.card_points, side, -worth.card_points),
            combinations=_add(
                self.combinations, side, -sum(combination.points for combination in worth.combinations)
            ),
            honours=_add(self.honours, side, -worth.honours),
        )
        return back.add_trick(other, worth)

    def add_honours(self, side: int, honours: int) -> "Tally":
        """Return the tally after ``side`` was dealt, or has drawn, ``honours``."""
        return self._replace(honours=_add(self.honours, side, honours)) if honours else self

    def add_penalty(self, side: int, points: int) -> "Tally":
        """Return the tally after ``side`` has lost ``points``."""
        return self._replace(penalties=_add(self.penalties, side, points)) if points else self


class DealResult(NamedTuple):
    """The result of a deal that is played out, and what it is made of."""

    tricks: Pair
    card_points: Pair
    """The points of the cards alone."""
    last_trick: Pair
    slam: Pair
    combinations: Pair
    honours: Pair
    """Bits of `HIGH`, `LOW` and `JACK`."""
    game: Pair
    """The point for more card points in all fours."""
    penalties: Pair
    result: Pair
    """The numbers whose difference the sides play for."""

    def to_dict(self, rules: Rules) -> dict[str, Any]:
        """Return the result in JSON types: its parts by side name; for each honour, its side or null."""
        return written(Breakdown(rules, self))


@dataclass(frozen=True, slots=True)
class HonourSides:
    """All fours: who has the points for single trumps; None for neither side."""

    high: SideName | None = field(
        metadata=row("All fours: the side that has the point for the highest trump.")
    )
    low: SideName | None = field(metadata=row("All fours: the side that has the point for the lowest trump."))
    jack: SideName | None = field(
        metadata=row("All fours: the side that has the point for the jack of trumps.")
    )


_NOT_OF_CARDS = "where the result is not counted in points of cards"
_NOT_FOUR_POINTS = "in other games"


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The parts of the result of a deal, those that the game has."""

    rules: Rules
    found: DealResult

    @property
    @shows("The result: what the sides play for.")
    def result(self) -> BySide:
        """The numbers whose difference the sides play for."""
        return self.rules.by_side(self.found.result)

    @property
    @shows("Tricks won.")
    def tricks(self) -> BySide:
        """Tricks won."""
        return self.rules.by_side(self.found.tricks)

    @property
    @shows("Points of the cards in the tricks.", absent="where the game only counts tricks")
    def card_points(self) -> BySide | None:
        """Points of the cards in the tricks."""
        return self._part(self.found.card_points, Objective.card_points, Objective.four_points)

    @property
    @shows("Points for the last trick.", absent=_NOT_OF_CARDS)
    def last_trick(self) -> BySide | None:
        """Points for the last trick."""
        return self._part(self.found.last_trick, Objective.card_points)

    @property
    @shows("Points for all the tricks.", absent=_NOT_OF_CARDS)
    def slam(self) -> BySide | None:
        """Points for all the tricks."""
        return self._part(self.found.slam, Objective.card_points)

    @property
    @shows("Points for combinations in tricks.", absent="where the game has none")
    def combinations(self) -> BySide | None:
        """Points for combinations in tricks."""
        if not self.rules.has_combinations:
            return None
        return self._part(self.found.combinations, Objective.card_points)

    @property
    @shows("All fours: the point for more card points.", absent=_NOT_FOUR_POINTS)
    def game(self) -> BySide | None:
        """The point for more card points."""
        return self._part(self.found.game, Objective.four_points)

    @property
    @shows("Points lost by forced discards.", absent="where they cost nothing")
    def penalties(self) -> BySide | None:
        """Points lost by forced discards."""
        if not self.rules.forced_discard_penalty:
            return None
        return self._part(self.found.penalties, Objective.four_points)

    @property
    @shows("", absent=_NOT_FOUR_POINTS, spread=True)
    def honours(self) -> HonourSides | None:
        """The sides that have the points for single trumps."""
        if self.rules.objective != Objective.four_points:
            return None
        return HonourSides(*map(self._holder, HONOUR_NAMES))

    def _part(self, pair: Pair, *objectives: Objective) -> BySide | None:
        return self.rules.by_side(pair) if self.rules.objective in objectives else None

    def _holder(self, honour: int) -> SideName | None:
        sides = zip(self.rules.side_names, self.found.honours, strict=True)
        return next((name for name, bits in sides if bits & honour), None)


def find_honours(rules: Rules, trump: str, dealt: Iterable[Card]) -> Honours:
    """Find high, low and jack of the trumps in hands and stock, in a game played for four points."""
    if rules.objective != Objective.four_points:
        return NO_HONOURS
    trumps = sorted(
        (card for card in dealt if card.suit == trump), key=lambda card: rules.order_trump.index(card.rank)
    )
    if not trumps:
        return Honours()
    jack = Card(trump, "J")
    return Honours(trumps[0], trumps[-1], jack if jack in trumps else None)


def held_honours(rules: Rules, honours: Honours, cards: Iterable[Card]) -> int:
    """Return the honours that a side scores for being dealt or drawing ``cards``: low, in some games."""
    is_held = honours.low is not None and honours.low in cards
    return LOW if rules.low_goes_to == LowGoesTo.holder and is_held else 0


def trick_worth(
    rules: Rules, trump: str, cards: Collection[Card], honours: Honours = NO_HONOURS
) -> TrickWorth:
    """Return the worth of the finished trick of ``cards`` to its winner."""
    captured = 0
    if honours is not NO_HONOURS:
        if honours.high in cards:
            captured |= HIGH
        if honours.low in cards and rules.low_goes_to == LowGoesTo.trick_winner:
            captured |= LOW
        if honours.jack in cards:
            captured |= JACK
    points = rules.points_of_cards(trump)
    return TrickWorth(
        sum(map(points.__getitem__, cards)),
        find_combinations(rules, trump, tuple(cards)) if rules.has_combinations else (),
        captured,
    )


def has_penalty(rules: Rules, n_to_draw: int) -> bool:
    """True if a forced discard costs points in a trick after which ``n_to_draw`` cards are in the stock."""
    return rules.forced_discard_penalty > 0 and (rules.penalty_lasts == PenaltyLasts.deal or n_to_draw > 0)


def discard_penalty(
    rules: Rules, trump: str, hand: Collection[Card], led_suit: str | None, n_to_draw: int
) -> int:
    """Return the points lost by playing from ``hand`` to a trick in which ``led_suit`` was led.

    None stands for the lead itself.

    A player who can neither follow suit nor ruff loses them; ``n_to_draw`` cards are left in the stock.
    """
    if led_suit is None or not has_penalty(rules, n_to_draw):
        return 0
    is_free = any(card.suit in (led_suit, trump) for card in hand)
    return 0 if is_free else rules.forced_discard_penalty


def won_so_far(rules: Rules, tally: Tally) -> Pair:
    """Return what each side has for good: all but the unfinished trick, last trick, slam and game."""
    if rules.objective == Objective.tricks:
        return tally.tricks
    if rules.objective == Objective.card_points:
        (first, second), (own, other) = tally.card_points, tally.combinations
        return first + own, second + other
    return _combine(map(int.bit_count, tally.honours), (-lost for lost in tally.penalties))


def final_result(rules: Rules, dealer: str | None, tally: Tally) -> Pair:
    """Return the result of a deal that is played out, by side."""
    return result_of(rules, dealer, tally).result


def result_of(rules: Rules, dealer: str | None, tally: Tally) -> DealResult:
    """Return the result of a deal that is played out, with its parts.

    ``dealer`` matters for equal card points in all fours, which go to the other side; without a dealer,
    neither side gets the point.
    """
    last_trick = slam = game = (0, 0)
    if tally.last_winner is not None:
        last_trick = _add(last_trick, tally.last_winner, rules.last_trick)
        if not tally.tricks[1 - tally.last_winner]:
            slam = _add(slam, tally.last_winner, rules.slam)
    if rules.objective == Objective.four_points:
        game = _game(rules, dealer, tally.card_points)
        result = _combine(map(int.bit_count, tally.honours), game, (-lost for lost in tally.penalties))
    elif rules.objective == Objective.card_points:
        result = _combine(tally.card_points, last_trick, slam, tally.combinations)
    else:
        result = tally.tricks
    return DealResult(
        tally.tricks,
        tally.card_points,
        last_trick,
        slam,
        tally.combinations,
        tally.honours,
        game,
        tally.penalties,
        result,
    )


def _combine(*pairs: Iterable[int]) -> Pair:
    first, second = map(sum, zip(*pairs, strict=True))
    return first, second


def _game(rules: Rules, dealer: str | None, card_points: Pair) -> Pair:
    first, second = card_points
    if first != second:
        return (1, 0) if first > second else (0, 1)
    return (0, 0) if dealer is None else _add((0, 0), 1 - rules.side_of(dealer), 1)
