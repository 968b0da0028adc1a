"""A moment of a deal as it lies on the table, for programs that know no rules."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from solver.answer_row import BySide, SeatName, SideName, shows
from solver.cards import SUITS, Card, card_of
from solver.game.contract import Contract
from solver.game.position import Position
from solver.game.scoring import Outcome, deal_score
from solver.game.totals import held_by, sum_without_slam
from solver.rules import Rules


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at a moment of a deal: who holds and who has played which cards, and what is won.

    >>> deal = {"N": "-.AK.-.-", "E": "-.Q.A.-", "S": "-.-.K.A", "W": "-.-.Q.K"}
    >>> position = Position.from_dict({"variant": "bridge", "deal": deal, "contract": {"trump": "NT"},
    ...                                "leader": "N", "plays": ["HA", "HQ", "DK", "DQ"]})
    >>> moment = Moment(position)
    >>> moment.leader, moment.won_by, moment.won
    ('N', 'N', {'NS': 1, 'EW': 0})
    """

    position: Position

    @property
    @shows("The hand that leads, or has led, to the trick on the table.")
    def leader(self) -> SeatName:
        """The seat that leads to the trick on the table; after the last trick, its winner."""
        return self.position.trick.leader

    @property
    @shows("The hands that the cards of `trick` were played from.")
    def seats(self) -> tuple[SeatName, ...]:
        """The seats that have played to the trick on the table."""
        return self.position.trick.seats(self.position.rules)

    @property
    @shows("The cards that each player holds, suit by suit, the strongest of a suit first.")
    def hands(self) -> Mapping[SeatName, tuple[Card, ...]]:
        """The cards that each player holds, sorted by their strength under this contract."""
        rules, hands = self.position.rules, self.position.hands
        place_of = _places_of(rules, self.position.contract.trump).__getitem__
        return {seat: tuple(sorted(hands[seat], key=place_of)) for seat in rules.players}

    @property
    @shows("The cards still to be drawn, from the top down.", absent="in a game without a stock")
    def stock(self) -> tuple[Card, ...] | None:
        """The cards still to be drawn; None in a game without a stock."""
        return self.position.stock_left if self.position.deal.stock else None

    @property
    @shows(
        "What each side has won so far, in the unit of `value`. What only the end of a deal decides, as a "
        "bonus for the last trick, is in it when the deal is over."
    )
    def won(self) -> BySide:
        """The tricks or points that each side has won so far, in the unit of a value."""
        return self.position.rules.by_side(held_by(self.position))

    @property
    @shows("The hand that has won the last finished trick.", absent="before there is one")
    def won_by(self) -> SeatName | None:
        """The seat that has won the last finished trick; None before there is one."""
        position = self.position
        if not position.tricks:
            return None
        return position.tricks[-1].winner(position.rules, position.contract.trump)

    @property
    @shows("The hand of dummy, which the declarer plays.", absent="in a game without one")
    def dummy(self) -> SeatName | None:
        """The seat of dummy, the declarer's partner; None in a game without one."""
        return self.position.dummy

    @property
    @shows("The side of the taker, or of the declarer.", absent="in a contract without a taker")
    def taking(self) -> SideName | None:
        """The side of the taker; None in a contract without one."""
        side = self.position.taking_side
        return None if side is None else self.position.rules.side_names[side]

    @property
    @shows(
        "The least result with which that side makes the contract.",
        absent="where no number alone makes it: without a taker or a bid, and where combinations count",
    )
    def needs(self) -> int | None:
        """The least result with which the side of the taker makes the contract; None if none does alone."""
        position, total = self.position, sum_without_slam(self.position)
        if position.contract.taker is None or total is None:
            return None
        return _least_that_makes(
            position.rules,
            position.contract,
            position.dealer,
            position.belote_side,
            position.points_in_play,
            total,
        )


@lru_cache(maxsize=1024)
def _places_of(rules: Rules, trump: str) -> Mapping[Card, int]:
    """Return the place of every card in a hand that is sorted suit by suit, the strongest of a suit first."""
    cards = [card_of(suit, rank) for suit in SUITS for rank in rules.rank_order(suit, trump)]
    return {card: place for place, card in enumerate(cards)}


@lru_cache(maxsize=1024)
def _least_that_makes(
    rules: Rules,
    contract: Contract,
    dealer: str | None,
    belote_side: int | None,
    in_play: int | None,
    total: int,
) -> int | None:
    """Return the least result with which the taker's side makes a contract; None if none does.

    ``total`` is what both sides have together, without a slam; the other numbers are those of `deal_score`.
    """
    assert contract.taker is not None, "a contract that is made has a taker"
    taker = rules.side_of(contract.taker)

    def is_made(own: int) -> bool:
        # More than the total are all tricks, with the bonus for them.
        pair = (own, max(total - own, 0))
        score = deal_score(rules, contract, dealer, pair if taker == 0 else pair[::-1], belote_side, in_play)
        return score is not None and score.outcome == Outcome.made

    results = [*range(total + 1), total + rules.slam]
    place = bisect_left(results, True, key=is_made)
    return results[place] if place < len(results) else None
