"""``atout keys``: keys given, listed and taken, in the database of the service."""

import json
import logging
import os
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click import ClickException
from click.testing import Result

from api.commands.kept import telling_failures
from api.settings.texts import name_database, parse_address
from api.store import StoreDownError
from tests.support.command_line import ATOUT, ROOT, run


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new database."""
    path = tmp_path / "atout.db"
    monkeypatch.setenv("ATOUT_DATABASE", str(path))
    return path


def test_a_key_is_printed_once_and_alone(database: Path) -> None:
    made = run("keys", "add", "card-site")
    assert made.exit_code == 0
    assert re.fullmatch(r"atout_[A-Za-z0-9_-]{43}\n", made.stdout)
    assert made.stderr == f"Database: {database}\nKeep it now: it cannot be shown again.\n"
    assert made.stdout.strip() not in run("keys", "list").output
    assert made.stdout.strip().encode() not in database.read_bytes()


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("redirected", ["> /dev/full", ">&-"])
def test_a_key_that_cannot_be_shown_is_revoked(redirected: str) -> None:
    made = subprocess.run(
        ["sh", "-c", f'"$@" {redirected}', "sh", *ATOUT, "keys", "add", "card-site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 1
    _, revoked, cannot = made.stderr.splitlines()
    assert revoked == "The key of card-site could not be shown, and is revoked."
    assert cannot.startswith("Error: cannot write to standard output: ")
    [key] = [json.loads(line) for line in run("keys", "list", "--json").stdout.splitlines()]
    assert (key["name"], key["state"]) == ("card-site", "revoked")
    assert run("keys", "add", "card-site").exit_code == 0


def test_keys_are_told_of_in_french() -> None:
    def french(*arguments: str) -> Result:
        return run("keys", *arguments, language="fr_FR.UTF-8")

    assert french("list").stdout == "Il n’y a pas de clé\u00a0; atout keys add NAME en crée une.\n"
    database, keep = french("add", "b").stderr.splitlines()
    assert database.startswith("Base de données\u00a0: ")
    assert keep == "Gardez-la maintenant\u00a0: elle ne pourra plus être affichée."
    assert french("revoke", "b").stdout == "La clé de b est révoquée.\n"
    heading, row = french("list").stdout.splitlines()
    assert heading.split() == ["NOM", "ÉTAT", "CRÉÉE", "EXPIRE", "DERNIER", "USAGE"]
    assert row.split()[:2] == ["b", "révoquée"]
    assert json.loads(french("list", "--json").stdout)["state"] == "revoked"


def test_keys_are_listed() -> None:
    assert "There are no keys" in run("keys", "list").stdout
    run("keys", "add", "b", "--days", "30")
    run("keys", "add", "a")
    run("keys", "revoke", "a")
    heading, first, second = run("keys", "list").stdout.splitlines()
    assert heading.split() == ["NAME", "STATE", "MADE", "EXPIRES", "LAST", "USED"]
    today = datetime.now(UTC).date().isoformat()
    assert first.split()[:2] == ["a", "revoked"]
    assert second.split()[:2] == ["b", "active"]
    assert first.split()[2] <= today < second.split()[3]
    listed = [json.loads(line) for line in run("keys", "list", "--json").stdout.splitlines()]
    assert [(key["name"], key["state"]) for key in listed] == [("a", "revoked"), ("b", "active")]
    assert all("digest" not in key for key in listed)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add", "taken"), "taken has a key; revoke it first"),
        (("add", "a b"), "the name of a key"),
        (("revoke", "nobody"), "nobody has no key"),
        (("add", "x", "--days", "0"), "--days"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    run("keys", "add", "taken")
    refused = run("keys", *arguments)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert says in refused.stderr


def test_keys_need_a_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ATOUT_DATABASE", "none")
    refused = run("keys", "list")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "ATOUT_DATABASE is none" in refused.stderr
    (tmp_path / "file").touch()
    monkeypatch.setenv("ATOUT_DATABASE", f"{tmp_path}/file/atout.db")
    refused = run("keys", "add", "a")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "the database cannot be used" in refused.stderr


@pytest.mark.night
@pytest.mark.slow
def test_a_database_that_is_down_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ATOUT_DATABASE", f"{tmp_path}/file/atout.db")
    for command in ("keys list", "keys add a", "db upgrade", "db prune --days 1", "db export-puzzles"):
        told = subprocess.run(
            [*ATOUT, *command.split()], cwd=ROOT, capture_output=True, text=True, check=False
        )
        last = told.stderr.splitlines()[-1]
        assert (told.returncode, told.stdout) == (1, "")
        assert last.startswith("Error: the database cannot be used: ")
        assert told.stderr.count("cannot be used") == 1, command


def test_what_the_database_warns_of_besides_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    @telling_failures()
    def work() -> None:
        for message in ("The database cannot be used: it is away", "The file was replaced."):
            logging.getLogger("api.store.connections").warning(message)
        raise StoreDownError("it is away")

    with pytest.raises(ClickException, match="the database cannot be used: it is away"):
        work()
    assert capsys.readouterr().err == "The file was replaced.\n"


def test_every_command_names_its_database_beside_what_it_says(database: Path) -> None:
    for arguments in (["add", "a"], ["list"], ["list", "--json"], ["revoke", "a"], ["revoke", "nobody"]):
        result = run("keys", *arguments)
        assert result.stderr.startswith(f"Database: {database}\n")
        assert str(database) not in result.stdout


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("none", "none"),
        ("/data/atout.db", "/data/atout.db"),
        ("sqlite:////data/atout.db", "/data/atout.db"),
        ("postgresql://me:secret@db.example:5433/atout", "postgresql://me@db.example:5433/atout"),
        ("postgresql://me@h/atout?password=secret&sslmode=require", "postgresql://me@h/atout"),
        ("postgresql://[::1]/atout", "postgresql://[::1]/atout"),
        ("postgresql:///atout", "postgresql:///atout"),
    ],
)
def test_a_database_is_named_without_its_password(address: str, name: str) -> None:
    assert name_database(parse_address(address)) == name
