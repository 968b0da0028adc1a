"""A worker of gunicorn that waits for an hour until a client goes away, ``tests.api.lingering.Worker``."""

from api import worker
from api.worker import Worker
from tests.waiting import FOREVER_MS

__all__ = ["Worker"]

vars(worker)["LINGER_S"] = FOREVER_MS / 1000
