"""What best play brings of a deal of bridge, as PBN says it: the tricks of every contract, and par."""

from solver.pbn_write import DECLARERS, STRAINS, DoubleDummy
from solver.rules import Scoring
from solver.table import ContractTable

_RISK = {1: "", 2: "X", 4: "XX"}


def double_dummy_of(table: ContractTable) -> DoubleDummy | None:
    """The tricks and par of a table; None of another game, a deal of fewer cards, or without proof.

    Par is left out where it hangs on who speaks first and no dealer is known.
    """
    rules, tricks = table.asked.rules, {}
    if rules.scoring != Scoring.duplicate or table.asked.deal.n_cards != len(rules.deck):
        return None
    for entry, _ in table.entries:
        if entry.taker is None or entry.result is None:
            return None
        tricks[entry.taker, entry.trump] = entry.result[rules.side_of(entry.taker)]
    if any((seat, strain) not in tricks for seat in DECLARERS for strain in STRAINS):
        return None
    par = table.par
    if par is None:
        return DoubleDummy(tricks)
    contracts = tuple(f"{one.side} {one.bid}{one.trump}{_RISK[one.multiplier]}" for one in par.contracts)
    return DoubleDummy(tricks, par.difference[rules.side_names[0]], contracts or ("Pass",))
