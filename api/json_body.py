"""Reading a request's body: JSON, as strictly as the command line reads it."""

from flask import Request
from werkzeug.exceptions import UnsupportedMediaType

from solver import parse_json

from .arrival import read_bytes

MEDIA_TYPE = "application/json"


def read_body(request: Request, max_bytes: int, max_nesting: int) -> object:
    """The JSON value in the body of ``request``.

    Raises UnsupportedMediaType for any other kind of body, what `read_bytes` raises for one that is too long
    or does not arrive, UnreadableError for what is not JSON.
    """
    if request.mimetype != MEDIA_TYPE:
        sent = (
            f"{request.mimetype[:80]} is not read here"
            if request.mimetype
            else "the body has no Content-Type"
        )
        raise UnsupportedMediaType(f"{sent}; send JSON with Content-Type: {MEDIA_TYPE}")
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise UnsupportedMediaType(f"the charset {charset[:40]} is not read here; JSON is sent in UTF-8")
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding != "identity":
        raise UnsupportedMediaType(
            f"the Content-Encoding {encoding[:40]} is not read here; send the JSON as it is"
        )
    return parse_json(read_bytes(request, max_bytes), max_nesting)
