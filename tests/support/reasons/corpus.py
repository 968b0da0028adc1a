"""The corpus of reasons: positions with a mistake, what a teacher would say of it, and what would mislead.

A file of `tests/data/reasons` holds the cases of one game.  They were written from the positions, never from
what the program says of them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from solver import Answer, Position, solve

FOLDER = Path(__file__).parents[2] / "data" / "reasons"

OF_THIS_TRICK = (
    "load",
    "throw",
    "trick_not_taken",
    "ruff_missed",
    "overruff_missed",
    "overruffed",
    "underruff",
    "lead_beaten",
    "lead_ruffed",
    "partner_overtaken",
    "own_ruffed",
    "masters_together",
    "not_ducked",
    "jack_caught",
    "low_saved",
    "face_up",
)
"""What a player sees at once, by the words that `must`, `may` and `must_not` are written in."""

OF_LATER_TRICKS = (
    "keep",
    "keep_ten",
    "keep_last",
    "keep_low",
    "lead_given",
    "lead_taken",
    "trumps_not_drawn",
    "trumps_drawn",
    "force",
    "void",
    "holder",
    "combination_missed",
    "combination_conceded",
    "last_trick",
    "ten_exposed",
    "ten_escaped",
    "card_lost",
    "card_escaped",
    "master_not_cashed",
    "game_lost",
    "slam_missed",
    "slam_conceded",
)

TECHNIQUES = (
    "finesse",
    "drop",
    "hold_up",
    "duck",
    "unblock",
    "overtake",
    "draw_trumps",
    "ruff_short",
    "throw_in",
    "thrown_in",
    "squeeze",
    "promotion",
    "uppercut",
    "cover",
    "cash",
    "guard",
    "safety",
    "lead_towards",
    "danger_hand",
    "avoidance",
)

WEAK = ("entry", "control", "suit_good", "suit_bad")
"""Words to be said with caution only."""

NONE = "none"
"""The word for a mistake that no reason explains: only its cost and the lines of play can be told."""

WORDS = frozenset((*OF_THIS_TRICK, *OF_LATER_TRICKS, *TECHNIQUES, *WEAK, NONE))


@dataclass(frozen=True, slots=True)
class Case:
    """A mistake and its reasons."""

    id: str
    position: Mapping[str, Any]
    """The position before the mistake, as a request."""
    played: str
    """The mistake."""
    best: tuple[str, ...]
    """Every card that gives nothing away."""
    must: tuple[str, ...]
    """The reasons of which any one is right."""
    may: tuple[str, ...]
    """Reasons that can be told besides."""
    must_not: tuple[str, ...]
    """Reasons that would mislead here."""
    says_en: str
    says_fr: str
    source: str
    split: str
    """`tuning`, or `acceptance` for cases that nothing is tuned on."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """By a name: cards that a right sentence has to name."""

    def solve(self) -> tuple[Position, Answer]:
        """Return the position before the mistake, and what each of its cards is worth."""
        position = Position.from_dict(self.position)
        return position, solve(position)


@cache
def read_corpus(game: str) -> tuple[Case, ...]:
    """Return the cases of a game, the name of a file without its ending."""
    rows = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    lists = ("best", "must", "may", "must_not")
    return tuple(Case(**row | {name: tuple(row[name]) for name in lists}) for row in rows)


GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
CASES = tuple(case for game in GAMES for case in read_corpus(game))


def read_judged(folder: str, game: str) -> tuple[Case, ...]:
    """Return the cases of a game that were judged blind: the first reason is the main one, any is right.

    They are drawn in the order of their seeds, and judged before anybody saw what the program says.  Nothing
    is tuned on those of the folder ``acceptance``; on those of ``judged`` the program was tuned afterwards.
    """
    rows = json.loads((FOLDER / folder / f"{game}.json").read_text(encoding="utf-8"))
    lists = ("best", "must", "may", "must_not")
    return tuple(Case(**row | {name: tuple(row[name]) for name in lists}) for row in rows)


JUDGED_GAMES = tuple(sorted(path.stem for path in (FOLDER / "judged").glob("*.json")))
