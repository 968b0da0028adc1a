"""The schemas of requests: they document them, check their shape, and let the solver read the rest.

A schema and the solver both check a request, and the answer lists the faults of both at once.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from marshmallow import Schema
from marshmallow.fields import Nested
from marshmallow.validate import Length

from api.http import Games, RefusedGame, raise_all
from api.schemas.fields import (
    OPEN_OBJECT,
    Asked,
    Label,
    Names,
    Option,
    OptionGroup,
    ShapeSchema,
    Switchable,
    fields_of,
    ref,
)
from api.schemas.game_fields import AsideFields, BridgeFields, Deals, ThrownInFields
from api.settings import Settings
from solver import (
    BidsRead,
    BridgeScoring,
    CancelToken,
    Limit,
    Log,
    Notation,
    PlaysJudged,
    Position,
    ReadGame,
    Sampling,
    SolverError,
    read_log,
    read_told_position,
)
from solver.game import MAX_DEALS
from solver.requests import CALLS, CARDS, FAIR, LIMIT, NOTATION, PARTIAL, SCORING, RequestOption

DEALS = "The deals of a match, each with its own hands, contract and plays; what they share stands outside."
_LEAST_SAMPLES = FAIR[0].low
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedLimit:
    """The limit that a request asks for; None where it leaves the choice to the service."""

    time_ms: int | None = None
    nodes: int | None = None
    table_mib: int | None = None
    spent_s: float = 0.0
    """The time that reading the request took, in seconds; it counts."""

    def within(self, settings: Settings, cancel: CancelToken) -> Limit:
        """Return the limit that is granted: what was asked for, or the default, up to the ceiling.

        Its time begins now, less what was spent before.
        """
        time_ms = min(self.time_ms or settings.time_ms, settings.max_time_ms)
        return Limit(
            time_ms=time_ms,
            due=time.monotonic() + time_ms / 1000 - self.spent_s,
            nodes=min(self.nodes or settings.nodes, settings.max_nodes),
            table_mib=min(self.table_mib or settings.table_mib, settings.max_table_mib),
            cancel=cancel,
        )


@dataclass(frozen=True, slots=True)
class AskedSampling:
    """The fair verdict that a request asks for; None where it leaves the choice to the solver."""

    samples: int | None = None
    seed: int | None = None
    plays: PlaysJudged | None = None
    bids: BidsRead | None = None

    def within(self, settings: Settings) -> Sampling:
        """Return the sampling that is granted: what was asked for, up to the ceiling of deals, or two."""
        most = max(settings.max_samples, _LEAST_SAMPLES)
        stated = {name: value for name, value in asdict(self).items() if value is not None}
        if self.samples is not None:
            stated["samples"] = min(self.samples, most)
        sampling = Sampling.asked(**stated)
        return replace(sampling, samples=min(sampling.samples, most))


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position to solve."""

    position: Position
    limit: AskedLimit
    cards: Literal["all", "best"]
    notation: Notation


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A log to judge."""

    log: Log
    limit: AskedLimit
    fair: AskedSampling | None
    notation: Notation
    scoring: BridgeScoring = BridgeScoring.matchpoints
    """Bridge: how deals are compared."""
    calls: bool = False
    """True if the calls of the auction are to be judged."""
    refused: tuple[RefusedGame, ...] = ()
    """The games of a body in PBN or LIN that were left out, as they have faults."""


class LimitSchema(ShapeSchema):
    """The limits of a solve. When one is reached first, the answer carries proved bounds."""

    row = LIMIT[0]

    class Meta:
        """The fields are rows of request options."""

        include = fields_of(LIMIT)


class FairSchema(ShapeSchema):
    """The number of sample deals that each card is judged by, and the seed that draws them."""

    row = FAIR[0]

    class Meta:
        """The fields are rows of request options."""

        include = fields_of(FAIR)


class DomainSchema(ShapeSchema, Generic[T]):
    """A request that the solver reads too; subclasses define how."""

    holds_games: ClassVar[bool] = False
    """True if the body may be PBN or LIN with several games."""
    options: ClassVar[tuple[RequestOption, ...]] = LIMIT
    """The options that the query may have."""

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with the faults of schema and solver."""
        started = time.monotonic()
        values, faults = self.values(data, **kwargs)
        read: T | None = None
        refused: SolverError | None = None
        try:
            # The schema has already reported unknown fields; do not let the solver report them again.
            read = self.read_text(data) if isinstance(data, Games) else self.read(self.known(data))
        except SolverError as error:
            refused = error
        raise_all(faults, refused)
        asked = self.make(cast(T, read), values)
        return replace(asked, limit=replace(asked.limit, spent_s=time.monotonic() - started))

    def game_reader(self, query: Mapping[str, str]) -> ReadGame:
        """Return the function that makes the JSON of a game in PBN or LIN; it may raise SolverError."""
        return read_log

    def read(self, data: Any) -> T:
        """Return what the solver reads in the request; raises SolverError."""
        raise NotImplementedError

    def read_text(self, data: Games) -> T:
        """Return the same of a request in PBN or LIN, whose games have been read."""
        raise NotImplementedError

    def make(self, read: T, values: Mapping[str, Any]) -> Any:
        """Return the request, from what solver and schema have read: a dataclass with a ``limit``."""
        raise NotImplementedError


