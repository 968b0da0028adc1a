"""Themes of prizes: whose a card, a trick or a point of all fours is in the line, and in the wrong line."""

from solver.cards import Card
from solver.game import HONOUR_NAMES, earns_slam, find_combinations
from solver.puzzles.goal import GoalKind
from solver.puzzles.themes.lines import Lines
from solver.reasons import Course
from solver.rules import Objective

GREAT_TEN = 10
"""The points of a ten that is worth saving."""
NARROW_POINTS = 10
"""The points from which on a defeat is no narrow one."""


def save_ten(lines: Lines) -> bool:
    """True for an own ten that own takes in the line, and the opponents in the wrong line."""
    return any(_changes(lines, card, is_own=True) for card in _tens(lines))


def catch_ten(lines: Lines) -> bool:
    """True for a ten of the opponents that own takes in the line, and they in the wrong line."""
    return any(_changes(lines, card, is_own=False) for card in _tens(lines))


def save_jack(lines: Lines) -> bool:
    """True for the jack of all fours, an own one that is saved."""
    jack = lines.position.honours.jack
    return jack is not None and _changes(lines, jack, is_own=True)


def catch_jack(lines: Lines) -> bool:
    """True for the jack of all fours, one of the opponents that is caught."""
    jack = lines.position.honours.jack
    return jack is not None and _changes(lines, jack, is_own=False)


def low(lines: Lines) -> bool:
    """True for the point for low, which is own in the line, and the opponents' in the wrong line."""
    bit = next(bit for bit, name in HONOUR_NAMES.items() if name == "low")
    own, other = lines.right.result.honours[lines.own], lines.wrong.result.honours[1 - lines.own]
    return lines.rules.objective == Objective.four_points and bool(own & other & bit)


def game_point(lines: Lines) -> bool:
    """True for the point for game, which is own in the line, and the opponents' in the wrong line."""
    return bool(lines.right.result.game[lines.own] and lines.wrong.result.game[1 - lines.own])


def last_trick(lines: Lines) -> bool:
    """True for a last trick that earns points and is own in the line alone."""
    return (
        lines.rules.last_trick > 0
        and lines.wins_own(lines.right.tricks[-1])
        and not lines.wins_own(lines.wrong.tricks[-1])
    )


def capot(lines: Lines) -> bool:
    """True if own takes all the tricks of the deal in the line alone, and that earns more."""
    return earns_slam(lines.rules) and lines.right.slam_side == lines.own != lines.wrong.slam_side


def stop_capot(lines: Lines) -> bool:
    """True if the opponents take all the tricks in the wrong line alone, and that earns more."""
    other = 1 - lines.own
    return earns_slam(lines.rules) and lines.wrong.slam_side == other != lines.right.slam_side


def combination(lines: Lines) -> bool:
    """True for a combination that own has in the line alone, or the opponents in the wrong line alone."""
    if not lines.rules.has_combinations:
        return False
    right, wrong = _combinations(lines, lines.right), _combinations(lines, lines.wrong)
    return bool(right[lines.own] - wrong[lines.own] or wrong[1 - lines.own] - right[1 - lines.own])


def defeat_by_one(lines: Lines) -> bool:
    """True for a contract that fails by one trick, or by fewer than `NARROW_POINTS`, in the line."""
    if lines.goal.kind != GoalKind.defeat or lines.goal.at_least is None:
        return False
    over = lines.right.result.result[lines.own] - lines.goal.at_least
    return over < (1 if lines.rules.objective == Objective.tricks else NARROW_POINTS)


def _tens(lines: Lines) -> list[Card]:
    return [card for card in lines.right.trick_of if card.rank == "T" and lines.points([card]) >= GREAT_TEN]


def _changes(lines: Lines, card: Card, *, is_own: bool) -> bool:
    """True for a card of one side that own takes in the line, and the opponents in the wrong line."""
    right, wrong = lines.right, lines.wrong
    if card not in right.trick_of or card not in wrong.trick_of:
        return False
    holders = {lines.is_own(course.seat_of[card]) for course in (right, wrong)}
    return holders == {is_own} and right.side_of[card] == lines.own != wrong.side_of[card]


def _combinations(lines: Lines, course: Course) -> tuple[frozenset[tuple[str, frozenset[Card]]], ...]:
    """Return the combinations of each side in a line, each by its name and cards."""
    found: list[set[tuple[str, frozenset[Card]]]] = [set(), set()]
    for trick in course.tricks:
        for one in find_combinations(lines.rules, lines.trump, trick.cards):
            found[lines.rules.side_of(trick.winner)].add(one.key)
    return tuple(map(frozenset, found))
