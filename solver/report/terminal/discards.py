"""Discards on a terminal."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import Discards
from solver.report import words as words
from solver.report.contract import trumps_text
from solver.report.par import or_else
from solver.report.plain_text import bounds_text, signed
from solver.report.terminal.cards import cards_text, tinted
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
_N_MORE = mark("{n} more")
_MOST_DISCARDS = 4


def discards_text(rules: Rules, discards: Discards, speech: Speech) -> list[RenderableType]:
    """Return the best discards of both sides under one trump."""
    say, sides = speech.say, [speech.letters(side) for side in rules.side_names]
    trumps = trumps_text(discards.trump, speech)
    if discards.solution is None:
        difference = say(words.MINUS, side=sides[0], other=sides[1])
        bounds, unit = bounds_text(discards.bounds, speech), say(words.POINTS)
        said = say(_PROVED, trumps=trumps, difference=difference, bounds=bounds, unit=unit)
        return [_headed(said, trumps, "yellow")]
    value = discards.solution.value
    if value:
        side = sides[0] if value > 0 else sides[1]
        said = say(_AHEAD, trumps=trumps, side=side, lead=abs(value))
    else:
        said = say(_LEVEL, trumps=trumps)
    parts: list[RenderableType] = [_headed(said, trumps)]
    if not discards.solution.has_saddle:
        found = (discards.solution.row_guarantee, -discards.solution.column_guarantee)
        sure = (say(_SURE, sure=signed(n), side=side) for n, side in zip(found, sides, strict=True))
        parts.append(Text(say(_NO_SADDLE, sure=", ".join(sure))))
        parts.append(Text(say(_BY_CHANCE)))
    grid = Table.grid(padding=(0, 2))
    for index, side in enumerate(sides):
        label = Text(say(_DISCARDS, side=side), style="bold")
        if discards.solution.has_saddle:
            grid.add_row(label, tinted(_best_text(discards, index, speech)))
            continue
        for cards, part in discards.mix(index).items():
            grid.add_row(label, cards_text(cards, speech.notation), speech.percent(float(part)))
            label = Text()
    return [*parts, grid]


def _best_text(discards: Discards, side: int, speech: Speech) -> str:
    """Return the best discards of a side, and the number of those that are not shown."""
    best = discards.best(side)
    shown = [cards_text(cards, speech.notation).plain for cards in best[:_MOST_DISCARDS]]
    rest = len(best) - len(shown)
    return or_else([*shown, *([speech.say(_N_MORE, n=rest)] if rest else [])], speech)


def _headed(said: str, head: str, style: str = "") -> Text:
    """Return a sentence with its first words, ``head``, in bold."""
    text = Text(style=style).append_text(tinted(said))
    if said.startswith(head):
        text.stylize("bold", 0, len(head))
    return text
