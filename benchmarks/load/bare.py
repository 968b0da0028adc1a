"""The least that Flask can do with a request: what the service is compared with, under the same gunicorn."""

from flask import Flask, Response, request

from api import Settings
from api.slots import SolvingSlots
from benchmarks.load.work import ANSWER_BYTES

app = Flask(__name__)
# What the configuration of gunicorn asks of the application.
app.config.update(ATOUT=Settings(), ATOUT_SLOTS=SolvingSlots(1, 0, 0))


@app.get("/healthz")
def show_health() -> Response:
    """A constant answer."""
    return Response(b'{"status":"ok"}', mimetype="application/json")


@app.post("/v1/solve")
def show_answer() -> Response:
    """A constant answer, as long as the one to a solve, after the body has been read."""
    request.get_data()
    return Response(ANSWER_BYTES, mimetype="application/json")
