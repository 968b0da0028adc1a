"""What a body asks besides its position: limits, how much of an answer, in which letters."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeVar

from solver.cards import Notation
from solver.engine import DEFAULT_TABLE_MIB, MAX_TABLE_MIB, Limit
from solver.errors import Fault, FaultKind, SolverError, point, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.game import ASIDE_KEYS, BRIDGE_KEYS, POSITION_KEYS, Game
from solver.knowledge import Sampling, parse_sampling
from solver.sentences import Language, all_of
from solver.wrongs import (
    longer_than,
    no_field,
    no_names,
    no_object,
    no_text,
    no_whole_number,
    none_of,
    not_within,
)

SOLVE_KEYS = (*POSITION_KEYS, *BRIDGE_KEYS, "limit", "cards", "players", "id")
"""What a position to solve may hold, here as in the service."""
LOG_KEYS = (
    *(*POSITION_KEYS, *BRIDGE_KEYS, *ASIDE_KEYS),
    *("limit", "players", "id", "deals", "fair", "partial", "passed_out"),
)
"""What a log may hold."""

MAX_TEXT = 200
"""The longest id or name."""

MAX_NUMBER = 10**15
"""The longest time and the most nodes."""

DEFAULT_NODES = 100_000_000
"""The nodes a deal may take where nobody names a limit: some 15 s.

