"""The pages are true: their answers are the answers, their tables name what is there, their links lead on."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import click
import pytest

from api import create_app
from api.commands.serve import what_to_try
from api.http.problems import PROBLEMS
from api.settings.config import Settings, variable_of
from api.settings.in_files import IN_FILE
from solver import VARIANTS, find_variant
from solver.cli.main import main
from solver.game import MAX_DEALS
from solver.requests import DEFAULT_NODES
from tests.support.board.slowness import VARIABLE as SLOWNESS_VARIABLE
from tests.support.command_line import ROOT
from tests.support.depth import VARIABLE as DEPTH_VARIABLE
from tests.support.doc_pages import PAGES, anchors_of, blocks, prose_of
from tests.support.waiting import PATIENCE_S

README = PAGES["README.md"]
COMMANDS = PAGES["docs/command-line.md"]
GAMES, HTTP = PAGES["docs/games.md"], PAGES["docs/http.md"]
COMMON_OPTIONS = ("short_deals", "follow", "ruff", "overruff", "underruff", "head_trumps", "target")
MAX_LINES = 200


def curl() -> str:
    (command,) = [block.text.strip() for block in blocks("sh", "README.md") if block.text.startswith("curl")]
    return command


def is_part(shown: Any, whole: Any) -> bool:
    """True if ``whole`` is ``shown`` with more members and, where a list holds objects, more of them."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(
            key in whole and is_part(value, whole[key]) for key, value in shown.items()
        )
    if isinstance(shown, list) and all(isinstance(one, dict) for one in shown) and shown:
        rest = iter(whole)
        return all(any(is_part(one, other) for other in rest) for one in shown)
    return bool(shown == whole)


def test_is_part_is_strict() -> None:
    assert is_part({"a": [{"b": 2}]}, {"a": [{"b": 1}, {"b": 2, "c": 3}], "d": 4})
    assert not is_part({"a": [{"b": 2}]}, {"a": [{"b": 3}]})
    assert not is_part({"a": [1]}, {"a": [1, 2]})
    assert not is_part({"a": []}, {"a": [1]})


def test_the_two_commands_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command, target in (
        line.split("#")[0].split() for line in blocks("sh", "README.md")[0].text.splitlines()
    ):
        assert command == "make"
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_request_shown_is_the_one_that_serve_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert curl() in what_to_try("127.0.0.1", 8000, "none")


def test_the_answer_shown_is_the_answer() -> None:
    arguments = shlex.split(curl())
    sample = ROOT / arguments[arguments.index("-d") + 1].removeprefix("@")
    response = (
        create_app(Settings(database="none"))
        .test_client()
        .post("/v1/analyses", data=sample.read_bytes(), content_type="application/json")
    )
    assert response.status_code == 200
    (shown,) = (json.loads(block.text) for block in blocks("json", "README.md"))
    assert is_part(shown, response.get_json())


def test_every_game_is_listed_with_its_options() -> None:
    for name in VARIANTS:
        (row,) = re.findall(rf"^\| `{name}` \|.*$", GAMES, re.MULTILINE)
        options = set(find_variant(name).options_schema()["properties"])
        assert options == {*COMMON_OPTIONS, *re.findall(r"`(\w+)`", row.split("|")[4])}
    assert all(f"`{option}`" in GAMES for option in COMMON_OPTIONS)
    for name in VARIANTS:
        assert f"`{name}`" in README


def test_every_command_and_option_is_documented() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert f"`atout {name}" in README
        assert re.search(rf"^\| `atout {name}\b", COMMANDS, re.MULTILINE)
        for option in (one for parameter in command.params for one in parameter.opts if one.startswith("--")):
            assert option in COMMANDS, f"atout {name} {option}"


@pytest.mark.parametrize(("group", "page"), [("puzzle", "puzzles"), ("keys", "access"), ("db", "puzzles")])
def test_every_option_of_a_group_is_documented(group: str, page: str) -> None:
    context, text = click.Context(main), PAGES[f"docs/{page}.md"] + COMMANDS
    commands = main.get_command(context, group)
    assert isinstance(commands, click.Group)
    names = commands.list_commands(context)
    assert names
    for command in (commands.get_command(context, name) for name in names):
        assert command is not None
        for option in (one for parameter in command.params for one in parameter.opts if one.startswith("--")):
            assert option in text, f"atout {group} {command.name} {option}"


