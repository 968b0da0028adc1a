"""A deal before the play: the values of all contracts, par, discards.

Stands on `engine`.
"""

from solver.bidding.asked import (
    TableDeal,
)
from solver.bidding.contracts import (
    Bidding,
    Par,
    ParContract,
    Scored,
)
from solver.bidding.discards import (
    Discards,
    alike_discards,
)
from solver.bidding.entries import (
    Entry,
)
from solver.bidding.proposal import (
    Proposal,
    Range,
)
from solver.bidding.read_asked import TABLE_KEYS
from solver.bidding.table import (
    Contender,
    ContractTable,
    tabulate,
)

__all__ = [
    "TABLE_KEYS",
    "Bidding",
    "Contender",
    "ContractTable",
    "Discards",
    "Entry",
    "Par",
    "ParContract",
    "Proposal",
    "Range",
    "Scored",
    "TableDeal",
    "alike_discards",
    "tabulate",
]
