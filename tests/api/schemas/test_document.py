"""The API document keeps to the standard of such documents."""

from collections.abc import Iterator
from typing import Any

import pytest
from openapi_spec_validator import validate

from tests.support.service import make_client

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


def test_it_is_valid() -> None:
    document: Any = make_client().get("/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    validate(document)
