"""The calls of a judged deal in words: their signs, their numbers, and what these rest on."""

from collections.abc import Iterator
from typing import NamedTuple

from solver.analysis import SIGNS, DealAnalysis, JudgedCall
from solver.game import is_pass
from solver.report import words as words
from solver.report.auction import call_text
from solver.report.calls import MAKES, NEEDS, VALUE, ends_text
from solver.report.plain_text import NOTHING
from solver.sentences import mark, mark_n
from solver.speech import Speech

HEADING = mark("The calls")
_MEANS = mark_n(
    "Means over {n} deal that agrees with what the player saw and had heard, ± standard error.",
    "Means over up to {n} deals that agree with what the player saw and had heard, ± standard error.",
)
_UNLIKE = mark(
    "The calls before some of these are unlike those of the model of callers; there all deals count alike."
)
_NONE_JUDGED = mark("The calls of this log are not judged.")
_AS_DEALT = mark("The calls are judged where the log tells the deal as it was dealt, with the pack.")


class CallRow(NamedTuple):
    """A call as a row of a table."""

    call: str
    sign: str
    """``?!``, ``?``, ``??``, or none."""
    makes: str
    needs: str
    lead: str
    swing: str


def call_heads(speech: Speech) -> list[str]:
    """Return the heads of the numbers of a `CallRow`."""
    return [speech.say(head) for head in (MAKES, NEEDS, VALUE, words.GIVEN_AWAY)]


def call_row(call: JudgedCall, speech: Speech) -> CallRow:
    """Return the call, its sign and its numbers; of a pass what it left is not its own to be made."""
    worth = call.worth
    is_own = not is_pass(worth.said)
    swing = speech.number(worth.swing.mean)
    if worth.swing.error:
        swing += f" ± {speech.number(worth.swing.error)}"
    return CallRow(
        call=call_text(worth.said, worth.rules, speech),
        sign=SIGNS.get(call.grade, ""),
        makes=speech.percent(worth.makes.mean) if worth.makes is not None and is_own else NOTHING,
        needs=NOTHING if worth.needs is None else speech.percent(worth.needs),
        lead=f"{speech.number(worth.lead.mean)} ± {speech.number(worth.lead.error)}",
        swing=swing,
    )


def is_told(call: JudgedCall) -> bool:
    """True of a call of which more than its numbers is to be said: all but passes that cost nothing."""
    return call.grade in SIGNS or not is_pass(call.worth.said)


def calls_footing(deal: DealAnalysis, speech: Speech) -> Iterator[str]:
    """Yield what the numbers of the calls rest on, or why there are none; nothing unless it was asked for."""
    if deal.calls is None or not deal.auction:
        return
    if deal.calls:
        most = max(call.samples for call in deal.calls)
        yield speech.say(_MEANS, most)
        yield ends_text(deal.calls[0].worths, speech)
        if any(call.unlike_model for call in deal.calls):
            yield speech.say(_UNLIKE)
    else:
        yield speech.say(_AS_DEALT if deal.turned_up is not None else _NONE_JUDGED)
