"""Difficulty before anybody has tried: the chance of a panel of simple players to solve a puzzle.

A position is difficult if what looks good at a glance is wrong (M. Guid and I. Bratko, "Search-based
estimation of problem difficulty for humans", AIED 2013).  The players of the panel look at it in different
ways, and err now and then; their chance to play a right card at every decision makes the first rating.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import NamedTuple

from solver.cards import Card
from solver.game import Position
from solver.puzzles.glicko import USUAL_RATING, Rating
from solver.puzzles.players.player import (
    ONE_TRICK,
    RANDOM,
    THREE_TRICKS,
    THUMB,
    TWO_TRICKS,
    Player,
    best_cards,
    chances,
    score_cards,
)
from solver.puzzles.players.sampler import SAMPLER, SamplingPlayer
from solver.puzzles.players.thumb import thumb_places
from solver.puzzles.puzzle import Puzzle, PuzzleKind
from solver.puzzles.tree import Decision, Defence, End, Forced, Node

LEAST_RATING, MOST_RATING = 600, 2800
FIRST_DEVIATION = 300.0
POINTS_A_TENFOLD = 400
"""Points of rating for which the odds to fail are ten times as high."""
USUAL_TEMPERATURE = 1.0
"""Own minus other counts a trick lost, or ten card points, twice: its card has a weight of exp(-2)."""
LEAST_CHANCE = 1e-9


class Choice(NamedTuple):
    """One decision of a puzzle's main line."""

    position: Position
    right: frozenset[Card]
    """The cards that keep the goal, at least one."""


@dataclass(frozen=True, slots=True)
class Member:
    """A player on the panel."""

    player: Player
    weight: float = 1.0
    """The share of the panel, above 0; all together need not make 1."""
    temperature: float = USUAL_TEMPERATURE
    """The more, the more they err (`chances`); above 0."""


PANEL = (
    Member(RANDOM, 0.5),
    Member(THUMB),
    Member(ONE_TRICK),
    Member(TWO_TRICKS),
    Member(THREE_TRICKS),
    Member(SAMPLER),
)
"""The random player counts for less: all they do is tell puzzles apart that mislead all others."""

HIDDEN_PANEL = (
    Member(RANDOM, 0.5),
    Member(THUMB),
    Member(SamplingPlayer(n_deals=1)),
    Member(SamplingPlayer(n_deals=3)),
    Member(SAMPLER),
)
"""The panel for hidden puzzles: nobody sees another hand."""

OBVIOUS_TO = (THUMB, ONE_TRICK, TWO_TRICKS)
"""The players of whom one at least must go wrong, the cheapest first."""


def choices_of(position: Position, root: Node) -> list[Choice]:
    """Return the decisions of a puzzle's main line: right cards, and the most stubborn defence.

    root: the tree of the puzzle that begins with ``position``.
    """
    found = []
    node = root
    while not isinstance(node, End):
        match node:
            case Decision():
                found.append(Choice(position, frozenset(node.right)))
                card, node = node.right[0], node.then
            case Forced():
                card, node = node.card, node.then
            case Defence():
                first = node.replies[0]
                card, node = first.cards[0], first.then
        position = position.play(card)
    return found


def is_obvious(position: Position, right: Iterable[Card]) -> bool:
    """True if every simple player finds a right card: by the rule of thumb, seeing one trick, seeing two."""
    return all(_finders(position, right))


def is_found(position: Position, right: Iterable[Card]) -> bool:
    """True if one of the simple players of `is_obvious` finds a right card."""
    return any(_finders(position, right))


def _finders(position: Position, right: Iterable[Card]) -> Iterator[bool]:
    """Yield for each simple player: are all the cards that they like best right?"""
    allowed = frozenset(right)
    places = thumb_places(position)
    for player in OBVIOUS_TO:
        yield best_cards(score_cards(player, position, places)) <= allowed


def panel_chances(
    choices: Sequence[Choice], panel: Sequence[Member] = PANEL, check: Callable[[], None] = lambda: None
) -> dict[str, float]:
    """Return the chance of each member, by name, to play a right card at every decision.

    The players do not learn from one decision for the next: the chances are multiplied.

    check: called before each of them looks at a decision; an exception that it raises ends the work.
    """
    found = {member.player.name: 1.0 for member in panel}
    for position, right in choices:
        places = thumb_places(position)
        for member in panel:
            check()
            scores = score_cards(member.player, position, places)
            hits = chances(scores, member.temperature)
            found[member.player.name] *= sum(chance for card, chance in hits.items() if card in right)
    return found


def first_rating(by_player: Mapping[str, float], panel: Sequence[Member] = PANEL) -> Rating:
    """Return the rating of a puzzle that nobody has tried, from the chances of `panel_chances`.

    A player of the usual rating is taken to solve it with the mean chance of the panel.
    """
    total = sum(member.weight for member in panel)
    mean = sum(member.weight * by_player[member.player.name] for member in panel) / total
    mean = min(max(mean, LEAST_CHANCE), 1 - LEAST_CHANCE)
    rating = USUAL_RATING + POINTS_A_TENFOLD * log10((1 - mean) / mean)
    return Rating(round(min(max(rating, LEAST_RATING), MOST_RATING)), FIRST_DEVIATION)


def panel_for(puzzle: Puzzle) -> Sequence[Member]:
    """Return the panel that looks at a puzzle of its kind."""
    return HIDDEN_PANEL if puzzle.kind == PuzzleKind.hidden else PANEL


def rate_puzzle(puzzle: Puzzle, check: Callable[[], None] = lambda: None) -> Rating:
    """Return the first rating of a puzzle, by the panel for its kind; ``check`` as in `panel_chances`."""
    panel = panel_for(puzzle)
    choices = choices_of(puzzle.position, puzzle.solution.root)
    return first_rating(panel_chances(choices, panel, check), panel)
