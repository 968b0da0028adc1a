"""``/v1/convert``: games of bridge from one format to another, with their mistakes and tables on request."""

from typing import Any

from flask import Response, jsonify, request

from api.http import (
    JSON,
    LANGUAGE_HEADERS,
    PBN,
    SHOWN_LANGUAGE_PARAMETER,
    answer_games,
    asked_language,
    mark_language,
    wanted_type,
)
from api.monitor import note_game
from api.schemas import (
    CONVERSIONS,
    REFUSED_SHOWN,
    TEXT_ANSWERS,
    ConvertedSchema,
    ConvertRequest,
    ConvertSchema,
    Resources,
)
from api.views.granted import solving_slots
from solver import Enriched, Language, enrich, find_variant
from solver.answer_json import written

converting = Resources("convert", "/v1/convert", "Games of bridge from one format to another.")


@converting.post(
    asks=ConvertSchema,
    shows=ConvertedSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=CONVERSIONS,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    headers={**REFUSED_SHOWN, **LANGUAGE_HEADERS},
    also=TEXT_ANSWERS,
)
def convert_games(asked: ConvertRequest) -> Response:
    """Games of bridge in JSON, PBN, LIN or as links, as Accept says; on request with tables and mistakes"""
    media_type, language = wanted_type(request), asked_language(request)
    note_game(find_variant("bridge"))
    games = _enriched(asked, language, tables=asked.double_dummy and media_type == PBN)
    if media_type != JSON:
        return mark_language(answer_games(media_type, games, language, asked.refused), language)
    body: dict[str, Any] = {"games": [found.game.to_dict() for found in games]}
    ended = [found.ended for found in games if found.ended is not None]
    if ended:
        body["limit"] = written(ended[-1])
    if asked.refused:
        body["refused"] = [written(game, language=language) for game in asked.refused]
    response = jsonify(body)
    response.vary.add("Accept")
    return mark_language(response, language)


def _enriched(asked: ConvertRequest, language: Language, *, tables: bool) -> list[Enriched]:
    """Judge the games and make their tables, as asked, within one limit for all."""
    if not (asked.judged or tables):
        return list(map(Enriched, asked.games))
    with solving_slots("convert", asked.limit, 1, find_variant("bridge")) as (limit, _, solved):
        found = list(enrich(asked.games, limit, judged=asked.judged, tables=tables, language=language))
        solved.nodes = sum(one.nodes for one in found)
        solved.is_exact = not any(one.notes for one in found)
    return found
