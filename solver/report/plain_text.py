"""How numbers, sides and names are written in a report, wherever it is shown: texts without any style."""

import re
from collections.abc import Mapping

from solver.analysis import N_POINTS, N_TRICKS
from solver.cards import Notation, format_rank
from solver.engine import Bounds
from solver.report import words as words
from solver.rules import Objective, Rules
from solver.sentences import Counted
from solver.speech import ENGLISH, Speech

NOTHING = "–"
"""What stands where there is no card or no number."""
BETWEEN = " : "
"""What stands between the numbers of two sides, and their names in a head."""

NO_BREAK = "\u00a0"
"""The space at which no line ends, which French has before a colon; Python calls it unprintable."""

RED = re.compile(r"[♥♦](?:10|[0-9A-WYZ]\b)?")
"""A red card or suit within a text; an X after a suit is a doubled contract's, and as black as the rest."""


def plain(text: object, longest: int = 200) -> str:
    """``text`` on one line and without anything a terminal would obey."""
    shown = "".join(
        letter if letter.isprintable() or letter == NO_BREAK else "�" for letter in str(text)[: longest + 1]
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def rank_text(rank: str, notation: Notation = "en") -> str:
    """The rank as it stands on the card: 10, not T."""
    return "10" if rank == "T" else format_rank(rank, notation)


def signed(number: int) -> str:
    """A number with a minus sign as it is printed."""
    return str(number).replace("-", "−")


def pair_text(values: Mapping[str, int] | None) -> str:
    """Two sides' numbers, as ``92 : 70``."""
    return NOTHING if values is None else BETWEEN.join(map(signed, values.values()))


def sides_text(values: Mapping[str, int], speech: Speech, unit: Counted | None = None) -> str:
    """Two sides' numbers with their names; the last with its unit, as ``NS 92, EW 70 points``."""
    *first, (last, number) = values.items()
    sign = "−" if number < 0 else ""
    said = sign + (str(abs(number)) if unit is None else speech.say(unit, abs(number)))
    names = [*(f"{speech.letters(side)} {signed(n)}" for side, n in first), f"{speech.letters(last)} {said}"]
    return ", ".join(names)


def heads_text(rules: Rules, speech: Speech) -> str:
    """The names of both sides, as the head of their numbers."""
    return BETWEEN.join(map(speech.letters, rules.side_names))


def number_text(value: int | None) -> str:
    """A number that may be missing."""
    return NOTHING if value is None else signed(value)


def bounds_text(bounds: Bounds, speech: Speech) -> str:
    """What is proved of a difference."""
    return speech.say(words.FROM_LOW_TO_HIGH, low=bounds.low, high=bounds.high)


def title_of(rules: Rules, speech: Speech = ENGLISH) -> str:
    """The game's name as players write it."""
    return plain(rules.texts(speech)["title"] or rules.name)


def unit(rules: Rules) -> Counted:
    """What the result of a deal is counted in."""
    return N_TRICKS if rules.objective == Objective.tricks else N_POINTS


def unit_name(rules: Rules, speech: Speech) -> str:
    """The name of what the result of a deal is counted in."""
    return speech.say(words.TRICKS_WON if rules.objective == Objective.tricks else words.POINTS)
