"""Reads a game log: one deal with its plays, or the several deals of a match; every fault at its place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from solver.errors import Fault, FaultKind, SolverError, point, raise_faults, show
from solver.position import Position
from solver.position_parse import find_shared_faults

MAX_DEALS = 100
"""The most deals that one log may hold."""

_OF_A_DEAL = ("dealer", "deal", "stock", "contract", "leader", "plays")


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal of a log: the position it came to, and what its players called it and themselves."""

    position: Position
    log_id: str | None
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Log:
    """A game log that can be judged: one deal, or the several deals of a match."""

    deals: tuple[LoggedDeal, ...]
    is_match: bool = False
    log_id: str | None = None

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The log in the form of the public contract: a position with ``plays``, or ``deals`` of such.

        Raises SolverError with all faults of all deals, each with its pointer.
        """
        if isinstance(data, Mapping) and "deals" in data:
            return cls(_read_deals(data), True, _text(data.get("id")))
        position = Position.from_dict(data)
        return cls((_logged(position, data),))


def _logged(position: Position, body: object) -> LoggedDeal:
    facts = body if isinstance(body, Mapping) else {}
    return LoggedDeal(position, _text(facts.get("id")), _names(facts.get("players"), position))


def _read_deals(log: Mapping[str, Any]) -> tuple[LoggedDeal, ...]:
    faults: list[Fault] = []
    bodies = log["deals"]
    if not isinstance(bodies, list) or not bodies or len(bodies) > MAX_DEALS:
        found = f"a list of {len(bodies)}" if isinstance(bodies, list) else show(bodies)
        detail = f"deals is {found}; it must be a list of 1 to {MAX_DEALS} deals"
        raise_faults([Fault("/deals", detail, FaultKind.unreadable)])
    for name in _OF_A_DEAL:
        if name in log:
            detail = f"{name} belongs into each of the deals of a log of several"
            faults.append(Fault(point("", name), detail))
    faults += find_shared_faults(log, bodies)
    shared = {name: value for name, value in log.items() if name != "deals" and name not in _OF_A_DEAL}
    read: list[LoggedDeal] = []
    for index, body in enumerate(bodies):
        try:
            merged = shared | dict(body) if isinstance(body, Mapping) else body
            read.append(_logged(Position.from_dict(merged), merged))
        except SolverError as error:
            own = set(body) if isinstance(body, Mapping) else set()
            faults += [_placed(fault, index, own, shared) for fault in error.faults]
    if len({deal.position.rules for deal in read}) > 1:
        faults.append(Fault("/deals", "the deals of a match must all be of one game, by the same rules"))
    raise_faults(dict.fromkeys(faults))
    return tuple(read)


def _placed(fault: Fault, index: int, own: set[Any], shared: Mapping[str, Any]) -> Fault:
    """A fault of one deal, at its place in the log: what the deals share stands outside them."""
    first = fault.pointer.split("/")[1] if fault.pointer else ""
    if first not in own and (first in shared or first == "notation"):
        return fault
    return replace(fault, pointer=point("", "deals", index) + fault.pointer)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: object, position: Position) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        return {}
    return {seat: name for seat in position.rules.players if isinstance(name := value.get(seat), str)}
