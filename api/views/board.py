"""The board: a page for a free position, and the page of an analysis."""

import json
from collections.abc import Iterable, Mapping
from random import randrange
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http import UNKNOWN_ANALYSIS, WASM_POLICY, ProblemError, asked_language, mark_language
from api.store import told_in, variety_of
from api.views.analyses import find_kept
from api.views.board_page import OF_OTHER_PAGES, board_addresses, make_page, to_resource, wants_page
from api.views.home import telling
from solver import LANGUAGES, board_data, board_files, draw_game

_OF_GAMES = ("games", "customs", "sums")
"""The words that stand by the name of a game."""

board = Blueprint("board", __name__)

SAMPLE: dict[str, Any] = {
    "variant": "belote",
    "dealer": "E",
    "deal": {"N": "AT.87.K8.AJ", "E": "J7.AQJ9.T.K", "S": "K.T.AQ97.Q8", "W": "Q98.K.J.T97"},
    "contract": {"trump": "H", "taker": "E"},
}
"""The position on the page to begin with."""

_TYPES = {"js": "text/javascript", "css": "text/css", "wasm": "application/wasm"}
_YEAR_S = 31_536_000
_MOST_SEED = 2**32


@board.get("/board")
@telling
def show_board() -> AnyResponse:
    """Show a board for a free position; ``deal`` in the query names a game of which one is drawn."""
    language = asked_language(request)
    game = request.args.get("deal")
    # Each time another deal: what is looked at stands behind the # of the address.
    sample = SAMPLE if game is None else draw_game(game, randrange(_MOST_SEED), is_played=False)
    shown = {
        **board_data(language),
        "sample": sample,
        # The editor and texts that are opened, which an analysis has not, ask these.
        "positions": url_for("positions.solve_positions"),
        "shown_at": url_for("board.show_analysis", address="-").removesuffix("-"),
    }
    return mark_language(_page(shown, "board"), language)


@board.get("/analyses/<address>")
@telling
def show_analysis(address: str) -> AnyResponse:
    """Show an analysis to people; clients that prefer JSON are sent to the analysis itself."""
    if not wants_page():
        return to_resource("analyses.show_analysis", address=address)
    kept = find_kept(address)
    if kept is None:
        raise ProblemError(UNKNOWN_ANALYSIS, UNKNOWN_ANALYSIS.title)
    language = asked_language(request)
    if variety_of(language, language) not in kept.answers:
        # A version that did not know the language has kept it.
        language = LANGUAGES[0]
    judged, said = (json.loads(kept.answers[variety_of(letters, language)]) for letters in ("en", language))
    # A version that did not tell it may have kept the analysis.
    told = json.loads(kept.answers.get(told_in(language), "null"))
    data = board_data(language, kept.deals, judged, said, told)
    # What is kept has English letters, whatever the reader has: the others are for texts.
    for name in ("cards", "trumps", "strains"):
        data["words"][name] = {"en": data["words"][name]["en"]}
    page = mark_language(_page(data, "analysis"), language)
    page.vary.add("Accept")
    # A better analysis may replace one that a limit cut short, at the same address.
    page.headers["Cache-Control"] = "no-cache"
    return page


@board.get("/board/assets/<digest>/<name>")
def send_board_file(digest: str, name: str) -> Response:
    """Send a file of the board; its address changes with it, so that caches keep it for ever."""
    files = board_files()
    if name not in files.contents or digest != files.digest:
        abort(404)
    response = Response(files.contents[name], mimetype=_TYPES[name.rpartition(".")[2]])
    response.cache_control.public = True
    response.cache_control.max_age = _YEAR_S
    response.cache_control.immutable = True
    response.set_etag(f"{digest}-{name}")
    # A worker obeys the policy of its own file.
    response.headers["Content-Security-Policy"] = WASM_POLICY
    response.make_conditional(request)
    return response


def _core_modules() -> tuple[str, ...]:
    """Return the modules of the core, which a free position asks for as soon as it is shown."""
    core = board_files().core
    return (core["script"], core["worker"]) if core else ()


def _page(shown: dict[str, Any], heading: str) -> Response:
    """Return the page of the board with its data; ``heading`` is the name of a sentence."""
    says = shown["words"]["says"]
    if heading == "analysis":
        shown = shown | {"words": _of_games(shown["words"], shown["deals"])}
    data = {
        **board_addresses(),
        "table": url_for("table.make_table"),
        "analyses": url_for("analyses.judge_log"),
        "board": url_for("board.show_board"),
        "convert": url_for("convert.convert_games"),
        **shown,
    }
    return make_page(
        "board.html",
        "page.js",
        data,
        styles=("match.css", "modes.css", "print.css", *(("edit.css",) if heading == "board" else ())),
        soon=_core_modules() if heading == "board" else ("analysis.js",),
        unsaid=OF_OTHER_PAGES[heading],
        heading=shown.get("told", {}).get("title") or says[heading],
        is_free=heading == "board",
        told=shown.get("told"),
        deals=shown["deals"],
        mistakes=[remark for deal in shown["deals"] for remark in deal["remarks"] if remark["says"]],
    )


def _of_games(words: Mapping[str, Any], deals: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return words with what they have of the games of deals, and of no other game."""
    variants = [deal["position"]["variant"] for deal in deals if "position" in deal]
    named = {one if isinstance(one, str) else one.get("extends") or one.get("name") for one in variants}
    of_games = {key: {name: words[key][name] for name in words[key] if name in named} for key in _OF_GAMES}
    return {**words, **of_games}
