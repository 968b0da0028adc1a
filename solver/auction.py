"""The auction of bridge: its calls, which of them may be made, and the contract that it ends in.

Source: Laws of Duplicate Bridge 2017 (World Bridge Federation), Laws 17 to 22.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.cards import NO_TRUMPS
from solver.errors import Fault, FaultKind, point, show
from solver.seats import CLOCKWISE

PASS, DOUBLE, REDOUBLE = "Pass", "X", "XX"
STRAINS = ("C", "D", "H", "S", NO_TRUMPS)
"""The strains from the lowest to the highest."""

MAX_CALLS = 319
"""The longest auction: three passes, then each of the 35 bids with all doubles and passes between."""
MAX_NOTE = 200
"""The longest explanation of a call."""

_PASSES = ("P", "PASS", "PASSE")
_DOUBLES = ("X", "D", "DBL", "DOUBLE")
_REDOUBLES = ("XX", "R", "RDBL", "REDOUBLE")
_BID = re.compile(r"([1-7])(C|D|H|S|NT|N)")


@dataclass(frozen=True, slots=True)
class BridgeContract:
    """What an auction ends in."""

    level: int
    strain: str
    multiplier: int = 1
    declarer: str = ""

    def __str__(self) -> str:
        risk = {1: "", 2: "X", 4: "XX"}[self.multiplier]
        return f"{self.level}{self.strain}{risk} by {self.declarer}"

    def to_dict(self) -> dict[str, Any]:
        """The contract of a log."""
        data: dict[str, Any] = {"trump": self.strain, "taker": self.declarer, "bid": self.level}
        return data if self.multiplier == 1 else data | {"multiplier": self.multiplier}


@dataclass(frozen=True, slots=True)
class Auction:
    """How far an auction has come; `call` makes the next one of it."""

    dealer: str
    n_calls: int = 0
    bid: BridgeContract | None = None
    """The last bid, doubled or not, with the declarer that it would have."""
    n_passes: int = 0
    """The passes since the last call that was none."""
    first_bids: tuple[tuple[str, str], ...] = ()
    """Of each bid: its strain and who made it."""

    @property
    def is_over(self) -> bool:
        """Whether nobody may call any more."""
        return self.n_passes >= (3 if self.bid else 4)

    @property
    def to_call(self) -> str:
        """Whose turn it is."""
        return CLOCKWISE[(CLOCKWISE.index(self.dealer) + self.n_calls) % 4]

    def call(self, call: str) -> "Auction":
        """The auction after one call more, in the form of `parse_call`.

        Raises ValueError, with the law in words, if it may not be made.
        """
        seat = self.to_call
        if self.is_over:
            raise ValueError(f"{call} is too much: the auction is over")
        after = replace(self, n_calls=self.n_calls + 1, n_passes=0)
        if call == PASS:
            return replace(after, n_passes=self.n_passes + 1)
        if call in (DOUBLE, REDOUBLE):
            return replace(after, bid=self._doubled(call, seat))
        level, strain = int(call[0]), call[1:]
        if self.bid is not None:
            last = (self.bid.level, STRAINS.index(self.bid.strain))
            if (level, STRAINS.index(strain)) <= last:
                raise ValueError(f"{call} by {seat} is not above {self.bid.level}{self.bid.strain}")
        bids = (*self.first_bids, (strain, seat))
        declarer = next(who for bid, who in bids if bid == strain and _are_partners(who, seat))
        return replace(after, bid=BridgeContract(level, strain, 1, declarer), first_bids=bids)

    def _doubled(self, call: str, seat: str) -> BridgeContract:
        if self.bid is None:
            raise ValueError(f"{seat} cannot say {call}: nobody has bid")
        is_own = _are_partners(self.bid.declarer, seat)
        wanted, side = (1, "the opponents") if call == DOUBLE else (2, "the own side")
        if is_own == (call == DOUBLE):
            raise ValueError(f"{seat} cannot say {call}: the last bid was not made by {side}")
        if self.bid.multiplier != wanted:
            what = "is doubled already" if call == DOUBLE else "is not doubled"
            raise ValueError(f"{seat} cannot say {call}: {self.bid} {what}")
        return replace(self.bid, multiplier=2 * wanted)


def _are_partners(one: str, other: str) -> bool:
    return (CLOCKWISE.index(one) - CLOCKWISE.index(other)) % 2 == 0


def parse_call(text: object) -> str | None:
    """The call that ``text`` names, as ``1C`` ``7NT`` ``Pass`` ``X`` ``XX``; None if it names none."""
    if not isinstance(text, str) or len(text) > 10:
        return None
    said = text.strip().upper()
    if said in _PASSES:
        return PASS
    if said in _DOUBLES:
        return DOUBLE
    if said in _REDOUBLES:
        return REDOUBLE
    bid = _BID.fullmatch(said)
    return None if bid is None else bid[1] + (NO_TRUMPS if bid[2].startswith("N") else bid[2])


def call_of(entry: object) -> object:
    """The call of an entry of a log's ``auction``: a text, or an object with its explanation."""
    return entry.get("call") if isinstance(entry, Mapping) else entry