def test_every_request_is_documented_and_no_other() -> None:
    rules = list(create_app(Settings(database="none")).url_map.iter_rules())
    for rule in rules:
        path = re.sub(r"<(\w+)>", lambda match: match[1].upper(), rule.rule)
        if path not in ("/", "/static/<path:filename>") and not path.startswith("/docs/"):
            assert re.search(rf"^\|.*(GET|POST|DELETE) {path}`", HTTP, re.MULTILINE), path
    known = [re.sub(r"<[^>]+>", "[^/]+", rule.rule) for rule in rules]
    for page, text in PAGES.items():
        for path in re.findall(r"(?:GET|POST|DELETE) (/[\w./]*\w)", text):
            assert any(re.fullmatch(one, path) for one in known), f"{page}: {path}"


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/analyses", "/v1/table", "/v1/convert"])
def test_every_option_in_a_query_is_documented(path: str) -> None:
    page = PAGES["docs/bridge-formats.md"]
    document: Any = create_app(Settings(database="none")).test_client().get("/openapi.json").json
    options = [one["name"] for one in document["paths"][path]["post"]["parameters"] if one["in"] == "query"]
    assert options
    assert [name for name in options if f"`{name}`" not in page] == []


def test_every_status_of_a_problem_is_documented() -> None:
    for problem in PROBLEMS.values():
        assert re.search(rf"^\| {problem.status} \|", HTTP, re.MULTILINE), problem


def test_every_setting_on_the_pages_is_one() -> None:
    cmake = (ROOT / "ext" / "CMakeLists.txt").read_text(encoding="utf-8")
    known = {variable_of(setting.name) for setting in fields(Settings)} | {DEPTH_VARIABLE, SLOWNESS_VARIABLE}
    known |= set(re.findall(r"^option\((\w+)", cmake, re.MULTILINE))
    for page, text in PAGES.items():
        for name in set(re.findall(r"ATOUT_[A-Z_]*[A-Z]\b", text)):
            assert name.removesuffix(IN_FILE) in known, f"{page}: {name}"


def test_every_page_is_named_in_the_readme() -> None:
    for page in PAGES:
        if page.startswith("docs/") and page != "docs/index.md":
            assert f"({page})" in README, page


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < MAX_LINES


def test_the_usual_limit_is_documented() -> None:
    assert f"{DEFAULT_NODES:,} nodes" in COMMANDS


def test_the_most_deals_of_a_log_are_documented() -> None:
    for page in ("docs/analyses.md", "docs/bridge-formats.md"):
        assert f"{MAX_DEALS} at most" in PAGES[page]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", prose_of(page)):
        path, _, anchor = link.partition("#")
        target = folder / path if path else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


def test_a_link_that_leads_nowhere_is_seen() -> None:
    assert "backup-and-restore" in anchors_of(ROOT / "docs" / "operating.md")
    assert "backups" not in anchors_of(ROOT / "docs" / "operating.md")


@pytest.mark.night
@pytest.mark.server
def test_serve_runs_the_service_it_speaks_of(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", "serve", "--port", str(port), "--threads", "1"],
        cwd=ROOT,
        env={**os.environ, "ATOUT_DATABASE": str(tmp_path / "new" / "atout.db")},
        stdout=subprocess.PIPE,
        stderr=(tmp_path / "log").open("wb"),
        text=True,
    )
    try:
        assert process.stdout is not None
        printed = next(line for line in process.stdout if line.startswith("  curl"))
        arguments = shlex.split(printed)
        url = next(argument for argument in arguments if argument.startswith("http://"))
        body = (ROOT / arguments[arguments.index("-d") + 1].removeprefix("@")).read_bytes()
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        answer = _open(request)
        assert json.load(answer)["exact"]
        kept = urljoin(url, answer.headers["Location"])
        assert json.load(_open(urllib.request.Request(kept)))["exact"]
        docs = url.replace("/v1/analyses", "/docs")
        assert _open(urllib.request.Request(docs)).status == 200
    finally:
        process.terminate()
        assert process.wait(PATIENCE_S) == 0


def _open(request: urllib.request.Request) -> Any:
    """The answer, once the service is up."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE_S)
        except ConnectionError:
            time.sleep(0.1)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionError):
                raise
            time.sleep(0.1)
    raise AssertionError("the service did not come up")
