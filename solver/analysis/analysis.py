"""Analyses: the judged deals of a log, one or several, with the totals of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.analysis.costliest import CostlyPlay, find_costliest
from solver.analysis.judged import DealAnalysis
from solver.analysis.plays import Play
from solver.analysis.summary import Summary
from solver.answer_json import text_in, written, written_in
from solver.answer_row import SeatName, SideName, row, shows
from solver.cards import Notation
from solver.engine import IF_NONE, LIMIT, Ended, Stats
from solver.errors import MAX_FAULTS, Fault
from solver.game import MatchScore, ThrownIn, weave
from solver.rules import Rules
from solver.sentences import Language
from solver.speech import Speech

_FAULTS = "What is wrong with the plays that are not judged."
_NOT_PARTIAL = "unless `partial` was asked for"


@dataclass(frozen=True, slots=True)
class LoneDeal:
    """One deal of a log, judged card by card."""

    deal: DealAnalysis = field(metadata=row("The deal.", spread=True))
    faults: tuple[Fault, ...] | None = field(metadata=row(_FAULTS, absent=_NOT_PARTIAL))


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Several deals of one match, judged card by card, with the score of the match."""

    log_id: str | None = field(
        default=None, metadata=row("The log's name, as in the request.", absent="if it has none", name="id")
    )
    deals: tuple[DealAnalysis, ...]
    thrown_in: tuple[ThrownIn, ...] = ()
    """The deals of a match in which everybody passed; they are not among ``deals``."""

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self._rules.name

    @property
    @shows("Whether every card of every deal was judged exactly.")
    def exact(self) -> bool:
        """True if every card of every deal was judged exactly."""
        return all(deal.exact for deal in self.deals)

    @property
    @shows(LIMIT, absent=IF_NONE, name="limit")
    def ended(self) -> Ended | None:
        """The limit that ended the work before all was judged and explained, or None."""
        return next((deal.ended for deal in self.deals if deal.ended is not None), None)

    faults: tuple[Fault, ...] | None = None
    """The faults of the plays of a log that may be wrong, with pointers into the log; else None."""

    @property
    @shows(_FAULTS, absent=_NOT_PARTIAL, name="faults")
    def first_faults(self) -> tuple[Fault, ...] | None:
        """As many of ``faults`` as an answer names."""
        return None if self.faults is None else self.faults[:MAX_FAULTS]

    match: MatchScore | None = None
    """The score of the match; None for a log of one deal."""

    @property
    @shows("The score of the match.", name="match")
    def score_of_match(self) -> MatchScore:
        """The score of the match, which a log of several deals has."""
        assert self.match is not None, "a log of one deal is written as its deal"
        return self.match

    @property
    @shows("Each player's plays over all deals, added up; dummy's cards are the declarer's.")
    def totals(self) -> Mapping[SeatName, Summary]:
        """Each player's plays over all deals, added up."""
        return {
            seat: Summary.total(deal.summary(seat) for deal in self.deals) for seat in self._rules.players
        }

    @property
    @shows("The same for each side, by its name.")
    def sides(self) -> Mapping[SideName, Summary]:
        """The plays of each side over all deals, added up."""
        return {
            name: Summary.total(deal.side_summary(side) for deal in self.deals)
            for side, name in enumerate(self._rules.side_names)
        }

    @property
    @shows(
        "The ten cards that cost most, the costliest first: by what they gave away in expectation where they "
        "have a fair verdict, else with all cards known; of the deal score where there is one, else of the "
        "result. Cards are left out that gave nothing away so, or not beyond doubt. An expected loss of "
        "score counts only where it is beyond doubt itself, however great it is: a card of which only the "
        "expected loss of the result is so stands after those, by that."
    )
    def costliest(self) -> tuple[CostlyPlay, ...]:
        """The ten cards that cost most, the costliest first."""
        numbered = enumerate(self.all_deals())
        return find_costliest([(n, deal) for n, deal in numbered if isinstance(deal, DealAnalysis)])

    @shows("The deals, in order.", name="deals")
    def all_deals(self) -> tuple[DealAnalysis | ThrownIn, ...]:
        """Every deal of the log, in order, deals that were thrown in too."""
        return tuple(weave(self.deals, self.thrown_in))

    @property
    def stats(self) -> Stats:
        """The cost of judging the plays of all deals."""
        return Stats.total(deal.stats for deal in self.deals)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of all deals, in order."""
        return tuple(play for deal in self.deals for play in deal.plays)

    @property
    def _rules(self) -> Rules:
        return self.deals[0].position.rules

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """Return the analysis in JSON types: that of its deal, or that of a match."""
        return written(self._shown, notation, language)

    def to_dict_in(self, speech: Speech) -> dict[str, Any]:
        """Return the same with the letters and the words of ``speech``."""
        return written_in(self._shown, speech)

    def to_json_in(self, speech: Speech) -> str:
        """Return the same as JSON without spaces."""
        return text_in(self._shown, speech)

    def to_json(self, notation: Notation = "en", language: Language = "en") -> str:
        """Return what `to_dict` returns as JSON without spaces; much sooner than through it."""
        return self.to_json_in(Speech(language, notation))

    @property
    def _shown(self) -> "Analysis | LoneDeal":
        return LoneDeal(self.deals[0], self.first_faults) if self.match is None else self
