"""The page to begin with, and what it offers."""

import html
import re

import pytest

from api import Settings, create_app
from api.parts import part_of
from api.store import Store
from solver import VARIANTS
from tests.support.api.databases import database
from tests.support.api.service import PROBLEM, make_client

HTML = {"Accept": "text/html,*/*;q=0.5"}


def test_people_get_a_page_and_programs_the_documentation() -> None:
    client = make_client()
    page = client.get("/", headers={**HTML, "Accept-Language": "fr"})
    assert (page.status_code, page.mimetype, page.headers["Content-Language"]) == (200, "text/html", "fr")
    assert "Ouvrir une partie" in page.text
    assert 'href="/board#game=belote&amp;mode=edit">Ou entrez une donne carte par carte</a>' in page.text
    for accepted in ("*/*", "application/json"):
        sent = client.get("/", headers={"Accept": accepted})
        assert (sent.status_code, sent.headers["Location"]) == (302, "/docs")
        assert "Accept" in sent.headers["Vary"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nope", "Rien à l’adresse /nope."),
        (f"/analyses/{'a' * 32}", "Aucune analyse n’est conservée à cette adresse"),
        ("/analyses/zzz", "Aucune analyse n’est conservée à cette adresse"),
        ("/board?deal=poker", "poker"),
    ],
)
def test_people_are_told_on_a_page_what_is_not_there(path: str, said: str) -> None:
    client = make_client()
    page = client.get(path, headers={**HTML, "Accept-Language": "fr"})
    assert (page.status_code, page.mimetype, page.headers["Content-Language"]) == (404, "text/html", "fr")
    [told] = re.findall(r'<p class="panel wrong" role="alert">(.*?)</p>', page.text)
    assert said in html.unescape(told)
    assert "Accept" in page.headers["Vary"]
    for accepted in ("*/*", "application/json"):
        sent = client.get(path, headers={"Accept": accepted}, follow_redirects=True)
        assert (sent.status_code, sent.mimetype) == (404, PROBLEM)
    assert client.get("/v1/nope", headers=HTML).mimetype == PROBLEM


@pytest.mark.night
@pytest.mark.slow
def test_every_link_of_the_page_leads_somewhere() -> None:
    client = make_client(Settings(database="none"))
    page = client.get("/", headers=HTML).text
    links = set(re.findall(r'<a [^>]*href="([^"]+)"', page))
    assert len(links) >= 3 * len(VARIANTS) + 3
    for link in links:
        # Without a database there is no puzzle, which a page says.
        allowed = (200, 503) if link.startswith("/puzzles/daily") else (200,)
        answer = client.get(link.replace("&amp;", "&"), headers=HTML)
        assert answer.status_code in allowed, link
        answer.close()


@pytest.mark.parametrize(("pages", "keys"), [("off", "off"), ("on", "required")])
def test_where_no_page_can_be_opened_all_get_the_documentation(pages: str, keys: str) -> None:
    with database("sqlite") as address:
        app = create_app(Settings(database=address, job_threads=0, pages=pages, keys=keys))
        assert app.test_client().get("/", headers=HTML).headers["Location"] == "/docs"
        part_of(app, Store).close()


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_has_a_sample_that_can_be_judged(game: str) -> None:
    client = make_client()
    log = client.get(f"/samples/{game}").get_json()
    assert log == client.get(f"/samples/{game}").get_json()
    answer = client.post("/v1/analyses", json={**log, "limit": {"nodes": 1}})
    assert answer.status_code == 200, answer.text
    assert answer.get_json()["complete"]


def test_a_new_deal_is_another_one_each_time() -> None:
    client = make_client()
    pages = {
        re.sub(r"/board/assets/\S+", "", client.get("/board?deal=belote", headers=HTML).text)
        for _ in range(3)
    }
    assert len(pages) > 1
    assert all('"variant":"belote"' in page for page in pages)


def test_an_unknown_game_is_not_found() -> None:
    for path in ("/samples/poker", "/board?deal=poker"):
        assert make_client().get(path, headers=HTML).status_code == 404
