"""The Flask application: what the other packages offer, put together."""

from functools import partial

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import Access, client_name, is_open, limit_rates
from api.http import (
    HangUps,
    Headers,
    Places,
    StreamPlaces,
    Streams,
    close_before_unread,
    compress,
    register_error_handlers,
)
from api.jobs import Jobs
from api.monitor import Metrics, Recorder, RequestRecord, log_request, note_path
from api.parts import keep_parts, part_of
from api.puzzles import Bank, BankLoader, shipped_files
from api.schemas import describe_api
from api.settings import Settings
from api.solving import AnswerCache, SolvingSlots
from api.store import Store
from api.views.analyses import analyses
from api.views.bids import bidding
from api.views.board import board
from api.views.convert import converting
from api.views.docs import pages
from api.views.health import health, readiness
from api.views.home import home
from api.views.jobs import jobs
from api.views.metrics import metrics
from api.views.numbers import numbers
from api.views.positions import batches
from api.views.puzzle_pages import puzzle_pages
from api.views.puzzle_tries import tries
from api.views.puzzles import puzzles
from api.views.solve import solving
from api.views.table import tables
from api.views.variants import variants

_ICON = "icon.svg"
_DAY_S = 86_400


class Json(DefaultJSONProvider):
    """Writes JSON in the order of the solver's keys, with accents unescaped."""

    sort_keys = False
    ensure_ascii = False
    compact = True


class Service(Flask):
    """The Flask application of the service."""

    json_provider_class = Json

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """Return for how many seconds a file of the pages may be kept; None to ask each time if it changed.

        Browsers want the icon again whenever an address changes, which it does at each step of a board.
        """
        return _DAY_S if filename == _ICON else super().get_send_file_max_age(filename)


def create_app(settings: Settings | None = None) -> Flask:
    """Return the service as a WSGI application; without ``settings``, it has the defaults."""
    settings = settings or Settings()
    # Step 1. The application and its parts.
    app = Service("api", template_folder="web/templates", static_folder="web/static")
    # Lines of a template that only say what to do leave no empty lines in the page.
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.url_map.merge_slashes = False
    _make_parts(app, settings)
    # Step 2. Whether a request is let in.
    access, measured = part_of(app, Access), part_of(app, Metrics)
    app.before_request(note_path)
    app.before_request(access.identify)
    limit_rates(app, settings, is_open)
    app.before_request(access.check)
    # Step 3. What answers it.
    described = (
        variants,
        solving,
        batches,
        numbers,
        tables,
        bidding,
        analyses,
        converting,
        puzzles,
        tries,
        jobs,
        health,
        readiness,
        metrics,
    )
    describe_api(app, described)
    register_error_handlers(app)
    app.register_blueprint(pages)
    if settings.pages == "on":
        app.register_blueprint(board)
        app.register_blueprint(puzzle_pages)
        app.register_blueprint(home)
    # Step 4. What is done with every answer.
    app.after_request(close_before_unread)
    app.after_request(compress)
    app.after_request(Headers(settings).add)

    def finish(record: RequestRecord) -> None:
        measured.count_request(record)
        log_request(record)

    app.wsgi_app = Recorder(app.wsgi_app, finish)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, 0, 0, 0, 0)  # type: ignore[method-assign]
    return app


def _make_parts(app: Flask, settings: Settings) -> None:
    """Make the parts of the service, and keep them with the application."""
    hang_ups = HangUps()
    measured = Metrics()
    measured.slots.set(settings.solving_slots)
    slots = SolvingSlots(
        settings.solving_slots, settings.waiting, settings.wait_ms, hang_ups.watching, measured.show_slots
    )
    store = Store(settings.database, measured.count_store)
    access = Access(settings, store)
    new_places = partial(
        Places, settings.streams, settings.streams_per_client, client_name, measured.streams_open.inc
    )
    places = StreamPlaces(lines=new_places(), results=new_places())
    keep_parts(
        app,
        settings,
        access,
        slots,
        store,
        measured,
        places,
        AnswerCache(settings.cached_answers, measured.count_cache),
        Bank(store),
        BankLoader(store, slots, shipped_files() if settings.shipped_puzzles == "on" else ()),
        Jobs(settings, store, slots, measured.show_jobs, measured.solving),
        Streams(settings, slots, hang_ups.watching, measured, access.is_still_let_in, places.lines),
    )
