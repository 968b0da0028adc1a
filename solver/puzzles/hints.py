"""Hints for a decision of a puzzle: a ladder, of which nothing but its last step gives the card away.

The first step tells what to look at: what the puzzle is about, or the opponent's card that matters.  The
second leaves fewer cards, but a wrong one among them.  The last is the card.  All that is told stands in the
puzzle, and was proved with it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from solver.cards import Card, Notation, format_card
from solver.engine import Budget, Limit
from solver.errors import Fault, PositionError, wrong
from solver.fault_codes import Code
from solver.game import Position, beats, held_by, sum_without_slam
from solver.puzzles.attempt import PROOF_NODES, AttemptState, Refutation
from solver.puzzles.four_points import GAME
from solver.puzzles.goal import Goal, GoalKind
from solver.puzzles.hidden import Expected
from solver.puzzles.puzzle import Puzzle, PuzzleKind
from solver.puzzles.study import RefutedCards
from solver.puzzles.themes.find import THEME_NODES, find_themes
from solver.puzzles.themes.narrow import admits
from solver.puzzles.themes.words import PuzzleTheme
from solver.puzzles.unfit import SAID, UnfitError
from solver.rules import Objective
from solver.sentences import mark
from solver.speech import Place, Speech

MOST_HINTS = 3
"""The steps of a ladder at the most; it has fewer where nothing true is left to say before the card."""

_THEME = mark("The theme: {name}. {says}")
_THEME_TOO = mark("Another theme: {name}. {says}")
_WATCH = mark("Keep an eye on {seat}'s {card}: a tempting card fails because of it.")
_COUNT = mark("Count what is left: {needed} more needed, of {left} to come.")
_ALL = mark("Count what is left: every trick to come is needed.")
_BEAT = mark("Beat {card}, which is winning the trick.")
_STAY_BELOW = mark("Do not beat {card}, which is winning the trick.")
_CARD = mark("Play {card}.")
_PLAY = {
    "S": mark("Play a spade."),
    "H": mark("Play a heart."),
    "D": mark("Play a diamond."),
    "C": mark("Play a club."),
    "": mark("Play a trump."),
}
"""By suits; of trumps by none."""
_AVOID = {
    "S": mark("Do not play a spade."),
    "H": mark("Do not play a heart."),
    "D": mark("Do not play a diamond."),
    "C": mark("Do not play a club."),
    "": mark("Do not play a trump."),
}

_AIMS = frozenset(
    {
        PuzzleTheme.save_ten,
        PuzzleTheme.catch_ten,
        PuzzleTheme.save_jack,
        PuzzleTheme.catch_jack,
        PuzzleTheme.low,
        PuzzleTheme.game_point,
        PuzzleTheme.last_trick,
        PuzzleTheme.combination,
        PuzzleTheme.capot,
        PuzzleTheme.stop_capot,
    }
)
"""The themes that tell what is won; the others tell how."""


_OF_FIRST_TRICK = frozenset({PuzzleTheme.sacrifice, PuzzleTheme.quiet})
"""The themes that are open to many cards, but tell of the trick at hand alone."""


_OF_HONOURS = {
    "low": (PuzzleTheme.low,),
    "jack": (PuzzleTheme.save_jack, PuzzleTheme.catch_jack),
    GAME: (PuzzleTheme.game_point,),
}
"""The themes of each point of All Fours."""


class HintKind(StrEnum):
    """The kind of a hint."""

    theme = "theme"
    watch = "watch"
    needed = "count"
    wrong = "not"
    above = "above"
    below = "below"
    suit = "suit"
    avoid = "not_suit"
    card = "card"


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a ladder."""

    kind: HintKind
    of: PuzzleTheme | Card | str
    """The theme, suit, card or number that it tells of."""
    says: Callable[[Speech], str]
    """Says it in a sentence."""
    leaves: frozenset[Card]
    """The playable cards of which it may be true, the right ones among them."""

    def value(self, notation: Notation = "en") -> str:
        """Return what it tells of: the word of a theme, the letters of a suit or card, or a number."""
        if isinstance(self.of, Card):
            return format_card(self.of, notation)
        is_suit = self.kind in (HintKind.suit, HintKind.avoid)
        return format_card(Card(self.of, "A"), notation)[0] if is_suit else str(self.of)


