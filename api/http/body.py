"""Reads the body of a request: JSON, as strictly as the command line reads it, or bridge in PBN or LIN."""

from collections.abc import Iterable

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from api.http.arrival import read_bytes
from api.http.games_in import LIN, PBN, TEXT_TYPES, read_games
from api.http.query import read_options, with_options
from api.http.refusals import saying
from solver import ReadGame, parse_json
from solver.requests import RequestOption
from solver.sentences import EnglishOnly, Sayable, phrase

JSON = "application/json"

NOTHING_ELSE = EnglishOnly("")

JSON_LINES = "application/x-ndjson"
"""The media type of a stream: one JSON value a line."""


def read_body(
    request: Request,
    max_bytes: int,
    max_nesting: int,
    read_game: ReadGame,
    options: Iterable[RequestOption],
    *,
    many: bool,
    or_lines: bool,
) -> object:
    """Return the JSON value in the body of ``request``, or the one that its PBN or LIN stands for.

    ``read_game`` makes the value of one game; ``many`` says whether the body may hold several, ``or_lines``
    whether it could also be lines.  The query may have ``options``, which are put into the value.  Raises
    UnsupportedMediaType for any other media type, what `read_bytes` raises, and SolverError for a body that
    cannot be read.
    """
    text_format = TEXT_TYPES.get(request.mimetype)
    body: object
    if text_format is not None:
        check_encoding(request)
        body = read_games(read_bytes(request, max_bytes), text_format, read_game, many=many)
    else:
        others = phrase(", or bridge as {pbn} or {lin}", pbn=PBN, lin=LIN)
        if or_lines:
            others = phrase(
                ", line by line as {kind}, or bridge as {pbn} or {lin}", kind=JSON_LINES, pbn=PBN, lin=LIN
            )
        check_kind(request, JSON, others)
        body = parse_json(read_bytes(request, max_bytes), max_nesting)
    return with_options(body, read_options(request.args, options))


def read_json(
    request: Request, max_bytes: int, max_nesting: int, *, or_lines: bool, apart: str | None = None
) -> object:
    """Return the JSON value in the body of ``request``; ``or_lines`` says whether it could also be lines.

    ``apart`` is as for `parse_json`.  Raises what `read_body` raises.
    """
    others = phrase(", or line by line as {kind}", kind=JSON_LINES) if or_lines else NOTHING_ELSE
    check_kind(request, JSON, others)
    try:
        body = read_bytes(request, max_bytes)
    except RequestEntityTooLarge as error:
        if or_lines:
            longer = phrase(
                "the body is longer than the {most} bytes that are accepted; line by line, as {kind}, it may "
                "be longer",
                most=max_bytes,
                kind=JSON_LINES,
            )
            raise saying(error, longer) from None
        raise
    return parse_json(body, max_nesting, apart=apart)


def check_kind(request: Request, media_type: str, others: Sayable = NOTHING_ELSE) -> None:
    """Raise UnsupportedMediaType unless the body is declared as ``media_type``, in UTF-8, not compressed.

    ``others`` names the other media types in the refusal.
    """
    if request.mimetype != media_type:
        sent = phrase("the body has no Content-Type")
        if request.mimetype:
            sent = phrase("{kind} is not read here", kind=request.mimetype[:80])
        raise saying(
            UnsupportedMediaType(),
            phrase(
                "{sent}; send JSON with Content-Type: {kind}{others}",
                sent=sent,
                kind=media_type,
                others=others,
            ),
        )
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise saying(
            UnsupportedMediaType(),
            phrase("the charset {charset} is not read here; JSON is sent in UTF-8", charset=charset[:40]),
        )
    check_encoding(request)


def check_encoding(request: Request) -> None:
    """Raise UnsupportedMediaType for a body that is compressed."""
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding != "identity":
        raise saying(
            UnsupportedMediaType(),
            phrase(
                "the Content-Encoding {encoding} is not read here; send the body as it is",
                encoding=encoding[:40],
            ),
        )
