"""The deal that a body asks a table of."""

from collections.abc import Mapping

from solver.bidding import TABLE_KEYS, TableDeal
from solver.cli.request import Options, Request, read_request
from solver.game import DealOfLog


def read_table(body: object, options: Options) -> tuple[Request, TableDeal]:
    """Return the options that a body asks for, and the deal to make a table of; also of a `DealOfLog`.

    Raises SolverError with the faults of both.
    """
    if isinstance(body, DealOfLog):
        # A deal of a match may say that it was thrown in.
        body = body.body
        if isinstance(body, Mapping) and isinstance(body.get("passed_out"), bool):
            body = {key: value for key, value in body.items() if key != "passed_out"}
    return read_request(body, options, TABLE_KEYS, TableDeal.of)
