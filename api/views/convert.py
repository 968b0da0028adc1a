"""``/v1/convert``: games of bridge from one format to another, with what best play says of them."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask import Response, current_app, jsonify, request

from solver import (
    DoubleDummy,
    Language,
    Limit,
    SolverError,
    analyse,
    annotated,
    double_dummy_of,
    find_variant,
    is_complete,
    tabulate,
)

from ..convert_schemas import ConvertedSchema, ConvertRequest, ConvertSchema
from ..examples import CONVERSIONS
from ..game_answers import JSON, REFUSED_SHOWN, TEXT_ANSWERS, answer_games, wanted_type
from ..game_text import PBN
from ..languages import SHOWN_LANGUAGE_PARAMETER, asked_language
from ..metrics import Metrics
from ..openapi import Resources
from ..request_record import note_game

converting = Resources("convert", "/v1/convert", "Games of bridge from one format to another.")

_OF_A_TABLE = ("variant", "dealer", "vulnerable", "deal")


@converting.post(
    asks=ConvertSchema,
    shows=ConvertedSchema,
    refuses=(400, 404, 408, 413, 415, 422, 503),
    requests=CONVERSIONS,
    parameters=(SHOWN_LANGUAGE_PARAMETER,),
    headers=REFUSED_SHOWN,
    also=TEXT_ANSWERS,
)
def convert_games(asked: ConvertRequest) -> Response:
    """Games of bridge in JSON, PBN, LIN or as links, as Accept says; on request with tables and mistakes"""
    media_type = wanted_type(request)
    note_game(find_variant("bridge"))
    games = list(asked.games)
    known: list[DoubleDummy | None] = []
    notes: list[str] = []
    wants_tables = asked.double_dummy and media_type == PBN
    if asked.judged or wants_tables:
        work = _Work(asked, wants_tables)
        games, known, notes = work.games, work.known, work.notes
    if media_type != JSON:
        return answer_games(media_type, games, asked.refused, known, notes)
    body: dict[str, Any] = {"games": games}
    if asked.refused:
        body["refused"] = [game.to_dict() for game in asked.refused]
    response = jsonify(body)
    response.vary.add("Accept")
    return response


class _Work:
    """What solving adds to the games, within one limit for all."""

    def __init__(self, asked: ConvertRequest, wants_tables: bool) -> None:
        self.games: list[dict[str, Any]] = []
        self.known: list[DoubleDummy | None] = []
        self.notes: list[str] = []
        language = asked_language(request)
        measured: Metrics = current_app.config["ATOUT_METRICS"]
        rules = find_variant("bridge")
        with current_app.config["ATOUT_SLOTS"].take() as token, measured.solving("convert", rules) as solved:
            whole = asked.limit.within(current_app.config["ATOUT"], token)
            n_parts = len(asked.games) * (asked.judged + wants_tables)
            parts = _parts(whole, n_parts)
            for number, log in enumerate(asked.games, 1):
                name = log.get("id") or f"game {number}"
                self.games.append(self._judge(log, next(parts), language, name) if asked.judged else log)
                if wants_tables:
                    self.known.append(self._solve(log, next(parts), name))
            solved.is_exact = not self.notes

    def _judge(self, log: dict[str, Any], limit: Limit, language: Language, name: str) -> dict[str, Any]:
        try:
            analysis = analyse(log, limit)
        except SolverError:
            return log  # nothing was played, or not all of its hands are known
        if not is_complete(analysis):
            self.notes.append(f"{name}: not every card could be judged within the limit")
        return annotated(log, analysis.deals[0].to_dict("en", language))

    def _solve(self, log: dict[str, Any], limit: Limit, name: str) -> DoubleDummy | None:
        try:
            table = tabulate({key: log[key] for key in _OF_A_TABLE if key in log}, limit)
        except SolverError:
            return None
        if not table.exact:
            self.notes.append(f"{name}: not every contract could be solved within the limit")
        return double_dummy_of(table)


def _parts(whole: Limit, n: int) -> Iterator[Limit]:
    """A limit shared out evenly among `n` solves, each of what the ones before have left of the time."""
    until = None if whole.time_ms is None else time.monotonic() + whole.time_ms / 1000
    for n_left in range(n, 0, -1):
        time_ms = None if until is None else max((until - time.monotonic()) * 1000 / n_left, 0.001)
        yield replace(whole, time_ms=time_ms, nodes=None if whole.nodes is None else max(whole.nodes // n, 1))
