"""README is true: its commands run, its answers are the answers, its tables name what there is."""

import doctest
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import click
import pytest

from api import create_app
from api.config import Settings, row_of, variable_of
from solver import VARIANTS, Position, find_variant, resolve_variant
from solver.cli import main
from solver.cli_serve import what_to_try

from .command_line import ROOT, run
from .waiting import PATIENCE_S

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMON_OPTIONS = ("short_deals", "follow", "ruff", "overruff", "underruff", "head_trumps", "target")


def blocks(language: str) -> list[str]:
    """The code blocks of the README in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def curl() -> str:
    (command,) = [block.strip() for block in blocks("sh") if block.startswith("curl")]
    return command


def is_part(shown: Any, whole: Any) -> bool:
    """Whether ``whole`` is ``shown`` with more members and, where a list holds objects, more of them."""
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
    for command, target in (line.split("#")[0].split() for line in blocks("sh")[0].splitlines()):
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
    (shown,) = map(json.loads, blocks("json"))
    assert is_part(shown, response.get_json())


def test_the_terminal_shows_what_the_readme_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    picture, refusal = blocks("console")
    command, _, shown = picture.partition("\n")
    result = run(*shlex.split(command.removeprefix("$ .venv/bin/atout")), "--text")
    assert [line.rstrip() for line in result.stdout.splitlines()] == shown.splitlines()

    command, _, shown = refusal.partition("\n")
    echo, body, pipe, *atout = shlex.split(command.removeprefix("$ "))
    assert (echo, pipe, atout[0]) == ("echo", "|", ".venv/bin/atout")
    assert run(*atout[1:], stdin=body).stderr == shown


def test_the_fair_verdict_is_as_the_readme_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = [block for block in blocks("text") if block.startswith("By what")]
    result = run("analyse", "--fair", "100", "samples/belote.json", "--text")
    assert shown in "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example = doctest.DocTestParser().get_doctest(blocks("python")[0], {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_game_is_listed_with_its_options() -> None:
    for name in VARIANTS:
        (row,) = re.findall(rf"^\| `{name}` \|.*$", README, re.MULTILINE)
        options = set(find_variant(name).options_schema()["properties"])
        assert options == {*COMMON_OPTIONS, *re.findall(r"`(\w+)`", row.split("|")[4])}
    assert all(f"`{option}`" in README for option in COMMON_OPTIONS)


def test_the_game_of_ones_own_can_be_played() -> None:
    (text,) = blocks("toml")
    rules = resolve_variant(tomllib.loads(text))
    assert rules.name == "belote_at_our_club"
    deal = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))
    assert Position.from_dict(deal | {"variant": tomllib.loads(text), "plays": []}).rules == rules


def test_every_command_option_request_and_setting_is_documented() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert f"`atout {name}" in README
        for option in (one for parameter in command.params for one in parameter.opts if one.startswith("--")):
            assert option in README, f"atout {name} {option}"
    for rule in create_app().url_map.iter_rules():
        path = re.sub(r"<(\w+)>", lambda match: match[1].upper(), rule.rule)
        if path not in ("/", "/static/<path:filename>") and not path.startswith("/docs/"):
            assert re.search(rf"(GET|POST|DELETE) {path}`", README), path
    for setting in fields(Settings):
        counts_cores = setting.name in ("solving_slots", "job_threads")
        default = "the number of cores" if counts_cores else setting.default
        assert f"| `{variable_of(setting.name)}` | {default} | {row_of(setting).help} |" in README


@pytest.mark.parametrize("room", ["solver", "ext", "api"])
def test_every_module_is_in_the_picture_of_the_house(room: str) -> None:
    picture = README.partition("## How it is built")[2].partition("## Tests")[0]
    entrances = ("__init__", "__main__", "wsgi", "gunicorn.conf")
    for path in (ROOT / room).rglob("*") if room == "ext" else (ROOT / room).iterdir():
        if path.suffix in (".py", ".pyx", ".pxd") and path.stem not in entrances:
            assert f"`{path.stem}`" in picture, path.name


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link


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
