"""The command line: ``atout`` with one command for everything, `main.commands`."""

import sys
from dataclasses import replace
from typing import Any

import click

from solver.archive_workers import MAX_WORKERS
from solver.cli_analysis import analysis_text
from solver.cli_answer import answer_text, names_of
from solver.cli_archive import analyse_archive
from solver.cli_bench import become_benchmarks
from solver.cli_cards import plain
from solver.cli_console import Legible, new_console
from solver.cli_convert import convert_command
from solver.cli_fair import fair_options
from solver.cli_games import games_table, rules_text
from solver.cli_judge import judge, letters_of
from solver.cli_keys import keys_group
from solver.cli_options import INPUT, LANG, Count, input_options
from solver.cli_page import write_page
from solver.cli_read import read_files
from solver.cli_request import SOLVE_KEYS, Options, Request, read_request
from solver.cli_run import REFUSED, Answered, answer_all, write_line
from solver.cli_serve import (
    become_gunicorn,
    check_settings,
    try_port,
    upgrade_database,
    what_to_change,
    what_to_try,
)
from solver.cli_table import table_text
from solver.cli_worker import worker_command
from solver.engine import CancelToken, solve
from solver.errors import SolverError
from solver.formats import read_deal
from solver.position import Position
from solver.speech import Language
from solver.table import tabulate
from solver.table_deal import TABLE_KEYS, TableDeal
from solver.variants import VARIANTS, check_variant_file, find_variant


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="atout", prog_name="atout")
def main() -> None:
    """Exact double-dummy answers for trick-taking card games: every card is known."""


@main.command("solve")
@click.argument("file", type=INPUT, default="-")
@input_options
@click.option("--best", is_flag=True, help="The value and one best card only: faster.")
def solve_command(
    file: str, text_format: str | None, as_json: bool | None, best: bool, **stated: Any
) -> None:
    """Value a position and every playable card in it.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/solve, or bridge in PBN or LIN
    (.pbn, .lin); it can also be a link to the hand viewer of Bridge Base Online. Without FILE, or with -,
    standard input is read. A terminal gets tables, a pipe one line of JSON for each body. Bodies that cannot
    be solved are reported to standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, position = read_request(body, options, SOLVE_KEYS, Position.from_dict)
        answer = solve(position, replace(request.limit, cancel=cancel), request.cards)
        data = _named(request, answer.to_dict(request.notation))
        return data, lambda: answer_text(position, answer, request.notation, names_of(request.body))

    options = Options(cards="best" if best else None, **stated)
    answer_all(read_files([file], text_format), answer, options, as_json)


@main.command("analyse")
@click.argument("files", metavar="[FILE]...", type=INPUT, nargs=-1)
@input_options
@fair_options
@LANG
@click.option("--html", type=click.Path(dir_okay=False), help="Write the report of one log as a page.")
@click.option("--out", type=click.Path(dir_okay=False), help="Add the results to this file; go on with it.")
@click.option("--workers", type=Count(MAX_WORKERS), default=1, help="Processes that judge logs at once.")
def analyse_command(
    files: tuple[str, ...],
    text_format: str | None,
    as_json: bool | None,
    language: Language,
    html: str | None,
    out: str | None,
    workers: int,
    **stated: Any,
) -> None:
    """Judge the games in logs card by card.

    A FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/analyses, or bridge in PBN or
    LIN (.pbn, .lin); it can also be a link to the hand viewer of Bridge Base Online. Without FILE, or with
    -, standard input is read. A terminal gets tables, a pipe one line of JSON for each log, in the order of
    the input. Limits are for a whole log. Logs that cannot be judged are reported to standard error and
    skipped; the exit status is then 1.

    With --html the report of one log is a page to open in a browser; it needs no network.

    With --out each result is a line of that file, with the file and line of its log as "source". After an
    interruption, even a kill, the same command goes on where it was: no log is lost or judged twice.
    """
    options, files = Options(language=language, **stated), files or ("-",)
    if out is not None or workers > 1:
        if as_json is False or html is not None:
            raise click.UsageError("--out and --workers write JSON; leave out --text and --html")
        analyse_archive(files, options, out, workers, text_format)
        return

    if html is not None:
        write_page(files, options, html, language, text_format)
        return

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, analysis = judge(body, options, cancel)
        data, letters = analysis.to_dict(request.notation, language), letters_of(request, language)
        return data, lambda: analysis_text(analysis, letters, language)

    answer_all(read_files(files, text_format), answer, options, as_json)


@main.command("table")
@click.argument("file", type=INPUT, default="-")
@input_options
def table_command(file: str, text_format: str | None, as_json: bool | None, **stated: Any) -> None:
    """Show what a deal comes to under every trump and taker, the best contracts, and par.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/table, or bridge in PBN or LIN
    (.pbn, .lin); without FILE, or with -, standard input is read. A log will do: the table is that of its
    deal. A terminal gets tables, a pipe one line of JSON for each body. Limits are for a whole table. Deals
    that cannot be read are reported to standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, deal = read_request(body, options, TABLE_KEYS, TableDeal.from_dict)
        table = tabulate(deal, replace(request.limit, cancel=cancel))
        data = _named(request, table.to_dict(request.notation))
        return data, lambda: table_text(table, request.notation, names_of(request.body))

    bodies = read_files([file], text_format, read_deal)
    answer_all(bodies, answer, Options(**stated), as_json)


main.add_command(convert_command)


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
            write_line(game.describe())
    else:
        new_console().print(Legible(games_table(games) if name is None else rules_text(games[0])))


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
        raise click.ClickException(f"{detail}; {what_to_change(port)}") from None
    click.echo(what_to_try(host, port))
    become_gunicorn(host, port, threads)


main.add_command(keys_group)
main.add_command(worker_command)


@main.group("db")
def db_group() -> None:
    """Look after the database of the HTTP service, the one that ATOUT_DATABASE names."""


@db_group.command("upgrade")
def db_upgrade_command() -> None:
    """Bring the database to the schema of this version, as `atout serve` does when it starts."""
    try:
        click.echo(upgrade_database())
    except ValueError as error:
        raise _WrongSetting(str(error)) from None
    except RuntimeError as error:
        raise click.ClickException(f"the database cannot be used: {error}") from None


@main.command("bench", add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def bench_command(options: tuple[str, ...]) -> None:
    """Measure the solver on fixed lists of deals, every value checked (needs a clone of the repository)."""
    try:
        become_benchmarks(options)
    except FileNotFoundError as error:
        raise click.ClickException(str(error)) from None


def _named(request: Request, data: dict[str, Any]) -> dict[str, Any]:
    """The answer with the id of its body, where it has one."""
    name = request.body.get("id")
    return {"id": name, **data} if isinstance(name, str) else data


def _check_file(path: str, as_json: bool) -> None:
    faults = check_variant_file(path)
    if as_json:
        errors = [{"pointer": fault.pointer, "detail": fault.detail} for fault in faults]
        write_line({"file": path, "valid": not faults, "errors": errors})
    else:
        for fault in faults:
            click.echo(plain(fault, 1000))
        if not faults:
            click.echo(f"{path}: these rules can be played.")
    if faults:
        sys.exit(REFUSED)
