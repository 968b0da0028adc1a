"""``/v1/analyses``: game logs judged card by card."""

from flask import Response, current_app, jsonify

from solver import analyse

from ..answers import DealAnalysisSchema, MatchAnalysisSchema
from ..examples import LOGS
from ..openapi import Resources
from ..schemas import AnalysisRequest, LogSchema

analyses = Resources("analyses", "/v1/analyses", "Game logs judged card by card.")


@analyses.post(
    asks=LogSchema,
    shows={"anyOf": [DealAnalysisSchema, MatchAnalysisSchema]},
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=LOGS,
)
def judge_log(asked: AnalysisRequest) -> Response:
    """Every card of a log judged: what it was worth, what it gave away, which cards were better"""
    with current_app.config["ATOUT_SLOTS"].take() as token:
        analysis = analyse(asked.log, asked.limit.within(current_app.config["ATOUT"], token))
    return jsonify(analysis.to_dict(asked.notation))
