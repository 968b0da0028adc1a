"""The deals of a log of several: each with the fields that all share, and its faults at their place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import Fault, FaultKind, SolverError, point, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.rules import Rules, resolve_variant
from solver.sentences import Phrase, phrase

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
class DealOfLog:
    """One deal of a log of several, not read yet."""

    index: int
    """Its place among the deals, from 0."""
    body: object
    """Its fields with those that all deals share; what is no object stands there as it is."""
    own: Mapping[Any, object]
    """Its own fields; none of what is no object."""
    shared: Mapping[str, Any]
    """The fields that all deals share."""

    @property
    def log_id(self) -> str:
        """The id of its log; empty if it has none."""
        log_id = self.shared.get("id")
        return log_id if isinstance(log_id, str) else ""

    @property
    def name(self) -> Phrase:
        """The deal by its number, behind the id of its log."""
        number = self.index + 1
        if not self.log_id:
            return phrase("deal {number}", number=number)
        return phrase("deal {number} ({log})", log=self.log_id, number=number)

    def placed(self, fault: Fault) -> Fault:
        """Move a fault of the deal to its place in the log; fields that all deals share stand outside."""
        first = fault.pointer.split("/")[1] if fault.pointer else ""
        if first not in self.own and (first in self.shared or first == "notation"):
            return fault
        return replace(fault, pointer=point("/deals", self.index) + fault.pointer)


def split_log(log: Mapping[str, Any]) -> tuple[list[DealOfLog], list[Fault]]:
    """Split a log into its ``deals``, and find the faults of the fields that stand beside them or in both.

    A field that is None counts as left out, as in a log of one deal.  Raises UnreadableError where there is
    no such list, PositionError where it has no deal or too many.

    >>> (first, second), faults = split_log({"variant": "whist", "deals": [{"dealer": "N"}, {"dealer": "E"}]})
    >>> second.index, second.body, faults
    (1, {'variant': 'whist', 'dealer': 'E'}, [])
    """
    bodies, log = log["deals"], _stated(log)
    if not isinstance(bodies, list) or not bodies or len(bodies) > MAX_DEALS:
        found = phrase("a list of {count}", count=len(bodies)) if isinstance(bodies, list) else show(bodies)
        code, kind = Code.wrong_type, FaultKind.unreadable
        if isinstance(bodies, list):
            code, kind = Code.too_many if bodies else Code.missing, FaultKind.impossible
        none = wrong(
            code,
            "{field} is {value}; it must be a list of 1 to {most} deals",
            field="deals",
            value=found,
            most=MAX_DEALS,
        )
        raise_faults([Fault("/deals", none, kind)])
    faults: list[Fault] = []
    for name in _OF_A_DEAL:
        if name in log:
            outside = wrong(
                Code.unknown_field, "{field} belongs into each of the deals of a log of several", field=name
            )
            faults.append(Fault(point("", name), outside))
    faults += _find_shared_faults(log, bodies)
    shared = {name: value for name, value in log.items() if name != "deals" and name not in _OF_A_DEAL}
    deals = []
    for index, body in enumerate(bodies):
        own = _stated(body) if isinstance(body, Mapping) else {}
        whole = {**shared, **own} if isinstance(body, Mapping) else body
        deals.append(DealOfLog(index, whole, own, shared))
    return deals, faults


def _stated(fields: Mapping[Any, Any]) -> dict[Any, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _find_shared_faults(log: Mapping[Any, object], deals: Sequence[object]) -> list[Fault]:
    """Find fields of the deals of a log that contradict those of the log, and fields that only a log has."""
    faults: list[Fault] = []
    common: Rules | None = None
    if log.get("variant") is not None:
        try:
            common = resolve_variant(log["variant"], "/variant")
        except SolverError as error:
            faults += error.faults
    for index, deal in enumerate(deals):
        stated = deal if isinstance(deal, Mapping) else {}
        for key in ("limit", "cards", "notation", "deals", "fair", "calls", "scoring", "partial"):
            if stated.get(key) is not None:
                own_one = wrong(Code.unknown_field, "a deal of a log has no {field} of its own", field=key)
                faults.append(Fault(point("/deals", index, key), own_one))
        own = {key: stated.get(key) for key in ("variant", "rules") if stated.get(key) != log.get(key)}
        if common is not None and _is_another_game(own.get("variant"), common):
            other = wrong(
                Code.contradiction,
                "this deal is of another game than the log, which is of {game}; leave out one",
                game=common.called,
            )
            faults.append(Fault(point("/deals", index, "variant"), other))
        if own.get("rules") is not None and log.get("rules") is not None:
            other = wrong(
                Code.contradiction,
                "these are other rules than the log states for all its deals; leave out one",
            )
            faults.append(Fault(point("/deals", index, "rules"), other))
    return faults


def _is_another_game(variant: object, common: Rules) -> bool:
    """True if ``variant``, any JSON value, names another game than ``common``."""
    if variant is None:
        return False
    try:
        return resolve_variant(variant) != common
    except SolverError:
        return False
