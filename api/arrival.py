"""The bytes of a request's body as they arrive: whole, within the limit and in time, or refused."""

from typing import BinaryIO, cast

from flask import Request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout

_PIECE = 1 << 16

CUT_SHORT = "the body ends before it is complete; send it again"
TOO_SLOW = "the body did not arrive in time; send it again"
BAD_CHUNKS = "the body is sent in chunks (Transfer-Encoding: chunked) that cannot be read"


def read_bytes(request: Request, max_bytes: int) -> bytes:
    """The body of ``request``.

    Raises RequestEntityTooLarge for one over the limit, whatever way it is sent, RequestTimeout for one that
    stalls, BadRequest for one that is cut short or whose chunks are none.
    """
    stated = request.content_length
    if stated is not None and stated > max_bytes:
        raise RequestEntityTooLarge
    if stated is None and not request.environ.get("wsgi.input_terminated"):
        return b""
    # What comes in chunks does not say how long it is: one byte more tells a whole body from one cut off.
    wanted = max_bytes + 1 if stated is None else stated
    try:
        body = _read(cast(BinaryIO, request.environ["wsgi.input"]), wanted)
    except ParseException:
        raise BadRequest(BAD_CHUNKS) from None
    except TimeoutError:
        raise RequestTimeout(TOO_SLOW) from None
    except OSError:
        raise BadRequest(CUT_SHORT) from None
    if len(body) > max_bytes:
        raise RequestEntityTooLarge
    if stated is not None and len(body) < stated:
        raise BadRequest(CUT_SHORT)
    return body


def _read(stream: BinaryIO, wanted: int) -> bytes:
    pieces: list[bytes] = []
    while wanted > 0:
        piece = stream.read(min(wanted, _PIECE))
        if not piece:
            break
        pieces.append(piece)
        wanted -= len(piece)
    return b"".join(pieces)
