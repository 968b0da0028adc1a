"""Answers of the service, held against the API document."""

from functools import cache
from typing import Any

from api import Settings
from tests.support.api.described import Described
from tests.support.api.service import make_client, post


@cache
def described() -> Described:
    """The API document."""
    return Described(make_client().get("/openapi.json").json or {})


def check(name: str, data: object) -> None:
    """Hold ``data`` against a component of the API document."""
    described().check_component(name, data)


def answer_to(path: str, body: object, settings: Settings | None = None) -> dict[str, Any]:
    """The JSON of an answer that must be one."""
    answer = post(path, body, settings)
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/json"
    read: dict[str, Any] = answer.json or {}
    return read


def timeless(data: Any) -> Any:
    """``data`` without how long it took."""
    if isinstance(data, dict):
        return {key: timeless(value) for key, value in data.items() if key != "time_ms"}
    return [timeless(value) for value in data] if isinstance(data, list) else data
