"""``/v1/analyses``: game logs judged card by card, and kept.

A posted log is a question that always has the same answer, and is only too long to stand in an address.  So
``If-None-Match`` is answered with 304 to POST as to GET.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
    text_header,
    wanted_type,
    why_refused,
)
from api.monitor import Metrics, note_game
from api.parts import part
from api.schemas import (
    LACKS_SHOWN,
    LOGS,
    REFUSED_SHOWN,
    TEXT_ANSWERS,
    AnalysisRequest,
    DealAnalysisSchema,
    LogSchema,
    MatchAnalysisSchema,
    Resources,
)
from api.settings import Settings
from api.solving import SolvingSlots, judge
from api.store import (
    ID_PATTERN,
    DraftedAnswers,
    KeptAnalysis,
    Store,
    StoreDownError,
    address_of,
    canonical_log,
    kept_log,
    told_in,
    variety_of,
)
from solver import (
    LANGUAGES,
    NOTATIONS,
    Analysis,
    Answer,
    CardValue,
    Code,
    Enriched,
    Game,
    Language,
    Notation,
    Sampling,
    SolverError,
    Speech,
    annotated,
    board_told,
    engine_version,
    game_of,
    is_complete,
)
from solver.answer_json import written, written_in
from solver.draft import Draft
from solver.errors import show, wrong
from solver.sentences import any_of, phrase

analyses = Resources("analyses", "/v1/analyses", "Game logs judged card by card.")

NO_TEXT = phrase("only bridge is written in PBN, LIN or links; ask for application/json")

FINAL = "max-age=86400"
"""The Cache-Control of a complete analysis: it only changes with the engine, and the old one stays right."""
PROVISIONAL = "no-cache"
"""The Cache-Control of an analysis that a limit cut short: a better one may replace it."""
NOT_KEPT = "no-store"
"""The Cache-Control of an answer that is not kept, or not for others."""
_OF_VALUE, _OF_BOUNDS = 1000, 500
"""The weight of a proved value as proof, and that of bounds, less their distance."""
_MARK_LENGTH = 10
"""The letters of an address in the mark of a draft: 50 bits, which nobody hits by chance."""

ANALYSIS = {"anyOf": [DealAnalysisSchema, MatchAnalysisSchema]}
ADDRESS_PARAMETER = {
    "in": "path",
    "name": "address",
    "description": "The last part of the address in the answer to POST.",
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
    "description": "The ETag of an answer that you have. While it is right, nothing is solved or sent again. "
    "`*` names whatever is at the address of the request: to POST, nothing.",
    "schema": {"type": "string"},
}

KEPT_HEADERS = {
    "Content-Location": text_header("The address of this very answer, with its notation."),
    "ETag": text_header("The entity tag of this answer in its language and notation; strong."),
    "Cache-Control": text_header(
        f"`{FINAL}` for a complete analysis; `{PROVISIONAL}` for one that a limit cut short; `{NOT_KEPT}` "
        "for one that could not be kept."
    ),
    **LANGUAGE_HEADERS,
}
LOCATION = text_header(
    "The address of the analysis: the same for the same log, on every machine. Missing where the service "
    "keeps none, or its database cannot be used."
)


@analyses.post(
    asks=LogSchema,
    shows=ANALYSIS,
    refuses=(400, 404, 406, 408, 413, 415, 422, 503),
    requests=LOGS,
    parameters=(SHOWN_LANGUAGE_PARAMETER, IF_NONE_MATCH_PARAMETER),
    headers={"Location": LOCATION, **KEPT_HEADERS, **REFUSED_SHOWN},
    not_modified=True,
    streams=True,
    also=TEXT_ANSWERS,
)
def judge_log(asked: AnalysisRequest) -> Response:
    """Every card of a log judged: what it was worth, what it gave away, which cards were better"""
    fair = None if asked.fair is None else asked.fair.within(part(Settings))
    calls = Sampling.of_calls(fair) if asked.calls else None
    content = _content_of(asked, fair, calls)
    note_game(asked.log.deals[0].position.rules)
    shelf = _Shelf(part(Store))
    kept = shelf.find(address_of(content))
    if kept is None or not (kept.is_complete and kept.engine == engine_version()):
        kept = shelf.keep(_written(_judge(asked, fair, calls), fair, content, asked))
    form = _form_of(kept, asked.notation)
    response = _answer(kept, form, asked)
    if not shelf.is_usable:
        response.headers["Cache-Control"] = NOT_KEPT
        return response
    response.headers["Location"] = _place_of(kept)
    if form.media_type != JSON:
        # The text also holds what only this request states, as comments, which others must not get.
        response.headers["Cache-Control"] = NOT_KEPT
        return response
    return _as_kept(response, kept, form)


@analyses.get(
    "/<address>",
    shows=ANALYSIS,
    refuses=(404, 406, 422, 503),
    parameters=(ADDRESS_PARAMETER, NOTATION_PARAMETER, SHOWN_LANGUAGE_PARAMETER, IF_NONE_MATCH_PARAMETER),
    headers={**KEPT_HEADERS, **LACKS_SHOWN},
    not_modified=True,
    also=TEXT_ANSWERS,
)
def show_analysis(address: str) -> Response:
    """An analysis that was made before, by its address"""
    notation = _asked_notation()
    kept = find_kept(address)
    if kept is None:
        raise ProblemError(
            UNKNOWN_ANALYSIS, phrase("no analysis is kept at this address; post its log to make it")
        )
    form = _form_of(kept, notation)
    return _as_kept(_answer(kept, form), kept, form)


class _Shelf:
    """The store during one request, which is answered even if the store cannot be used."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.is_usable = not store.is_off

    def find(self, address: str) -> KeptAnalysis | None:
        """Return the analysis at ``address``; None if there is none, or the store cannot be used."""
        try:
            return self._store.find(address)
        except StoreDownError:
            self.is_usable = False
            return None

    def keep(self, made: KeptAnalysis) -> KeptAnalysis:
        """Keep an analysis, and return the best one of its log: ``made`` if the store cannot be used."""
        try:
            return self._store.keep(made)
        except StoreDownError:
            self.is_usable = False
            return made


