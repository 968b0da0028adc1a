"""An analysis as a report tells it, as data for the board: each deal's story, its end, and its cards.

Words and numbers are those of the terminal (`solver.report.deal`, `solver.report.match`).  They are made
once, with the analysis at hand, and kept with it: `board_data` only hands them on.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from solver.analysis import SIGNS, Analysis, Grade, Play
from solver.bidding import ContractTable
from solver.calls import call_text
from solver.game import ThrownIn
from solver.labels import LogName
from solver.report import words
from solver.report.auction import speakers, turned_up_text
from solver.report.board.shown import TOLD_FORM
from solver.report.board.told_match import match_told, side_name
from solver.report.board.told_table import figures_table, table
from solver.report.deal import DealReport
from solver.report.match import MatchReport
from solver.report.plain_text import glued
from solver.report.said_calls import CallRow, CallsReport
from solver.report.story import story
from solver.sentences import Language, mark
from solver.speech import Speech

_AUCTION = mark("The auction")


def board_told(
    analysis: Analysis, language: Language, tables: Mapping[int, ContractTable] = MappingProxyType({})
) -> dict[str, Any]:
    """Return what a report tells of an analysis in ``language``, as JSON for `board_data`.

    tables: deals under all contracts, by their index in ``analysis.deals``.

    ``form`` is that of what follows; ``title`` is the game and ``id`` the name of the log; ``deals`` stand in
    order, those that were thrown in too, which have a ``number`` and say so in ``thrown_in``; ``match`` is
    there for a log of several deals; ``faults`` say where the log goes wrong; ``foot`` says how far the
    analysis is proved.

    >>> import json
    >>> from solver import analyse, board_told
    >>> told = board_told(analyse(json.load(open("samples/belote.json"))), "en")
    >>> told["deals"][0]["story"][0]
    'The contract could be beaten, but was made.'
    """
    speech = Speech(language, language, symbols=True)
    every = analysis.all_deals()
    index_of = {id(deal): index for index, deal in enumerate(analysis.deals)}
    reports = {
        number: DealReport(deal, speech, tables.get(index_of[id(deal)]))
        for number, deal in enumerate(every, 1)
        if not isinstance(deal, ThrownIn)
    }
    first = next(iter(reports.values()))
    told: dict[str, Any] = {
        "form": TOLD_FORM,
        "title": first.title,
        "id": LogName(analysis.log_id or first.deal.log_id or "").say(language),
        "deals": [
            _deal(reports[number], number, len(every)) if number in reports else _thrown_in(number, speech)
            for number in range(1, len(every) + 1)
        ],
        "faults": [fault.tell_to(speech) for fault in analysis.faults or ()],
        "foot": speech.say(words.MADE_BY if analysis.exact else words.MADE_IN_PART),
    }
    if analysis.match is not None:
        told["match"] = match_told(MatchReport(analysis, speech), analysis.match)
    return told


def _thrown_in(number: int, speech: Speech) -> dict[str, Any]:
    return {"number": number, "thrown_in": speech.say(words.THROWN_IN)}


def _deal(report: DealReport, number: int, n_deals: int) -> dict[str, Any]:
    """Return all that is told of a deal: first as a whole, then card by card."""
    deal, say = report.deal, report.speech.say
    told: dict[str, Any] = {
        "number": number,
        "heading": say(words.DEAL_OF, number, of=n_deals) if n_deals > 1 else "",
        "contract": report.contract(),
        "story": story(report),
        "outcome": [list(pair) for pair in report.outcome()],
        "turns": [
            {
                "card": turn.play.index + 1,
                "trick": say(words.TRICK_NUMBER, n=turn.play.trick + 1),
                "says": turn.text(report.speech),
            }
            for turn in deal.turning_points
        ],
        "sides": {side: side_name(report, side) for side in deal.position.rules.side_names},
        "legend": report.figures.legend(),
        "notes": [*report.limit(), *report.fair_notes()],
        "remarks": list(_remarks(report)),
    }
    if deal.plays:
        told["figures"] = figures_table(report.figures)
    if auction := _auction(report):
        told["auction"] = auction
    if (calls := CallsReport(report)).is_shown:
        told["calls"] = _calls(calls)
    if report.table is not None:
        told["contracts"] = report.table.to_dict()
    return told


def _auction(report: DealReport) -> dict[str, Any] | None:
    """Return the auction: the players in the order in which they speak, and the calls; None without one."""
    deal, rules = report.deal, report.deal.position.rules
    if not (seats := speakers(deal)):
        return None
    signs = {call.index: SIGNS.get(call.grade, "") for call in deal.calls or ()}
    return {
        "title": report.say(_AUCTION),
        "turned_up": turned_up_text(deal, report.speech),
        "seats": [report.player(seat) for seat in seats],
        "calls": [
            f"{call_text(call, rules, report.speech)} {signs.get(index, '')}".rstrip()
            for index, call in enumerate(deal.auction)
        ],
    }


def _calls(calls: CallsReport) -> dict[str, Any]:
    """Return the judged calls: a table of numbers, what is said of them, and what that rests on."""
    rows = [[f"{_signed(row)} {row.mark}".rstrip(), *calls.cells(row)] for row in calls.rows]
    return table(calls.heads, rows) | {
        "title": calls.title,
        "says": [
            *([_signed(row), row.says] for row in calls.rows if row.says),
            *([] if calls.contract is None else [list(calls.contract)]),
        ],
        "notes": list(calls.notes()),
    }


def _signed(row: CallRow) -> str:
    return f"{row.named} {row.sign}".rstrip()


def _remarks(report: DealReport) -> Iterator[dict[str, Any]]:
    """Yield what is said of each card.  Of most it is the grade alone, so that those of a grade share it."""
    deal = report.deal
    turned = {turn.play.index for turn in deal.turning_points}
    of_grade: dict[Grade | None, dict[str, Any]] = {}
    for play in deal.plays:
        if play.chosen.swing or play.index in turned or play.grade in SIGNS or deal.sampling is not None:
            yield _remark(report, play)
            continue
        if play.grade not in of_grade:
            of_grade[play.grade] = _remark(report, play)
        yield of_grade[play.grade]


def _remark(report: DealReport, play: Play) -> dict[str, Any]:
    """Return what is said of a card: its signs, why another was better, and the verdicts on it.

    ``sign`` and ``verdict`` are by what the player could know where that was judged; ``open_sign`` and
    ``open`` by open cards, where they differ.
    """
    is_mistake = bool(play.chosen.swing) or play.grade in SIGNS
    remark = {
        "sign": report.sign(play),
        "grade": report.grade(play.grade),
        "says": report.why(play),
        "mistake": is_mistake if play.fair is None else play.grade in SIGNS,
        "verdict": report.verdict(play),
        "more": [
            *(turn.text(report.speech) for turn in report.turns(play)),
            *filter(None, [report.fair(play)]),
        ],
        "open": glued(report.open_cards(play)) if is_mistake else report.open_verdict(play),
    }
    open_sign = report.open_sign(play)
    return remark | ({"open_sign": words.OPEN_SIGN.format(sign=open_sign)} if open_sign else {})
