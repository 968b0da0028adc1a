"""Themes that need no line of play: the goal, the length, how far the deal has come, and whose turn it is."""

from solver.puzzles.goal import GoalKind
from solver.puzzles.puzzle import Puzzle
from solver.puzzles.tree import Decision, Defence, End, Node

LONG = 3
"""The decisions of a long puzzle, at least."""
ENDING = 3
"""The tricks that are left at most in an ending."""
OPENING = 1
"""The tricks that are finished at most early in a deal."""


def contract(puzzle: Puzzle) -> bool:
    """True for a contract that is to be made."""
    return puzzle.goal.kind == GoalKind.contract


def defeat(puzzle: Puzzle) -> bool:
    """True for a contract that is to be defeated."""
    return puzzle.goal.kind == GoalKind.defeat


def only_card(puzzle: Puzzle) -> bool:
    """True if no decision of the main line has a second right card, be it an equal."""
    node: Node = puzzle.solution.root
    while not isinstance(node, End):
        if isinstance(node, Decision) and len(node.right) > 1:
            return False
        node = node.replies[0].then if isinstance(node, Defence) else node.then
    return True


def one(puzzle: Puzzle) -> bool:
    """True for one decision."""
    return puzzle.length == 1


def short(puzzle: Puzzle) -> bool:
    """True for more decisions than one, but fewer than `LONG`."""
    return 1 < puzzle.length < LONG


def long(puzzle: Puzzle) -> bool:
    """True for `LONG` decisions or more."""
    return puzzle.length >= LONG


def ending(puzzle: Puzzle) -> bool:
    """True for at most `ENDING` tricks left."""
    return puzzle.tricks_left <= ENDING


def middle(puzzle: Puzzle) -> bool:
    """True for what is neither early in the deal nor an ending."""
    return not opening(puzzle) and not ending(puzzle)


def opening(puzzle: Puzzle) -> bool:
    """True for at most `OPENING` tricks finished, and no ending."""
    return len(puzzle.position.tricks) <= OPENING and not ending(puzzle)


def taker(puzzle: Puzzle) -> bool:
    """True if the taker is on the solver's side."""
    return puzzle.position.taking_side == puzzle.goal.number


def defence(puzzle: Puzzle) -> bool:
    """True if the taker is on the other side."""
    return puzzle.position.taking_side == 1 - puzzle.goal.number
