"""``atout table --html``: the deals of files under all contracts, as one page of hand records."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from solver.bidding import ContractTable, TableDeal, tabulate
from solver.cli.archive.in_order import outcomes
from solver.cli.archive.progress import N_DEALS, Meter
from solver.cli.input import Named, deals_of, read_files
from solver.cli.request import Options, Request
from solver.cli.run import end, nothing_in, report_lines, tell_default_limit
from solver.cli.spoken import not_written
from solver.cli.streams import tell
from solver.cli.table_request import read_table
from solver.cli.whole_file import write_whole
from solver.engine import CancelToken
from solver.errors import Fault, SolverError
from solver.formats import read_deal
from solver.game import DealOfLog, Game
from solver.labels import LogName
from solver.report import TableReport, plain
from solver.report.page import HandRecord, hand_records_page
from solver.report.terminal import names_of
from solver.sentences import Language, all_of, phrase
from solver.speech import Speech
from solver.wrongs import no_memory

_ABOUT = ("Event", "Site", "Date")
"""The tags that say what the deals were played in."""
_UNKNOWN = "?.# "
"""The signs of which a tag consists that says nothing."""


@dataclass
class _Asked:
    """A deal to work out: the first body that states it."""

    named: Named
    request: Request
    deal: TableDeal
    log_id: str
    names: Mapping[str, str]

    def work_out(self, n_threads: int, cancel: CancelToken) -> ContractTable | tuple[Fault, ...]:
        """Return the table, or why there is none."""
        limit = replace(self.request.limit, cancel=cancel)
        try:
            # By one thread the same number of nodes gives the same table.
            return tabulate(self.deal, limit, n_threads if limit.nodes is None else 1)
        except MemoryError:
            return SolverError(no_memory()).faults

    def record(self, table: ContractTable, language: Language) -> HandRecord:
        """Return the deal as it stands on the page."""
        speech = Speech(language, self.request.letters_in(language), symbols=True)
        report, deal = TableReport(table, speech, self.names), self.named.body.value
        if not isinstance(deal, DealOfLog):
            return HandRecord(report, self.log_id)
        return HandRecord(report, self.log_id, deal.log_id, deal.index + 1)


@dataclass
class _LeftOut:
    """The deals that are not on the page."""

    language: Language
    names: list[str]
    lines: list[str]

    def add(self, named: Named, log_id: str, faults: Iterable[Fault]) -> list[str]:
        """Note a deal by its name, and return its faults, one a line."""
        deal = named.body.value
        unnamed = (
            deal.name.say(self.language) if isinstance(deal, DealOfLog) else named.place_in(self.language)
        )
        name = plain(LogName(log_id).say(self.language) or unnamed)
        lines = report_lines(named, faults, self.language)
        self.names.append(name)
        self.lines += [
            phrase("{place}: {detail}", place=name, detail=line).say(self.language) if log_id else line
            for line in lines
        ]
        return lines


def write_hand_records(
    files: Sequence[str], options: Options, path: str, language: Language, text_format: str | None = None
) -> None:
    """Work out all deals of ``files`` and write their page to ``path``.

    Deals with faults are told before the work begins, and left out; exits with 1 then.
    """
    # Step 1. Read all deals; a board that several tables played is one.
    left_out = _LeftOut(language, [], [])
    deals: dict[object, _Asked] = {}
    n_bodies = 0
    for named in deals_of(read_files(files, language, text_format, read_deal)):
        n_bodies += 1
        try:
            asked = _read(named, options)
        except SolverError as error:
            for line in left_out.add(named, _id_of(named), error.faults):
                tell(line, language)
            continue
        known = deals.setdefault((asked.log_id or n_bodies, asked.deal), asked)
        if known.names != asked.names:
            known.names = {}
    # Step 2. Work them out, as many at once as there are cores.
    cancel = CancelToken()
    n_cores = os.cpu_count() or 1
    n_threads = max(n_cores // max(len(deals), 1), 1)
    found: list[tuple[_Asked, ContractTable]] = []
    try:
        with Meter(len(deals), language=language, counted=N_DEALS) as meter:
            worked_out = outcomes(deals.values(), lambda one: one.work_out(n_threads, cancel), n_cores)
            for number, (asked, table) in enumerate(worked_out, 1):
                if isinstance(table, ContractTable):
                    found.append((asked, table))
                else:
                    for line in left_out.add(asked.named, asked.log_id, table):
                        meter.say(line)
                meter.step(number)
    finally:
        cancel.cancel()
    # Step 3. Write the page, and report what it lacks.
    if found:
        records = [asked.record(table, language) for asked, table in found]
        about = _about([asked.request.body for asked, _ in found])
        page = hand_records_page(records, Speech(language, language), about, left_out.lines)
        try:
            write_whole(Path(path), page)
        except OSError as error:
            raise not_written(path, error) from None
        tell(phrase("{path}: written.", path=path), language)
        if left_out.names:
            tell(phrase("Left out: {deals}.", deals=all_of(left_out.names)), language)
        for asked, table in found:
            if asked.request.has_default_limit and not table.exact:
                tell_default_limit(asked.named, asked.request.limit, language)
                break
    end(n_bodies, len(left_out.names), language, nothing_in(files, text_format))


def _read(named: Named, options: Options) -> _Asked:
    """Read the deal of a body; raises SolverError with all its faults."""
    if named.body.faults:
        raise SolverError(named.body.faults)
    request, deal = read_table(named.body.value, options)
    return _Asked(named, request, deal, _id_of(named), names_of(request.body))


def _id_of(named: Named) -> str:
    """Return the id of a deal, or its board as an id, without the room of a match; empty if it has none."""
    body = named.body.value
    if isinstance(body, DealOfLog):
        body = body.own
    stated = body.labels() if isinstance(body, Game) else body
    log_id: object = named.body.log_id
    if isinstance(stated, Mapping):
        board = stated.get("board")
        log_id = stated.get("id") or (f"board {board}" if isinstance(board, str) and board else "")
    return LogName(log_id).without_room().text if isinstance(log_id, str) else ""


def _about(bodies: Sequence[Mapping[str, object]]) -> list[str]:
    """Return event, site and date, as far as all bodies state the same."""
    about = []
    for tag in _ABOUT:
        said = {tags.get(tag) if isinstance(tags := body.get("tags"), Mapping) else None for body in bodies}
        (value, *others) = said
        if not others and isinstance(value, str) and value.strip(_UNKNOWN):
            about.append(value)
    return about