def puzzle_after(
    puzzle: Puzzle, plays: Sequence[Card], notation: Notation = "en", budget: Budget | None = None
) -> Puzzle:
    """Return the puzzle that is left at the decision a try has come to by ``plays``, with its themes.

    Its proof is spent of ``budget``.  Raises PositionError if the try is at no decision.
    """
    if not plays:
        return puzzle
    attempt = puzzle.try_line(plays, notation, budget)
    if attempt.state != AttemptState.right or attempt.reply:
        last = format_card(plays[-1], notation)
        none = wrong(Code.not_done_here, "after {card} there is no card to be found", card=last)
        raise PositionError([Fault("", none)])
    whole = Budget(Limit()) if budget is None else budget
    try:
        left = Puzzle.prove(
            puzzle.position.play_all(plays),
            puzzle.goal,
            whole.within(Budget(Limit(nodes=PROOF_NODES))),
            least_wrong=1,
        )
    except UnfitError as unfit:
        raise PositionError([Fault("", wrong(Code.no_puzzle, SAID[unfit.why]))]) from None
    return replace(left, themes=find_themes(left, whole.within(Budget(Limit(nodes=THEME_NODES)))))


def find_hints(puzzle: Puzzle) -> tuple[Hint, ...]:
    """Return the ladder for the first decision of a puzzle, the card last."""
    return _Ladder(puzzle).hints()


