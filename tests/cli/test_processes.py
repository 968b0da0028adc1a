"""Processes beside a command: Ctrl-C in a terminal reaches the whole group, and is told of once."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from solver.cli.processes import QuietContext
from tests.support.command_line import body, run, start
from tests.support.waiting import wait_until


def interrupts_itself() -> str:
    """What a process says that had two interrupts, one of them before its task."""
    os.kill(os.getpid(), signal.SIGINT)
    return "goes on"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A process in the background of a shell is started with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_does_not_reach_a_process_but_the_one_that_starts_it() -> None:
    with ProcessPoolExecutor(1, QuietContext()) as pool:
        assert pool.submit(interrupts_itself).result() == "goes on"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.night
@pytest.mark.parametrize(
    "command",
    [("analyse", "{logs}"), ("puzzle", "make", "--variant", "bridge", "--count", "500", "--hidden")],
)
def test_ctrl_c_while_the_processes_start_is_told_of_in_a_word(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    logs = tmp_path / "logs.ndjson"
    logs.write_text((body() + "\n") * 200, encoding="utf-8")
    asked = [word.format(logs=logs) for word in command]
    with start(*asked, "--workers", "3", start_new_session=True) as process:
        # The first of the children counts semaphores; those after it work.
        wait_until(lambda: n_children(process.pid) > 1, "no process is started")
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert said == b"Stopped.\n"
    assert process.returncode == 130


@pytest.mark.parametrize(
    "command",
    [
        "convert --to pbn",
        "analyse --html {page}",
        "table --html {page}",
        "puzzle make --from -",
        "puzzle import --bank {page}",
        "solve",
    ],
)
@pytest.mark.parametrize(("language", "said"), [("en", "Stopped.\n"), ("fr", "Arrêté.\n")])
def test_ctrl_c_while_the_input_is_read_is_told_of_in_a_word(
    command: str, language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.cli.input.utf8_stream", interrupted)
    words = command.format(page=tmp_path / "page").split()
    result = run(*words, "--lang", language)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", said)


def n_children(process: int) -> int:
    """The processes that a process has started so far."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return sum(len(task.read_text().split()) for task in tasks)
