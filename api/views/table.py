"""``/v1/table``: a deal under every contract."""

from typing import Any

from flask import Response, jsonify, request
from werkzeug.exceptions import NotAcceptable

from api.http import JSON, PBN, SHOWN_LANGUAGE_PARAMETER, preferred_type, saying
from api.monitor import note_game
from api.parts import part
from api.schemas import (
    ANSWER_EXAMPLES,
    TABLE,
    TABLE_DEALS,
    ContractTableSchema,
    Resources,
    TableRequest,
    TableSchema,
)
from api.settings import Settings
from api.views.granted import solving_slots
from solver import (
    ContractTable,
    Game,
    double_dummy_of,
    format_deal,
    tabulate,
    write_game_of,
)
from solver.sentences import phrase

NO_PBN = phrase(
    "only whole deals of bridge, with every value proved, are written in PBN; ask for application/json"
)
PBN_ANSWER = {
    "content": {
        PBN: {
            "schema": {
                "type": "string",
                "description": "Bridge: a game of PBN with DoubleDummyTricks, OptimumResultTable and, where "
                "the dealer is known, OptimumScore and ParContract.",
            },
            "example": ANSWER_EXAMPLES.get("make_table.pbn"),
        }
    }
}

tables = Resources("table", "/v1/table", "Deals under every trump and taker, and par.")


@tables.post(
    asks=TableSchema,
    shows=ContractTableSchema,
    refuses=(400, 404, 406, 408, 413, 415, 422, 503),
    requests=TABLE_DEALS,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    answer=TABLE,
    also=PBN_ANSWER,
)
def make_table(asked: TableRequest) -> Response:
    """A deal under every trump and every taker or leader, the best contracts of each side, and par"""
    note_game(asked.deal.rules)
    settings = part(Settings)
    # By one thread the same number of nodes gives the same table.
    n_threads = settings.batch_threads if asked.limit.nodes is None else 1
    with solving_slots("table", asked.limit, n_threads, asked.deal.rules) as (limit, threads, solved):
        table = tabulate(asked.deal, limit, threads)
        solved.nodes, solved.is_exact = table.stats.nodes, table.exact
    is_pbn = preferred_type(request, (JSON, PBN), JSON) == PBN
    response = _as_pbn(asked, table) if is_pbn else jsonify(table.to_dict(asked.notation))
    response.vary.add("Accept")
    return response


def _as_pbn(asked: TableRequest, table: ContractTable) -> Response:
    """Return the deal as a game of PBN, with what best play brings."""
    known = double_dummy_of(table)
    if known is None:
        raise saying(NotAcceptable(), NO_PBN)
    deal = asked.deal
    log: dict[str, Any] = {
        **asked.labels,
        "variant": "bridge",
        "deal": format_deal(deal.deal),
        "vulnerable": deal.vulnerable.value,
    }
    if deal.dealer is not None:
        log["dealer"] = deal.dealer
    text = write_game_of(Game.from_dict(log), "pbn", is_first=True, known=known)
    return Response(text, mimetype=PBN)
