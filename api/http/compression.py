"""Pages and their files compressed, for browsers that read that (RFC 9110, section 8.4.1)."""

import gzip
from functools import lru_cache

from flask import Response, request

PAGES = frozenset(("text/html", "image/svg+xml"))
FILES = frozenset(("text/css", "text/javascript", "application/wasm"))
"""Media types of files, which never change while the service runs."""
WORTH_IT_BYTES = 400
"""Shorter bodies hardly become shorter still."""
ENCODING = "gzip"


def compress(response: Response) -> Response:
    """Compress a page or a file of one, if the client reads that; return the response."""
    media_type = response.mimetype
    if media_type not in PAGES | FILES:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not request.accept_encodings[ENCODING]:
        return response
    # Files are streamed otherwise.
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < WORTH_IT_BYTES:
        return response
    response.set_data(_compressed(body) if media_type in FILES else gzip.compress(body, 9, mtime=0))
    response.headers["Content-Encoding"] = ENCODING
    tag, _ = response.get_etag()
    if tag is not None:
        # It means the same as the file, but has other bytes.
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=200)
def _compressed(body: bytes) -> bytes:
    """Compress a file once, as well as can be: it is sent many times."""
    return gzip.compress(body, 9, mtime=0)
