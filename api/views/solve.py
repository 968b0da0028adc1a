"""``/v1/solve``: what a position is worth, and each of its playable cards."""

from dataclasses import replace

from flask import Response, current_app, jsonify

from api.http import SHOWN_LANGUAGE_PARAMETER
from api.monitor import Metrics, note_game
from api.schemas import ANSWER, POSITIONS, AnswerSchema, PositionSchema, Resources, SolveRequest
from api.settings import Settings
from api.solving import AnswerCache, SolvingSlots
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
    cache: AnswerCache = current_app.config["ATOUT_ANSWERS"]
    form = canonical_form(asked.position)
    note_game(asked.position.rules)
    answer = cache.find(form, asked.cards)
    if answer is None:
        measured: Metrics = current_app.config["ATOUT_METRICS"]
        settings: Settings = current_app.config["ATOUT"]
        slots: SolvingSlots = current_app.config["ATOUT_SLOTS"]
        # By one thread the same number of nodes gives the same bounds.
        n_threads = settings.solve_threads if asked.limit.nodes is None else 1
        with (
            slots.take() as token,
            slots.take_idle(n_threads - 1) as n_more,
            measured.solving("solve", token, asked.position.rules) as solved,
        ):
            limit = replace(asked.limit.within(settings, token), threads=1 + n_more)
            answer = solve(asked.position, limit, asked.cards)
            solved.nodes, solved.is_exact = answer.stats.nodes, answer.exact
        cache.keep(form, asked.cards, answer)
    return jsonify(answer.to_dict(asked.notation))
