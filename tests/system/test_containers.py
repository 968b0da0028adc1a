"""The image and the composition, read as text: what they name must be there, as nothing here starts them."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.settings.config import Settings, read_settings, variable_of
from api.settings.in_files import IN_FILE
from tests.support.api.served import serve
from tests.support.command_line import ROOT
from tests.support.waiting import wait_until
from tests.system.test_locks import IMAGE_EXTRAS

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSITION: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SERVICES: dict[str, Any] = COMPOSITION["services"]
OWN = [name for name, service in SERVICES.items() if service["image"].startswith("atout:")]
VARIABLES = {variable_of(setting.name): setting for setting in fields(Settings)}


MODULES = {"atout": "solver", "dask": "dask"}
"""The programs of our image that are of Python, as modules."""


def instructions(name: str) -> list[str]:
    """What follows that word in the Dockerfile, for each time it is there."""
    return re.findall(rf"^\s*{name}\s+(.*)$", DOCKERFILE, re.MULTILINE)


def image_settings() -> dict[str, str]:
    """The variables that the image sets."""
    return dict(re.findall(r"(\w+)=(\S+)", " ".join(instructions("ENV"))))


def environment_of(name: str) -> dict[str, str]:
    """What a service that runs our image finds set: by the image, and by the composition over it."""
    own: dict[str, str] = SERVICES[name].get("environment", {})
    return image_settings() | own


def command_of(name: str) -> list[str]:
    """The command of a service that runs our image."""
    command: list[str] = SERVICES[name].get("command") or json.loads(instructions("CMD")[-1])
    return command


def health_check(name: str) -> list[str]:
    """How a service that runs our image is asked whether it is well."""
    check = SERVICES[name].get("healthcheck")
    if check:
        return list(check["test"][1:])
    (command,) = re.findall(r"HEALTHCHECK.*?CMD (\[.*\])", DOCKERFILE)
    return list(json.loads(command))


# ---- the image


def test_everything_that_is_copied_is_there_and_not_ignored() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {path for line in instructions("COPY") if "--from" not in line for path in line.split()[:-1]}
    assert copied == kept
    assert all((ROOT / path).exists() for path in copied)
    assert {"ext", "solver", "api", PROJECT["readme"], *PROJECT["license-files"]} <= copied


def test_nothing_is_installed_but_what_is_pinned_with_its_digest() -> None:
    commands = re.findall(r"-m pip (?:install|wheel) ([^&\n]*)", DOCKERFILE)
    from_outside = [command for command in commands if "--no-index" not in command]
    assert len(from_outside) == 2
    for command in from_outside:
        *options, lock = command.split()
        assert {"--require-hashes", "--only-binary", "-r"} <= set(options)
        assert (ROOT / "docs" / "operating" / lock).exists()
    for command in set(commands) - set(from_outside):
        # Whatever is missing ends the build: it is not looked for elsewhere.
        assert "--no-deps" in command


def test_the_image_has_every_extra_that_the_composition_needs() -> None:
    # What the lock is made of, tests/system/test_locks.py holds it to.
    assert set(IMAGE_EXTRAS) <= set(PROJECT["optional-dependencies"])
    assert {"postgres", "redis", "dask"} == set(IMAGE_EXTRAS)


def test_the_image_is_of_a_python_that_is_supported() -> None:
    least = re.fullmatch(r">=(\d+\.\d+)", PROJECT["requires-python"])
    assert least is not None
    stages = [line.split()[0] for line in instructions("FROM")]
    assert len(stages) == 2
    assert all(re.fullmatch(rf"python:{re.escape(least[1])}-slim-\w+", stage) for stage in stages)


def test_the_image_is_nobody_and_listens_where_it_says() -> None:
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", instructions("USER")[-1])
    set_here = image_settings()
    read = read_settings(set_here)
    assert instructions("EXPOSE") == [str(read.port)]
    assert str(Path(read.database).parent) == instructions("VOLUME")[0]
    assert json.loads(instructions("CMD")[-1])[0] in PROJECT["scripts"]


@pytest.mark.server
@pytest.mark.parametrize("is_up", [True, False])
def test_the_health_check_of_the_image_tells_up_from_down(is_up: bool) -> None:
    command = [sys.executable, *health_check("service")[1:]]
    with serve() as (_, port):
        number = port if is_up else 1
        environ = {**os.environ, "ATOUT_PORT": str(number)}

        def says_up() -> bool:
            return subprocess.run(command, env=environ, capture_output=True).returncode == 0

        if is_up:
            # A check that has timed out on a busy machine is made again, by docker too.
            wait_until(says_up, "the check does not see the service")
        else:
            assert not says_up()


# ---- the composition


def test_every_variable_is_a_setting() -> None:
    named = {*image_settings()}
    for service in SERVICES.values():
        named |= set(service.get("environment", ()))
    for name in named:
        if name.startswith("ATOUT_"):
            plain = name.removesuffix(IN_FILE)
            assert plain in VARIABLES, name
            assert plain == name or VARIABLES[plain].type is str, name


@pytest.mark.parametrize("name", OWN)
def test_the_settings_can_be_so(name: str, tmp_path: Path) -> None:
    environment = environment_of(name)
    assert all(isinstance(value, str) for value in environment.values())
    for variable, value in environment.items():
        if variable.endswith(IN_FILE):
            # Docker puts the secret there; here it is what the first lines of compose.yaml write.
            assert value == f"/run/secrets/{Path(value).name}"
            assert Path(value).name in SERVICES[name]["secrets"]
            file = tmp_path / Path(value).name
            file.write_text("postgresql://atout:x@postgres/atout", encoding="utf-8")
            environment[variable] = str(file)
    settings = read_settings(environment)
    if name == "service":
        check_names(settings)


def check_names(settings: Settings) -> None:
    """The service speaks to services that are there, and to the scheduler that the workers speak to."""
    hosts = {settings.database.split("@")[1].split("/")[0], settings.rate_storage.split("/")[2].split(":")[0]}
    assert hosts == {"postgres", "redis"} <= set(SERVICES)
    assert settings.dask.removeprefix("tcp://").split(":")[0] == "scheduler"
    port = command_of("scheduler")[command_of("scheduler").index("--port") + 1]
    assert settings.dask.endswith(f":{port}")
    assert command_of("worker")[2] == settings.dask


def test_what_is_published_is_what_is_listened_at_and_only_here() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert list(published) == ["service"]
    ((address, _, inside),) = (port.rsplit(":", 2) for port in published["service"])
    assert address == "127.0.0.1"
    assert inside == image_settings()["ATOUT_PORT"]


def test_only_the_service_can_be_reached_from_outside() -> None:
    assert COMPOSITION["networks"]["back"]["internal"] is True
    for name, service in SERVICES.items():
        assert service["networks"] == (["front", "back"] if name == "service" else ["back"])


def test_everything_that_is_named_is_there() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        assert set(service.get("secrets", ())) <= set(COMPOSITION["secrets"])
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in COMPOSITION["volumes"]
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert not SERVICES[other].get("healthcheck", {}).get("disable")
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    for secret in COMPOSITION["secrets"].values():
        assert f"/{Path(secret['file']).parent}/" in ignored


def test_images_are_of_one_version() -> None:
    for name, service in SERVICES.items():
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(-\w+)?", service["image"]), name
    assert {SERVICES[name]["image"] for name in OWN} == {
        "atout:" + ".".join(PROJECT["version"].split(".")[:2])
    }


def test_containers_may_do_little() -> None:
    for service in SERVICES.values():
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["restart"] == "unless-stopped"
        assert service["logging"]["options"]["max-size"]
    for name in (*OWN, "redis"):
        assert SERVICES[name]["read_only"] is True
        assert SERVICES[name]["cap_drop"] == ["ALL"]


@pytest.mark.night
@pytest.mark.parametrize("name", OWN)
def test_commands_have_the_options_they_are_given(name: str) -> None:
    program, *rest = command_of(name)
    words = [word for word in rest[:1] if not word.startswith("-")]
    shown = subprocess.run(
        [sys.executable, "-m", MODULES[program], *words, "--help"],
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for option in rest:
        if option.startswith("--"):
            assert re.search(rf"{option}\b", shown), option


@pytest.mark.parametrize("name", [name for name in OWN if SERVICES[name].get("healthcheck", {}).get("test")])
def test_health_checks_are_python(name: str) -> None:
    program, flag, text = health_check(name)
    assert (program, flag) == ("python", "-c")
    compile(text, name, "exec")


def test_the_first_lines_make_every_secret() -> None:
    comments = [line[1:] for line in (ROOT / "compose.yaml").read_text().splitlines() if line.startswith("#")]
    commands = [shlex.split(line) for line in comments if line.startswith("   ")]
    made = {word for command in commands for word in command if word.startswith("secrets/")}
    assert {secret["file"] for secret in COMPOSITION["secrets"].values()} <= made
    assert commands[-2][:3] == ["docker", "compose", "up"]
    assert set(commands[-1][3:4]) <= set(SERVICES)
