"""Attempts at a puzzle: the cards so far judged, and the answer of the most stubborn defence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from solver.answer_json import written
from solver.answer_row import BySide, SeatName, row, shows
from solver.cards import Card, Notation, format_card
from solver.engine import Budget, Limit
from solver.errors import Fault, PositionError, wrong
from solver.fault_codes import Code
from solver.game import Position
from solver.puzzles.goal import Goal
from solver.puzzles.hidden import Expected
from solver.puzzles.study import CardClass, Study, Wrong
from solver.puzzles.tree import Decision, End, Forced
from solver.sentences import Language, mark
from solver.speech import Place, Speech

PROOF_NODES = 20_000_000
"""The nodes that the proof of one puzzle, and an attempt at it, may take."""


_OF_HIDDEN = "of a hidden puzzle"
_REFUTED = mark("{card} misses the goal: {seat} answers with {reply}.")
_REFUTED_LATER = mark("{card} misses the goal: later {seat} plays {reply}.")
_FAILS = mark("{card} misses the goal: after it even best play is not enough.")
_COSTS = mark("{card} gives away {cost} on average.")


@dataclass(frozen=True, slots=True)
class Refutation:
    """A wrong card of an attempt, and what refutes it, or what it costs on average."""

    card: Card = field(metadata=row("The wrong card."))
    refuted: Wrong | None = None
    """The proof that it fails; None of a hidden puzzle."""
    expected: Expected | None = field(
        default=None,
        metadata=row("What it gives away on average.", absent="of an open puzzle"),
    )

    @property
    @shows("The result of each side with best play after it.", absent=_OF_HIDDEN)
    def value(self) -> BySide | None:
        """The result of each side with best play after it."""
        return None if self.refuted is None else self.refuted.value

    @property
    @shows(
        "The defender who refutes it first, by a card without which the goal is reached after all.",
        absent="of a hidden puzzle, and if none of their cards in the line could let the goal through",
    )
    def by(self) -> SeatName | None:
        """The defender who refutes it first."""
        return None if self.refuted is None else self.refuted.by

    @property
    @shows("The card that they refute it with.", name="reply", absent="where `by` is")
    def reply(self) -> Card | None:
        """The card that they refute it with."""
        return None if self.refuted is None else self.refuted.reply

    @property
    @shows("Best play after it, to the end of the deal.", absent=_OF_HIDDEN)
    def line(self) -> tuple[Card, ...] | None:
        """Best play after it, to the end of the deal."""
        return None if self.refuted is None else self.refuted.line

    @shows("That in a sentence.", name="text")
    def say(self, speech: Speech) -> str:
        """Say what is wrong with the card in a sentence."""
        if self.expected is not None:
            cost = speech.number(self.expected.cost, 1)
            return speech.say(_COSTS, card=self.card, cost=cost)
        if self.by is None or self.reply is None:
            return speech.say(_FAILS, card=self.card)
        is_next = self.line is not None and self.line[0] == self.reply
        message = _REFUTED if is_next else _REFUTED_LATER
        return speech.say(message, card=self.card, seat=Place(self.by), reply=self.reply)


class AttemptState(StrEnum):
    """The state of an attempt."""

    right = "right"
    wrong = "wrong"
    solved = "solved"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a puzzle: how it stands after the cards played so far, and what is played now."""

    state: AttemptState = field(
        metadata=row(
            "`right`: so far, and there is more to find. `wrong`: the last card misses the goal, which is "
            "proved. `solved`: the goal is reached whatever the defence does."
        )
    )
    reply: tuple[Card, ...] = field(
        metadata=row("The cards that are played now: those of the defence, and forced ones of the own side.")
    )
    left: int = field(
        metadata=row("The decisions to come, against the defence that leaves most to find.", low=0)
    )
    refutation: Refutation | None = field(
        default=None, metadata=row("What refutes the wrong card.", absent="unless the state is `wrong`")
    )

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """Return the attempt in JSON types."""
        return written(self, notation, language)


