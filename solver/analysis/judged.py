"""Judged deals: the plays of a deal with their values and grades, and what they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Literal

from solver.analysis.calls import JudgedCall
from solver.analysis.final_contract import JudgedContract
from solver.analysis.plays import ExplainedPlay, Play, TurningPoint
from solver.analysis.summary import Summary, stake_of
from solver.answer_json import written
from solver.answer_row import BySide, SeatName, SideName, row, shows
from solver.cards import Card, Notation
from solver.engine import IF_NONE, LIMIT, Answer, Bounds, Ended, Stats
from solver.game import (
    NOTHING_TOLD,
    Auction,
    Breakdown,
    BridgeScoring,
    Outcome,
    Pair,
    PlayedDeal,
    Position,
    Score,
    TurnedCards,
    final_result,
    result_of,
    score_steps,
)
from solver.knowledge import Sampling
from solver.reasons import Course, Explanation, Mistake, find_turns, is_sum_fixed, is_zero_sum
from solver.records import made_quickly
from solver.rules import ALL_TRICKS
from solver.sentences import Language

LeftOut = Literal["plays", "explanations", "reasons", "fair", "calls"]

_NO_SCORE = "for a log that stops early without a claim, and where no score can be told"


def is_asked(play: Play, sampling: Sampling) -> bool:
    """True if ``sampling`` asks for a fair verdict on a play."""
    if sampling.plays == "all":
        return not play.forced
    return bool(play.chosen.swing) or (play.chosen.score_swing or 0) > 0


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeAnswer:
    """The value of a deal, or its proved bounds."""

    answer: Answer

    @property
    @shows("Whether the value is proved.")
    def exact(self) -> bool:
        """True if the value is proved."""
        return self.answer.value is not None

    @property
    @shows("The result of each side.", absent="while it is not proved")
    def value(self) -> BySide | None:
        """The result of each side; None while it is not proved."""
        return self.answer.value

    @property
    @shows("The deal score.", absent="where none can be told, or the value is not proved")
    def score(self) -> BySide | None:
        """The deal score; None where none can be told."""
        return self.answer.score

    @property
    @shows("What is proved, while the value is not.", in_place_of="value")
    def bounds(self) -> Bounds:
        """Proved bounds of own minus other of one seat."""
        return self.answer.bounds

    @property
    @shows("The seat whose own minus other's the bounds are of.", in_place_of="value")
    def bounds_of(self) -> SeatName | None:
        """The seat that the bounds are of."""
        return self.answer.to_play


@dataclass(frozen=True, kw_only=True)
class DealAnalysis:
    """One deal of a log, judged card by card."""

    log_id: str | None = field(
        default=None, metadata=row("The deal's name, as in the request.", absent="if it has none", name="id")
    )
    positions: tuple[Position, ...] = field(repr=False)
    """The deal before the first card and after each: one more than ``plays``."""
    plays: tuple[Play, ...]
    start: Answer
    """The value of the deal before the first card."""
    end: Answer
    """The value after the last card of the log: the actual result when the deal was played out."""
    names: Mapping[str, str] | None = None
    """The players' names by seat, where the log states them."""
    auction: tuple[str, ...] = ()
    """The calls, first that of the player who speaks first, where the log states them."""
    bidding: Auction | None = None
    """The auction up to its last call, where the log states it; None of bridge."""
    turned_cards: TurnedCards = NOTHING_TOLD
    """The cards turned up on the way to trumps, as far as the log tells them besides the contract."""
    sampling: Sampling | None = None
    """The sampling of the fair verdicts; None if they were not asked for."""
    agreed: int | None = None
    """Bridge: the tricks of the declarer's side on which a claim has ended the play."""

    def __hash__(self) -> int:
        # Of equal analyses these are equal; explanations, which are many, have no hash.
        return hash((self.log_id, self.positions, self.left_out))

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self.position.rules.name

    scoring: BridgeScoring | None = field(
        default=None,
        metadata=row("Bridge: how deals are compared, by which cards are graded.", absent="in other games"),
    )

    @cached_property
    @shows("Whether every card was judged exactly, and the result of best play is known.")
    def exact(self) -> bool:
        """True if every card was judged exactly, and the value of the deal is proved."""
        return "plays" not in self.left_out and self.start.exact and all(play.is_exact for play in self.plays)

    @cached_property
    def is_zero_sum(self) -> bool:
        """True if with every card one side loses what the other wins, so that a loss says all."""
        rules = self.position.rules
        return is_sum_fixed(rules) and all(
            is_zero_sum(rules, play.chosen) for play in self.plays if play.is_exact
        )

    ended: Ended | None = field(default=None, metadata=row(LIMIT, absent=IF_NONE, name="limit"))
    """The limit reached before all was judged and explained, or None."""
    explanations: Mapping[int, Explanation] = field(default_factory=dict)
    """The explanation of each card that gave something away, by its index in the log."""
    left_out: tuple[LeftOut, ...] = ()
    """The parts that no time was left for.  A deal without ``plays`` has only its first and last position."""

    @property
    @shows(
        "What is not there because a limit came first: the judging of its `plays`, of which there are none "
        "then; `explanations`, which turning points rest on; the proofs of all their `reasons`; the `fair` "
        "verdict of a card that was to have one, so that its `grade` is the `open_grade`; or some "
        "`calls`, the `final_contract`, or deals for them.",
        absent="if nothing is left out",
        name="left_out",
    )
    def said_left_out(self) -> tuple[LeftOut, ...] | None:
        """``left_out``, with fair verdicts; None if nothing was left out."""
        return (*self.left_out, *(("fair",) if self.without_verdict else ())) or None

    @cached_property
    def without_verdict(self) -> tuple[Play, ...]:
        """The plays for which a fair verdict was asked in vain: their grades are those with open cards."""
        asked = self.sampling
        if asked is None:
            return ()
        return tuple(play for play in self.plays if play.fair is None and is_asked(play, asked))

    @property
    @shows("Whether the log plays the deal to its end.")
    def complete(self) -> bool:
        """True if the log plays the deal to its end."""
        return self.position.is_over

    @property
    @shows("The card turned up, as in the request.", absent="if none was stated")
    def turned_up(self) -> Card | None:
        """The card turned up; None where none was stated."""
        return self.position.contract.turned_up

    left_over: tuple[Card, ...] = ()
    """Cards of the deck that were not dealt, where the log states them."""

    @property
    @shows(
        "The cards that were not dealt, as in the request.", absent="if none were stated", name="left_over"
    )
    def said_left_over(self) -> tuple[Card, ...] | None:
        """``left_over``; None if there are none."""
        return self.left_over or None

    @property
    @shows("With best play from the start.")
    def double_dummy(self) -> OutcomeAnswer:
        """The result of best play from the start."""
        return OutcomeAnswer(answer=self.start)

    @property
    @shows("What was reached; null for a log that stops early.")
    def actual(self) -> OutcomeAnswer | None:
        """The actual result; None for a log that stops early."""
        return OutcomeAnswer(answer=self.end) if self.complete else None

    @property
    @shows(
        "The side of the player with king and queen of trumps.",
        absent="where nobody has both, or the game does not count them",
    )
    def belote(self) -> SideName | None:
        """The side of the player with king and queen of trumps."""
        return self.end.belote

    @property
    @shows("What the actual result is made of.", absent="for a log that stops early")
    def breakdown(self) -> Breakdown | None:
        """The parts of the actual result; None for a log that stops early."""
        position = self.position
        if not position.is_over:
            return None
        return Breakdown(position.rules, result_of(position.rules, position.dealer, position.tally))

    @property
    @shows("What became of the contract.", absent=_NO_SCORE)
    def outcome(self) -> Outcome | None:
        """The outcome of the contract; None if it cannot be told."""
        score = self.score
        return None if score is None else score.outcome

    @property
    @shows("Points that wait for the side that wins the next contract.", absent=_NO_SCORE)
    def held_over(self) -> int | None:
        """Points that wait for the side that wins the next contract."""
        score = self.score
        return None if score is None else score.held_over

    @property
    @shows("Each player's plays, added up. Dummy's cards are the declarer's: dummy has no decisions.")
    def players(self) -> Mapping[SeatName, Summary]:
        """Each player's plays, added up, with the player's name."""
        names = self.names or {}
        return {
            seat: replace(self.summaries[seat], name=names.get(seat)) for seat in self.position.rules.players
        }

    @property
    @shows("The same for each side, by its name.")
    def sides(self) -> Mapping[SideName, Summary]:
        """The plays of each side, added up."""
        return {name: self.side_summary(side) for side, name in enumerate(self.position.rules.side_names)}

    @cached_property
    @shows("The cards with which the outcome changed hands, in order.")
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The cards with which the outcome changed hands, in order; several of one card stand together."""
        return tuple(
            TurningPoint(self.plays[index], turn, self.position.rules)
            for index, explanation in self.explanations.items()
            for turn in find_turns(explanation.mistake, explanation.compared)
        )

    @property
    @shows("Every card of the log, unless `left_out`.", name="plays")
    def explained_plays(self) -> tuple[ExplainedPlay, ...]:
        """The plays, each with its explanation."""
        return tuple(ExplainedPlay(play, self.explanations.get(play.index)) for play in self.plays)

    @property
    @shows("What it cost.")
    def stats(self) -> Stats:
        """The cost of judging the plays, or the deal if there are none: nodes and time of the searches."""
        return Stats.total(answer.stats for answer in [play.before for play in self.plays] or [self.start])

    calls: tuple[JudgedCall, ...] | None = field(
        default=None,
        metadata=row(
            "The calls of the auction, each judged by what its player saw and had heard. None are where the "
            "log states no auction, in games whose calls are not judged, and in belote unless the log tells "
            "the deal as it was dealt.",
            absent="unless `calls` asked for it",
        ),
    )
    """The calls as far as they were judged, in order; None if that was not asked for."""
    final_contract: JudgedContract | None = field(
        default=None,
        metadata=row(
            "Bridge: the contract judged by the 26 cards of its pair, over deals in which the cards of the "
            "defenders are drawn.",
            absent="unless `calls` asked for it, and its nodes and the limit left enough for two deals; in "
            "other games; where the contract has no declarer or level, and for short deals",
        ),
    )
    """Bridge: the contract judged by the hands of its pair; None where it was not, or could not be."""

    @property
    def position(self) -> Position:
        """The deal as far as it was played."""
        return self.positions[-1]

    @property
    def is_scored(self) -> bool:
        """True if it is told what a card costs in the score, as in no deal without a score."""
        return any(play.chosen.score_swing is not None for play in self.plays)

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """Each player's plays added up, as far as they were proved, by seat; dummy has none."""
        stake = stake_of(self.position.rules, self.scoring, is_scored=self.is_scored)
        parts: dict[str, list[Summary]] = {seat: [] for seat in self.position.rules.players}
        for play in self.plays:
            if not play.forced:
                parts[play.player].append(Summary.of_play(play, stake, self.scoring))
        return {seat: Summary.total(of_seat) for seat, of_seat in parts.items()}

    def summary(self, seat: str) -> Summary:
        """Return one player's plays added up, as far as they were proved."""
        return self.summaries[seat]

    def side_summary(self, side: int) -> Summary:
        """Return the plays of side 0 or 1 added up, as far as they were proved."""
        rules = self.position.rules
        return Summary.total(own for seat, own in self.summaries.items() if rules.side_of(seat) == side)

    def after(self, play: Play) -> Answer:
        """Return the position after a play as the solver sees it."""
        return self.plays[play.index + 1].before if play.index + 1 < len(self.plays) else self.end

    def courses(self, play: Play) -> tuple[Course, Course] | None:
        """Return best play from before a play and after it, to the end; None unless both are proved.

        After the play the game is followed for as long as its cards give nothing away: readers saw that.
        """
        position = self.positions[play.index]
        better, played = play.before.line, self._best_from(play)
        if not len(better) == len(played) == position.n_cards_left:
            return None
        return Course(position, better), Course(position, played)

    def _best_from(self, play: Play) -> tuple[Card, ...]:
        """Return a play and best play after it: the game's own as far as it gives nothing away."""
        later = takewhile(lambda one: one.chosen.swing == 0, self.plays[play.index + 1 :])
        followed = [play, *later]
        return (*(one.card for one in followed), *self.after(followed[-1]).line)

    def mistake(self, play: Play) -> Mistake | None:
        """Return a play with both lines: best play, and best play after it.

        Return None for a card that gave nothing away, and unless both lines are proved to the end.
        """
        lines = self.courses(play) if play.chosen.swing else None
        if lines is None:
            return None
        first = lines[0].line[0]
        best = next(card for card in play.before.cards if card.card == first)
        others = [card for card in play.before.cards if card.swing == 0 and card is not best]
        return Mistake(*lines, best, play.chosen, others)

    @property
    def reached(self) -> Pair | None:
        """The result of the deal, played out or agreed by a claim; None for a log that stops early.

        A claim in an ending is none: it may count the tricks before the ending or leave them out.
        """
        position = self.position
        if position.is_over:
            return final_result(position.rules, position.dealer, position.tally)
        is_whole = position.deal.n_cards == len(position.rules.deck)
        if self.agreed is None or position.taking_side is None or not is_whole:
            return None
        rest = ALL_TRICKS - self.agreed
        return (self.agreed, rest) if position.taking_side == 0 else (rest, self.agreed)

    def played(self) -> PlayedDeal:
        """Return what the deal brings to a match: its score, if it was played out or a claim has ended it."""
        position, reached = self.position, self.reached
        if reached is None:
            return PlayedDeal(None)
        result = result_of(position.rules, position.dealer, position.tally)
        steps = score_steps(position.rules, position.contract, position.dealer, result)
        return PlayedDeal(position.score(reached), steps, position.taking_side)

    @property
    def score(self) -> Score | None:
        """The deal score; None of a log that stops early without a claim, and where none can be told."""
        return self.played().score

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """Return the analysis of the deal in JSON types; explanations in ``language``."""
        return written(self, notation, language)
