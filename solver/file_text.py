"""The text of a file as its bytes in UTF-8: UTF-16 is known by its byte-order mark, as Windows writes it.

For files that are dropped on a page, `solver/report/board/static/file_text.js` does the same.
"""

import codecs
import io
from typing import TYPE_CHECKING, BinaryIO

from solver.errors import Fault, FaultKind, UnreadableError
from solver.wrongs import not_text

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_MARK_LENGTH = 2
_PIECE = 2**16
_HEAD = 16
"""Among so many first bytes pictures, archives, UTF-32 and UTF-16 without a mark have zeros, and no text."""


def as_utf8(raw: bytes) -> bytes:
    """Return a text in UTF-8, or in what an older program wrote, without a byte-order mark.

    A byte of UTF-16 that is no character becomes U+FFFD.  Raises UnreadableError for what is no text.

    >>> as_utf8("Zoë".encode("utf-16")).decode()
    'Zoë'
    """
    if (encoding := _WIDE.get(raw[:_MARK_LENGTH])) is not None:
        raw = raw.decode(encoding, "replace").encode()
    if not is_text(raw):
        raise UnreadableError([Fault("", not_text(), FaultKind.unreadable, 1, 1)])
    return raw.removeprefix(codecs.BOM_UTF8)


def is_text(raw: bytes) -> bool:
    """True if bytes begin as a text does in UTF-8, or in an encoding of one byte a sign."""
    return b"\0" not in raw[:_HEAD]


def utf8_stream(stream: io.BufferedIOBase) -> BinaryIO:
    """Return a stream in UTF-8, if it begins as UTF-16 does; nothing is read before it is asked for."""
    return io.BufferedReader(_Recoded(stream), _PIECE)


def n_bytes_of(stream: BinaryIO, raw: bytes) -> int:
    """Return how many bytes of its file a part of a `utf8_stream` stood for.

    >>> stream = utf8_stream(io.BytesIO("Zoë".encode("utf-16")))
    >>> n_bytes_of(stream, stream.read())
    8
    """
    recoded = getattr(stream, "raw", None)
    is_wide = isinstance(recoded, _Recoded) and recoded.is_wide
    return len(raw.decode("utf-8", "replace").encode("utf-16-le")) if is_wide else len(raw)


class _Recoded(io.RawIOBase):
    """The bytes of a stream, those of UTF-16 in UTF-8; it leaves the stream open."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self._stream = stream
        self._decoder: codecs.IncrementalDecoder | None = None
        self._left = b""
        self._is_begun = False

    @property
    def is_wide(self) -> bool:
        """True if the stream has begun as UTF-16 does."""
        return self._decoder is not None

    def readable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._stream.isatty()

    def readinto(self, buffer: "WriteableBuffer") -> int:
        room = memoryview(buffer)
        is_over = False
        while not self._left and not is_over:
            raw = self._read()
            is_over = not raw
            self._left = raw if self._decoder is None else self._decoder.decode(raw, is_over).encode()
        n = min(len(room), len(self._left))
        room[:n], self._left = self._left[:n], self._left[n:]
        return n

    def _read(self) -> bytes:
        """Return the next bytes as they are; the first ones tell the encoding."""
        raw = self._stream.read1(_PIECE)
        if self._is_begun:
            return raw
        self._is_begun = True
        # A pipe may give the first byte of a mark alone.
        if any(len(raw) < len(mark) and mark.startswith(raw) for mark in _WIDE) and raw:
            raw += self._stream.read(1)
        if (encoding := _WIDE.get(raw[:_MARK_LENGTH])) is not None:
            self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        return raw