def is_passed_out(calls: Sequence[object]) -> bool:
    """Whether the calls of a log say that nobody has bid."""
    return [parse_call(call_of(entry)) for entry in calls] == [PASS] * 4


def follow_auction(dealer: str, calls: Sequence[str]) -> Auction:
    """The auction after ``calls``, up to the first that may not be made."""
    auction = Auction(dealer)
    for call in calls:
        try:
            auction = auction.call(call)
        except ValueError:
            break
    return auction


def find_auction_faults(stated: object, dealer: str | None, contract: BridgeContract | None) -> list[Fault]:
    """What is wrong with the ``auction`` of a log, any JSON value, for this dealer and this contract."""
    if not isinstance(stated, list | tuple):
        detail = f"{show(stated)} is not a list of calls; write them as ['1C', 'Pass', 'X']"
        return [Fault("/auction", detail, FaultKind.unreadable)]
    if len(stated) > MAX_CALLS:
        return [Fault("/auction", f"there are {len(stated)} calls; no auction has more than {MAX_CALLS}")]
    faults = [fault for index, entry in enumerate(stated) for fault in _entry_faults(index, entry)]
    if dealer is None:
        faults.append(Fault("/dealer", "there is no dealer; who made which call hangs on it"))
    if faults:
        return faults
    assert dealer is not None
    auction = Auction(dealer)
    for index, entry in enumerate(stated):
        try:
            auction = auction.call(parse_call(call_of(entry)) or PASS)
        except ValueError as error:
            return [Fault(point("/auction", index), str(error))]
    if contract is not None and auction.is_over and not _agree(contract, auction.bid):
        found = auction.bid or "four passes"
        faults.append(Fault("/contract", f"the contract is {contract}, but the auction ends in {found}"))
    return faults


def _agree(contract: BridgeContract, bid: BridgeContract | None) -> bool:
    """Whether they are one; a contract of level 0 is one of which the level is not known."""
    if bid is None or contract.level:
        return bid == contract
    return (bid.strain, bid.declarer) == (contract.strain, contract.declarer)


def _entry_faults(index: int, entry: object) -> list[Fault]:
    pointer, faults = point("/auction", index), []
    call = call_of(entry)
    if isinstance(entry, Mapping):
        for key in entry:
            if key not in ("call", "alert", "note"):
                detail = f"a call has no {show(key)}; it has call, alert and note"
                faults.append(Fault(point(pointer, key), detail))
        alert, note = entry.get("alert"), entry.get("note")
        if alert is not None and not isinstance(alert, bool):
            detail = f"alert is {show(alert)}; it must be true or false"
            faults.append(Fault(point(pointer, "alert"), detail, FaultKind.unreadable))
        if note is not None and not isinstance(note, str):
            faults.append(Fault(point(pointer, "note"), f"{show(note)} is not a text", FaultKind.unreadable))
        elif note is not None and len(note) > MAX_NOTE:
            faults.append(Fault(point(pointer, "note"), f"longer than {MAX_NOTE} characters"))
        pointer = point(pointer, "call")
    if parse_call(call) is None:
        detail = f"{show(call)} is not a call; a call is a bid, as 1C or 3NT, Pass, X or XX"
        faults.append(Fault(pointer, detail, FaultKind.unreadable))
    return faults
