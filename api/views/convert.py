"""``/v1/convert``: games of bridge from one format to another, with what best play says of them."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, current_app, jsonify, request

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
from api.monitor import Metrics, note_game
from api.schemas import (
    CONVERSIONS,
    REFUSED_SHOWN,
    TEXT_ANSWERS,
    ConvertedSchema,
    ConvertRequest,
    ConvertSchema,
    Resources,
)
from solver import (
    DoubleDummy,
    Ended,
    EndedBy,
    Language,
    Limit,
    Sayable,
    SolverError,
    analyse,
    annotated,
    double_dummy_of,
    find_variant,
    mark,
    phrase,
    tabulate,
    written,
)

converting = Resources("convert", "/v1/convert", "Games of bridge from one format to another.")

_OF_A_TABLE = ("variant", "dealer", "vulnerable", "deal")


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
    games = list(asked.games)
    known: list[DoubleDummy | None] = []
    notes: list[Sayable] = []
    wants_tables = asked.double_dummy and media_type == PBN
    ended: Ended | None = None
    if asked.judged or wants_tables:
        work = _Work(asked, wants_tables)
        games, known, notes, ended = work.games, work.known, work.notes, work.ended
    if media_type != JSON:
        response = answer_games(media_type, games, language, asked.refused, known, notes)
        return mark_language(response, language)
    body: dict[str, Any] = {"games": games}
    if ended is not None:
        body["limit"] = written(ended)
    if asked.refused:
        body["refused"] = [written(game, language=language) for game in asked.refused]
    response = jsonify(body)
    response.vary.add("Accept")
    return mark_language(response, language)


class _Work:
    """What solving adds to the games, within one limit for all."""

    def __init__(self, asked: ConvertRequest, wants_tables: bool) -> None:
        self.games: list[dict[str, Any]] = []
        self.known: list[DoubleDummy | None] = []
        self.notes: list[Sayable] = []
        self.ended: Ended | None = None
        """The limit that came before all was worked out."""
        language = asked_language(request)
        measured: Metrics = current_app.config["ATOUT_METRICS"]
        rules = find_variant("bridge")
        with current_app.config["ATOUT_SLOTS"].take() as token, measured.solving("convert", rules) as solved:
            whole = asked.limit.within(current_app.config["ATOUT"], token).begun()
            self.whole = whole
            n_parts = len(asked.games) * (asked.judged + wants_tables)
            parts = _parts(whole, n_parts)
            for number, log in enumerate(asked.games, 1):
                name = log.get("id") or phrase("game {number}", number=number)
                self.games.append(self._judge(log, next(parts), language, name) if asked.judged else log)
                if wants_tables:
                    self.known.append(self._solve(log, next(parts), name))
            solved.is_exact = not self.notes

    def _judge(self, log: dict[str, Any], limit: Limit, language: Language, name: object) -> dict[str, Any]:
        if self._is_late(name, _NOT_JUDGED):
            return log
        try:
            analysis = analyse(log, limit)
        except SolverError:
            return log  # nothing was played, or not all of its hands are known
        if analysis.ended is not None:
            self._note(name, _NOT_ALL_JUDGED, analysis.ended)
        return annotated(log, analysis.deals[0].to_dict("en", language))

    def _solve(self, log: dict[str, Any], limit: Limit, name: object) -> DoubleDummy | None:
        if self._is_late(name, _NOT_SOLVED):
            return None
        try:
            table = tabulate({key: log[key] for key in _OF_A_TABLE if key in log}, limit)
        except SolverError:
            return None
        if table.ended is not None:
            self._note(name, _NOT_ALL_SOLVED, table.ended)
        return double_dummy_of(table)

    def _is_late(self, name: object, message: str) -> bool:
        """Whether there is no time for a game; the first has some, however little."""
        if len(self.games) == 0 or not self.whole.is_over:
            return False
        self._note(name, message, self.whole.find_end(0))
        return True

    def _note(self, name: object, message: str, ended: Ended) -> None:
        self.ended = self.whole.ended(ended.by)
        limit = "" if self.ended.limit is None else f"{self.ended.limit:.15g}"
        self.notes.append(phrase(message, name=name, limit=phrase(_WITHIN[ended.by], limit=limit)))


_NOT_JUDGED = mark("{name}: not judged {limit}")
_NOT_ALL_JUDGED = mark("{name}: not every card could be judged {limit}")
_NOT_SOLVED = mark("{name}: its contracts were not solved {limit}")
_NOT_ALL_SOLVED = mark("{name}: not every contract could be solved {limit}")
_WITHIN: Mapping[EndedBy, str] = {
    "time_ms": mark("within the limit of {limit} ms"),
    "nodes": mark("within the limit of {limit} nodes"),
    "cancelled": mark("before it was called off"),
}


def _parts(whole: Limit, n: int) -> Iterator[Limit]:
    """A limit shared out evenly among `n` solves, each of what the ones before have left of the time."""
    for n_left in range(n, 0, -1):
        due = None if whole.left_ms is None else time.monotonic() + whole.left_ms / n_left / 1000
        yield whole.part(due=due, nodes=None if whole.nodes is None else max(whole.nodes // n, 1))