def _content_of(asked: AnalysisRequest, fair: Sampling | None, calls: Sampling | None) -> dict[str, Any]:
    """Return what an address is a digest of: all that the answer depends on, and why games were refused."""
    content = canonical_log(asked.log, fair, asked.scoring, calls)
    if asked.refused:
        content["refused"] = [written(game, language=LANGUAGES[0]) for game in asked.refused]
    return content


def _judge(asked: AnalysisRequest, fair: Sampling | None, calls: Sampling | None) -> Analysis:
    """Judge a log in a solving slot, within what the service grants."""
    rules = asked.log.deals[0].position.rules
    with part(SolvingSlots).take() as token:
        limit = asked.limit.within(part(Settings), token)
        measuring = part(Metrics).solving("analysis", token, rules)
        return judge(asked.log, limit, fair, asked.scoring, calls, measuring)


def find_kept(address: str) -> KeptAnalysis | None:
    """Return the analysis at an address, or None; raises ProblemError without a database."""
    try:
        # A text that is no address is not looked up: it may hold characters that a database refuses.
        return part(Store).find(address) if re.fullmatch(ID_PATTERN, address) else None
    except StoreDownError:
        raise ProblemError(
            STORE_DOWN, phrase("the database cannot be used now; try again in a moment")
        ) from None


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
    analysis: Analysis, fair: Sampling | None, content: dict[str, Any], asked: AnalysisRequest
) -> KeptAnalysis:
    """Return the analysis, ready to be kept and to be sent in every language and notation."""
    refused = asked.refused

    def to_json(speech: Speech) -> str:
        if not refused:
            return analysis.to_json_in(speech)
        data = analysis.to_dict_in(speech)
        data["refused"] = [written_in(game, speech) for game in refused]
        return current_app.json.dumps(data, separators=(",", ":"))

    address = address_of(content)
    return KeptAnalysis(
        address=address,
        engine=engine_version(),
        is_complete=is_complete(analysis, fair),
        n_proved=_n_proved(analysis),
        n_samples=sum(play.fair.n_samples for play in analysis.plays if play.fair is not None),
        log=kept_log(content, asked.log),
        answers=DraftedAnswers(
            # No part of an answer has its own address in it.
            Draft.of(f"~{address[:_MARK_LENGTH]}", to_json),
            {
                told_in(language): current_app.json.dumps(
                    _told(analysis, refused, language), separators=(",", ":")
                )
                for language in LANGUAGES
            },
        ),
    )


