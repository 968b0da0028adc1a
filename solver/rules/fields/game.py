"""The rules at the top of a variant file: the name of the game, its sources, the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.rules.row import FrozenMapping, rule
from solver.rules.words import (
    FirstLead,
    Source,
    Turn,
)
from solver.sentences import mark
from solver.speech import Speech

NO_SOURCES: Mapping[str, Source] = FrozenMapping({})
MAX_RULE_TEXT = 2000
"""The longest description, source or note of a game, in characters."""
_AGAINST = mark("{side} against {other}")


def _sides(sides: tuple[str, ...], speech: Speech) -> str:
    side, other = map(speech.letters, sides)
    return speech.say(_AGAINST, side=side, other=other)


@dataclass(frozen=True)
class GameFields:
    """The name of a game, its sources, its seats, and its first lead."""

    name: str = field(
        default="custom",
        metadata=rule("name", "The name by which requests ask for the game.", low=1, high=40),
    )
    title: str = field(
        default="Custom game", metadata=rule("title", "The game's name as players write it.", low=1, high=100)
    )
    aliases: tuple[str, ...] = field(
        default=(), metadata=rule("aliases", "Other names by which requests may ask for it.", high=40)
    )
    description: str = field(
        default="", metadata=rule("description", "The game in one or two sentences.", high=MAX_RULE_TEXT)
    )
    source: str = field(default="", metadata=rule("source", "Where its rules come from.", high=MAX_RULE_TEXT))
    notes: tuple[str, ...] = field(
        default=(),
        metadata=rule(
            "notes", "Readings a player could dispute, and differences from the sheet.", high=MAX_RULE_TEXT
        ),
    )
    sources: Mapping[str, Source] = field(
        default=NO_SOURCES,
        metadata=rule(
            "sources",
            "Where each rule's value comes from; default for those not named.",
        ),
    )
    sides: tuple[str, ...] = field(
        default=("NS", "EW"),
        metadata=rule("sides", "Who plays with whom.", "The sides are {value}.", low=1, high=3, shown=_sides),
    )
    turn: Turn = field(
        default=Turn.clockwise,
        metadata=rule(
            "turn",
            "Which way play goes round the table.",
            {
                Turn.clockwise: "Play goes round clockwise, to the left.",
                Turn.anticlockwise: "Play goes round anticlockwise, to the right.",
            },
        ),
    )
    first_lead: FirstLead = field(
        default=FirstLead.dealer_next,
        metadata=rule(
            "first_lead",
            "Who leads to the first trick.",
            {
                FirstLead.dealer_next: "The player whose turn comes after the dealer's leads to the first "
                "trick.",
                FirstLead.dealer: "The dealer leads to the first trick.",
                FirstLead.taker: "The taker leads to the first trick.",
                FirstLead.taker_next: "The player whose turn comes after the taker's leads to the first "
                "trick.",
            },
        ),
    )
    dummy: bool = field(
        default=False,
        metadata=rule(
            "dummy",
            "Whether the taker's partner lays their hand open on the table after the first lead.",
            {
                False: "Nobody sees another player's hand.",
                True: "After the first lead the taker's partner (dummy) lays their hand open on the table, "
                "and the taker (the declarer) plays from both hands.",
            },
            quiet=True,
        ),
    )

    @property
    def is_untitled(self) -> bool:
        """True of a game that states no title of its own."""
        return self.title == GameFields.title

    @property
    def leads_by_taker(self) -> bool:
        """True if the first leader depends on the taker and not on the dealer."""
        return self.first_lead in (FirstLead.taker, FirstLead.taker_next)
