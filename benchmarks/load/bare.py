"""The least that Flask can do with a request: what the service is compared with, under the same gunicorn."""

from flask import Flask, Response, request

from api import Settings, create_app
from benchmarks.load.work import ANSWER_BYTES

app = Flask(__name__)
# The configuration of gunicorn asks for parts of the service: they are there, and have nothing to do.
parts = create_app(Settings(database="none")).config
app.config.update({name: part for name, part in parts.items() if name.startswith("ATOUT")})


@app.get("/healthz")
def show_health() -> Response:
    """A constant answer."""
    return Response(b'{"status":"ok"}', mimetype="application/json")


@app.post("/v1/solve")
def show_answer() -> Response:
    """A constant answer, as long as the one to a solve, after the body has been read."""
    request.get_data()
    return Response(ANSWER_BYTES, mimetype="application/json")
