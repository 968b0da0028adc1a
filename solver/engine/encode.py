"""From rules, contract and position to the flat numbers of the compiled searches, and back.

Only this file decides which bit a card is.  A card's code is ``lane * 16 + strength``.  Each suit has a lane;
trumps have the last one.  In a lane the cards stand by strength under the contract, the weakest at 0, so that
a search needs no table of orders.  Seats are numbered in turn order, sides as in the rules.  The values of a
search are *to go*, from the start of the unfinished trick, own minus other of side 0; `Encoding.won_so_far`
is what came before.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from solver.cards import ALL_TRUMPS, SUITS, Card
from solver.engine.native import points, tricks
from solver.game import Pair, Position, find_honours, has_penalty, lead_of, won_so_far
from solver.rules import (
    FollowDuty,
    HeadTrumpsDuty,
    LowGoesTo,
    Objective,
    OverruffDuty,
    PenaltyLasts,
    RuffDuty,
    Rules,
    UnderruffDuty,
)

LANE = 16
N_CARDS = 4 * LANE
LAST_LANE = 3
N_RANKS = 13

# The order of the words is that of the enums in ext/game/rules.pxd.
FOLLOW = (FollowDuty.strict, FollowDuty.or_ruff)
RUFF = (RuffDuty.free, RuffDuty.unless_partner_winning, RuffDuty.unless_partner_led, RuffDuty.required)
OVERRUFF = (OverruffDuty.free, OverruffDuty.required, OverruffDuty.always)
UNDERRUFF = (UnderruffDuty.free, UnderruffDuty.required, UnderruffDuty.last_resort)
HEAD_TRUMPS = (HeadTrumpsDuty.never, HeadTrumpsDuty.opponents, HeadTrumpsDuty.always)


class Encoding:
    """One deal under one contract, in the numbers of the searches."""

    def __init__(self, position: Position) -> None:
        rules, trump = position.rules, position.contract.trump
        self.rules = rules
        self.trump = trump
        self.dealer = position.dealer
        self.deal = position.deal
        self.seats = rules.seats_from(rules.players[0])
        """The seats in turn order: the place of each is its number."""
        self._codes = _codes_of(rules, trump)
        self.code = self._codes.code
        """The code of each card of the deck."""
        self.card = self._codes.card
        """The card of each code."""
        self._bit = self._codes.bit
        self._no_hands = [0] * (4 - len(self.seats))
        self.fields = self._encode_rules()
        """The struct that the searches read (ext/game/rules.pxd), by the names of its fields."""
        self.unit = 2 if self._has_fixed_parity() else 1
        """2 if all differences of results are even, or all odd: a search skips every other one; else 1."""
        self.total = self._fixed_total()
        """The sum of both sides' results without a slam; None if it depends on the play."""
        self.counts_tricks = self._counts_tricks()
        """True if only the number of tricks counts and ranks do nothing but win them (ext/tricks/)."""
        self.core: Any = tricks if self.counts_tricks else points
        """The compiled search for the game."""
        self.game: Any = self.core.Game(self.fields)
        """The fields as it has them."""

    def of_deal(self, position: Position) -> "Encoding":
        """Return this encoding for the deal of ``position``, of which all numbers must be the same."""
        other = copy(self)
        other.deal, other.dealer = position.deal, position.dealer
        return other

    def without(self, cards: Collection[Card]) -> "Encoding":
        """Return the encoding of the same deal in which some cards count for nothing, whatever the rules say.

        Only the differences between its values mean anything: what was won before is counted as it was.
        """
        other = copy(self)
        value, game = list(self.fields["value"]), list(self.fields["game"])
        for card in cards:
            value[self.code[card]] = game[self.code[card]] = 0
        masks = {"worthless": self._without_worth(value), "gameless": self._without_worth(game)}
        other.fields = self.fields | {"value": value, "game": game} | masks
        other.game = self.core.Game(other.fields)
        other.total = None
        return other

    def suits(self, position: Position) -> bool:
        """True if ``position`` is of this deal, so that its answers may share a table."""
        return (
            (position.deal is self.deal or position.deal == self.deal)
            and position.contract.trump == self.trump
            and (position.dealer == self.dealer or self.rules.objective == Objective.tricks)
            and (position.rules is self.rules or position.rules == self.rules)
        )

    def encode_position(self, position: Position) -> dict[str, Any]:
        """Return the position as the searches read it; the deal must not be over.

        ext/game/reading.pxd reads the keys: ``hands`` (sets of bits by seat), ``table`` and ``stock`` (codes
        in order), ``leader``, ``drawn`` (cards of the stock drawn), ``won`` (bit s: side s has won a trick)
        and ``game`` (the lead in game points).  ``unit`` is 1, or 2 if all values have one parity.
        """
        code, bits = self.code, self._bit
        tally, hands, trick, stock = position.tally, position.hands, position.trick, position.deal.stock
        plays = trick.plays
        sets = []
        for seat in self.seats:
            held = 0
            for card in hands[seat]:
                held |= bits[card]
            sets.append(held)
        won = tally.tricks
        return {
            "hands": sets + self._no_hands,
            "stock": [code[card] for card in stock] if stock else [],
            "drawn": len(stock) - len(position.stock_left) if stock else 0,
            "leader": self.seats.index(trick.leader),
            "table": [code[card] for card in plays] if plays else [],
            "won": (won[0] > 0) + 2 * (won[1] > 0),
            "game": lead_of(tally.card_points),
            "unit": self.unit,
        }

    def won_so_far(self, position: Position) -> Pair:
        """Return what each side has for good: all but the unfinished trick, last trick, slam and game."""
        return won_so_far(self.rules, position.tally)

    def split(self, difference: int, total: int | None = None) -> Pair:
        """Return the two sides' results from their difference and their sum, which most games fix.

        Raises ValueError without ``total`` in a game whose sum depends on the play.
        """
        if total is None:
            total = self.total
            slam = self.fields["slam"]
            if total is None:
                raise ValueError("the sum of the two sides' results depends on the line")
            if slam and abs(difference) == total + slam:
                total += slam
        return (total + difference) // 2, (total - difference) // 2

    # ---- the parts

    def _encode_rules(self) -> dict[str, Any]:
        # Step 1. What each card is worth, and its ranks: under the contract and by nature.
        rules, trump = self.rules, self.trump
        has_points = rules.objective == Objective.card_points
        is_four_points = rules.objective == Objective.four_points
        points, rank, natural = self._codes.points, self._codes.rank, self._codes.natural
        value = list(points) if has_points else [0] * N_CARDS
        game = list(points) if is_four_points else [0] * N_CARDS
        # Step 2. High, low and jack count as points of the cards that decide them.
        honours = find_honours(rules, trump, self.deal.cards())
        is_low_captured = rules.low_goes_to == LowGoesTo.trick_winner
        for honour in (honours.high, honours.low if is_low_captured else None, honours.jack):
            if honour is not None:
                value[self.code[honour]] += 1
        is_low_drawn = not is_low_captured and honours.low in self.deal.stock
        # Step 3. Combinations within a trick.
        marriage = [self.code.get(Card(trump, rank)) for rank in "KQ"] if rules.trick_marriage else [None]
        in_tricks = has_points and rules.has_combinations
        fours = [rules.four_points(rank) if in_tricks else 0 for rank in reversed(rules.ranks)]
        # Step 4. The fields of the struct that the search reads.
        n_each = len(self.deal.hands[rules.players[0]])
        trumps = 0xFFFF << LANE * LAST_LANE if trump in SUITS else 0
        return {
            "n_seats": rules.n_players,
            "side_of": [rules.side_of(seat) for seat in self.seats] + [0] * (4 - len(self.seats)),
            "trumps": trumps,
            # The suits that must be headed as trumps are: trumps themselves, at all trumps every suit.
            "headed": (1 << N_CARDS) - 1 if trump == ALL_TRUMPS else trumps,
            "follow": FOLLOW.index(rules.follow),
            "ruff": RUFF.index(rules.ruff),
            "overruff": OVERRUFF.index(rules.overruff),
            "underruff": UNDERRUFF.index(rules.underruff),
            "head_trumps": HEAD_TRUMPS.index(rules.head_trumps),
            "trick_value": 1 if rules.objective == Objective.tricks else 0,
            "last_trick": rules.last_trick if has_points else 0,
            "combinations": int(in_tricks),
            "four_of_a_kind": fours + [0] * (N_RANKS - len(fours)),
            # A run of four that earns nothing as such still holds a run of three.
            "sequence_of_four": (rules.sequence_of_four or rules.sequence_of_three) if in_tricks else 0,
            "sequence_of_three": rules.sequence_of_three if in_tricks else 0,
            "marriage": rules.trick_marriage if in_tricks else 0,
            "marriage_cards": sum(natural[code] for code in marriage if code is not None)
            if in_tricks and None not in marriage
            else 0,
            "penalty": rules.forced_discard_penalty if has_penalty(rules, len(self.deal.stock)) else 0,
            # The tricks of the cards in hand when the stock is gone: as many as at the start.
            "free_tricks": n_each if rules.penalty_lasts == PenaltyLasts.stock else 0,
            "slam": rules.slam if has_points else 0,
            "game_value": int(is_four_points),
            "game_tie": 1 - rules.side_of(self.dealer) if is_four_points and self.dealer else 0,
            "prize": int(is_low_drawn),
            "prize_card": self.code[honours.low] if is_low_drawn and honours.low else -1,
            "worthless": self._without_worth(value),
            "gameless": self._without_worth(game),
            "least_worth": min((points for points in value if points), default=0),
            "value": value,
            "game": game,
            "rank": list(rank),
            "natural": list(natural),
        }

    def _without_worth(self, points: Sequence[int]) -> int:
        """Return the set of cards that have none of these points."""
        return sum(1 << code for code in self.card if not points[code])

    def _counts_tricks(self) -> bool:
        """True if four players in partnerships play for tricks only and suits alone say what may be played.

        A duty to head, to overruff or to ruff unless the partner is winning asks for ranks.
        """
        rules, fields = self.rules, self.fields
        has_rank_duties = fields["trumps"] and not (
            rules.ruff == RuffDuty.free
            and rules.overruff == OverruffDuty.free
            and rules.underruff == UnderruffDuty.free
        )
        return (
            rules.objective == Objective.tricks
            and fields["side_of"] in ([0, 1, 0, 1], [1, 0, 1, 0])
            and rules.n_players == 4
            and not self.deal.stock
            and not fields["penalty"]
            and rules.follow == FollowDuty.strict
            and (not fields["headed"] or rules.head_trumps == HeadTrumpsDuty.never)
            and not has_rank_duties
        )

    def _has_fixed_parity(self) -> bool:
        """True if all differences of results are even or all are odd: each point goes to one of the sides."""
        fields = self.fields
        optional = ("slam", "sequence_of_four", "sequence_of_three", "marriage", "penalty")
        return all(points % 2 == 0 for points in (*map(fields.get, optional), *fields["four_of_a_kind"]))

    def _fixed_total(self) -> int | None:
        """Return the sum of the two sides' results without a slam, or None if it depends on the play."""
        fields = self.fields
        if fields["combinations"] or fields["penalty"]:
            return None
        cards = list(self.deal.cards())
        honours = find_honours(self.rules, self.trump, cards)
        is_low_held = self.rules.low_goes_to == LowGoesTo.holder and honours.low is not None
        total: int = sum(fields["value"][self.code[card]] for card in cards) + is_low_held
        n_tricks = len(cards) // self.rules.n_players
        total += n_tricks * fields["trick_value"] + fields["last_trick"] + fields["game_value"]
        return total


