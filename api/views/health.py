"""``/healthz``: whether the service is alive."""

from flask import Response, jsonify

from ..answers import HealthSchema
from ..openapi import Resources

health = Resources("health", "/healthz", "Whether the service is alive.")


@health.get(shows=HealthSchema)
def show_health() -> Response:
    """Whether the service is alive"""
    return jsonify({"status": "ok"})
