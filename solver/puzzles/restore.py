"""Puzzles read from where they were kept: their proof is read too, and trusted."""

from collections.abc import Mapping
from typing import Any

from solver.cards import Card, parse_card
from solver.puzzles.hidden import Expected
from solver.puzzles.puzzle import Puzzle, PuzzleKind, Solution
from solver.puzzles.read import read_puzzle, told_refutations
from solver.puzzles.study import RefutedCards
from solver.puzzles.tree import Decision, Defence, End, Forced, Node, Reply, Why


def restore_puzzle(data: Mapping[str, Any], engine: str) -> Puzzle:
    """Read a puzzle that `Puzzle.to_dict` has written with its solution, without proving it again.

    It is for what was proved before it was kept, by ``engine``: `Puzzle.from_dict` is for what others send.
    What only the proof needed is not restored: how many classes were wrong at a later decision, by how much,
    and the number of solves.

    Raises SolverError for a question that cannot be read, and KeyError, TypeError or ValueError for a
    solution that is damaged.
    """
    facts = read_puzzle(data)
    is_hidden = data["kind"] == PuzzleKind.hidden
    assert facts.goal is not None, "what was kept has its goal"
    root = _read_node(data["tree"])
    assert isinstance(root, Decision), "a puzzle begins with a decision"
    refutations = told_refutations(data)
    if refutations is None:
        raise KeyError("refutations")
    solution = Solution(
        right=_read_cards(data["right"]),
        wrong=tuple(map(_read_wrong, refutations)),
        line=_read_cards(data["line"]),
        duals=data["duals"],
        tempting=facts.tempting,
        expected=tuple(map(_read_expected, data["expected"])) if is_hidden else None,
        hidden=facts.position.deal if is_hidden else None,
        root=root,
    )
    return Puzzle(
        id=data["id"],
        kind=PuzzleKind(data["kind"]),
        position=facts.position,
        goal=facts.goal,
        length=data["length"],
        solution=solution,
        version=engine,
        **facts.told,
    )


def _read_cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _read_wrong(data: Mapping[str, Any]) -> RefutedCards:
    reply = data["reply"]
    return RefutedCards(
        cards=_read_cards(data["cards"]),
        value=dict(data["value"]),
        by=data["by"],
        reply=None if reply is None else parse_card(reply),
        line=_read_cards(data["line"]),
    )


def _read_expected(data: Mapping[str, Any]) -> Expected:
    return Expected(_read_cards(data["cards"]), dict(data["value"]), data["cost"], data["cost_error"])


def _read_node(data: Mapping[str, Any]) -> Node:
    """Read a node of the tree, and all below it."""
    if "end" in data:
        return End(Why(data["end"]))
    if "replies" in data:
        replies = (Reply(_read_cards(reply["cards"]), _read_node(reply["then"])) for reply in data["replies"])
        return Defence(data["seat"], tuple(replies))
    then = _read_node(data["then"])
    if "forced" in data:
        return Forced(data["seat"], parse_card(data["forced"]), then)
    return Decision(data["seat"], _read_cards(data["right"]), 0, 0, then)
