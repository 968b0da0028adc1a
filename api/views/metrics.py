"""``/metrics``: the metrics for Prometheus."""

from contextlib import suppress

from flask import Response, current_app, request

from api.jobs import Jobs
from api.monitor import Metrics
from api.schemas import Resources
from api.store import StoreDownError

metrics = Resources("metrics", "/metrics", "What Prometheus reads.")


@metrics.get(shows={"type": "string"}, refuses=(404,), media_type="text/plain")
def show_metrics() -> Response:
    """The metrics of all workers together, in the text format of Prometheus or in OpenMetrics"""
    measured: Metrics = current_app.config["ATOUT_METRICS"]
    jobs: Jobs = current_app.config["ATOUT_JOBS"]
    load = None  # which the database knows, while it can be used
    with suppress(StoreDownError):
        load = jobs.load()
    text, content_type = measured.write(request.headers.get("Accept", ""), load)
    response = Response(text, content_type=content_type)
    response.headers["Cache-Control"] = "no-store"
    return response
    response.vary.add("Accept")
