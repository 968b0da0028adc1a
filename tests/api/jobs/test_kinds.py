"""The options of a job and those of its logs, brought together."""

from typing import Any

import pytest

from api.jobs.kinds import _with_options

LIMITS = {"limit": {"time_ms": 1000, "nodes": 5000}}


@pytest.mark.parametrize(
    ("log", "merged"),
    [
        ({}, {"time_ms": 1000, "nodes": 5000}),
        ({"limit": None}, {"time_ms": 1000, "nodes": 5000}),
        ({"limit": {}}, {"time_ms": 1000, "nodes": 5000}),
        ({"limit": {"nodes": 10}}, {"time_ms": 1000, "nodes": 10}),
        ({"limit": {"nodes": None, "table_mib": 8}}, {"time_ms": 1000, "nodes": 5000, "table_mib": 8}),
        ({"limit": 5}, 5),
    ],
)
def test_each_number_of_a_log_goes_before_the_same_of_its_job(log: dict[str, Any], merged: object) -> None:
    assert _with_options(log, LIMITS)["limit"] == merged


@pytest.mark.parametrize(
    ("log", "merged"),
    [
        ({}, {"time_ms": 1000, "nodes": 5000}),
        ({"limit": {"nodes": 10, "table_mib": 8}}, {"time_ms": 1000, "nodes": 5000, "table_mib": 8}),
        ({"limit": 5}, {"time_ms": 1000, "nodes": 5000}),
    ],
)
def test_each_number_of_a_query_goes_before_the_same_of_a_log(log: dict[str, Any], merged: object) -> None:
    assert _with_options(log, {**LIMITS, "first": True})["limit"] == merged


def test_a_job_that_asks_nothing_changes_nothing() -> None:
    log = {"notation": "fr", "fair": {"seed": 3}}
    assert _with_options(log, {}) == log
    assert _with_options(log, {"notation": "en", "fair": {}}) == log
    assert _with_options({"fair": True}, {"fair": {"seed": 3}}) == {"fair": {"seed": 3}}
    assert _with_options({"fair": False}, {"fair": {"seed": 3}}) == {"fair": False}
    assert _with_options(log, {"notation": "en", "fair": {"samples": 5}, "first": True}) == {
        "notation": "en",
        "fair": {"seed": 3, "samples": 5},
    }


def test_the_scoring_of_a_job_counts_for_each_log_that_states_none() -> None:
    assert _with_options({}, {"scoring": "imps"}) == {"scoring": "imps"}
    assert _with_options({"scoring": "rubber"}, {"scoring": "imps"}) == {"scoring": "rubber"}
    assert _with_options({"scoring": "rubber"}, {"scoring": "imps", "first": True}) == {"scoring": "imps"}
