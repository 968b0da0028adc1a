"""``/metrics``: the metrics for Prometheus."""

from contextlib import suppress

from flask import Response, request

from api.jobs import Jobs
from api.monitor import Metrics
from api.parts import part
from api.schemas import ANSWER_EXAMPLES, Resources
from api.store import StoreDownError

metrics = Resources("metrics", "/metrics", "What Prometheus reads.", is_kept=False)
OPENMETRICS = {
    "content": {
        "application/openmetrics-text": {
            "schema": {"type": "string"},
            "example": f"{ANSWER_EXAMPLES.get('show_metrics')}# EOF\n",
        }
    }
}


@metrics.get(
    shows={"type": "string"},
    refuses=(404,),
    media_type="text/plain",
    also=OPENMETRICS,
)
def show_metrics() -> Response:
    """The metrics of all workers together, in the text format of Prometheus or in OpenMetrics"""
    measured = part(Metrics)
    jobs = part(Jobs)
    load = None  # which the database knows, while it can be used
    with suppress(StoreDownError):
        load = jobs.load()
    text, content_type = measured.write(request.headers.get("Accept", ""), load)
    response = Response(text, content_type=content_type)
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("Accept")
    return response