class _Codes(NamedTuple):
    """The numbers of the cards of a game under one trump."""

    code: Mapping[Card, int]
    card: Mapping[int, Card]
    bit: Mapping[Card, int]
    points: tuple[int, ...]
    """Card points by code; those that follow likewise."""
    rank: tuple[int, ...]
    natural: tuple[int, ...]
    """The bit of each card where its suit stands by nature."""


@lru_cache(maxsize=128)
def _codes_of(rules: Rules, trump: str) -> _Codes:
    """Return the numbers of the cards; they are made once for all deals of a game and trump."""
    lanes = _lanes(trump)
    points, rank, natural = [0] * N_CARDS, [0] * N_CARDS, [0] * N_CARDS
    by_card: dict[Card, int] = {}
    for card in rules.deck:
        order = rules.rank_order(card.suit, trump)
        code = by_card[card] = lanes[card.suit] * LANE + len(order) - 1 - order.index(card.rank)
        points[code] = rules.card_points(card, trump)
        rank[code] = len(rules.ranks) - 1 - rules.ranks.index(card.rank)
        natural[code] = 1 << (lanes[card.suit] * LANE + rank[code])
    return _Codes(
        by_card,
        {code: card for card, code in by_card.items()},
        {card: 1 << code for card, code in by_card.items()},
        tuple(points),
        tuple(rank),
        tuple(natural),
    )


def _lanes(trump: str) -> Mapping[str, int]:
    """Return the lane of each suit: trumps have the last one."""
    plain = [suit for suit in SUITS if suit != trump]
    return {suit: lane for lane, suit in enumerate([*plain, trump] if trump in SUITS else plain)}
