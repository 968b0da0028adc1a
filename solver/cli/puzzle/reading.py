"""Puzzles in files: NDJSON, CSV and PBN, each line proved before it is believed."""

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from solver.cli.input import STANDARD_INPUT, Body, Named, open_input, read_bodies
from solver.cli.request import Options
from solver.cli.spoken import usage_error
from solver.cli.streams import tell_typist
from solver.engine import CancelToken
from solver.errors import Fault, FaultKind, SolverError, wrong
from solver.fault_codes import Code
from solver.formats import PUZZLE_FORMATS, read_puzzle_texts
from solver.puzzles import ID_LETTERS, MOST_NESTING, Puzzle, prove_themes
from solver.sentences import Language, phrase

FileFormat = Literal["ndjson", "csv", "pbn"]
FILE_FORMATS: tuple[FileFormat, ...] = ("ndjson", *PUZZLE_FORMATS)
_ZIPPED = ".gz"
NO_PUZZLES = phrase("The input is empty; it should hold puzzles.")


def read_puzzle_file(
    file: str, file_format: FileFormat | None = None, language: Language | None = None
) -> Iterator[Named]:
    """Yield what stands for each puzzle of a file, any JSON value or the faults for which there is none.

    file: ``-`` for standard input; a name that ends in ``.gz`` is unzipped.
    file_format: by default as the name ends: .csv, .pbn, else NDJSON.
    language: that of a reader at the keyboard; None where they are told nothing.

    Raises ClickException for a file that cannot be read.
    """
    with open_input(file) as stream:
        read, known = _read_zipped if file.endswith(_ZIPPED) else _read, file_format or format_of_name(file)
        if language is not None:
            tell_typist(stream, known, language)
        for body in read(stream, known):
            yield Named(file, body)


def format_of_name(file: str) -> FileFormat:
    """Return the format that the name of a file tells."""
    ending = Path(file.removesuffix(_ZIPPED)).suffix.lower().removeprefix(".")
    return next((known for known in FILE_FORMATS if known == ending), "ndjson")


def _read_zipped(stream: BinaryIO, file_format: FileFormat) -> Iterator[Body]:
    try:
        raw = gzip.decompress(stream.read())
    except (OSError, EOFError, zlib.error) as error:
        broken = wrong(Code.bad_text, "not a gzip file: {reason}", reason=str(error))
        yield Body(1, faults=(Fault("", broken, FaultKind.unreadable),))
        return
    yield from _read(io.BytesIO(raw), file_format)


def _read(stream: BinaryIO, file_format: FileFormat) -> Iterator[Body]:
    if file_format == "ndjson":
        yield from read_bodies(stream, MOST_NESTING)
        return
    try:
        for text in read_puzzle_texts(stream.read(), file_format):
            yield Body(text.line, text.body, text.faults)
    except SolverError as error:
        yield Body(1, faults=error.faults)


def prove(value: object, _: Options, __: CancelToken) -> Puzzle:
    """Return the puzzle of a body, proved again with its themes; raises SolverError with all its faults."""
    return prove_themes(Puzzle.from_dict(value))


def is_file(name: str) -> bool:
    """True if ``name`` names a file, not a puzzle; raises UsageError for a file that is not there."""
    if name == STANDARD_INPUT or os.path.isfile(name):
        return True
    if set(name) <= set(ID_LETTERS):
        return False
    raise usage_error(phrase("there is no file {name}, and it is no name of a puzzle", name=name))
