"""The tree of a puzzle: its decisions, and at each card of the defence every class of replies."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from solver.cards import Card, Notation, format_card


class Why(StrEnum):
    """The reason why a puzzle ends."""

    safe = "safe"
    dual = "dual"
    cash = "cash"


@dataclass(frozen=True, slots=True)
class End:
    """Nothing is left to find: all cards are right (``safe``), or several (``dual``), or winners cashed."""

    why: Why

    @property
    def n_left(self) -> int:
        """The decisions to come: none."""
        return 0

    @property
    def next_decision(self) -> "Decision | None":
        """The next decision: none."""
        return None

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the node in JSON types."""
        return {"end": self.why.value}


@dataclass(frozen=True, slots=True)
class Decision:
    """The solver is to find one class of cards."""

    seat: str
    right: tuple[Card, ...]
    n_wrong: int
    """The classes of wrong cards."""
    margin: int
    """The difference that the best wrong class gives away, own minus other."""
    then: "Node"

    @property
    def n_left(self) -> int:
        """The decisions to come against the most stubborn defence, this one included."""
        return 1 + self.then.n_left

    @property
    def next_decision(self) -> "Decision | None":
        """This decision."""
        return self

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the node in JSON types."""
        return {
            "seat": self.seat,
            "right": [format_card(card, notation) for card in self.right],
            "then": self.then.to_dict(notation),
        }


@dataclass(frozen=True, slots=True)
class Forced:
    """The solver's side has one class of cards: the card is played for it."""

    seat: str
    card: Card
    then: "Node"

    @property
    def n_left(self) -> int:
        """The decisions to come."""
        return self.then.n_left

    @property
    def next_decision(self) -> Decision | None:
        """The next decision against the most stubborn defence."""
        return self.then.next_decision

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the node in JSON types."""
        return {
            "seat": self.seat,
            "forced": format_card(self.card, notation),
            "then": self.then.to_dict(notation),
        }


@dataclass(frozen=True, slots=True)
class Reply:
    """A class of cards of the defence, and what comes after it."""

    cards: tuple[Card, ...]
    then: "Node"


@dataclass(frozen=True, slots=True)
class Defence:
    """The defence is to play: every class of its cards, the most stubborn first."""

    seat: str
    replies: tuple[Reply, ...]

    @property
    def n_left(self) -> int:
        """The decisions to come against the most stubborn defence."""
        return self.replies[0].then.n_left

    @property
    def next_decision(self) -> Decision | None:
        """The next decision against the most stubborn defence."""
        return self.replies[0].then.next_decision

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the node in JSON types."""
        replies = [
            {
                "cards": [format_card(card, notation) for card in reply.cards],
                "then": reply.then.to_dict(notation),
            }
            for reply in self.replies
        ]
        return {"seat": self.seat, "replies": replies}


Node = Decision | Defence | Forced | End
"""A node of the tree."""


def main_line(node: Node) -> tuple[Card, ...]:
    """Return the cards from a node up to its last decision, against the most stubborn defence."""
    cards: list[Card] = []
    n_cards = 0
    while not isinstance(node, End):
        match node:
            case Decision():
                cards.append(node.right[0])
                n_cards = len(cards)
                node = node.then
            case Forced():
                cards.append(node.card)
                node = node.then
            case Defence():
                cards.append(node.replies[0].cards[0])
                node = node.replies[0].then
    return tuple(cards[:n_cards])


def count_duals(node: Node) -> int:
    """Return the number of side branches that end where several cards are right and others wrong."""
    match node:
        case End():
            return int(node.why == Why.dual)
        case Defence():
            return sum(count_duals(reply.then) for reply in node.replies)
        case _:
            return count_duals(node.then)
