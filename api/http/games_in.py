"""Reads the body of a request that holds bridge games in PBN or LIN."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NoReturn

from api.http.faults import InvalidRequestError
from solver import (
    Code,
    Fault,
    FaultKind,
    Game,
    PositionError,
    ReadGame,
    SolverError,
    TextFormat,
    UnreadableError,
    read_records,
)
from solver.answer_row import row
from solver.errors import point, wrong
from solver.game import MAX_DEALS
from solver.sentences import mark

PBN, LIN, LINKS = "application/x-pbn", "text/x-lin", "text/uri-list"
TEXT_TYPES: Mapping[str, TextFormat] = {
    PBN: "pbn",
    "text/x-pbn": "pbn",
    "application/vnd.pbn": "pbn",
    LIN: "lin",
    "application/x-lin": "lin",
    LINKS: "lin",
}
"""The media types of bodies besides JSON, with the format of each."""

MAX_BARS = 120_000
"""The most ``|`` of a body in LIN: more than `MAX_DEALS` boards need, each with all comments it may have."""

MAX_WORDS = 150_000
"""The most words, tags and comments of a body in PBN: more than `MAX_DEALS` games with score tables need."""


_SINGLE = wrong(
    Code.too_many,
    "one game is taken here, and the next one begins here; /v1/analyses judges several, and "
    "/v1/convert?double_dummy=true adds the table of each to PBN",
)


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game of a body in PBN or LIN that could not be used, while others could."""

    number: int = field(metadata=row("Which game of the body, from 1.", name="game", low=1))
    name: str | None = field(metadata=row("What it is called.", absent="if it has no name", name="id"))
    faults: tuple[Fault, ...] = field(
        metadata=row("All that is wrong with it, at its lines and columns.", name="errors")
    )


class Games(dict[str, Any]):
    """The request that a text makes: its games, read, and what the query puts beside them."""

    def __init__(
        self, games: Sequence[Game], refused: Sequence[RefusedGame] = (), *, is_match: bool = False
    ) -> None:
        super().__init__({"variant": "bridge"} if is_match else games[0].labels())
        self.games = tuple(games)
        self.refused = tuple(refused)
        """The games that were left out."""
        self.is_match = is_match
        """True if the text holds several games, those left out included."""


def _check_weight(raw: bytes, text_format: TextFormat) -> None:
    """Raise InvalidRequestError, before it is parsed, for a text far too long for `MAX_DEALS` games."""
    if text_format == "lin":
        count, most = raw.count(b"|"), MAX_BARS
        message = mark("the body has {count} bars; {n_deals} boards of LIN need no more than {most}")
    else:
        count, most = len(raw.split()) + sum(map(raw.count, (b"[", b"{", b";"))), MAX_WORDS
        message = mark(
            "the body has {count} words, tags and remarks; {n_deals} games of PBN need no more than {most}"
        )
    if count > most:
        heavy = wrong(Code.too_long, message, count=count, n_deals=MAX_DEALS, most=most)
        raise InvalidRequestError([Fault("", heavy, FaultKind.impossible, 1, 1)])


def read_games(raw: bytes, text_format: TextFormat, read: ReadGame, *, many: bool) -> Games:
    """Return the request that a text of one game makes, or with ``many`` of up to `MAX_DEALS` games.

    ``read`` makes the game of a record; ``many`` says whether the text may hold several.  Of several
    games, those with faults are left out and listed in `Games.refused`.  If no game is left, raises
    SolverError with the faults of all, each at its line and column.
    """
    _check_weight(raw, text_format)
    records = list(islice(read_records(raw, text_format), MAX_DEALS + 1))
    if not records:
        raise UnreadableError(
            [Fault("", wrong(Code.missing, "the body holds no game"), FaultKind.unreadable, 1, 1)]
        )
    allowed = MAX_DEALS if many else 1
    if len(records) > allowed:
        place = records[allowed].place
        many_games = (
            _SINGLE
            if allowed == 1
            else wrong(
                Code.too_many, "the body holds more than {most} games; the next one begins here", most=allowed
            )
        )
        raise InvalidRequestError([Fault("", many_games, FaultKind.impossible, place.line, place.column)])
    games: list[Game] = []
    refused: list[RefusedGame] = []
    for number, record in enumerate(records, 1):
        try:
            games.append(read(record))
        except SolverError as error:
            name = (record.body or {}).get("id")
            refused.append(RefusedGame(number, name if isinstance(name, str) else None, error.faults))
    if not games:
        _refuse(refused, is_one=len(records) == 1)
    return Games(games, refused, is_match=len(records) > 1)


def _refuse(refused: Sequence[RefusedGame], *, is_one: bool) -> NoReturn:
    faults = [
        fault if is_one else replace(fault, pointer=point("/deals", game.number - 1) + fault.pointer)
        for game in refused
        for fault in game.faults
    ]
    if any(fault.kind == FaultKind.unreadable for fault in faults):
        raise UnreadableError(faults)
    raise PositionError(faults)
