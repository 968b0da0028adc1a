"""The options of a body besides its position: limits, parts of the answer, letters of cards."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeVar

from solver.cards import Notation
from solver.engine import DEFAULT_TABLE_MIB, Limit
from solver.errors import Fault, SolverError, merge_faults, point, raise_faults
from solver.game import DEAL_KEYS, BridgeScoring, Game
from solver.knowledge import Sampling
from solver.labels import find_label_faults
from solver.requests import (
    CALLS,
    CARDS,
    DEFAULT_NODES,
    FAIR,
    FAIR_GROUP,
    LIMIT,
    SCORING,
    RequestOption,
    read_stated,
)
from solver.sentences import Language
from solver.wrongs import no_field

SOLVE_KEYS = (*DEAL_KEYS, "cards")
"""The keys that a position to solve may have, here as in the service, in the order in which it names them."""
LOG_KEYS = (*DEAL_KEYS, "passed_out", "fair", "calls", "scoring", "deals", "partial")
"""The keys that a log may have."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """The options that the command line sets for all bodies; None where it leaves them to the bodies."""

    time_ms: int | None = None
    """0 for as long as it takes."""
    nodes: int | None = None
    """0 for as many as it takes."""
    table_mib: int | None = None
    cards: Literal["all", "best"] | None = None
    notation: Notation | None = None
    fair: int | None = None
    """The deals of the fair verdict."""
    no_fair: bool | None = None
    """True for none."""
    seed: int | None = None
    calls: bool | None = None
    """True for the calls of the auction judged too."""
    scoring: str | None = None
    language: Language | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the options that are stated, by their names on the command line."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def to_requests(self) -> dict[str, Any]:
        """Return the request options that are stated, by their names in requests."""
        stated = self.to_dict()
        names = {
            option.command.parameter: option.name
            for option in (*LIMIT, *FAIR, CALLS, SCORING)
            if option.command
        }
        return {name: stated[key] for key, name in (names | {"cards": "cards"}).items() if key in stated}


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
    calls: Sampling | None = None
    """The deals by which the calls of the auction are judged; None if that is not asked for."""
    scoring: BridgeScoring = BridgeScoring.matchpoints
    """Bridge: how deals are compared."""
    names_letters: bool = False
    """True if they were asked for, by the command line or the body."""
    has_default_limit: bool = False
    """True if the limit is the default one."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """The options that only requests of its kind have, those that are stated."""

    def letters_in(self, language: Language) -> Notation:
        """Return the letters of a report: those asked for, else those of the language."""
        return self.notation if self.names_letters else language

    def named(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the answer with the id of its body, where it has one."""
        name = self.body.get("id")
        return {"id": name, **data} if isinstance(name, str) else data


def read_request(
    body: object,
    options: Options,
    known: Collection[str],
    read: Callable[[object], T],
    more: Sequence[RequestOption] = (),
) -> tuple[Request, T]:
    """Return the options that ``body`` asks for, and the position or log that ``read`` makes of it.

    ``known`` are the keys that it may have, ``more`` the options that only requests of its kind have.
    The command line goes before the body, except for the letters of a body that names its own.
    Raises SolverError with the faults of both.
    """
    game = body if isinstance(body, Game) else None
    if game is not None:
        body = game.labels()
    if not isinstance(body, Mapping):
        read(body)
        raise TypeError("what is read must be an object")
    stated = body
    faults = [Fault(point("", key), no_field(key, known)) for key in body if key not in known]
    body = {key: value for key, value in body.items() if key in known}
    asked = read_stated(body, (*LIMIT, *FAIR, CALLS, CARDS, SCORING), faults) | options.to_requests()
    has_default_limit = not asked.keys() & {"time_ms", "nodes"}
    if has_default_limit:
        asked["nodes"] = DEFAULT_NODES * _n_deals(body)
    asked_more = read_stated(body, more, faults)
    faults += find_label_faults(body)
    of_game: tuple[Fault, ...] = ()
    try:
        readable, found = _read_letters(body, options, read) if game is None else (body, read(game))
    except SolverError as error:
        of_game = error.faults
    raise_faults(merge_faults(of_game, _in_order(faults, stated)))
    letters: Notation = "fr" if readable.get("notation") == "fr" else "en"
    fair = _sampling_of(asked) if FAIR_GROUP.name in known and _asks_fair(body, options) else None
    request = Request(
        body=readable,
        limit=Limit(
            time_ms=asked.get("time_ms") or None,
            nodes=asked.get("nodes") or None,
            table_mib=asked.get("table_mib", DEFAULT_TABLE_MIB),
        ),
        cards=asked.get("cards", "all"),
        notation=options.notation or letters,
        names_letters=options.notation is not None or readable.get("notation") is not None,
        has_default_limit=has_default_limit,
        more=asked_more,
        scoring=BridgeScoring(asked.get("scoring", SCORING.words[0])),
        fair=fair,
        calls=Sampling.of_calls(fair or _sampling_of(asked)) if asked.get(CALLS.name) else None,
    )
    return request, found


def _in_order(faults: Sequence[Fault], body: Mapping[str, Any]) -> list[Fault]:
    """Sort faults by their places in a body, as the service tells them."""
    return sorted(faults, key=lambda fault: _place_in(body, fault.pointer))


def _place_in(value: object, pointer: str) -> tuple[int, ...]:
    """Return the place of each step of a pointer among the keys of the object that it is in."""
    place = []
    for step in pointer.split("/")[1:]:
        keys = [point("", key) for key in value] if isinstance(value, Mapping) else []
        if f"/{step}" not in keys:
            break
        place.append(keys.index(f"/{step}"))
        value = [*value.values()][place[-1]] if isinstance(value, Mapping) else None
    return tuple(place)


def _asks_fair(body: Mapping[str, Any], options: Options) -> bool:
    """True if the verdict by what the players could know is asked for, as it is unless somebody says no."""
    return not options.no_fair and (options.fair is not None or body.get(FAIR_GROUP.name) is not False)


def _sampling_of(asked: Mapping[str, Any]) -> Sampling:
    return Sampling.asked(**{option.name: asked[option.name] for option in FAIR if option.name in asked})


def _read_letters(
    body: Mapping[str, Any], options: Options, read: Callable[[object], T]
) -> tuple[Mapping[str, Any], T]:
    """Read the body in its own letters, else in those of the command line, else in English; return both."""
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
    """Return the number of deals in a body; 1 for one that cannot be read."""
    deals = body.get("deals")
    return max(len(deals), 1) if isinstance(deals, list) else 1
