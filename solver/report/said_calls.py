"""The calls of a judged deal in words: their signs, their numbers, and what these rest on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.analysis import SIGNS, JudgedCall
from solver.calls import call_text, digits_of
from solver.game import is_pass
from solver.report import words
from solver.report.calls import (
    CONTRACT,
    NEEDS,
    VALUE,
    ends_text,
    limits_text,
    makes_text,
    needs_are,
    needs_text,
)
from solver.report.deal import DealReport
from solver.report.plain_text import NOTHING
from solver.rules import AuctionKind
from solver.sentences import mark, mark_in, mark_n

_TITLES: Mapping[str, tuple[str, str]] = {
    "bid": mark_in("bid", "The calls"),
    "take": mark_in("take", "The calls"),
    "propose": mark_in("propose", "The calls"),
}
"""By what is said in an auction: French has no word that is clear in every game."""
_CALLS: Mapping[str, tuple[str, str]] = {
    "bid": mark_in("bid", "call"),
    "take": mark_in("take", "call"),
    "propose": mark_in("propose", "call"),
}
_MEANS = mark_n(
    "Means over {n} deal that agrees with what the player saw and had heard, ±\u00a0standard error.",
    "Means over up to {n} deals that agree with what the player saw and had heard, ±\u00a0standard error.",
)
_FINAL_CONTRACT = mark("The final contract")
_CONTRACT_MEANS = mark_n(
    "The final contract by the hands of its pair, over {n} deal that agrees with them: score, own − other.",
    "The final contract by the hands of its pair, over {n} deals that agree with them: score, own − other.",
)
_FEW_FIT = mark("{mark} The contract fits few deals that agree with what this player saw.")
_UNLIKE = mark("{mark} The calls before are unlike those of the model of callers: this rests on few deals.")
_MARK = "*"
"""The sign beside the calls that rest on few deals."""
_DOUBLE_UNREAD = mark(
    "After a double, too, the deals are those of the contract alone: who doubles takes it to fail, so that "
    "it fails oftener than these numbers say."
)
_NONE_JUDGED = mark("The calls of this log are not judged.")
_AS_DEALT = mark("The calls are judged where the log tells the deal as it was dealt, with the pack.")


N_NUMBERS = 4
"""The numbers of a `CallRow`."""


class CallRow(NamedTuple):
    """A call as a row of a table."""

    call: JudgedCall
    named: str
    """The call with its player."""
    sign: str
    """``?!``, ``?``, ``??``, or none."""
    mark: str
    """``*`` if it rests on few deals, or nothing."""
    cells: tuple[str, str, str, str]
    """The numbers: how often its contract is made, and must be; the score to expect; what it gives away."""
    says: str
    """The words on it; empty for a pass to which no call seems much better."""


@dataclass(frozen=True)
class CallsReport:
    """The words and numbers of the calls of one deal."""

    report: DealReport

    @property
    def is_shown(self) -> bool:
        """True if calls were to be judged, and the log states an auction, or its contract was judged."""
        deal = self.report.deal
        return deal.calls is not None and bool(deal.auction or deal.final_contract)

    @property
    def title(self) -> str:
        """The heading."""
        context, text = _TITLES[self._said]
        return self.report.speech.translate(text, context)

    @property
    def _said(self) -> str:
        """The kind of what is said in the auction: ``bid``, ``take`` or ``propose``."""
        kind = self.report.deal.position.rules.auction
        if kind == AuctionKind.proposal:
            return "propose"
        return "bid" if kind in (AuctionKind.bids, AuctionKind.levels) else "take"

    @property
    def heads(self) -> list[str]:
        """The heads of a table of the calls: of their names, and of the cells of a `CallRow`."""
        heads = (CONTRACT, NEEDS, VALUE, words.GIVEN_AWAY)
        context, text = _CALLS[self._said]
        call = self.report.speech.translate(text, context)
        return [call, *(self.report.say(heads[place]) for place in self._told)]

    def cells(self, row: CallRow) -> list[str]:
        """Return the numbers of a call, as many as there are heads."""
        return [row.cells[place] for place in self._told]

    @cached_property
    def _told(self) -> list[int]:
        """The numbers that some call has; in all fours no contract is made or missed."""
        return [place for place in range(N_NUMBERS) if any(row.cells[place] != NOTHING for row in self.rows)]

    @cached_property
    def rows(self) -> list[CallRow]:
        """The calls that were judged, in order."""
        return [self._row(call) for call in self.report.deal.calls or ()]

    @property
    def contract(self) -> tuple[str, str] | None:
        """The heading of the final contract of bridge, and what is said of it; None if it is not judged."""
        judged = self.report.deal.final_contract
        return None if judged is None else (self.report.say(_FINAL_CONTRACT), judged.text(self.report.speech))

    def _row(self, call: JudgedCall) -> CallRow:
        worth, speech = call.worth, self.report.speech
        is_passed, sign = is_pass(worth.said), SIGNS.get(call.grade, "")
        is_told = not is_passed or sign or call.is_in_doubt or call.seems_mistake
        # What others make is no merit of a pass; in bridge the contract that stands is all that is judged.
        is_idle = is_passed and worth.rules.auction != AuctionKind.levels
        makes = NOTHING if is_idle else makes_text(worth, call.seat, speech)
        digits = digits_of(worth.rules)
        swing = speech.number(worth.swing.mean, digits)
        if worth.swing.error:
            swing += f" ±\u00a0{speech.number(worth.swing.error, digits)}"
        return CallRow(
            call=call,
            named=f"{self.report.player(call.seat)} · {call_text(worth.said, worth.rules, speech)}",
            sign=sign,
            mark=_MARK if call.unlike_model else "",
            cells=(
                makes,
                needs_text(worth, speech),
                f"{speech.number(worth.lead.mean, digits)} ±\u00a0{speech.number(worth.lead.error, digits)}",
                swing,
            ),
            says=call.text(speech) if is_told else "",
        )

    def notes(self) -> Iterator[str]:
        """Yield what the numbers rest on, or why there are none."""
        deal, speech = self.report.deal, self.report.speech
        grades = {call.grade for call in deal.calls or ()}
        if signs := [f"{sign} {self.report.grade(one)}" for one, sign in SIGNS.items() if one in grades]:
            yield " · ".join(signs)
        if deal.final_contract is not None:
            yield speech.say(_CONTRACT_MEANS, deal.final_contract.n_samples)
        if not deal.calls and deal.auction:
            yield speech.say(_AS_DEALT if deal.turned_up is not None else _NONE_JUDGED)
        if not deal.calls:
            return
        yield speech.say(_MEANS, max(call.samples for call in deal.calls))
        yield ends_text(deal.calls[0].worths, speech)
        yield from needs_are((call.worth for call in deal.calls), speech)
        yield from limits_text(deal.calls[0].worths, speech)
        if any(call.is_after_unread_double for call in deal.calls):
            yield speech.say(_DOUBLE_UNREAD)
        is_bridge = deal.position.rules.auction == AuctionKind.levels
        if any(row.mark for row in self.rows):
            yield speech.say(_FEW_FIT if is_bridge else _UNLIKE, mark=_MARK)
