"""What an analysis holds: the plays of a deal, judged, and what they add up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

from solver.analysis.course import Course
from solver.analysis.expectation import FairVerdict
from solver.analysis.explain import Explanation, explain, turn_text
from solver.analysis.grades import Grade, Summary
from solver.analysis.themes import Case
from solver.analysis.turning import Turn, find_turns
from solver.cards import Card, Notation, format_card
from solver.engine import Answer, CardValue, Ended
from solver.errors import MAX_FAULTS, Fault
from solver.game import MatchScore, PlayedDeal, Position, ThrownIn, deal_score, result_of, score_steps, weave
from solver.rules import Rules
from solver.sentences import Language
from solver.speech import ENGLISH, Speech

LeftOut = Literal["plays", "explanations"]


@dataclass(frozen=True, slots=True)
class Play:
    """One card of a log, with the position it was played in as the solver sees it."""

    index: int
    """Its place in the log, from 0."""
    trick: int
    """The trick it belongs to, from 0."""
    seat: str
    card: Card
    before: Answer
    """The position before it: every playable card with its value, and one line of best play."""
    chosen: CardValue
    """The value of the card that was played."""
    grade: Grade | None = None
    """What it deserves to be called; None where that was not proved."""
    fair: FairVerdict | None = None
    """The verdict by what its player could know, where it was asked for."""

    @property
    def forced(self) -> bool:
        """Whether no other card was playable."""
        return len(self.before.cards) == 1

    @property
    def is_exact(self) -> bool:
        """Whether what it gave away was proved."""
        return self.chosen.swing is not None

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        chosen = self.chosen.to_dict(notation)
        judged = ("value", "score", "swing", "loss", "score_swing", "exact", "bounds")
        fair = {} if self.fair is None else {"fair": self.fair.to_dict(notation)}
        return {
            "index": self.index,
            "trick": self.trick,
            "seat": self.seat,
            "card": format_card(self.card, notation),
            "forced": self.forced,
            **{name: chosen[name] for name in judged if name in chosen},
            "grade": None if self.grade is None else self.grade.value,
            "best": [format_card(card, notation) for card in self.before.best],
            "cards": [card.to_dict(notation) for card in self.before.cards],
            "line": [format_card(card, notation) for card in self.before.line],
            **fair,
        }


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card with which something changed hands."""

    play: Play
    turn: Turn
    rules: Rules

    def to_dict(self, speech: Speech = ENGLISH) -> dict[str, Any]:
        """The form of the public contract."""
        play, turn = self.play, self.turn
        return {
            "index": play.index,
            "trick": play.trick,
            "seat": play.seat,
            "card": format_card(play.card, speech.notation),
            "what": turn.what,
            "from": turn.before,
            "to": turn.after,
            "says": self.text(speech),
        }

    def text(self, speech: Speech) -> str:
        """What changed hands, in a sentence."""
        return turn_text(self.turn, self.play.seat, self.play.card, self.rules, speech)


