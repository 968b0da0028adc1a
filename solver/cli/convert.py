"""``atout convert``: bridge games from one format to another."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click

from solver.analysis import Log, analyse
from solver.bidding import TableDeal, tabulate
from solver.cli.input import Body, Named, read_files
from solver.cli.options import FROM, INPUT, LANG
from solver.cli.request import Options
from solver.cli.run import REFUSED, answer_one, report, tell
from solver.engine import CancelToken, Limit
from solver.errors import SolverError, wrong
from solver.fault_codes import Code
from solver.formats import (
    OUT_FORMATS,
    DoubleDummy,
    annotated,
    convert_record,
    double_dummy_of,
    has_made_up_auction,
    normal_log,
    split_deals,
    write_game_of,
)
from solver.sentences import Language, phrase


@click.command("convert")
@click.argument("file", type=INPUT, default="-")
@FROM
@click.option(
    "--to",
    "out_format",
    type=click.Choice(("json", *OUT_FORMATS)),
    help="What to write: JSON, a line for each game; PBN (what --tables are in, if left out); LIN; or links "
    "to a hand viewer.",
)
@click.option("--tables", is_flag=True, help="PBN: add the tricks of every contract, and par.")
@click.option("--judged", is_flag=True, help="Add a mark and a comment to every card that was a mistake.")
@LANG
def convert_command(
    file: str, text_format: str | None, out_format: str | None, tables: bool, judged: bool, language: Language
) -> None:
    """Write bridge games in another format: JSON, PBN, LIN, or links to a hand viewer.

    FILE holds PBN or LIN (.pbn, .lin), or JSON logs; it can also be a link to the hand viewer of Bridge Base
    Online. Without FILE, or with -, standard input is read. Games that have faults are reported to standard
    error and left out; the exit status is then 1.
    """
    if out_format is None and not tables:
        raise click.UsageError("say what to write, as --to pbn")
    out_format = out_format or "pbn"
    if tables and out_format != "pbn":
        raise click.UsageError("--tables are written in PBN; say --to pbn")
    n_games = n_refused = n_made_up = 0
    for named in read_files([file], text_format, convert_record):
        for log in _logs_of(named):
            if isinstance(log, SolverError):
                n_refused += 1
                report(named, log.faults, language)
                continue
            n_games += 1
            n_made_up += out_format in ("lin", "link") and has_made_up_auction(log)
            known = _solve(named, log, language) if tables else None
            log = _judge(named, log, language) if judged else log
            text = _text_of(log, out_format, is_first=n_games == 1, known=known)
            click.echo(text.encode("utf-8", "replace"), nl=False)
    if n_made_up:
        said = phrase(
            "{made_up} of {games} had no auction: the one written is made up, and a note in the board "
            "says so.",
            made_up=n_made_up,
            games=n_games,
        )
        tell(said, language)
    if not n_games and not n_refused:
        tell(phrase("The input is empty; it should hold bridge games."), language)
    if n_refused or not n_games:
        sys.exit(REFUSED)


def _logs_of(named: Named) -> Iterator[dict[str, Any] | SolverError]:
    """The log of a body, or of each of its deals, in its normal form, or what is wrong with it."""
    try:
        if named.body.faults:
            raise SolverError(named.body.faults)
        deals = split_deals(named.body.value)
    except SolverError as error:
        yield error
        return
    for deal in deals:
        try:
            yield normal_log(deal)
        except SolverError as error:
            yield error


def _solve(named: Named, log: Mapping[str, Any], language: Language) -> DoubleDummy | None:
    """What best play brings of a log's deal; where that cannot be told, nothing, and a report."""

    def table_of(body: object, _: Options, cancel: CancelToken) -> DoubleDummy | None:
        return double_dummy_of(tabulate(TableDeal.from_dict(body), Limit(cancel=cancel)))

    body = {key: log[key] for key in ("variant", "dealer", "vulnerable", "deal") if key in log}
    try:
        known = answer_one(Body(named.body.line, body), table_of, Options(language=language))
        if known is None:
            raise SolverError(
                wrong(Code.not_done_here, "the deal has fewer than 52 cards; there is no table of it")
            )
    except SolverError as error:
        report(named, error.faults, language)
        return None
    return known


def _judge(named: Named, log: dict[str, Any], language: Language) -> dict[str, Any]:
    """A log with comments on its mistakes; one that cannot be judged as it is."""
    if not log.get("plays"):
        return log

    def judge(body: object, _: Options, cancel: CancelToken) -> dict[str, Any]:
        analysis = analyse(Log.from_dict(body), Limit(cancel=cancel))
        return annotated(log, analysis.deals[0].to_dict("en", language))

    try:
        return answer_one(Body(named.body.line, log), judge, Options(language=language))
    except SolverError as error:
        report(named, error.faults, language)
        return log


def _text_of(
    log: Mapping[str, Any], out_format: str, *, is_first: bool, known: DoubleDummy | None = None
) -> str:
    if out_format == "json":
        return json.dumps(log, ensure_ascii=False, separators=(",", ":")) + "\n"
    return write_game_of(log, out_format, is_first=is_first, known=known)
