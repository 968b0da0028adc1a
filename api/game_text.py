"""Bridge games as other programs write them, in the body of a request and in an answer: PBN and LIN."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NoReturn

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

from .faults import InvalidRequestError, fault_dict

PBN, LIN, LINKS = "application/x-pbn", "text/x-lin", "text/uri-list"
TEXT_TYPES: Mapping[str, TextFormat] = {
    PBN: "pbn",
    "text/x-pbn": "pbn",
    "application/vnd.pbn": "pbn",
    LIN: "lin",
    "application/x-lin": "lin",
    LINKS: "lin",
}
"""What bodies may be besides JSON."""

ReadGame = Callable[[Record], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game of a text that could not be used, while others could."""

    number: int
    """Which one of the text, from 1."""
    name: str | None
    faults: tuple[Fault, ...]

    def to_dict(self) -> dict[str, Any]:
        """The form of the public contract."""
        named = {} if self.name is None else {"id": self.name}
        return {"game": self.number, **named, "errors": [fault_dict(fault) for fault in self.faults]}


class Games(dict[str, Any]):
    """The request that a text with several games makes, and the games that were left out of it."""

    refused: tuple[RefusedGame, ...] = ()


def read_games(raw: bytes, text_format: TextFormat, read: ReadGame, *, many: bool) -> dict[str, Any]:
    """The request that a text makes: its game, or with ``many`` a log of as many deals as it holds.

    Of several games those that have faults are left out and named.  Raises SolverError with the faults of all
    games, each at its line and column, where none is left, or where there is but one.
    """
    records = list(islice(read_records(raw, text_format), MAX_DEALS + 1))
    if not records:
        raise UnreadableError([Fault("", "the body holds no game", FaultKind.unreadable, 1, 1)])
    allowed = MAX_DEALS if many else 1
    if len(records) > allowed:
        place = records[allowed].place
        detail = f"the body holds more than {allowed} game{'s' if many else ''}; the next one begins here"
        raise InvalidRequestError([Fault("", detail, FaultKind.impossible, place.line, place.column)])
    games: list[dict[str, Any]] = []
    refused: list[RefusedGame] = []
    for number, record in enumerate(records, 1):
        try:
            games.append(read(record))
        except SolverError as error:
            name = (record.body or {}).get("id")
            refused.append(RefusedGame(number, name if isinstance(name, str) else None, error.faults))
    if not games:
        _refuse(refused, is_one=len(records) == 1)
    if len(records) == 1:
        return games[0]
    body = Games(variant="bridge", deals=games)
    body.refused = tuple(refused)
    return body


def _refuse(refused: Sequence[RefusedGame], *, is_one: bool) -> NoReturn:
    faults = [
        fault if is_one else replace(fault, pointer=point("/deals", game.number - 1) + fault.pointer)
        for game in refused
        for fault in game.faults
    ]
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    raise PositionError(faults)
