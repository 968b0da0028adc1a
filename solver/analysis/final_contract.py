"""The final contract of a log of bridge judged: what it was worth to its pair, beside the best of the pair.

It is judged by the 26 cards of the pair, over deals in which those of the defenders are drawn.  It has no
grade: which contract a pair can reach hangs on what the opponents say, so that par stands beside it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from solver.analysis.call_errors import LIKELY
from solver.analysis.calls import IN_DOUBT
from solver.analysis.fair_grades import is_beyond_doubt, may_be_mistake
from solver.answer_row import row, shows
from solver.calls import (
    ContractWorth,
    ParWorth,
    call_text,
    can_judge_final,
    judge_final,
    points_text,
    share_text,
)
from solver.engine import Budget, Limit
from solver.game import BOOK, RISK_SIGNS, Auction, Position, bid_call, contract_score
from solver.knowledge import LEAST_ALIKE, Estimate, Sampling, errors_beyond_doubt
from solver.rules import ALL_TRICKS, LEVELS, Rules
from solver.sentences import mark, mark_n
from solver.speech import Speech, form_of

CONTRACT_SAMPLES = 30
"""The most deals that a final contract is judged by; each is solved in all contracts."""

_CHANCES = mark_n(
    # English writes 0.9 tricks as well, French has one of a kind up to two.
    "{contract} makes in {makes} of the deals, with {tricks} tricks on average.",
    "{contract} makes in {makes} of the deals, with {tricks} tricks on average.",
)
_IS_BEST = mark("No other contract of the pair is worth more.")
_AS_GOOD = mark("No other contract of the pair is better beyond doubt.")
_BETTER = mark(
    "{kind}: {best} makes in {makes} of the deals and is worth {points} ±\u00a0{error} points more on "
    "average."
)
_DOUBLE_COSTS = mark(
    "It is the best contract of the pair; without the double it is worth {points} ±\u00a0{error} points more "
    "on average."
)
_PAYS = mark("As a sacrifice it pays: par is {par} for {side} on average.")
_FEW_DEALS = mark("This rests on few deals.")
_PAR = mark("Par is {par} for {side} on average.")
_BY = mark("{contract} by {seat}")
_MISSED_GAME = mark("Missed game")
_MISSED_SLAM = mark("Missed slam")
_MISSED_GRAND_SLAM = mark("Missed grand slam")
_OVERBID = mark("Overbid")
_WRONG_STRAIN = mark("Wrong strain")
_WRONG_DECLARER = mark("Wrong declarer")
_OTHER_LEVEL = mark("Wrong level")


class _Class(IntEnum):
    """The contracts that pay alike, and the more the higher."""

    part_score = 0
    game = 1
    slam = 2
    grand_slam = 3

    @classmethod
    def of(cls, worth: ContractWorth) -> "_Class":
        """Return the class of a contract, undoubled."""
        if worth.bid > _SLAM:
            return cls.grand_slam
        if worth.bid == _SLAM:
            return cls.slam
        # The bonus of a game is more than all that the tricks of a part score come to.
        made = contract_score(worth.bid, worth.trump, 1, BOOK + worth.bid, vulnerable=False)
        return cls.game if made > _MOST_OF_PART_SCORE else cls.part_score


_SLAM = ALL_TRICKS - BOOK - 1
_MOST_OF_PART_SCORE = 140
"""Points: 90 for the tricks of 3♥, and the bonus."""
_MISSED: Mapping[_Class, str] = {
    _Class.game: _MISSED_GAME,
    _Class.slam: _MISSED_SLAM,
    _Class.grand_slam: _MISSED_GRAND_SLAM,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedContract:
    """The final contract, and what it was worth to its pair: means over deals that agree with both hands.

    Every `…_error` is the standard error of the number before it; 0 when these were all deals.
    """

    rules: Rules
    worth: ContractWorth = field(
        metadata=row("The contract. `swing` is against the best of the pair.", spread=True)
    )
    best: ContractWorth = field(
        metadata=row("The contract of the pair that is worth most, in the hand in which it does better.")
    )
    par: ParWorth = field(metadata=row("Par of the deals."))
    n_samples: int = field(
        metadata=row("How many deals were solved, each in all contracts.", name="samples", low=0)
    )

    @shows("What is to be said of it, in sentences.", name="explanation")
    def text(self, speech: Speech) -> str:
        """Say how often the contract is made, what was better, and par, and where that rests on few deals."""
        sentences = [*self._sentences(speech), *([speech.say(_FEW_DEALS)] if self.rests_on_few else [])]
        return " ".join(sentences)

    def named(self, worth: ContractWorth, speech: Speech) -> str:
        """Return a contract and its declarer, as ``4♠X by N``."""
        contract = call_text(bid_call(worth.bid, worth.trump), self.rules, speech)
        return speech.say(
            _BY, contract=f"{contract}{RISK_SIGNS[worth.multiplier]}", seat=speech.letters(worth.taker)
        )

    @property
    def is_sacrifice(self) -> bool:
        """True if it loses points, as every contract of the pair does, but surely no more than par."""
        gain = self.par.gain
        if gain is None or self.worth.lead.mean >= 0 or self.best.lead.mean >= 0:
            return False
        is_par = not gain.mean and not gain.error
        return is_par or is_beyond_doubt(gain, errors_beyond_doubt(self.n_samples))

    @property
    def rests_on_few(self) -> bool:
        """True if it rests on so few deals that they hardly tell their own error."""
        return self.n_samples < LEAST_ALIKE

    @property
    def is_surely_worse(self) -> bool:
        """True if another contract of the pair is better beyond doubt."""
        return is_beyond_doubt(self._swing, self._n_errors)

    @property
    def is_in_doubt(self) -> bool:
        """True if it may well be an error, and is not surely one."""
        return may_be_mistake(self.rules, self._swing, self._n_errors)

    @property
    def _swing(self) -> Estimate:
        assert self.worth.swing is not None, "both hands of the pair are known"
        return self.worth.swing

    @property
    def _n_errors(self) -> float:
        """The standard errors beyond which there is no doubt: more of few deals, and of the best of many."""
        return errors_beyond_doubt(self.n_samples, len(LEVELS) * len(self.rules.trumps) - 1)

    @property
    def _is_best_but_doubled(self) -> bool:
        """True if it differs from the best by its double alone: then it was no error of the pair."""
        worth, best = self.worth, self.best
        return (worth.trump, worth.bid, worth.taker) == (best.trump, best.bid, best.taker)

    def _sentences(self, speech: Speech) -> Iterator[str]:
        worth, swing = self.worth, self._swing
        par = speech.number(self.par.lead.mean)
        side = speech.letters(self.rules.side_name(worth.taker))
        yield speech.say(
            _CHANCES,
            form_of(worth.tricks.mean),
            contract=self.named(worth, speech),
            makes=share_text(worth.makes.mean, speech),
            tricks=speech.number(worth.tricks.mean, 1),
        )
        if self.is_sacrifice:
            yield speech.say(_PAYS, par=par, side=side)
            return
        if not swing.mean:
            # Few deals can show that nothing else seemed better, not that nothing is.
            yield speech.say(_AS_GOOD if self.rests_on_few else _IS_BEST)
        elif self._is_best_but_doubled and (self.is_in_doubt or self.is_surely_worse):
            yield speech.say(
                _DOUBLE_COSTS, points=speech.number(swing.mean), error=speech.number(swing.error)
            )
        elif self.is_in_doubt:
            yield speech.say(
                IN_DOUBT,
                best=self.named(self.best, speech),
                points=points_text(swing.mean, self.rules, speech),
                error=speech.number(swing.error),
            )
        elif not self.is_surely_worse:
            yield speech.say(_AS_GOOD)
        else:
            yield speech.say(
                _BETTER,
                kind=speech.say(self.kind),
                best=self.named(self.best, speech),
                makes=share_text(self.best.makes.mean, speech),
                points=speech.number(swing.mean),
                error=speech.number(swing.error),
            )
        yield speech.say(_PAR, par=par, side=side)

    @property
    def kind(self) -> str:
        """The error as players name it, in English: a game or slam missed, an overbid, a wrong strain."""
        worth, best = self.worth, self.best
        if _Class.of(best) != _Class.of(worth):
            return _MISSED[_Class.of(best)] if _Class.of(best) > _Class.of(worth) else _OVERBID
        if best.trump != worth.trump:
            is_over = best.bid < worth.bid and worth.makes.mean < LIKELY
            return _OVERBID if is_over else _WRONG_STRAIN
        if best.bid != worth.bid:
            return _OVERBID if best.bid < worth.bid else _OTHER_LEVEL
        return _WRONG_DECLARER


def judge_contract(
    position: Position, auction: Auction | None, sampling: Sampling, budget: Budget
) -> tuple[JudgedContract | None, bool]:
    """Judge the contract of a deal of bridge; False if ``budget`` left no time for it, or for its deals.

    None, and True, in other games, where declarer or level is not known or the deal is a short one, and where
    the nodes of ``sampling`` are too few for two deals.

    auction: where it is known, the contract is held to those alone that the pair could come to: above what
        the opponents had bid before it.
    sampling: of it ``seed`` and ``nodes``, the most for all deals; these are `CONTRACT_SAMPLES` at the most.
    """
    rules, contract, deal = position.rules, position.contract, position.deal
    if not can_judge_final(rules, contract, deal):
        return None, True
    capped = budget.within(Budget(Limit(nodes=sampling.nodes)))
    asked = replace(sampling, samples=min(sampling.samples, CONTRACT_SAMPLES))
    worths = judge_final(rules, contract, deal, position.dealer, auction, asked, capped)
    if worths.contract is None or not worths.contracts or worths.par is None:
        return None, budget.ended is None
    judged = JudgedContract(
        rules=rules,
        worth=worths.contract,
        best=worths.contracts[0],
        par=worths.par,
        n_samples=worths.n_samples,
    )
    return judged, budget.ended is None
