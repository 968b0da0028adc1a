"""``/v1/positions``: many positions in one request, solved on the cores that nobody else needs."""

from typing import Any

from flask import Response, jsonify, request

from api.http import (
    LANGUAGE_HEADERS,
    SHOWN_LANGUAGE_PARAMETER,
    asked_language,
    mark_language,
    solver_problem,
)
from api.monitor import note_game
from api.parts import part
from api.schemas import (
    BATCHED,
    BATCHES,
    BatchedPosition,
    PositionAnswersSchema,
    PositionsRequest,
    PositionsSchema,
    Resources,
)
from api.settings import Settings
from api.solving import AnswerCache
from api.views.granted import solving_slots
from solver import Answer, CanonicalForm, Position, SolverError, canonical_form, solve_many

batches = Resources("positions", "/v1/positions", "Batches of positions solved exactly.", schemas=BATCHED)


@batches.post(
    asks=PositionsSchema,
    shows=PositionAnswersSchema,
    refuses=(400, 408, 413, 415, 422, 503),
    requests=BATCHES,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    headers=LANGUAGE_HEADERS,
)
def solve_positions(asked: PositionsRequest) -> Response:
    """Many positions at once: what each is worth, and each of its playable cards, in order"""
    # Step 1. What is refused, and what is known.
    language = asked_language(request)
    cache = part(AnswerCache)
    answers: list[dict[str, Any]] = []
    unknown: list[tuple[int, BatchedPosition, CanonicalForm]] = []
    for place, one in enumerate(asked.read):
        if isinstance(one, SolverError):
            answers.append(solver_problem(one, language))
            continue
        note_game(one.position.rules)
        form = canonical_form(one.position)
        answer = cache.find(form, asked.cards)
        answers.append({} if answer is None else answer.to_dict(one.notation))
        if answer is None:
            unknown.append((place, one, form))

    # Step 2. The others are solved, and remembered.
    if unknown:
        found = _solve([one.position for _, one, _ in unknown], asked)
        for (place, one, form), answer in zip(unknown, found, strict=True):
            cache.keep(form, asked.cards, answer)
            answers[place] = answer.to_dict(one.notation)
    return mark_language(jsonify({"answers": answers}), language)


def _solve(positions: list[Position], asked: PositionsRequest) -> list[Answer]:
    """Solve positions in a solving slot, and in those besides that nobody waits for."""
    settings = part(Settings)
    rules = (position.rules for position in positions)
    with solving_slots("positions", asked.limit, settings.batch_threads, *rules) as (limit, threads, solved):
        answers = solve_many(positions, limit, asked.cards, threads)
        solved.nodes = sum(answer.stats.nodes for answer in answers)
        solved.is_exact = all(answer.exact for answer in answers)
    return answers
