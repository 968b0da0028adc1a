"""The model of callers measured: calls that are not its own, read by it.

``python -m benchmarks.callers.recovery CASES`` deals cards in contrée, lets four players of one other kind
call until somebody has bid, and asks what the next player may believe of that contract.  The truth is what
deals come to in which such players would have called so; it is compared with the prospects that read the
calls by the model, and with those that ignore them.  Their habits are plain rules, none of them the model's.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import hypot

from benchmarks.callers.solved import DEALER, draw
from solver.cards import Card
from solver.game import Contract, start_auction
from solver.knowledge import Estimate, Viewpoint
from solver.prospects import Prospects, Take, find_prospects
from solver.rules import Rules, find_variant

SEED = 7
SAMPLES = 60
N_TRUE = 150
"""The deals that the truth is taken from."""
MOST_TRIED = 10_000
BIDS = (80, 100, 120)

Hand = Sequence[Card]
Habit = Callable[[Hand], str]
"""The call of a player when nobody has bid yet."""


def by_thumb(hand: Hand) -> str:
    """Bid 80 with jack and three trumps, or nine, ace and four; ten more for each ace, and the nine."""
    for suit, ranks in suits_of(hand):
        if ("J" in ranks and len(ranks) >= 3) or ({"9", "A"} <= ranks and len(ranks) >= 4):
            more = sum(card.rank == "A" and card.suit != suit for card in hand) + ({"J", "9"} <= ranks)
            return f"{80 + 10 * more}{suit}"
    return "pass"


def by_points(hand: Hand) -> str:
    """Count card points, five more a trump, 11 an ace: bid 80 from 50 points on, ten more for each ten."""
    worth = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
    aces = {suit: sum(card.rank == "A" and card.suit != suit for card in hand) for suit in "SHDC"}
    points, suit = max(
        (sum(worth.get(rank, 0) + 5 for rank in ranks) + 11 * aces[suit], suit)
        for suit, ranks in suits_of(hand)
    )
    return "pass" if points < 50 else f"{min(80 + (points - 50) // 10 * 10, 140)}{suit}"


def by_length(hand: Hand) -> str:
    """Bid on the longest suit alone, with jack or nine: 80 with four cards, 100 with five, 120 with six."""
    suit, ranks = max(suits_of(hand), key=lambda held: len(held[1]))
    if len(ranks) < 4 or not ranks & {"J", "9"}:
        return "pass"
    return f"{min(80 + 20 * (len(ranks) - 4), 120)}{suit}"


HABITS: dict[str, Habit] = {"thumb": by_thumb, "points": by_points, "length": by_length}


def suits_of(hand: Hand) -> list[tuple[str, set[str]]]:
    """Return the ranks held in each suit."""
    return [(suit, {card.rank for card in hand if card.suit == suit}) for suit in "SHDC"]


@dataclass
class Tally:
    """The answers of one kind: those near enough, and how far off the others are."""

    n: int = 0
    within: int = 0
    off: list[float] = field(default_factory=list)
    """Of the mean points of the taker's side."""

    def add(self, found: Prospects, true: Prospects, take: Take) -> None:
        """Compare what two prospects say of a take."""
        for bid in BIDS:
            contract = Contract(take.trump, take.taker, bid)
            self.n += 1
            self.within += is_within(found.makes(contract), true.makes(contract))
        self.off.append(found.mean(found.points(take)).mean - true.mean(true.points(take)).mean)

    def __str__(self) -> str:
        n = len(self.off)
        off, bias = sum(map(abs, self.off)) / n, sum(self.off) / n
        return f"{self.within} of {self.n} within, off by {off:.1f} points ({bias:+.1f} on average)"


def is_within(found: Estimate, true: Estimate) -> bool:
    """True if two estimates differ by no more than two standard errors of their difference."""
    # Of none or all of few deals the error is not 0: one deal more is taken to be otherwise.
    least = 1 / SAMPLES
    return abs(found.mean - true.mean) <= 2 * hypot(max(found.error, least), true.error)


def first_bid(rules: Rules, hands: dict[str, Hand], habit: Habit) -> tuple[str, ...]:
    """Return the calls up to the first bid; all pass if there is none."""
    calls: list[str] = []
    for seat in rules.seats_from(rules.next_seat(DEALER)):
        calls.append(habit(hands[seat]))
        if calls[-1] != "pass":
            break
    return tuple(calls)


def believed(rules: Rules, viewpoint: Viewpoint, calls: tuple[str, ...], habit: Habit) -> Prospects | None:
    """Return the prospects in which players of ``habit`` call so; None where too few such deals are found."""
    whole = find_prospects(viewpoint, MOST_TRIED, SEED + 1)
    speakers = rules.seats_from(rules.next_seat(DEALER))
    fits = [
        float(all(habit(deal.hands[seat]) == call for seat, call in zip(speakers, calls, strict=False)))
        for deal in whole.deals
    ]
    return whole.chosen(fits, N_TRUE) if sum(fits) >= N_TRUE else None


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int, help="of each kind of players")
    asked = parser.parse_args()
    rules = find_variant("contree")
    for name, habit in HABITS.items():
        read, ignored = Tally(), Tally()
        number = 0
        while len(read.off) < asked.cases:
            number += 1
            deal = draw(rules, number, SEED)
            calls = first_bid(rules, dict(deal.hands), habit)
            auction = start_auction(rules, DEALER).follow(calls)
            contract, seat = auction.standing, auction.to_call
            if contract is None or contract.taker is None or seat is None:
                continue
            viewpoint = Viewpoint(rules, seat, deal.hands[seat], DEALER)
            true = believed(rules, viewpoint, calls, habit)
            if true is None:
                continue
            take = Take(contract.trump, contract.taker)
            plain = find_prospects(viewpoint, SAMPLES, SEED)
            heard = plain.read(auction)
            for prospects in (true, plain, heard):
                prospects.solve([take])
            read.add(heard, true, take)
            ignored.add(plain, true, take)
        print(f"{name}: read {read}; ignored {ignored}", flush=True)


if __name__ == "__main__":
    main()
