"""The pages for people, the API document, the headers of every answer, and the errors of HTTP itself."""

import re
import tomllib
from html.parser import HTMLParser
from typing import Any

import pytest
from werkzeug.exceptions import TooManyRequests

from api import SECURITY_HEADERS, create_app
from api.http.problems import PROBLEMS
from tests.support.api.service import PROBLEM, make_body, make_client
from tests.support.command_line import ROOT

SCRIPT_TYPES = ("text/javascript", "application/javascript")


class Page(HTMLParser):
    """What a page loads, and what it holds that a strict policy would not let run."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag refers to."""
        given = dict(attrs)
        self._inside = tag
        self.inline += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "a":
            self.links.append(given.get("href") or "")
        elif tag == "link":
            self.loads.append(given.get("href") or "")
        elif "src" in given:
            self.loads.append(given["src"] or "")

    def handle_endtag(self, tag: str) -> None:
        """Leave the tag."""
        self._inside = ""

    def handle_data(self, data: str) -> None:
        """Note a script or a style that stands in the page itself."""
        if self._inside in ("script", "style") and data.strip():
            self.inline.append(data)


def page_at(path: str) -> Page:
    """The page at ``path``."""
    answer = make_client().get(path)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    return Page(answer.text)


@pytest.mark.parametrize("path", ["/docs", "/problems", "/problems/unreadable"])
def test_a_page_loads_only_what_this_host_has(path: str) -> None:
    page = page_at(path)
    assert page.loads
    assert not page.inline
    for address in [*page.loads, *page.links]:
        assert re.match(r"/(?!/)", address), address
        answer = make_client().get(address)
        assert answer.status_code == 200, address
        answer.close()


@pytest.mark.parametrize("path", ["/", "/docs", "/problems", "/problems/unreadable", "/board", "/puzzles"])
def test_under_a_prefix_all_links_of_a_page_have_it(path: str) -> None:
    answer = make_client().get(path, base_url="http://localhost/atout", headers={"Accept": "text/html"})
    page = Page(answer.text)
    addresses = [address for address in [*page.loads, *page.links] if not address.startswith("#")]
    assert addresses
    assert not [address for address in addresses if not address.startswith("/atout/")]


def test_what_the_docs_page_loads_loads_nothing_from_elsewhere() -> None:
    client = make_client()
    loads = page_at("/docs").loads
    assert any(address.endswith("swagger-ui-bundle.js") for address in loads)
    for address in loads:
        answer = client.get(address)
        text = answer.text
        if answer.mimetype == "text/css":
            assert "@import" not in text
            assert all(place.lstrip("\"'").startswith("data:") for place in re.findall(r"url\(([^)]*)", text))
        elif address.startswith("/static/") and answer.mimetype in SCRIPT_TYPES:
            assert "//" not in re.sub(r"(^|\s)//.*", "", text)
    # The one thing Swagger UI would fetch from another host by itself is its validator's badge.
    assert re.search(r"validatorUrl:\s*null", client.get("/static/docs.js").text)


def test_the_docs_page_follows_the_reader_into_the_dark() -> None:
    client = make_client()
    loads = {address.rpartition("/")[2]: client.get(address).text for address in page_at("/docs").loads}
    script = loads["docs.js"]
    assert 'matchMedia("(prefers-color-scheme: dark)")' in script
    [name] = re.findall(r'classList\.toggle\("([a-z-]+)", dark\.matches\)', script)
    # Swagger UI has colours for a page of that class; the page around it takes the same background.
    [background] = re.findall(
        rf"html\.{name}\{{[^}}]*background:(#\w+)[^}}]*color-scheme:dark", loads["swagger-ui.css"]
    )
    assert re.search(rf"prefers-color-scheme: dark.*background: {background};", loads["docs.css"], re.DOTALL)


def test_the_docs_page_starts_from_this_hosts_document() -> None:
    assert 'data-document="/openapi.json"' in make_client().get("/docs").text


@pytest.mark.parametrize("name", ["index.css", "oauth2-redirect.html", "..%2f__init__.py", "nothing.js"])
def test_nothing_else_of_the_package_is_served(name: str) -> None:
    assert make_client().get(f"/docs/assets/{name}").status_code == 404


def test_the_start_leads_to_the_docs() -> None:
    answer = make_client().get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_problem_is_explained_at_its_address(name: str) -> None:
    problem = PROBLEMS[name]
    answer = make_client().get(problem.type)
    assert answer.status_code == 200
    assert str(problem.title) in answer.text
    assert str(problem.status) in answer.text


