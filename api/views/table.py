"""``/v1/table``: a deal under every contract."""

from flask import Response, current_app, jsonify

from solver import tabulate

from ..openapi import Resources
from ..table_examples import TABLE, TABLE_DEALS
from ..table_schemas import ContractTableSchema, TableRequest, TableSchema

tables = Resources("table", "/v1/table", "Deals under every trump and taker, and par.")


@tables.post(
    asks=TableSchema,
    shows=ContractTableSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=TABLE_DEALS,
    answer=TABLE,
)
def make_table(asked: TableRequest) -> Response:
    """A deal under every trump and every taker or leader, the best contracts of each side, and par"""
    with current_app.config["ATOUT_SLOTS"].take() as token:
        table = tabulate(asked.deal, asked.limit.within(current_app.config["ATOUT"], token))
    return jsonify(table.to_dict(asked.notation))
