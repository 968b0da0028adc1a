"""The standard streams of a command: output that cannot be written is told in a sentence, not lost.

A character that the encoding of a stream does not have gives way to a similar one.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import click

from solver.cli.spoken import spoken_language
from solver.legible import SIMILAR, legible
from solver.sentences import Language, Phrase, phrase
from solver.system_reasons import system_reason

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STOPPED = 130
"""The exit status after Ctrl-C, as shells have it."""


class OutputError(click.ClickException):
    """Standard output cannot be written, because its disk is full, say."""

    def __init__(self, error: OSError) -> None:
        said = phrase("cannot write to standard output: {reason}", reason=system_reason(error))
        super().__init__(said.say(spoken_language()))


class _Output(io.FileIO):
    """Standard output, which tells of its first error, and then takes what is written without writing it."""

    has_failed = False

    def write(self, data: "ReadableBuffer", /) -> int | None:  # type: ignore[override]  # as RawIOBase has it
        n_bytes = memoryview(data).nbytes
        if self.has_failed or not n_bytes:
            return n_bytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self.has_failed = True
            raise  # click ends quietly
        except OSError as error:
            self.has_failed = True
            raise OutputError(error) from None


@contextmanager
def standard_streams() -> Iterator[None]:
    """Hold the standard streams of this process, closed ones included; exits with 1 if output was lost.

    What stands for them in a program that calls the command line is left as it is.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  as if nothing were typed
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    given = sys.stdout
    if given is not None and given is not sys.__stdout__:
        yield
        return
    if isinstance(sys.stderr, io.TextIOWrapper) and sys.stderr.errors == "backslashreplace":
        sys.stderr.reconfigure(errors=SIMILAR)
    output, sys.stdout = _open_output(given)
    shown = sys.stdout
    try:
        yield
    finally:
        try:
            shown.flush()
        except OutputError as error:
            error.show()
        except BrokenPipeError:
            pass
        sys.stdout = given
        if output.has_failed:
            sys.exit(OutputError.exit_code)


def _open_output(given: "io.TextIOWrapper | None") -> tuple[_Output, io.TextIOWrapper]:
    """Return standard output and the text stream on it; one that is closed refuses all that is written."""
    if given is None:
        output = _Output(os.open(os.devnull, os.O_RDONLY), "w")
        return output, io.TextIOWrapper(io.BufferedWriter(output), encoding="utf-8")
    output = _Output(given.fileno(), "w", closefd=False)
    is_buffered = isinstance(given.buffer, io.BufferedWriter)
    return output, io.TextIOWrapper(
        io.BufferedWriter(output) if is_buffered else output,
        encoding=given.encoding,
        errors=SIMILAR if given.errors == "strict" else given.errors,
        line_buffering=given.line_buffering,
        write_through=given.write_through,
    )


def tell(said: Phrase | str, language: Language) -> None:
    """Print a sentence to standard error, in characters that its encoding has."""
    text = said if isinstance(said, str) else said.say(language)
    click.echo(legible(text, sys.stderr.encoding), err=True)


def stop(language: Language) -> NoReturn:
    """End after Ctrl-C."""
    tell(phrase("Stopped."), language)
    sys.exit(STOPPED)


def tell_typist(stream: BinaryIO, text_format: str, language: Language) -> None:
    """Tell who is at the keyboard, if ``stream`` is one, what is read and how it ends."""
    if stream.isatty():
        tell(
            phrase("Reading {format} from the keyboard; Ctrl-D ends it.", format=text_format.upper()),
            language,
        )
