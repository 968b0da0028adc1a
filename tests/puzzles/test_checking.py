"""The check of a puzzle by the plain search: it tells whatever is left out of a tree, or wrong in it."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver import LANGUAGES, Card, Language, Position, format_card, parse_card
from solver.engine import NO_LIMIT, Budget
from solver.puzzles import Puzzle, check_puzzle
from solver.puzzles.study import Study
from solver.puzzles.tree import Decision, Defence, End, Forced, Node, Why
from tests.puzzles.test_proof import puzzles_of_seed

PUZZLES = Path(__file__).resolve().parents[1] / "data" / "puzzles"


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


def read_told(name: str) -> Iterator[dict[str, Any]]:
    for line in (PUZZLES / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def pointers(told: dict[str, Any]) -> list[str]:
    return [fault.pointer for fault in check_puzzle(Puzzle.from_dict(told), told)]


def with_a_wrong_reply(told: dict[str, Any]) -> None:
    told["refutations"][0]["reply"] = told["right"][0]


def with_a_reply_that_is_none(told: dict[str, Any]) -> None:
    told["refutations"][0]["reply"] = 17


def with_another_defender(told: dict[str, Any]) -> None:
    told["refutations"][0]["by"] = "Zeus"


def with_a_line_of_no_cards(told: dict[str, Any]) -> None:
    told["refutations"][0]["line"] = ["ZZ", "SA"]


def with_other_words(told: dict[str, Any]) -> None:
    told["goal"]["text"] = "North-South to do the dishes."


def in_another_game(told: dict[str, Any]) -> None:
    told["variant"] = "whist"


def with_a_cheap_card(told: dict[str, Any]) -> None:
    told["expected"][1]["cost"] = 0.0


def with_other_means(told: dict[str, Any]) -> None:
    told["expected"][0]["value"] = {"NS": 1, "EW": 2}


def turned_round(told: dict[str, Any]) -> None:
    told["expected"] = told["expected"][::-1]


def with_nothing_expected(told: dict[str, Any]) -> None:
    told["expected"] = []


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("bank", "change", "pointer"),
    [
        ("mixed.ndjson", with_a_wrong_reply, "/refutations/0/reply"),
        ("mixed.ndjson", with_a_reply_that_is_none, "/refutations/0/reply"),
        ("mixed.ndjson", with_another_defender, "/refutations/0/by"),
        ("mixed.ndjson", with_a_line_of_no_cards, "/refutations/0/line"),
        ("mixed.ndjson", with_other_words, "/goal/text"),
        ("mixed.ndjson", in_another_game, "/variant"),
        ("hidden.ndjson", with_other_words, "/goal/text"),
        ("hidden.ndjson", with_a_cheap_card, "/expected"),
        ("hidden.ndjson", with_other_means, "/expected"),
        ("hidden.ndjson", turned_round, "/expected"),
        ("hidden.ndjson", with_nothing_expected, "/expected"),
    ],
)
def test_whatever_is_told_otherwise_than_it_is_proved_is_found(
    bank: str, change: Change, pointer: str
) -> None:
    told = next(read_told(bank))
    assert not pointers(told)
    change(told)
    assert pointers(told) == [pointer]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goal_may_be_told_in_every_language(language: Language) -> None:
    told = next(read_told("mixed.ndjson"))
    assert not pointers(Puzzle.from_dict(told).to_dict("en", language, shown=True))


def test_another_line_of_best_play_has_a_reply_of_its_own() -> None:
    """The same end by other cards: who refutes with which is what that line says."""
    n_told = 0
    for puzzle in puzzles_of_seed(0, "quadrette"):
        told = puzzle.to_dict(shown=True)
        study = Study(puzzle.position, puzzle.goal, Budget(NO_LIMIT))
        for seed, (index, wrong) in product(range(9), enumerate(puzzle.solution.wrong)):
            line = other_line(study, puzzle.position.play(wrong.cards[0]), Random(seed))
            by, reply = study.reply_in(puzzle.position.play(wrong.cards[0]), line)
            if (by, reply) == (wrong.by, wrong.reply):
                continue
            one = told["refutations"][index]
            before = {**one}
            one["line"] = [str(card) for card in line]
            assert {pointer.rpartition("/")[2] for pointer in pointers(told)} <= {"by", "reply"}
            one |= {"by": by, "reply": None if reply is None else str(reply)}
            assert not pointers(told)
            one |= before
            n_told += 1
    assert n_told


def other_line(study: Study, position: Position, rng: Random) -> list[Card]:
    """Best play in which any of the best cards is played."""
    line: list[Card] = []
    while not position.is_over:
        answer = study.answer(position)
        best = [one for one in answer.cards if one.value == answer.value]
        line.append(rng.choice([card for one in best for card in (one.card, *one.equals)]))
        position = position.play(line[-1])
    return line
