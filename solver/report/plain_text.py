"""Numbers, sides and names as plain text, for every form of report."""

import re
from collections.abc import Iterable, Mapping

from solver.cards import SYMBOLS, Card, Notation, format_rank
from solver.engine import Bounds
from solver.joiners import printable
from solver.reasons import N_POINTS, N_TRICKS
from solver.report import words
from solver.rules import Objective, Rules
from solver.sentences import Counted
from solver.speech import ENGLISH, Speech

NOTHING = "–"
"""The sign in the place of a card or a number that is missing."""
BETWEEN = " : "
"""The sign between the numbers of two sides, and between their names."""

LONGEST_NAME = 24
"""The characters that are shown of the name of a player."""

NO_BREAK = "\u00a0"
"""The space that does not break a line, before a colon in French; Python calls it unprintable."""

RED = re.compile(r"[♥♦](?:10|[0-9A-WYZ]\b)?")
"""A red card or suit within a text.  An X after a suit belongs to a doubled contract and is not red."""


def plain(text: object, longest: int = 200) -> str:
    """Return ``text`` on one line, without control characters, cut to ``longest`` characters."""
    shown = NO_BREAK.join(printable(part, "�") for part in str(text)[: longest + 1].split(NO_BREAK))
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def rank_text(rank: str, notation: Notation = "en") -> str:
    """Return the rank as it is printed on the card: 10, not T."""
    return "10" if rank == "T" else format_rank(rank, notation)


def cards_line(cards: Iterable[Card], notation: Notation = "en") -> str:
    """Return cards on one line, each as its symbol and rank."""
    return " ".join(f"{SYMBOLS[card.suit]}{rank_text(card.rank, notation)}" for card in cards)


def signed(number: int) -> str:
    """Return a number with a typographic minus sign."""
    return str(number).replace("-", "−")


def pair_text(values: Mapping[str, int] | None) -> str:
    """Return two sides' numbers, as ``92 : 70``."""
    return NOTHING if values is None else BETWEEN.join(map(signed, values.values()))


def sides_text(values: Mapping[str, int], speech: Speech, unit: Counted | None = None) -> str:
    """Return two sides' numbers with their names, the last with its unit: ``NS 92, EW 70 points``."""
    *first, (last, number) = values.items()
    sign = "−" if number < 0 else ""
    said = sign + (str(abs(number)) if unit is None else speech.say(unit, abs(number)))
    names = [*(f"{speech.letters(side)} {signed(n)}" for side, n in first), f"{speech.letters(last)} {said}"]
    return ", ".join(names)


def glued(text: str) -> str:
    """Return a text that does not fold between the names or the numbers of two sides."""
    return text.replace(BETWEEN, BETWEEN.replace(" ", NO_BREAK))


def heads_text(rules: Rules, speech: Speech) -> str:
    """Return the names of both sides, as the head of a column of their numbers."""
    return BETWEEN.join(map(speech.letters, rules.side_names))


def number_text(value: int | None) -> str:
    """Return a number, or a dash for None."""
    return NOTHING if value is None else signed(value)


def bounds_text(bounds: Bounds, speech: Speech) -> str:
    """Return the proved bounds of a difference, in words."""
    return speech.say(words.FROM_LOW_TO_HIGH, low=bounds.low, high=bounds.high)


def title_of(rules: Rules, speech: Speech = ENGLISH) -> str:
    """Return the game's name as players write it; one that has but a name is headed by it."""
    has_but_a_name = rules.is_untitled and rules.name != Rules.name
    return plain(rules.name if has_but_a_name else rules.texts(speech)["title"])


def unit(rules: Rules) -> Counted:
    """Return the unit of the result of a deal: tricks or points."""
    return N_TRICKS if rules.objective == Objective.tricks else N_POINTS


def unit_name(rules: Rules, speech: Speech) -> str:
    """Return the name of the unit of the result of a deal."""
    return speech.say(words.TRICKS_WON if rules.objective == Objective.tricks else words.POINTS)
