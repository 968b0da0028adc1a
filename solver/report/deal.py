"""The texts of a report on one judged deal, in the reader's language, for the terminal and for the page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.analysis import (
    SIGNS,
    DealAnalysis,
    FairVerdict,
    Grade,
    Play,
    TurningPoint,
)
from solver.bidding import ContractTable
from solver.cards import Card
from solver.engine import Answer
from solver.game import BOOK, BridgeScoring, Pair, lead_of, number_sides
from solver.reasons import N_DIFFERENCE, N_POINTS, N_TRICKS, is_sum_fixed
from solver.report import words
from solver.report.auction import auction_line
from solver.report.contract import contract_parts
from solver.report.fair import better_text, contract_share_text, fair_verdict_text
from solver.report.figures import Figures
from solver.report.plain_text import BETWEEN, LONGEST_NAME, pair_text, plain, sides_text, signed, title_of
from solver.rules import ALL_TRICKS, Objective, Scoring
from solver.sentences import Counted
from solver.speech import Place, Speech


@dataclass(frozen=True)
class DealReport:
    """The words and numbers of a report on one deal."""

    deal: DealAnalysis
    speech: Speech
    table: ContractTable | None = None
    """The deal under all contracts, where it was worked out."""

    # ---- seats and sides

    def letter(self, seat: str) -> str:
        """Return the letter of a seat."""
        return self.speech.letters(seat)

    def side(self, name: str) -> str:
        """Return the name of a side: the letters of its seats."""
        return self.speech.letters(name)

    @property
    def sides(self) -> str:
        """Both sides, as the head of their numbers."""
        return BETWEEN.join(map(self.side, self.deal.position.rules.side_names))

    @property
    def valued(self) -> str:
        """The head of the results of best play: ``NS : EW``, or ``NS − EW`` if only that is certain."""
        between = BETWEEN if self.is_sum_fixed else " − "
        return between.join(map(self.side, self.deal.position.rules.side_names))

    def value(self, value: Mapping[str, int] | None) -> str:
        """Return the result of best play, as it stands in the column `valued`."""
        if value is None or self.is_sum_fixed:
            return pair_text(value)
        return signed(self._lead(value))

    def _lead(self, value: Mapping[str, int]) -> int:
        return lead_of(number_sides(self.deal.position.rules, value))

    def name(self, seat: str) -> str:
        """Return the name of a player; empty if the log does not state it."""
        return plain((self.deal.names or {}).get(seat, ""), LONGEST_NAME)

    def player(self, seat: str) -> str:
        """Return the letter of a seat with the name of the player."""
        return f"{self.letter(seat)} {self.name(seat)}".rstrip()

    def role(self, seat: str) -> str:
        """Return `player`, with declarer and dummy named as such."""
        position, player = self.deal.position, self.player(seat)
        if seat == position.declarer:
            return self.speech.say(words.DECLARER, player=player)
        return self.speech.say(words.DUMMY, player=player) if seat == position.dummy else player

    def played(self, play: Play) -> str:
        """Return a card with the player who chose it: for dummy's cards the declarer."""
        player = self.player(play.player)
        if play.is_dummy:
            return self.speech.say(words.DUMMYS_CARD, player=player, card=play.card)
        return f"{player} {self.cards([play.card])}"

    # ---- the deal

    @property
    def title(self) -> str:
        """The game."""
        return title_of(self.deal.position.rules, self.speech)

    def contract(self) -> list[str]:
        """Return contract, dealer and scoring, where that is not the usual one, as phrases of one line."""
        parts = contract_parts(self.deal.position, self.speech)
        if self.deal.scoring in (None, BridgeScoring.matchpoints):
            return parts
        return [*parts, self.speech.say(words.SCORINGS[self.deal.scoring])]

    @property
    def _is_bridge(self) -> bool:
        return self.deal.position.rules.scoring == Scoring.duplicate

    def auction(self) -> str:
        """The calls, on one line; empty where the log does not state them."""
        return auction_line(self.deal, self.speech)

    def bridge_end(self, values: Mapping[str, int] | None) -> str:
        """Say how a contract of bridge ends: made, with overtricks, or down.

        Empty if there is none, and of an ending, whose tricks are not all that count for it.
        """
        contract, rules = self.deal.position.contract, self.deal.position.rules
        if not self._is_bridge or contract.bid is None or contract.taker is None or values is None:
            return ""
        if sum(values.values()) != ALL_TRICKS:
            return ""
        over = values[rules.side_name(contract.taker)] - BOOK - contract.bid
        if not over:
            return self.speech.say(words.JUST_MADE)
        return self.speech.say(words.N_OVER if over > 0 else words.N_DOWN, abs(over))

    # ---- the cards

    @cached_property
    def is_sum_fixed(self) -> bool:
        """True if best play determines both results, and not only their difference."""
        return is_sum_fixed(self.deal.position.rules)

    @property
    def is_zero_sum(self) -> bool:
        """True if each point that one side loses is won by the other, so that a loss says all."""
        return self.deal.is_zero_sum

    def cost(self, play: Play) -> int:
        """Return what a play gave away: of its side's own result, or of the difference if that says more."""
        return (play.chosen.loss if self.is_zero_sum else play.chosen.swing) or 0

    def amount(self, number: int) -> str:
        """Return a number of tricks or points with its unit."""
        if not self.is_zero_sum:
            return self.speech.say(N_DIFFERENCE, number)
        is_tricks = self.deal.position.rules.objective == Objective.tricks
        return self.speech.say(N_TRICKS if is_tricks else N_POINTS, number)

    def sign(self, play: Play) -> str:
        """Return the sign behind a card: ``?!``, ``?``, ``??``, ``~`` if it was not judged, or none."""
        return _sign_of(play.grade)

    def open_sign(self, play: Play) -> str:
        """Return the sign with all cards known, where it is another one than `sign`; else none."""
        sign = _sign_of(play.open_grade)
        return "" if sign == self.sign(play) else sign

    @property
    def has_open_signs(self) -> bool:
        """True if a card has another sign with all cards known."""
        return any(map(self.open_sign, self.deal.plays))

    def grade(self, grade: Grade | None) -> str:
        """Return the name of a grade."""
        return self.speech.say(words.UNJUDGED if grade is None else words.GRADES[grade])

    @property
    def mistakes(self) -> list[Play]:
        """The cards that gave something away, and those that only luck has saved from it."""
        return [play for play in self.deal.plays if play.chosen.swing or play.grade in SIGNS]

    def verdict(self, play: Play) -> str:
        """Return the grade of a card and what it cost: by what its player could know, if that was judged."""
        if play.fair is not None:
            return self._fair_verdict(play.fair)
        said = self._open_verdict(play)
        is_missing = play in self.deal.without_verdict
        return self.speech.say(words.OPEN_ONLY, said=said) if is_missing else said

    def _fair_verdict(self, verdict: FairVerdict) -> str:
        is_tricks = self.deal.position.rules.objective == Objective.tricks
        unit = words.MEAN_TRICKS if is_tricks else words.MEAN_POINTS
        if not self.is_zero_sum:
            unit = words.MEAN_DIFFERENCE
        return fair_verdict_text(verdict, self.speech, unit, is_zero_sum=self.is_zero_sum)

    def open_verdict(self, play: Play) -> str:
        """Return the verdict with all cards known, to stand below `verdict`; empty if that is the one."""
        if play.fair is None:
            return ""
        return self.speech.say(words.OPEN, said=self._open_verdict(play))

    def open_cards(self, play: Play) -> str:
        """Return all that is said of a mistake with all cards known: its verdict, and what it changed."""
        return " · ".join(filter(None, [self.open_verdict(play), self.change(play)]))

    def _open_verdict(self, play: Play) -> str:
        if play.open_grade is None:
            return self.speech.say(words.UNJUDGED)
        if not play.chosen.swing:
            return self.grade(play.open_grade)
        cost = self.amount(self.cost(play))
        if play.imps is not None:
            cost = f"{cost}, {self.speech.say(words.COST_IN_IMPS, play.imps)}"
        if play.open_grade == Grade.good:
            return self.speech.say(words.COST_OF_GOOD, cost=cost)
        return self.speech.say(words.COST, grade=self.grade(play.open_grade), cost=cost)

    def why(self, play: Play) -> str:
        """Explain a mistake: what was better, and why."""
        if not play.chosen.swing:
            return ""
        explanation = self.deal.explanations.get(play.index)
        if explanation is not None:
            return explanation.text(self.speech)
        return self.speech.say(words.BETTER, cards=list(play.before.best))

    def costly(self, play: Play) -> str:
        """Return a card with its signs and what it cost: in expectation, and of the result and the score."""
        say, chosen, fair = self.speech.say, play.chosen, play.fair
        signs = [self.sign(play), words.OPEN_SIGN.format(sign=sign) if (sign := self.open_sign(play)) else ""]
        costs = [self.amount(self.cost(play))]
        if chosen.score_swing not in (None, 0, chosen.swing):
            costs.append(say(words.COST_IN_SCORE, cost=self.speech.number(chosen.score_swing or 0)))
        if play.imps:
            costs.append(say(words.COST_IN_IMPS, play.imps))
        if fair is not None:
            costs = [self._fair_verdict(fair), say(words.COST_IF_OPEN, cost=", ".join(costs))]
        return " ".join([self.played(play), *filter(None, signs), " " + " · ".join(costs)])

    def change(self, play: Play) -> str:
        """Return the result and the score before and after a card."""
        say, chosen = self.speech.say, play.chosen
        before, after = self.value(play.before.value), self.value(chosen.value)
        parts = [say(words.FROM_TO, sides=self.valued, before=before, after=after)]
        if self.is_sum_fixed and chosen.score is not None and chosen.score_swing not in (None, chosen.swing):
            best = next(card for card in play.before.cards if card.swing == 0)
            before, after = pair_text(best.score), pair_text(chosen.score)
            parts.append(say(words.SCORE_FROM_TO, before=before, after=after))
        return ", ".join(parts)

    def fair(self, play: Play) -> str:
        """Return what became of the contract by what the player could know, or what was better."""
        if play.fair is None:
            return ""
        return self.contract_share(play) or better_text(play.fair, self.speech)

    def contract_share(self, play: Play) -> str:
        """Return in how many deals the contract is made or set, where that is worth a word."""
        is_lead = self._is_bridge and play.index == 0
        return "" if play.fair is None else contract_share_text(play.fair, self.speech, is_lead=is_lead)

    def fair_notes(self) -> list[str]:
        """Return what makes fair verdicts rest on less: calls that fit few deals, or a limit."""
        found = [play.fair for play in self.deal.plays if play.fair is not None]
        is_softened = any(verdict.bids == "unlike" for verdict in found)
        notes = [self.say(words.FAIR_LESS_SHARP)] if is_softened else []
        if any(verdict.is_short for verdict in found):
            notes.append(self.say(words.FAIR_SHORT))
        if n_left_out := len(self.deal.without_verdict):
            notes.append(self.speech.say(words.FAIR_LEFT_OUT, n_left_out))
        return notes

    def turns(self, play: Play) -> list[TurningPoint]:
        """Return the turning points of a card."""
        return [turn for turn in self.deal.turning_points if turn.play.index == play.index]

    # ---- the course of the value

    @cached_property
    def values(self) -> list[int | None]:
        """The value before the first card and after each; of the first side, or of the difference."""
        answers = [*(play.before for play in self.deal.plays), self.deal.end]
        return [self._charted(answer.value) for answer in answers]

    @property
    def charted(self) -> str:
        """The meaning of `values`, as the title of the graph."""
        first, second = map(self.side, self.deal.position.rules.side_names)
        if self.is_zero_sum:
            return self.speech.say(words.GRAPH, side=first)
        return self.speech.say(words.GRAPH_DIFFERENCE, side=first, other=second)

    @property
    def charted_values(self) -> str:
        """`values` as text, for readers who cannot see the graph."""
        known = [signed(value) for value in self.values if value is not None]
        return self.speech.labelled(self.charted, ", ".join(known))

    def _charted(self, value: Mapping[str, int] | None) -> int | None:
        if value is None:
            return None
        return number_sides(self.deal.position.rules, value)[0] if self.is_zero_sum else self._lead(value)

    @property
    def line_values(self) -> str:
        """The meaning of the numbers behind each trick."""
        message = words.LINE_VALUES if self.is_sum_fixed else words.LINE_DIFFERENCE
        return self.speech.say(message, sides=self.valued)

    # ---- the outcome

    def outcome(self) -> list[tuple[str, str]]:
        """Return the results of best play and of the actual play, as pairs of a label and a text."""
        say, deal = self.speech.say, self.deal
        lines = [(say(words.BEST_PLAY), self._result(deal.start))]
        if not deal.position.is_over:
            if deal.plays:
                lines.append((say(words.FROM_HERE), self._result(deal.end)))
            if deal.reached is not None:
                lines.append((say(words.AGREED), self._agreed(deal.reached)))
            return lines
        played, score = [self._result(deal.end)], deal.played().score
        if score is not None and score.outcome in words.OUTCOMES and not self._is_bridge:
            played.append(say(words.OUTCOMES[score.outcome]))
        if score is not None and score.held_over:
            played.append(say(words.HELD_OVER, n=score.held_over))
        return [*lines, (say(words.AS_PLAYED), self.speech.clauses(played))]

    def _agreed(self, reached: Pair) -> str:
        """Return the result of a claim."""
        rules, score = self.deal.position.rules, self.deal.score
        values = rules.by_side(reached)
        parts = [self.by_side(values, N_TRICKS)]
        if score is not None:
            parts.append(self.speech.say(words.SCORES, score=self.by_side(rules.by_side(score.by_side))))
        return self.speech.clauses([*parts, *filter(None, [self.bridge_end(values)])])

    def _result(self, answer: Answer) -> str:
        say, rules = self.speech.say, self.deal.position.rules
        if answer.value is None:
            low, high = answer.bounds.low, answer.bounds.high
            is_first = answer.to_play is None or rules.side_of(answer.to_play) == 0
            return self._proved(*((low, high) if is_first else (-high, -low)))
        is_tricks = rules.objective == Objective.tricks
        if not self.is_sum_fixed and answer.to_play is not None:
            lead = self._lead(answer.value)
            return self.speech.labelled(self.valued, f"{'−' if lead < 0 else ''}{say(N_POINTS, abs(lead))}")
        parts = [self.by_side(answer.value, N_TRICKS if is_tricks else N_POINTS)]
        if answer.score is not None and answer.score != answer.value:
            parts.append(say(words.SCORES, score=self.by_side(answer.score)))
        if end := self.bridge_end(answer.value):
            parts.append(end)
        if answer.belote is not None:
            parts.append(say(words.BELOTE, side=self.side(answer.belote)))
        return self.speech.clauses(parts)

    def by_side(self, values: Mapping[str, int], unit: Counted | None = None) -> str:
        """Two sides' numbers with their names; the last with its unit, as ``NS 92, EW 70 points``."""
        return sides_text(values, self.speech, unit)

    def limit(self) -> list[str]:
        """Name the limit that ended the work and what was left out; empty if no limit did."""
        deal = self.deal
        if deal.ended is None:
            return []
        said = [words.end_text(deal.ended, self.speech, is_exact=deal.exact)]
        if "plays" in deal.left_out:
            said.append(self.say(words.LEFT_OUT))
        elif "explanations" in deal.left_out:
            said.append(self.say(words.NOT_EXPLAINED))
        if "calls" in deal.left_out:
            said.append(self.say(words.CALLS_LEFT_OUT))
        return said

    def _proved(self, low: int, high: int) -> str:
        """Return what is proved of the first side's result minus the other's, which the graph shows too."""
        side, other = (self.side(name) for name in self.deal.position.rules.side_names)
        difference = self.speech.say(words.MINUS, side=side, other=other)
        return self.speech.say(words.PROVED, difference=difference, low=low, high=high)

    # ---- the players

    @cached_property
    def figures(self) -> Figures:
        """The figures of each player."""
        of = [(self.role(seat), self.deal.summary(seat)) for seat in self.deal.position.rules.players]
        return Figures(of, self.is_zero_sum, self.speech)

    # ---- small words

    def say(self, message: str, **values: object) -> str:
        """Return a text of the report in the reader's language."""
        return self.speech.say(message, **values)  # type: ignore[arg-type]

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards on one line."""
        return " ".join(self.speech.say("{card}", card=card) for card in cards)

    def place(self, seat: str) -> Place:
        """Return a seat, to be named in a sentence."""
        return Place(seat)


def _sign_of(grade: Grade | None) -> str:
    return words.UNPROVED if grade is None else SIGNS.get(grade, "")
