"""The API document keeps to the standard of such documents."""

from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import validate

from tests.support.api.service import make_client

pytestmark = [pytest.mark.night, pytest.mark.slow]


def texts(part: Any) -> Iterator[str]:
    """Yield every text of a part of the document."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, (dict, list)):
        for below in part.values() if isinstance(part, dict) else part:
            yield from texts(below)


def test_what_is_left_out_is_told_once() -> None:
    document: Any = make_client().get("/openapi.json").get_json()
    told = [text for text in texts(document) if "If left out" in text]
    assert told
    assert [text for text in told if text.count("If left out") > 1] == []


def shapes(part: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every JSON Schema with a type in a part of the document, and its place."""
    if isinstance(part, dict):
        if "type" in part and not place.endswith("/properties"):
            yield place, part
        for key, below in part.items():
            if key not in ("example", "examples"):
                yield from shapes(below, f"{place}/{key}")
    elif isinstance(part, list):
        for index, below in enumerate(part):
            yield from shapes(below, f"{place}/{index}")


def test_generators_of_clients_are_told_what_arrays_and_objects_hold() -> None:
    """Some leave out an operation with an array of unknown items, or make objects that have no fields."""
    document: Any = make_client().get("/openapi.json").get_json()
    bare, n_seen = [], 0
    for place, shape in shapes(document):
        kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
        n_seen += "array" in kinds or "object" in kinds
        if "array" in kinds and "items" not in shape:
            bare.append(place)
        if "object" in kinds and not {"properties", "additionalProperties"} & shape.keys():
            bare.append(place)
    assert n_seen > 200
    assert bare == []


def test_a_solved_puzzle_stands_before_a_puzzle() -> None:
    """What takes the first that fits keeps the solution."""
    names = {"#/components/schemas/Puzzle", "#/components/schemas/SolvedPuzzle"}
    document: Any = make_client().get("/openapi.json").get_json()
    several = [[one.get("$ref") for one in part["anyOf"]] for part in every_dict(document) if "anyOf" in part]
    both = [refs for refs in several if names <= {*refs}]
    assert both
    assert all(refs == sorted(refs, reverse=True) for refs in both)


def every_dict(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a part of the document."""
    if isinstance(part, dict):
        yield part
    for below in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from every_dict(below)


def test_it_is_valid() -> None:
    document: Any = make_client().get("/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    validate(document)
