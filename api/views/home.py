"""The page to begin with: open a game, or one of each kind that is ready."""

from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for

from api.http import asked_language, mark_language
from api.views.board_page import board_addresses, make_page
from api.views.variants import describe
from solver import VARIANTS, board_data, draw_game, find_variant

home = Blueprint("home", __name__)

SEED = 1
"""The seed of every game to begin with."""


def home_page() -> Response:
    """Return the page to begin with."""
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
    page = make_page("home.html", "home.js", data, styles=("puzzle.css",), games=games)
    return mark_language(page, language)


@home.get("/samples/<game>")
def show_sample(game: str) -> Response:
    """Show a game that beginners played, as a log that can be posted; the same one each time."""
    return jsonify(_sample(find_variant(game).name))


@cache
def _sample(game: str) -> dict[str, Any]:
    return draw_game(game, SEED, is_played=True)
