"""The log: a line for each request and each error, as JSON for programs or as text for people."""

import json
import logging
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from api.monitor.record import RequestRecord, current_record
from api.settings import SettingError

_requests = logging.getLogger("api.requests")
_RECORD = "request_record"
"""The attribute of a log record that holds the record of an answered request."""


def log_request(record: RequestRecord) -> None:
    """Log a request that has been answered."""
    level = logging.ERROR if record.status == 500 else logging.INFO
    if _requests.isEnabledFor(level):
        _requests.log(
            level,
            "%s %s %d",
            record.method or "-",
            record.path or "-",
            record.status,
            extra={_RECORD: record},
        )


class JsonForm(logging.Formatter):
    """Formats log records as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of ``record``."""
        time_of = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": time_of.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": None,
        }
        request: RequestRecord | None = getattr(record, _RECORD, None)
        about = request or current_record()
        if about is not None:
            line["request_id"] = about.request_id
        if request is not None:
            line |= {
                "method": request.method or None,
                "path": request.path,
                "status": request.status,
                "hung_up": request.has_hung_up,
                "duration_ms": round(request.duration_s * 1000, 3),
                "game": request.game,
                "nodes": request.nodes,
                "key": request.key,
                "address": request.address,
            }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        # In ASCII, as standard error may have an encoding that would escape other characters in its own way.
        return json.dumps(line, default=str)


class TextForm(logging.Formatter):
    """Formats log records as lines to read; characters from clients that are not printable are escaped."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of ``record``, and below it the traceback of an error."""
        parts = [_message(record)]
        request: RequestRecord | None = getattr(record, _RECORD, None)
        about = request or current_record()
        if request is not None:
            if request.has_hung_up:
                parts.append("the client had hung up")
            parts.append(f"{request.duration_s * 1000:.1f} ms")
            if request.game is not None:
                parts.append(request.game)
            if request.nodes is not None:
                parts.append(f"{request.nodes} nodes")
            if request.key is not None:
                parts.append(f"key {_printable(request.key)}")
            parts.append(f"from {_printable(request.address or '-')}")
        if about is not None:
            parts.append(f"id {about.request_id}")
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        line = f"{at}.{int(record.msecs):03d} {record.levelname:<7} {', '.join(parts)}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def _message(record: logging.LogRecord) -> str:
    """Return the message of ``record``; what is wrong with several settings has a line for each."""
    text = record.getMessage()
    # These sentences quote what they show, so that no line break in them is anybody else's.
    if record.args and any(isinstance(one, SettingError) for one in record.args):
        return "\n  ".join(_printable(line) for line in text.split("\n"))
    return _printable(text)


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def log_configuration(form: str, level: str) -> Mapping[str, Any]:
    """Return the configuration for `logging.config.dictConfig` and gunicorn: all to standard error.

    ``form`` is one of `FORMS`; ``auto`` means text on a terminal, else JSON.  ``level`` is one of `LEVELS`,
    and counts for the service; other packages log from ``warning`` on.
    """
    if form == "auto":
        form = "text" if sys.stderr.isatty() else "json"
    least = level.upper()
    others = "ERROR" if level == "error" else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": JsonForm if form == "json" else TextForm}},
        "handlers": {
            "lines": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
        },
        "root": {"level": others, "handlers": ["lines"]},
        "loggers": {
            "api": {"level": least},
            "gunicorn.error": {"level": least, "handlers": ["lines"], "propagate": False},
        },
    }
