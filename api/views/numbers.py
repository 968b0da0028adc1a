"""``/v1/numbers``: a deal as numbers, for pages that solve it by themselves."""

import sys

from flask import Response, abort, jsonify

from api.http import SHOWN_LANGUAGE_PARAMETER
from api.monitor import note_game
from api.schemas import (
    NUMBERED,
    BatchedPosition,
    BatchedPositionSchema,
    DealNumbersSchema,
    Resources,
)
from solver import deal_numbers

numbers = Resources(
    "numbers", "/v1/numbers", "Deals as numbers, for the core in a browser.", schemas=(DealNumbersSchema,)
)


@numbers.post(
    asks=BatchedPositionSchema,
    shows=DealNumbersSchema,
    refuses=(400, 404, 408, 413, 415, 422, 501, 503),
    requests=NUMBERED,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
)
def number_deal(asked: BatchedPosition) -> Response:
    """The numbers by which a page solves each position of a deal itself, in WebAssembly"""
    if sys.byteorder != "little":
        abort(501)
    note_game(asked.position.rules)
    return jsonify(deal_numbers(asked.position, asked.notation))
