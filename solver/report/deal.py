"""What a report says of one judged deal, in the reader's language, on a terminal and on a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.analysis import (
    N_DIFFERENCE,
    N_POINTS,
    N_TRICKS,
    SIGNS,
    DealAnalysis,
    Grade,
    Play,
    TurningPoint,
    is_sum_fixed,
)
from solver.cards import SYMBOLS, Card
from solver.engine import Answer, Bounds
from solver.game import BOOK, PASS, deal_score, lead_of, number_sides
from solver.report import words as words
from solver.report.contract import contract_parts
from solver.report.plain_text import BETWEEN, NOTHING, pair_text, plain, sides_text, signed, title_of
from solver.rules import ALL_TRICKS, Objective, Scoring
from solver.sentences import Counted
from solver.speech import Place, Speech

LONGEST_NAME = 24


@dataclass(frozen=True)
class DealReport:
    """The words and numbers of one deal."""

    deal: DealAnalysis
    speech: Speech

    # ---- seats and sides

    def letter(self, seat: str) -> str:
        """The letter of a seat."""
        return self.speech.letters(seat)

    def side(self, name: str) -> str:
        """The name of a side, by the letters of its seats."""
        return self.speech.letters(name)

    @property
    def sides(self) -> str:
        """Both sides, as the head of their numbers."""
        return BETWEEN.join(map(self.side, self.deal.position.rules.side_names))

    @property
    def valued(self) -> str:
        """The head of what best play comes to: ``NS : EW``, or ``NS − EW`` where only that is certain."""
        between = BETWEEN if self.is_sum_fixed else " − "
        return between.join(map(self.side, self.deal.position.rules.side_names))

    def value(self, value: Mapping[str, int] | None) -> str:
        """What best play comes to, under `valued`."""
        if value is None or self.is_sum_fixed:
            return pair_text(value)
        return signed(self._lead(value))

    def _lead(self, value: Mapping[str, int]) -> int:
        return lead_of(number_sides(self.deal.position.rules, value))

    def name(self, seat: str) -> str:
        """The name of a player; empty if nobody said it."""
        return plain((self.deal.names or {}).get(seat, ""), LONGEST_NAME)

    def player(self, seat: str) -> str:
        """The letter of a seat with the name of the player."""
        return f"{self.letter(seat)} {self.name(seat)}".rstrip()

    # ---- the deal

    @property
    def title(self) -> str:
        """The game."""
        return title_of(self.deal.position.rules, self.speech)

    def contract(self) -> list[str]:
        """What is played for, and who deals, in parts."""
        return contract_parts(self.deal.position, self.speech)

    @property
    def _is_bridge(self) -> bool:
        return self.deal.position.rules.scoring == Scoring.duplicate

    def auction(self) -> str:
        """The calls of bridge, on one line; empty where they are not known."""
        deal = self.deal
        if not deal.auction or deal.position.dealer is None:
            return ""
        calls = [_call_text(call, self.speech) for call in deal.auction]
        seat = self.letter(deal.position.dealer)
        return self.speech.say(words.AUCTION, seat=seat, calls=" ".join(calls))

    def bridge_end(self, values: Mapping[str, int] | None) -> str:
        """How a contract of bridge ends: made, with how many overtricks, or how many down; else nothing."""
        contract, rules = self.deal.position.contract, self.deal.position.rules
        if not self._is_bridge or contract.bid is None or contract.taker is None or values is None:
            return ""
        over = values[rules.side_names[rules.side_of(contract.taker)]] - BOOK - contract.bid
        if not over:
            return self.speech.say(words.JUST_MADE)
        return self.speech.say(words.N_OVER if over > 0 else words.N_DOWN, abs(over))

    # ---- the cards

    @cached_property
    def is_sum_fixed(self) -> bool:
        """Whether both sides' results are certain with best play, and not only their difference."""
        return is_sum_fixed(self.deal.position.rules)

    @cached_property
    def is_zero_sum(self) -> bool:
        """Whether what one side loses the other gains, so that a loss says it all."""
        if not self.is_sum_fixed:
            return False
        proved = [play.chosen for play in self.deal.plays if play.is_exact]
        return all(chosen.swing == 2 * (chosen.loss or 0) for chosen in proved)

    def cost(self, play: Play) -> int:
        """What a play gave away: of its side's own result, or of the difference where that says more."""
        return (play.chosen.loss if self.is_zero_sum else play.chosen.swing) or 0

    def amount(self, number: int) -> str:
        """So many tricks or points."""
        if not self.is_zero_sum:
            return self.speech.say(N_DIFFERENCE, number)
        is_tricks = self.deal.position.rules.objective == Objective.tricks
        return self.speech.say(N_TRICKS if is_tricks else N_POINTS, number)

    def sign(self, play: Play) -> str:
        """What stands behind a card that was a mistake."""
        if play.grade is None:
            return words.UNPROVED
        return SIGNS.get(play.grade, "")

    def grade(self, grade: Grade | None) -> str:
        """What a card is called."""
        return self.speech.say(words.UNJUDGED if grade is None else words.GRADES[grade])

    @property
    def mistakes(self) -> list[Play]:
        """The cards that gave something away."""
        return [play for play in self.deal.plays if play.chosen.swing]

    def verdict(self, play: Play) -> str:
        """The grade of a card and what it cost."""
        if play.grade is None:
            return self.speech.say(words.UNJUDGED)
        if not play.chosen.swing:
            return self.grade(play.grade)
        cost = self.amount(self.cost(play))
        if play.grade == Grade.good:
            return self.speech.say(words.COST_OF_GOOD, cost=cost)
        return self.speech.say(words.COST, grade=self.grade(play.grade), cost=cost)

    def why(self, play: Play) -> str:
        """What was better, and why."""
        if not play.chosen.swing:
            return ""
        explanation = self.deal.explanations.get(play.index)
        if explanation is not None:
            return explanation.text(self.speech)
        return self.speech.say(words.BETTER, cards=list(play.before.best))

    def change(self, play: Play) -> str:
        """The numbers before and after a card, in the result and in the score."""
        say, chosen = self.speech.say, play.chosen
        before, after = self.value(play.before.value), self.value(chosen.value)
        parts = [say(words.FROM_TO, sides=self.valued, before=before, after=after)]
        if self.is_sum_fixed and chosen.score is not None and chosen.score_swing not in (None, chosen.swing):
            best = next(card for card in play.before.cards if card.swing == 0)
            before, after = pair_text(best.score), pair_text(chosen.score)
            parts.append(say(words.SCORE_FROM_TO, before=before, after=after))
        return ", ".join(parts)

    def fair(self, play: Play) -> str:
        """The verdict by what the player could know; empty where it was not asked for."""
        verdict = play.fair
        if verdict is None:
            return ""
        if verdict.grade == Grade.best:
            return self.speech.say(words.FAIR_BEST)
        grade = self.grade(verdict.grade)
        return self.speech.say(words.FAIR_GRADE, grade=grade, cards=list(verdict.best))

    def turns(self, play: Play) -> list[TurningPoint]:
        """What changed hands with a card."""
        return [turn for turn in self.deal.turning_points if turn.play.index == play.index]

    # ---- the course of the value

    @cached_property
    def values(self) -> list[int | None]:
        """The value before the first card and after each; of the first side, or of the difference."""
        answers = [*(play.before for play in self.deal.plays), self.deal.end]
        return [self._charted(answer.value) for answer in answers]

    @property
    def charted(self) -> str:
        """What `values` are."""
        first, second = map(self.side, self.deal.position.rules.side_names)
        if self.is_zero_sum:
            return self.speech.say(words.GRAPH, side=first)
        return self.speech.say(words.GRAPH_DIFFERENCE, side=first, other=second)

    @property
    def charted_values(self) -> str:
        """`values` as they are read to somebody who does not see the graph."""
        known = [signed(value) for value in self.values if value is not None]
        return self.speech.labelled(self.charted, ", ".join(known))

    def _charted(self, value: Mapping[str, int] | None) -> int | None:
        if value is None:
            return None
        return number_sides(self.deal.position.rules, value)[0] if self.is_zero_sum else self._lead(value)

    @property
    def line_values(self) -> str:
        """What the numbers behind each trick are."""
        message = words.LINE_VALUES if self.is_sum_fixed else words.LINE_DIFFERENCE
        return self.speech.say(message, sides=self.valued)

    # ---- the outcome

    def outcome(self) -> list[tuple[str, str]]:
        """What best play would have given, and what came of it: pairs of a word and what it says."""
        say, deal = self.speech.say, self.deal
        lines = [(say(words.BEST_PLAY), self._result(deal.start))]
        if not deal.position.is_over:
            if deal.plays:
                lines.append((say(words.FROM_HERE), self._result(deal.end)))
            if deal.agreed is not None and deal.position.contract.taker is not None:
                lines.append((say(words.AGREED), self._agreed(deal.agreed)))
            return lines
        played, score = [self._result(deal.end)], deal.played().score
        if score is not None and score.outcome in words.OUTCOMES and not self._is_bridge:
            played.append(say(words.OUTCOMES[score.outcome]))
        if score is not None and score.held_over:
            played.append(say(words.HELD_OVER, n=score.held_over))
        return [*lines, (say(words.AS_PLAYED), self.speech.clauses(played))]

    def _agreed(self, tricks: int) -> str:
        """What a claim has come to."""
        position = self.deal.position
        rules, taker = position.rules, position.contract.taker or ""
        pair = (tricks, ALL_TRICKS - tricks) if rules.side_of(taker) == 0 else (ALL_TRICKS - tricks, tricks)
        values = rules.by_side(pair)
        parts = [self.by_side(values, N_TRICKS)]
        score = deal_score(rules, position.contract, position.dealer, pair)
        if score is not None:
            parts.append(self.speech.say(words.SCORES, score=self.by_side(rules.by_side(score.by_side))))
        return self.speech.clauses([*parts, *filter(None, [self.bridge_end(values)])])

    def _result(self, answer: Answer) -> str:
        say, rules = self.speech.say, self.deal.position.rules
        if answer.value is None:
            own = 0 if answer.to_play is None else rules.side_of(answer.to_play)
            return self._proved(answer.bounds, own)
        is_tricks = rules.objective == Objective.tricks
        if not self.is_sum_fixed and answer.to_play is not None:
            lead = self._lead(answer.value)
            return f"{self.valued} {'−' if lead < 0 else ''}{say(N_POINTS, abs(lead))}"
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
        """What came before all was judged and explained, and what is left out; nothing where nothing did."""
        deal = self.deal
        if deal.ended is None:
            return []
        said = [words.end_text(deal.ended, self.speech, is_exact=deal.exact and deal.start.exact)]
        if "plays" in deal.left_out:
            said.append(self.say(words.LEFT_OUT))
        elif "explanations" in deal.left_out:
            said.append(self.say(words.NOT_EXPLAINED))
        return said

    def _proved(self, bounds: Bounds, own: int) -> str:
        names = [self.side(name) for name in self.deal.position.rules.side_names]
        difference = self.speech.say(words.MINUS, side=names[own], other=names[1 - own])
        return self.speech.say(words.PROVED, difference=difference, low=bounds.low, high=bounds.high)

    # ---- the players

    def players(self) -> list[list[str]]:
        """A row for each player: who, the choices, how many of each grade, what was given away, accuracy."""
        rows = []
        for seat in self.deal.position.rules.players:
            summary = self.deal.summary(seat)
            grades = summary.grades
            lost = summary.loss if self.is_zero_sum else summary.swing
            accuracy = NOTHING if summary.accuracy is None else self.speech.percent(summary.accuracy / 100)
            counts = (grades[grade.value] for grade in words.N_OF_GRADE)
            rows.append([self.player(seat), *map(str, (summary.decisions, *counts, lost)), accuracy])
        return rows

    def player_heads(self) -> list[str]:
        """The heads of `players`."""
        heads = (words.PLAYER, words.CHOICES, *words.N_OF_GRADE.values(), words.GIVEN_AWAY, words.ACCURACY)
        return list(map(self.speech.say, heads))

    # ---- small words

    def say(self, message: str, **values: object) -> str:
        """One of the words of a report."""
        return self.speech.say(message, **values)  # type: ignore[arg-type]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row."""
        return " ".join(self.speech.say("{card}", card=card) for card in cards)

    def place(self, seat: str) -> Place:
        """A seat as a sentence names it."""
        return Place(seat)


def _call_text(call: str, speech: Speech) -> str:
    """A call with the symbol of its suit."""
    if call == PASS:
        return speech.say(words.PASS)
    if call.endswith("NT"):
        return call[:-2] + speech.say(words.NT)
    return call[:-1] + SYMBOLS[call[-1]] if call[-1] in SYMBOLS else call
