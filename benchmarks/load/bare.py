"""The least that Flask can do with a request: what the service is compared with, under the same gunicorn."""

from flask import Flask, Response, request

from api import Settings, create_app
from api.jobs import Jobs
from api.monitor import Metrics
from api.parts import keep_parts, part_of
from api.puzzles import BankLoader
from api.solving import SolvingSlots
from api.store import Store
from benchmarks.load.work import ANSWER_BYTES

app = Flask(__name__)
# gunicorn's configuration and worker ask for parts of the service: they are there, and have little to do.
_PARTS = (Settings, SolvingSlots, Store, Jobs, BankLoader, Metrics)
_whole = create_app(Settings(database="none"))
keep_parts(app, *(part_of(_whole, kind) for kind in _PARTS))


@app.get("/healthz")
def show_health() -> Response:
    """A constant answer."""
    return Response(b'{"status":"ok"}', mimetype="application/json")


@app.post("/v1/solve")
def show_answer() -> Response:
    """A constant answer, as long as the one to a solve, after the body has been read."""
    request.get_data()
    return Response(ANSWER_BYTES, mimetype="application/json")
