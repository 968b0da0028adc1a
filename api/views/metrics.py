"""``/metrics``: what Prometheus reads."""

from flask import Blueprint, Response, current_app, request

from ..metrics import Metrics

metrics = Blueprint("metrics", __name__)


@metrics.get("/metrics")
def show_metrics() -> Response:
    """What was measured, of all workers together."""
    measured: Metrics = current_app.config["ATOUT_METRICS"]
    text, content_type = measured.write(request.headers.get("Accept", ""))
    response = Response(text, content_type=content_type)
    response.headers["Cache-Control"] = "no-store"
    return response
