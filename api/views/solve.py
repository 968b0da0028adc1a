"""``/v1/solve``: what a position is worth, and each of its playable cards."""

from dataclasses import replace

from flask import Response, jsonify

from api.http import SHOWN_LANGUAGE_PARAMETER
from api.monitor import note_game
from api.parts import part
from api.schemas import ANSWER, POSITIONS, AnswerSchema, PositionSchema, Resources, SolveRequest
from api.settings import Settings
from api.solving import AnswerCache
from api.views.granted import solving_slots
from solver import canonical_form, solve

solving = Resources("solve", "/v1/solve", "Positions solved exactly.")


@solving.post(
    asks=PositionSchema,
    shows=AnswerSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=POSITIONS,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    answer=ANSWER,
    streams=True,
)
def solve_position(asked: SolveRequest) -> Response:
    """The value of a position and of each playable card, best first, and one optimal line"""
    cache = part(AnswerCache)
    form = canonical_form(asked.position)
    note_game(asked.position.rules)
    answer = cache.find(form, asked.cards)
    if answer is None:
        settings = part(Settings)
        # By one thread the same number of nodes gives the same bounds.
        n_threads = settings.solve_threads if asked.limit.nodes is None else 1
        with solving_slots("solve", asked.limit, n_threads, asked.position.rules) as (limit, threads, solved):
            answer = solve(asked.position, replace(limit, threads=threads), asked.cards)
            solved.nodes, solved.is_exact = answer.stats.nodes, answer.exact
        cache.keep(form, asked.cards, answer)
    return jsonify(answer.to_dict(asked.notation))
