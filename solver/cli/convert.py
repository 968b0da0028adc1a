"""``atout convert``: bridge games from one format to another."""

import json
from collections.abc import Iterator

import click

from solver.cli.input import Body, Named, read_files
from solver.cli.options import FROM, INPUT, LANG
from solver.cli.request import Options
from solver.cli.run import NO_GAMES, answer_one, end, report
from solver.cli.spoken import usage_error
from solver.cli.streams import tell
from solver.engine import CancelToken, Limit
from solver.errors import SolverError
from solver.formats import (
    OUT_FORMATS,
    Enriched,
    Unsaid,
    convert_record,
    enrich,
    find_unsaid,
    has_made_up_auction,
    split_deals,
    tell_unsaid,
    write_game_of,
)
from solver.game import Game
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
        raise usage_error(phrase("say what to write, as --to pbn"))
    out_format = out_format or "pbn"
    if tables and out_format != "pbn":
        raise usage_error(phrase("--tables are written in PBN; say --to pbn"))
    n_games = n_refused = n_made_up = n_cut = 0
    unsaid: set[Unsaid] = set()
    for named in read_files([file], language, text_format, convert_record):
        for game in _games_of(named):
            if isinstance(game, SolverError):
                n_refused += 1
                report(named, game.faults, language)
                continue
            n_games += 1
            n_made_up += out_format in ("lin", "link") and has_made_up_auction(game)
            lost = find_unsaid(game, out_format)
            n_cut += bool(lost)
            unsaid.update(lost)
            found = _enrich(named, game, language, judged=judged, tables=tables)
            text = _text_of(found, out_format, is_first=n_games == 1)
            click.echo(text.encode("utf-8", "replace"), nl=False)
    if n_made_up:
        said = phrase(
            "{made_up} of {games} had no auction: the one written is made up, and a note in the board "
            "says so.",
            made_up=n_made_up,
            games=n_games,
        )
        tell(said, language)
    if n_cut:
        said = phrase(
            "{cut} of {games} lost what the format has no place for: {parts}.",
            cut=n_cut,
            games=n_games,
            parts=tell_unsaid(unsaid),
        )
        tell(said, language)
    end(n_games + n_refused, n_refused, language, NO_GAMES)


def _games_of(named: Named) -> Iterator[Game | SolverError]:
    """Yield the game of a body, or of each of its deals, or the error with its faults."""
    try:
        if named.body.faults:
            raise SolverError(named.body.faults)
        if isinstance(named.body.value, Game):
            yield named.body.value
            return
        deals = split_deals(named.body.value)
    except SolverError as error:
        yield error
        return
    for deal in deals:
        try:
            yield Game.from_dict(deal)
        except SolverError as error:
            yield error


def _enrich(named: Named, game: Game, language: Language, *, judged: bool, tables: bool) -> Enriched:
    """Judge a game and make its table, as asked; report what cannot be worked out, and leave it out."""
    if not (judged or tables):
        return Enriched(game)

    def work(body: object, _: Options, cancel: CancelToken) -> Enriched:
        (found,) = enrich([game], Limit(cancel=cancel), judged=judged, tables=tables, language=language)
        return found

    try:
        found = answer_one(Body(named.body.line, game), work, Options(language=language))
    except SolverError as error:
        found = Enriched(game, faults=error.faults)
    report(named, found.faults, language)
    return found


def _text_of(found: Enriched, out_format: str, *, is_first: bool) -> str:
    if out_format == "json":
        return json.dumps(found.game.to_dict(), ensure_ascii=False, separators=(",", ":")) + "\n"
    return write_game_of(found.game, out_format, is_first=is_first, known=found.known)
