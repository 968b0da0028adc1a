"""Reading a request's body: JSON, as strictly as the command line reads it, or bridge in PBN or LIN."""

from collections.abc import Iterable

from flask import Request
from werkzeug.exceptions import UnsupportedMediaType

from api.http.arrival import read_bytes
from api.http.games_in import LIN, PBN, TEXT_TYPES, read_games
from api.http.query import Option, read_options, with_options
from api.http.refusals import saying
from solver import EnglishOnly, ReadGame, Sayable, parse_json, phrase

JSON = "application/json"

NOTHING_ELSE = EnglishOnly("")

JSON_LINES = "application/x-ndjson"
"""A stream: one JSON value a line."""


def read_body(
    request: Request,
    max_bytes: int,
    max_nesting: int,
    read_game: ReadGame,
    options: Iterable[Option],
    *,
    many: bool,
) -> object:
    """The JSON value in the body of ``request``, or that its text in PBN or LIN stands for.

    ``read_game`` makes it of a game, and ``many`` says whether there may be several; ``options`` are those of
    the query that are put into it.  Raises UnsupportedMediaType for any other kind of body, what `read_bytes`
    raises for one that is too long or does not arrive, SolverError for what cannot be read.
    """
    text_format = TEXT_TYPES.get(request.mimetype)
    body: object
    if text_format is not None:
        check_encoding(request)
        body = read_games(read_bytes(request, max_bytes), text_format, read_game, many=many)
    else:
        check_kind(request, JSON, phrase(", or bridge as {pbn} or {lin}", pbn=PBN, lin=LIN))
        body = parse_json(read_bytes(request, max_bytes), max_nesting)
    return with_options(body, read_options(request.args, options, is_text=text_format is not None))


def read_json(request: Request, max_bytes: int, max_nesting: int) -> object:
    """The JSON value in the body of ``request``, of which the only other form is lines; raises likewise."""
    check_kind(request, JSON, phrase(", or line by line as {kind}", kind=JSON_LINES))
    return parse_json(read_bytes(request, max_bytes), max_nesting)


def check_kind(request: Request, media_type: str, others: Sayable = NOTHING_ELSE) -> None:
    """Raise UnsupportedMediaType unless the body is said to be of ``media_type``, in UTF-8, as it is.

    ``others`` is what the refusal says could be sent besides.
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
