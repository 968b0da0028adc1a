"""The pinned versions of docs/operating: they meet all that pyproject.toml asks for, with their digests."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from typing import NamedTuple

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.command_line import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IMAGE_EXTRAS = ("postgres", "redis", "dask")
"""What the image can do beyond the plain package."""

OURS = "atout (pyproject.toml)"
BUILD = "atout (pyproject.toml:build)"
MACHINES = ("x86_64", "aarch64")
PYTHON = "3.11.14"
"""A Python as the image has it."""


class Pin(NamedTuple):
    """A version that is to be installed, for whom, and the digests that its files may have."""

    name: str
    version: Version
    marker: Marker | None
    hashes: tuple[str, ...]
    via: tuple[str, ...]

    def is_for(self, environment: dict[str, str]) -> bool:
        return self.marker is None or self.marker.evaluate(environment)


def image_environment(machine: str) -> dict[str, str]:
    """What markers are held to in the image, on that processor."""
    return {key: str(value) for key, value in default_environment().items()} | {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": PYTHON,
        "python_version": "3.11",
        "sys_platform": "linux",
    }


def text_of(name: str) -> str:
    return (ROOT / "docs" / "operating" / f"{name}-requirements.txt").read_text(encoding="utf-8")


def read_pins(name: str) -> list[Pin]:
    """The pins of a lock; every line of it must be part of one, or a comment at its start."""
    text = re.sub(r"\A(#.*\n)+", "", text_of(name))
    entries = re.findall(r"^(\S+)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=\S+)+)\n((?: +#.*\n)+)", text, re.M)
    pins = []
    for package, version, marker, hashes, comments in entries:
        via = re.findall(r"# +(?:via )?(\S.*)$", comments.replace("# via\n", "#\n"), re.M)
        found = re.findall(r"--hash=(\S+)", hashes)
        own = Marker(marker) if marker else None
        pins.append(Pin(canonicalize_name(package), Version(version), own, tuple(found), tuple(via)))
    leftover = re.sub(r"^(\S+)==(\S+).*((\n    --hash=.*)+)\n(( +#.*\n)+)", "", text, flags=re.M)
    assert leftover == ""
    return pins


def pins_for(name: str, machine: str) -> dict[str, Pin]:
    """What is installed of a lock in the image, on that processor."""
    found = [pin for pin in read_pins(name) if pin.is_for(image_environment(machine))]
    assert len({pin.name for pin in found}) == len(found), "one version of each"
    return {pin.name: pin for pin in found}


def requirements(texts: Iterable[str], machine: str, extras: Iterable[str] = ()) -> Iterator[Requirement]:
    """Those of the requirements that count in the image with those extras."""
    for text in texts:
        one = Requirement(text)
        choices = [image_environment(machine) | {"extra": extra} for extra in ("", *extras)]
        if one.marker is None or any(map(one.marker.evaluate, choices)):
            yield one


def asked_for(name: str) -> list[str]:
    """What pyproject.toml asks for, for that lock."""
    if name == "build":
        return list(PROJECT["dependency-groups"]["build"])
    project = PROJECT["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(one for extra in IMAGE_EXTRAS for one in optional[extra])]


@pytest.mark.parametrize("name", ["image", "build"])
def test_pins_have_digests_and_name_no_host(name: str) -> None:
    text = text_of(name)
    assert not re.search(r"https?:|file:|--(extra-)?index|--find-links|/\w+/\w+/", text)
    for pin in read_pins(name):
        assert pin.hashes, pin
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in pin.hashes), pin


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", ["image", "build"])
def test_what_is_asked_for_is_pinned_and_nothing_else_is(name: str, machine: str) -> None:
    pins = pins_for(name, machine)
    asked = list(requirements(asked_for(name), machine))
    for one in asked:
        pin = pins[canonicalize_name(one.name)]
        assert one.specifier.contains(pin.version), f"{one} is not met by {pin.version}: make lock"
    source = OURS if name == "image" else BUILD
    direct = {pin.name for pin in pins.values() if source in pin.via}
    assert direct == {canonicalize_name(one.name) for one in asked}, "make lock"
    for pin in pins.values():
        # Whatever is not asked for here is needed by something that is.
        assert pin.via
        assert {canonicalize_name(one) for one in pin.via if one != source} <= set(pins)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", ["image", "build"])
def test_what_the_pinned_need_is_pinned(name: str, machine: str) -> None:
    """By what they say of themselves, where they are installed in that version."""
    pins = pins_for(name, machine)
    todo = list(requirements(asked_for(name), machine))
    seen = set()
    while todo:
        wanted = todo.pop()
        package = canonicalize_name(wanted.name)
        if (package, frozenset(wanted.extras)) in seen:
            continue
        seen.add((package, frozenset(wanted.extras)))
        try:
            installed = distribution(package)
        except PackageNotFoundError:
            continue
        if Version(installed.version) != pins[package].version:
            continue
        for one in requirements(installed.requires or (), machine, wanted.extras):
            pin = pins.get(canonicalize_name(one.name))
            assert pin is not None, f"{package} needs {one}: make lock"
            assert one.specifier.contains(pin.version), f"{package} needs {one}, not {pin.version}: make lock"
            todo.append(one)


def test_a_build_needs_what_is_pinned_for_it() -> None:
    group = {Requirement(one).name: Requirement(one) for one in PROJECT["dependency-groups"]["build"]}
    for one in map(Requirement, PROJECT["build-system"]["requires"]):
        assert group[one.name] == one
    # The tests build it too, without a build environment of its own.
    tested = {
        Requirement(one).name: Requirement(one) for one in PROJECT["project"]["optional-dependencies"]["test"]
    }
    assert all(tested[name] == one for name, one in group.items())


def test_the_lock_is_made_of_what_the_image_needs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (command,) = re.findall(r"\$\(LOCK\) (.*image-requirements.txt.*)", makefile)
    assert tuple(re.findall(r"--extra (\w+)", command)) == IMAGE_EXTRAS
