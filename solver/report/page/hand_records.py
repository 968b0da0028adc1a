"""Hand records as one page of HTML: many deals under all contracts, to be read and to be printed."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from solver.cards import SYMBOLS
from solver.labels import LogName
from solver.report import words
from solver.report.page.environment import pages, style_alone, tinted
from solver.report.plain_text import cards_line, plain, rank_text
from solver.report.table import TableReport
from solver.speech import Speech, capitalised

_STYLE = Markup(pages.get_template("report.css").render())
_POLICY = style_alone(_STYLE)


class HandRecord(NamedTuple):
    """A deal on the page."""

    report: TableReport
    log_id: str = ""
    """Its id, by which it is headed; without one, its number heads it."""
    match_id: str = ""
    """The id of its match."""
    number: int | None = None
    """Its number in its match; without one, that on the page."""


class _Named(NamedTuple):
    """A deal on the page, and what it is called there."""

    name: str
    report: TableReport

    def facts(self) -> list[str]:
        """Return who deals and what else stands behind the name, each as it begins a line."""
        return [capitalised(fact) for fact in self.report.facts()]


def hand_records_page(
    records: Sequence[HandRecord],
    speech: Speech,
    about: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> str:
    """Return deals under all contracts as a page in the language of ``speech``.

    The page is whole in itself, runs no script, and is printed several deals to a sheet.  Names and ids are
    escaped, so that they cannot add markup.

    about: what the deals share, as the event and its date.
    left_out: why other deals are not on the page, a line each.
    """
    matches = {record.match_id for record in records}
    named = [
        _Named(_name(record, number, speech, has_match=len(matches) > 1), record.report)
        for number, record in enumerate(records, 1)
    ]
    games = list(dict.fromkeys(record.report.title for record in records))
    key = dict.fromkeys(said for record in records for said in record.report.key)
    return pages.get_template("hand_records.html").render(
        policy=_POLICY,
        style=_STYLE,
        title=speech.say(words.HAND_RECORDS),
        about=[
            *(games if len(games) == 1 else ()),
            *filter(None, map(plain, [*(matches if len(matches) == 1 else ()), *about])),
        ],
        records=named,
        several_games=len(games) > 1,
        left_out=left_out,
        key=list(key),
        exact=all(record.report.table.exact for record in records),
        language=speech.language,
        say=speech.say,
        words=words,
        symbols=SYMBOLS,
        rank=rank_text,
        cards_line=cards_line,
        tint=tinted,
    )


def _name(record: HandRecord, number: int, speech: Speech, *, has_match: bool) -> str:
    """Return the heading of a deal: its board, its id as it is, or its number in its match or on the page.

    has_match: True if the id of its match stands before the number.
    """
    log_name = LogName(record.log_id)
    said = plain(log_name.say(speech.language))
    if not said:
        said = speech.say(words.DEAL_NUMBER, n=record.number or number)
        return f"{plain(record.match_id)} · {said}" if has_match and record.match_id else said
    return capitalised(said) if log_name.is_board else said
