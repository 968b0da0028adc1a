"""A log that kills whatever works on it, as one would that met a fault of the core: for workers under test.

Imported by a process, it lets that process die of every log whose ``id`` is ``poison``.  As a worker of
gunicorn, ``tests.support.api.poison.Worker``, it is imported by the service.
"""

import os
import signal
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from api.http.worker import Worker
from api.jobs import work as jobs_work
from api.jobs.kinds import KINDS
from api.settings.config import Settings
from api.solving.measure import Measure
from solver import CancelToken

__all__ = ["Worker"]

_REAL = KINDS["analyses"]


def _judge(
    item: object, options: Mapping[str, Any], settings: Settings, token: CancelToken, measure: Measure
) -> object:
    if isinstance(item, Mapping) and item.get("id") == "poison":
        os.kill(os.getpid(), signal.SIGKILL)
    return _REAL.judge(item, options, settings, token, measure)


vars(jobs_work)["KINDS"] = MappingProxyType({"analyses": replace(_REAL, judge=_judge)})
