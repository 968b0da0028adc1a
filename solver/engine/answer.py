"""The answer of the solver: the value of a position and of each playable card, for named sides.

A value is the final result of the deal with best play from here on; what was won before is included.  The
unit is that of the game: tricks, points, or the points of all fours.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Self

from solver.answer_json import written
from solver.answer_row import BySide, SeatName, SideName, row, shows
from solver.cards import Card, Notation
from solver.game import Moment, Position
from solver.records import made_quickly

LIMIT = "The limit that came first."
IF_NONE = "if none did"
"""The words of answers for the limit that ended the work, and for its absence."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds proved of *own minus other* of the side to play; both are inclusive.

    >>> Bounds(-3, 5).is_exact, Bounds(2, 2).is_exact
    (False, True)
    """

    low: int = field(metadata=row("It is at least this."))
    high: int = field(metadata=row("It is at most this."))

    @property
    def is_exact(self) -> bool:
        """True if the bounds leave one value."""
        return self.low == self.high


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue:
    """A playable card and what it is worth with best play of all after it.

    >>> proved = CardValue(
    ...     card=Card("H", "J"), value={"NS": 92, "EW": 70}, bounds=Bounds(22, 22), equals=()
    ... )
    >>> proved.exact, CardValue(card=Card("H", "J"), bounds=Bounds(-10, 22), equals=()).exact
    (True, False)
    """

    card: Card = field(metadata=row("The card."))
    value: BySide | None = field(
        default=None, metadata=row("The final result of each side.", absent="while it is not proved")
    )
    score: BySide | None = field(
        default=None,
        metadata=row(
            "The deal score under the contract.", absent="where none can be told, or the value is not proved"
        ),
    )
    swing: int | None = field(
        default=None,
        metadata=row(
            "What the card gives away of *own minus other*: 0 exactly for the best cards.",
            absent="while it is not proved",
            low=0,
        ),
    )
    loss: int | None = field(
        default=None,
        metadata=row("The drop of the playing side's own result.", absent="while it is not proved"),
    )
    score_swing: int | None = field(
        default=None, metadata=row("As `swing`, of the deal score.", absent="where `score` or `swing` is")
    )

    @property
    @shows("Whether the value is proved.")
    def exact(self) -> bool:
        """True if the value was proved."""
        return self.value is not None

    bounds: Bounds = field(
        metadata=row("What is proved of the value, while it is not known.", in_place_of="value")
    )
    equals: tuple[Card, ...] = field(
        metadata=row("The other playable cards that cannot make a difference to it.")
    )


@made_quickly
@dataclass(frozen=True, slots=True)
class Stats:
    """The cost of an answer."""

    nodes: int = field(metadata=row("Cards played by the search."))
    time_ms: float = field(metadata=row("Milliseconds.", digits=3))

    @classmethod
    def total(cls, parts: Iterable["Stats"]) -> Self:
        """Add up the costs of several searches."""
        parts = tuple(parts)
        return cls(sum(part.nodes for part in parts), sum(part.time_ms for part in parts))


EndedBy = Literal["time_ms", "nodes", "cancelled"]
"""The limit, or the cancellation, that ended a search before all was proved."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Which limit came before everything was done, and how much of it there was."""

    by: EndedBy = field(
        metadata=row(
            "`time_ms`, `nodes`: that limit was reached. `cancelled`: the connection was closed, or the "
            "service stopped.",
            name="ended_by",
        )
    )
    limit: float | None = None
    """The limit, in milliseconds or nodes; None for work that was called off."""

    @property
    @shows("The time that was granted, in milliseconds.", absent="unless it came first")
    def time_ms(self) -> float | None:
        """The time that was granted and reached, in milliseconds."""
        return self._granted("time_ms")

    @property
    @shows("The nodes that were granted.", absent="unless they came first")
    def nodes(self) -> int | None:
        """The nodes that were granted and reached."""
        granted = self._granted("nodes")
        return None if granted is None else int(granted)

    def _granted(self, by: EndedBy) -> float | None:
        if self.by != by or self.limit is None:
            return None
        return int(self.limit) if self.limit == int(self.limit) else self.limit


class Leads(NamedTuple):
    """The leads that a search has proved: own minus other of the first side, at the end of the deal."""

    bounds: Bounds
    """Of the position; where cards were asked for, of the best of them."""
    cards: Mapping[Card, Bounds]
    """Of the cards that were asked for."""
    stats: Stats
    ended: Ended | None
    """The limit that came before all was proved."""


@made_quickly
@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The value of a position and of each playable card, best first, and one optimal line.

    >>> from solver import Position, solve
    >>> deal = {"N": "-.AK.-.-", "E": "-.Q.A.-", "S": "-.-.K.A", "W": "-.-.Q.K"}
    >>> answer = solve(Position.from_dict({"variant": "bridge", "deal": deal, "contract": {"trump": "NT"},
    ...                                    "leader": "N"}))
    >>> answer.exact, answer.value["NS"], [str(card) for card in answer.best]
    (True, 2, ['HA', 'HK'])
    """

    variant: str = field(metadata=row("The game."))
    to_play: SeatName | None = field(metadata=row("Whose turn it is; null when the deal is over."))
    trick: tuple[Card, ...] = field(metadata=row("The cards on the table, in the order they were played."))
    position: Position | None = field(default=None, repr=False, compare=False)
    """The position that it answers; None of one whose names were changed, in a cache."""

    @property
    @shows("The table as it lies.", spread=True)
    def moment(self) -> Moment:
        """The table as it lies."""
        assert self.position is not None, "the names of an answer are restored before it is shown"
        return Moment(self.position)

    @property
    @shows("Whether the value and every card asked for are proved; false when a limit came first.")
    def exact(self) -> bool:
        """True if the value and every card asked for were proved."""
        return self.is_complete and self.value is not None

    ended: Ended | None = field(default=None, metadata=row(LIMIT, absent=IF_NONE, name="limit"))
    value: BySide | None = field(
        default=None,
        metadata=row(
            "What each side will hold at the end of the deal, what it holds already included: tricks, "
            "points, or the points of all fours.",
            absent="while it is not proved",
        ),
    )
    score: BySide | None = field(
        default=None,
        metadata=row(
            "The deal score under the contract.", absent="where none can be told, or the value is not proved"
        ),
    )
    bounds: Bounds = field(
        metadata=row("What is proved of the value, while it is not known.", in_place_of="value")
    )
    """Of the first side when the deal is over."""
    belote: SideName | None = field(
        default=None,
        metadata=row(
            "The side of the player with king and queen of trumps: counted in `score`, not in `value`.",
            absent="where nobody has both, or the game does not count them",
        ),
    )

    @property
    @shows("The cards that lose nothing, as far as that is proved.")
    def best(self) -> tuple[Card, ...]:
        """The cards that lose nothing, as far as that was proved."""
        return tuple([card.card for card in self.cards if card.swing == 0])

    cards: tuple[CardValue, ...] = field(metadata=row("The playable cards, best first."))
    line: tuple[Card, ...] = field(
        metadata=row(
            "Best play of all to the end of the deal, which gives exactly `value`. Empty where a limit came "
            "first, which can be when all values are known already."
        )
    )
    """Empty when it was not proved."""
    stats: Stats = field(metadata=row("The cost of an answer."))
    is_complete: bool = True
    """True if every card asked for was proved."""

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the answer in JSON types, with the letters of ``notation``."""
        return written(self, notation)