class _Ladder:
    """The ladder for the first decision of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position: Position = puzzle.position
        self.legal = frozenset(self.position.legal_plays())
        self.right = frozenset(puzzle.solution.right)
        self.wrong = _most_tempting_first(puzzle)

    def hints(self) -> tuple[Hint, ...]:
        """Return the hints, the card last."""
        card = self.puzzle.solution.right[0]
        last = Hint(HintKind.card, card, _saying(_CARD, card=card), self.right)
        themes, narrowing = self._themes(), self._narrowing()
        first = self._first(themes, narrowing)
        if first is None:
            return (last,)
        second = self._second(first, themes, narrowing)
        return (first, last) if second is None else (first, second, last)

    def _first(self, themes: Sequence[Hint], narrowing: Sequence[Hint]) -> Hint | None:
        """Return what to look at: a way that is open to all cards, an aim, another way, a card to watch."""
        # What happens late in the line tells most; of the words it is the last.
        ways = [hint for hint in reversed(themes) if hint.of not in _AIMS]
        open_ways = [hint for hint in ways if hint.leaves == self.legal and hint.of not in _OF_FIRST_TRICK]
        aims = [hint for hint in themes if hint.of in _AIMS]
        for hint in (*open_ways, *aims, *ways, *self._watched(), *self._counted()):
            if self._n_left(hint.leaves):
                return hint
        # The most that a narrowing one leaves.
        return max(narrowing, key=lambda hint: self._n_left(hint.leaves), default=None)

    def _second(self, first: Hint, themes: Sequence[Hint], narrowing: Sequence[Hint]) -> Hint | None:
        """Return the hint that leaves least, but a wrong card; else one that leaves all there were."""
        before, is_second = self._n_left(first.leaves), first.kind == HintKind.theme
        ways = [
            replace(hint, says=self._said_of(hint.of, _THEME_TOO) if is_second else hint.says)
            for hint in themes
            if hint.of not in _AIMS
        ]
        others = [hint for hint in (*ways, *narrowing) if hint.of != first.of or hint.kind != first.kind]
        # What says little goes last; after a card to watch it was told why the tempting one fails.
        is_told = first.kind == HintKind.watch
        others.sort(key=lambda hint: hint.of in _OF_FIRST_TRICK or (is_told and hint.kind == HintKind.wrong))
        left = [(self._n_left(hint.leaves & first.leaves), hint) for hint in others]
        closer = [(n, hint) for n, hint in left if 0 < n < before]
        if closer:
            return min(closer, key=lambda one: one[0])[1]
        open_ones = [hint for n, hint in left if n] + [*self._watched(), *self._counted()]
        return next((hint for hint in open_ones if hint.kind != first.kind), None)

    def _n_left(self, cards: frozenset[Card]) -> int:
        """Return the number of classes of wrong cards among ``cards``."""
        return sum(not cards.isdisjoint(one.cards) for one in self.wrong)

    def _themes(self) -> list[Hint]:
        """Return a hint of each theme that helps, and is not plain from the goal."""
        known, plain = PuzzleTheme.__members__, _plain_from(self.puzzle.goal)
        found = [known[word] for word in self.puzzle.themes if word in known]
        return [
            Hint(
                HintKind.theme,
                theme,
                self._said_of(theme, _THEME),
                self.right
                | {card for one in self.wrong for card in one.cards if admits(theme, self.position, card)},
            )
            for theme in found
            if theme.is_hint and theme not in plain
        ]

    def _said_of(self, theme: object, message: str) -> Callable[[Speech], str]:
        assert isinstance(theme, PuzzleTheme)
        rules = self.position.rules
        return lambda speech: speech.say(message, name=theme.name_in(speech, rules), says=theme.say(speech))

    def _watched(self) -> list[Hint]:
        """Return a hint of the opponent's card that refutes the most tempting card, if it was dealt."""
        for one in self.wrong:
            if not isinstance(one, RefutedCards) or one.by is None or one.reply is None:
                continue
            if one.reply in self.position.hands[one.by]:
                says = _saying(_WATCH, seat=Place(one.by), card=one.reply)
                return [Hint(HintKind.watch, one.reply, says, self.legal)]
        return []

    def _counted(self) -> list[Hint]:
        """Return a hint of what is still needed, where the goal is a part of what all tricks bring."""
        goal, position = self.puzzle.goal, self.position
        total, own = sum_without_slam(position), held_by(position)
        if goal.kind == GoalKind.capot:
            return [Hint(HintKind.needed, str(self.puzzle.tricks_left), _saying(_ALL), self.legal)]
        if total is None or goal.at_least is None or goal.kind == GoalKind.lead:
            return []
        needed, left = goal.at_least - own[goal.number], total - sum(own)
        # A trick may have no points, so only where tricks are counted are all that is left all tricks.
        if goal.at_least > total or (position.rules.objective == Objective.tricks and needed == left):
            return [Hint(HintKind.needed, str(needed), _saying(_ALL), self.legal)]
        return [Hint(HintKind.needed, str(needed), _saying(_COUNT, needed=needed, left=left), self.legal)]

    def _narrowing(self) -> list[Hint]:
        """Return the hints that leave fewer cards, the one that tells most of the play first."""
        hints = [*self._refuted(), *self._of_height(), *self._of_suits()]
        return [hint for hint in hints if hint.leaves < self.legal and self._n_left(hint.leaves)]

    def _refuted(self) -> list[Hint]:
        """Return a hint of the most tempting card: what refutes it, or what it costs on average."""
        one = self.wrong[0]
        tempting = self.puzzle.solution.tempting
        card = tempting if tempting in one.cards else one.cards[0]
        assert card is not None
        if isinstance(one, Expected):
            refutation = Refutation(card, expected=one)
        else:
            refutation = Refutation(card, replace(one, cards=(card,)))
        return [Hint(HintKind.wrong, card, refutation.say, self.legal - set(one.cards))]

    def _of_height(self) -> list[Hint]:
        """Return a hint that the card that is winning the trick is to be beaten, or is not."""
        trick, rules, trump = self.position.trick, self.position.rules, self.position.contract.trump
        if not trick.plays:
            return []
        winning = trick.winning_card(rules, trump)
        above = frozenset(card for card in self.legal if beats(rules, trump, card, winning))
        if self.right <= above:
            return [Hint(HintKind.above, winning, _saying(_BEAT, card=winning), above)]
        if self.right.isdisjoint(above):
            return [Hint(HintKind.below, winning, _saying(_STAY_BELOW, card=winning), self.legal - above)]
        return []

    def _of_suits(self) -> list[Hint]:
        """Return hints of the suit of the right cards, and of each suit that has none."""
        hints = []
        for suit in "SHDC":
            held = frozenset(card for card in self.legal if card.suit == suit)
            kind, says, leaves = HintKind.suit, _PLAY, held
            if self.right.isdisjoint(held):
                kind, says, leaves = HintKind.avoid, _AVOID, self.legal - held
            elif not self.right <= held:
                continue
            message = says["" if suit == self.position.contract.trump else suit]
            hints.append(Hint(kind, suit, _saying(message), leaves))
        return sorted(hints, key=lambda hint: hint.kind == HintKind.avoid)


def _plain_from(goal: Goal) -> set[PuzzleTheme]:
    """Return the themes that tell no more than a goal does."""
    plain = {theme for honour in goal.honours or () for theme in _OF_HONOURS.get(honour, ())}
    if goal.kind == GoalKind.capot:
        plain.add(PuzzleTheme.capot)
    if goal.kind == GoalKind.tricks and goal.at_least == 1:
        plain.add(PuzzleTheme.stop_capot)
    return plain


def _saying(message: str, **values: Any) -> Callable[[Speech], str]:
    return lambda speech: speech.say(message, **values)


def _most_tempting_first(puzzle: Puzzle) -> list[RefutedCards | Expected]:
    """Return the classes of wrong cards: that which was played in the game, then those that cost least."""
    solution = puzzle.solution
    wrong: Iterable[RefutedCards | Expected] = solution.wrong
    if puzzle.kind == PuzzleKind.hidden:
        wrong = (solution.expected or ())[1:]
    return sorted(wrong, key=lambda one: solution.tempting not in one.cards)
