"""Discards of all fours in words: what the best ones come to, and which they are."""

from typing import NamedTuple

from solver.bidding import Discards
from solver.report import words
from solver.report.contract import trumps_text
from solver.report.par import or_else
from solver.report.plain_text import bounds_text, cards_line, signed
from solver.rules import Rules
from solver.sentences import mark
from solver.speech import Speech

_PROVED = mark("{trumps}: the limit came first. Proved: {difference} is {bounds} {unit}.")
_AHEAD = mark("{trumps}: with best discards {side} comes out {lead} ahead.")
_LEVEL = mark("{trumps}: with best discards neither side comes out ahead.")
_NO_SADDLE = mark("No single discard is best against every reply: the safest makes sure of {sure}.")
_SURE = mark("{sure} for {side}")
_BY_CHANCE = mark("Chosen by chance, as often as said here, discards come to the above on average.")
_DISCARDS = mark("{side} discards")
_MOST_DISCARDS = 4


class DiscardRow(NamedTuple):
    """Discards of a side."""

    label: str
    """The side that discards; empty below the first of a side."""
    cards: str
    share: str = ""
    """The share of the times in which they are chosen, where that is left to chance."""


class DiscardsReport(NamedTuple):
    """The best discards of both sides under one trump, as texts."""

    trumps: str
    """The trumps, by which `result` mostly begins."""
    result: str
    is_proved: bool
    notes: tuple[str, ...] = ()
    rows: tuple[DiscardRow, ...] = ()

    @classmethod
    def of(cls, rules: Rules, discards: Discards, speech: Speech) -> "DiscardsReport":
        """Put discards into words."""
        say, sides = speech.say, [speech.letters(side) for side in rules.side_names]
        trumps = trumps_text(discards.trump, speech)
        if discards.solution is None:
            difference = say(words.MINUS, side=sides[0], other=sides[1])
            bounds, unit = bounds_text(discards.bounds, speech), say(words.POINTS)
            said = say(_PROVED, trumps=trumps, difference=difference, bounds=bounds, unit=unit)
            return cls(trumps, said, is_proved=False)
        value = discards.solution.value
        if value:
            said = say(_AHEAD, trumps=trumps, side=sides[0] if value > 0 else sides[1], lead=abs(value))
        else:
            said = say(_LEVEL, trumps=trumps)
        notes: tuple[str, ...] = ()
        if not discards.solution.has_saddle:
            found = (discards.solution.row_guarantee, -discards.solution.column_guarantee)
            sure = (say(_SURE, sure=signed(n), side=side) for n, side in zip(found, sides, strict=True))
            notes = (say(_NO_SADDLE, sure=", ".join(sure)), say(_BY_CHANCE))
        rows: list[DiscardRow] = []
        for index, side in enumerate(sides):
            label = say(_DISCARDS, side=side)
            if discards.solution.has_saddle:
                rows.append(DiscardRow(label, _best_text(discards, index, speech)))
                continue
            for cards, part in discards.mix(index).items():
                share = speech.percent(float(part))
                rows.append(DiscardRow(label, cards_line(cards, speech.notation), share))
                label = ""
        return cls(trumps, said, True, notes, tuple(rows))


def _best_text(discards: Discards, side: int, speech: Speech) -> str:
    """Return the best discards of a side, and the number of those that are not shown."""
    best = discards.best(side)
    shown = [cards_line(cards, speech.notation) for cards in best[:_MOST_DISCARDS]]
    rest = len(best) - len(shown)
    return or_else([*shown, *([speech.say(words.N_MORE, rest)] if rest else [])], speech)
