"""The faults of a query: told first, and hiding none of the body."""

import pytest

from tests.api.http.test_bad_input import RAW, belote, errors_of
from tests.support.api.service import make_client, post, post_raw

POSTS = ("solve", "analyses", "table", "bids", "convert", "numbers", "positions", "jobs", "puzzles")


@pytest.mark.parametrize("kind", ["application/json", "application/x-ndjson", "application/x-pbn"])
@pytest.mark.parametrize("resource", POSTS)
def test_an_unknown_parameter_of_a_query_is_told_first(resource: str, kind: str) -> None:
    answer = post_raw(f"/v1/{resource}?nodez=1&lang=en", b"{", kind)
    assert answer.status_code in (400, 422)
    told = [(error["code"], error["detail"]) for error in answer.get_json()["errors"]]
    assert told[0][0] == "unknown_field"
    assert told[0][1].startswith("'nodez' is no part of this query")


@pytest.mark.parametrize("resource", POSTS)
def test_the_faults_of_a_query_hide_none_of_the_body(resource: str) -> None:
    alone = post_raw(f"/v1/{resource}", b"{}").get_json()
    both = post_raw(f"/v1/{resource}?nodez=1", b"{}").get_json()
    assert (both["type"], both["status"]) == (alone["type"], alone["status"])
    assert both["errors"][1:] == alone["errors"]
    assert both["errors"][0]["code"] == "unknown_field"


def test_an_option_of_lines_in_the_query_of_a_job_in_json_hides_nothing() -> None:
    answer = post("/v1/jobs?kind=songs&nodez=1", {"logs": 5, "limit": {"time_ms": 0}})
    assert answer.status_code == 400
    told = list(errors_of(answer))
    assert [pointer for pointer, _ in told] == ["", "", "/logs", "/limit/time_ms"]
    assert told[0][1].startswith("'nodez' is no part of this query")
    assert told[1][1] == "of a job in JSON the options stand in it, not 'kind' in a query"
    assert post_raw("/v1/jobs?time_ms=5", b"{}", "text/plain").status_code == 415


@pytest.mark.parametrize("resource", ["solve", "analyses", "table"])
def test_wrong_rules_are_called_so_beside_other_faults(resource: str) -> None:
    body = belote(rules={"head_trumps": "no"})
    answers = [
        post(f"/v1/{resource}", body),
        post(f"/v1/{resource}?nodez=1", body),
        post(f"/v1/{resource}", {**body, "limit": {"time_ms": 0}}),
    ]
    assert [answer.get_json()["type"] for answer in answers] == ["/problems/impossible-rules"] * 3
    assert [len(list(errors_of(answer))) for answer in answers] == [1, 2, 2]


def test_good_parameters_hold_where_others_are_wrong() -> None:
    """What the body says is not blamed where the query says it well."""
    body = belote(limit={"time_ms": 0, "nodes": 0}, plays=["SA", "HK"])
    answer = post("/v1/analyses?time_ms=9&partial=true&samples=x", body)
    assert answer.status_code == 422
    assert [pointer for pointer, _ in errors_of(answer)] == ["", "/limit/nodes"]


def test_a_body_that_is_not_received_hides_no_fault_of_the_query() -> None:
    for data, kind in ((RAW["body over the limit"][0], "application/json"), (b"{}", "text/plain")):
        answer = post_raw("/v1/solve?cards=x", data, kind)
        assert (answer.status_code, len(list(errors_of(answer)))) == (422, 1)


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/analyses/abc", "/v1/variants/belote"])
def test_an_unknown_parameter_of_what_is_read_is_refused_too(path: str) -> None:
    answer = make_client().get(f"{path}?after=1")
    assert (answer.status_code, answer.get_json()["errors"][0]["code"]) == (422, "unknown_field")