class DealFields(ShapeSchema):
    """One deal: its cards, its contract and the cards played."""

    dealer = Asked("The dealer's seat; without it, it follows from `leader` where it can.", ref("SeatText"))
    deal = Asked("The hands as dealt; a log of all the cards may leave them out.", ref("Deal"))
    stock = Asked(
        "california_jack: the stock, its top card first. A log of belote with its `auction` may state the "
        "first cards of each hand, `turned_up`, and here the rest of the pack, in the order in which it is "
        "dealt.",
        {"type": "array", "items": ref("CardText")},
    )
    contract = Asked("What is played for; an `auction` that is over tells it too.", ref("Contract"))
    vulnerable = Asked(
        "Bridge: who is vulnerable; `EO` is `EW`. If left out: `none`.",
        {"enum": ["none", "NS", "EW", "EO", "both"]},
    )
    leader = Asked(
        "Who leads to the first trick; without it, as dealer, taker and rules say.", ref("SeatText")
    )
    plays = Asked(
        "The cards played so far, in order; whose they are follows from the rules.",
        {"type": "array", "items": ref("CardText")},
    )


class GameFields(ShapeSchema):
    """The game, and how the request and its answer are written."""

    variant = Asked("The game: its name, or rules of your own.", ref("Variant"), required=True)
    rules = Asked("The options of the game to set; `GET /v1/variants/NAME` has their schema.", OPEN_OBJECT)


class ToldDealFields(BridgeFields, AsideFields, DealFields, GameFields):
    """One deal of a game, as a log may tell it."""


class LabelFields(ShapeSchema):
    """Labels, which the service hands back as they came."""

    id = Label("A name of your own for the deal.")
    players = Names("The players' names by seat.")


class ServiceFields(ShapeSchema):
    """The limit of the work, and the notation of the answer."""

    limit = OptionGroup(LimitSchema, allow_none=True, metadata={"description": "What the solver may use."})
    notation = Option(NOTATION)


class PositionSchema(DomainSchema[Position], LabelFields, ServiceFields, ToldDealFields):
    """A position to solve: a deal, its contract and the cards played so far."""

    takes_lines = True
    options = (*LIMIT, CARDS)

    cards = Option(CARDS)

    def read(self, data: Any) -> Position:
        """Return the position."""
        return read_told_position(data)

    def read_text(self, data: Games) -> Position:
        """Return the position of the one game."""
        return Log.of_games(data.games).deals[0].position

    def make(self, read: Position, values: Mapping[str, Any]) -> SolveRequest:
        """Return the position with its options."""
        return SolveRequest(
            read, _limit(values), values.get("cards") or "all", values.get("notation") or "en"
        )


class LoggedDealSchema(ThrownInFields, LabelFields, ToldDealFields):
    """One deal of a log of several; what it leaves out is as for the whole log."""

    variant = Asked("The game, where the log does not name it.", ref("Variant"))


class LogSchema(DomainSchema[Log], ThrownInFields, LabelFields, ServiceFields, ToldDealFields):
    """A game log to judge card by card: a position with its `plays`, or several `deals` of one match."""

    takes_lines = True
    holds_games = True
    options = (*LIMIT, PARTIAL, SCORING, CALLS, *FAIR)

    variant = Asked(
        "The game: its name, or rules of your own. Needed, unless every one of the deals names it.",
        ref("Variant"),
    )
    fair = Switchable(
        FairSchema,
        "Fair",
        "Asks for the fair verdict, by what each player could know, `true` with the usual deals; it has the "
        "time that the judging with all cards known leaves.",
    )
    calls = Option(CALLS)
    scoring = Option(SCORING)
    deals = Deals(
        Nested(LoggedDealSchema),
        allow_none=True,
        validate=Length(1, MAX_DEALS),
        metadata={"description": DEALS},
    )

    class Meta:
        """The field whose name is a parameter of marshmallow schemas too."""

        include = fields_of([PARTIAL])

    def game_reader(self, query: Mapping[str, str]) -> ReadGame:
        """Return the reader of a log, whose plays may go wrong if the query allows it."""
        return partial(read_log, partial=query.get("partial") == "true")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``, with the games that were left out."""
        asked = super().load(data, **kwargs)
        return replace(asked, refused=data.refused) if isinstance(data, Games) else asked

    def known(self, data: Any) -> Any:
        """Return ``data`` without unknown fields, also in its deals; those of logs there the solver names."""
        log = super().known(data)
        deals = log.get("deals") if isinstance(log, Mapping) else None
        if isinstance(deals, list) and len(deals) <= MAX_DEALS:
            return {**log, "deals": [_known_in_deal(deal, self.fields) for deal in deals]}
        return log

    def read(self, data: Any) -> Log:
        """Return the log."""
        return Log.from_dict(data)

    def read_text(self, data: Games) -> Log:
        """Return the log of the games."""
        return Log.of_games(data.games, is_match=data.is_match, is_partial=data.get("partial") is True)

    def make(self, read: Log, values: Mapping[str, Any]) -> AnalysisRequest:
        """Return the log with its options."""
        fair = values.get("fair")
        asked = None if fair is None else AskedSampling(**fair)
        scoring = BridgeScoring(values.get("scoring") or SCORING.words[0])
        letters: Notation = values.get("notation") or "en"
        is_asked = values.get("calls") is True
        return AnalysisRequest(read, _limit(values), asked, letters, scoring, calls=is_asked)


_LOGGED_DEAL = LoggedDealSchema()


def _known_in_deal(deal: Any, of_log: Collection[str]) -> Any:
    """Return a deal of a log without fields that neither has."""
    if not isinstance(deal, Mapping):
        return deal
    return {name: deal[name] for name in deal if name in _LOGGED_DEAL.fields or name in of_log}


REQUESTS: tuple[type[Schema], ...] = (
    LimitSchema,
    FairSchema,
    PositionSchema,
    LoggedDealSchema,
    LogSchema,
)
"""The schemas of requests, each after those it is made of."""


def _limit(values: Mapping[str, Any]) -> AskedLimit:
    return AskedLimit(**values.get("limit") or {})