@dataclass(frozen=True)
class DealAnalysis:
    """One deal of a log, judged."""

    positions: tuple[Position, ...]
    """The deal before the first card and after each: one more than ``plays``."""
    plays: tuple[Play, ...]
    start: Answer
    """The value of the deal before the first card."""
    end: Answer
    """The value after the last card of the log: the actual result when the deal was played out."""
    log_id: str | None = None
    names: Mapping[str, str] | None = None
    left_over: tuple[Card, ...] = ()
    """Cards of the deck that were not dealt, where the log states them."""
    auction: tuple[str, ...] = ()
    """Bridge: the calls, the dealer's first, where the log states them."""
    agreed: int | None = None
    """Bridge: the tricks of the declarer's side on which a claim has ended the play."""
    ended: Ended | None = None
    """What came before all was judged and explained; None where nothing did."""
    left_out: tuple[LeftOut, ...] = ()
    """What there was no time for.  Of a deal without ``plays`` there are the first position and the last."""

    @property
    def position(self) -> Position:
        """The deal as far as it was played."""
        return self.positions[-1]

    @property
    def exact(self) -> bool:
        """Whether every card was judged exactly."""
        return "plays" not in self.left_out and all(play.is_exact for play in self.plays)

    def explained(self) -> Self:
        """The same, with its explanations worked out."""
        _ = self.turning_points
        return self

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """Each player's plays, added up as far as they were proved; by seat."""
        parts: dict[str, list[Summary]] = {seat: [] for seat in self.position.rules.players}
        for play in self.plays:
            parts[play.seat].append(Summary.of_play(play.grade, play.before.cards, play.chosen))
        return {seat: Summary.total(of_seat) for seat, of_seat in parts.items()}

    def summary(self, seat: str) -> Summary:
        """One player's plays, added up as far as they were proved."""
        return self.summaries[seat]

    def side_summary(self, side: int) -> Summary:
        """The plays of side 0 or 1, added up as far as they were proved."""
        rules = self.position.rules
        return Summary.total(own for seat, own in self.summaries.items() if rules.side_of(seat) == side)

    def after(self, play: Play) -> Answer:
        """The position after a play as the solver sees it."""
        return self.plays[play.index + 1].before if play.index + 1 < len(self.plays) else self.end

    def courses(self, play: Play) -> tuple[Course, Course] | None:
        """Best play from before a play, and best play after it, to the end; None unless they are proved."""
        position = self.positions[play.index]
        better, played = play.before.line, (play.card, *self.after(play).line)
        if not len(better) == len(played) == position.n_cards_left:
            return None
        return Course(position, better), Course(position, played)

    @cached_property
    def explanations(self) -> Mapping[int, Explanation]:
        """Of each card that gave something away, by its index in the log, what is behind that.

        Only of those whose two lines, best play and best play after the card, are proved to the end.
        """
        found: dict[int, Explanation] = {}
        if "explanations" in self.left_out:
            return found
        for play in self.plays:
            lines = self.courses(play) if play.chosen.swing else None
            if lines is not None:
                best = next(card for card in play.before.cards if card.swing == 0)
                found[play.index] = explain(Case(*lines, best, play.chosen))
        return found

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The cards with which the outcome changed hands, in order; several of one card stand together."""
        return tuple(
            TurningPoint(self.plays[index], turn, self.position.rules)
            for index, explanation in self.explanations.items()
            for turn in find_turns(explanation.case)
        )

    def played(self) -> PlayedDeal:
        """What the deal brings to a match: its score, when it was played out."""
        position = self.position
        if not position.is_over:
            return PlayedDeal(None)
        result = result_of(position.rules, position.dealer, position.tally)
        score = deal_score(
            position.rules, position.contract, position.dealer, result.result, position.belote_side
        )
        taker = position.contract.taker
        return PlayedDeal(
            score,
            score_steps(position.rules, position.contract, position.dealer, result),
            None if taker is None else position.rules.side_of(taker),
        )

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """The form of the public contract; explanations in that language."""
        position, speech = self.position, Speech(language, notation)
        data: dict[str, Any] = {} if self.log_id is None else {"id": self.log_id}
        data["variant"] = position.rules.name
        data["exact"] = self.exact
        if self.ended is not None:
            data["limit"] = self.ended.to_dict()
        if self.left_out:
            data["left_out"] = list(self.left_out)
        data["complete"] = position.is_over
        if position.contract.turned_up is not None:
            data["turned_up"] = format_card(position.contract.turned_up, notation)
        if self.left_over:
            data["left_over"] = [format_card(card, notation) for card in self.left_over]
        data["double_dummy"] = _outcome(self.start)
        data["actual"] = _outcome(self.end) if position.is_over else None
        if self.end.belote is not None:
            data["belote"] = self.end.belote
        if position.is_over:
            result = result_of(position.rules, position.dealer, position.tally)
            data["breakdown"] = result.to_dict(position.rules)
            score = self.played().score
            if score is not None:
                data["outcome"] = score.outcome.value
                data["held_over"] = score.held_over
        names = self.names or {}
        data["players"] = {
            seat: ({"name": names[seat]} if seat in names else {}) | self.summary(seat).to_dict()
            for seat in position.rules.players
        }
        data["sides"] = {
            name: self.side_summary(side).to_dict() for side, name in enumerate(position.rules.side_names)
        }
        data["turning_points"] = [turn.to_dict(speech) for turn in self.turning_points]
        data["plays"] = [play.to_dict(notation) | self._explained(play, speech) for play in self.plays]
        data["stats"] = {
            "nodes": sum(play.before.stats.nodes for play in self.plays),
            "time_ms": round(sum(play.before.stats.time_ms for play in self.plays), 3),
        }
        return data

    def _explained(self, play: Play, speech: Speech) -> dict[str, Any]:
        explanation = self.explanations.get(play.index)
        if explanation is None:
            return {}
        themes = [theme.value for theme in explanation.themes]
        return {"themes": themes, "explanation": explanation.text(speech)}


@dataclass(frozen=True, slots=True)
class Analysis:
    """A log judged card by card: one deal, or several with the score of the match."""

    deals: tuple[DealAnalysis, ...]
    match: MatchScore | None = None
    log_id: str | None = None
    faults: tuple[Fault, ...] | None = None
    """What is wrong with the plays of a log that may be wrong, with pointers into the log; else None."""
    thrown_in: tuple[ThrownIn, ...] = ()
    """The deals of a match in which everybody passed; they are not among ``deals``."""

    @property
    def exact(self) -> bool:
        """Whether every card of every deal was judged exactly."""
        return all(deal.exact for deal in self.deals)

    @property
    def ended(self) -> Ended | None:
        """What came before all was judged and explained; None where nothing did."""
        return next((deal.ended for deal in self.deals if deal.ended is not None), None)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of all deals, in order."""
        return tuple(play for deal in self.deals for play in deal.plays)

    def all_deals(self) -> tuple[DealAnalysis | ThrownIn, ...]:
        """Every deal of the log, in order, those that were thrown in too."""
        return tuple(weave(self.deals, self.thrown_in))

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """The form of the public contract: that of the deal, or ``deals`` with ``totals`` and ``match``."""
        faults = {} if self.faults is None else {"faults": _fault_dicts(self.faults, language)}
        if self.match is None:
            return self.deals[0].to_dict(notation, language) | faults
        rules = self.deals[0].position.rules
        data: dict[str, Any] = {} if self.log_id is None else {"id": self.log_id}
        seats = rules.players
        return data | {
            "variant": rules.name,
            "exact": self.exact,
            **({} if self.ended is None else {"limit": self.ended.to_dict()}),
            **faults,
            "match": self.match.to_dict(rules),
            "totals": {
                seat: Summary.total(deal.summary(seat) for deal in self.deals).to_dict() for seat in seats
            },
            "sides": {
                name: Summary.total(deal.side_summary(side) for deal in self.deals).to_dict()
                for side, name in enumerate(rules.side_names)
            },
            "deals": [
                deal.to_dict() if isinstance(deal, ThrownIn) else deal.to_dict(notation, language)
                for deal in self.all_deals()
            ],
        }


def _fault_dicts(faults: Sequence[Fault], language: Language) -> list[dict[str, Any]]:
    return [fault.to_dict(language) for fault in faults[:MAX_FAULTS]]


def _outcome(answer: Answer) -> dict[str, Any]:
    data: dict[str, Any] = {"exact": answer.value is not None}
    if answer.value is None:
        return data | {"bounds": answer.bounds.to_dict(), "bounds_of": answer.to_play}
    data["value"] = dict(answer.value)
    if answer.score is not None:
        data["score"] = dict(answer.score)
    return data
