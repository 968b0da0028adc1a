"""``atout table``: deals under every trump and taker."""

import os
from dataclasses import replace
from typing import Any

import click
from rich.console import RenderableType

from solver.bidding import tabulate
from solver.cli.hand_records import write_hand_records
from solver.cli.input import deals_of, read_files
from solver.cli.options import INPUT, LANG, FilePath, input_options
from solver.cli.request import Options
from solver.cli.run import Answered, answer_all, nothing_in
from solver.cli.table_request import read_table
from solver.cli.whole_file import check_page
from solver.engine import CancelToken
from solver.formats import read_deal
from solver.game import DealOfLog
from solver.report.terminal import names_of, table_text
from solver.sentences import Language
from solver.speech import Speech


@click.command("table")
@click.argument("files", metavar="[FILE]...", type=INPUT, nargs=-1)
@input_options
@LANG
@click.option("--html", type=FilePath(), help="Write all deals as a page of hand records, to print.")
def table_command(
    files: tuple[str, ...],
    text_format: str | None,
    as_json: bool | None,
    language: Language,
    html: str | None,
    **stated: Any,
) -> None:
    """Show what a deal comes to under every trump and taker, the best contracts, and par.

    A FILE holds one JSON body, or one a line (NDJSON), in the form of POST /v1/table, or bridge in PBN or LIN
    (.pbn, .lin); without FILE, or with -, standard input is read. A log will do: the table is that of its
    deal; of a match each deal has its own. A terminal gets tables, a pipe one line of JSON for each deal.
    Limits are for a whole table. Deals that cannot be read are reported to standard error and skipped; the
    exit status is then 1.

    With --html all deals are one page of hand records, several to a sheet of A4: hands, every contract, par.
    It needs no network. As many deals are worked out at once as there are cores.
    """
    options, files = Options(language=language, **stated), files or ("-",)
    if html is not None:
        check_page(files, html, as_json)
        write_hand_records(files, options, html, language, text_format)
        return

    def answer(body: object, options: Options, cancel: CancelToken) -> Answered:
        request, deal = read_table(body, options)
        # By one thread the same number of nodes gives the same table.
        threads = (os.cpu_count() or 1) if request.limit.nodes is None else 1
        table = tabulate(deal, replace(request.limit, cancel=cancel), threads)
        data, name = table.to_dict(request.notation), request.body.get("id") or ""
        if isinstance(body, DealOfLog):
            data = {"deal": body.index, **data}
            name = name if "id" in body.own else body.name.say(language)
        speech = Speech(language, request.letters_in(language))

        def make_text() -> RenderableType:
            return table_text(table, speech, names_of(request.body), name)

        return Answered(request, request.named(data), make_text, table.exact)

    bodies = deals_of(read_files(files, language, text_format, read_deal))
    answer_all(bodies, answer, options, as_json, nothing_in(files, text_format))
