"""The board: a page for a free position, and the page of an analysis."""

import json
import re
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from api.http import STORE_DOWN, WASM_POLICY, ProblemError, asked_language, mark_language
from api.store import ID_PATTERN, KeptAnalysis, Store, StoreDownError, told_in, variety_of
from solver import board_data, board_files, phrase

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
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""The characters of JSON that could end the element around it, as escapes."""


@board.get("/board")
def show_board() -> Response:
    """Show a board for a free position."""
    language = asked_language(request)
    shown = {**board_data(language), "sample": SAMPLE}
    return mark_language(_page(shown, "board"), language)


@board.get("/analyses/<address>")
def show_analysis(address: str) -> AnyResponse:
    """Show an analysis to people; clients that prefer JSON are sent to the analysis itself."""
    if request.accept_mimetypes.best_match(("application/json", "text/html")) != "text/html":
        query = request.query_string.decode("ascii", "ignore")
        place = url_for("analyses.show_analysis", address=address)
        response = redirect(f"{place}?{query}" if query else place, 307)
        response.headers["Vary"] = "Accept"
        return response
    kept = _find(address)
    language = asked_language(request)
    judged, said = (json.loads(kept.answers[variety_of(letters, language)]) for letters in ("en", language))
    # A version that did not tell it may have kept the analysis.
    told = json.loads(kept.answers.get(told_in(language), "null"))
    data = board_data(language, kept.log["deals"], judged, said, told)
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
    # A worker obeys the policy of its own file.
    response.headers["Content-Security-Policy"] = WASM_POLICY
    return response


def _find(address: str) -> KeptAnalysis:
    """Return the analysis at an address, or end the request with 404 or 503."""
    store: Store = current_app.config["ATOUT_STORE"]
    try:
        kept = store.find(address) if re.fullmatch(ID_PATTERN, address) else None
    except StoreDownError:
        raise ProblemError(
            STORE_DOWN, phrase("the database cannot be used now; try again in a moment")
        ) from None
    if kept is None:
        abort(404)
    return kept


def _page(shown: dict[str, Any], heading: str) -> Response:
    """Return the page of the board with its data; ``heading`` is the name of a sentence."""
    says = shown["words"]["says"]
    data = {
        "solve": url_for("solve.solve_position"),
        "numbers": url_for("numbers.number_deal"),
        "core": {name: _asset(file) for name, file in board_files().core.items()} or None,
        "analyses": url_for("analyses.judge_log"),
        "board": url_for("board.show_board"),
        "convert": url_for("convert.convert_games"),
        "shown_at": url_for("board.show_analysis", address="-").removesuffix("-"),
        **shown,
    }
    page = render_template(
        "board.html",
        language=shown["words"]["language"],
        heading=says[heading],
        say=says.__getitem__,
        asset=_asset,
        modules=board_files().modules,
        is_free=heading == "board",
        mistakes=[remark for deal in shown["deals"] for remark in deal["remarks"] if remark["says"]],
        data=_json(data),
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = WASM_POLICY
    return response


def _asset(name: str) -> str:
    return url_for("board.send_board_file", digest=board_files().digest, name=name)


def _json(data: dict[str, Any]) -> Markup:
    """Return JSON that can stand in an element of HTML."""
    text: str = current_app.json.dumps(data, separators=(",", ":"))
    return Markup("".join(_UNSAFE.get(character, character) for character in text))
