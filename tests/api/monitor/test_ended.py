"""The counts of ended workers: in one file for each kind, and the same at every moment, whatever happens."""

import fcntl
import os
import runpy
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.mmap_dict import mmap_key
from prometheus_client.parser import text_string_to_metric_families as parse_text

from api.monitor import ended
from api.monitor.ended import fold_ended, is_count
from api.monitor.metrics import FOLDER_VARIABLE, Metrics
from api.monitor.values import FIRST_BYTES, SafeValues
from api.settings import read_settings
from tests.support.api.served import CONFIG, ask, fetch, folders_of, serve
from tests.support.waiting import wait_until

NOBODY = 10_000_000
"""The first of many numbers that no process can have."""
SECONDS = 0.125 + 2**-20
"""The time of each request; durations are counted so that their sums are exact."""

Counts = dict[tuple[str, str], float]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that this process reads, in which it does not count itself."""
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(Metrics, "of_test", Metrics(), raising=False)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def work(folder: Path, pid: int, *routes: str) -> None:
    """Count a request to each route, as the worker with that number does."""
    values: dict[str, Any] = {
        kind: SafeValues(str(folder / f"{kind}_{pid}.db")) for kind in ("counter", "histogram")
    }
    for route in routes:
        for kind, name, labels, amount in (
            ("counter", "atout_requests_total", {}, 1.0),
            ("histogram", "atout_request_seconds_sum", {}, SECONDS),
            ("histogram", "atout_request_seconds_bucket", {"le": "0.25"}, 1.0),
            ("histogram", "atout_request_seconds_bucket", {"le": "+Inf"}, 0.0),
        ):
            stated = {"route": route, **labels}
            family = name.removesuffix("_total").removesuffix("_sum").removesuffix("_bucket")
            key = mmap_key(family, name, [*stated], [*stated.values()], "Said.")
            values[kind].write_value(key, values[kind].read_value(key)[0] + amount, 0.0)
    for held in values.values():
        held.close()


def scraped() -> Counts:
    """What a scrape shows of each route."""
    made: Any = Metrics
    text = made.of_test.write("")[0].decode()
    return {
        (sample.name, "/".join(text for _, text in sorted(sample.labels.items(), reverse=True))): sample.value
        for family in parse_text(text)
        for sample in family.samples
        if "route" in sample.labels
    }


def counted(**n_of: int) -> Counts:
    """What it should show after so many requests to each route."""
    return {
        shown: value
        for route, n in n_of.items()
        for shown, value in (
            (("atout_requests_total", route), n),
            (("atout_request_seconds_count", route), n),
            (("atout_request_seconds_sum", route), n * SECONDS),
            (("atout_request_seconds_bucket", f"{route}/0.25"), n),
            (("atout_request_seconds_bucket", f"{route}/+Inf"), n),
        )
    }


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


SUMS = ["counter_0.db", "histogram_0.db"]


def test_what_many_workers_have_counted_is_kept_in_little_room(folder: Path) -> None:
    for number in range(100):
        work(folder, NOBODY + number, "often", "often", f"of {number % 7}")
        before = scraped()
        fold_ended(str(folder))
        assert scraped() == before
        assert names(folder) == SUMS
    often = {name: value for (name, route), value in scraped().items() if route == "often"}
    assert often["atout_requests_total"] == often["atout_request_seconds_count"] == 200
    assert sum(path.stat().st_size for path in folder.iterdir()) < FIRST_BYTES


def test_many_workers_may_end_at_once(folder: Path) -> None:
    for number in range(50):
        work(folder, NOBODY + number, "often")
    fold_ended(str(folder))
    assert (names(folder), scraped()) == (SUMS, counted(often=50))


def test_whoever_lives_counts_on_in_files_of_their_own(folder: Path) -> None:
    own = os.getpid()
    work(folder, own, "often")
    (folder / "counter_99999999999999999999.db").touch()  # the number of nobody at all
    (folder / "other.db").touch()
    before = names(folder)
    fold_ended(str(folder))
    assert names(folder) == before
    work(folder, NOBODY, "often")
    fold_ended(str(folder))
    work(folder, own, "often")
    # Another one gets the number of one that has ended.
    work(folder, NOBODY, "often", "seldom")
    assert scraped() == counted(often=4, seldom=1)
    fold_ended(str(folder))
    assert scraped() == counted(often=4, seldom=1)
    assert names(folder) == sorted([*before, *SUMS])


def test_an_empty_file_counts_nothing(folder: Path) -> None:
    (folder / f"counter_{NOBODY}.db").touch()
    fold_ended(str(folder))
    assert names(folder) == SUMS[:1]
    work(folder, NOBODY, "often")
    fold_ended(str(folder))
    assert scraped() == counted(often=1)


class Killed(BaseException):
    """What ends the process that folds."""


STEPS = ((Path, "touch"), (Path, "rename"), (Path, "unlink"), (os, "truncate"), (ended, "reserve"))
"""Whatever changes something in the folder; the last takes place within a file that counts nothing yet."""


def fold_up_to(folder: Path, n_steps: int, *, after: bool) -> bool:
    """Fold, and be killed before or ``after`` that step; False if there are not so many."""
    n_done = 0

    def breaking(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **options: Any) -> Any:
            nonlocal n_done
            n_done += 1
            if n_done == n_steps and not after:
                raise Killed
            made = real(*arguments, **options)
            if n_done == n_steps:
                raise Killed
            return made

        return step

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in STEPS:
            patch.setattr(owner, name, breaking(getattr(owner, name)))
        try:
            fold_ended(str(folder))
        except Killed:
            return True
    return False


@pytest.mark.parametrize("after", [False, True])
def test_whatever_stops_it_and_when_nothing_is_lost_or_counted_twice(folder: Path, after: bool) -> None:
    n_folds = 0
    for n_steps in range(1, 100):
        # Numbers come again, also while a file of theirs is still taken.
        work(folder, NOBODY, "often")
        work(folder, NOBODY + 1, "often")
        was_killed = fold_up_to(folder, n_steps, after=after)
        assert scraped() == counted(often=2 * n_folds + 2, **({"seldom": n_folds} if n_folds else {}))
        n_folds += 1
        # It goes on from there, and may be stopped again.
        work(folder, NOBODY, "seldom")
        fold_up_to(folder, (n_steps * 7) % 11 + 1, after=not after)
        assert scraped() == counted(often=2 * n_folds, seldom=n_folds)
        if not was_killed:
            break
    assert n_folds > 15
    fold_ended(str(folder))
    assert names(folder) == SUMS
    assert scraped() == counted(often=2 * n_folds, seldom=n_folds)


def test_without_room_for_the_sum_all_stays_and_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work(folder, NOBODY, "often")
    fold_ended(str(folder))
    with monkeypatch.context() as patch:

        def reserve(path: str, n_bytes: int) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr(ended, "reserve", reserve)
        for number in range(1, 4):
            work(folder, NOBODY, "often")
            with pytest.raises(OSError, match="No space"):
                fold_ended(str(folder))
            assert scraped() == counted(often=number + 1)
    assert all(is_count(name) for name in names(folder))
    fold_ended(str(folder))
    assert (names(folder), scraped()) == (SUMS, counted(often=4))


def test_it_waits_for_no_scrape_and_a_scrape_waits_for_it(folder: Path) -> None:
    work(folder, NOBODY, "often")
    before = names(folder)
    file = os.open(folder, os.O_RDONLY)
    fcntl.flock(file, fcntl.LOCK_SH)
    fold_ended(str(folder))
    assert (names(folder), scraped()) == (before, counted(often=1))
    fcntl.flock(file, fcntl.LOCK_EX)
    found: list[Counts] = []
    scrape = threading.Thread(target=lambda: found.append(scraped()))
    scrape.start()
    scrape.join(0.05)
    assert not found
    os.close(file)
    scrape.join()
    assert found == [counted(often=1)]
    fold_ended(str(folder))
    assert names(folder) == SUMS


def test_a_scrape_sees_nothing_of_it(folder: Path) -> None:
    """Scrapes go on all the time in other threads while workers end."""
    work(folder, os.getpid(), "often")
    for number in range(15):
        work(folder, NOBODY + number, "often")
    expected, is_over, wrong = counted(often=16), threading.Event(), list[object]()

    def scrape() -> None:
        while not is_over.is_set():
            try:
                if (found := scraped()) != expected:
                    wrong.append(found)
            except Exception as error:
                wrong.append(error)

    def one_more(path: Path, real: Callable[[Path], bool] = ended._has_ended) -> bool:
        return path in dying and real(path)

    dying: list[Path] = []
    threads = [threading.Thread(target=scrape) for _ in range(2)]
    for thread in threads:
        thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ended, "_has_ended", one_more)
        for number in range(15):
            dying = [folder / f"{kind}_{NOBODY + number}.db" for kind in ("counter", "histogram")]
            while any(path.exists() for path in dying):
                fold_ended(str(folder))
    is_over.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(names(folder)) == 4


def test_a_folder_that_cannot_be_locked_is_read_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work(folder, NOBODY, "often")
    before = names(folder)

    def flock(file: int, how: int) -> None:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr(
        ended, "fcntl", SimpleNamespace(LOCK_SH=1, LOCK_EX=2, LOCK_NB=4, LOCK_UN=8, flock=flock)
    )
    with pytest.raises(OSError, match="Bad"):
        fold_ended(str(folder))
    assert (names(folder), scraped()) == (before, counted(often=1))


def test_the_service_outlives_what_goes_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.settings.take_settings", read_settings)  # kept for no test that follows
    child_exit = runpy.run_path(str(CONFIG))["child_exit"]
    told: list[str] = []
    arbiter = SimpleNamespace(log=SimpleNamespace(warning=lambda says, *values: told.append(says % values)))
    worker = SimpleNamespace(age=1, pid=NOBODY)
    work(folder, NOBODY, "often")
    SafeValues(str(folder / f"gauge_livesum_{NOBODY}.db")).close()  # type: ignore[no-untyped-call]
    child_exit(arbiter, worker)
    assert (names(folder), told) == (SUMS, [])
    broken = folder / f"counter_{NOBODY}.db"
    broken.write_bytes(b"\x7f" * 100)
    child_exit(arbiter, worker)
    assert len(told) == 1
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder / "removed"))
    child_exit(arbiter, worker)
    assert len(told) == 2


def wait_for(condition: Callable[[Any], bool], of: Any) -> None:
    wait_until(lambda: condition(of))


@pytest.mark.night
@pytest.mark.server
def test_a_service_whose_workers_end_keeps_its_counts_and_few_files() -> None:
    shown = 'atout_requests_total{method="GET",route="/v1/variants/{name}",status="200"} '

    def n_counted(number: int) -> float:
        lines = fetch(number, "/metrics").splitlines()
        return sum(float(line.removeprefix(shown)) for line in lines if line.startswith(shown))

    with serve(ATOUT_WORKERS="2") as (server, number):
        wait_until(lambda: len(server.children()) == 2)
        [made] = folders_of(server.pid)
        for n_asked in range(1, 4):
            assert ask(number, "GET", "/v1/variants/belote")[0] == 200
            wait_for(lambda n: n_counted(number) == n, n_asked)
            before = server.children()
            server.kill_child(before[0])
            wait_for(lambda them: len(server.children()) == 2 and server.children() != them, before)
        wait_until(
            lambda: len(list(made.glob("counter_*"))) == 3, "the files of ended workers are still there"
        )
        assert n_counted(number) == n_asked
        assert not list(made.glob("*.taken"))
