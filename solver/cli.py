"""The command line: ``atout solve | analyse | table | variants | serve | bench``."""

import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any, BinaryIO, TypeVar

import click
from rich.console import Console, RenderableType

from solver.analysis import Log, analyse
from solver.cards import NOTATIONS
from solver.cli_analysis import analysis_text
from solver.cli_answer import answer_text, names_of
from solver.cli_bench import become_benchmarks
from solver.cli_cards import plain
from solver.cli_fair import fair_options
from solver.cli_games import games_table, rules_text
from solver.cli_read import Body, read_bodies
from solver.cli_request import LOG_KEYS, MAX_NUMBER, SOLVE_KEYS, Options, Request, read_request
from solver.cli_serve import become_gunicorn, check_settings, try_port, what_to_change, what_to_try
from solver.cli_table import table_text
from solver.engine import MAX_TABLE_MIB, CancelToken, solve
from solver.errors import Fault, SolverError
from solver.position import Position
from solver.speech import LANGUAGES, Language, language_of_environment
from solver.table import tabulate
from solver.table_deal import TABLE_KEYS, TableDeal
from solver.variants import VARIANTS, check_variant_file, find_variant

STOPPED = 130
"""The exit status after Ctrl-C, as shells have it."""
REFUSED = 1
"""The exit status when some of the input was refused."""

PIPE_WIDTH = 100
"""The width of tables that do not go to a terminal."""
PATIENCE_S = 0.5
"""How long a solve may take before a terminal says that it is under way."""

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])
Answered = tuple[dict[str, Any], Callable[[], RenderableType]]
"""An answer in JSON types, and what makes the table of it."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="atout", prog_name="atout")
def main() -> None:
    """Exact double-dummy answers for trick-taking card games: every card is known."""


class _Count(click.ParamType[int]):
    """A whole number from 1 up."""

    name = "number"

    def __init__(self, highest: int) -> None:
        self.highest = highest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if text.isascii() and text.isdecimal() and len(text) <= 20 and 1 <= int(text) <= self.highest:
            return int(text)
        self.fail(f"{plain(text, 40)} is not a whole number from 1 to {self.highest}", param, ctx)


def _input_options(command: Command) -> Command:
    """The argument and the options of the commands that read bodies."""
    options = [
        click.argument("file", type=click.File("rb"), default="-"),
        click.option("--json/--text", "as_json", default=None, help="Lines of JSON, or tables, wherever to."),
        click.option("--time-ms", type=_Count(MAX_NUMBER), help="Stop after so many milliseconds."),
        click.option("--nodes", type=_Count(MAX_NUMBER), help="Stop after so many nodes."),
        click.option("--table-mib", type=_Count(MAX_TABLE_MIB), help="Memory for what is proved, in MiB."),
        click.option(
            "--notation",
            type=click.Choice(NOTATIONS),
            help="The letters of the answers, and of bodies that name none and can be read so.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@main.command("solve")
@_input_options
@click.option("--best", is_flag=True, help="The value and one best card only: faster.")
def solve_command(file: BinaryIO, as_json: bool | None, best: bool, **stated: Any) -> None:
    """Value a position and every playable card in it.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/solve; without FILE, or with
    -, standard input is read. A terminal gets tables, a pipe one line of JSON for each body. Bodies that
    cannot be solved are reported to standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, position = read_request(body, options, SOLVE_KEYS, Position.from_dict)
        answer = solve(position, replace(request.limit, cancel=cancel), request.cards)
        data = _named(request, answer.to_dict(request.notation))
        return data, lambda: answer_text(position, answer, request.notation, names_of(request.body))

    _answer_all(file, answer, Options(cards="best" if best else None, **stated), as_json)


@main.command("analyse")
@_input_options
@fair_options
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=language_of_environment,
    help="The language of explanations; if left out, that of the environment.",
)
def analyse_command(file: BinaryIO, as_json: bool | None, language: Language, **stated: Any) -> None:
    """Judge the game in a log card by card.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/analyses; without FILE, or
    with -, standard input is read. A terminal gets tables, a pipe one line of JSON for each body. Limits are
    for a whole log. Logs that cannot be judged are reported to standard error and skipped; the exit status
    is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, log = read_request(body, options, LOG_KEYS, Log.from_dict)
        analysis = analyse(log, replace(request.limit, cancel=cancel), request.fair)
        return analysis.to_dict(request.notation, language), lambda: analysis_text(analysis, request.notation)

    _answer_all(file, answer, Options(**stated), as_json)


@main.command("table")
@_input_options
def table_command(file: BinaryIO, as_json: bool | None, **stated: Any) -> None:
    """Show what a deal comes to under every trump and taker, the best contracts, and par.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/table; without FILE, or with
    -, standard input is read. A log will do: the table is that of its deal. A terminal gets tables, a pipe
    one line of JSON for each body. Limits are for a whole table. Deals that cannot be read are reported to
    standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, deal = read_request(body, options, TABLE_KEYS, TableDeal.from_dict)
        table = tabulate(deal, replace(request.limit, cancel=cancel))
        data = _named(request, table.to_dict(request.notation))
        return data, lambda: table_text(table, request.notation, names_of(request.body))

    _answer_all(file, answer, Options(**stated), as_json)


