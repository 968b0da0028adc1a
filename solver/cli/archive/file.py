"""A file of results that grows line by line and can be gone on with after any interruption.

Every line is the analysis of one log, in the order of the input, with its ``source``: the file as it was
named, the line the log starts on, and a digest of the log and of what was asked.  A line is written at once;
a process that is killed leaves at most the beginning of one, which the next run takes off.  What is done is
known from the results themselves: there is no second file that could disagree with them.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from solver.cli.input import Named
from solver.game import Game
from solver.sentences import Sayable, phrase

_HEAD = b'{"source":'
_BLOCK = 65536
_NO_RESULTS = phrase("it is not a file of results; choose another")


class ArchiveError(Exception):
    """The file cannot be resumed."""

    def __init__(self, why: Sayable) -> None:
        super().__init__(why)
        self.why = why
        """The reason, which stands behind the name of the file."""


class UnwrittenError(Exception):
    """The file cannot be written any further."""

    def __init__(self, why: OSError) -> None:
        super().__init__(str(why))
        self.why = why


class Archive:
    """The results so far, open for more; the file is locked, so that one process at a time has it open."""

    def __init__(self, path: str, asked: str) -> None:
        """Open or make the file, and take off the beginning of a line that was never finished.

        ``asked`` is what decides the results besides the logs; raises ArchiveError and OSError.
        """
        self._asked = asked
        self.n_kept = 0
        """The number of results of earlier runs that were found."""
        self._file = Path(path).open("a+b", buffering=0)  # noqa: SIM115  it is closed by `__exit__`
        try:
            self._take_hold(path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._file, _written():
            os.fsync(self._file.fileno())

    def resume(self, bodies: Iterable[Named]) -> Iterator[tuple[Named, bool]]:
        """Yield the bodies that have no result yet, each with whether one can still be added.

        One that later bodies have results after was refused by an earlier run; it can be reported again.
        Every result is held against its body: raises ArchiveError where they do not belong together.
        """
        kept = self._kept()
        source = next(kept, None)
        for named in bodies:
            if source is None:
                yield named, True
            elif (source.get("file"), source.get("line")) != (named.file, named.body.line):
                yield named, False
            elif source != self._source(named):
                raise ArchiveError(
                    phrase(
                        "its result for {file}, line {line} was made from another log, or with other options "
                        "or defaults; choose another file",
                        file=named.file,
                        line=named.body.line,
                    )
                )
            else:
                self.n_kept += 1
                source = next(kept, None)
        if source is not None:
            raise ArchiveError(
                phrase(
                    "it holds a result for {file}, line {line}, where the input has no log",
                    file=source.get("file"),
                    line=source.get("line"),
                )
            )

    def add(self, named: Named, result: bytes) -> None:
        """Write the result of a body, which is a JSON object; raises UnwrittenError."""
        source = json.dumps(self._source(named), ensure_ascii=True, separators=(",", ":"))
        line = b"".join((_HEAD, source.encode(), b",", result.removeprefix(b"{"), b"\n"))
        with _written():
            while line:
                line = line[self._file.write(line) or 0 :]

    def _source(self, named: Named) -> dict[str, Any]:
        value = named.body.value
        stated = value.to_dict() if isinstance(value, Game) else value
        log = json.dumps(stated, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(f"{self._asked}\n{log}".encode()).hexdigest()[:16]
        return {"file": named.file, "line": named.body.line, "digest": digest}

    def _take_hold(self, path: str) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ArchiveError(phrase("another process is writing to it")) from None
        if not Path(path).is_file():
            raise ArchiveError(phrase("it is not a regular file"))
        size = self._file.seek(0, os.SEEK_END)
        whole = self._end_of_lines(size)
        self._file.seek(whole)
        torn = self._file.read(_BLOCK)
        if not (torn.startswith(_HEAD) or _HEAD.startswith(torn)):
            raise ArchiveError(_NO_RESULTS)
        if whole < size:
            self._file.truncate(whole)

    def _end_of_lines(self, size: int) -> int:
        """Return the place in bytes at which the last whole line ends."""
        end = size
        while end > 0:
            start = max(end - _BLOCK, 0)
            self._file.seek(start)
            found = self._file.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
        return 0

    def _kept(self) -> Iterator[dict[str, Any]]:
        """Yield the sources of the results of earlier runs."""
        decoder = json.JSONDecoder()
        with Path(self._file.name).open("rb") as lines:
            left = os.fstat(self._file.fileno()).st_size
            while left > 0:
                raw = lines.readline()
                left -= len(raw)
                try:
                    if not raw.startswith(_HEAD):
                        raise ValueError
                    source, _ = decoder.raw_decode(raw.decode("utf-8"), len(_HEAD))
                except ValueError:
                    raise ArchiveError(_NO_RESULTS) from None
                yield source if isinstance(source, dict) else {}


@contextmanager
def _written() -> Iterator[None]:
    """Report what keeps the file from being written."""
    try:
        yield
    except OSError as error:
        raise UnwrittenError(error) from None
