"""The pages for people: the API document as Swagger UI, and an explanation of each kind of problem.

Nothing on them comes from another host: Swagger UI is served from its Python package.
"""

from importlib.resources import files
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    send_from_directory,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from api.http import PROBLEMS
from api.parts import part
from api.schemas import TITLE
from api.settings import Settings
from api.views.board_page import wants_page
from api.views.home import home_page

pages = Blueprint("docs", __name__)

SWAGGER_FILES = ("swagger-ui.css", "swagger-ui-bundle.js")
"""The files of Swagger UI that the page needs; no others are served."""

_SWAGGER_FOLDER = Path(str(files("flask_swagger_ui"))) / "dist"
_DAY_S = 86_400


@pages.get("/")
def show_start() -> AnyResponse:
    """Show people where to begin; redirect others to the documentation."""
    settings = part(Settings)
    # Where a key is required no page can be opened: a browser sends none with an address.
    has_pages = settings.pages == "on" and settings.keys != "required"
    response = home_page() if has_pages and wants_page() else redirect(url_for("docs.show_docs"))
    response.vary.add("Accept")
    return response


@pages.get("/docs")
def show_docs() -> str:
    """Show the API document, to read and to try."""
    return render_template("docs.html", title=TITLE)


@pages.get("/docs/assets/<name>")
def send_swagger_file(name: str) -> Response:
    """Send a file of Swagger UI."""
    if name not in SWAGGER_FILES:
        abort(404)
    return send_from_directory(_SWAGGER_FOLDER, name, max_age=_DAY_S)


@pages.get("/problems")
def list_problems() -> str:
    """List all kinds of problems."""
    return render_template("problems.html", title=TITLE, problems=PROBLEMS.values())


@pages.get("/problems/<name>")
def show_problem(name: str) -> str:
    """Explain one kind of problem."""
    problem = PROBLEMS.get(name)
    if problem is None:
        abort(404)
    return render_template("problems.html", title=TITLE, problems=[problem])