@main.command("variants")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON: a line for each game, or one object.")
@click.option(
    "--check", "path", type=click.Path(exists=True, dir_okay=False), help="Check a TOML file of rules."
)
def variants_command(name: str | None, as_json: bool, path: str | None) -> None:
    """List the games, or print the rules of the game NAME in words, with their sources and options."""
    if path is not None:
        if name is not None:
            raise click.UsageError("--check takes a file and no NAME")
        _check_file(path, as_json)
        return
    try:
        games = [find_variant(name)] if name is not None else [find_variant(known) for known in VARIANTS]
    except SolverError as error:
        raise click.BadParameter(error.faults[0].detail, param_hint="NAME") from None
    if as_json:
        for game in games:
            _write_line(game.describe())
    else:
        _console().print(games_table(games) if name is None else rules_text(games[0]))


class _WrongSetting(click.ClickException):
    """A variable of the environment that cannot be so: wrong usage, in one sentence."""

    exit_code = 2


@main.command("serve")
@click.option("--host", default="127.0.0.1", envvar="ATOUT_HOST", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, envvar="ATOUT_PORT", show_default=True)
@click.option("--threads", type=click.IntRange(1, 1024), help="Solves at once; as many as cores if left out.")
def serve_command(host: str, port: int, threads: int | None) -> None:
    """Start the HTTP service (gunicorn); Ctrl-C stops it."""
    try:
        check_settings()
    except ValueError as error:
        raise _WrongSetting(str(error)) from None
    try:
        try_port(host, port)
    except OSError as error:
        detail = f"cannot listen at {host}, port {port}: {error.strerror}"
        raise click.ClickException(f"{detail}; {what_to_change(host, port)}") from None
    click.echo(what_to_try(host, port))
    become_gunicorn(host, port, threads)


@main.command("bench", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def bench_command(options: tuple[str, ...]) -> None:
    """Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository)."""
    try:
        become_benchmarks(options)
    except FileNotFoundError as error:
        raise click.ClickException(str(error)) from None


def _answer_all(
    file: BinaryIO,
    answer: Callable[[object, Options, CancelToken], Answered],
    options: Options,
    as_json: bool | None,
) -> None:
    """Answer body after body as they come, each as soon as it is there; exits with the right status."""
    is_terminal = sys.stdout.isatty()
    writes_json = not is_terminal if as_json is None else as_json
    if file.isatty():
        click.echo("Reading JSON from the keyboard; Ctrl-D ends it.", err=True)
    n_bodies = n_refused = 0
    console = _console()
    try:
        for body in read_bodies(file):
            n_bodies += 1
            try:
                data, make_text = _answer_one(body, answer, options)
            except SolverError as error:
                n_refused += 1
                _report(body.line, error.faults)
            except MemoryError:
                n_refused += 1
                _report(body.line, [Fault("", "there is not enough memory for the table; ask for less")])
            else:
                if writes_json:
                    _write_line(data)
                else:
                    if n_bodies > 1:
                        console.print()
                        console.rule(f"line {body.line}")
                    console.print(make_text())
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)
        sys.exit(STOPPED)
    if not n_bodies:
        click.echo("The input is empty; it should hold a JSON object, or one a line.", err=True)
    if n_refused or not n_bodies:
        sys.exit(REFUSED)


def _answer_one(
    body: Body, answer: Callable[[object, Options, CancelToken], Answered], options: Options
) -> Answered:
    """Answer in a thread of its own, so that Ctrl-C can call off a solve that is under way."""
    if body.faults:
        raise SolverError(body.faults)
    cancel = CancelToken()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(answer, body.value, options, cancel)
        try:
            return _wait(future)
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


def _named(request: Request, data: dict[str, Any]) -> dict[str, Any]:
    """The answer with the id of its body, where it has one."""
    name = request.body.get("id")
    return {"id": name, **data} if isinstance(name, str) else data


def _check_file(path: str, as_json: bool) -> None:
    faults = check_variant_file(path)
    if as_json:
        errors = [{"pointer": fault.pointer, "detail": fault.detail} for fault in faults]
        _write_line({"file": path, "valid": not faults, "errors": errors})
    else:
        for fault in faults:
            click.echo(plain(fault, 1000))
        if not faults:
            click.echo(f"{path}: these rules can be played.")
    if faults:
        sys.exit(REFUSED)


def _report(line: int, faults: Iterable[Fault]) -> None:
    for fault in faults:
        click.echo(f"line {line}: {plain(fault, 1000)}", err=True)


def _write_line(data: dict[str, Any]) -> None:
    """A line of JSON in UTF-8, whatever the terminal's letters; half surrogates stay escaped."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    click.echo(text.encode("utf-8", "backslashreplace"))


def _console() -> Console:
    """Standard output for tables; where it is no terminal it has no colours."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console
