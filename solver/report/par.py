"""Par in words: the contracts in which bidding can end."""

from collections.abc import Iterable, Mapping, Sequence

from solver.bidding import ContractTable, Par, ParContract
from solver.game import DOUBLED, FIRST_TURN, REDOUBLED, SECOND_TURN
from solver.report.contract import bid_text
from solver.sentences import mark, mark_in
from solver.speech import Speech

_PAR = mark("Par")
_PAR_WHEN = mark("Par when {side} opens")
_ALL_PASS = mark("all pass: no bid is worth making")
_NOTHING = mark("nothing to either side")
_BY = mark("{contracts} by {takers}")
DOUBLED_BY: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "contre": {
        DOUBLED: mark_in("contre", "{contracts} doubled by {takers}"),
        REDOUBLED: mark_in("contre", "{contracts} redoubled by {takers}"),
    },
    "coinche": {
        DOUBLED: mark_in("coinche", "{contracts} doubled by {takers}"),
        REDOUBLED: mark_in("coinche", "{contracts} redoubled by {takers}"),
    },
}
"""Contracts that are doubled, by what the game calls that, and by the multiplier."""
_IN_TURN = {FIRST_TURN: mark("{contracts}, first turn"), SECOND_TURN: mark("{contracts}, second turn")}
OR_ELSE = mark("{first}, or {then}")


def or_else(texts: Iterable[str], speech: Speech) -> str:
    """Join alternatives that are lists themselves: ``a, or b, or c``."""
    first, *others = texts
    for then in others:
        first = speech.say(OR_ELSE, first=first, then=then)
    return first


def par_texts(table: ContractTable, speech: Speech) -> list[tuple[str, str]]:
    """Return par for each side that can open, once if it is the same for both: a label and a text each."""
    pars: Iterable[Par] = table.pars if table.par is None else (table.par,)
    parts = []
    for par in pars:
        head = speech.say(_PAR) if table.par else speech.say(_PAR_WHEN, side=speech.letters(par.opens))
        parts.append((head, _par_text(par, table.asked.rules.double_called, speech)))
    return parts


def _par_text(par: Par, called: str, speech: Speech) -> str:
    if not par.contracts:
        return speech.say(_ALL_PASS)
    side, number = max(par.difference.items(), key=lambda item: item[1])
    # Contracts of the others that lose as much are alternatives which nobody would look for.
    gaining = [contract for contract in par.contracts if number and contract.side == side]
    levels: dict[tuple[object, ...], list[ParContract]] = {}
    for contract in gaining or par.contracts:
        levels.setdefault((contract.trump, contract.takers, contract.multiplier, contract.turn), []).append(
            contract
        )
    # Contracts at one level each, of the same players, are named together.
    groups: dict[tuple[object, ...], list[list[ParContract]]] = {}
    for (trump, *others), contracts in levels.items():
        groups.setdefault((*others, "" if len(contracts) == 1 else trump), []).append(contracts)
    said = or_else((_group_text(group, called, speech) for group in groups.values()), speech)
    end = f"{speech.letters(side)} +{number}" if number else speech.say(_NOTHING)
    return speech.labelled(said, end)


def _group_text(group: Sequence[Sequence[ParContract]], called: str, speech: Speech) -> str:
    first = group[0][0]
    contracts = speech.either(_levels_text(contracts, speech) for contracts in group)
    takers = speech.either(map(speech.letters, first.takers))
    if (doubled := DOUBLED_BY[called].get(first.multiplier)) is None:
        said = speech.say(_BY, contracts=contracts, takers=takers)
    else:
        context, message = doubled
        said = speech.translate(message, context).format(contracts=contracts, takers=takers)
    return said if first.turn is None else speech.say(_IN_TURN[first.turn], contracts=said)


def _levels_text(contracts: Sequence[ParContract], speech: Speech) -> str:
    """Return contracts that differ in the bid alone: ``3, 4 or 5 no trumps``."""
    bids = [bid_text(contract.bid, speech) for contract in contracts if contract.bid is not None]
    trump = speech.trump_symbol(contracts[0].trump)
    return f"{speech.either(bids)} {trump}" if bids else trump
