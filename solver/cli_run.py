"""Answering body after body: to a terminal as tables, else as lines of JSON; reports, and the exit status."""

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console, RenderableType
from rich.rule import Rule

from solver.cli_cards import plain
from solver.cli_console import Legible, new_console
from solver.cli_judge import json_line
from solver.cli_read import Body, Named
from solver.cli_request import Options
from solver.engine import CancelToken
from solver.errors import Fault, SolverError

STOPPED = 130
"""The exit status after Ctrl-C, as shells have it."""
REFUSED = 1
"""The exit status when some of the input was refused."""

PATIENCE_S = 0.5
"""How long a solve may take before a terminal says that it is under way."""

T = TypeVar("T")
Answered = tuple[dict[str, Any], Callable[[], RenderableType]]
"""An answer in JSON types, and what makes the table of it."""
Answer = Callable[[object, Options, CancelToken], Answered]


def answer_all(bodies: Iterable[Named], answer: Answer, options: Options, as_json: bool | None) -> None:
    """Answer body after body as they come, each as soon as it is there; exits with the right status."""
    writes_json = not sys.stdout.isatty() if as_json is None else as_json
    n_bodies = n_refused = 0
    console = new_console()
    try:
        for named in bodies:
            n_bodies += 1
            try:
                data, make_text = answer_one(named.body, answer, options)
            except SolverError as error:
                n_refused += 1
                report(named, error.faults)
            else:
                if writes_json:
                    write_line(data)
                else:
                    if n_bodies > 1:
                        console.print()
                        console.print(Legible(Rule(plain(named.place))))
                    console.print(Legible(make_text()))
    except KeyboardInterrupt:
        stop()
    end(n_bodies, n_refused)


def end(n_bodies: int, n_refused: int) -> None:
    """Say what is wrong with input that is empty, and exit with 1 if something was refused."""
    if not n_bodies:
        click.echo("The input is empty; it should hold a JSON object, or one a line.", err=True)
    if n_refused or not n_bodies:
        sys.exit(REFUSED)


def stop() -> NoReturn:
    """End after Ctrl-C."""
    click.echo("Stopped.", err=True)
    sys.exit(STOPPED)


def answer_one(body: Body, answer: Callable[[object, Options, CancelToken], T], options: Options) -> T:
    """Answer in a thread of its own, so that Ctrl-C can call off a solve that is under way.

    Raises SolverError with the faults of the body.
    """
    if body.faults:
        raise SolverError(body.faults)
    cancel = CancelToken()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(answer, body.value, options, cancel)
        try:
            return _wait(future)
        except MemoryError:
            fault = Fault("", "there is not enough memory for the table; ask for less")
            raise SolverError([fault]) from None
        except KeyboardInterrupt:
            cancel.cancel()
            raise


def _wait(future: Future[T]) -> T:
    """The result; a terminal is told when it takes a while."""
    errors = Console(stderr=True)
    try:
        return future.result(PATIENCE_S if errors.is_terminal else None)
    except TimeoutError:
        if future.done():
            raise
    with errors.status("solving; Ctrl-C stops"):
        return future.result()


def report(named: Named, faults: Iterable[Fault]) -> None:
    """Say what is wrong with a body, a line for each fault."""
    for line in report_lines(named, faults):
        click.echo(line, err=True)


def report_lines(named: Named, faults: Iterable[Fault]) -> list[str]:
    """What is wrong with a body."""
    return [
        f"{plain(named.place)}: {plain(fault, 1000)}"
        if fault.line is None
        else plain(f"{named.source}{fault}", 1100)
        for fault in faults
    ]


def write_line(data: dict[str, Any]) -> None:
    """A line of JSON in UTF-8, whatever the terminal's letters."""
    click.echo(json_line(data))
