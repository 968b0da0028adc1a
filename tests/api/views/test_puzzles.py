"""The resources of puzzles: what they show, what they keep to themselves, what they refuse."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank
from api.puzzles.kept import NewPuzzle
from api.store import Store
from solver import (
    LANGUAGES,
    NOTATIONS,
    Language,
    Notation,
    Puzzle,
    PuzzleTheme,
    Solution,
)
from solver.answer_row import shown_fields
from solver.formats.puzzles import read_puzzles_csv
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import example_puzzle, kept, puzzle_of_seed
from tests.support.api.keys import key_store
from tests.support.api.streaming import NDJSON

FRENCH = {"Accept-Language": "fr"}
PUZZLES: list[Puzzle] = [one for seed in range(30, 60) if (one := puzzle_of_seed(seed)) is not None]
"""Puzzles of belote, the example among them."""
OTHERS: list[Puzzle] = [one for seed in range(12) if (one := puzzle_of_seed(seed, "contree")) is not None]
ALL = [*PUZZLES, *OTHERS]
AWAY = {str(theme) for theme in PuzzleTheme if theme.gives_away}
HERE = f"/v1/puzzles/{example_puzzle().id}"
SOLUTION = {field.name for field in shown_fields(Solution)}


@pytest.fixture(scope="module")
def shared() -> Iterator[FlaskClient]:
    """A client of a bank that tests only read."""
    with database("sqlite") as address:
        yield from clients(address)


@pytest.fixture
def client() -> Iterator[FlaskClient]:
    with database("sqlite") as address:
        yield from clients(address)


def clients(
    address: str, puzzles: Iterable[NewPuzzle] | None = None, **settings: Any
) -> Iterator[FlaskClient]:
    app = create_app(Settings(database=address, job_threads=0, **settings))
    part_of(app, Bank).add(map(kept, ALL) if puzzles is None else puzzles)
    yield app.test_client()
    part_of(app, Store).close()


def get(client: FlaskClient, path: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Any:
    answer = client.get(path, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def attempt(client: FlaskClient, body: Any, status: int = 200, headers: Any = None) -> Any:
    answer = client.post(f"{HERE}/attempts", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.get_json()


# ---- Lists


def read_pages(client: FlaskClient, query: str) -> list[Any]:
    """All puzzles of a list, page by page."""
    found: list[Any] = []
    path: str | None = f"/v1/puzzles?{query}"
    while path is not None:
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        found += answer.get_json()["puzzles"]
        link = answer.headers.get("Link")
        path = None if link is None else link.removesuffix('>; rel="next"').removeprefix("<")
    return found


@pytest.mark.parametrize("sort", ["new", "old", "easy", "hard"])
def test_a_list_has_every_puzzle_once_in_the_order_asked_for(shared: FlaskClient, sort: str) -> None:
    found = read_pages(shared, f"sort={sort}&limit=3&variant=belote")
    assert {one["id"] for one in found} == {one.id for one in PUZZLES}
    assert len(found) == len(PUZZLES)
    if sort in ("easy", "hard"):
        ratings = [one["rating"] for one in found]
        assert ratings == sorted(ratings, reverse=sort == "hard")
    else:
        assert found == read_pages(shared, f"sort={'old' if sort == 'new' else 'new'}&variant=belote")[::-1]


def test_filters_hold_of_every_puzzle_that_is_listed(shared: FlaskClient) -> None:
    words = sorted({word for one in ALL for word in one.themes})
    for first, second in pairwise(words):
        for match in ("all", "any"):
            found = read_pages(shared, f"theme={first}&theme={second}&match={match}")
            test = all if match == "all" else any
            wanted = {one.id for one in ALL if test(word in one.themes for word in (first, second))}
            assert {one["id"] for one in found} == wanted
    found = read_pages(shared, "length=2&rating_min=1500&rating_max=1800&source=random&tricks_left=4")
    assert {one["id"] for one in found} == {
        one.id for one in ALL if one.length == 2 and 1500 <= one.rating <= 1800 and one.tricks_left == 4
    }
    assert found
    assert read_pages(shared, "source=logs") == []


def test_nothing_that_gives_a_puzzle_away_is_shown_unless_asked_for(shared: FlaskClient) -> None:
    listed = read_pages(shared, "")
    drawn = [get(shared, "/v1/puzzles/next?rating=1700") for _ in range(5)]
    shown = [get(shared, f"/v1/puzzles/{one.id}") for one in ALL]
    daily = [get(shared, "/v1/puzzles/daily")["puzzle"]]
    for one in [*listed, *drawn, *shown, *daily]:
        assert not SOLUTION & set(one)
        assert not AWAY & set(one["themes"])
    assert any(one["themes"] for one in listed)


def test_a_list_has_solutions_if_asked_for(shared: FlaskClient) -> None:
    for one in read_pages(shared, "shown=true&limit=500"):
        puzzle = next(puzzle for puzzle in ALL if puzzle.id == one["id"])
        told = {"tries": 0, "solved": 0, "popularity": 0}
        assert one == puzzle.to_dict(shown=True) | told


@pytest.mark.parametrize("headers", [{}, FRENCH])
def test_a_puzzle_that_an_earlier_version_kept_is_told_as_any(headers: dict[str, str]) -> None:
    told = example_puzzle().to_dict(shown=True)
    earlier = {"wrong" if name == "refutations" else name: part for name, part in told.items()}
    with database("sqlite") as address:
        for client in clients(address, puzzles=[NewPuzzle.of(earlier, engine="0.1.0+earlier")]):
            found = get(client, f"{HERE}/solution", headers=headers)
            assert found.keys() == told.keys() | {"tries", "solved", "popularity"}
            assert found["refutations"] == told["refutations"]


def test_a_list_is_also_sent_line_by_line(shared: FlaskClient) -> None:
    answer = shared.get("/v1/puzzles?limit=4", headers={"Accept": NDJSON})
    assert answer.mimetype == NDJSON
    lines = list(map(json.loads, answer.text.splitlines()))
    assert lines == get(shared, "/v1/puzzles?limit=4")["puzzles"]
    assert 'rel="next"' in answer.headers["Link"]
    assert "Accept" in answer.headers["Vary"]


def test_a_list_is_also_sent_as_a_table_that_can_be_read_again(shared: FlaskClient) -> None:
    for query in ("", "&shown=true"):
        answer = shared.get(f"/v1/puzzles?limit=5&sort=easy{query}", headers={"Accept": "text/csv"})
        assert answer.mimetype == "text/csv"
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        listed = get(shared, f"/v1/puzzles?limit=5&sort=easy{query}")["puzzles"]
        assert [row["PuzzleId"] for row in rows] == [one["id"] for one in listed]
        for row, one in zip(rows, listed, strict=True):
            assert row["Themes"].split() == one["themes"]
            assert row["Solution"].split() == one.get("line", [])
            assert int(row["Rating"]) == one["rating"]
        for text in read_puzzles_csv(answer.data):
            assert Puzzle.from_dict(text.body).id in {one["id"] for one in listed}


# ---- One puzzle


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_puzzle_is_written_for_its_reader(
    shared: FlaskClient, language: Language, notation: Notation
) -> None:
    headers = {"Accept-Language": language}
    told = {"tries": 0, "solved": 0, "popularity": 0}
    shown = get(shared, f"{HERE}?themes=true&notation={notation}", headers=headers)
    assert shown == example_puzzle().to_dict(notation, language) | told
    solved = get(shared, f"{HERE}/solution?notation={notation}", headers=headers)
    assert solved == example_puzzle().to_dict(notation, language, shown=True) | told


# ---- Tries


def solve(client: FlaskClient, solver: str | None = None, headers: Any = None) -> Any:
    """The last answer to a try that plays the right card each time."""
    body: dict[str, Any] = {"plays": []} | ({} if solver is None else {"solver": solver})
    answer = attempt(client, body, headers=headers)
    line = list(map(str, example_puzzle().solution.line))
    while answer["state"] == "right":
        assert (answer["first"], answer["rated"]) == (None, False)
        body["plays"] += answer["reply"]
        body["plays"].append(line[len(body["plays"])])
        answer = attempt(client, body, headers=headers)
    return answer


def test_a_puzzle_is_solved_card_by_card_and_both_ratings_move(client: FlaskClient) -> None:
    before = get(client, HERE)
    end = solve(client, "ann")
    assert (end["state"], end["left"], end["first"], end["rated"]) == ("solved", 0, True, True)
    assert end["end"] == "safe"
    after = get(client, HERE)
    assert after["rating"] == end["ratings"]["puzzle"] < before["rating"]
    assert end["ratings"]["solver"] == 1500 + end["moved"] > 1500
    assert (after["tries"], after["solved"]) == (1, 1)
    again = solve(client, "ann")
    assert (again["first"], again["rated"], again["ratings"]) == (False, False, end["ratings"])
    assert "moved" not in again


def test_a_wrong_card_is_refuted_in_the_language_of_the_reader(client: FlaskClient) -> None:
    wrong = example_puzzle().solution.wrong[0]
    answer = attempt(client, {"plays": [str(wrong.cards[0])], "solver": "ann"})
    assert (answer["state"], answer["left"], answer["rated"]) == ("wrong", 0, True)
    assert answer["ratings"]["solver"] == 1500 + answer["moved"] < 1500
    refutation = answer["refutation"]
    assert refutation["reply"] == str(wrong.reply)
    assert refutation["line"] == list(map(str, wrong.line))
    assert refutation["text"] == "HA misses the goal: later South plays H9."
    body = {"plays": ["CA"], "notation": "fr"}
    french = attempt(client, body, headers=FRENCH)
    assert french["refutation"]["text"] == "CA manque le but\u00a0: plus tard, Sud joue C9."
    assert french["refutation"]["line"][:2] == ["K9", "CR"]
    # A French sentence has French letters, also where the cards of the answer are in English ones.
    mixed = attempt(client, {"plays": ["HA"]}, headers=FRENCH)["refutation"]
    assert mixed["text"] == french["refutation"]["text"]
    assert mixed["line"][:2] == ["D9", "HK"]
    english = attempt(client, {"plays": ["HA"], "notation": "en"}, headers=FRENCH)["refutation"]
    assert english["text"] == "HA manque le but\u00a0: plus tard, Sud joue H9."
    assert get(client, HERE)["rating"] == answer["ratings"]["puzzle"] > example_puzzle().rating
    assert (get(client, HERE)["tries"], get(client, HERE)["solved"]) == (4, 0)


@pytest.mark.parametrize("help", ["?themes=true&", "/hint?", "/solution?"])
def test_whoever_was_shown_something_is_not_rated(client: FlaskClient, help: str) -> None:
    get(client, f"{HERE}{help}solver=ann")
    end = solve(client, "ann")
    assert (end["first"], end["rated"], end["ratings"]["solver"]) == (True, False, 1500)
    assert end["ratings"]["puzzle"] == example_puzzle().rating
    assert solve(client, "ben")["rated"]


def test_a_theme_that_is_asked_for_is_a_help(client: FlaskClient) -> None:
    for theme, is_rated in (("short", True), (next(iter(AWAY & set(example_puzzle().themes))), False)):
        others = "&".join(f"exclude={one.id}" for one in PUZZLES if one.id != example_puzzle().id)
        drawn = get(client, f"/v1/puzzles/next?variant=belote&theme={theme}&solver={theme}&{others}")
        assert drawn["id"] == example_puzzle().id
        assert solve(client, theme)["rated"] == is_rated


def test_a_try_without_a_name_is_counted_and_not_rated(client: FlaskClient) -> None:
    end = solve(client)
    assert (end["first"], end["rated"], list(end["ratings"])) == (True, False, ["puzzle"])
    assert get(client, HERE)["rating"] == example_puzzle().rating
    assert get(client, HERE)["tries"] == 1
    (game,) = [one for one in get(client, "/v1/puzzles/stats")["games"] if one["variant"] == "belote"]
    assert (game["tries"], game["solved"]) == (1, 1)


def test_only_with_a_key_tries_are_rated_where_keys_are_on() -> None:
    with database("sqlite") as address, key_store(address) as keys:
        secret = keys.add("club")
        for client in clients(address, keys="optional"):
            assert not solve(client, "ann")["rated"]
            assert solve(client, "ben", {"Authorization": f"Bearer {secret}"})["rated"]
        for client in clients(address, keys="required"):
            assert client.get(HERE).status_code == 401


def test_tries_have_a_rate_limit_of_their_own() -> None:
    with database("sqlite") as address:
        for client in clients(address, rate_attempts="3/minute"):
            for _ in range(3):
                assert attempt(client, {"plays": []})["state"] == "right"
            refused = client.post(f"{HERE}/attempts", json={"plays": []}, headers=FRENCH)
            assert refused.status_code == 429
            assert int(refused.headers["Retry-After"]) > 0
            assert "3/minute" in refused.get_json()["detail"]
            assert client.get(HERE).status_code == 200


# ---- What comes next, and the day's


def test_the_next_puzzle_is_as_hard_as_asked_for(shared: FlaskClient) -> None:
    for difficulty, change in (("easiest", -600), ("harder", 300), ("normal", 0)):
        found = get(shared, f"/v1/puzzles/next?rating={1700 - change}&difficulty={difficulty}")
        assert abs(found["rating"] - 1700) <= 100
    problem = get(shared, "/v1/puzzles/next?rating=4000&difficulty=hardest", 404)
    assert problem["detail"] == "no puzzle of that kind is near the rating 4600"


def test_the_next_puzzle_is_near_the_rating_of_its_solver(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = get(client, "/v1/puzzles/next?solver=ann")["rating"]
    assert abs(before - 1500) <= 300
    solve(client, "ann")
    wanted: list[int] = []

    def next_puzzle(asked: Any, rating: int, *others: Any) -> None:
        wanted.append(rating)

    monkeypatch.setattr(part_of(client.application, Bank), "next", next_puzzle)
    get(client, "/v1/puzzles/next?solver=ann", 404)
    assert wanted[0] > 1550


def test_the_puzzle_of_the_day_stays(shared: FlaskClient) -> None:
    first = get(shared, "/v1/puzzles/daily")
    assert first["puzzle"]["variant"] == "belote"
    assert get(shared, f"/v1/puzzles/daily?day={first['day']}") == first
    assert get(shared, "/v1/puzzles/daily?variant=contree")["puzzle"]["variant"] == "contree"
    assert "1999-01-01" in get(shared, "/v1/puzzles/daily?day=1999-01-01", 404)["detail"]


def test_themes_and_figures_are_those_of_the_bank(shared: FlaskClient) -> None:
    themes = get(shared, "/v1/puzzles/themes", headers=FRENCH)["themes"]
    assert [one["theme"] for one in themes] == list(map(str, PuzzleTheme))
    for one in themes:
        assert one["puzzles"] == sum(one["theme"] in puzzle.themes for puzzle in ALL)
    assert themes[0]["name"] == "Coupe"
    belote = get(shared, "/v1/puzzles/themes?variant=belote")["themes"]
    assert sum(one["puzzles"] for one in belote) == sum(len(puzzle.themes) for puzzle in PUZZLES)
    figures = get(shared, "/v1/puzzles/stats")
    assert figures["puzzles"] == len(ALL)
    assert [one["variant"] for one in figures["games"]] == ["belote", "contree"]
    assert figures["games"][0]["sources"] == {"random": len(PUZZLES)}
    assert sum(figures["games"][0]["lengths"].values()) == len(PUZZLES)


# ---- Votes


def test_votes_can_be_changed(client: FlaskClient) -> None:
    def vote(body: Any) -> Any:
        answer = client.post(f"{HERE}/votes", json=body)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    assert vote({"up": True, "solver": "ann"}) == {"up": 1, "down": 0, "popularity": 100}
    assert vote({"up": True}) == {"up": 2, "down": 0, "popularity": 100}
    assert vote({"up": False, "solver": "ann"}) == {"up": 1, "down": 1, "popularity": 0}
    assert get(client, HERE)["popularity"] == 0
