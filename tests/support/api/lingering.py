"""A worker of gunicorn that waits for an hour until a client goes away,
``tests.support.api.lingering.Worker``.
"""

from api.http import worker
from api.http.worker import Worker
from tests.support.waiting import FOREVER_MS

__all__ = ["Worker"]

vars(worker)["LINGER_S"] = FOREVER_MS / 1000