Nodes and not time: what is found within them is the same on every machine, however busy it is.
"""

_HIGHEST = {"time_ms": MAX_NUMBER, "nodes": MAX_NUMBER, "table_mib": MAX_TABLE_MIB}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says for all bodies; None where it leaves it to them."""

    time_ms: int | None = None
    """0 for as long as it takes."""
    nodes: int | None = None
    """0 for as many as it takes."""
    table_mib: int | None = None
    cards: Literal["all", "best"] | None = None
    notation: Notation | None = None
    fair: int | None = None
    """The deals of the fair verdict."""
    seed: int | None = None
    language: Language | None = None

    def to_dict(self) -> dict[str, Any]:
        """What is said, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class Request:
    """One body with what is asked of it."""

    body: Mapping[str, Any]
    limit: Limit
    cards: Literal["all", "best"]
    notation: Notation
    """The letters of the answer."""
    fair: Sampling | None = None
    """The fair verdict that is asked for."""
    names_letters: bool = False
    """Whether they were asked for, by the command line or the body."""
    has_default_limit: bool = False
    """Whether the limit is that of whoever names none."""

    def named(self, data: dict[str, Any]) -> dict[str, Any]:
        """The answer with the id of its body, where it has one."""
        name = self.body.get("id")
        return {"id": name, **data} if isinstance(name, str) else data


def read_request(
    body: object, options: Options, known: Collection[str], read: Callable[[object], T]
) -> tuple[Request, T]:
    """What ``body`` asks for, a game or any JSON value, and what ``read`` makes of its position or log.

    ``known`` are the keys that it may have.
    The command line goes before the body, except for the letters of a body that names its own.
    Raises SolverError with the faults of both.
    """
    game = body if isinstance(body, Game) else None
    if game is not None:
        body = game.labels()
    if not isinstance(body, Mapping):
        read(body)
        raise TypeError("what is read must be an object")
    faults = [Fault(point("", key), no_field(key, known)) for key in body if key not in known]
    body = {key: value for key, value in body.items() if key in known}
    limit = _read_limit(body.get("limit"), options, faults)
    has_default_limit = not limit.keys() & {"time_ms", "nodes"}
    if has_default_limit:
        limit["nodes"] = DEFAULT_NODES * _n_deals(body)
    cards = body.get("cards")
    if cards not in (None, "all", "best"):
        faults.append(Fault("/cards", none_of("cards", cards, ('"all"', '"best"'))))
    fair = parse_sampling(body.get("fair"), faults)
    _check_names(body, faults)
    try:
        readable, found = _read_letters(body, options, read) if game is None else (body, read(game))
    except SolverError as error:
        faults += error.faults
    raise_faults(faults)
    stated: Notation = "fr" if readable.get("notation") == "fr" else "en"
    request = Request(
        body=readable,
        limit=Limit(
            time_ms=limit.get("time_ms") or None,
            nodes=limit.get("nodes") or None,
            table_mib=limit.get("table_mib", DEFAULT_TABLE_MIB),
        ),
        cards=options.cards or ("best" if cards == "best" else "all"),
        notation=options.notation or stated,
        names_letters=options.notation is not None or readable.get("notation") is not None,
        has_default_limit=has_default_limit,
        fair=_settle_sampling(fair, options),
    )
    return request, found


def _settle_sampling(stated: Sampling | None, options: Options) -> Sampling | None:
    """What the body asks for, or the command line, which also sets the numbers it names."""
    if stated is None and options.fair is None:
        return None
    settled = stated or Sampling()
    return replace(
        settled,
        samples=settled.samples if options.fair is None else options.fair,
        seed=settled.seed if options.seed is None else options.seed,
    )


def _read_letters(
    body: Mapping[str, Any], options: Options, read: Callable[[object], T]
) -> tuple[Mapping[str, Any], T]:
    """The body and what it holds, in its own letters, else in those of the command line, else in English."""
    if options.notation in (None, "en") or body.get("notation") is not None:
        return body, read(body)
    lettered = {**body, "notation": options.notation}
    try:
        return lettered, read(lettered)
    except SolverError as error:
        try:
            return body, read(body)
        except SolverError as in_english:
            raise min(error, in_english, key=lambda refused: len(refused.faults)) from None


def _n_deals(body: Mapping[str, Any]) -> int:
    """How many deals a body holds; 1 of one that cannot be read."""
    deals = body.get("deals")
    return max(len(deals), 1) if isinstance(deals, list) else 1


def _read_limit(stated: object, options: Options, faults: list[Fault]) -> dict[str, int]:
    """The numbers that are named, by the command line or the body; 0 for no limit."""
    asked: dict[str, int] = {}
    if isinstance(stated, Mapping):
        for key, value in stated.items():
            pointer = point("/limit", key)
            if key not in _HIGHEST:
                unknown = wrong(
                    Code.unknown_field,
                    "a limit has no {name}; it has {known}",
                    name=show(key),
                    known=all_of(_HIGHEST),
                )
                faults.append(Fault(pointer, unknown))
            elif value is not None and (fault := _number_fault(key, value)) is not None:
                faults.append(replace(fault, pointer=pointer))
            elif value is not None:
                asked[key] = int(value)
    elif stated is not None:
        none = no_object("limit", stated, "{'time_ms': 2000}")
        faults.append(Fault("/limit", none, FaultKind.unreadable))
    for key in _HIGHEST:
        if (value := getattr(options, key)) is not None:
            asked[key] = value
    return asked


def _number_fault(key: str, value: object) -> Fault | None:
    """What is wrong with a number of a limit: 8.0 is a whole number, "8" and true are none."""
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not is_whole:
        return Fault("", no_whole_number(key, value), FaultKind.unreadable)
    assert isinstance(value, (int, float))
    if not 1 <= value <= _HIGHEST[key]:
        return Fault("", not_within(key, value, 1, _HIGHEST[key]))
    return None


def _check_names(body: Mapping[str, Any], faults: list[Fault]) -> None:
    """The id and the players' names must be texts."""
    stated = body.get("players")
    names = {"/id": body.get("id")}
    if isinstance(stated, Mapping):
        names |= {point("/players", seat): name for seat, name in stated.items()}
    elif stated is not None:
        faults.append(Fault("/players", no_names("players", stated), FaultKind.unreadable))
    for pointer, name in names.items():
        if name is not None and not isinstance(name, str):
            faults.append(Fault(pointer, no_text(name), FaultKind.unreadable))
        elif isinstance(name, str) and len(name) > MAX_TEXT:
            faults.append(Fault(pointer, longer_than(MAX_TEXT)))
