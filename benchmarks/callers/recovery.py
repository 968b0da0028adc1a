"""The model of callers measured: calls that are not its own, read by it.

``python -m benchmarks.callers.recovery CASES`` deals cards in contrée, lets four players of one other kind
call until somebody has bid, and asks what the next player may believe of that contract.  The truth is what
deals come to in which such players would have called so; it is compared with the prospects that read the
calls by the model, and with those that ignore them.  Their habits are plain rules, none of them the model's.

A case is in the band if it lies within two standard errors of the difference.  The truth has five times the
deals of what is asked about, so that little of the band is its own: how much is told.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from statistics import fmean

from benchmarks.callers.solved import DEALER, draw
from solver.cards import Card
from solver.game import Contract, start_auction
from solver.knowledge import Estimate, Viewpoint
from solver.prospects import Prospects, Take, find_prospects
from solver.rules import Rules, find_variant

SEED = 37
SAMPLES = 60
N_TRUE = 300
"""The most deals that the truth is taken from."""
LEAST_TRUE = 150
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


def by_tricks(hand: Hand) -> str:
    """Count tricks that are nearly sure: bid 80 with four, ten more for each further one.

    In trumps they are the jack, the nine with two others, the ace with three and each card beyond three;
    beside them aces, and the ten with its ace.  Two trumps at least.
    """
    tricks, suit = max((count_tricks(hand, suit, ranks), suit) for suit, ranks in suits_of(hand))
    return "pass" if tricks < 4 else f"{min(80 + 10 * (tricks - 4), 140)}{suit}"


def count_tricks(hand: Hand, trump: str, ranks: set[str]) -> int:
    """Return the tricks that a hand has nearly sure in a trump of which it holds ``ranks``."""
    n = len(ranks)
    if n < 2:
        return 0
    tricks = ("J" in ranks) + ("9" in ranks and n >= 3) + ("A" in ranks and n >= 4) + max(n - 3, 0)
    beside = [held for suit, held in suits_of(hand) if suit != trump]
    return tricks + sum(("A" in held) + ({"A", "T"} <= held) for held in beside)


def by_tops(hand: Hand) -> str:
    """Bid seldom: 100 with jack and nine and three trumps, 110 with an ace beside, 130 with two."""
    for suit, ranks in suits_of(hand):
        if {"J", "9"} <= ranks and len(ranks) >= 3:
            aces = sum(card.rank == "A" and card.suit != suit for card in hand)
            return f"{(100, 110, 130, 130)[aces]}{suit}"
    return "pass"


def by_nerve(hand: Hand) -> str:
    """Bid often: 80 with the jack and another trump, or any four; 90 with jack and three, 110 with four."""
    found = []
    for suit, ranks in suits_of(hand):
        n, has_jack = len(ranks), "J" in ranks
        if (has_jack and n >= 2) or n >= 4:
            bid = 110 if has_jack and n >= 4 else 90 if has_jack and n == 3 else 80
            found.append((bid, n, suit))
    if not found:
        return "pass"
    bid, _, suit = max(found)
    return f"{bid}{suit}"


def by_shape(hand: Hand) -> str:
    """Bid 80 with five trumps, or four and a void or two singletons; ten more for the jack, and a sixth."""
    found = []
    for suit, ranks in suits_of(hand):
        n, beside = len(ranks), [len(held) for other, held in suits_of(hand) if other != suit]
        if n >= 5 or (n == 4 and (0 in beside or beside.count(1) >= 2)):
            found.append((80 + 10 * max(n - 5, 0) + 10 * ("J" in ranks), suit))
    if not found:
        return "pass"
    bid, suit = max(found)
    return f"{bid}{suit}"


def by_tally(hand: Hand) -> str:
    """Count jack 3, nine 2, any other trump 1, an ace beside 2, a ten with it 1: bid 80 from 8 on.

    Ten more for each two further.
    """
    found = []
    for suit, ranks in suits_of(hand):
        beside = [held for other, held in suits_of(hand) if other != suit]
        tally = len(ranks) + 2 * ("J" in ranks) + ("9" in ranks)
        tally += sum(2 * ("A" in held) + ({"A", "T"} <= held) for held in beside)
        found.append((tally, suit))
    tally, suit = max(found)
    return "pass" if tally < 8 else f"{min(80 + (tally - 8) // 2 * 10, 130)}{suit}"


def by_aces(hand: Hand) -> str:
    """Bid on aces: 80 with two beside three trumps with jack or nine, 100 with three aces."""
    for suit, ranks in suits_of(hand):
        aces = sum(card.rank == "A" and card.suit != suit for card in hand)
        if len(ranks) >= 3 and ranks & {"J", "9"} and aces >= 2:
            return f"{80 if aces == 2 else 100}{suit}"
    return "pass"


HABITS: dict[str, Habit] = {"thumb": by_thumb, "points": by_points, "length": by_length}
"""By these the form of the errors was chosen."""
SCALE_HABITS: dict[str, Habit] = {"tricks": by_tricks, "tops": by_tops, "nerve": by_nerve}
"""By these and the first three their scale was."""
FURTHER_HABITS: dict[str, Habit] = {"shape": by_shape, "tally": by_tally, "aces": by_aces}
"""By these nothing was chosen."""


def suits_of(hand: Hand) -> list[tuple[str, set[str]]]:
    """Return the ranks held in each suit."""
    return [(suit, {card.rank for card in hand if card.suit == suit}) for suit in "SHDC"]


@dataclass
class Tally:
    """The answers of one kind: those near enough, and how far off the others are."""

    within: list[bool] = field(default_factory=list)
    """For each bid of each case."""
    by_errors: list[float] = field(default_factory=list)
    """The squares of how many standard errors each is off."""
    bands: list[float] = field(default_factory=list)
    """Twice the standard errors of the shares."""
    true_bands: list[float] = field(default_factory=list)
    """The same of the truth."""
    off: list[float] = field(default_factory=list)
    """Of the mean points of the taker's side."""
    points_within: list[bool] = field(default_factory=list)

    def add(self, found: Prospects, true: Prospects, take: Take) -> None:
        """Compare what two prospects say of a take."""
        for bid in BIDS:
            contract = Contract(take.trump, take.taker, bid)
            here, there = found.makes(contract), true.makes(contract)
            errors = errors_off(here, there)
            self.within.append(errors <= 2)
            self.by_errors.append(errors * errors)
            self.bands.append(2 * here.error)
            self.true_bands.append(2 * there.error)
        points, true_points = found.mean(found.points(take)), true.mean(true.points(take))
        self.off.append(points.mean - true_points.mean)
        self.points_within.append(errors_off(points, true_points) <= 2)

    def extend(self, other: "Tally") -> None:
        """Add the cases of another tally."""
        for name, held in vars(self).items():
            held.extend(getattr(other, name))

    def __str__(self) -> str:
        n, n_within = len(self.within), sum(self.within)
        bands = f"± {fmean(self.bands):.3f}, of the truth {fmean(self.true_bands):.3f}"
        return (
            f"{n_within} of {n} within ({n_within / n:.0%}), {bands}, "
            f"off by {sqrt(fmean(self.by_errors)):.2f} errors; "
            f"points off by {fmean(map(abs, self.off)):.1f} ({fmean(self.off):+.1f} on average), "
            f"{sum(self.points_within)} of {len(self.off)} within"
        )


