"""Par and discards on a terminal."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.bidding import ContractTable, Discards, Par, ParContract
from solver.game import FIRST_TURN, SECOND_TURN
from solver.report import words as words
from solver.report.contract import bid_text, trump_name, trumps_text
from solver.report.plain_text import bounds_text, signed
from solver.report.terminal.cards import cards_text, tinted
from solver.rules import Rules
from solver.sentences import mark
from solver.speech import Speech

_PAR = mark("Par")
_PAR_WHEN = mark("Par when {side} opens")
_ALL_PASS = mark("all pass: no bid is worth making")
_NOTHING = mark("nothing to either side")
_BY = {
    1: mark("{contracts} by {takers}"),
    2: mark("{contracts} doubled by {takers}"),
    4: mark("{contracts} redoubled by {takers}"),
}
_IN_TURN = {FIRST_TURN: mark("{contracts}, first turn"), SECOND_TURN: mark("{contracts}, second turn")}
OR_ELSE = mark("{first}, or {then}")

_PROVED = mark("{trumps}: the limit came first. Proved: {difference} is {bounds} {unit}.")
_AHEAD = mark("{trumps}: with best discards {side} comes out {lead} ahead.")
_LEVEL = mark("{trumps}: with best discards neither side comes out ahead.")
_NO_SADDLE = mark("No single discard is best against every reply: the safest makes sure of {sure}.")
_SURE = mark("{sure} for {side}")
_BY_CHANCE = mark("Chosen by chance, as often as said here, discards come to the above on average.")
_DISCARDS = mark("{side} discards")
_N_MORE = mark("{n} more")
_MOST_DISCARDS = 4


def or_else(texts: Iterable[str], speech: Speech) -> str:
    """Join alternatives that are lists themselves: ``a, or b, or c``."""
    first, *others = texts
    for then in others:
        first = speech.say(OR_ELSE, first=first, then=then)
    return first


def par_texts(table: ContractTable, speech: Speech) -> list[RenderableType]:
    """Return par for each side that can open, once if it is the same for both."""
    pars: Iterable[Par] = table.pars if table.par is None else (table.par,)
    parts: list[RenderableType] = []
    for par in pars:
        head = speech.say(_PAR) if table.par else speech.say(_PAR_WHEN, side=speech.letters(par.opens))
        parts.append(Text.assemble((f"{head}  ", "bold"), tinted(_par_text(par, speech))))
    return parts


def _par_text(par: Par, speech: Speech) -> str:
    if not par.contracts:
        return speech.say(_ALL_PASS)
    levels: dict[tuple[object, ...], list[ParContract]] = {}
    for contract in par.contracts:
        levels.setdefault((contract.trump, contract.takers, contract.multiplier, contract.turn), []).append(
            contract
        )
    # Contracts at one level each, of the same players, are named together.
    groups: dict[tuple[object, ...], list[list[ParContract]]] = {}
    for (trump, *others), contracts in levels.items():
        groups.setdefault((*others, "" if len(contracts) == 1 else trump), []).append(contracts)
    said = or_else((_group_text(group, speech) for group in groups.values()), speech)
    side, number = max(par.difference.items(), key=lambda item: item[1])
    end = f"{speech.letters(side)} +{number}" if number else speech.say(_NOTHING)
    return speech.labelled(said, end)


def _group_text(group: Sequence[Sequence[ParContract]], speech: Speech) -> str:
    first = group[0][0]
    contracts = speech.either(_levels_text(contracts, speech) for contracts in group)
    takers = speech.either(map(speech.letters, first.takers))
    said = speech.say(_BY[first.multiplier], contracts=contracts, takers=takers)
    return said if first.turn is None else speech.say(_IN_TURN[first.turn], contracts=said)


def _levels_text(contracts: Sequence[ParContract], speech: Speech) -> str:
    """Return contracts that differ in the bid alone: ``3, 4 or 5 no trumps``."""
    bids = [bid_text(contract.bid, speech) for contract in contracts if contract.bid is not None]
    trump = trump_name(contracts[0].trump, speech)
    return f"{speech.either(bids)} {trump}" if bids else trump


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
