"""The queries of lists that come in pages: the results of a job, and the jobs of a client."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import request

from api.http import InvalidRequestError, unknown_parameter
from api.jobs.store import Cursor
from api.store import ID_PATTERN
from solver import Code, Fault
from solver.errors import Wrong, show, wrong
from solver.sentences import Sayable
from solver.whole_numbers import read_whole

MOST_RESULTS = 10_000
"""The most results of one answer."""
USUAL_RESULTS = 1_000
MOST_JOBS = 1_000
"""The most jobs of one answer."""
USUAL_JOBS = 100
_LAST = 10**9 - 1
"""The highest number of a result; a 32-bit column holds it."""
_CURSOR = f"([0-9]{{1,12}}[.][0-9]{{1,9}})-({ID_PATTERN[1:-1]})"
"""The time at which a job was created, in seconds since 1970, and its id."""

AFTER_PARAMETER = {
    "in": "query",
    "name": "after",
    "description": "The cursor: the `line_number` of the last result that you have. If left out: 0.",
    "schema": {"type": "integer", "minimum": 0, "maximum": _LAST},
}
LIMIT_PARAMETER = {
    "in": "query",
    "name": "limit",
    "description": f"The most results to send. If left out: {USUAL_RESULTS}.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_RESULTS},
}
CURSOR_PARAMETER = {
    "in": "query",
    "name": "cursor",
    "description": "Where to go on, as the `Link` of the last answer says. If left out: the newest.",
    "schema": {"type": "string", "pattern": f"^{_CURSOR}$"},
}
JOBS_LIMIT_PARAMETER = {
    "in": "query",
    "name": "limit",
    "description": f"The most jobs to send. If left out: {USUAL_JOBS}.",
    "schema": {"type": "integer", "minimum": 1, "maximum": MOST_JOBS},
}

Part = tuple[Callable[[str], Any], Callable[[str, str | Sayable], Wrong]]
"""The reader of a parameter, which returns None for an impossible text, and the fault, by name and value."""


def _whole_number(low: int, high: int) -> Part:
    def read(text: str) -> int | None:
        return read_whole(text, low, high)

    def refuse(name: str, value: str | Sayable) -> Wrong:
        return wrong(
            Code.wrong_word,
            "{field} is {value}; it must be one whole number from {low} to {high}",
            field=name,
            value=value,
            low=low,
            high=high,
        )

    return read, refuse


def _read_cursor(text: str) -> Cursor | None:
    found = re.fullmatch(_CURSOR, text)
    return None if found is None else Cursor(float(found[1]), found[2])


def _refuse_cursor(name: str, value: str | Sayable) -> Wrong:
    return wrong(
        Code.wrong_word,
        "{field} is {value}; it must be one that the Link of an answer has",
        field=name,
        value=value,
    )


def write_cursor(cursor: Cursor) -> str:
    """Return the text of a cursor; Python writes a float so that it is read as the same one."""
    return f"{cursor.created_at!r}-{cursor.id}"


OF_RESULTS: Mapping[str, Part] = {
    "after": _whole_number(0, _LAST),
    "limit": _whole_number(1, MOST_RESULTS),
}
OF_JOBS: Mapping[str, Part] = {
    "cursor": (_read_cursor, _refuse_cursor),
    "limit": _whole_number(1, MOST_JOBS),
}


def read_page_query(known: Mapping[str, Part]) -> dict[str, Any]:
    """Return the parameters of the query; raises InvalidRequestError with all faults."""
    faults, values = [], {}
    for name in request.args:
        texts = request.args.getlist(name)
        if name not in known:
            faults.append(Fault("", unknown_parameter(name, known)))
            continue
        read, refuse = known[name]
        values[name] = read(texts[0]) if len(texts) == 1 else None
        if values[name] is None:
            faults.append(Fault("", refuse(name, show(", ".join(texts)))))
    if faults:
        raise InvalidRequestError(faults)
    return values
