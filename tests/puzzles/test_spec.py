"""Specs of puzzles: read from JSON, with all their faults at once."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from solver import Log, SolverError, find_variant
from solver.puzzles import (
    MOST_COUNT,
    FindingLimit,
    GivenPosition,
    PuzzleSpec,
    PuzzleTheme,
    Span,
)
from solver.puzzles.spec import Match
from tests.support.command_line import ROOT
from tests.support.puzzles.puzzle_specs import a_puzzle


def test_a_spec_is_read() -> None:
    puzzle = a_puzzle()
    told = {
        "variant": "belote",
        "rules": {"overruff": "free"},
        "count": 3,
        "seed": 4,
        "themes": ["ruff", "squeeze"],
        "match": "any",
        "difficulty": 3,
        "rating": [1200, 1800],
        "length": [2, 4],
        "tricks_left": [4, 5],
        "most_cards": 5,
        "least_wrong": 1,
        "limit": {"candidates": 1000, "nodes": None},
    }
    spec = PuzzleSpec.from_dict(told)
    assert spec == PuzzleSpec(
        rules=find_variant("belote").override({"overruff": "free"}),
        count=3,
        seed=4,
        themes=(PuzzleTheme.ruff, PuzzleTheme.squeeze),
        match=Match.any,
        difficulty=Span(3, 3),
        rating=Span(1200, 1800),
        length=Span(2, 4),
        tricks_left=Span(4, 5),
        most_cards=5,
        least_wrong=1,
        limit=FindingLimit(candidates=1000),
    )
    shown = puzzle.to_dict()
    given = {"source": "positions", "positions": [shown, shown["position"]]}
    assert PuzzleSpec.from_dict(given).positions == (
        GivenPosition(puzzle.position, puzzle.goal),
        GivenPosition(puzzle.position),
    )
    log = json.loads((ROOT / "samples/belote.json").read_text(encoding="utf-8"))
    assert PuzzleSpec.from_dict({"source": "logs", "logs": [log]}).logs == (Log.from_dict(log),)


def pointers(data: object) -> set[str]:
    with pytest.raises(SolverError) as error:
        PuzzleSpec.from_dict(data)
    return {fault.pointer for fault in error.value.faults}


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        ("count", 1, MOST_COUNT),
        ("difficulty", 1, 5),
        ("rating", 600, 2800),
        ("length", 1, 8),
        ("tricks_left", 1, 52),
        ("most_cards", 1, 52),
        ("least_wrong", 1, 52),
    ],
)
def test_numbers_of_a_spec_have_a_least_and_a_most(field: str, least: int, most: int) -> None:
    for number in (least, most):
        PuzzleSpec.from_dict({"variant": "whist", field: number})
    for number in (least - 1, most + 1):
        assert pointers({"variant": "whist", field: number}) == {f"/{field}"}


@pytest.mark.parametrize("field", ["source", "kind", "match"])
def test_another_word_can_be_read_and_another_type_not(field: str) -> None:
    for value, code, kind in (("x", "wrong_word", "impossible"), (1, "wrong_type", "unreadable")):
        with pytest.raises(SolverError) as error:
            PuzzleSpec.from_dict({"variant": "whist", field: value})
        assert [(fault.code, fault.kind) for fault in error.value.faults] == [(code, kind)]


def test_faults_of_a_spec_come_together() -> None:
    broken = {
        "variant": "belotte",
        "count": 0,
        "seed": "1",
        "source": "book",
        "kind": 1,
        "themes": ["ruff", "checkmate"],
        "match": "some",
        "difficulty": 6,
        "rating": [2900, 100],
        "length": [1, 2, 3],
        "tricks_left": [5, 2],
        "most_cards": True,
        "least_wrong": -1,
        "short_deals": "yes",
        "limit": {"candidates": 0, "seconds": 3},
        "colour": "red",
    }
    assert pointers(broken) == {
        "/variant",
        "/count",
        "/seed",
        "/source",
        "/kind",
        "/themes/1",
        "/match",
        "/difficulty",
        "/rating",
        "/rating/0",
        "/rating/1",
        "/length",
        "/tricks_left",
        "/most_cards",
        "/least_wrong",
        "/short_deals",
        "/limit/candidates",
        "/limit/seconds",
        "/colour",
    }


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ([], {""}),
        ({}, {"/variant"}),
        ({"rules": {"overruff": "free"}, "source": "logs", "logs": []}, {"/variant", "/logs"}),
        ({"variant": "belote", "rules": {"overruff": "often"}}, {"/rules/overruff"}),
        ({"variant": "belote", "logs": []}, {"/logs"}),
        ({"source": "logs"}, {"/logs"}),
        ({"source": "logs", "logs": []}, {"/logs"}),
        ({"source": "logs", "logs": [], "positions": []}, {"/positions", "/logs"}),
        ({"source": "positions", "positions": {}}, {"/positions"}),
        ({"source": "positions", "positions": [{"variant": "x"}]}, {"/positions/0/variant"}),
        ({"source": "logs", "logs": [{"deals": 3}]}, {"/logs/0/deals"}),
        ({"variant": "belote", "themes": "ruff", "limit": 3}, {"/themes", "/limit"}),
        ({"variant": "belote", "themes": ["ruff", "duck", "ruff"]}, {"/themes"}),
        ({"variant": "belote", "themes": ["ruff", "foo", "ruff"]}, {"/themes", "/themes/1"}),
        ({"variant": "belote", "themes": ["foo"] * 10_000}, {"/themes"}),
    ],
)
def test_a_spec_that_cannot_be_read_says_where(data: object, found: set[str]) -> None:
    assert pointers(data) == found


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner)))
def test_any_value_is_read_or_refused(value: Any) -> None:
    keys = ("variant", "count", "themes", "length", "limit", "logs", "positions", "source", "rules")
    for data in (value, *({key: value} for key in keys), {"variant": "belote", "source": value}):
        try:
            PuzzleSpec.from_dict(data)
        except SolverError:
            continue
