"""Figures: what players and partnerships gave away, as the columns of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solver.analysis import SIGNS, Grade, Summary
from solver.knowledge import Estimate
from solver.report import words
from solver.report.plain_text import NOTHING
from solver.sentences import Message
from solver.speech import Speech


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of a player."""

    head: str
    cell: Callable[[Summary], str]
    size: Callable[[Summary], float | None]
    """The number that the cell shows, by which rows can be sorted; None where it shows none."""
    meaning: str = ""
    """Its text in the legend of the table; empty for nothing."""
    sign: str = ""
    """For the number of cards of a grade: its sign, which can stand in the place of the head."""


@dataclass(frozen=True)
class Figures:
    """The figures of those who played, each with a name, over one deal or several."""

    of: Sequence[tuple[str, Summary]]
    is_zero_sum: bool
    """True if a loss of the own result says all, so that it stands in the place of the difference."""
    speech: Speech

    @cached_property
    def is_scored_apart(self) -> bool:
        """True if the score is another number than the result, with all cards known or in expectation."""
        pairs = [
            (in_score, of_result)
            for _, summary in self.of
            for in_score, of_result in (
                (summary.score_swing, (summary.swing, summary.loss)),
                (summary.expected_score_swing, (summary.expected_swing, summary.expected_loss)),
            )
        ]
        return any(in_score is not None and in_score not in of_result for in_score, of_result in pairs)

    def given_away(self, summary: Summary) -> int:
        """Return what was given away of the result."""
        return summary.loss if self.is_zero_sum else summary.swing

    def in_score(self, summary: Summary) -> int:
        """Return what was given away of the score; of the result, where that is the score."""
        return (summary.score_swing or 0) if self.is_scored_apart else self.given_away(summary)

    @cached_property
    def columns(self) -> list[Column]:
        """The columns behind the name: those that any of the players has a number in."""
        say, number = self.speech.say, self.speech.number
        columns = [_counted(say(words.CHOICES), lambda summary: summary.decisions)]
        for grade, head in words.N_OF_GRADE.items():
            columns.append(_counted(say(head), _count_of(grade), sign=SIGNS[grade]))

        def add_numbers(
            head: Message, number_of: Callable[[Summary], int | None], meaning: Message = ""
        ) -> None:
            if any(number_of(summary) is not None for _, summary in self.of):
                said = (say(head), _cell_of(number_of, number), number_of)
                columns.append(Column(*said, say(meaning) if meaning else ""))

        add_numbers(words.GIVEN_AWAY, self.given_away, words.GIVEN_AWAY_IS)
        if self.is_scored_apart:
            add_numbers(words.IN_SCORE, lambda summary: summary.score_swing, words.IN_SCORE_IS)
        add_numbers(words.IMPS, lambda summary: summary.imps)
        if self.has_expected:
            head = words.EXPECTED_IN_SCORE if self.is_scored_apart else words.EXPECTED
            if self._is_in_imps:
                head = words.EXPECTED_IMPS
            columns.append(Column(say(head), self.expected_text, self._expected_mean, say(words.EXPECTED_IS)))
        if any(summary.accuracy is not None for _, summary in self.of):
            accuracy = say(words.ACCURACY), self._accuracy, lambda summary: summary.accuracy
            columns.append(Column(*accuracy, say(words.ACCURACY_IS)))
        return columns

    @cached_property
    def has_expected(self) -> bool:
        """True if some cards were judged by what their players could know."""
        return any(self.expected(summary) is not None for _, summary in self.of)

    @cached_property
    def _is_in_imps(self) -> bool:
        return any(summary.imps is not None for _, summary in self.of)

    def expected(self, summary: Summary) -> Estimate | None:
        """Return what was given away by what could be known: in IMPs, of the score, or of the result."""
        if self._is_in_imps:
            return summary.expected_imps
        if self.is_scored_apart:
            return summary.expected_score_swing
        return summary.expected_loss if self.is_zero_sum else summary.expected_swing

    def expected_text(self, summary: Summary) -> str:
        """Return `expected` with its standard error."""
        return estimate_text(self.expected(summary), self.speech)

    def _expected_mean(self, summary: Summary) -> float | None:
        found = self.expected(summary)
        return None if found is None else found.mean

    def _accuracy(self, summary: Summary) -> str:
        return NOTHING if summary.accuracy is None else self.speech.percent(summary.accuracy / 100)

    def rows(self) -> list[list[str]]:
        """Return a row for each of those who played: the name, and a cell for each column."""
        columns = self.columns
        return [[name, *(column.cell(summary) for column in columns)] for name, summary in self.of]

    def heads(self) -> list[str]:
        """Return the heads of `rows`."""
        return [self.speech.say(words.PLAYER), *(column.head for column in self.columns)]

    def legend(self) -> str:
        """Return the meaning of the columns that need one."""
        return " · ".join(column.meaning for column in self.columns if column.meaning)


def estimate_text(found: Estimate | None, speech: Speech) -> str:
    """Return a mean and its standard error, to one decimal."""
    if found is None:
        return NOTHING
    mean = speech.number(found.mean, 1)
    return f"{mean} ± {speech.number(found.error, 1)}" if found.error else mean


def _cell_of(
    number_of: Callable[[Summary], int | None], say: Callable[[int], str]
) -> Callable[[Summary], str]:
    def cell(summary: Summary) -> str:
        found = number_of(summary)
        return NOTHING if found is None else say(found)

    return cell


def _count_of(grade: Grade) -> Callable[[Summary], int]:
    return lambda summary: summary.n_of(grade)


def _counted(head: str, number_of: Callable[[Summary], int], sign: str = "") -> Column:
    return Column(head, lambda summary: str(number_of(summary)), number_of, sign=sign)
