"""What a search answers: the value of a position and of each playable card, for named sides.

The values are final results of the deal with best play from here on, what was won before included.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from solver.cards import Card, Notation, format_card


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven limits of *own minus other* of the side to play, in units of the result; equal when exact."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        """Whether the bounds leave one value."""
        return self.low == self.high

    def to_dict(self) -> dict[str, int]:
        """The form of the public contract."""
        return {"low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class CardValue:
    """One playable card: what the deal comes to when it is played now and both sides play best after it."""

    card: Card
    bounds: Bounds
    equals: tuple[Card, ...]
    """The other playable cards that cannot make any difference to it."""
    value: Mapping[str, int] | None = None
    """The final result by side; None unless it was proved."""
    score: Mapping[str, int] | None = None
    """The deal score by side; None without a contract to score, or when the value was not proved."""
    swing: int | None = None
    """What the card gives away of own minus other: 0 exactly for the best cards."""
    loss: int | None = None
    """The drop of the playing side's own result."""
    score_swing: int | None = None
    """As `swing`, of the deal score."""

    @property
    def exact(self) -> bool:
        """Whether the value was proved."""
        return self.value is not None

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract: values when exact, else bounds."""
        data: dict[str, Any] = {"card": format_card(self.card, notation)}
        if self.value is not None:
            data["value"] = dict(self.value)
            if self.score is not None:
                data["score"] = dict(self.score)
        if self.swing is not None:
            data["swing"] = self.swing
            data["loss"] = self.loss
            if self.score_swing is not None:
                data["score_swing"] = self.score_swing
        data["exact"] = self.exact
        if not self.exact:
            data["bounds"] = self.bounds.to_dict()
        data["equals"] = [format_card(card, notation) for card in self.equals]
        return data


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search cost."""

    nodes: int
    """Cards played by the search."""
    time_ms: float

    def to_dict(self) -> dict[str, int | float]:
        """The form of the public contract."""
        return {"nodes": self.nodes, "time_ms": round(self.time_ms, 3)}


EndedBy = Literal["time_ms", "nodes", "cancelled"]


@dataclass(frozen=True, slots=True)
class Ended:
    """What ended work before everything was proved: one of its limits, or somebody who called it off."""

    by: EndedBy
    limit: float | None = None
    """How much of that there was, in milliseconds or nodes; None for work that was called off."""

    def to_dict(self) -> dict[str, Any]:
        """The form of the public contract."""
        if self.limit is None:
            return {"ended_by": self.by}
        whole = int(self.limit) if self.limit == int(self.limit) else self.limit
        return {"ended_by": self.by, self.by: whole}


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of a position, of its playable cards (best first) and one optimal line."""

    variant: str
    to_play: str | None
    """The seat whose turn it is; None when the deal is over."""
    trick: tuple[Card, ...]
    """The cards on the table, in the order they were played."""
    bounds: Bounds
    """Of own minus other of the side to play (of the first side when the deal is over)."""
    cards: tuple[CardValue, ...]
    line: tuple[Card, ...]
    """Best play of all from here to the end; its play-out gives `value`. Empty when that was not proved."""
    stats: Stats
    value: Mapping[str, int] | None = None
    score: Mapping[str, int] | None = None
    belote: str | None = None
    """The side that holds belote-rebelote: 20 points that count in `score`, not in `value`."""
    is_complete: bool = field(default=True)
    """Whether every card asked for was proved."""
    ended: Ended | None = None
    """What came before that; None where all was proved."""

    @property
    def exact(self) -> bool:
        """Whether the value and every card asked for were proved."""
        return self.is_complete and self.value is not None

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that lose nothing, as far as that was proved."""
        return tuple(card.card for card in self.cards if card.swing == 0)

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        data: dict[str, Any] = {
            "variant": self.variant,
            "to_play": self.to_play,
            "trick": [format_card(card, notation) for card in self.trick],
            "exact": self.exact,
        }
        if self.ended is not None:
            data["limit"] = self.ended.to_dict()
        if self.value is not None:
            data["value"] = dict(self.value)
            if self.score is not None:
                data["score"] = dict(self.score)
        else:
            data["bounds"] = self.bounds.to_dict()
        if self.belote is not None:
            data["belote"] = self.belote
        data["best"] = [format_card(card, notation) for card in self.best]
        data["cards"] = [card.to_dict(notation) for card in self.cards]
        data["line"] = [format_card(card, notation) for card in self.line]
        data["stats"] = self.stats.to_dict()
        return data
