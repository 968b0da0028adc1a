"""The pages of puzzles as the service sends them, without a browser."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from api.parts import part_of
from api.puzzles import Bank
from api.store import Store
from solver import Puzzle, PuzzleKind, PuzzleTheme, parse_card, puzzle_data
from tests.support.api.databases import database
from tests.support.api.kept_puzzles import example_puzzle, kept, puzzle_of_seed
from tests.support.api.service import data_of, make_client

HTML = {"Accept": "text/html,*/*;q=0.5"}
FRENCH = {**HTML, "Accept-Language": "fr"}
PUZZLES: list[Puzzle] = [one for seed in range(30, 45) if (one := puzzle_of_seed(seed)) is not None]
HERE = f"/puzzles/{example_puzzle().id}"


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0))
        part_of(app, Bank).add(map(kept, PUZZLES))
        yield app.test_client()
        part_of(app, Store).close()


def test_a_puzzle_is_a_page_or_json_as_is_asked(client: FlaskClient) -> None:
    page = client.get(HERE, headers=FRENCH)
    assert (page.status_code, page.mimetype, page.headers["Content-Language"]) == (200, "text/html", "fr")
    assert {"Accept", "Accept-Language"} <= set(page.headers["Vary"].split(", "))
    shown = data_of(page.text)["puzzle"]
    assert (shown["id"], shown["side"], shown["length"]) == (example_puzzle().id, "EW", 2)
    assert shown["position"] == client.get(f"/v1{HERE}").get_json()["position"]
    asked = client.get(f"{HERE}?notation=fr", headers={"Accept": "application/json"})
    assert (asked.status_code, asked.headers["Location"]) == (307, f"/v1{HERE}?notation=fr")


def test_without_scripts_the_deal_and_the_goal_are_told(client: FlaskClient) -> None:
    page = client.get(HERE, headers=HTML).text
    told = page.partition("<noscript>")[2].partition("</noscript>")[0]
    for said in (
        "East-West to defeat the contract; a tie is not enough.",
        "You play both hands of East-West",
        "♣ trumps",
        "♦ A 10 9 7",
    ):
        assert said in told


def test_a_page_says_nothing_that_gives_a_puzzle_away(client: FlaskClient) -> None:
    shown = data_of(client.get(HERE, headers=HTML).text)["puzzle"]
    assert not {"right", "refutations", "line", "tree", "themes"} & set(shown)
    assert all(theme.value not in json.dumps(shown) for theme in PuzzleTheme if theme.gives_away)


def test_a_hidden_puzzle_shows_what_its_solver_sees() -> None:
    puzzle = replace(example_puzzle(), kind=PuzzleKind.hidden)
    shown = puzzle_data(puzzle, "en")
    own = puzzle.position.to_play
    assert own is not None
    others = [seat for seat in puzzle.position.rules.players if seat != own]
    assert shown["hidden"] == [*sorted(others), "stock"]
    assert list(shown["position"]["deal"]) == [own]
    (table,) = shown["answers"]
    held = {str(card) for seat in others for card in puzzle.position.hands[seat]}
    assert all(set(table["hands"][seat]) == {"?"} for seat in others)
    assert not any(f'"{card}"' in json.dumps(shown) for card in held)
    assert {one["card"] for one in table["cards"]} == set(map(str, puzzle.position.legal_plays()))
    assert len(shown["told"]["hands"]) == 1
    # What was played is what the other hands are judged by.
    played = re.findall("[♠♥♦♣](?:10|[AKQJ2-9])", " ".join(shown["told"]["tricks"]))
    n_each = len(puzzle.position.rules.players)
    finished = puzzle.position.plays[: len(puzzle.position.plays) // n_each * n_each]
    assert [parse_card(card) for card in played] == list(finished) != []
    opened = puzzle_data(example_puzzle(), "en")
    assert opened["told"]["tricks"] == opened["hidden"] == opened["answers"] == []


def test_puzzles_can_be_chosen_by_game_level_and_theme(client: FlaskClient) -> None:
    theme = example_puzzle().themes[0]
    page = client.get(f"/puzzles?theme={theme}", headers=HTML).text
    assert f'<option value="belote" lang="fr">Belote ({len(PUZZLES)})</option>' in page
    assert '<option value="normal" selected>my level</option>' in page
    assert re.search(rf'<option value="{theme}" selected>[^<]+ \([1-9]\d*\)</option>', page)
    assert "/puzzles/daily?variant=belote" in page
    asked = client.get("/puzzles?variant=belote", headers={"Accept": "*/*"})
    assert (asked.status_code, asked.headers["Location"]) == (307, "/v1/puzzles?variant=belote")


def test_the_next_puzzle_and_that_of_the_day_are_gone_to(client: FlaskClient) -> None:
    # What a form sends without a choice is empty.
    gone = client.get("/puzzles/next?variant=belote&difficulty=normal&theme=&rating=1700", headers=HTML)
    assert (gone.status_code, gone.headers["Cache-Control"]) == (303, "no-store")
    assert gone.headers["Location"].removeprefix("/puzzles/") in {one.id for one in PUZZLES}
    daily = client.get("/v1/puzzles/daily").get_json()["puzzle"]["id"]
    assert client.get("/puzzles/daily", headers=HTML).headers["Location"] == f"/puzzles/{daily}"


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/puzzles/aaaaaaaaaaaaaaaa", 404, "no puzzle has that name"),
        ("/puzzles/nothing", 404, "no puzzle has that name"),
        ("/puzzles/next?variant=whist", 404, "no puzzle of that kind is near the rating 1500"),
        ("/puzzles/next?variant=poker", 422, "poker"),
        ("/puzzles/next?rating=high&length=0", 422, "rating is 'high'; it must be"),
        ("/puzzles/daily?variant=whist", 404, "there is no puzzle of"),
    ],
)
def test_what_is_not_there_is_said_above_the_puzzles_that_are(
    client: FlaskClient, path: str, status: int, said: str
) -> None:
    page = client.get(path, headers=HTML)
    assert (page.status_code, page.mimetype) == (status, "text/html")
    alert = re.search(r'role="alert">([^<]*)<', page.text)
    assert alert is not None
    assert said in alert[1].replace("&#39;", "'")
    assert "/puzzles/daily?variant=belote" in page.text


def test_an_empty_bank_says_what_to_do() -> None:
    with database("sqlite") as address:
        for shipped, said in (("on", "load this page again"), ("off", "atout db import-puzzles FILE")):
            app = create_app(Settings(database=address, job_threads=0, shipped_puzzles=shipped))
            page = app.test_client().get("/puzzles", headers=HTML)
            assert page.status_code == 200
            assert said in page.text
            part_of(app, Store).close()


def test_without_a_database_the_pages_say_so() -> None:
    client = make_client(Settings(database="none"))
    shown = client.get("/puzzles", headers=HTML).text.partition("<main>")[2]
    assert '<p class="panel">This service has no database' in shown
    page = client.get(HERE, headers=HTML)
    assert page.status_code == 503
    assert "it has no puzzles" in page.text


def test_the_pages_can_be_turned_off() -> None:
    client = make_client(Settings(pages="off"))
    for path in ("/puzzles", HERE, "/puzzles/next", "/puzzles/daily"):
        assert client.get(path, headers=HTML).status_code == 404
