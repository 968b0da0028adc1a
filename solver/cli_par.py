"""Par and discards as a card player reads them."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.cards import NO_TRUMPS, SUITS, Notation
from solver.cli_cards import bounds_text, cards_text, one_of, signed, suit_text
from solver.errors import list_words
from solver.par_contracts import Par, ParContract
from solver.par_discards import Discards
from solver.rule_fields import CAPOT, CAPOT_BID
from solver.rules import Rules
from solver.table import ContractTable
from solver.table_entries import FIRST_TURN, SECOND_TURN

TURNS = {FIRST_TURN: "First turn", SECOND_TURN: "Second turn"}

_DOUBLED = {1: "", 2: " doubled", 4: " redoubled"}
_MOST_DISCARDS = 4


def par_texts(table: ContractTable) -> list[RenderableType]:
    """Par, once where it does not hang on who opens."""
    pars: Iterable[Par] = table.pars if table.par is None else (table.par,)
    parts: list[RenderableType] = []
    for par in pars:
        when = f" when {par.opens} opens" if table.par is None else ""
        line = Text(f"Par{when}  ", style="bold")
        line.append_text(_par_text(par))
        parts.append(line)
    return parts


def _par_text(par: Par) -> Text:
    said = Text(style="not bold")
    if not par.contracts:
        return said.append("all pass: no bid is worth making")
    levels: dict[tuple[object, ...], list[ParContract]] = {}
    for contract in par.contracts:
        levels.setdefault((contract.trump, contract.takers, contract.multiplier, contract.turn), []).append(
            contract
        )
    # Contracts at one level each, of the same players, are named together.
    groups: dict[tuple[object, ...], list[list[ParContract]]] = {}
    for (trump, *others), contracts in levels.items():
        groups.setdefault((*others, "" if len(contracts) == 1 else trump), []).append(contracts)
    for group in groups.values():
        first = group[0][0]
        if said:
            said.append(", or ")
        said.append_text(one_of([_levels_text(contracts) for contracts in group]))
        said.append(f"{_DOUBLED[first.multiplier]} by {' or '.join(first.takers)}")
        if first.turn is not None:
            said.append(f", {TURNS[first.turn].lower()}")
    first_side, number = max(par.difference.items(), key=lambda item: item[1])
    return said.append(f": {first_side} +{number}" if number else ": nothing to either side")


def _levels_text(contracts: Sequence[ParContract]) -> Text:
    """Contracts that differ in the bid alone: ``3, 4 or 5 no trumps``."""
    bids = list_words(bid_name(contract.bid) for contract in contracts if contract.bid is not None)
    return Text(f"{bids} " if bids else "").append_text(trump_name(contracts[0].trump))


def discards_text(rules: Rules, discards: Discards, notation: Notation) -> list[RenderableType]:
    """The best discards of both sides under one trump."""
    sides = rules.side_names
    head = Text().append_text(trump_name(discards.trump)).append(" trumps")
    head.stylize("bold")
    if discards.solution is None:
        proved = f"{sides[0]} minus {sides[1]} is {bounds_text(discards.bounds)} points"
        said = f": the limit came first. Proved: {proved}."
        return [head.append(said, style="not bold yellow")]
    value = discards.solution.value
    leads = {sides[0]: value, sides[1]: -value}
    ahead = max(sides, key=lambda side: leads[side])
    said = f"{ahead} comes out {leads[ahead]} ahead" if value else "neither side comes out ahead"
    parts: list[RenderableType] = [head.append(f": with best discards {said}.", style="not bold")]
    if not discards.solution.has_saddle:
        sure = (discards.solution.row_guarantee, -discards.solution.column_guarantee)
        said = f"makes sure of {signed(sure[0])} for {sides[0]}, of {signed(sure[1])} for {sides[1]}"
        parts.append(Text(f"No single discard is best against every reply: the safest {said}."))
        parts.append(Text("Chosen by chance, as often as said here, discards come to the above on average."))
    grid = Table.grid(padding=(0, 2))
    for index, side in enumerate(sides):
        label = Text(f"{side} discards", style="bold")
        if discards.solution.has_saddle:
            best = discards.best(index)
            shown = [cards_text(cards, notation) for cards in best[:_MOST_DISCARDS]]
            rest = len(best) - len(shown)
            line = Text(", or ").join(shown).append(f", or {rest} more" if rest else "")
            grid.add_row(label, line)
            continue
        for cards, part in discards.mix(index).items():
            grid.add_row(label, cards_text(cards, notation), f"{float(part):.0%}")
            label = Text()
    return [*parts, grid]


def trump_name(trump: str) -> Text:
    """A trump suit's symbol, or no trumps, or all."""
    if trump in SUITS:
        return suit_text(trump)
    return Text("no trumps" if trump == NO_TRUMPS else "all trumps")


def bid_name(bid: int | None) -> str:
    """A bid as it is spoken: capot for all the tricks."""
    return CAPOT if bid == CAPOT_BID else str(bid)