def errors_off(found: Estimate, true: Estimate) -> float:
    """Return by how many standard errors of their difference two estimates differ."""
    return abs(found.mean - true.mean) / hypot(found.error, true.error)


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
    return whole.chosen(fits, N_TRUE) if sum(fits) >= LEAST_TRUE else None


def measure(rules: Rules, habit: Habit, n_cases: int) -> tuple[Tally, Tally]:
    """Return how near the prospects come that read the first bid, and those that ignore it."""
    read, ignored = Tally(), Tally()
    number = 0
    while len(read.off) < n_cases:
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
    return read, ignored


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=int, help="of each kind of players")
    parser.add_argument("--of", choices=("all", *HABITS, *SCALE_HABITS, *FURTHER_HABITS), default="all")
    asked = parser.parse_args()
    rules = find_variant("contree")
    for habits in (FURTHER_HABITS, SCALE_HABITS, HABITS):
        all_read, all_ignored = Tally(), Tally()
        for name, habit in habits.items():
            if asked.of in ("all", name):
                read, ignored = measure(rules, habit, asked.cases)
                print(f"{name}\n  read {read}\n  ignored {ignored}", flush=True)
                all_read.extend(read)
                all_ignored.extend(ignored)
        if all_read.off:
            part = fmean(map(abs, all_read.off)) / fmean(map(abs, all_ignored.off))
            print(
                f"all {len(habits)}\n  read {all_read}\n  ignored {all_ignored}\n  {part:.2f} of it",
                flush=True,
            )


if __name__ == "__main__":
    main()
