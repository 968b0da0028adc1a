"""Puzzles of games of one's own, in a bank with those of a known game: every page and every resource."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank
from api.store import Store
from solver import Puzzle, PuzzleTheme, resolve_variant
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import example_puzzle, kept, puzzle_of_seed
from tests.support.api.streaming import NDJSON

HTML = {"Accept": "text/html,*/*;q=0.5"}


def own_puzzles(name: str) -> list[Puzzle]:
    """Puzzles of a quadrette of one's own with that name."""
    rules = resolve_variant({"extends": "quadrette", "name": name})
    return [one for seed in range(8) if (one := puzzle_of_seed(seed, rules)) is not None]


OWN = {"my_game": own_puzzles("my_game"), "own:belote": own_puzzles("belote")}
"""Puzzles of games of one's own, by the names that the bank has for these."""


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0))
        part_of(app, Bank).add(map(kept, [example_puzzle(), *chain(*OWN.values())]))
        yield app.test_client()
        part_of(app, Store).close()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_of_ones_own_are_shown_by_their_names(client: FlaskClient, language: str) -> None:
    page = client.get("/puzzles", headers={**HTML, "Accept-Language": language})
    assert page.status_code == 200
    rows = re.findall(r'role="rowheader"[^>]*>([^<]+)</th><td role="cell">(\d+)<', page.text)
    assert rows[:-1] == [("Belote", "1"), *((name, str(len(OWN[name]))) for name in sorted(OWN))]
    # Nothing leads to the draw of what is drawn for nobody.
    assert re.findall(r"daily[?]variant=([^\"]+)", page.text) == ["belote"]
    assert not any(f'<option value="{name}"' in page.text for name in OWN)


@pytest.mark.parametrize("name", OWN)
def test_a_puzzle_of_ones_own_game_is_a_page(client: FlaskClient, name: str) -> None:
    for puzzle in OWN[name]:
        page = client.get(f"/puzzles/{puzzle.id}", headers=HTML)
        assert (page.status_code, page.mimetype) == (200, "text/html")
    for path in ("next", "daily"):
        page = client.get(f"/puzzles/{path}", query_string={"variant": name}, headers=HTML)
        assert (page.status_code, page.mimetype) == (422, "text/html")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("kind", ["application/json", NDJSON, "text/csv"])
def test_the_games_that_the_figures_name_are_listed(client: FlaskClient, name: str, kind: str) -> None:
    figures = client.get("/v1/puzzles/stats").get_json()["games"]
    assert [one["variant"] for one in figures] == sorted(["belote", *OWN])
    for game, ids in {name: [one.id for one in OWN[name]], "Belote": [example_puzzle().id]}.items():
        found = client.get("/v1/puzzles", query_string={"variant": game}, headers={"Accept": kind})
        assert found.status_code == 200
        assert sorted(re.findall(r'(?:"id": ?"|^)([0-9a-z]{16})\b', found.text, re.MULTILINE)) == sorted(ids)


@pytest.mark.parametrize("name", OWN)
def test_the_themes_of_ones_own_game_are_counted(client: FlaskClient, name: str) -> None:
    themes = client.get("/v1/puzzles/themes", query_string={"variant": name}).get_json()["themes"]
    assert [one["theme"] for one in themes] == list(map(str, PuzzleTheme))
    assert sum(one["puzzles"] for one in themes) == sum(len(one.themes) for one in OWN[name])


@pytest.mark.parametrize("path", ["", "/themes", "/next", "/daily"])
def test_a_game_that_the_bank_does_not_have_either_is_unknown(client: FlaskClient, path: str) -> None:
    problem = client.get(f"/v1/puzzles{path}?variant=your_game")
    assert (problem.status_code, problem.get_json()["type"]) == (404, "/problems/unknown-variant")
    known = client.get("/v1/puzzles?variant=whist")
    assert (known.status_code, known.get_json()) == (200, {"puzzles": []})


@pytest.mark.parametrize("name", OWN)
def test_a_puzzle_of_ones_own_game_is_tried_and_solved(client: FlaskClient, name: str) -> None:
    puzzle = OWN[name][0]
    here = f"/v1/puzzles/{puzzle.id}"
    for path in ("", "/hint?n=3", "/solution", "?notation=fr"):
        assert client.get(f"{here}{path}").status_code == 200
    tried = client.post(f"{here}/attempts", json={"plays": [str(puzzle.solution.line[0])]})
    assert tried.status_code == 200
    assert client.post(f"{here}/votes", json={"up": True}).status_code == 200
