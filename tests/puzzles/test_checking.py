"""The check of a puzzle by the plain search: it tells whatever is left out of a tree, or wrong in it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from solver import format_card, parse_card
from solver.puzzles import Puzzle, check_puzzle
from solver.puzzles.tree import Decision, Defence, End, Forced, Node, Why
from tests.puzzles.test_proof import puzzles_of_seed


def nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Defence):
        for reply in node.replies:
            yield from nodes(reply.then)
    elif isinstance(node, Decision | Forced):
        yield from nodes(node.then)


def changed(node: Node, old: Node, new: Node) -> Node:
    """The tree with another node in the place of one."""
    if node is old:
        return new
    if isinstance(node, Defence):
        return replace(
            node, replies=tuple(replace(one, then=changed(one.then, old, new)) for one in node.replies)
        )
    return node if isinstance(node, End) else replace(node, then=changed(node.then, old, new))


def told_of(puzzle: Puzzle, change: Callable[[Puzzle, Node], Node | None]) -> set[str]:
    """What the check tells of the puzzle, with each of its nodes changed by itself, where that can be."""
    root, told = puzzle.solution.root, set()
    for node in nodes(root):
        if (other := change(puzzle, node)) is not None:
            tree = changed(root, node, other)
            assert isinstance(tree, Decision)
            solution = replace(puzzle.solution, root=tree)
            told.add(" ".join(fault.detail for fault in check_puzzle(replace(puzzle, solution=solution))))
    return told


def without_a_reply(puzzle: Puzzle, node: Node) -> Node | None:
    whole = isinstance(node, Defence) and len(node.replies) > 1
    return replace(node, replies=node.replies[:-1]) if isinstance(node, Defence) and whole else None


def with_a_wrong_card(puzzle: Puzzle, node: Node) -> Node | None:
    if node is not puzzle.solution.root or not isinstance(node, Decision):
        return None
    return replace(node, right=(*node.right, puzzle.solution.wrong[0].cards[0]))


def without_an_equal(puzzle: Puzzle, node: Node) -> Node | None:
    whole = isinstance(node, Decision) and len(node.right) > 1
    return replace(node, right=node.right[:1]) if isinstance(node, Decision) and whole else None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without_a_reply, "nothing is said of "),
        (with_a_wrong_card, " the goal is lost"),
        (without_an_equal, " reaches the goal, too"),
    ],
)
def test_a_tree_in_which_something_is_wrong_is_told(
    change: Callable[[Puzzle, Node], Node | None], says: str
) -> None:
    n_told = 0
    for puzzle in puzzles_of_seed(0, "quadrette"):
        assert not check_puzzle(puzzle)
        for told in told_of(puzzle, change):
            assert says in told
            n_told += 1
    assert n_told


def test_cards_are_written_in_the_letters_of_what_was_told() -> None:
    for puzzle in puzzles_of_seed(0, "quadrette"):
        for change in (without_a_reply, with_a_wrong_card, without_an_equal):
            for node in nodes(puzzle.solution.root):
                if (other := change(puzzle, node)) is None:
                    continue
                root = changed(puzzle.solution.root, node, other)
                assert isinstance(root, Decision)
                spoilt = replace(puzzle, solution=replace(puzzle.solution, root=root))
                english = check_puzzle(spoilt)
                french = check_puzzle(spoilt, {"position": {"notation": "fr"}})
                assert [french_of(fault.detail) for fault in english] == [fault.detail for fault in french]


def french_of(said: str) -> str:
    """The sentence with its cards in French letters."""
    return re.sub(r"\b[SHDC][AKQJT2-9]\b", lambda found: format_card(parse_card(found[0]), "fr"), said)


def test_an_end_at_which_the_goal_can_be_missed_is_told() -> None:
    (puzzle, *_) = puzzles_of_seed(0, "quadrette")
    wrong = puzzle.solution.wrong[0].cards[0]
    root = Decision("N", (wrong,), 1, 1, End(Why.safe))
    found = check_puzzle(replace(puzzle, solution=replace(puzzle.solution, root=root)))
    assert sum("the goal is lost" in fault.detail for fault in found) == 2  # of the card and of the end
