"""A client that costs little beside what it measures: requests made beforehand, one connection kept open."""

import socket
from types import TracebackType
from typing import Self

PATIENCE_S = 120.0
JSON = "application/json"
LINES = "application/x-ndjson"


class RefusedError(Exception):
    """The service answered with another status than 200."""


def request_of(method: str, path: str, body: bytes = b"", kind: str = JSON) -> bytes:
    """A request of HTTP, whole."""
    fields = ["Host: load", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *fields, "", ""]).encode() + body


class Connection:
    """A connection over which one request is asked after another."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._held = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def ask(self, request: bytes) -> bytes:
        """The body of the answer; raises RefusedError for any status but 200."""
        self.socket.sendall(request)
        status, body = self.read()
        if status != 200:
            raise RefusedError(f"{status}: {body[:300].decode('utf-8', 'replace')}")
        return body

    def read(self) -> tuple[int, bytes]:
        """The status and the body of the next answer."""
        status, fields = self._read_head()
        if fields.get(b"transfer-encoding") == b"chunked":
            pieces = []
            while size := int(self._read_to(b"\r\n"), 16):
                pieces.append(self._read_bytes(size))
                self._read_bytes(2)
            self._read_bytes(2)
            return status, b"".join(pieces)
        return status, self._read_bytes(int(fields[b"content-length"]))

    def read_lines(self) -> int:
        """Read an answer that is a stream of lines, to its end; how many there were."""
        status, body = self.read()
        if status != 200:
            raise RefusedError(str(status))
        return body.count(b"\n")

    def _read_head(self) -> tuple[int, dict[bytes, bytes]]:
        lines = self._read_to(b"\r\n\r\n").split(b"\r\n")
        fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip()
        return int(lines[0].split()[1]), fields

    def _read_to(self, end: bytes) -> bytes:
        while (at := self._held.find(end)) < 0:
            self._receive()
        found, self._held = self._held[:at], self._held[at + len(end) :]
        return found

    def _read_bytes(self, number: int) -> bytes:
        while len(self._held) < number:
            self._receive()
        found, self._held = self._held[:number], self._held[number:]
        return found

    def _receive(self) -> None:
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise ConnectionResetError("the service has closed the connection")
        self._held += piece
