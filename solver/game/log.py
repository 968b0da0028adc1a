"""Reads a game log: one deal with its plays, or the several deals of a match; every fault at its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from solver.cards import Card
from solver.errors import Fault, FaultKind, SolverError, point, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.game.aside import placed_faults, read_aside, with_turned_up
from solver.game.auction import PASS, call_of, parse_call
from solver.game.position import Position
from solver.game.read_position import find_shared_faults
from solver.game.thrown_in import ThrownIn, is_thrown_in, passes_of_one, read_thrown_in, weave
from solver.sentences import phrase
from solver.wrongs import no_truth

MAX_DEALS = 100
"""The most deals that one log may hold."""

_OF_A_DEAL = (
    "dealer",
    "deal",
    "stock",
    "contract",
    "leader",
    "plays",
    "turned_up",
    "left_over",
    "passed_out",
)


@dataclass(frozen=True, slots=True)
class LoggedDeal:
    """One deal of a log: the position it came to, and what its players called it and themselves."""

    position: Position
    log_id: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left_over: tuple[Card, ...] = ()
    """Cards of the deck that were not dealt, where the log states them."""
    auction: tuple[str, ...] = ()
    """Bridge: the calls, the dealer's first, where the log states them."""
    agreed: int | None = None
    """Bridge: the tricks of the declarer's side on which a claim has ended the play."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with the plays from where the position ends, in a log that may be wrong."""


@dataclass(frozen=True, slots=True)
class Log:
    """A game log that can be judged: one deal, or the several deals of a match."""

    deals: tuple[LoggedDeal, ...]
    is_match: bool = False
    log_id: str | None = None
    is_partial: bool = False
    """Whether the plays may go wrong: then each deal is read up to the first play that cannot be."""
    thrown_in: tuple[ThrownIn, ...] = ()
    """The deals of a match in which everybody passed, which are not among ``deals``."""

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The log in the form of the public contract: a position with ``plays``, or ``deals`` of such.

        Raises SolverError with all faults of all deals, each with its pointer; with ``"partial": true`` the
        faults of plays are left with the deals instead.
        """
        if isinstance(data, Mapping) and "deals" in data:
            deals, thrown_in = _read_deals(data)
            return cls(deals, True, _text(data.get("id")), data.get("partial") is True, thrown_in)
        deal = _read_deal(data, data.get("partial") if isinstance(data, Mapping) else None)
        return cls((deal,), is_partial=isinstance(data, Mapping) and data.get("partial") is True)

    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the plays, of a log that may be wrong; each with its pointer into the log."""
        if not self.is_match:
            return self.deals[0].faults
        return tuple(
            replace(fault, pointer=point("", "deals", index) + fault.pointer)
            for index, deal in enumerate(weave(self.deals, self.thrown_in))
            if isinstance(deal, LoggedDeal)
            for fault in deal.faults
        )


def _read_deal(body: object, partial: object) -> LoggedDeal:
    """One deal; raises SolverError with all its faults."""
    facts = body if isinstance(body, Mapping) else {}
    faults: list[Fault] = []
    if partial is not None and not isinstance(partial, bool):
        faults.append(Fault("/partial", no_truth("partial", partial), FaultKind.unreadable))
    if (passed := passes_of_one(facts)) is not None:
        nothing = wrong(
            Code.no_contract,
            "a deal that was thrown in has nothing to judge; it can stand among the deals of a match",
        )
        raise_faults([Fault(passed, nothing)])
    position: Position | None = None
    in_plays: tuple[Fault, ...] = ()
    try:
        if partial is True:
            position, in_plays = Position.from_dict_partly(with_turned_up(body))
        else:
            position = Position.from_dict(with_turned_up(body))
    except SolverError as error:
        faults += placed_faults(facts, error.faults)
    left_over = read_aside(facts, position, faults)
    raise_faults(faults)
    assert position is not None, "what has no fault is a position"
    names = _names(facts.get("players"), position)
    calls = tuple(parse_call(call_of(entry)) or PASS for entry in facts.get("auction") or ())
    agreed = None if position.is_over or in_plays else facts.get("result")
    return LoggedDeal(position, _text(facts.get("id")), names, left_over, calls, agreed, in_plays)


def _read_deals(log: Mapping[str, Any]) -> tuple[tuple[LoggedDeal, ...], tuple[ThrownIn, ...]]:
    faults: list[Fault] = []
    bodies = log["deals"]
    if not isinstance(bodies, list) or not bodies or len(bodies) > MAX_DEALS:
        found = phrase("a list of {count}", count=len(bodies)) if isinstance(bodies, list) else show(bodies)
        none = wrong(
            Code.wrong_type,
            "{field} is {value}; it must be a list of 1 to {most} deals",
            field="deals",
            value=found,
            most=MAX_DEALS,
        )
        raise_faults([Fault("/deals", none, FaultKind.unreadable)])
    for name in _OF_A_DEAL:
        if name in log:
            outside = wrong(
                Code.unknown_field, "{field} belongs into each of the deals of a log of several", field=name
            )
            faults.append(Fault(point("", name), outside))
    faults += find_shared_faults(log, bodies)
    shared = {name: value for name, value in log.items() if name != "deals" and name not in _OF_A_DEAL}
    partial = shared.get("partial")
    read: list[LoggedDeal] = []
    thrown_in: list[ThrownIn] = []
    for index, body in enumerate(bodies):
        try:
            merged = shared | dict(body) if isinstance(body, Mapping) else body
            if isinstance(merged, dict) and is_thrown_in(merged):
                thrown_in.append(read_thrown_in(merged, index))
            else:
                read.append(_read_deal(merged, partial))
        except SolverError as error:
            own = set(body) if isinstance(body, Mapping) else set()
            faults += [_placed(fault, index, own, shared) for fault in error.faults]
    if len({deal.position.rules for deal in read} | {deal.rules for deal in thrown_in}) > 1:
        mixed = wrong(Code.not_one_kind, "the deals of a match must all be of one game, by the same rules")
        faults.append(Fault("/deals", mixed))
    if thrown_in and not read and not faults:
        nothing = wrong(Code.no_contract, "every deal was thrown in; there is nothing to judge")
        faults.append(Fault("/deals", nothing))
    raise_faults(dict.fromkeys(faults))
    return tuple(read), tuple(thrown_in)


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
