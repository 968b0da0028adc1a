"""The deals of an analysis under all contracts, for its report."""

from collections.abc import Mapping
from dataclasses import replace

from solver.analysis import Analysis
from solver.bidding import ContractTable, TableDeal, tabulate
from solver.engine import Limit

MOST_NODES = 40_000_000
"""The nodes that may be spent on all deals of a report: about three seconds."""


def tables_of(analysis: Analysis, limit: Limit) -> Mapping[int, ContractTable]:
    """Return the tables of those deals that had a contract, by their index in ``analysis.deals``.

    Games without a taker have none.  ``limit`` is for all tables together; they get `MOST_NODES` at most.
    """
    left = MOST_NODES if limit.nodes is None else min(limit.nodes, MOST_NODES)
    asked = [
        (index, deal)
        for index, deal in enumerate(analysis.deals)
        if deal.position.rules.has_taker and deal.position.contract.taker is not None
    ]
    limit = limit.begun()
    tables = {}
    for n_left, (index, deal) in zip(range(len(asked), 0, -1), asked, strict=True):
        part = replace(limit, nodes=max(left // n_left, 1))
        tables[index] = tabulate(TableDeal.of_position(deal.position), part)
        left -= tables[index].stats.nodes
    return tables
