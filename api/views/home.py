"""The page to begin with: open a game, or one of each kind that is ready."""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from api.http import ProblemError, answer_http_error, asked_language, mark_language
from api.views.board_page import board_addresses, make_page, wants_page
from api.views.variants import describe
from solver import VARIANTS, SolverError, board_data, draw_game, find_variant
from solver.sentences import phrase

home = Blueprint("home", __name__)

_MOST_PATH = 120
SEED = 1
"""The seed of every game to begin with."""


_RESOURCES = "/v1/"
"""The beginning of the addresses that are for programs."""

Page = Callable[..., AnyResponse]


def home_page(fault: str = "", status: int = 200) -> Response:
    """Return the page to begin with; ``fault`` says why another one is not shown."""
    language = asked_language(request)
    data = {
        **board_data(language),
        **board_addresses(),
        "analyses": url_for("analyses.judge_log"),
        "convert": url_for("convert.convert_games"),
        "board": url_for("board.show_board"),
        "shown_at": url_for("board.show_analysis", address="-").removesuffix("-"),
    }
    games = [(name, describe(name, language)["title"]) for name in VARIANTS]
    page = make_page("home.html", "home.js", data, styles=("puzzle.css",), games=games, fault=fault)
    page.status_code = status
    return mark_language(page, language)


def telling(page: Page) -> Page:
    """Tell people what is wrong with a request on the page to begin with; programs get the problem."""

    @wraps(page)
    def shown(**values: str) -> AnyResponse:
        try:
            return page(**values)
        except ProblemError as error:
            if not wants_page():
                raise
            return _told(error.detail.say(asked_language(request)), error.problem.status)
        except SolverError as error:
            if not wants_page():
                raise
            return _told(error.faults[0].wrong.say(asked_language(request)), 404)

    return shown


@home.app_errorhandler(NotFound)
def tell_missing(error: NotFound) -> AnyResponse:
    """Tell people on a page that nothing is at an address; programs get the problem."""
    if request.path.startswith(_RESOURCES) or not wants_page():
        answer = answer_http_error(error)
        answer.vary.add("Accept")
        return answer
    said = phrase("Nothing is at the address {path}.", path=request.path[:_MOST_PATH])
    return _told(said.say(asked_language(request)), 404)


def _told(fault: str, status: int) -> Response:
    page = home_page(fault, status)
    page.vary.add("Accept")
    page.headers["Cache-Control"] = "no-store"
    return page


@home.get("/samples/<game>")
def show_sample(game: str) -> Response:
    """Show a game that beginners played, as a log that can be posted; the same one each time."""
    return jsonify(_sample(find_variant(game).name))


@cache
def _sample(game: str) -> dict[str, Any]:
    return draw_game(game, SEED, is_played=True)
