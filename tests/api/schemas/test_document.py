"""The API document keeps to the standard of such documents."""

from typing import Any

import pytest
from openapi_spec_validator import validate

from tests.support.service import make_client

pytestmark = [pytest.mark.night, pytest.mark.slow]


def test_it_is_valid() -> None:
    document: Any = make_client().get("/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    validate(document)
