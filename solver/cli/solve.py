"""``atout solve``: positions valued, card by card."""

from dataclasses import replace
from typing import Any

import click
from rich.console import RenderableType

from solver.cli.input import read_files
from solver.cli.options import INPUT, LANG, Count, input_options
from solver.cli.request import SOLVE_KEYS, Options, read_request
from solver.cli.run import Answered, answer_all, nothing_in
from solver.engine import MAX_THREADS, CancelToken, solve
from solver.game import Game, Position, read_told_position
from solver.report.terminal import answer_text, names_of
from solver.sentences import Language
from solver.speech import Speech


@click.command("solve")
@click.argument("file", type=INPUT, default="-")
@input_options
@LANG
@click.option("--best", is_flag=True, help="The value and one best card only: faster.")
@click.option(
    "--threads",
    type=Count(MAX_THREADS),
    default=1,
    show_default=True,
    help="The most threads for one position; only long searches use more than one.",
)
def solve_command(
    file: str,
    text_format: str | None,
    as_json: bool | None,
    language: Language,
    best: bool,
    threads: int,
    **stated: Any,
) -> None:
    """Value a position and every playable card in it.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/solve, or bridge in PBN or LIN
    (.pbn, .lin); it can also be a link to the hand viewer of Bridge Base Online. Without FILE, or with -,
    standard input is read. A terminal gets tables, a pipe one line of JSON for each body. Bodies that cannot
    be solved are reported to standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, position = read_request(body, options, SOLVE_KEYS, _read_position)
        limit = replace(request.limit, cancel=cancel, threads=threads)
        answer = solve(position, limit, request.cards)
        data = request.named(answer.to_dict(request.notation))
        speech = Speech(language, request.letters_in(language))

        def make_text() -> RenderableType:
            return answer_text(position, answer, speech, names_of(request.body))

        return Answered(request, data, make_text, answer.exact)

    options = Options(cards="best" if best else None, language=language, **stated)
    bodies = read_files([file], language, text_format)
    answer_all(bodies, answer, options, as_json, nothing_in([file], text_format))


def _read_position(body: object) -> Position:
    position = body.position if isinstance(body, Game) else None
    return read_told_position(body) if position is None else position
