"""Attempts at a puzzle: the cards so far judged, and the answer of the most stubborn defence."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver.answer_json import written
from solver.answer_row import BySide, SeatName, row, shows
from solver.cards import Card, Notation, format_card
from solver.engine import Budget, Limit
from solver.errors import Fault, PositionError, wrong
from solver.fault_codes import Code
from solver.game import Position
from solver.knowledge import find_knowledge
from solver.puzzles.goal import Goal
from solver.puzzles.hidden import Expected
from solver.puzzles.study import CardClass, RefutedCards, Study, TooBroadError
from solver.puzzles.tree import Decision, End, Forced, Why
from solver.puzzles.unfit import SAID, Unfit
from solver.sentences import Language, Seat, mark
from solver.speech import Place, Speech

PROOF_NODES = 20_000_000
"""The nodes that the proof of one puzzle, and an attempt at it, may take."""
_MORE_POSITIONS = 100
"""The positions that an attempt may solve beyond those of the proof: what refutes a later card is new."""

_OF_HIDDEN = "of a hidden puzzle"
_REFUTED = mark("{card} misses the goal: {seat} answers with {reply}.")
_REFUTED_LATER = mark("{card} misses the goal: later {seat} plays {reply}.")
_FAILS = mark("{card} misses the goal: after it even best play is not enough.")
_COSTS = mark("{card} gives away {cost} on average.")


@dataclass(frozen=True, slots=True)
class Refutation:
    """A wrong card of an attempt, and what refutes it, or what it costs on average."""

    card: Card = field(metadata=row("The wrong card."))
    refuted: RefutedCards | None = None
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
            "proved. `solved`: nothing is left to find."
        )
    )
    reply: tuple[Card, ...] = field(
        metadata=row("The cards that are played now: those of the defence, and forced ones of the own side.")
    )
    left: int = field(
        metadata=row("The decisions to come, against the defence that leaves most to find.", low=0)
    )
    end: Why | None = field(
        default=None,
        metadata=row(
            "Why nothing is left to find. `safe`: every next card reaches the goal. `dual`: several do. "
            "`cash`: the one that does is a winner to be cashed.",
            absent="unless the state is `solved`, and of a hidden puzzle",
        ),
    )
    refutation: Refutation | None = field(
        default=None, metadata=row("What refutes the wrong card.", absent="unless the state is `wrong`")
    )

    def to_dict(self, notation: Notation = "en", language: Language = "en") -> dict[str, Any]:
        """Return the attempt in JSON types."""
        return written(self, notation, language)


def try_line(
    position: Position,
    goal: Goal,
    plays: Sequence[Card],
    notation: Notation = "en",
    budget: Budget | None = None,
) -> Attempt:
    """Return how an attempt stands after ``plays``: all cards since the first decision of a puzzle.

    They are the solver's cards, and between them those of the defence and the forced ones, as they were
    answered; any other defence may be tried too.  What the proof takes is also spent of ``budget``.

    Raises PositionError for a card that may not be played, with the rule, for cards after the end, and for a
    puzzle that cannot be proved within the limits; ValueError if the position and the goal are no puzzle.
    """
    own = Budget(Limit(nodes=PROOF_NODES))
    study = Study(position, goal, own if budget is None else budget.within(own), more=_MORE_POSITIONS)
    try:
        return _follow(study, plays, notation)
    except TooBroadError:
        raise PositionError(wrong(Code.no_puzzle, SAID[Unfit.broad])) from None


def _follow(study: Study, plays: Sequence[Card], notation: Notation) -> Attempt:
    """Follow an attempt card by card, and beside it the line of the proof that it stands for."""
    position = proved = study.position
    equals = _Equals()
    for index, card in enumerate(plays):
        name = format_card(card, notation)
        if isinstance(study.node(proved), End):
            over = wrong(Code.deal_over, "the puzzle is over: {card} is one card too many", card=name)
            raise PositionError([Fault(f"/plays/{index}", over)])
        position = _play(position, card, index, notation)
        chosen = next(one for one in study.classes(proved) if equals.in_proof(card) in one.cards)
        equals.put(card, chosen.cards[0])
        if study.is_own(proved) and not chosen.is_right:
            if index + 1 < len(plays):
                over = wrong(Code.deal_over, "the puzzle is over: {card} misses the goal", card=name)
                raise PositionError([Fault(f"/plays/{index + 1}", over)])
            return _refuted(study, proved, chosen, equals)
        proved = proved.play(chosen.cards[0])
    return _answered(study, proved, equals)


def try_card(
    position: Position, expected: Sequence[Expected], plays: Sequence[Card], notation: Notation = "en"
) -> Attempt:
    """Return how an attempt at a hidden puzzle stands after ``plays``: one card at the most.

    ``expected``: the classes of cards, the right one first.  Raises PositionError as `try_line` does; a card
    that may be anywhere, as far as the player to play knows, is refused without a word of where it is.
    """
    right, *_ = expected
    if not plays:
        return Attempt(AttemptState.right, (), 1)
    card, *more = plays
    _refuse_unseen(position, card, notation)
    _play(position, card, 0, notation)
    if more:
        name = format_card(more[0], notation)
        over = wrong(Code.deal_over, "the puzzle is over: {card} is one card too many", card=name)
        raise PositionError([Fault("/plays/1", over)])
    if card in right.cards:
        return Attempt(AttemptState.solved, (), 0)
    found = next(one for one in expected if card in one.cards)
    return Attempt(AttemptState.wrong, (), 0, refutation=Refutation(card, expected=found))


def _refuse_unseen(position: Position, card: Card, notation: Notation) -> None:
    """Raise PositionError for a card that the player to play has not seen, in the same words for each."""
    if card not in find_knowledge(position).pool:
        return
    said = wrong(
        Code.not_held,
        "{card} is not in the hand {seat:of}; playable: {playable}",
        card=format_card(card, notation),
        seat=Seat(position.to_play or ""),
        playable=" ".join(format_card(own, notation) for own in position.legal_plays()),
    )
    raise PositionError([Fault("/plays/0", said)])


def _play(position: Position, card: Card, index: int, notation: Notation) -> Position:
    """Return the position after a card; raises PositionError at its place, ``index``, in the attempt."""
    try:
        return position.play(card, notation)
    except PositionError as error:
        faults = [Fault(f"/plays/{index}", fault.wrong, fault.kind) for fault in error.faults]
        raise PositionError(faults) from None


class _Equals:
    """The cards of an attempt by those that stand for them in the proof: it plays the first of equal cards.

    What is left after one of them is the same as after another, but for their names.
    """

    def __init__(self) -> None:
        self._in_proof: dict[Card, Card] = {}
        self._in_attempt: dict[Card, Card] = {}

    def in_proof(self, card: Card) -> Card:
        """Return the card of the proof that stands for a card of the attempt."""
        return self._in_proof.get(card, card)

    def in_attempt(self, *cards: Card) -> tuple[Card, ...]:
        """Return the cards of the attempt that cards of the proof stand for."""
        return tuple(self._in_attempt.get(card, card) for card in cards)

    def put(self, card: Card, first: Card) -> None:
        """Let ``first`` stand for ``card``; the two cards that these belonged to so far go together."""
        (other,), stood = self.in_attempt(first), self.in_proof(card)
        for one, proved in ((other, stood), (card, first)):
            self._in_proof[one], self._in_attempt[proved] = proved, one


def _refuted(study: Study, proved: Position, chosen: CardClass, equals: _Equals) -> Attempt:
    """Return an attempt that ends with a wrong card."""
    refuted = study.refute(proved, chosen)
    reply = equals.in_attempt(*_played_now(study, proved, refuted))
    told = replace(
        refuted,
        cards=equals.in_attempt(*refuted.cards),
        reply=None if refuted.reply is None else equals.in_attempt(refuted.reply)[0],
        line=equals.in_attempt(*refuted.line),
    )
    return Attempt(AttemptState.wrong, reply, 0, refutation=Refutation(told.cards[0], told))


def _played_now(study: Study, position: Position, refuted: RefutedCards) -> tuple[Card, ...]:
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


def _answered(study: Study, proved: Position, equals: _Equals) -> Attempt:
    """Return an attempt whose cards so far are right, with the cards that are played now."""
    node, reply = study.node(proved), list[Card]()
    while not isinstance(node, Decision | End):
        card = node.card if isinstance(node, Forced) else node.replies[0].cards[0]
        node = node.then if isinstance(node, Forced) else node.replies[0].then
        reply.append(card)
    if isinstance(node, End):
        return Attempt(AttemptState.solved, equals.in_attempt(*reply), 0, node.why)
    return Attempt(AttemptState.right, equals.in_attempt(*reply), node.n_left)
