"""``atout bids``: what each possible call is worth to a hand."""

import os
from dataclasses import replace
from typing import Any

import click
from rich.console import RenderableType

from solver.calls import HAND_KEYS, AskedHand, find_calls
from solver.cli.input import read_files
from solver.cli.options import INPUT, LANG, hand_options, limit_options
from solver.cli.request import Options, read_request
from solver.cli.run import Answered, answer_all
from solver.engine import CancelToken
from solver.formats import read_deal
from solver.game import Game
from solver.knowledge import BidsRead
from solver.report.terminal import calls_text
from solver.requests import HAND_DEALS, QUICK
from solver.sentences import Language
from solver.speech import Speech


@click.command("bids")
@click.argument("file", type=INPUT, default="-")
@limit_options
@hand_options
@LANG
def bids_command(
    file: str,
    as_json: bool | None,
    language: Language,
    samples: int | None,
    seed: int | None,
    bids: BidsRead | None,
    quick: bool | None,
    **stated: Any,
) -> None:
    """Show what each possible call is worth to a hand: how often it is made, what it needs, what it scores.

    FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/bids: the game, the dealer, the
    hand of the player whose turn it is, and the calls before. Without FILE, or with -, standard input is
    read. A terminal gets tables, a pipe one line of JSON for each body. Bodies that cannot be read are
    reported to standard error and skipped; the exit status is then 1.
    """

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        # A file of games of bridge says what it holds by its name.
        AskedHand.refuse_log({"plays": body.plays} if isinstance(body, Game) else body)
        of_calls = (*HAND_DEALS, QUICK)
        request, hand = read_request(body, options, HAND_KEYS, AskedHand.from_dict, of_calls)
        asked = request.more
        limit = replace(request.limit, cancel=cancel)
        # By one thread the same number of nodes judges by the same deals.
        threads = (os.cpu_count() or 1) if request.limit.nodes is None else 1
        n_samples = samples or asked.get("samples", hand.usual_samples)
        drawn_by = asked.get("seed", 0) if seed is None else seed
        read = bids or asked.get("bids", "read")
        is_quick = asked.get("quick", False) if quick is None else quick
        worths = find_calls(hand, n_samples, drawn_by, limit, threads, read, quick=is_quick)
        speech = Speech(language, request.letters_in(language))
        data = request.named(worths.to_dict(request.notation, language))

        def make_text() -> RenderableType:
            return calls_text(hand, worths, speech)

        return Answered(request, data, make_text, worths.ended is None)

    bodies = read_files([file], language, read=read_deal)
    answer_all(bodies, answer, Options(language=language, **stated), as_json)
