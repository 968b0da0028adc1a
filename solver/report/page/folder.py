"""A folder with the board for any host of files: no service, every value computed in the browser."""

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from solver.puzzles import draw_game
from solver.report.board import board_data, board_files
from solver.report.board.tables import game_tables
from solver.report.board.words import refusal_words
from solver.report.page.environment import digest, in_page, pages
from solver.report.page.program import ENTRY, board_modules, board_sheets
from solver.rules import VARIANTS, find_variant
from solver.sentences import Language, mark
from solver.speech import Speech

_HINT = mark(
    "Paste a position in JSON, or take a sample. Every value is computed in this browser: nothing is sent "
    "anywhere. Games have their usual rules here."
)
_NO_SCRIPT = mark("The board needs JavaScript.")
_NO_HOST = mark(
    "This page was opened as a file, and browsers load no programs from files. Serve its folder by any host "
    "of files: with Python by this command, run in the folder, and then open the address below it."
)
_NO_FILE = mark("A file of this page could not be fetched. Load the page again.")
_WATCH = "watch.js"
_SEED = 1
_MOST_LEFT = 32
_MOST_LEFT_WITH_STOCK = 20
"""The most cards that are left in a sample."""
_SCRIPT = Markup(pages.get_template("no_host.js").render())
_POLICY = (
    f"default-src 'none'; script-src 'self' {digest(_SCRIPT)} 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


def board_folder(language: Language) -> Mapping[str, bytes]:
    """Return the files of a folder with the board, by their names, its page in ``language``.

    ``index.html`` is the page for a free position; the tables of a game (`solver.report.board.tables`)
    are in the file of its name.  There is a sample of each game, which a browser solves at once.

    >>> from solver.report.page import board_folder
    >>> {"index.html", "belote.json", "page.js", "points.wasm"} <= set(board_folder("en"))
    True
    """
    files, speech = board_files(), Speech(language, language)
    modules, sheets = board_modules(), board_sheets()
    samples = {name: _sample(name) for name in VARIANTS}
    shown: dict[str, Any] = {
        **board_data(language),
        "core": {name: f"./{file}" for name, file in files.core.items()} or None,
        "tables": "./",
        "samples": samples,
        "sample": samples["belote"],
    }
    # There is no service that could be reached.
    shown["words"]["says"] |= {"no_answer": speech.say(_NO_FILE), **refusal_words(language)}
    page = pages.get_template("folder.html").render(
        language=language,
        policy=_POLICY,
        say=shown["words"]["says"].__getitem__,
        hint=speech.say(_HINT),
        no_script=speech.say(_NO_SCRIPT),
        no_host=speech.say(_NO_HOST),
        script=_SCRIPT,
        styles=sheets,
        modules=files.needed_by(ENTRY),
        data=in_page(shown),
    )
    core = ("core.js", *files.core.values()) if files.core else ()
    tables = {
        f"{name}.json": json.dumps(game_tables(name), separators=(",", ":")).encode() for name in VARIANTS
    }
    named = {name: files.contents[name] for name in (_WATCH, *modules, *sheets, *core)}
    return {"index.html": page.encode(), **tables, **named}


def _sample(game: str) -> dict[str, Any]:
    """Return a position of a game, of few enough cards that its values are there at once."""
    log = draw_game(game, _SEED, is_played=True)
    rules = find_variant(game)
    most = _MOST_LEFT_WITH_STOCK if rules.stock else _MOST_LEFT
    n_cards = rules.n_players * rules.cards_each + rules.stock
    return {**log, "plays": log["plays"][: max(n_cards - most, 0)]}
