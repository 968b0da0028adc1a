"""The form in which jobs are stored: processes of two versions may work on the same jobs.

A version takes jobs of the kinds that it knows by name, also those that a later one has stored.  So whoever
changes the form of a kind's options or items gives the kind another name, for which the version before leaves
such jobs alone, and lets the work read what is stored under the old one.  A part that may be left out is no
other form if the version before may leave it out, too.
"""

import json
import zlib
from typing import Any

import pytest
from sqlalchemy import select

from api.jobs.kinds import KINDS
from api.jobs.models import ChunkRow, JobRow
from api.parts import part_of
from api.store import Store
from tests.support.api.job_logs import NOBODY, service
from tests.support.api.streaming import NDJSON

LOGS = {"kind": "analyses", "limit": {"nodes": 9}, "fair": True, "logs": [{"id": "é"}, None, 7]}
SEARCH = {"variant": "quadrette", "count": 23, "seed": 5, "limit": {"nodes": 9}}
STORED: list[tuple[str, str, Any, Any, list[bytes]]] = [
    (
        "analyses",
        "/v1/jobs",
        LOGS,
        {"limit": {"nodes": 9}, "fair": {}, "language": "fr"},
        [b'1 {"id": "\\u00e9"}\n2 null\n3 7'],
    ),
    (
        "analyses",
        "/v1/jobs?nodes=9&scoring=imps",
        b'{"id": "1"}\n\n{"id": "3"}\n',
        {"limit": {"nodes": 9}, "scoring": "imps", "first": True, "language": "fr"},
        [b'1 {"id": "1"}\n3 {"id": "3"}'],
    ),
    (
        "puzzles",
        "/v1/puzzles",
        SEARCH,
        {"search": SEARCH, "language": "fr"},
        [b'1 {"seed": 5, "count": 10}', b'2 {"seed": 6, "count": 10}', b'3 {"seed": 7, "count": 3}'],
    ),
]
"""Kinds, the path and the body of a request for each, and the options and chunks that are stored of it."""


@pytest.mark.parametrize(("kind", "path", "body", "options", "chunks"), STORED)
def test_the_stored_form_of_a_kind_stays(
    kind: str, path: str, body: Any, options: Any, chunks: list[bytes]
) -> None:
    data, sent_as = (body, NDJSON) if isinstance(body, bytes) else (json.dumps(body), "application/json")
    with service("sqlite", **NOBODY) as app:
        headers = {"Accept-Language": "fr"}
        answer = app.test_client().post(path, data=data, content_type=sent_as, headers=headers)
        assert answer.status_code == 202, answer.text
        with part_of(app, Store).connection() as connection:
            job = connection.execute(select(JobRow.kind, JobRow.options)).one()
            stored = connection.execute(select(ChunkRow.items).order_by(ChunkRow.number)).scalars().all()
    assert (job.kind, json.loads(job.options)) == (kind, options)
    assert list(map(zlib.decompress, stored)) == chunks


def test_every_kind_has_a_sample() -> None:
    assert {kind for kind, *_ in STORED} == set(KINDS)
