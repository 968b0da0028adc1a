"""Games of bridge as an answer in PBN, in LIN or as links, as `Accept` asks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Request, Response
from werkzeug.exceptions import NotAcceptable

from api.http.accepted import preferred_type
from api.http.body import JSON, JSON_LINES
from api.http.games_in import LIN, LINKS, PBN, RefusedGame
from api.http.refusals import saying
from solver import Enriched, Language, write_game_of
from solver.formats import find_unsaid, has_made_up_auction
from solver.labels import LogName
from solver.sentences import Sayable, phrase

OUT_TYPES: Mapping[str, str] = {PBN: "pbn", LIN: "lin", LINKS: "link"}
"""The media types of answers besides JSON."""

REFUSED_HEADER = "Refused-Games"
MADE_UP_HEADER = "Made-Up-Auctions"
LOST_HEADER = "Lost-Parts"


def wanted_type(request: Request) -> str:
    """Return the media type that the request prefers; JSON if it has no preference."""
    return preferred_type(request, (JSON, *OUT_TYPES), JSON)


def check_lines_accepted(request: Request) -> None:
    """Raise NotAcceptable for a stream that should be answered as text: a line only has room for JSON."""
    if preferred_type(request, (JSON_LINES, JSON, *OUT_TYPES), JSON_LINES) in OUT_TYPES:
        raise saying(
            NotAcceptable(),
            phrase("lines are answered as {kind}; for text send the games one by one", kind=JSON_LINES),
        )


def answer_games(
    media_type: str,
    games: Sequence[Enriched],
    language: Language,
    refused: Sequence[RefusedGame] = (),
) -> Response:
    """Answer ``games`` in the format of ``media_type``.

    The head of PBN says, in ``language``, what was left out and why.
    """
    out = OUT_TYPES[media_type]
    texts = [
        write_game_of(found.game, out, is_first=not number, known=found.known)
        for number, found in enumerate(games)
    ]
    notes = [note for found in games for note in found.notes]
    said = [_on_one_line(note.say(language)) for note in (*map(why_refused, refused), *notes)]
    if out == "pbn" and said and texts:
        head, line_end, rest = texts[0].partition("\n\n")
        texts[0] = "\n".join([head, *(f"% {line}" for line in said)]) + line_end + rest
    response = Response("".join(texts), mimetype=media_type)
    response.vary.add("Accept")
    if refused:
        response.headers[REFUSED_HEADER] = ", ".join(str(game.number) for game in refused)
    made_up = [
        number for number, found in enumerate(games, 1) if out != "pbn" and has_made_up_auction(found.game)
    ]
    if made_up:
        response.headers[MADE_UP_HEADER] = ", ".join(map(str, made_up))
    unsaid = [(number, find_unsaid(found.game, out)) for number, found in enumerate(games, 1)]
    if lost := [f"{number}: {' '.join(parts)}" for number, parts in unsaid if parts]:
        response.headers[LOST_HEADER] = ", ".join(lost)
    return response


def _on_one_line(text: str) -> str:
    """Return ``text`` on one line; no-break spaces, which French needs, stay."""
    return re.sub(r"[^\S\u00a0]+", " ", text).strip()


def why_refused(game: RefusedGame) -> Sayable:
    """Return a sentence on a game that was left out."""
    why: Sayable = replace(game.faults[0], pointer="")
    if len(game.faults) > 1:
        why = phrase("{fault} (and {more} more)", fault=why, more=len(game.faults) - 1)
    if game.name is None:
        return phrase("game {number} was left out: {why}", number=game.number, why=why)
    name = LogName(game.name)
    return phrase("game {number} ({name}) was left out: {why}", number=game.number, name=name, why=why)
