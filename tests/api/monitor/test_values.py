"""Metrics whose files have no room: counted on in memory, and shown once there is room; nothing ends."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api.monitor import folder, values
from api.monitor.values import FIRST_BYTES, RETRY_S, SafeValues
from tests.support.api.own_mounts import may_mount, observed
from tests.support.waiting import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(values, "time", made)
    return made


class Disk:
    """A disk that has room or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        self.n_asked = 0
        real = os.posix_fallocate

        def reserve(file: int, offset: int, n_bytes: int) -> None:
            self.n_asked += 1
            if self.is_full:
                raise OSError(28, "No space left on device")
            real(file, offset, n_bytes)

        monkeypatch.setattr(os, "posix_fallocate", reserve)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def stored(path: Path) -> dict[str, float]:
    """What other processes read in a file."""
    library: Any = SafeValues
    read = library.read_all_values_from_file(str(path))
    return {key: value for key, value, _, _ in read}


def test_every_byte_of_a_file_has_its_room(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "counter_1.db"
    held: Any = SafeValues(str(path))
    names = [f"key {number} " + "x" * 200 for number in range(200)]
    for number, name in enumerate(names):
        assert held.read_value(name) == (0.0, 0.0)
        held.write_value(name, float(number), 0.0)
        size = path.stat()
        assert size.st_blocks * 512 >= size.st_size >= FIRST_BYTES
    assert stored(path) == {name: float(number) for number, name in enumerate(names)}
    assert path.stat().st_size > 2 * FIRST_BYTES
    held.close()
    again: Any = SafeValues(str(path))
    assert again.read_value(names[7]) == (7.0, 0.0)
    again.close()


def test_a_full_disk_leaves_a_new_file_empty_until_it_has_room(
    tmp_path: Path, clock: Clock, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "counter_1.db"
    disk.is_full = True
    held: Any = SafeValues(str(path))
    for number in range(100):
        held.write_value("one", number + 1.0, 0.0)
        assert held.read_value("one") == (number + 1.0, 0.0)
        assert held.read_value(f"other {number}") == (0.0, 0.0)
    assert path.stat().st_size == 0
    assert disk.n_asked == 1, "a full disk is not asked for room all the time"
    disk.is_full = False
    clock.now += RETRY_S
    held.write_value("one", 101.0, 0.0)
    assert stored(path)["one"] == 101.0
    assert len(stored(path)) == 101
    [warning] = caplog.records
    assert "No space left on device" in warning.getMessage()
    held.close()


def test_what_a_file_has_is_counted_on_while_it_cannot_grow(
    tmp_path: Path, clock: Clock, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "counter_1.db"
    held: Any = SafeValues(str(path))
    held.write_value("first", 1.0, 0.0)
    disk.is_full = True
    names = [f"{number} " + "x" * 400 for number in range(60)]
    for name in names:
        held.write_value(name, 2.0, 0.0)
    held.write_value("first", 3.0, 0.0)
    assert path.stat().st_size == FIRST_BYTES
    known = stored(path)
    assert known["first"] == 3.0
    assert 1 < len(known) < len(names)
    assert {held.read_value(name) for name in names} == {(2.0, 0.0)}
    disk.is_full = False
    clock.now += RETRY_S
    held.write_value(names[-1], 4.0, 0.0)
    assert stored(path) == {"first": 3.0, **dict.fromkeys(names, 2.0), names[-1]: 4.0}
    assert len(caplog.records) == 1
    held.close()


def test_files_are_in_memory_where_the_system_has_a_place_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, disk = tmp_path / "memory", tmp_path / "disk"
    memory.mkdir()
    disk.mkdir()
    monkeypatch.setattr(folder, "IN_MEMORY", memory)
    monkeypatch.setattr(folder, "tempfile", SimpleNamespace(gettempdir=lambda: str(disk)))
    assert folder.places() == [memory, disk]
    memory.rmdir()
    assert folder.places() == [disk]
    memory.touch()
    assert folder.places() == [disk]


@pytest.mark.night
@pytest.mark.server
def test_a_service_goes_on_when_its_metrics_have_no_room(tmp_path: Path) -> None:
    if not may_mount():
        pytest.skip("nobody may mount here")
    found, _ = observed("tests.support.api.full_metrics", str(tmp_path), mounts=True)
    assert found["full"] == found["new worker"]
    assert set(found["full"]) == {200, 404, 405}
    assert found["is the same"]
    assert found["metrics"]
    assert found["warned"]