def try_line(position: Position, goal: Goal, plays: Sequence[Card], notation: Notation = "en") -> Attempt:
    """Return how an attempt stands after ``plays``: all cards since the first decision of a puzzle.

    They are the solver's cards, and between them those of the defence and the forced ones, as they were
    answered; any other defence may be tried too.

    Raises PositionError for a card that may not be played, with the rule, and for cards after the end;
    ValueError if the position and the goal are no puzzle, and TooBroadError if none that could be proved.
    """
    study = Study(position, goal, Budget(Limit(nodes=PROOF_NODES)))
    for index, card in enumerate(plays):
        name = format_card(card, notation)
        if isinstance(study.node(position), End):
            over = wrong(Code.deal_over, "the puzzle is over: {card} is one card too many", card=name)
            raise PositionError([Fault(f"/plays/{index}", over)])
        after = _play(position, card, index, notation)
        if study.is_own(position):
            chosen = next(one for one in study.classes(position) if card in one.cards)
            if not chosen.is_right:
                if index + 1 < len(plays):
                    over = wrong(Code.deal_over, "the puzzle is over: {card} misses the goal", card=name)
                    raise PositionError([Fault(f"/plays/{index + 1}", over)])
                return _refuted(study, position, chosen, card)
        position = after
    return _answered(study, position)


def try_card(
    position: Position, expected: Sequence[Expected], plays: Sequence[Card], notation: Notation = "en"
) -> Attempt:
    """Return how an attempt at a hidden puzzle stands after ``plays``: one card at the most.

    ``expected``: the classes of cards, the right one first.  Raises PositionError as `try_line` does.
    """
    right, *_ = expected
    if not plays:
        return Attempt(AttemptState.right, (), 1)
    card, *more = plays
    _play(position, card, 0, notation)
    if more:
        name = format_card(more[0], notation)
        over = wrong(Code.deal_over, "the puzzle is over: {card} is one card too many", card=name)
        raise PositionError([Fault("/plays/1", over)])
    if card in right.cards:
        return Attempt(AttemptState.solved, (), 0)
    found = next(one for one in expected if card in one.cards)
    return Attempt(AttemptState.wrong, (), 0, Refutation(card, expected=found))


def _play(position: Position, card: Card, index: int, notation: Notation) -> Position:
    """Return the position after a card; raises PositionError at its place, ``index``, in the attempt."""
    try:
        return position.play(card, notation)
    except PositionError as error:
        faults = [Fault(f"/plays/{index}", fault.wrong, fault.kind) for fault in error.faults]
        raise PositionError(faults) from None


def _refuted(study: Study, position: Position, chosen: CardClass, card: Card) -> Attempt:
    """Return an attempt that ends with a wrong card."""
    cards = (card, *(other for other in chosen.cards if other != card))
    refuted = study.refute(position, CardClass(cards, chosen.value, chosen.lead, is_right=False))
    return Attempt(AttemptState.wrong, _played_now(study, position, refuted), 0, Refutation(card, refuted))


def _played_now(study: Study, position: Position, refuted: Wrong) -> tuple[Card, ...]:
    """Return what follows a wrong card, up to the card that refutes it or to the solver's next choice."""
    if refuted.reply is None:
        return ()
    after = position.play(refuted.cards[0])
    for index, card in enumerate(refuted.line):
        if study.is_own(after) and len(study.classes(after)) > 1:
            return refuted.line[:index]
        if card == refuted.reply:
            return refuted.line[: index + 1]
        after = after.play(card)
    return refuted.line


def _answered(study: Study, position: Position) -> Attempt:
    """Return an attempt whose cards so far are right, with the cards that are played now."""
    node, reply = study.node(position), []
    while not isinstance(node, Decision | End):
        card = node.card if isinstance(node, Forced) else node.replies[0].cards[0]
        node = node.then if isinstance(node, Forced) else node.replies[0].then
        reply.append(card)
    return Attempt(AttemptState.right if node.n_left else AttemptState.solved, tuple(reply), node.n_left)
