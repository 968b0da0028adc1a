"""Calls of a log judged: what each was worth to its player, by their hand and the calls before.

A call is graded as cards are in expectation (`solver.analysis.fair_grades`): by the share of the stake that
it gives away against the best call, where that is beyond doubt.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.analysis.call_errors import LIKELY, error_text, is_double
from solver.analysis.fair_grades import MISTAKES, RIGHT, grade_of_call, is_beyond_doubt, may_be_mistake
from solver.analysis.grades import JUDGED, Grade
from solver.answer_row import SeatName, row, shows
from solver.calls import (
    CallWorth,
    CallWorths,
    SaidCall,
    call_noun,
    call_text,
    digits_of,
    hand_text,
    partner_text,
    points_text,
    shares_text,
)
from solver.cards import Notation
from solver.game import DOUBLED, REDOUBLED, UNDOUBLED, bid_call, format_game_call, is_pass
from solver.knowledge import DOUBT, Estimate, errors_beyond_doubt
from solver.rules import AuctionKind, Rules
from solver.sentences import mark
from solver.speech import Speech, capitalised

SURE = 0.9
"""Of a contract that is made as often nobody asks what it costs to fail."""

_SHOWN = ("makes", "needs", "score", "score_error", "swing")

_MAKES = mark("{call} succeeds in {makes} of the deals; it needs {needs}.")
_MAKES_ALONE = mark("{call} succeeds in {makes} of the deals.")
_DOUBLES = mark("{contract} fails in {fails} of the deals; {call} needs {needs}.")
_DOUBLES_ALONE = mark("{contract} fails in {fails} of the deals.")
_REDOUBLES = mark("{contract} succeeds in {makes} of the deals; {call} needs {needs}.")
_REDOUBLES_ALONE = mark("{contract} succeeds in {makes} of the deals.")
_PASS_IS_BEST = mark("No call is worth more than a pass.")
_BEST = mark("No call is worth more.")
_PAYS_ANYWAY = mark("It pays even if it fails: a pass would cost more.")
_PAYS_BY_SEQUEL = mark("It pays even if it fails: a pass would cost more, or the others bid on.")
_AS_GOOD = mark("No other call is better beyond doubt.")
_WORTH_MORE = mark("{kind}: {best} is worth {points} more on average.")
_BY_SEQUEL = mark("By how the auction goes on, {best} is worth {points} more on average.")
_LITTLE_MORE = mark("{best} is worth {points} more on average.")
_MISSED_CONTRACT = mark("{kind}, worth {points} more than {call} on average: {chances}")
_SIDE_TAKES = mark("The side takes {points} on average.")
IN_DOUBT = mark(
    "Perhaps better: {best}, worth {points} more on average, ±\u00a0{error}; the deals are too few to be "
    "sure."
)
_PASS_LOSES = mark("A pass loses {points} on average.")
_UNLIKE = mark("The calls before are unlike those of the model of callers: this rests on few deals.")
_UNLIKE_CONTRACT = mark("The contract before is unlike the model's: this rests on few deals.")
_BETTER_UNREAD = mark(
    "{best} would be worth {points} more on average if the double told nothing of the hands."
)
_DOUBLE_UNREAD = mark("What the double tells of the hands is not read.")


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A call of the auction, and what it was worth to its player: means over deals that agree with the hand.

    Every `…_error` is the standard error of the number before it.
    """

    said: SaidCall

    @property
    @shows("Its number in the auction, from 0.", low=0)
    def index(self) -> int:
        """Its number in the auction, from 0."""
        return self.said.index

    @property
    @shows("Who called.")
    def seat(self) -> SeatName:
        """The player."""
        return self.worths.seat

    @shows("The call, in the letters of the answer; of bridge in English ones.")
    def call(self, notation: Notation) -> str:
        """Write the call."""
        return format_game_call(self.worth.said, self._rules, notation)

    @property
    @shows(
        "What the call deserves to be called: `best` if no call is better; otherwise by the mean `swing` as "
        "a share of the `stake` among the game's `grades`, where it is more than two standard errors, or "
        "three and more where there are many calls to choose from or few deals: from a twentieth on an "
        "`inaccuracy`, from an eighth on a `mistake`, from a quarter on a `blunder`. A bid in the trumps of "
        "the best one that is only too low is an `inaccuracy` at the worst: what it costs hangs on what the "
        "others say to it. In bridge a pass to a double is no error, even where a redouble is worth more "
        "over the deals: what the double tells is not read.",
        words=tuple(JUDGED),
    )
    def grade(self) -> Grade:
        """The grade by expected score."""
        if self.worth.said == self.worths.calls[0].said:
            return Grade.best
        if not self._is_surely_worse:
            return Grade.good
        grade = grade_of_call(self._rules, self.worth.swing)
        if self._is_low:
            return min(grade, Grade.inaccuracy, key=list(Grade).index)
        return grade

    @property
    def _is_surely_worse(self) -> bool:
        """True if another call is better beyond doubt."""
        return not self._hangs_on_double and is_beyond_doubt(self.worth.swing, self._n_errors)

    @property
    def is_after_unread_double(self) -> bool:
        """True if the contract is doubled, and no deal counts less for that: so it is in bridge."""
        stands = self.worths.auction.standing
        is_doubled = stands is not None and stands.multiplier == DOUBLED
        return is_doubled and self._rules.auction == AuctionKind.levels

    @property
    def _hangs_on_double(self) -> bool:
        """True if a redouble seems better, over deals of which the double tells nothing.

        Who doubles takes the contract to fail, so that it fails oftener than in these.
        """
        return self.is_after_unread_double and is_pass(self.worth.said) and self.worth.swing.mean > 0

    @property
    def _n_errors(self) -> float:
        """The standard errors beyond which there is no doubt: more of few deals, and of the best of many."""
        return errors_beyond_doubt(self.worths.effective_samples, max(len(self.worths.calls) - 1, 1))

    @property
    def is_in_doubt(self) -> bool:
        """True if it may well be a mistake, and is not surely one."""
        if self._hangs_on_double or self._is_low:
            return False
        return may_be_mistake(self._rules, self.worth.swing, self._n_errors)

    @property
    def seems_mistake(self) -> bool:
        """True of a pass to a double that may well be a mistake, if the double tells nothing."""
        swing = self.worth.swing
        is_likely = self._hangs_on_double and is_beyond_doubt(swing, self._n_errors / 2)
        return is_likely and grade_of_call(self._rules, Estimate(swing.mean, 0.0)) in MISTAKES

    worth: CallWorth = field(metadata=row("What the call was worth.", spread=True, only=_SHOWN))
    """Of the call that was made."""

    @shows("The calls that lose nothing beyond two standard errors, the best first.", name="best")
    def written_best(self, notation: Notation) -> tuple[str, ...]:
        """Write the best calls."""
        return tuple(format_game_call(call, self._rules, notation) for call in self.best)

    @property
    def best(self) -> tuple[str, ...]:
        """The best calls, as the auction has them."""
        return tuple(
            worth.said
            for worth in self.worths.calls
            if worth.is_best or (worth is self.worth and self._hangs_on_double)
        )

    @property
    @shows("How many deals were solved.", low=0)
    def samples(self) -> int:
        """The deals that it rests on."""
        return self.worths.n_samples

    @property
    @shows("How many deals of equal weight would tell as much.", low=0, digits=1)
    def effective_samples(self) -> float:
        """The deals of equal weight that would tell as much."""
        return self.worths.effective_samples

    @property
    @shows(
        "Whether the calls before are so unlike those of the model of callers that they are heard less "
        "sharply; in bridge, that few deals count.",
        absent="where no calls are read",
    )
    def unlike_model(self) -> bool | None:
        """True if the calls before are unlike the model, and tell little."""
        return self.worths.is_unlike_model

    @shows("What is to be said of the call, in sentences.", name="explanation")
    def text(self, speech: Speech) -> str:
        """Say how often the contract is made and must be, what was better, and what the hand holds."""
        return " ".join(self._sentences(speech))

    @property
    def worths(self) -> CallWorths:
        """The worths of all calls that could be made."""
        return self.said.worths

    @property
    def _rules(self) -> Rules:
        return self.worths.auction.rules

    # ---- words

    def _sentences(self, speech: Speech) -> Iterator[str]:
        best, told = self.worths.calls[0], self.worth
        if is_pass(self.worth.said):
            # Of a pass the best that could be said instead is told.
            others = [worth for worth in self.worths.calls if not is_pass(worth.said)]
            told = others[0] if others else self.worth
        if self.grade in RIGHT:
            if is_pass(self.worth.said):
                yield self._no_fault(best, _PASS_IS_BEST, speech)
                yield from filter(None, [self._chances(told, speech)])
            else:
                yield from filter(None, [self._chances(told, speech)])
                yield self._no_fault(best, _BEST, speech)
                yield from self._in_defence(speech)
        elif told is best:
            told = self._safest
            chances, kind = self._chances(told, speech, is_first=False), self._kind(told, speech)
            points = points_text(self.worth.swing.mean - told.swing.mean, self._rules, speech)
            call = self._name(self.worth, speech)
            yield speech.say(_MISSED_CONTRACT, kind=kind, chances=chances, points=points, call=call)
            yield from self._against_pass(told, speech)
        else:
            yield from filter(None, [self._chances(told, speech)])
            points, name = self._points(speech), self._name(best, speech)
            is_sequel = self.worths.continued and is_pass(best.said) and not self._is_short
            if is_sequel and not is_double(self.worth):
                yield speech.say(_BY_SEQUEL, best=name, points=points)
            else:
                yield speech.say(_WORTH_MORE, kind=self._kind(best, speech), best=name, points=points)
        yield from self._reasons(told, speech)
        if self._rules.auction != AuctionKind.levels:
            if self.worths.is_unlike_model:
                yield speech.say(_UNLIKE)
            return
        if self.worths.is_unlike_model:
            yield speech.say(_UNLIKE_CONTRACT)
        if self.is_after_unread_double and not self._hangs_on_double:
            yield speech.say(_DOUBLE_UNREAD)

    @property
    def _safest(self) -> CallWorth:
        """The best call, or the bid in its trumps that is made most often of those as good for all one knows.

        Which of them comes to a little more is chance.
        """
        best, swing = self.worths.calls[0], self.worth.swing
        if best.contract is None or best.makes is None or is_double(best):
            return best
        as_good = [
            worth
            for worth in self.worths.calls
            if worth.is_best
            and worth.makes is not None
            and not is_pass(worth.said)
            and not is_double(worth)
            and worth.contract is not None
            and worth.contract.trump == best.contract.trump
            # It must be as sure that a pass loses against it.
            and swing.mean - worth.swing.mean > self._n_errors * swing.error
        ]
        return max(as_good, key=lambda worth: worth.makes.mean if worth.makes else 0.0, default=best)

    def _no_fault(self, best: CallWorth, says: str, speech: Speech) -> str:
        """Say that a call is best, as ``says`` has it, or as good for all that is known, or nearly."""
        if self.worth is best:
            # Few deals that fit can show that nothing else seemed better, not that nothing is.
            return speech.say(_AS_GOOD if self.worths.is_unlike_model else says)
        if self._hangs_on_double:
            name = capitalised(self._name(best, speech))
            return speech.say(_BETTER_UNREAD, best=name, points=self._points(speech))
        if self.is_in_doubt:
            return speech.say(
                IN_DOUBT,
                best=self._name(best, speech),
                points=self._points(speech),
                error=speech.number(self.worth.swing.error, digits_of(self._rules)),
            )
        if not self._is_surely_worse:
            return speech.say(_AS_GOOD)
        return speech.say(
            _LITTLE_MORE, best=capitalised(self._name(best, speech)), points=self._points(speech)
        )

    def _in_defence(self, speech: Speech) -> Iterator[str]:
        """Say of a bid that is seldom made, and right all the same, what makes it pay."""
        makes, needs = self.worth.makes, self.worth.needs
        passing = next((worth for worth in self.worths.calls if is_pass(worth.said)), None)
        if makes is None or needs is not None or passing is None or is_double(self.worth):
            return
        # What a pass gives away is known against the best call alone.
        is_best = self.worth.said == self.worths.calls[0].said
        if is_best and makes.mean < LIKELY and is_beyond_doubt(passing.swing, self._n_errors):
            yield self._pays_anyway(speech)

    def _pays_anyway(self, speech: Speech) -> str:
        goes_on = self.worths.continued and self._rules.auction == AuctionKind.bids
        return speech.say(_PAYS_BY_SEQUEL if goes_on else _PAYS_ANYWAY)

    def _against_pass(self, best: CallWorth, speech: Speech) -> Iterator[str]:
        """Say what a pass loses by itself, and of a contract that may fail that it pays all the same."""
        if is_double(best):
            return
        if best.needs is None and best.makes is not None and best.makes.mean < SURE:
            yield self._pays_anyway(speech)
        elif self.worths.continued and self.worth.lead.mean < -DOUBT * self.worth.lead.error:
            yield speech.say(_PASS_LOSES, points=points_text(-self.worth.lead.mean, self._rules, speech))

    def _points(self, speech: Speech) -> str:
        return points_text(self.worth.swing.mean, self._rules, speech)

    def _name(self, worth: CallWorth, speech: Speech) -> str:
        """Return a call as a sentence names it."""
        trump = None if worth.contract is None else worth.contract.trump
        return call_noun(worth.said, trump, self._rules, speech)

    def _chances(self, worth: CallWorth, speech: Speech, *, is_first: bool = True) -> str:
        """Say how often a contract is made, and must be; empty for a pass.

        is_first: False if it goes on a sentence that has begun.
        """
        contract = worth.contract
        if worth.makes is None or contract is None or is_pass(worth.said):
            return ""
        makes, needs = shares_text(worth.makes.mean, worth.needs, speech)
        call = self._name(worth, speech)
        if not is_double(worth) or contract.bid is None:
            message = _MAKES_ALONE if needs is None else _MAKES
            return speech.say(message, call=capitalised(call) if is_first else call, makes=makes, needs=needs)
        bid = call_text(bid_call(contract.bid, contract.trump), self._rules, speech)
        bid = capitalised(bid) if is_first else bid
        if contract.multiplier == REDOUBLED:
            message = _REDOUBLES_ALONE if needs is None else _REDOUBLES
            return speech.say(message, contract=bid, makes=makes, call=call, needs=needs)
        # A double is made for the deals in which the contract fails.
        fails, needs = shares_text(
            1 - worth.makes.mean, None if worth.needs is None else 1 - worth.needs, speech
        )
        message = _DOUBLES_ALONE if needs is None else _DOUBLES
        return speech.say(message, contract=bid, fails=fails, call=call, needs=needs)

    def _reasons(self, worth: CallWorth, speech: Speech) -> Iterator[str]:
        """Yield what the hand holds under the trumps of a call, and what partner and the side bring."""
        rules = self._rules
        # Of a proposal, the hand in the suit that stays if it is refused.
        stands = (one.contract for one in (worth, *self.worths.calls) if one.contract is not None)
        contract = next(stands, None)
        if contract is None:
            return
        view = self.said.hand.viewpoint
        is_own = contract.taker == self.seat
        gets = contract.turned_up if is_own else None
        hand = view.hand if gets is None else (*view.hand, gets)
        is_bridge = rules.auction == AuctionKind.levels
        counts_losers = is_own and not is_bridge and contract.multiplier == UNDOUBLED
        yield hand_text(hand, contract.trump, rules, speech, counts_losers=counts_losers)
        helped = self.said.helps.get(contract.trump)
        if helped is not None and is_own:
            yield from filter(None, [partner_text(helped, contract.trump, rules, speech)])
        for outlook in self.worths.trumps:
            if is_own and outlook.trump == contract.trump:
                yield speech.say(_SIDE_TAKES, points=points_text(outlook.mean.mean, rules, speech))

    @property
    def _is_short(self) -> bool:
        """True of a contract that is made less often than it must be, or than not."""
        makes, needs = self.worth.makes, self.worth.needs
        return makes is not None and makes.mean < (LIKELY if needs is None else needs)

    def _kind(self, best: CallWorth, speech: Speech) -> str:
        return error_text(self.worth, best, speech, is_low=self._is_low, is_short=self._is_short)

    @property
    def _is_low(self) -> bool:
        """True of a bid in the trumps of the best one, and lower."""
        made, best = self.worth.contract, self.worths.calls[0]
        wanted = best.contract
        if made is None or wanted is None or is_pass(best.said) or is_pass(self.worth.said):
            return False
        is_bid = not is_double(best) and not is_double(self.worth)
        return is_bid and made.trump == wanted.trump and (made.bid or 0) < (wanted.bid or 0)
