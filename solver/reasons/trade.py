"""Trades: the cards of this trick that one side takes in one line and the other side in the other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.cards import Card
from solver.game import Combination, Tally, final_result, find_combinations, lead_of, sign_of, trick_worth
from solver.reasons.course import Course, CourseTrick
from solver.reasons.finders import MOST_KEPT
from solver.reasons.themes import Mistake
from solver.records import made_quickly
from solver.rules import Objective


@made_quickly
@dataclass(frozen=True, slots=True)
class Trade:
    """The part of own minus other for which the cards of this trick, in either line, account."""

    moved: tuple[Card, ...]
    """The cards with a worth that own takes with best play, and the opponents now; the dearest first."""
    gained: tuple[Card, ...]
    """Those with which it is the other way round."""
    combinations: int
    """The part for combinations in this trick."""
    total: int
    """The whole, with the bonus for the last trick."""


@lru_cache(maxsize=MOST_KEPT)
def trade_of(mistake: Mistake) -> Trade:
    """Return what changes hands of this trick between best play and best play after the card.

    Every card counts twice: what one side loses the other gains.
    """
    worth = worth_of_cards(mistake, mistake.played.tricks[0].cards, mistake.better.tricks[0].cards)
    moved, gained = _changed(mistake, worth)
    points = 2 * (sum(worth[card] for card in moved) - sum(worth[card] for card in gained))
    combinations = _combinations(mistake, mistake.better, mistake.played)
    combinations -= _combinations(mistake, mistake.played, mistake.better)
    total = points + combinations
    if len(mistake.better.tricks) == 1:
        n_won = mistake.wins_own(mistake.better.tricks[0]) - mistake.wins_own(mistake.played.tricks[0])
        total += 2 * n_won * mistake.rules.last_trick
    if mistake.rules.objective == Objective.four_points:
        total += game_of(mistake, moved, gained)
    return Trade(
        moved=tuple(sorted(moved, key=lambda card: (-worth[card], -mistake.points(card)))),
        gained=tuple(gained),
        combinations=combinations,
        total=total,
    )


def trade_in(mistake: Mistake, trick: CourseTrick) -> int:
    """Return what the cards of a later trick of best play account for, with the bonus for the last trick.

    Where tricks count, it is the trick.  Own wins the trick.
    """
    worth = worth_of_cards(mistake, trick.cards)
    moved, gained = _changed(mistake, worth)
    total = 2 * (sum(worth[card] for card in moved) - sum(worth[card] for card in gained))
    if mistake.rules.objective == Objective.four_points:
        total += game_of(mistake, moved, gained)
    if mistake.rules.objective == Objective.tricks:
        return 2
    if trick is mistake.better.tricks[-1]:
        n_won = mistake.wins_own(trick) - mistake.wins_own(mistake.played.tricks[-1])
        total += 2 * n_won * mistake.rules.last_trick
    return total


def _changed(mistake: Mistake, cards: Iterable[Card]) -> tuple[list[Card], list[Card]]:
    """Return which of the cards own takes only with best play, and which only now."""
    before, after = mistake.better.side_of, mistake.played.side_of
    moved = [card for card in cards if before[card] == mistake.own != after[card]]
    gained = [card for card in cards if before[card] != mistake.own == after[card]]
    return moved, gained


def worth_of_cards(mistake: Mistake, *tricks: tuple[Card, ...]) -> Mapping[Card, int]:
    """Return the worth of each card of some tricks: card points, or the points for honours of all fours.

    Of all fours cards of card points stand in it too, with 0: they may decide game.
    """
    is_four = mistake.rules.objective == Objective.four_points
    found = {}
    for card in dict.fromkeys(card for cards in tricks for card in cards):
        worth = trick_worth(mistake.rules, mistake.trump, (card,), mistake.position.honours)
        if worth.card_points or worth.honours:
            found[card] = worth.honours.bit_count() if is_four else worth.card_points
    return found


def _combinations(mistake: Mistake, course: Course, other: Course) -> int:
    """Return the points for combinations of this trick that the ``other`` line has not, own minus other."""
    earned = sum(found.points for found in combinations_of(mistake, course, other))
    return earned if mistake.wins_own(course.tricks[0]) else -earned


def combinations_of(mistake: Mistake, course: Course, other: Course) -> Sequence[Combination]:
    """Return the combinations of this trick but those that the same side has in the ``other`` line, too.

    There they may lie in any trick.
    """
    if not mistake.rules.has_combinations:
        return ()
    trick = course.tricks[0]
    again = {
        found.key
        for later in other.tricks
        if mistake.wins_own(later) == mistake.wins_own(trick)
        for found in find_combinations(mistake.rules, mistake.trump, later.cards)
    }
    return [
        found
        for found in find_combinations(mistake.rules, mistake.trump, trick.cards)
        if found.key not in again
    ]


def game_of(mistake: Mistake, moved: Sequence[Card], gained: Sequence[Card]) -> int:
    """Return what the point for game changes, own minus other, if only these cards change hands."""
    now = mistake.played.result.card_points
    shift = mistake.points(*moved) - mistake.points(*gained)
    own = mistake.own
    instead = tuple(points + (shift if side == own else -shift) for side, points in enumerate(now))
    position = mistake.position
    leads = (
        lead_of(final_result(position.rules, position.dealer, Tally(card_points=(first, second))))
        for first, second in (instead, now)
    )
    after, before = leads
    return sign_of(own) * (after - before)