def _told(analysis: Analysis, refused: Sequence[RefusedGame], language: Language) -> dict[str, Any]:
    """Return what the board tells of an analysis, with what is wrong with the games that were left out."""
    told = board_told(analysis, language)
    told["faults"] += [why_refused(game).say(language) for game in refused]
    return told


def _n_proved(analysis: Analysis) -> int:
    """Return how much is proved: a value counts `_OF_VALUE`, bounds `_OF_BOUNDS` less what they are apart."""
    values: Iterable[CardValue | Answer] = (
        *(deal.start for deal in analysis.deals),
        *(card for play in analysis.plays for card in play.before.cards),
    )
    return sum(
        _OF_VALUE if value.exact else max(_OF_BOUNDS - (value.bounds.high - value.bounds.low), 0)
        for value in values
    )


@dataclass(frozen=True, slots=True)
class _Form:
    """The form in which a request gets an analysis."""

    media_type: str
    notation: Notation
    language: Language

    @property
    def variety(self) -> str:
        """The key of the answer in JSON among those that are kept."""
        return variety_of(self.notation, self.language)


def _form_of(kept: KeptAnalysis, notation: Notation) -> _Form:
    """Return the form that the request prefers, of those that are kept."""
    media_type = wanted_type(request)
    # The formats of other programs have English letters.
    form = _Form(media_type, notation if media_type == JSON else NOTATIONS[0], asked_language(request))
    if form.variety in kept.answers:
        return form
    # It was kept by a version that did not know the language.
    return _Form(media_type, NOTATIONS[0], LANGUAGES[0])


def _place_of(kept: KeptAnalysis) -> str:
    return url_for("analyses.show_analysis", address=kept.address)


def _answer(kept: KeptAnalysis, form: _Form, asked: AnalysisRequest | None = None) -> Response:
    """Return the analysis in a form, without the headers of a resource that caches may keep."""
    if form.media_type == JSON:
        response = Response(kept.answers[form.variety], mimetype=JSON)
    else:
        response = _games(kept, form, asked)
    response.vary.add("Accept")
    return mark_language(response, form.language)


def _as_kept(response: Response, kept: KeptAnalysis, form: _Form) -> Response:
    """Add the address and the ETag of a kept analysis; answer 304 if the client has that version."""
    query = "" if form.notation == NOTATIONS[0] else f"?notation={form.notation}"
    response.headers["Content-Location"] = f"{_place_of(kept)}{query}"
    response.headers["Cache-Control"] = FINAL if kept.is_complete else PROVISIONAL
    etag = kept.etag(form.variety) + ("" if form.media_type == JSON else f"-{OUT_TYPES[form.media_type]}")
    response.set_etag(etag)
    asked = request.if_none_match
    # `*` asks if anything is at the address of the request (RFC 9110, section 13.1.2): to POST, nothing is.
    if asked.contains_weak(etag) and not (asked.star_tag and request.method == "POST"):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"], response.headers["Content-Length"]
    return response


def _games(kept: KeptAnalysis, form: _Form, asked: AnalysisRequest | None) -> Response:
    """Answer the games of an analysis as text, with a mark and a sentence on every mistake.

    Sentences have the letters of their language.  Comments, which no analysis keeps, are there for the
    client that has sent them.
    """
    judged = json.loads(kept.answers[variety_of(form.language, form.language)])
    deals: list[dict[str, Any]] = judged.get("deals", [judged])
    # A game that was sent along has more in it than the log that is kept.
    games = _kept_games(kept, deals) if asked is None else list(map(game_of, asked.log.all_deals()))
    found = []
    for game, deal in zip(games, deals, strict=True):
        if game is None:
            raise saying(NotAcceptable(), NO_TEXT)
        found.append(Enriched(game if deal.get("passed_out") else annotated(game, deal)))
    return answer_games(form.media_type, found, form.language, () if asked is None else asked.refused)


def _kept_games(kept: KeptAnalysis, deals: Sequence[dict[str, Any]]) -> list[Game | None]:
    """Read the game of each deal of an analysis from the log that is kept with it."""
    played = iter(kept.deals)
    return [_kept_game(deal if deal.get("passed_out") else next(played)) for deal in deals]


def _kept_game(log: dict[str, Any]) -> Game | None:
    """Read the game of a log that was kept; None if it is not of bridge."""
    try:
        return Game.from_dict({key: log[key] for key in log if key not in ("faults", "left_over")})
    except SolverError:
        return None
