"""The double-dummy tricks of every contract of a bridge deal and its par, as PBN states them."""

from solver.bidding import ContractTable, ParContract
from solver.cards import NO_TRUMPS
from solver.formats.pbn.write import DECLARERS, STRAINS, DoubleDummy
from solver.game import BOOK, RISK_SIGNS
from solver.rules import Scoring


def double_dummy_of(table: ContractTable) -> DoubleDummy | None:
    """Return the tricks and par of a table; None for another game, fewer than 52 cards, or values not proved.

    Of par contracts that differ only in level, the lowest is named.  Par is left out if it depends on the
    side that bids first and no dealer is known.
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
    lowest: dict[tuple[str, str], ParContract] = {}
    for contract in sorted(par.contracts, key=lambda contract: contract.bid or 0):
        lowest.setdefault((contract.side, contract.trump), contract)
    side = par.contracts[0].side if par.contracts else rules.side_names[0]
    contracts = tuple(map(_contract_text, lowest.values())) or (f"{side} Pass",)
    return DoubleDummy(tricks, (side, par.difference[side]), contracts)


def _contract_text(contract: ParContract) -> str:
    """Write a contract as ``NS 4S=`` or ``E 6DX-5``: its side or only declarer, and its result."""
    who = contract.takers[0] if len(contract.takers) == 1 else contract.side
    strain = "N" if contract.trump == NO_TRUMPS else contract.trump
    over = contract.value[contract.side] - BOOK - (contract.bid or 0)
    return f"{who} {contract.bid}{strain}{RISK_SIGNS[contract.multiplier]}{f'{over:+}' if over else '='}"
