"""Receives the body of a request, whole or line by line, within limits of size and time."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from flask import Request, Response, request as current_request
from gunicorn.http.body import Body, ChunkedReader, LengthReader
from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.http.parser import _DRAIN_MAX_BYTES
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout, ServiceUnavailable

from api.http.patient_socket import Stopped
from api.http.refusals import saying
from api.solving import RETRY_AFTER_S
from solver.sentences import phrase

_PIECE = 1 << 16
_EMPTY_LINES = re.compile(rb"(?:\r?\n)+")

CUT_SHORT = phrase("the body ends before it is complete; send it again")
TOO_SLOW = phrase("the body did not arrive in time; send it again")
STOPPED = phrase("the service stops; send the request again")
BAD_CHUNKS = phrase("the body is sent in chunks (Transfer-Encoding: chunked) that cannot be read")


def read_bytes(request: Request, max_bytes: int) -> bytes:
    """Return the body of ``request``.

    Raises RequestEntityTooLarge for a body over ``max_bytes``, chunked or not, RequestTimeout for one that
    stalls, BadRequest for one that is cut short or has malformed chunks, and ServiceUnavailable for one that
    the service does not wait for, as it stops.
    """
    stated = request.content_length
    if stated is not None and stated > max_bytes:
        raise RequestEntityTooLarge
    if _has_no_body(request):
        return b""
    # A chunked body does not state its length: one byte over the limit shows that it is too long.
    wanted = max_bytes + 1 if stated is None else stated
    with _refusing():
        body = _read(cast(BinaryIO, request.environ["wsgi.input"]), wanted)
    if len(body) > max_bytes:
        raise RequestEntityTooLarge
    if stated is not None and len(body) < stated:
        raise saying(BadRequest(), CUT_SHORT)
    return body


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a body, without its end."""

    number: int
    """The line's number, from 1."""
    text: bytes
    is_too_long: bool = False
    """True if the line is over the limit; ``text`` is then empty."""

    @property
    def is_blank(self) -> bool:
        """True if there is nothing to answer up to and with this line, although data has arrived."""
        return not self.text and not self.is_too_long


def read_lines(
    request: Request, max_bytes: int, wait_ms: int, until: float, most: int | None = None
) -> Iterator[Line]:
    """Yield the lines of the body, each as soon as it has arrived; hold one at a time.

    Data that holds nothing to answer is told too, once for each piece of the body, so that the caller can end
    it there: blank lines as the last of them, a part of a line as a blank line before it.

    A line may have ``max_bytes``, and take ``wait_ms`` to arrive together with the blank ones before it.  The
    body may have ``most`` bytes and must arrive before ``until`` (monotonic clock, in seconds).  Raises what
    `read_bytes` does, except for a line that is too long: that one is skipped, and yielded without its text.
    """
    if most is not None and (request.content_length or 0) > most:
        raise RequestEntityTooLarge
    connection = request.environ.get("gunicorn.socket")
    pieces = iter(()) if _has_no_body(request) else _pieces(request)
    held, number, is_too_long, ends, n_read = bytearray(), 1, False, False, 0
    # Whether data or a blank line has come since a line was yielded.
    is_untold = False
    # Whether the time of the next line has begun.
    is_waited_for = False
    while not ends:
        # Step 1. Pass over empty lines at once, however many there are.
        if (empty := _EMPTY_LINES.match(held)) is not None:
            number += held.count(b"\n", 0, empty.end())
            del held[: empty.end()]
            is_untold = True
        # Step 2. Receive the rest of the line.
        if connection is not None and not is_waited_for:
            connection.deadline = min(time.monotonic() + wait_ms / 1000, until)
        is_waited_for = True
        searched = 0
        while (end := held.find(b"\n", searched)) < 0:
            if len(held) > max_bytes:
                # The rest of a long line is read on, but not held: the next line may be good.
                held.clear()
                is_too_long = True
            searched = len(held)
            if is_untold:
                is_untold = False
                yield Line(number - 1, b"")
            with _refusing():
                piece = next(pieces, None)
            if piece is None:
                ends, end = True, len(held)
                break
            held += piece
            is_untold = True
            n_read += len(piece)
            if most is not None and n_read > most:
                raise RequestEntityTooLarge
        # Step 3. Yield it.
        text = bytes(held[:end])
        del held[: end + 1]
        is_too_long = is_too_long or len(text) > max_bytes
        is_untold = not (is_too_long or text.strip())
        if not is_untold:
            is_waited_for = False
            yield Line(number, b"" if is_too_long else text, is_too_long)
        number, is_too_long = number + 1, False


def close_before_unread(response: Response) -> Response:
    """Say in an answer that it ends the connection, where more of the body is unread than gunicorn skips.

    A proxy would send the next request on it, and could not send that again when the connection is closed.
    """
    if not response.is_streamed and _is_left_unread(current_request.environ.get("wsgi.input")):
        current_request.environ["gunicorn.socket"].end_with_answer()
    return response


def _is_left_unread(stream: Any) -> bool:
    """True if so much of a body is unread, or nobody knows how much, that the connection is closed."""
    if not isinstance(stream, Body):
        return False
    if stream.failed:
        return True
    reader = stream.reader
    if isinstance(reader, LengthReader):
        return bool(reader.length >= _DRAIN_MAX_BYTES)
    return isinstance(reader, ChunkedReader) and reader.parser is not None


def _has_no_body(request: Request) -> bool:
    return request.content_length is None and not request.environ.get("wsgi.input_terminated")


@contextmanager
def _refusing() -> Iterator[None]:
    """Translate the errors of gunicorn and the socket into errors of HTTP."""
    try:
        yield
    except ParseException:
        raise saying(BadRequest(), BAD_CHUNKS) from None
    except Stopped:
        raise saying(ServiceUnavailable(retry_after=RETRY_AFTER_S), STOPPED) from None
    except TimeoutError:
        raise saying(RequestTimeout(), TOO_SLOW) from None
    except OSError:
        raise saying(BadRequest(), CUT_SHORT) from None


def _read(stream: BinaryIO, wanted: int) -> bytes:
    pieces: list[bytes] = []
    while wanted > 0:
        piece = stream.read(min(wanted, _PIECE))
        if not piece:
            break
        pieces.append(piece)
        wanted -= len(piece)
    return b"".join(pieces)


def _pieces(request: Request) -> Iterator[bytes]:
    """Yield the body in pieces, as they arrive.

    The ``read`` of gunicorn waits until it has as many bytes as it was asked for.  A client that sends one
    line and waits for its answer would wait forever.
    """
    stream: Any = request.environ["wsgi.input"]
    if not isinstance(stream, Body):
        while piece := stream.read(_PIECE):
            yield piece
        return
    try:
        if isinstance(stream.reader, LengthReader):
            yield from _pieces_of_length(stream.reader)
        elif isinstance(stream.reader, ChunkedReader):
            yield from filter(None, stream.reader.parser)
            # As gunicorn marks a body that was read to its end.
            stream.reader.parser = None
    except Exception:
        stream.failed = True
        raise


def _pieces_of_length(reader: LengthReader) -> Iterator[bytes]:
    while reader.length:
        piece = reader.unreader.read(None, read_ahead=min(reader.length, _PIECE))
        if not piece:
            raise NoMoreData
        if len(piece) > reader.length:
            # The beginning of the next request on this connection came with the end of this one.
            reader.unreader.unread(piece[reader.length :])
            piece = piece[: reader.length]
        reader.length -= len(piece)
        yield piece
