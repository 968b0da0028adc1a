"""``/v1/analyses``: game logs judged card by card."""

from flask import Response, current_app, jsonify, request

from solver import LANGUAGES, analyse, language_of

from ..answers import DealAnalysisSchema, MatchAnalysisSchema
from ..examples import LOGS
from ..openapi import Resources
from ..schemas import AnalysisRequest, LogSchema

analyses = Resources("analyses", "/v1/analyses", "Game logs judged card by card.")

LANGUAGE_PARAMETER = {
    "in": "header",
    "name": "Accept-Language",
    "description": f"The language of explanations: {' or '.join(LANGUAGES)}; English if it names neither.",
    "schema": {"type": "string"},
    "examples": {"French": {"value": "fr-FR, en;q=0.5"}, "English": {"value": "en"}},
}


@analyses.post(
    asks=LogSchema,
    shows={"anyOf": [DealAnalysisSchema, MatchAnalysisSchema]},
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=LOGS,
    parameters=(LANGUAGE_PARAMETER,),
)
def judge_log(asked: AnalysisRequest) -> Response:
    """Every card of a log judged: what it was worth, what it gave away, which cards were better"""
    with current_app.config["ATOUT_SLOTS"].take() as token:
        settings = current_app.config["ATOUT"]
        fair = None if asked.fair is None else asked.fair.within(settings)
        analysis = analyse(asked.log, asked.limit.within(settings, token), fair)
    language = language_of(tag for tag, quality in request.accept_languages if quality > 0)
    response = jsonify(analysis.to_dict(asked.notation, language))
    response.content_language.add(language)
    response.vary.add("Accept-Language")
    return response
