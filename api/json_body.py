"""Reading a request's body: JSON, as strictly as the command line reads it."""

from flask import Request
from werkzeug.exceptions import UnsupportedMediaType

from solver import parse_json

from .arrival import read_bytes

MEDIA_TYPE = "application/json"


LINES_MEDIA_TYPE = "application/x-ndjson"
"""A stream: one JSON value a line."""


def read_body(request: Request, max_bytes: int, max_nesting: int) -> object:
    """The JSON value in the body of ``request``.

    Raises UnsupportedMediaType for any other kind of body, what `read_bytes` raises for one that is too long
    or does not arrive, UnreadableError for what is not JSON.
    """
    check_kind(request, MEDIA_TYPE)
    return parse_json(read_bytes(request, max_bytes), max_nesting)


def check_kind(request: Request, media_type: str) -> None:
    """Raise UnsupportedMediaType unless the body is said to be of ``media_type``, in UTF-8, as it is."""
    if request.mimetype != media_type:
        sent = (
            f"{request.mimetype[:80]} is not read here"
            if request.mimetype
            else "the body has no Content-Type"
        )
        raise UnsupportedMediaType(f"{sent}; send JSON with Content-Type: {media_type}")
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise UnsupportedMediaType(f"the charset {charset[:40]} is not read here; JSON is sent in UTF-8")
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding != "identity":
        raise UnsupportedMediaType(
            f"the Content-Encoding {encoding[:40]} is not read here; send the JSON as it is"
        )
