"""``/metrics``: what Prometheus reads."""

from contextlib import suppress

from flask import Blueprint, Response, current_app, request

from ..jobs import Jobs
from ..metrics import Metrics
from ..store import StoreDownError

metrics = Blueprint("metrics", __name__)


@metrics.get("/metrics")
def show_metrics() -> Response:
    """What was measured, of all workers together; of jobs what the database knows, while it can be used."""
    measured: Metrics = current_app.config["ATOUT_METRICS"]
    jobs: Jobs = current_app.config["ATOUT_JOBS"]
    load = None
    with suppress(StoreDownError):
        load = jobs.load()
    text, content_type = measured.write(request.headers.get("Accept", ""), load)
    response = Response(text, content_type=content_type)
    response.headers["Cache-Control"] = "no-store"
    return response
