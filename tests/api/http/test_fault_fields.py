"""What is wrong with the form of a field is told with its name: a sentence may be read without its place."""

from typing import Any

import pytest

from tests.support.api.service import post, post_raw

BIDS = {"variant": "contree", "hand": "AQT.J9.K8.7", "seat": "S", "dealer": "W", "auction": []}

OBJECT = 'it must be an object, as {"time_ms": 2000}'


@pytest.mark.parametrize(
    ("path", "body", "pointer", "detail"),
    [
        ("/v1/positions", [], "", "the body must be an object"),
        ("/v1/positions", {}, "/positions", "positions is missing, and must be there"),
        ("/v1/positions", {"positions": None}, "/positions", "positions must not be null"),
        ("/v1/positions", {"positions": [{}], "limit": 5}, "/limit", f"limit is 5; {OBJECT}"),
        ("/v1/bids", {**BIDS, "limit": []}, "/limit", f"limit is a list; {OBJECT}"),
        (
            "/v1/jobs",
            {"logs": [{}], "fair": 5},
            "/fair",
            'fair is 5; it must be true, false or an object, as {"samples": 60}',
        ),
    ],
)
def test_a_field_is_named_in_what_is_said_of_it(path: str, body: object, pointer: str, detail: str) -> None:
    answer = post(path, body)
    problem: Any = answer.json
    assert answer.status_code == 400
    assert problem["detail"] == detail
    assert problem["errors"] == [{"pointer": pointer, "code": problem["errors"][0]["code"], "detail": detail}]


def test_a_field_is_named_in_french_too() -> None:
    problem: Any = post_raw("/v1/positions", b"{}", headers={"Accept-Language": "fr"}).json
    assert problem["detail"] == "positions manque et doit être là"
