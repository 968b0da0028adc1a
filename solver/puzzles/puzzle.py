"""A puzzle: a position, a goal, and the proof that one class of cards reaches it and every other fails."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from solver.answer_json import written
from solver.answer_row import HandText, SeatName, row, shows
from solver.cards import Card, Notation, format_card
from solver.engine import Budget, Limit, Solver, engine_version
from solver.errors import Fault, PositionError, wrong
from solver.fault_codes import Code
from solver.game import Deal, Position, format_deal
from solver.knowledge import find_announcer
from solver.puzzles.attempt import PROOF_NODES, Attempt, try_card, try_line
from solver.puzzles.form import hidden_id, puzzle_id, seen_position, written_position
from solver.puzzles.glicko import MAX_DEVIATION, USUAL_RATING
from solver.puzzles.goal import Goal, GoalKind, choose_goal
from solver.puzzles.hidden import Expected, prove_expected
from solver.puzzles.read import read_puzzle
from solver.puzzles.study import CardClass, RefutedCards, Study, TooBroadError
from solver.puzzles.tree import Decision, End, Why, count_duals, main_line
from solver.puzzles.unfit import SAID, Unfit, UnfitError
from solver.sentences import Language
from solver.speech import Speech

MOST_DECISIONS = 8
HIDDEN_NODES = 2_000_000_000
"""The nodes that the proof of one hidden puzzle may take."""
LEAST_WRONG = 2
"""The classes of wrong cards that a first decision must have."""


class PuzzleKind(StrEnum):
    """The kind of a puzzle."""

    open = "open"
    hidden = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The solution of a puzzle: what is right, what refutes every other card, and all defences."""

    right: tuple[Card, ...] = field(metadata=row("The cards that are right at the first decision, equals."))
    wrong: tuple[RefutedCards, ...] = field(
        metadata=row(
            "Every other card, class by class, with what refutes it; the least wrong first.",
            name="refutations",
        )
    )
    line: tuple[Card, ...] = field(
        metadata=row(
            "The main line: right cards, and the defence that leaves most to find, up to the last decision."
        )
    )
    duals: int = field(
        metadata=row(
            "The defences after which several cards are right and others are not; each right one solves it.",
            low=0,
        )
    )
    tempting: Card | None = field(
        default=None,
        metadata=row("The wrong card that was played in the game.", absent="if it comes from no game"),
    )
    expected: tuple[Expected, ...] | None = field(
        default=None,
        metadata=row(
            "Of a hidden puzzle: every class of cards in expectation, the right one first.",
            absent="of an open one",
        ),
    )
    hidden: Deal | None = None
    """The whole deal of a hidden puzzle."""

    @shows("Of a hidden puzzle: the hands as they were dealt.", absent="of an open one")
    def deal(self, speech: Speech) -> Mapping[SeatName, HandText] | None:
        """Return the hands of a hidden puzzle as they were dealt, by seat."""
        return None if self.hidden is None else format_deal(self.hidden, speech.notation)

    @shows("Of a hidden puzzle: the whole stock.", absent="of an open one, and in games without a stock")
    def stock(self, speech: Speech) -> tuple[str, ...] | None:
        """Return the whole stock of a hidden puzzle, the top card first."""
        if self.hidden is None or not self.hidden.stock:
            return None
        return tuple(format_card(card, speech.notation) for card in self.hidden.stock)

    root: Decision

    @shows(
        "The tree of all defences. A decision has its `seat`, the `right` cards, and `then`; a card that is "
        "`forced` on the own side, likewise; a card of the defence has its `replies`, each with its `cards` "
        "and `then`, the first one answered by default. An `end` is `safe` (every card is right), "
        "`dual` (several are) or `cash` (winners are cashed)."
    )
    def tree(self, speech: Speech) -> Mapping[str, Any]:
        """Return the tree in JSON types."""
        return self.root.to_dict(speech.notation)


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position of which one class of cards reaches a goal, and every other is proved to fail.

    In an open puzzle all hands are seen, and the cards of the partner, or of dummy, belong to its solver.  In
    a hidden one a player's own hand is seen; right is what is best on average (`Expected`).
    """

    id: str = field(
        metadata=row(
            "Its name, the same for all puzzles that differ from it only in names of suits and seats."
        )
    )

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self.position.rules.name

    kind: PuzzleKind = field(
        default=PuzzleKind.open,
        metadata=row(
            "`open`: all hands are seen, and the partner's cards played too. `hidden`: the player to play "
            "knows what a player knows there; `position` has only the hands and the cards of the stock in "
            "sight."
        ),
    )
    position: Position

    @shows("The position, as in solve; the solver of the puzzle plays next.", name="position")
    def position_in(self, speech: Speech) -> Mapping[str, Any]:
        """Return the position in JSON types."""
        if self.kind == PuzzleKind.hidden:
            return seen_position(self.position, speech.notation)
        return written_position(self.position, speech.notation)

    @shows(
        "Of a hidden puzzle: the seat that has announced king and queen of trumps.",
        absent="of an open one, and where nobody has",
    )
    def announced(self, speech: Speech) -> SeatName | None:
        """Return the seat whose belote its solver has heard of."""
        return find_announcer(self.position) if self.kind == PuzzleKind.hidden else None

    goal: Goal = field(metadata=row("What is to be reached, against every defence."))
    length: int = field(metadata=row("The decisions of the main line.", low=1, high=MOST_DECISIONS))

    @property
    @shows("The tricks that are not finished, with that on the table.", low=1)
    def tricks_left(self) -> int:
        """The tricks that are not finished, with that on the table."""
        return self.position.n_tricks_left

    rating: int = field(default=USUAL_RATING, metadata=row("How hard it is, on the scale of Glicko-2."))
    rating_deviation: int = field(
        default=round(MAX_DEVIATION),
        metadata=row("How uncertain the rating is: its standard deviation.", low=0),
    )
    themes: tuple[str, ...] = field(default=(), metadata=row("What it is about, in words."))
    source: str = field(
        default="positions",
        metadata=row("Where it comes from: `random` deals, `logs` of games, or `positions` that were given."),
    )
    solution: Solution
    """The proof, which gives the puzzle away."""
    n_solves: int = field(default=0, compare=False)
    """The positions that were solved to prove it."""
    version: str = field(default_factory=engine_version)
    """The engine that has proved it."""

    @classmethod
    def prove(
        cls,
        position: Position,
        goal: Goal | None = None,
        budget: Budget | None = None,
        *,
        solver: Solver | None = None,
        least_wrong: int = LEAST_WRONG,
        tempting: Card | None = None,
    ) -> Self:
        """Return the puzzle that a position is.

        goal: by default the one that sets the best card apart.
        budget: by default `PROOF_NODES`.
        solver: one that was made for the deal.
        least_wrong: the classes of wrong cards that the first decision must have.
        tempting: the card that was played in a game; kept if it is wrong.

        Raises UnfitError for a position that is no puzzle with that goal.
        """
        budget = Budget(Limit(nodes=PROOF_NODES)) if budget is None else budget
        try:
            return cls._prove(position, goal, budget, solver, least_wrong, tempting)
        except TooBroadError:
            raise UnfitError(Unfit.broad) from None

    @classmethod
    def _prove(
        cls,
        position: Position,
        goal: Goal | None,
        budget: Budget,
        solver: Solver | None,
        least_wrong: int,
        tempting: Card | None,
    ) -> Self:
        if position.is_over or len(position.legal_plays()) == 1:
            raise UnfitError(Unfit.forced)
        if goal is None:
            answer = (solver or Solver(position)).solve(position, budget.rest(), with_line=False)
            budget.spend(answer)
            goal = choose_goal(position, answer) if answer.exact else None
            if goal is None:
                raise UnfitError(Unfit.dual)
        study = Study(position, goal, budget, solver)
        classes = study.classes(position)
        check_fit(study, classes, least_wrong)
        root = study.root
        if isinstance(root, End):
            raise UnfitError(Unfit.cash)
        assert isinstance(root, Decision), "several classes, of which one is right, are a decision"
        if root.n_left > MOST_DECISIONS:
            raise UnfitError(Unfit.long)
        wrong = tuple(study.refute(position, one) for one in classes if not one.is_right)
        played = next((one for one in wrong if tempting in one.cards), None)
        solution = Solution(
            right=root.right,
            wrong=wrong,
            line=main_line(root),
            duals=count_duals(root),
            tempting=None if played is None else tempting,
            root=root,
        )
        return cls(
            id=puzzle_id(position, goal),
            position=position,
            goal=goal,
            length=root.n_left,
            solution=solution,
            n_solves=study.n_solves,
        )

    @classmethod
    def prove_hidden(
        cls,
        position: Position,
        budget: Budget | None = None,
        *,
        tempting: Card | None = None,
    ) -> Self:
        """Return the hidden puzzle that a position is to its player: one class of cards is best on average.

        Raises UnfitError for a position that is none.
        """
        budget = Budget(Limit(nodes=HIDDEN_NODES)) if budget is None else budget
        right, *others = prove_expected(position, budget)
        if len(others) < LEAST_WRONG:
            raise UnfitError(Unfit.few_wrong)
        seat, side = position.to_play, position.side_to_play
        assert seat is not None
        assert side is not None
        is_wrong = any(tempting in one.cards for one in others)
        return cls(
            id=hidden_id(position),
            kind=PuzzleKind.hidden,
            position=position,
            goal=Goal(position.rules, position.rules.side_names[side], GoalKind.expected, None),
            length=1,
            solution=Solution(
                right=right.cards,
                wrong=(),
                line=right.cards[:1],
                duals=0,
                tempting=tempting if is_wrong else None,
                expected=(right, *others),
                hidden=position.deal,
                root=Decision(seat, right.cards, len(others), round(others[0].cost), End(Why.safe)),
            ),
        )

    def try_line(
        self, plays: Sequence[Card], notation: Notation = "en", budget: Budget | None = None
    ) -> Attempt:
        """Return how an attempt stands after ``plays``; raises PositionError; see `try_line`."""
        if self.solution.expected is not None:
            return try_card(self.position, self.solution.expected, plays, notation)
        return try_line(self.position, self.goal, plays, notation, budget)

    def to_dict(
        self, notation: Notation = "en", language: Language = "en", *, shown: bool = False
    ) -> dict[str, Any]:
        """Return the puzzle in JSON types; with its solution if it is to be ``shown``."""
        data = written(self, notation, language)
        return data | written(self.solution, notation, language) if shown else data

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read a puzzle that `to_dict` has written, and prove it again; ``data`` may be any JSON value.

        Only ``position`` and ``goal`` are needed.  Rating, themes, source and the tempting card are taken as
        they stand, all else is made anew.

        Raises UnreadableError, UnknownVariantError or PositionError with every fault, one of them
        `Code.no_puzzle` for what is no puzzle; never anything else.
        """
        facts = read_puzzle(data)
        try:
            if facts.is_hidden:
                found = cls.prove_hidden(facts.position, tempting=facts.tempting)
                return replace(found, **facts.told)
            proved = cls.prove(facts.position, facts.goal, least_wrong=1, tempting=facts.tempting)
        except UnfitError as unfit:
            raise PositionError([Fault("", wrong(Code.no_puzzle, SAID[unfit.why]))]) from None
        return replace(proved, **facts.told)


def check_fit(study: Study, classes: Sequence[CardClass], least_wrong: int) -> None:
    """Raise UnfitError where the first decision is none: the cheap conditions, before the tree."""
    if not study.is_own(study.position):
        raise UnfitError(Unfit.not_own)
    n_right = sum(one.is_right for one in classes)
    if len(classes) == 1:
        raise UnfitError(Unfit.forced)
    if n_right == len(classes):
        raise UnfitError(Unfit.safe)
    if not n_right:
        raise UnfitError(Unfit.lost)
    if n_right > 1:
        raise UnfitError(Unfit.dual)
    if len(classes) - 1 < least_wrong:
        raise UnfitError(Unfit.few_wrong)
