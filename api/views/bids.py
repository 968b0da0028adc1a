"""``/v1/bids``: what each possible call is worth to a hand."""

from flask import Response, jsonify, request

from api.http import LANGUAGE_HEADERS, SHOWN_LANGUAGE_PARAMETER, asked_language, mark_language
from api.monitor import note_game
from api.parts import part
from api.schemas import CALLED_HANDS, BidsRequest, BidsSchema, CallWorthsSchema, Resources
from api.settings import Settings
from api.views.granted import solving_slots
from solver import find_calls

bidding = Resources("bids", "/v1/bids", "The calls that a player may make, judged by their hand.")


@bidding.post(
    asks=BidsSchema,
    shows=CallWorthsSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=CALLED_HANDS,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    headers=LANGUAGE_HEADERS,
)
def judge_calls(asked: BidsRequest) -> Response:
    """The worth of each possible call to a hand: its chance to be made, the chance it needs, and its score"""
    settings = part(Settings)
    rules, language = asked.hand.auction.rules, asked_language(request)
    note_game(rules)
    # By one thread the same number of nodes judges by the same deals.
    n_threads = settings.batch_threads if asked.limit.nodes is None else 1
    with solving_slots("bids", asked.limit, n_threads, rules) as (limit, threads, solved):
        samples = asked.samples_within(settings)
        worths = find_calls(asked.hand, samples, asked.seed, limit, threads, asked.bids, quick=asked.quick)
        solved.nodes, solved.is_exact = worths.stats.nodes, worths.ended is None
    return mark_language(jsonify(worths.to_dict(asked.notation, language)), language)