class TestDocument:
    """The OpenAPI document."""

    DOCUMENT: Any = make_client().get("/openapi.json").json

    def test_its_version_is_that_of_the_package(self) -> None:
        with (ROOT / "pyproject.toml").open("rb") as stream:
            assert self.DOCUMENT["info"]["version"] == tomllib.load(stream)["project"]["version"]

    @pytest.mark.night
    @pytest.mark.slow
    def test_what_is_sent_if_nobody_chooses_is_answered_in_english(self) -> None:
        shown = [
            parameter
            for path in self.DOCUMENT["paths"].values()
            for method in ("get", "post")
            for parameter in path.get(method, {}).get("parameters", ())
            if parameter["name"] == "Accept-Language" and "examples" in parameter
        ]
        assert shown
        for parameter in shown:
            first = next(iter(parameter["examples"].values()))["value"]
            answer = make_client().post(
                "/v1/analyses", json=make_body("belote", n_plays=32), headers={"Accept-Language": first}
            )
            assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en")

    def test_every_resource_is_in_it(self) -> None:
        served = {
            re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            for rule in create_app().url_map.iter_rules()
            if rule.rule.startswith("/v1") or rule.rule in ("/healthz", "/readyz", "/metrics")
        }
        assert set(self.DOCUMENT["paths"]) == served

    def test_every_answer_shows_its_id(self) -> None:
        shared = self.DOCUMENT["components"]["responses"]
        operations = [
            operation
            for path in self.DOCUMENT["paths"].values()
            for operation in path.values()
            if isinstance(operation, dict)
        ]
        answers = [answer for operation in operations for answer in operation["responses"].values()]
        assert answers
        for answer in answers:
            described = shared[answer["$ref"].split("/")[-1]] if "$ref" in answer else answer
            assert "X-Request-Id" in described["headers"]

    def test_every_error_is_a_problem(self) -> None:
        responses = self.DOCUMENT["components"]["responses"]
        assert responses
        for response in responses.values():
            assert list(response["content"]) == [PROBLEM]

    def test_every_operation_says_what_it_does_and_how_it_may_fail(self) -> None:
        for path, operations in self.DOCUMENT["paths"].items():
            for method in ("get", "post", "delete"):
                operation = operations.get(method)
                if operation:
                    assert operation["summary"], path
                    assert operation["operationId"], path
                    assert {"4XX", "5XX"} <= operation["responses"].keys(), path
                    # It would be that of good answers too, and generators of clients take them for problems.
                    assert "default" not in operation["responses"], path
                if method == "post" and operation:
                    expected = {"400", "404", "413", "415", "422", "503"}
                    # Games in the logs of a job are looked at later; a batch tells each fault in its place.
                    if path in ("/v1/jobs", "/v1/positions"):
                        expected.remove("404")
                    # What solves nothing waits for nobody.
                    if path == "/v1/numbers":
                        expected.remove("503")
                    assert expected <= set(operation["responses"])
                    assert operation["requestBody"]["content"]["application/json"]["examples"]

    def test_every_field_is_described(self) -> None:
        for name, schema in self.DOCUMENT["components"]["schemas"].items():
            for field, shape in schema.get("properties", {}).items():
                is_section = "properties" in shape
                assert is_section or "description" in shape, f"{name}.{field}"


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/openapi.json", "/healthz", "/v1/variants", "/nothing", "/v1/solve"]
)
def test_every_answer_carries_the_security_headers(path: str) -> None:
    headers = make_client().get(path).headers
    assert all(headers[name] == value for name, value in SECURITY_HEADERS.items())
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


class TestHttp:
    """Errors that have nothing to do with cards are problems too."""

    @pytest.mark.parametrize(
        "path",
        [
            "/nothing",
            "/v1",
            "/v1/",
            "/v1/solve/",
            "/healthz/",
            "/problems/none",
            "/static/x",
            "/%ff%00",
            "/a//b",
        ],
    )
    def test_nothing_is_there(self, path: str) -> None:
        answer = make_client().get(path)
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (404, PROBLEM)
        assert problem["type"] == "/problems/unknown-url"
        assert "/docs" in problem["detail"]

    def test_an_unknown_game_is_named(self) -> None:
        answer = make_client().get("/v1/variants/tarot")
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (404, PROBLEM)
        assert problem["type"] == "/problems/unknown-variant"
        assert "'tarot'" in problem["detail"]
        assert "contree" in problem["detail"]

    @pytest.mark.parametrize(
        ("method", "path", "allowed"),
        [
            ("GET", "/v1/solve", "POST"),
            ("PUT", "/v1/solve", "POST"),
            ("DELETE", "/v1/analyses", "POST"),
            ("POST", "/v1/variants", "GET"),
            ("PATCH", "/healthz", "GET"),
            ("BREW", "/docs", "GET"),
        ],
    )
    def test_a_method_is_not_known(self, method: str, path: str, allowed: str) -> None:
        answer = make_client().open(path, method=method)
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (405, PROBLEM)
        assert problem["type"] == "/problems/method-not-allowed"
        assert allowed in answer.headers["Allow"].split(", ")
        assert allowed in problem["detail"]

    def test_what_has_no_problem_of_its_own_is_one_all_the_same(self) -> None:
        answer = make_client().get("/static/docs.js", headers={"Range": "bytes=99999999-"})
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (416, PROBLEM)
        assert problem["type"] == "about:blank"
        assert problem["title"]

    @pytest.mark.parametrize("debug", [False, True])
    def test_a_failure_of_the_service_shows_nothing_of_its_inside(self, debug: bool) -> None:
        app = create_app()
        app.debug = app.testing = debug

        def fail() -> str:
            raise RuntimeError("the secret of the house")

        app.add_url_rule("/fail", view_func=fail)
        answer = app.test_client().get("/fail")
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (500, PROBLEM)
        assert problem["type"] == "/problems/internal-error"
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text

    def test_too_many_requests_are_told_when_to_come_back(self) -> None:
        app = create_app()

        def refuse() -> str:
            raise TooManyRequests("ten games a minute", retry_after=7)

        app.add_url_rule("/refuse", view_func=refuse)
        answer = app.test_client().get("/refuse")
        problem: Any = answer.json
        assert (answer.status_code, answer.content_type) == (429, PROBLEM)
        assert (problem["type"], problem["detail"]) == ("/problems/too-many-requests", "ten games a minute")
        assert answer.headers["Retry-After"] == "7"

    def test_no_memory_is_no_failure(self) -> None:
        app = create_app()

        def fail() -> str:
            raise MemoryError

        app.add_url_rule("/fail", view_func=fail)
        answer = app.test_client().get("/fail")
        assert (answer.status_code, answer.content_type) == (503, PROBLEM)
        assert answer.headers["Retry-After"] == "1"
