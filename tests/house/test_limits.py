"""Limits and usual values: each stands in one place, and one name means one thing where others import it."""

import ast
from collections import defaultdict

import pytest

import solver
from solver import Puzzle
from solver.puzzles import MAX_DEVIATION, MAX_RATING, USUAL_RATING
from tests.house.test_floors import python_files
from tests.support.syntax import nodes_of

LIMITS = ("LEAST_", "MAX_", "MIN_", "MOST_", "USUAL_")
"""The beginnings of their names."""


def limits_by_name() -> dict[str, dict[str, object]]:
    """Return the value of each limit that a module states, by name and module."""
    found: dict[str, dict[str, object]] = defaultdict(dict)
    for path in [*python_files("solver"), *python_files("api")]:
        module = nodes_of(path)[0]
        assert isinstance(module, ast.Module)
        for node in module.body:
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            name = node.targets[0].id.lstrip("_")
            if name.startswith(LIMITS) and isinstance(node.value, ast.Constant):
                found[name][str(path)] = node.value.value
    return found


@pytest.mark.night
@pytest.mark.slow
def test_a_limit_of_one_name_and_value_stands_in_one_place() -> None:
    twice = {
        name: places for name, places in limits_by_name().items() if len(set(places.values())) < len(places)
    }
    assert not twice


@pytest.mark.slow
def test_a_public_limit_has_no_namesake() -> None:
    """A reader of a module could take the one for the other."""
    shown: list[str] = vars(solver)["__all__"]
    assert not {
        name: places for name, places in limits_by_name().items() if name in shown and len(places) > 1
    }


def test_no_two_constants_of_a_module_differ_by_an_underscore_alone() -> None:
    for path in [*python_files("solver"), *python_files("api")]:
        nodes = nodes_of(path)
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
        assert not [name for name in names if name.isupper() and f"_{name}" in names], path


def test_what_is_not_rated_is_rated_as_glicko_has_it() -> None:
    usual = {name: field.default for name, field in vars(Puzzle)["__dataclass_fields__"].items()}
    assert (usual["rating"], usual["rating_deviation"]) == (USUAL_RATING, MAX_DEVIATION)
    assert USUAL_RATING < MAX_RATING
