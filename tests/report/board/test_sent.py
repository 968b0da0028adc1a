"""The pages as they are sent: how much comes over the wire, and what they may do."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from flask.testing import FlaskClient

from api import SECURITY_HEADERS, Settings, create_app
from api.http import WASM_POLICY
from api.parts import part_of
from api.views.board_page import OF_OTHER_PAGES
from solver import board_files
from tests.report.board.screens import SCREENS, Screen
from tests.support.board.pages import Served, make_app

PAGE_BYTES = 65_500
"""The page with its scripts and styles, compressed, without the core."""
CORE_BYTES = 20_000
SENT = [one for one in SCREENS if one.name != "stock"]
HTML = {"Accept": "text/html"}
AS_BROWSERS = {"Accept": "text/html", "Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """The service, asked without a network."""
    unnamed = Served("", "", make_app(tmp_path_factory.mktemp("weight")))
    return unnamed._replace(analysis=unnamed.judged("belote"))


def sent(client: FlaskClient, path: str) -> int:
    """The bytes of an answer to a browser."""
    answer = client.get(path, headers=AS_BROWSERS)
    assert answer.status_code == 200, path
    return len(answer.data)


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("screen", SENT, ids=lambda one: one.name)
def test_a_page_is_light(served: Served, screen: Screen) -> None:
    client = served.app.test_client()
    path = screen.address(served).partition("#")[0]
    text = client.get(path, headers=HTML).text
    named = set(re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js))"', text))
    assert any(name.endswith(".js") for name in named)
    weights = {name.rpartition("/")[2]: sent(client, name) for name in named} | {"page": sent(client, path)}
    assert sum(weights.values()) <= PAGE_BYTES, weights


@pytest.mark.parametrize(
    ("page", "entry", "never"),
    [
        ("board", "page.js", ()),
        # An analysis is changed on the other page, which alone takes texts; it makes no numbers of deals.
        ("analysis", "page.js", ("edit.js", "drop.js", "encode.js")),
        ("puzzle", "puzzle_page.js", ()),
    ],
)
def test_no_module_of_the_board_says_a_sentence_that_it_has_not_got(
    page: str, entry: str, never: tuple[str, ...]
) -> None:
    contents, found = board_files().contents, [entry]
    # What is loaded at once, and what is fetched later.
    for name in found:
        named = re.findall(r"""["']\./([\w.]+)["']""", contents[name].decode())
        found += [one for one in named if one in contents and one not in (*found, *never)]
    assert ({"try.js", "learn.js", "share.js"} <= set(found)) is (page != "puzzle")
    assert ("edit.js" in found) is (page == "board")
    of_others = re.compile(rf"""["'`](?:{"|".join(OF_OTHER_PAGES[page])})""")
    assert not [name for name in found if of_others.search(contents[name].decode())]


class Elements(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.by_day(2)
@pytest.mark.parametrize("screen", SENT, ids=lambda one: one.name)
def test_a_page_keeps_to_the_strict_policy(served: Served, screen: Screen) -> None:
    """Nothing stands in the page that the policy would forbid, and only who runs the core may run it."""
    page = served.app.test_client().get(screen.address(served).partition("#")[0], headers=HTML)
    policy = page.headers["Content-Security-Policy"]
    runs_core = "/core_solve.js" in page.text
    assert policy == (WASM_POLICY if runs_core else SECURITY_HEADERS["Content-Security-Policy"])
    assert {"default-src 'none'", "style-src 'self'", "base-uri 'none'"} <= set(policy.split("; "))
    assert "unsafe-inline" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "unsafe-eval" not in policy.replace("'wasm-unsafe-eval'", "")
    for tag, attributes in Elements(page.text).found:
        assert tag != "style"
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "/").startswith(("/", "#"))
        if tag == "script":
            assert attributes.get("src") or attributes["type"] == "application/json"


def test_only_pages_with_a_board_run_the_core(served: Served) -> None:
    client = served.app.test_client()
    for path, runs in (("/", False), ("/puzzles", False), ("/board", True), (served.analysis, True)):
        policy = client.get(path, headers=HTML).headers["Content-Security-Policy"]
        assert ("wasm-unsafe-eval" in policy) is runs


def test_all_pages_can_be_turned_off(served: Served) -> None:
    shut = create_app(replace(part_of(served.app, Settings), pages="off")).test_client()
    # To judge the calls of one takes seconds; its page is that of the other analyses.
    for screen in (one for one in SENT if one.name != "calls"):
        answer = shut.get(screen.address(served).partition("#")[0], headers=HTML)
        assert (answer.status_code, answer.headers.get("Location")) in ((404, None), (302, "/docs"))
    assert shut.get("/v1/variants").status_code == 200


@pytest.mark.parametrize("unit", ["points", "tricks"])
def test_the_core_is_light(unit: str) -> None:
    # As compressible as the service makes it.
    app = create_app(Settings(database="none"))

    @app.get("/core.wasm")
    def send_core() -> tuple[bytes, dict[str, str]]:
        body = files("solver").joinpath("web", f"{unit}.wasm").read_bytes()
        return body, {"Content-Type": "application/wasm"}

    assert sent(app.test_client(), "/core.wasm") <= CORE_BYTES
