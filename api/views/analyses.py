"""``/v1/analyses``: game logs judged card by card, and kept.

To post a log is to ask a question that always has the same answer and is only too long to stand in an
address: so ``If-None-Match`` is answered with 304 to POST as it is to GET.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from flask import Response, current_app, request, url_for
from werkzeug.exceptions import NotAcceptable

from api.http import (
    JSON,
    LANGUAGE_HEADERS,
    OUT_TYPES,
    SHOWN_LANGUAGE_PARAMETER,
    STORE_DOWN,
    UNKNOWN_ANALYSIS,
    InvalidRequestError,
    ProblemError,
    RefusedGame,
    answer_games,
    asked_language,
    mark_language,
    saying,
    wanted_type,
)
from api.monitor import Metrics, note_game
from api.schemas import (
    LOGS,
    REFUSED_SHOWN,
    TEXT_ANSWERS,
    AnalysisRequest,
    DealAnalysisSchema,
    LogSchema,
    MatchAnalysisSchema,
    Resources,
)
from api.solving import judge
from api.store import ID_PATTERN, KeptAnalysis, Store, StoreDownError, address_of, canonical_log, variety_of
from solver import (
    LANGUAGES,
    NOTATIONS,
    Analysis,
    Code,
    Enriched,
    Game,
    Language,
    Notation,
    Sampling,
    SolverError,
    annotated,
    any_of,
    engine_version,
    game_of,
    is_complete,
    phrase,
    show,
    written,
    wrong,
)

analyses = Resources("analyses", "/v1/analyses", "Game logs judged card by card.")

NO_TEXT = phrase("only bridge is written in PBN, LIN or links; ask for application/json")

FINAL = "max-age=86400"
"""What caches are told of a complete analysis: it changes, if ever, with the engine, and stays as right."""
PROVISIONAL = "no-cache"
"""Of one that a limit cut short: a better one may take its place."""
NOT_KEPT = "no-store"

ANALYSIS = {"anyOf": [DealAnalysisSchema, MatchAnalysisSchema]}
ADDRESS_PARAMETER = {
    "in": "path",
    "name": "address",
    "description": "The last part of the address that the answer to POST has given.",
    "schema": {"type": "string", "pattern": ID_PATTERN},
}
NOTATION_PARAMETER = {
    "in": "query",
    "name": "notation",
    "description": f"How cards are written. If left out: `{NOTATIONS[0]}`.",
    "schema": {"type": "string", "enum": list(NOTATIONS)},
}
IF_NONE_MATCH_PARAMETER = {
    "in": "header",
    "name": "If-None-Match",
    "description": "The ETag of an answer that is at hand: it is not sent, let alone solved, again.",
    "schema": {"type": "string"},
}


def _text_header(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


KEPT_HEADERS = {
    "ETag": _text_header("Of this answer, its language and notation; strong."),
    "Cache-Control": _text_header(
        f"`{FINAL}` for a complete analysis; `{PROVISIONAL}` for one that a limit cut short; `{NOT_KEPT}` "
        "for one that could not be kept."
    ),
    **LANGUAGE_HEADERS,
}
ADDRESS_HEADERS = {
    "Location": _text_header(
        "The address of the analysis: the same for the same log, on every machine. Missing where the service "
        "keeps none, or its database cannot be used."
    ),
    "Content-Location": _text_header("The address of this very answer, with its notation."),
}


@analyses.post(
    asks=LogSchema,
    shows=ANALYSIS,
    refuses=(400, 404, 406, 408, 413, 415, 422, 503),
    requests=LOGS,
    parameters=(SHOWN_LANGUAGE_PARAMETER, IF_NONE_MATCH_PARAMETER),
    headers={**ADDRESS_HEADERS, **KEPT_HEADERS, **REFUSED_SHOWN},
    not_modified=True,
    streams=True,
    also=TEXT_ANSWERS,
)
def judge_log(asked: AnalysisRequest) -> Response:
    """Every card of a log judged: what it was worth, what it gave away, which cards were better"""
    store: Store = current_app.config["ATOUT_STORE"]
    settings = current_app.config["ATOUT"]
    fair = None if asked.fair is None else asked.fair.within(settings)
    content = canonical_log(asked.log, fair)
    if asked.refused:
        content["refused"] = [written(game, language=LANGUAGES[0]) for game in asked.refused]
    address = address_of(content)
    is_kept = not store.is_off
    rules = asked.log.deals[0].position.rules
    note_game(rules)
    kept: KeptAnalysis | None = None
    try:
        kept = store.find(address)
    except StoreDownError:
        is_kept = False
    if kept is None or not (kept.is_complete and kept.engine == engine_version()):
        measured: Metrics = current_app.config["ATOUT_METRICS"]
        with current_app.config["ATOUT_SLOTS"].take() as token:
            limit = asked.limit.within(settings, token)
            analysis = judge(asked.log, limit, fair, measured.solving("analysis", rules))
        kept = _written(analysis, fair, address, content, asked.refused)
        try:
            kept = store.keep(kept)
        except StoreDownError:
            is_kept = False
    return _answer(kept, asked.notation, is_kept, is_post=True, asked=asked)


@analyses.get(
    "/<address>",
    shows=ANALYSIS,
    refuses=(404, 406, 422, 503),
    parameters=(ADDRESS_PARAMETER, NOTATION_PARAMETER, SHOWN_LANGUAGE_PARAMETER, IF_NONE_MATCH_PARAMETER),
    headers=KEPT_HEADERS,
    not_modified=True,
    also=TEXT_ANSWERS,
)
def show_analysis(address: str) -> Response:
    """An analysis that was made before, at the address it was given"""
    notation = _asked_notation()
    store: Store = current_app.config["ATOUT_STORE"]
    try:
        # What cannot be an address is not worth a question, and may be text that a database does not take.
        kept = store.find(address) if re.fullmatch(ID_PATTERN, address) else None
    except StoreDownError:
        raise ProblemError(
            STORE_DOWN, phrase("the database cannot be used now; try again in a moment")
        ) from None
    if kept is None:
        raise ProblemError(
            UNKNOWN_ANALYSIS, phrase("no analysis is kept at this address; post its log to make it")
        )
    return _answer(kept, notation, is_kept=True, is_post=False)


def _asked_notation() -> Notation:
    asked = request.args.getlist("notation") or [NOTATIONS[0]]
    for notation in NOTATIONS:
        if asked == [notation]:
            return notation
    raise InvalidRequestError(
        wrong(
            Code.wrong_word,
            "{field} is {value}; it must be {allowed}",
            field="notation",
            value=show(", ".join(asked)),
            allowed=any_of(f'"{word}"' for word in NOTATIONS),
        )
    )


def _written(
    analysis: Analysis,
    fair: Sampling | None,
    address: str,
    content: dict[str, Any],
    refused: Sequence[RefusedGame],
) -> KeptAnalysis:
    """The analysis in every language and notation, ready to be kept and sent."""

    def to_json(notation: Notation, language: Language) -> str:
        data = analysis.to_dict(notation, language)
        if refused:
            data["refused"] = [written(game, language=language) for game in refused]
        return current_app.json.dumps(data, separators=(",", ":"))

    return KeptAnalysis(
        address=address,
        engine=engine_version(),
        is_complete=is_complete(analysis, fair),
        n_proved=sum(card.exact for play in analysis.plays for card in play.before.cards),
        n_samples=sum(play.fair.n_samples for play in analysis.plays if play.fair is not None),
        log=content,
        answers={
            variety_of(notation, language): f"{to_json(notation, language)}\n"
            for notation in NOTATIONS
            for language in LANGUAGES
        },
    )


def _answer(
    kept: KeptAnalysis,
    notation: Notation,
    is_kept: bool,
    is_post: bool,
    asked: AnalysisRequest | None = None,
) -> Response:
    """The analysis as asked for, or, to whoever has it, that it is the same."""
    media_type = wanted_type(request)
    if media_type != JSON:
        notation = NOTATIONS[0]
    language = asked_language(request)
    variety = variety_of(notation, language)
    if variety not in kept.answers:  # kept by a version that did not speak it
        notation, language = NOTATIONS[0], LANGUAGES[0]
        variety = variety_of(notation, language)
    if media_type == JSON:
        response = Response(kept.answers[variety], mimetype=JSON)
    else:
        response = _games(kept, variety, media_type, asked)
    response.vary.add("Accept")
    mark_language(response, language)
    if not is_kept:
        response.headers["Cache-Control"] = NOT_KEPT
        return response
    place = url_for("analyses.show_analysis", address=kept.address)
    if is_post:
        response.headers["Location"] = place
    if is_post and media_type != JSON:
        # It has what this request says besides, as the auction: nobody else is to be sent it.
        response.headers["Cache-Control"] = NOT_KEPT
        return response
    query = "" if notation == NOTATIONS[0] else f"?notation={notation}"
    response.headers["Content-Location"] = f"{place}{query}"
    response.headers["Cache-Control"] = FINAL if kept.is_complete else PROVISIONAL
    etag = kept.etag(variety) + ("" if media_type == JSON else f"-{OUT_TYPES[media_type]}")
    response.set_etag(etag)
    if request.if_none_match.contains_weak(etag):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"], response.headers["Content-Length"]
    return response


def _games(kept: KeptAnalysis, variety: str, media_type: str, asked: AnalysisRequest | None) -> Response:
    """The games of an analysis with a mark and a sentence on every mistake, as text.

    What is not part of an analysis, as the auction, is there for the client that has sent it along.
    """
    judged = json.loads(kept.answers[variety])
    deals: list[dict[str, Any]] = judged.get("deals", [judged])
    # A game that was sent along has more in it than the log that is kept.
    games = _kept_games(kept, deals) if asked is None else list(map(game_of, asked.log.all_deals()))
    found = []
    for game, deal in zip(games, deals, strict=True):
        if game is None:
            raise saying(NotAcceptable(), NO_TEXT)
        found.append(Enriched(game if deal.get("passed_out") else annotated(game, deal)))
    return answer_games(media_type, found, asked_language(request), () if asked is None else asked.refused)


def _kept_games(kept: KeptAnalysis, deals: Sequence[dict[str, Any]]) -> list[Game | None]:
    """The game of each deal of an analysis, read from the log that is kept with it."""
    played = iter(kept.log["deals"])
    return [_kept_game(deal if deal.get("passed_out") else next(played)) for deal in deals]


def _kept_game(log: dict[str, Any]) -> Game | None:
    """The game of a log that was kept; None if it is not of bridge."""
    try:
        return Game.from_dict({key: log[key] for key in log if key not in ("faults", "left_over")})
    except SolverError:
        return None
