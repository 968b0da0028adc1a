"""The results of a compiled search: bounds, cards and lines, in the numbers of `encode`.

Values are *to go*, from the start of the unfinished trick to the end of the deal, own minus other of side 0.
"""

from typing import Literal, NamedTuple

Wanted = Literal["all", "best", "value"]
"""The value of every playable card; of the position, with one best card; or of the position only."""


class FoundCard(NamedTuple):
    """The bounds proved of one playable card."""

    code: int
    keeper: int
    """The code of the card that stands for all that are as good as this one: the highest of them."""
    lower: int
    upper: int
    """The bounds of the value once it is played, equal when exact."""


class FoundLine(NamedTuple):
    """Best play from a position to the end of the deal."""

    total: int
    """The sum of both sides' results along the line."""
    codes: tuple[int, ...]


class Found(NamedTuple):
    """The answer of a search."""

    lower: int
    upper: int
    """The bounds of the position's value, equal when exact."""
    cards: tuple[FoundCard, ...]
    """All playable cards; or one best card, or none, when no more was wanted or a limit came first."""
    lines: dict[int, FoundLine]
    """By the keeper that is played first; only where asked for, or needed to tell what both sides get."""
    nodes: int
    """Cards played by the search."""
    probes: int
    """Positions looked up in the table."""
    hits: int
    """Probes that found something."""
    stopped: bool
    """True if a limit was reached before everything was proved."""
