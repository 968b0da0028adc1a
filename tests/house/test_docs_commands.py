"""The commands on the pages run, and print what the pages show."""

import doctest
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from api import Settings, create_app
from api.jobs import Jobs
from api.parts import part_of
from api.store import Store
from benchmarks.__main__ import main as measure
from solver import Position, resolve_variant
from solver.cli.main import main
from tests.support.api.service import make_body
from tests.support.command_line import ROOT
from tests.support.doc_pages import PAGES, Block, blocks, blocks_of
from tests.support.samples import sample_log
from tests.support.shell import Shell, commands_of
from tests.support.waiting import wait_until

pytestmark = pytest.mark.slow

BY_OTHERS = "docs/operating.md"
"""Its commands are those of an administrator; tests/system/test_operating.py runs what can be run."""

SETTINGS = {"docs/access.md": Settings(keys="required", job_threads=0)}
"""The settings of the service, where a page is about them."""

HOME = "/home/me/.local/share/atout/atout.db"

BENCHMARKS = {option for one in measure.params for option in (*one.opts, *one.secondary_opts)}
"""The options of `python -m benchmarks`."""

RUN = [page for page in PAGES if page != BY_OTHERS]


def atout_commands() -> Iterator[tuple[str, list[str]]]:
    """Yield every command ``atout …`` on the pages, in blocks and in prose, with its page."""
    for page, text in PAGES.items():
        for found in re.finditer(
            r"`((?:\.venv/bin/)?atout [a-z][^`\n]*)`|^\$? ?(atout [a-z].*)$", text, re.M
        ):
            command = (found[1] or found[2]).split(" | ")[0]
            yield page, shlex.split(command, comments=True)[1:]


def test_every_command_and_option_on_the_pages_is_there() -> None:
    context = click.Context(main)
    seen = set()
    for page, (name, *words) in atout_commands():
        command = main.get_command(context, name)
        assert command is not None, f"{page}: atout {name}"
        seen.add(name)
        if isinstance(command, click.Group) and words:
            command = command.get_command(context, words[0])
            assert command is not None, f"{page}: atout {name} {words[0]}"
        options = {opt for one in command.params for opt in (*one.opts, *one.secondary_opts)}
        for option in (word.partition("=")[0] for word in words if word.startswith("--")):
            # The options of this command are those of the benchmarks.
            known = BENCHMARKS if name == "bench" else options
            assert option in known, f"{page}: atout {name} {option}"
    assert seen == set(main.list_commands(context))


@contextmanager
def shell_for(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    """Lay out what the commands of a page read, and start what they ask."""
    database = str(folder / "atout.db")
    (folder / "samples").symlink_to(ROOT / "samples")
    club = (ROOT / "tests" / "data" / "formats" / "club.pbn").read_text(encoding="utf-8")
    (folder / "club.pbn").write_text(club.replace("CT C5 CQ C3", "CT C5 H2 C3"), encoding="utf-8")
    (folder / "club.toml").write_text(blocks("toml", "docs/games.md")[0].text, encoding="utf-8")
    logs = [make_body("quadrette", seed, n_plays=20) for seed in range(4)]
    logs[2]["plays"][1] = logs[2]["plays"][0]
    for name in ("logs", "2024", "2025"):
        (folder / f"{name}.ndjson").write_text("".join(f"{json.dumps(log)}\n" for log in logs))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("ATOUT_DATABASE", database)
    app = create_app(replace(SETTINGS.get(page, Settings(job_threads=1)), database=database))
    part_of(app, Jobs).start()
    client = app.test_client()

    def wait_for_job(location: str) -> None:
        if location.startswith("/v1/jobs/"):
            wait_until(lambda: client.get(location).get_json()["state"] == "done", "the job is not done")

    try:
        yield Shell(client, after_post=wait_for_job, stand_ins={HOME: database})
    finally:
        part_of(app, Jobs).stop(10)
        part_of(app, Store).close()


@pytest.mark.by_day(2)
@pytest.mark.parametrize("page", [page for page in RUN if re.search(r"^```(console|sh)$", PAGES[page], re.M)])
def test_the_commands_print_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shell_for(page, tmp_path, monkeypatch) as shell:
        for block in blocks_of(page):
            if block.language == "console":
                for command, shown in commands_of(block.text):
                    shell.compare(shown, shell.run(command))
            if block.language == "sh":
                for command in block.text.splitlines():
                    if not command.startswith("make "):
                        assert shell.run(command), command


def test_every_make_target_on_the_pages_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page, text in PAGES.items():
        for target in re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page}: make {target}"


def test_every_module_that_is_run_is_there() -> None:
    for page, text in PAGES.items():
        for module in set(re.findall(r"python3? -m ([\w.]+)", text)):
            assert find_spec(module) is not None, f"{page}: {module}"


@pytest.mark.parametrize("page", [page for page in PAGES if "```python" in PAGES[page]])
def test_the_python_examples_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(block.text for block in blocks("python", page))
    example = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0


@pytest.mark.parametrize("block", blocks("json"), ids=lambda block: f"{block.page}:{block.line}")
def test_json_is_json(block: Block) -> None:
    assert json.loads(block.text)


@pytest.mark.parametrize(
    "block",
    [block for block in blocks("toml") if block.text.startswith("name =")],
    ids=lambda block: f"{block.page}:{block.line}",
)
def test_a_game_of_ones_own_can_be_played(block: Block) -> None:
    written = tomllib.loads(block.text)
    rules = resolve_variant(written)
    assert rules.name == written["name"]
    deal = sample_log(f"{written['extends']}")
    assert Position.from_dict(deal | {"variant": written, "plays": []}).rules == rules
