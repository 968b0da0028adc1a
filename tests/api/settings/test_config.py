"""The settings: read from the environment, checked, each with its words; and the server they run."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from api import Settings
from api.settings.config import read_settings, setting_of, unknown_variables, variable_of
from api.settings.texts import SettingError, parse_address
from tests.support.api.served import CONFIG, ask, serve
from tests.support.api.service import PROBLEM, make_body
from tests.support.api.streaming import hard, wait_until_taken
from tests.support.waiting import PATIENCE_S

SETTINGS = {setting.name: setting for setting in fields(Settings)}
NUMBERS = [name for name, setting in SETTINGS.items() if setting.type is int]


def test_without_an_environment_the_defaults_are_used() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"ATOUT_PORT": " ", "PATH": "/bin"}) == Settings()


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_says_what_it_is_for(name: str) -> None:
    row = setting_of(SETTINGS[name])
    assert row.help
    assert row.low <= row.high


@pytest.mark.parametrize("name", NUMBERS)
def test_every_default_is_a_value_it_can_have(name: str) -> None:
    row = setting_of(SETTINGS[name])
    assert row.low <= getattr(Settings(), name) <= row.high


def test_a_setting_is_read_from_its_variable() -> None:
    read = read_settings({"ATOUT_HOST": "0.0.0.0", "ATOUT_PORT": "9000", "ATOUT_TIME_MS": " 250 "})
    assert (read.host, read.port, read.time_ms) == ("0.0.0.0", 9000, 250)


@pytest.mark.parametrize("text", ["-1", "x", "1e3", "8000.0", "0x10", "٣", "9" * 30])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_value_that_a_setting_cannot_have_is_named(name: str, text: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings({variable_of(name): text})
    assert variable_of(name) in str(refused.value)
    assert str(setting_of(SETTINGS[name]).high) in str(refused.value)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_a_program_gives_is_checked_as_one_that_is_read(name: str) -> None:
    row = setting_of(SETTINGS[name])
    strange: tuple[Any, ...] = (row.low - 1, row.high + 1, 10**5000, str(row.low), row.low + 0.5, True, None)
    for number in strange:
        with pytest.raises(SettingError, match=f"a whole number from {row.low} to {row.high}"):
            Settings(**{name: number})


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in NUMBERS])
def test_a_text_that_a_program_gives_is_one(name: str) -> None:
    strange: tuple[Any, ...] = (5, None, b"secret", ["secret"])
    for value in strange:
        with pytest.raises(SettingError, match=f"^{variable_of(name)} is ") as refused:
            Settings(**{name: value})
        assert "secret" not in str(refused.value)


def test_a_text_may_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "database"
    path.write_text("postgresql://me:secret@db/atout\n", encoding="utf-8")
    assert read_settings({"ATOUT_DATABASE_FILE": str(path)}).database == "postgresql://me:secret@db/atout"
    with pytest.raises(SettingError, match="ATOUT_DATABASE and ATOUT_DATABASE_FILE are both there"):
        read_settings({"ATOUT_DATABASE_FILE": str(path), "ATOUT_DATABASE": "none"})
    (tmp_path / "empty").write_text(" \n")
    with pytest.raises(SettingError, match=r"ATOUT_DATABASE_FILE names .*empty', which is empty"):
        read_settings({"ATOUT_DATABASE_FILE": str(tmp_path / "empty")})
    with pytest.raises(SettingError, match=r"ATOUT_DATABASE_FILE names .* cannot be read: No such file"):
        read_settings({"ATOUT_DATABASE_FILE": str(tmp_path / "nothing")})
    path.write_bytes(b"\xef\xbb\xbf/x/a.db\r\n")
    assert read_settings({"ATOUT_DATABASE_FILE": str(path)}).database == "/x/a.db"
    for more in ("/x/a.db\n# the database", "/x/a.db\r/x/b.db", "/x/a\tb.db", "/x/a\0.db"):
        path.write_text(more, encoding="utf-8", newline="")
        with pytest.raises(SettingError, match=r"ATOUT_DATABASE_FILE names .* must have one line, the value"):
            read_settings({"ATOUT_DATABASE_FILE": str(path)})
    path.write_bytes(b"\xff")
    with pytest.raises(SettingError, match="cannot be read: it is no text"):
        read_settings({"ATOUT_DATABASE_FILE": str(path)})
    path.write_text("mysql://me:secret@db/atout", encoding="utf-8")
    with pytest.raises(SettingError, match="ATOUT_DATABASE cannot be so") as refused:
        read_settings({"ATOUT_DATABASE_FILE": str(path)})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["time_ms", "nodes", "table_mib"])
def test_no_default_is_above_its_ceiling(name: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings({variable_of(name): "100", variable_of(f"max_{name}"): "99"})
    assert variable_of(f"max_{name}") in str(refused.value)


def faults_of(**stated: str) -> list[str]:
    """What is wrong with such an environment, a sentence each."""
    with pytest.raises(SettingError) as refused:
        read_settings({f"ATOUT_{name.upper()}": text for name, text in stated.items()})
    return str(refused.value).split("\n")


def test_all_wrong_settings_are_told_together(tmp_path: Path) -> None:
    wrong = {
        "time_ms": "x",
        "keys": "maybe",
        "port": "0",
        "rate_per_key": "often",
        "origins_file": str(tmp_path / "nothing"),
        "dask": "http://h",
        "nodes": "9",
        "max_nodes": "8",
    }
    named = [fault.split()[0] for fault in faults_of(**wrong)]
    assert named == [
        "ATOUT_ORIGINS_FILE",
        "ATOUT_PORT",
        "ATOUT_TIME_MS",
        "ATOUT_DASK",
        "ATOUT_KEYS",
        "ATOUT_RATE_PER_KEY",
        "ATOUT_NODES",
    ]


def test_nothing_is_compared_with_a_setting_that_is_wrong_itself() -> None:
    [fault] = faults_of(time_ms="x", max_time_ms="5")
    assert fault.startswith("ATOUT_TIME_MS is 'x'")
    [fault] = faults_of(keys="maybe", database="none")
    assert fault.startswith("ATOUT_KEYS is 'maybe'")
    [fault] = faults_of(keys="required", database="nothing")
    assert fault.startswith("ATOUT_DATABASE cannot be so")


@pytest.mark.parametrize("port", ["0", "65536", "99999", "999999999"])
def test_a_port_that_no_machine_has_is_refused(port: str) -> None:
    stated = {
        "dask": f"tcp://h:{port}",
        "database": f"postgresql://u:secret@h:{port}/n",
        "origins": f"https://good.example https://cards.example:{port}",
        "rate_storage": f"redis://:secret@h:{port}/0",
    }
    for name, text in stated.items():
        [fault] = faults_of(**{name: text})
        assert fault.startswith(f"ATOUT_{name.upper()} cannot be so: ")
        assert fault.endswith(" has an impossible port; ports are numbers from 1 to 65535")
        assert "secret" not in fault


@pytest.mark.parametrize(
    "address", ["redis://h/zero", "valkey://u:secret@h/-1", "rediss://h:6379/one?db=0", "redis://[::1]/x"]
)
def test_a_database_of_redis_is_a_number(address: str) -> None:
    [fault] = faults_of(rate_storage=address)
    assert fault == "ATOUT_RATE_STORAGE cannot be so: a database of Redis is a number: redis://HOST/0"


@pytest.mark.parametrize(
    "address", ["redis://h", "redis://u:p%40@h:65535/15", "redis://[::1]:1/", "redis+unix:///run/redis?db=2"]
)
def test_an_address_of_redis(address: str) -> None:
    pytest.importorskip("redis")
    assert read_settings({"ATOUT_RATE_STORAGE": address}).rate_storage == address


@pytest.mark.parametrize(
    "user", ["u:top@sec/ret", "u:top@sec", "u:sec/ret", "sec/ret", "u:sec?ret", "u:sec#ret", "u@sec:ret"]
)
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("database", "postgresql://{}@h:5432/n"),
        ("database", "postgresql://{}@h"),
        ("rate_storage", "redis://{}@h/0"),
    ],
)
def test_a_password_that_would_be_read_as_something_else_is_refused(
    user: str, name: str, address: str
) -> None:
    [fault] = faults_of(**{name: address.format(user)})
    assert fault.startswith(f"ATOUT_{name.upper()} cannot be so: it may have one @, before the host")
    assert fault.endswith("written as %40, %2F, %3F and %23")
    assert not any(part in fault for part in ("top", "sec", "ret"))


def test_a_password_with_such_characters_is_read_as_it_is_meant() -> None:
    url = parse_address("postgresql://u:p%40ss%2Fword%3F%23@h/n")
    assert url is not None
    assert (url.password, url.host, url.database) == ("p@ss/word?#", "h", "n")


def test_a_database_that_can_be_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("/dev/null")
    for place, reason in (
        (tmp_path, "is a folder; name a file in it"),
        (tmp_path / "link", "is no regular file"),
        (Path("/dev/null"), "is no regular file"),
    ):
        for address in (str(place), f"sqlite:///{place}"):
            assert faults_of(database=address) == [f"ATOUT_DATABASE cannot be so: '{place}' {reason}"]
    for place in (tmp_path / "file", tmp_path / "new", tmp_path / "folder" / "new"):
        assert read_settings({"ATOUT_DATABASE": str(place)}).database == str(place)


def test_a_home_directory_that_nobody_has_is_refused() -> None:
    [fault] = faults_of(database="~nosuchuser/x.db")
    assert fault == "ATOUT_DATABASE cannot be so: there is no home directory that '~nosuchuser' stands for"


@pytest.mark.night
def test_gunicorn_tells_wrong_settings_in_a_sentence_each() -> None:
    command = [sys.executable, "-m", "gunicorn", "--config", str(CONFIG)]
    environ = os.environ | {"ATOUT_WAITING": "-1", "ATOUT_DATABASE": "~nosuchuser/x.db"}
    done = subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    waiting, database = done.stderr.splitlines()
    assert waiting.startswith("Error: ATOUT_WAITING is '-1'")
    assert database.startswith("ATOUT_DATABASE cannot be so")


@pytest.mark.parametrize(
    ("n_cores", "stated", "workers", "slots"),
    [
        (2, {}, 2, 1),
        (1, {}, 1, 1),
        (6, {}, 6, 1),
        (64, {}, 8, 8),
        (4, {"workers": 1}, 1, 4),
        (4, {"workers": 3}, 3, 1),
        (4, {"workers": 6}, 6, 1),
        (4, {"solving_slots": 2}, 1, 2),
        (4, {"workers": 2, "solving_slots": 4}, 2, 4),
        (4, {"rate_per_key": "600/minute"}, 1, 4),
        (4, {"rate_per_address": "600/minute"}, 1, 4),
        (4, {"rate_per_address": "600/minute", "workers": 2}, 2, 2),
        (4, {"database": "none"}, 4, 1),
    ],
)
def test_workers_share_the_cores(
    n_cores: int, stated: dict[str, Any], workers: int, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: n_cores)
    settings = Settings(**stated)
    assert (settings.workers, settings.solving_slots) == (workers, slots)


def test_workers_that_count_together_can_be_many(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("redis")
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    settings = Settings(rate_per_key="600/minute", rate_storage="redis://127.0.0.1")
    assert (settings.workers, settings.solving_slots) == (4, 1)


def test_there_are_threads_for_more_than_solving() -> None:
    settings = Settings(solving_slots=3, waiting=5)
    assert settings.threads > 3 + 5


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ATOUT_TIMEMS", "ATOUT_TIME_MS"),
        ("ATOUT_DATABSE", "ATOUT_DATABASE"),
        ("ATOUT_DATABASE_FIEL", "ATOUT_DATABASE_FILE"),
        ("ATOUT_PORT_FILE", "ATOUT_PORT"),
        ("atout_workers", "ATOUT_WORKERS"),
        ("ATOUT_COLOUR_OF_THE_HOUSE", None),
    ],
)
def test_a_variable_that_is_no_setting_is_named_with_what_is_near(name: str, meant: str | None) -> None:
    [sentence] = unknown_variables({name: "secret", "ATOUT_PORT": "1", "PATH": "/bin", "ATOUTS": "2"})
    hint = f"; did you mean {meant}?" if meant else ""
    assert sentence == f"{name} is no setting of Atout and changes nothing{hint}"


def test_no_setting_is_taken_for_a_mistake() -> None:
    known = [variable_of(name) for name in SETTINGS]
    in_files = [variable_of(name) + "_FILE" for name in SETTINGS if name not in NUMBERS]
    assert unknown_variables(dict.fromkeys([*known, *in_files], "")) == []


@pytest.mark.night
@pytest.mark.server
def test_the_service_starts_with_a_variable_that_is_no_setting_and_warns_of_it() -> None:
    with serve(ATOUT_TIMEMS="5") as (server, number):
        warnings = [line["message"] for line in server.log_lines() if line["level"] == "warning"]
        assert ask(number, "GET", "/healthz")[0] == 200
    # Nothing that the service sets for itself is in the way of that.
    assert warnings == [
        "ATOUT_TIMEMS is no setting of Atout and changes nothing; did you mean ATOUT_TIME_MS?"
    ]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a service for the tests of this module."""
    with serve() as (_, number):
        yield number


