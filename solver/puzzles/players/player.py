"""Players that stand in for people: what each sees of a position, and the cards they choose."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import NamedTuple, Protocol

from solver.cards import Card
from solver.engine import shallow_values
from solver.game import Position
from solver.puzzles.players.thumb import thumb_places
from solver.rules import Objective, Rules

CARD_POINTS_A_UNIT = 10
"""The card points that weigh as much as a trick, or as a point of all fours."""


class Score(NamedTuple):
    """The opinion of a player on a card; the greater is the better, the worth first."""

    worth: float
    """In units of the game (`units_of`)."""
    taste: float
    """Minus the place of the card by the rule of thumb, which decides between cards of one worth."""


class Player(Protocol):
    """A player whose opinion depends on the position alone."""

    @property
    def name(self) -> str:
        """The word for the player in figures."""

    @property
    def has_taste(self) -> bool:
        """True if they know the rule of thumb, by which they choose among cards of one worth."""

    def worths(self, position: Position) -> Mapping[Card, float]:
        """Return the worth of each playable card, in units of the game; of a position not over."""


def units_of(rules: Rules) -> int:
    """Return how much of the result is a unit of the game: 10 card points, a trick, a point of all fours."""
    return CARD_POINTS_A_UNIT if rules.objective == Objective.card_points else 1


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any card that is allowed."""

    name: str = "random"
    has_taste: bool = False

    def worths(self, position: Position) -> Mapping[Card, float]:
        """Return the same for all cards."""
        return dict.fromkeys(position.legal_plays(), 0.0)


@dataclass(frozen=True, slots=True)
class ThumbPlayer:
    """Plays by the rule of thumb, and sees no other hand."""

    name: str = "thumb"
    has_taste: bool = True

    def worths(self, position: Position) -> Mapping[Card, float]:
        """Return the same for all cards: the rule of thumb decides."""
        return dict.fromkeys(position.legal_plays(), 0.0)


@dataclass(frozen=True, slots=True)
class SeeingPlayer:
    """Sees all hands, and counts what can be won in a few tricks.

    Where a look ahead would take too long, they see one trick less.
    """

    n_tricks: int
    """1 or more; the trick under way is the first."""
    has_taste: bool = True

    @property
    def name(self) -> str:
        """The word for the player in figures."""
        return f"sees_{self.n_tricks}"

    def worths(self, position: Position) -> Mapping[Card, float]:
        """Return what is won after each card: own minus other."""
        unit = units_of(position.rules)
        for n_tricks in range(self.n_tricks, 0, -1):
            values = shallow_values(position, n_tricks)
            if values is not None:
                return {card: value / unit for card, value in values.items()}
        return dict.fromkeys(position.legal_plays(), 0.0)


RANDOM, THUMB = RandomPlayer(), ThumbPlayer()
ONE_TRICK, TWO_TRICKS, THREE_TRICKS = SeeingPlayer(1), SeeingPlayer(2), SeeingPlayer(3)


def score_cards(
    player: Player, position: Position, places: Mapping[Card, int] | None = None
) -> dict[Card, Score]:
    """Return the opinion of a player on each playable card; empty when the deal is over.

    places: those of `thumb_places`, where they are at hand.
    """
    if position.is_over:
        return {}
    worths = player.worths(position)
    if not player.has_taste:
        return {card: Score(worth, 0) for card, worth in worths.items()}
    if places is None:
        places = thumb_places(position)
    return {card: Score(worth, -places[card]) for card, worth in worths.items()}


def best_cards(scores: Mapping[Card, Score]) -> frozenset[Card]:
    """Return the cards that a player likes best: one, or some that they cannot tell apart."""
    best = max(scores.values())
    return frozenset(card for card, score in scores.items() if score == best)


def chances(scores: Mapping[Card, Score], temperature: float) -> dict[Card, float]:
    """Return the probability with which a player who errs plays each card; they add up to 1.

    A worth is chosen with a weight of exp(worth / temperature) for each card that has it, then one of these
    cards with a weight of exp(taste / temperature).  (R. D. Luce, *Individual Choice Behavior*, 1959.)

    temperature: in units of the game, and in places of the rule of thumb; above 0.

    Raises:
        ValueError: ``temperature`` is not above 0.
    """
    if temperature <= 0:
        raise ValueError("a temperature is above 0")
    groups: defaultdict[float, list[Card]] = defaultdict(list)
    for card, score in scores.items():
        groups[score.worth].append(card)
    # Differences from the best keep the exponents at or below 0.
    best = max(groups, default=0.0)
    weights = {worth: exp((worth - best) / temperature) for worth in groups}
    total = sum(weight * len(groups[worth]) for worth, weight in weights.items())
    found: dict[Card, float] = {}
    for worth, cards in groups.items():
        dearest = max(scores[card].taste for card in cards)
        tastes = {card: exp((scores[card].taste - dearest) / temperature) for card in cards}
        share = weights[worth] * len(cards) / total / sum(tastes.values())
        found |= {card: share * taste for card, taste in tastes.items()}
    return found
