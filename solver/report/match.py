"""The texts of a report on a match: players and partnerships compared over its deals, the costliest cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.analysis import Analysis, DealAnalysis, Play, Summary
from solver.game import MatchDeal, MatchScore
from solver.report import words
from solver.report.deal import DealReport
from solver.report.figures import Figures
from solver.report.plain_text import NOTHING, pair_text
from solver.speech import Speech


@dataclass(frozen=True)
class MatchReport:
    """The words and numbers of a report on several deals."""

    analysis: Analysis
    speech: Speech

    @cached_property
    def deals(self) -> dict[int, DealReport]:
        """The reports on the deals that were played, by their numbers from 0."""
        return {
            number: DealReport(deal, self.speech)
            for number, deal in enumerate(self.analysis.all_deals())
            if isinstance(deal, DealAnalysis)
        }

    @cached_property
    def _is_zero_sum(self) -> bool:
        return all(deal.is_zero_sum for deal in self.analysis.deals)

    def name(self, seat: str) -> str:
        """Return the letter of a seat, with the name of the player if it is the same in all deals."""
        names = {report.player(seat) for report in self.deals.values()}
        return names.pop() if len(names) == 1 else self.speech.letters(seat)

    @cached_property
    def players(self) -> Figures:
        """The figures of each player over all deals."""
        of = [(self.name(seat), summary) for seat, summary in self.analysis.totals.items()]
        return Figures(of, self._is_zero_sum, self.speech)

    @cached_property
    def partnerships(self) -> Figures | None:
        """The figures of each side over all deals; None where each player is a side."""
        sides = self.analysis.sides
        if len(sides) == len(self.analysis.totals):
            return None
        of = [(self.speech.letters(side), summary) for side, summary in sides.items()]
        return Figures(of, self._is_zero_sum, self.speech)

    def legend(self) -> str:
        """Return the meaning of the columns of `players` and of `partnerships`."""
        # Both have the same columns, but for an accuracy that only the sides may have.
        figures = [self.players, *([] if self.partnerships is None else [self.partnerships])]
        return max((found.legend() for found in figures), key=len)

    # ---- deal by deal

    def by_deal_title(self) -> str:
        """Return the title of `by_deal`, which says what its numbers are."""
        message = words.BY_DEAL_IN_SCORE if self.players.is_scored_apart else words.BY_DEAL
        return self.speech.say(message)

    def by_deal_heads(self) -> list[str]:
        """Return the heads of `by_deal`: those of the players, then those of the sides."""
        seats = list(self.analysis.totals)
        sides = [] if self.partnerships is None else list(self.analysis.sides)
        return [self.speech.say(words.MATCH_DEAL), *map(self.speech.letters, (*seats, *sides))]

    def by_deal(self) -> list[list[str]]:
        """Return a row for each deal, with what each player and each side gave away; the last is the sum."""
        rows = [
            [
                str(number + 1),
                *(
                    NOTHING
                    if (given := self.given_away(report, summary)) is None
                    else self.speech.number(given)
                    for summary in self._compared(report.deal.summaries, report.deal.sides)
                ),
            ]
            for number, report in self.deals.items()
        ]
        total = [
            self.speech.number(self.players.in_score(summary))
            for summary in self._compared(self.analysis.totals, self.analysis.sides)
        ]
        return [*rows, [self.speech.say(words.MATCH_TOTAL), *total]]

    def _compared(self, players: Mapping[str, Summary], sides: Mapping[str, Summary]) -> list[Summary]:
        return [*players.values(), *([] if self.partnerships is None else sides.values())]

    def given_away(self, report: DealReport, summary: Summary) -> int | None:
        """Return what was given away in a deal, as `by_deal` has it; None of the score of one without."""
        if self.players.is_scored_apart and report.deal.plays and not report.deal.is_scored:
            return None
        return self.players.in_score(summary)

    # ---- the score

    def scores(self) -> list[str]:
        """Return the score of each deal, or why it has none."""
        assert self.analysis.match is not None, "a match has a score"
        return [
            self._score(self.deals.get(number), scored)
            for number, scored in enumerate(self.analysis.match.deals)
        ]

    def _score(self, report: DealReport | None, scored: MatchDeal) -> str:
        if report is None:
            return self.speech.say(words.PASSED_OUT)
        if report.deal.reached is None:
            return self.speech.say(words.UNFINISHED)
        return self.speech.say(words.UNSCORED) if report.deal.score is None else pair_text(scored.score)

    # ---- the costliest cards

    def costliest(self) -> list[tuple[int, Play, DealReport]]:
        """Return the cards that cost most, each with the number of its deal, from 1, and its report."""
        return [(found.deal + 1, found.play, self.deals[found.deal]) for found in self.analysis.costliest]


def standing(report: DealReport, match: MatchScore) -> list[str]:
    """Return the score of a match in sentences, and what becomes of it; ``report`` is of one of its deals."""
    say, rules = report.speech.say, match.rules
    said = [say(words.MATCH_STANDS, said=report.by_side(match.totals))]
    if match.winner is not None and match.decided_in is not None:
        side = report.side(match.winner)
        said.append(say(words.MATCH_WON, side=side, target=rules.target, n=match.decided_in + 1))
    elif rules.target:
        said.append(say(words.MATCH_GOES_TO, target=rules.target))
    if match.held_over:
        said.append(say(words.HELD_OVER, n=match.held_over) + ".")
    return said
