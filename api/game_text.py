"""Bridge games as other programs write them, in the body of a request and in an answer: PBN and LIN."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from solver import (
    MAX_DEALS,
    Fault,
    FaultKind,
    PositionError,
    Record,
    SolverError,
    TextFormat,
    UnreadableError,
    point,
    read_records,
)

from .faults import InvalidRequestError

PBN, LIN = "application/x-pbn", "text/x-lin"
TEXT_TYPES: Mapping[str, TextFormat] = {
    PBN: "pbn",
    "text/x-pbn": "pbn",
    "application/vnd.pbn": "pbn",
    LIN: "lin",
    "application/x-lin": "lin",
    "text/uri-list": "lin",
}
"""What bodies may be besides JSON."""

ReadGame = Callable[[Record], dict[str, Any]]


def read_games(raw: bytes, text_format: TextFormat, read: ReadGame, *, many: bool) -> dict[str, Any]:
    """The request that a text makes: its game, or with ``many`` a log of as many deals as it holds.

    Raises SolverError with the faults of all games, each at its line and column.
    """
    records = list(islice(read_records(raw, text_format), MAX_DEALS + 1))
    if not records:
        raise UnreadableError([Fault("", "the body holds no game", FaultKind.unreadable, 1, 1)])
    allowed = MAX_DEALS if many else 1
    faults: list[Fault] = []
    if len(records) > allowed:
        place = records[allowed].place
        detail = f"the body holds more than {allowed} game{'s' if many else ''}; the next one begins here"
        faults.append(Fault("", detail, FaultKind.impossible, place.line, place.column))
    games: list[dict[str, Any]] = []
    for index, record in enumerate(records[:allowed]):
        try:
            games.append(read(record))
        except SolverError as error:
            base = point("/deals", index) if len(records) > 1 else ""
            faults += [replace(fault, pointer=base + fault.pointer) for fault in error.faults]
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    if len(records) > allowed:
        raise InvalidRequestError(faults)
    if faults:
        raise PositionError(faults)
    return games[0] if len(games) == 1 else {"variant": "bridge", "deals": games}
