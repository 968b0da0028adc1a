"""Games of bridge as an answer: in PBN, in LIN or as links, whichever `Accept` prefers to JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from flask import Request, Response
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import NotAcceptable
from werkzeug.http import parse_accept_header

from solver import DoubleDummy, write_game_of

from .answer_examples import ANSWER_EXAMPLES
from .game_text import LIN, LINKS, PBN, RefusedGame
from .json_body import LINES_MEDIA_TYPE

JSON = "application/json"
TextOut = Literal["pbn", "lin", "link"]
OUT_TYPES: Mapping[str, TextOut] = {PBN: "pbn", LIN: "lin", LINKS: "link"}
"""What answers may be besides JSON."""

REFUSED_HEADER = "Refused-Games"
TEXT_ANSWERS: Mapping[str, Any] = {
    "content": {
        kind: {
            "schema": {"type": "string", "description": f"Bridge: {description}."},
            "example": ANSWER_EXAMPLES.get(f"convert_games.{OUT_TYPES[kind]}"),
        }
        for kind, description in (
            (PBN, "PBN 2.1, in export format"),
            (LIN, "LIN, a line for each board"),
            (LINKS, "links to a hand viewer, one a line"),
        )
    },
}
"""The kinds of answers as the API document shows them."""
REFUSED_SHOWN = {
    REFUSED_HEADER: {
        "description": "Of an answer that is no JSON: which games of the body were left out, from 1. PBN "
        "says why, in lines that begin with %.",
        "schema": {"type": "string"},
    }
}


def wanted_type(request: Request) -> str:
    """The kind of answer that the request prefers, JSON where it prefers none."""
    return request.accept_mimetypes.best_match((JSON, *OUT_TYPES), JSON)


def check_lines_accepted(request: Request) -> None:
    """Raise NotAcceptable for whoever sends lines and would have games as text: a line has room for JSON."""
    # Not `request.accept_mimetypes`, which the request would keep and each line would look at.
    accepted = parse_accept_header(request.headers.get("Accept", ""), MIMEAccept)
    if accepted.best_match((LINES_MEDIA_TYPE, JSON, *OUT_TYPES), LINES_MEDIA_TYPE) in OUT_TYPES:
        raise NotAcceptable(f"lines are answered as {LINES_MEDIA_TYPE}; for text send the games one by one")


def answer_games(
    media_type: str,
    logs: Sequence[Mapping[str, Any]],
    refused: Sequence[RefusedGame] = (),
    known: Sequence[DoubleDummy | None] = (),
    notes: Sequence[str] = (),
) -> Response:
    """``logs``, each as `normal_log` has it, in the format of ``media_type``.

    ``known`` is what best play brings of each, ``notes`` are said at the head of PBN.
    """
    out = OUT_TYPES[media_type]
    texts = [
        write_game_of(log, out, is_first=not number, known=known[number] if known else None)
        for number, log in enumerate(logs)
    ]
    said = [*map(_why_refused, refused), *notes]
    if out == "pbn" and said and texts:
        head, line_end, rest = texts[0].partition("\n\n")
        texts[0] = "\n".join([head, *(f"% {line}" for line in said)]) + line_end + rest
    response = Response("".join(texts), mimetype=media_type)
    response.vary.add("Accept")
    if refused:
        response.headers[REFUSED_HEADER] = ", ".join(str(game.number) for game in refused)
    return response


def _why_refused(game: RefusedGame) -> str:
    """A game that was left out, on one line."""
    name = f" ({game.name})" if game.name else ""
    first = game.faults[0]
    place = f"line {first.line}, column {first.column}: " if first.line is not None else ""
    more = f" (and {len(game.faults) - 1} more)" if len(game.faults) > 1 else ""
    return " ".join(f"game {game.number}{name} was left out: {place}{first.detail}{more}".split())
