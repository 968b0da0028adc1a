"""The parts of every page of the board: files with lasting addresses, data, and who wants a page at all."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from flask import Response, current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from api.http import JSON, WASM_POLICY, preferred_type
from solver import board_files

_HTML = "text/html"
_OF_FRAMES = ("home_", "go_", "loading", "no_script", "open_says", "open_label", "in_english")
"""Sentences that templates alone say, and those of the page to begin with."""
_OF_TEXTS = (
    "in_no",
    "in_un",
    "in_too",
    "in_else",
    "in_part_",
    "in_many",
    "taken_",
    "not_json",
    "not_kept",
    "first_of_many",
)
"""Sentences about texts that are pasted or dropped."""
OF_OTHER_PAGES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "board": (*_OF_FRAMES, "pz_"),
        "analysis": (*_OF_FRAMES, *_OF_TEXTS, "pz_", "edit_", "offline_", "analysis", "judge"),
        "puzzle": (*_OF_FRAMES, *_OF_TEXTS, "edit_", "offline_", "share", "try_", "learn_"),
    }
)
"""The beginnings of the names of sentences that the modules of each page never say."""
_WITH_CORE = "core_solve.js"
"""The module that has the core run."""
_UNSAFE = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""The characters of JSON that could end the element around it, as escapes."""


def wants_page() -> bool:
    """True if the client prefers a page to JSON, as browsers do."""
    return preferred_type(request, (JSON, _HTML), JSON) == _HTML


def to_resource(endpoint: str, **values: Any) -> AnyResponse:
    """Send a client that prefers JSON to the resource of a page, with its query."""
    query = request.query_string.decode("ascii", "ignore")
    place = url_for(endpoint, **values)
    response = redirect(f"{place}?{query}" if query else place, 307)
    response.headers["Vary"] = "Accept"
    return response


def board_addresses() -> dict[str, Any]:
    """Return the addresses that a board asks, with those of the files of the core; None if it has none."""
    return {
        "solve": url_for("solve.solve_position"),
        "numbers": url_for("numbers.number_deal"),
        "core": {name: _asset(file) for name, file in board_files().core.items()} or None,
    }


def make_page(
    template: str,
    entry: str,
    data: dict[str, Any],
    *,
    styles: tuple[str, ...] = (),
    soon: tuple[str, ...] = (),
    unsaid: tuple[str, ...] = (),
    **told: Any,
) -> Response:
    """Return a page of the board, which may run the core if its modules do.

    entry: the module that starts it.
    data: what the page hands to its modules, with the words of `solver.board_data`.
    styles: sheets besides that of the board.
    soon: modules that the first asks for at once.
    unsaid: what the names of sentences begin with that none of its modules says.
    told: what else the template shows.
    """
    needed = dict.fromkeys(one for name in (entry, *soon) for one in board_files().needed_by(name))
    words = data["words"]
    said = {name: says for name, says in words["says"].items() if not name.startswith(unsaid)}
    page = render_template(
        template,
        language=words["language"],
        say=words["says"].__getitem__,
        lang_of=partial(_lang_of, words["customs"]),
        asset=_asset,
        entry=entry,
        modules=tuple(needed),
        styles=("board.css", *styles),
        data=_json(data | {"words": words | {"says": said}}),
        **told,
    )
    response = Response(page, mimetype=_HTML)
    if _WITH_CORE in needed:
        response.headers["Content-Security-Policy"] = WASM_POLICY
    return response


def _lang_of(customs: Mapping[str, Mapping[str, Any]], name: str) -> Markup:
    """Return the attribute of an element that has a title of a game, where that is in another language."""
    lang = customs.get(name, {}).get("lang")
    return Markup(' lang="{}"').format(lang) if lang else Markup()


def _asset(name: str) -> str:
    return url_for("board.send_board_file", digest=board_files().digest, name=name)


def _json(data: dict[str, Any]) -> Markup:
    """Return JSON that can stand in an element of HTML."""
    text: str = current_app.json.dumps(data, separators=(",", ":"))
    return Markup(text.translate(_UNSAFE))
