"""The pages of puzzles: one to choose them, and one for each."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from api.http import ProblemError, asked_language, mark_language
from api.parts import part
from api.puzzles import DIFFICULTIES, OF_DAY, OF_NEXT, Bank, read_query, restored, show_figures, show_themes
from api.settings import Settings
from api.store import StoreDownError
from api.views.board_page import OF_OTHER_PAGES, board_addresses, make_page, to_resource, wants_page
from api.views.puzzles import bank_needed, choose_daily, choose_next, find_puzzle, fresh
from api.views.variants import describe
from solver import VARIANTS, Language, SolverError, board_data, puzzle_data

puzzle_pages = Blueprint("puzzle_pages", __name__)

STYLE = ("puzzle.css",)
_ENTRY = "puzzles_page.js"

Page = Callable[..., AnyResponse]


def _telling(page: Page) -> Page:
    """Show what is wrong with a request, or with the bank, above the puzzles to choose from."""

    @wraps(page)
    def shown(**values: str) -> AnyResponse:
        try:
            return page(**values)
        except ProblemError as error:
            return _choose(error.detail.say(asked_language(request)), error.problem.status)
        except SolverError as error:
            said = dict.fromkeys(fault.wrong.say(asked_language(request)) for fault in error.faults)
            return _choose("; ".join(said), 422)

    return shown


@puzzle_pages.get("/puzzles")
def choose_puzzle() -> AnyResponse:
    """Show what puzzles there are to choose from; clients that prefer JSON are sent to their list."""
    return _choose() if wants_page() else to_resource("puzzles.list_puzzles")


@puzzle_pages.get("/puzzles/next")
@_telling
def show_next() -> AnyResponse:
    """Go to a random puzzle, by the same query as that of the resource; empty parameters are left out."""
    return _to_puzzle(choose_next(read_query(_said(), OF_NEXT)).id)


@puzzle_pages.get("/puzzles/daily")
@_telling
def show_daily() -> AnyResponse:
    """Go to the puzzle of the day."""
    _, kept = choose_daily(read_query(_said(), OF_DAY))
    return _to_puzzle(kept.id)


@puzzle_pages.get("/puzzles/<id>")
@_telling
def show_puzzle(id: str) -> AnyResponse:
    """Show a puzzle to people; clients that prefer JSON are sent to the puzzle itself."""
    if not wants_page():
        return to_resource("puzzles.show_puzzle", id=id)
    language = asked_language(request)
    with bank_needed() as bank:
        kept = find_puzzle(bank, id)
    shown = puzzle_data(restored(kept), language)
    words = board_data(language)["words"]
    data = {"words": words, "puzzle": shown, "variant": kept.variant, **_addresses()}
    page = make_page(
        "puzzle.html",
        "puzzle_page.js",
        data,
        styles=("match.css", *STYLE),
        unsaid=OF_OTHER_PAGES["puzzle"],
        told=shown["told"],
        variant=kept.variant if isinstance(shown["position"]["variant"], str) else "",
    )
    return _finish(page, language)


def _choose(fault: str = "", status: int = 200) -> AnyResponse:
    """Show the games, levels and themes to choose from; ``fault`` says why something else is not shown."""
    language = asked_language(request)
    bank = part(Bank)
    try:
        figures = [] if bank.is_off else bank.figures()
    except StoreDownError:
        figures = []
    shown = show_figures(figures)
    games = [{**game, "title": _title(game["variant"], language)} for game in shown["games"]]
    themes = [theme for theme in show_themes(figures, language) if theme["puzzles"]]
    settings = part(Settings)
    games.sort(key=lambda game: _place(game["variant"]))
    page = make_page(
        "puzzles.html",
        _ENTRY,
        {**board_data(language), **_addresses()},
        styles=STYLE,
        fault=fault,
        games=games,
        # Puzzles with other rules than the usual ones are drawn for nobody.
        offered=[game for game in games if game["puzzles"] > game["own_rules"]],
        n_puzzles=shown["puzzles"],
        themes=themes,
        levels=tuple(DIFFICULTIES),
        asked=request.args,
        is_off=bank.is_off,
        is_loading=settings.shipped_puzzles == "on",
    )
    page.status_code = status
    return _finish(page, language)


def _title(variant: str, language: Language) -> str:
    """Return the title of a game; of a game of one's own, which may have that of another one, its name."""
    return str(describe(variant, language)["title"]) if variant in VARIANTS else variant


def _place(variant: str) -> int:
    """Return the place of a game among all; others come last."""
    return list(VARIANTS).index(variant) if variant in VARIANTS else len(VARIANTS)


def _addresses() -> dict[str, Any]:
    """Return the addresses that the modules of these pages ask."""
    return {
        **board_addresses(),
        "puzzles": url_for("puzzles.list_puzzles"),
        "pages": url_for("puzzle_pages.choose_puzzle"),
    }


def _said() -> MultiDict[str, str]:
    """Return the query without what a form leaves empty."""
    pairs: Iterable[tuple[str, str]] = request.args.items(multi=True)
    return MultiDict((name, text) for name, text in pairs if text)


def _to_puzzle(puzzle_id: str) -> AnyResponse:
    response = redirect(url_for("puzzle_pages.show_puzzle", id=puzzle_id), 303)
    response.headers["Cache-Control"] = "no-store"
    return response


def _finish(page: Response, language: Language) -> Response:
    page.vary.add("Accept")
    return fresh(mark_language(page, language))
