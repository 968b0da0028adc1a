"""The bench of the worst bodies: what it sends, what it prints, and when it fails."""

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from benchmarks import worst_bodies
from benchmarks.worst_bodies import BAR_S, GROUPS, MIB, Body, Cost

pytestmark = pytest.mark.night


def test_no_body_is_longer_than_bodies_may_be() -> None:
    bodies = [body for group in GROUPS.values() for body in group()]
    assert all(0 < len(body.data) <= MIB for body in bodies)
    names = [(body.name, body.path) for body in bodies]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("beyond_s", "status"), [(BAR_S - 0.01, 0), (BAR_S + 0.01, 1)])
def test_the_worst_is_named_and_more_than_the_bar_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, beyond_s: float, status: int
) -> None:
    def measure(client: FlaskClient, body: Body) -> Cost:
        return Cost(body, body.limit_ms / 1000 + beyond_s, 200)

    monkeypatch.setattr(worst_bodies, "measure", measure)
    result = CliRunner().invoke(worst_bodies.main, ["--group", "streams"])
    assert result.exit_code == status
    assert "20 lines of 10 ms" in result.output
    assert f"{beyond_s:.3f} s beyond its limit" in result.output


def test_what_a_body_costs_is_measured() -> None:
    result = CliRunner().invoke(worst_bodies.main, ["--group", "jobs"])
    assert "a job of many lines" in result.output
    assert " 202" in result.output
