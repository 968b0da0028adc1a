"""Batches of positions: the request, whose positions are read one by one, and its answer."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from marshmallow import Schema

from api.http import InvalidRequestError, raise_all
from api.parts import part
from api.schemas.fields import AskedList, Option, OptionGroup, ShapeSchema, Shown, check_list, ref
from api.schemas.requests import AskedLimit, LabelFields, LimitSchema, ToldDealFields
from api.settings import Settings
from solver import (
    Code,
    Fault,
    Notation,
    Position,
    SolverError,
    read_told_position,
)
from solver.errors import wrong
from solver.requests import CARDS, NOTATION
from solver.sentences import mark


@dataclass(frozen=True, slots=True)
class BatchedPosition:
    """A position of a batch."""

    position: Position
    notation: Notation


@dataclass(frozen=True, slots=True)
class PositionsRequest:
    """A batch of positions to solve."""

    read: tuple[BatchedPosition | SolverError, ...]
    """In the place of a position that is refused, what is wrong with it."""
    limit: AskedLimit
    cards: Literal["all", "best"]


class BatchedPositionSchema(LabelFields, ToldDealFields):
    """A position of a batch: as `POST /v1/solve` takes it, without what is asked of the whole batch."""

    notation = Option(replace(NOTATION, says="How cards are written in the position and in its answer."))

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the position in ``data``; raises SolverError with the faults of schema and solver."""
        values, faults = self.values(data, **kwargs)
        try:
            position = read_told_position(self.known(data))
        except SolverError as refused:
            raise_all(faults, refused)
            raise
        raise_all(faults, None)
        return BatchedPosition(position, values.get("notation") or "en")


_NO_POSITIONS = mark("{field} is {value}; it must be a list of 1 to {most} positions")
_OTHER_POSITIONS = mark("{field} holds {count} positions; it must be a list of 1 to {most} positions")


class _Positions(AskedList):
    """The positions of a batch: counted before any is read."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        settings = part(Settings)
        most = settings.batch_positions
        check_list(value, attr, most, no_list=_NO_POSITIONS, bad_length=_OTHER_POSITIONS)
        read: list[Any] = value
        return read


class PositionsSchema(ShapeSchema):
    """Positions to solve, of any games; the limit is for all of them together."""

    apart = "positions"

    positions = _Positions(
        "The positions, each as `POST /v1/solve` takes one, as many as the service is set to take. One that "
        "it would refuse gets its problem in the place of an answer.",
        {"type": "array", "minItems": 1, "items": {"anyOf": [ref("BatchedPosition"), {}]}},
    )
    cards = Option(CARDS)
    limit = OptionGroup(
        LimitSchema,
        allow_none=True,
        metadata={
            "description": "What the solver may use for all of them. Each has an equal share of what is left."
        },
    )

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with its faults, but for those of positions."""
        started = time.monotonic()
        values, faults = self.values(data, **kwargs)
        raise_all(faults, None)
        read = _read_each(values["positions"])
        limit = AskedLimit(**values.get("limit") or {}, spent_s=time.monotonic() - started)
        return PositionsRequest(read, limit, values.get("cards") or "all")


_POSITION = BatchedPositionSchema()
"""One instance for all: making a schema takes longer than reading a position with it."""


def _read_each(positions: Sequence[Any]) -> tuple[BatchedPosition | SolverError, ...]:
    """Read positions one by one, until there are too many faults: they must not fill the memory."""
    settings = part(Settings)
    most = settings.stream_faults
    read: list[BatchedPosition | SolverError] = []
    n_excess = 0
    for position in positions:
        if n_excess >= most:
            unread = wrong(
                Code.too_many,
                "there were {most} faults more than good positions; mend them and send the rest",
                most=most,
            )
            read.append(InvalidRequestError([Fault("", unread)]))
            continue
        try:
            if isinstance(position, SolverError):
                # Its JSON could not be read.
                raise position
            read.append(_POSITION.load(position))
            n_excess -= 1
        except SolverError as error:
            read.append(error)
            n_excess += len(error.faults)
    return tuple(read)


class PositionAnswersSchema(Schema):
    """The answers to a batch."""

    answers = Shown(
        "The answers in the order of the positions; to one that is refused its problem.",
        {"type": "array", "items": {"anyOf": [ref("Answer"), ref("Problem")]}},
    )


BATCHED: tuple[type[Schema], ...] = (BatchedPositionSchema, PositionsSchema, PositionAnswersSchema)
"""The schemas of batches, each after those it is made of."""
