"""Each field of an answer is described once, by the row of its class: not in the service again."""

import ast
from functools import cache

import pytest

from api.schemas.answers import DERIVED, component_of, parts_of
from api.schemas.components import COMPONENTS
from solver import (
    Analysis,
    Answer,
    Attempt,
    ContractTable,
    Fault,
    LoneDeal,
    Puzzle,
    Solution,
)
from solver.answer_row import shown_fields
from tests.support.command_line import ROOT
from tests.support.syntax import nodes_of

ANSWERS = parts_of(Fault, Answer, LoneDeal, Analysis, ContractTable, Puzzle, Solution, Attempt)


@cache
def classes(tree: str) -> tuple[ast.ClassDef, ...]:
    """Return the classes of a tree; parsed once for all tests."""
    return tuple(
        node
        for path in sorted((ROOT / tree).rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef)
    )


def texts(tree: str) -> set[str]:
    """Every text in the code of a tree."""
    return {
        node.value
        for path in sorted((ROOT / tree).rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.night
@pytest.mark.slow
def test_every_answer_of_the_solver_has_its_component_from_its_rows() -> None:
    assert {component_of(answer) for answer in ANSWERS} <= set(DERIVED)
    assert len(ANSWERS) > 25
    assert not set(DERIVED) & set(COMPONENTS)
    assert not {f"{name}Schema" for name in DERIVED} & {node.name for node in classes("api")}


def test_no_sentence_of_a_row_stands_in_the_service() -> None:
    sentences = {one.row.says for answer in ANSWERS for one in shown_fields(answer)}
    # "The game." and the like are also what other answers say of other fields.
    long = {says for says in sentences if len(says) > 40}
    assert len(long) > 60
    assert not long & texts("api")


def test_every_field_says_what_it_holds() -> None:
    for answer in ANSWERS:
        for one in shown_fields(answer):
            assert one.row.says.endswith((".", "|")) or "\n- " in one.row.says, (answer, one.name)
            assert not one.row.absent.endswith("."), (answer, one.name)


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.__name__)
def test_no_answer_writes_its_json_by_hand(answer: type) -> None:
    found = [
        function
        for node in classes("solver")
        if node.name == answer.__name__
        for function in node.body
        if isinstance(function, ast.FunctionDef) and function.name == "to_dict"
    ]
    assert not any(isinstance(inner, ast.Dict) for function in found for inner in ast.walk(function))
