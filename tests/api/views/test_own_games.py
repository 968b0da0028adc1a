"""Analyses of games of one's own: they are kept with rules that can be read again, and have a page."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.views import analyses as views
from solver import VARIANTS, Position, Rules
from tests.support.api.service import data_of, make_body

PITCH: dict[str, Any] = {
    "name": "pitch",
    "first_lead": "dealer_next",
    "deck": {"cards_each": 6},
    "points": {"standard": {kind: {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1} for kind in ("plain", "trump")}},
    "duties": {"follow": "or_ruff"},
    "result": {"objective": "four_points"},
    "score": {"scoring": "four_points"},
    "auction": {"kind": "none"},
}
"""A game for four points in which nothing is said, though it has no stock."""
PITCH_DEAL = {
    "N": ["D7", "C6", "CT", "S4", "S8", "SJ"],
    "E": ["H8", "H7", "H5", "C5", "DA", "S7"],
    "S": ["DQ", "D4", "S3", "HT", "HA", "C4"],
    "W": ["HQ", "S6", "DJ", "D8", "SK", "H9"],
}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(database=f"{tmp_path}/atout.db", job_threads=0)).test_client()


def own_log(name: str) -> dict[str, Any]:
    limited = {"limit": {"nodes": 5000}}
    if name == "pitch":
        plays = ["S3", "S6", "SJ", "S7"]
        return limited | {
            "variant": PITCH,
            "dealer": "E",
            "deal": PITCH_DEAL,
            "contract": {"trump": "D"},
            "plays": plays,
        }
    return limited | make_body(name, n_plays=5) | {"variant": {"name": "club", "extends": name}}


def pages_of(client: FlaskClient, log: dict[str, Any]) -> list[Any]:
    """The data of the page of an analysis, in each language."""
    place = client.post("/v1/analyses", json=log).headers["Location"]
    pages = []
    for language in ("en", "fr"):
        headers = {"Accept": "text/html", "Accept-Language": language}
        page = client.get(place.removeprefix("/v1"), headers=headers)
        assert page.status_code == 200, page.text
        pages.append(data_of(page.text))
    return pages


@pytest.mark.by_day(8)
@pytest.mark.parametrize("name", [*VARIANTS, "pitch"])
@pytest.mark.parametrize("is_old", [False, True])
def test_an_own_game_has_its_page(
    client: FlaskClient, name: str, is_old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_old:
        # Earlier versions kept the very form that is digested.
        monkeypatch.setattr(views, "kept_log", lambda content, log: content)
    log = own_log(name)
    expected = Position.from_dict({key: log[key] for key in log if key != "limit"}).rules
    for page in pages_of(client, log):
        found = Rules.from_dict(page["deals"][0]["position"]["variant"])
        for rule in (field.name for field in fields(Rules)):
            is_lost = rule in ("sources", "description", "source", "notes", "aliases")
            is_lost = is_lost or (is_old and rule == "double_called")
            assert is_lost or getattr(found, rule) == getattr(expected, rule), rule


def test_the_page_of_an_own_game_keeps_the_word_for_a_double(client: FlaskClient) -> None:
    for page in pages_of(client, own_log("coinche")):
        assert page["deals"][0]["position"]["variant"]["auction"]["double_called"] == "coinche"
