"""The queries of lists that come in pages: the results of a job, and the jobs of a client."""

from api.http import Parameter
from api.jobs.store import Cursor
from api.store import ID_PATTERN

MOST_RESULTS = 10_000
"""The most results of one answer."""
USUAL_RESULTS = 1_000
MOST_JOBS = 1_000
"""The most jobs of one answer."""
USUAL_JOBS = 100
_LAST = 10**9 - 1
"""The highest number of a result; a 32-bit column holds it."""
_CURSOR = f"[0-9]{{1,12}}[.][0-9]{{1,9}}-{ID_PATTERN[1:-1]}"
"""The time at which a job was created, in seconds since 1970, and its id."""


def _read_cursor(text: str) -> Cursor:
    created_at, _, job_id = text.partition("-")
    return Cursor(float(created_at), job_id)


OF_RESULTS = (
    Parameter.number(
        "after", "The cursor: the `line_number` of the last result that you have. If left out: 0.", 0, _LAST
    ),
    Parameter.number("limit", f"The most results to send. If left out: {USUAL_RESULTS}.", 1, MOST_RESULTS),
)
OF_JOBS = (
    Parameter.number("limit", f"The most jobs to send. If left out: {USUAL_JOBS}.", 1, MOST_JOBS),
    Parameter.cursor(
        "Where to go on, as the `Link` of the last answer says. If left out: the newest.",
        _CURSOR,
        _read_cursor,
    ),
)


def write_cursor(cursor: Cursor) -> str:
    """Return the text of a cursor; Python writes a float so that it is read as the same one."""
    return f"{cursor.created_at!r}-{cursor.id}"
