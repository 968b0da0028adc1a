"""Single cards of an analysis: each play judged and explained, and what changed hands with it."""

from dataclasses import dataclass, field
from typing import Any

from solver.analysis.expectation import FairVerdict
from solver.analysis.grades import Grade
from solver.answer_json import written
from solver.answer_row import SeatName, row, shows
from solver.cards import Card, Notation
from solver.engine import Answer, CardValue
from solver.reasons import Explanation, Turn, turn_text
from solver.records import made_quickly
from solver.rules import Rules
from solver.speech import Place, Speech


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One card of the log, judged."""

    index: int = field(metadata=row("Its place in the log, from 0.", low=0))
    trick: int = field(metadata=row("The trick it belongs to, from 0.", low=0))
    seat: SeatName = field(metadata=row("The hand that it was played from."))
    played_by: SeatName | None = field(
        default=None,
        metadata=row(
            "The declarer, who plays dummy's cards as well as their own.",
            absent="but of a card of declarer or dummy, in a game with a dummy",
        ),
    )
    card: Card = field(metadata=row("The card."))
    before: Answer = field(repr=False)
    """The position before it: every playable card with its value, and one line of best play."""

    @property
    @shows("Whether no other card was playable.")
    def forced(self) -> bool:
        """True if no other card was playable."""
        return len(self.before.cards) == 1

    chosen: CardValue = field(
        metadata=row(
            "The value of the card that was played.",
            spread=True,
            only=("value", "score", "swing", "loss", "score_swing", "exact", "bounds"),
        )
    )

    imps: int | None = field(
        default=None,
        metadata=row(
            "Bridge at IMPs: the IMPs that it gave away.",
            absent="elsewhere, and where no score is known",
            low=0,
        ),
    )

    @property
    @shows(
        "What it deserves to be called: the grade of `fair`, by what its player could know, where that is "
        "there, else `open_grade`."
    )
    def grade(self) -> Grade | None:
        """The grade by what the player could know where that was judged, else ``open_grade``."""
        return self.open_grade if self.fair is None else self.fair.grade

    open_grade: Grade | None = field(
        default=None,
        metadata=row(
            "The grade with all cards known: `forced`, where no other card was playable; `best`, where it "
            "gives nothing away; else by its swing, against the game's own `grades`. A card that turns the "
            "contract is a `blunder` anyway, as is one that turns the deal in a game scored by its tricks, "
            "such as quadrette; one that costs nothing in the score is an `inaccuracy` at the worst. Null "
            "where its value is not proved."
        ),
    )

    @property
    @shows("The cards that would have lost nothing, as far as that is proved.")
    def best(self) -> tuple[Card, ...]:
        """The cards that would have lost nothing, as far as that was proved."""
        return self.before.best

    @property
    @shows("The cards that were playable, best first.")
    def cards(self) -> tuple[CardValue, ...]:
        """The cards that were playable, best first."""
        return self.before.cards

    @property
    @shows("Best play of all from before this card to the end.")
    def line(self) -> tuple[Card, ...]:
        """Best play of all from before this card to the end; empty where it was not proved."""
        return self.before.line

    fair: FairVerdict | None = field(
        default=None,
        metadata=row(
            "The verdict by what the player could know.",
            absent="unless `fair` asked for it, and its nodes and the limit left enough for two deals",
        ),
    )

    @property
    def player(self) -> str:
        """The seat of the player who chose it: of dummy's cards the declarer's."""
        return self.played_by or self.seat

    @property
    def is_dummy(self) -> bool:
        """True if it is one of dummy's cards."""
        return self.player != self.seat

    @property
    def is_exact(self) -> bool:
        """True if what it gave away was proved."""
        return self.chosen.swing is not None

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the play in JSON types, without its explanation, which its deal has."""
        return written(self, notation)


@made_quickly
@dataclass(frozen=True, slots=True)
class ExplainedPlay:
    """One card of the log, judged and explained."""

    play: Play = field(metadata=row("The card.", spread=True))
    explanation: Explanation | None = field(
        metadata=row(
            "What is behind a mistake.",
            absent="for a card that gave nothing away, and where best play is not proved to the end",
            spread=True,
        )
    )


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card with which, best play by all before and after it, the outcome changed hands."""

    play: Play = field(
        metadata=row("The card.", spread=True, only=("index", "trick", "seat", "played_by", "card"))
    )
    turn: Turn = field(metadata=row("What changed hands.", spread=True))
    rules: Rules

    @shows("What changed, in a sentence.", name="says")
    def text(self, speech: Speech) -> str:
        """Return what changed hands, in a sentence."""
        place = Place(self.play.seat, is_dummy=self.play.is_dummy)
        return turn_text(self.turn, place, self.play.card, self.rules, speech)
