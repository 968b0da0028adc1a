"""The request for games in another format, and its answer in JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import Schema
from marshmallow.fields import List, Nested

from api.http import Games, RefusedGame
from api.schemas.answers import LimitReachedSchema, RefusedGameSchema
from api.schemas.fields import Option, Shown, ref
from api.schemas.game_fields import BridgeFields, Deals
from api.schemas.requests import (
    DEALS,
    AskedLimit,
    DealFields,
    DomainSchema,
    GameFields,
    LabelFields,
    LoggedDealSchema,
    ServiceFields,
)
from solver import (
    Fault,
    FaultKind,
    Game,
    PositionError,
    ReadGame,
    SolverError,
    UnreadableError,
    convert_record,
    split_deals,
)
from solver.errors import point
from solver.requests import DOUBLE_DUMMY, JUDGED, LIMIT

_FLAGS = (DOUBLE_DUMMY, JUDGED)
_FLAG_NAMES = tuple(option.name for option in _FLAGS)


@dataclass(frozen=True, slots=True)
class ConvertRequest:
    """A request for games of bridge in another format."""

    games: tuple[Game, ...]
    limit: AskedLimit
    double_dummy: bool
    judged: bool
    refused: tuple[RefusedGame, ...] = ()


class ConvertSchema(
    DomainSchema[tuple[Game, ...]], LabelFields, ServiceFields, BridgeFields, DealFields, GameFields
):
    """A game of bridge, or several, to be written in another format. It need not be complete."""

    holds_games = True
    options = (*LIMIT, *_FLAGS)

    double_dummy = Option(DOUBLE_DUMMY)
    judged = Option(JUDGED)
    deals = Deals(Nested(LoggedDealSchema), allow_none=True, metadata={"description": DEALS})

    def game_reader(self, query: Mapping[str, str]) -> ReadGame:
        """Return the reader of a game, which may lack its contract or some hands."""
        return convert_record

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the games in ``data``, with the games that were left out."""
        asked = super().load(data, **kwargs)
        return replace(asked, refused=data.refused) if isinstance(data, Games) else asked

    def read_text(self, data: Games) -> tuple[Game, ...]:
        """Return the games of a text."""
        return data.games

    def read(self, data: Any) -> tuple[Game, ...]:
        """Return the games of logs in JSON."""
        deals = split_deals(data)
        is_one = not isinstance(data.get("deals"), list)
        games: list[Game] = []
        faults: list[Fault] = []
        for index, deal in enumerate(deals):
            try:
                games.append(Game.from_dict({key: deal[key] for key in deal if key not in _FLAG_NAMES}))
            except SolverError as error:
                base = "" if is_one else point("/deals", index)
                faults += [replace(fault, pointer=base + fault.pointer) for fault in error.faults]
        if any(fault.kind == FaultKind.unreadable for fault in faults):
            raise UnreadableError(faults)
        if faults:
            raise PositionError(faults)
        return tuple(games)

    def make(self, read: tuple[Game, ...], values: Mapping[str, Any]) -> ConvertRequest:
        """Return the games with what is to be added to them."""
        limit = AskedLimit(**values.get("limit") or {})
        return ConvertRequest(read, limit, values.get("double_dummy") is True, values.get("judged") is True)


class ConvertedSchema(Schema):
    """Games of bridge in JSON."""

    games = Shown("The games, each a log that may be posted again.", {"type": "array", "items": ref("Log")})
    limit = Nested(
        LimitReachedSchema,
        metadata={"description": "The limit that came before everything asked for was worked out."},
    )
    refused = List(
        Nested(RefusedGameSchema),
        metadata={"description": "Of a body in PBN or LIN: the games that could not be read."},
    )


CONVERSIONS: tuple[type[Schema], ...] = (ConvertSchema, ConvertedSchema)
"""Every schema of this module."""