@pytest.mark.server
def test_the_server_solves(port: int) -> None:
    status, kind, answer = ask(port, "POST", "/v1/solve", json.dumps(make_body("contree")))
    assert (status, kind) == (200, "application/json")
    assert answer["exact"]


@pytest.mark.server
@pytest.mark.parametrize("is_chunked", [False, True])
def test_the_server_refuses_a_body_over_the_limit(port: int, is_chunked: bool) -> None:
    data = b" " * 30_000
    body = iter([data[:10_000]] * 3) if is_chunked else data
    status, kind, problem = ask(port, "POST", "/v1/solve", body, encode_chunked=is_chunked)
    assert (status, kind) == (413, PROBLEM)
    assert "20000 bytes" in problem["detail"]


@pytest.mark.server
def test_the_server_reads_a_body_in_chunks(port: int) -> None:
    text = json.dumps(make_body("contree")).encode()
    status, _, _ = ask(port, "POST", "/v1/solve", iter([text[:100], text[100:]]), encode_chunked=True)
    assert status == 200


@pytest.mark.server
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_at_once_and_the_client_has_what_is_proved(number: signal.Signals) -> None:
    answers: list[Any] = []

    def solve() -> None:
        with suppress(OSError, http.client.HTTPException):
            answers.append(ask(at, "POST", "/v1/solve", json.dumps(hard())))

    with serve(ATOUT_SOLVING_SLOTS="1", ATOUT_WAITING="0") as (server, at):
        client = threading.Thread(target=solve)
        client.start()
        wait_until_taken(at)
        server.send_signal(number)
        server.wait(timeout=PATIENCE_S)  # the solve had an hour
        client.join()
    if number == signal.SIGTERM:
        [(status, _, answer)] = answers
        assert (status, answer["exact"]) == (200, False)
