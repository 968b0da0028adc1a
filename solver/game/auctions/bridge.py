"""The auction of bridge: its calls, which of them may be made, and the contract that it ends in.

Source: Laws of Duplicate Bridge 2017 (World Bridge Federation), Laws 17 to 22.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from solver.cards import NO_TRUMPS, Notation
from solver.errors import Fault, FaultKind, PositionError, point, show, wrong
from solver.fault_codes import Code
from solver.game.auctions.auction import (
    Auction,
    cannot_come_to,
    cannot_say,
    is_not_above,
    is_too_much,
    list_of_calls,
)
from solver.game.auctions.speaking import (
    DOUBLED,
    REDOUBLED,
    RISK_SIGNS,
    STRAINS,
    UNDOUBLED,
    bid_height,
    write_call,
)
from solver.game.auctions.spoken import (
    DOUBLES,
    ENGLISH_TRUMPS,
    FRENCH_TRUMPS,
    MAX_LENGTH,
    PASSES,
    REDOUBLES,
    fold,
)
from solver.game.contract import Contract
from solver.rules import LEVELS, find_variant
from solver.seats import CLOCKWISE
from solver.sentences import Language, Phrase, Seat, phrase
from solver.wrongs import longer_than, no_text, no_truth

PASS, DOUBLE, REDOUBLE = "Pass", "X", "XX"
"""The calls of bridge that are no bids; other games have words of their own for them (`words`)."""
MAX_CALLS = 319
"""The most calls of an auction: three passes, then 35 bids with all doubles and passes between them."""
MAX_NOTE = 200
"""The longest explanation of a call, in characters."""

_SAID_DOUBLES = (*DOUBLES, "d", "dbl")
_SAID_REDOUBLES = (*REDOUBLES, "r", "rdbl")
_BID = re.compile(r"([1-7])(.+)")
_ENGLISH = {
    **{word: strain for strain in STRAINS for word in ENGLISH_TRUMPS[strain]},
    **{"s": "S", "h": "H", "d": "D", "nt": NO_TRUMPS, "n": NO_TRUMPS},
}
_FRENCH = {
    **{word: strain for strain in STRAINS for word in FRENCH_TRUMPS[strain]},
    **{"p": "S", "k": "D", "t": "C", "sa": NO_TRUMPS},
}
_SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_UNCLEAR = "c"
"""Clubs in English letters, hearts (cœur) in French ones."""
_STRAIN_OF = {**_ENGLISH, **_FRENCH, **_SYMBOLS, _UNCLEAR: "C"}
_ENGLISH_WORDS = ("pass", "dbl", "double", "rdbl", "redouble")


@dataclass(frozen=True, slots=True)
class BridgeContract:
    """The contract that an auction ends in."""

    level: int
    strain: str
    multiplier: int = 1
    declarer: str = ""

    def say(self, language: Language = "en") -> str:
        """Say the contract, as ``4SX by N``."""
        contract = f"{self.level}{self.strain}{RISK_SIGNS[self.multiplier]}"
        return phrase("{contract} by {seat}", contract=contract, seat=Seat(self.declarer)).say(language)

    def __str__(self) -> str:
        return self.say()

    def to_dict(self) -> dict[str, Any]:
        """Return the ``contract`` of a log."""
        data: dict[str, Any] = {"trump": self.strain, "taker": self.declarer, "bid": self.level}
        return data if self.multiplier == 1 else data | {"multiplier": self.multiplier}


@dataclass(frozen=True, slots=True)
class BridgeAuction(Auction):
    """An auction of bridge.

    >>> from solver.rules import find_variant
    >>> auction = BridgeAuction(find_variant("bridge"), "N").follow(["1S", "X", "Pass"])
    >>> str(auction.bid), auction.to_call, auction.is_over
    ('1SX by N', 'W', False)
    """

    bid: BridgeContract | None = None
    """The last bid, doubled or not, with the declarer that it would have."""
    n_passes: int = 0
    """The number of passes since the last other call."""
    first_bids: tuple[tuple[str, str], ...] = ()
    """The strain of each bid and the seat that made it."""

    def at_start(self) -> Self:
        """Return the auction before the first call."""
        return type(self)(self.rules, self.dealer)

    @property
    def n_calls(self) -> int:
        """The number of calls."""
        return len(self.said)

    @property
    def is_over(self) -> bool:
        """True if no further call may be made."""
        return self.n_passes >= (3 if self.bid else 4)

    @property
    def parts(self) -> Mapping[str, Any]:
        """The contract that stands; nothing is open in it."""
        if self.bid is None:
            return {}
        return {
            "trump": self.bid.strain,
            "taker": self.bid.declarer,
            "bid": self.bid.level,
            "multiplier": self.bid.multiplier,
        }

    def _left(self) -> Iterator[str]:
        """Iterate over the seats that still speak if all pass, in turn."""
        return self._next_speakers((3 if self.bid else 4) - self.n_passes)

    def why_not(self, contract: Contract, notation: Notation = "en") -> Phrase | None:
        """Return why neither the bid that stands nor one above it can become ``contract``; None if one can.

        A contract without taker or bid can be any.
        """
        taker, level, strain, stands = contract.taker, contract.bid, contract.trump, self.bid
        if taker is None or level is None:
            return None
        if stands is not None:
            call = f"{stands.level}{stands.strain}"
            if (taker, level, strain) == (stands.declarer, stands.level, stands.strain):
                is_lower = contract.multiplier < stands.multiplier
                return phrase("{call} is doubled", call=call) if is_lower else None
            if not _is_above(level, strain, stands):
                return phrase("{call} stands", call=call)
        # The declarer is who named the strain first, on their side.
        named = (who for bid, who in self.first_bids if bid == strain and _are_partners(who, taker))
        first = next(named, None)
        if first is not None and first != taker:
            return phrase("{seat} named the strain first", seat=Seat(first))
        if any(seat == taker or (first is not None and _are_partners(seat, taker)) for seat in self._left()):
            return None
        # Who has no turn left has one after another's bid, or a double.
        low = -1 if stands is None else bid_height(self.rules, stands.level, stands.strain)
        can_double = any(
            self._why_not_doubled(word, seat) is None for seat in self._left() for word in (DOUBLE, REDOUBLE)
        )
        if can_double or self._lies_between(low, contract):
            return None
        return phrase("{seat} has no call left", seat=Seat(taker))

    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now: pass, double, redouble, and the bids, lowest first."""
        if self.is_over:
            return ()
        seat = self.seat_of(self.n_calls)
        words = [word for word in (DOUBLE, REDOUBLE) if self._why_not_doubled(word, seat) is None]
        bids = [
            f"{level}{strain}"
            for level in LEVELS
            for strain in STRAINS
            if self.bid is None or _is_above(level, strain, self.bid)
        ]
        return (PASS, *words, *bids)

    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more, in the form of `parse_call`.

        Raises PositionError, with the law in words, in the letters of ``notation``, if the call may not be
        made.
        """
        seat = self.seat_of(self.n_calls)
        if self.is_over:
            is_too_much(write_call(call, notation))
        after = replace(self, said=(*self.said, call), n_passes=0)
        if call == PASS:
            return replace(after, n_passes=self.n_passes + 1)
        if call in (DOUBLE, REDOUBLE):
            return replace(after, bid=self._doubled(call, seat, notation))
        level, strain = int(call[0]), call[1:]
        if self.bid is not None and not _is_above(level, strain, self.bid):
            stands = f"{self.bid.level}{self.bid.strain}"
            is_not_above(seat, write_call(call, notation), write_call(stands, notation))
        bids = (*self.first_bids, (strain, seat))
        declarer = next(who for bid, who in bids if bid == strain and _are_partners(who, seat))
        return replace(after, bid=BridgeContract(level, strain, UNDOUBLED, declarer), first_bids=bids)

    def _doubled(self, call: str, seat: str, notation: Notation) -> BridgeContract:
        if (why := self._why_not_doubled(call, seat)) is not None:
            cannot_say(seat, write_call(call, notation), why)
        assert self.bid is not None, "nothing else can be doubled"
        return replace(self.bid, multiplier=DOUBLED if call == DOUBLE else REDOUBLED)

    def _why_not_doubled(self, call: str, seat: str) -> Phrase | None:
        """Return why ``seat`` cannot double or redouble the last bid; None if it can."""
        if self.bid is None:
            return phrase("nobody has bid")
        is_own = _are_partners(self.bid.declarer, seat)
        if is_own and call == DOUBLE:
            return phrase("the last bid was not made by the opponents")
        if not is_own and call == REDOUBLE:
            return phrase("the last bid was not made by the own side")
        if self.bid.multiplier == (UNDOUBLED if call == DOUBLE else DOUBLED):
            return None
        if call == DOUBLE:
            return phrase("{contract} is doubled already", contract=self.bid)
        return phrase("{contract} is not doubled", contract=self.bid)


def _is_above(level: int, strain: str, last: BridgeContract) -> bool:
    return (level, STRAINS.index(strain)) > (last.level, STRAINS.index(last.strain))


def _are_partners(one: str, other: str) -> bool:
    return (CLOCKWISE.index(one) - CLOCKWISE.index(other)) % 2 == 0


def parse_call(text: object) -> str | None:
    """Return the call that ``text`` names, as ``1C`` ``7NT`` ``Pass`` ``X`` ``XX``; None if it names none.

    French letters and words are read too, but for C, which is clubs: see `find_auction_faults`.

    >>> [parse_call(text) for text in ("1 cœur", "3SA", "4♠", "contre", "1C")]
    ['1H', '3NT', '4S', 'X', '1C']
    """
    return _parse_text(text) if isinstance(text, str) and len(text) <= MAX_LENGTH else None


@lru_cache(maxsize=1000)
def _parse_text(text: str) -> str | None:
    said = fold(text)
    if said in PASSES:
        return PASS
    if said in _SAID_DOUBLES:
        return DOUBLE
    if said in _SAID_REDOUBLES:
        return REDOUBLE
    bid = _BID.fullmatch(said)
    if bid is None or bid[2] not in _STRAIN_OF:
        return None
    return bid[1] + _STRAIN_OF[bid[2]]


def call_of(entry: object) -> object:
    """Return the call of an entry of a log's ``auction``: a text, or an object with its explanation."""
    return entry.get("call") if isinstance(entry, Mapping) else entry


def is_passed_out(calls: Sequence[object]) -> bool:
    """True if the calls of a log are four passes."""
    return [parse_call(call_of(entry)) for entry in calls] == [PASS] * 4


def follow_auction(dealer: str, calls: Sequence[str]) -> BridgeAuction:
    """Make ``calls`` up to the first that may not be made.

    >>> str(follow_auction("E", ["1NT", "Pass", "3NT", "Pass", "Pass", "Pass"]).bid)
    '3NT by E'
    """
    auction = BridgeAuction(find_variant("bridge"), dealer)
    for call in calls:
        try:
            auction = auction.call(call)
        except PositionError:
            break
    return auction


def find_auction_faults(
    stated: object, dealer: str | None, contract: BridgeContract | None, notation: Notation
) -> list[Fault]:
    """Find the faults of the ``auction`` of a log, any JSON value, for this dealer and contract.

    A C is clubs.  It is a fault where the other calls are French, or may be: where there are French letters,
    and among cards in French ``notation`` if no call is surely English.
    """
    faults: list[Fault] = []
    example = [write_call(call, notation) for call in ("1H", DOUBLE, PASS)]
    entries = list_of_calls(stated, example, MAX_CALLS, faults)
    if faults:
        return faults
    faults = [fault for index, entry in enumerate(entries) for fault in _entry_faults(index, entry)]
    unclear = list(_unclear_faults(entries, notation))
    faults += unclear
    if dealer is None and not faults and is_passed_out(entries):
        dealer = CLOCKWISE[0]  # whoever began: all have passed
    if dealer is None:
        none = wrong(Code.missing, "there is no dealer; who made which call hangs on it")
        faults.append(Fault("/dealer", none))
    if dealer is None or unclear:
        return faults
    calls: list[str] = []
    for entry in entries:
        if (call := parse_call(call_of(entry))) is None:
            # What comes after it hangs on what it was to be.
            break
        calls.append(call)
    try:
        auction = BridgeAuction(find_variant("bridge"), dealer).follow(calls, notation)
    except PositionError as error:
        return [*error.faults, *faults]
    if contract is None or faults:
        return faults
    if not auction.is_over:
        asked = Contract(contract.strain, contract.declarer, contract.level or None, contract.multiplier)
        if (why := auction.why_not(asked)) is not None:
            faults.append(Fault("/contract", cannot_come_to(why)))
    elif not _agree(contract, auction.bid):
        other = wrong(
            Code.contradiction,
            "the contract is {contract}, but the auction ends in {end}",
            contract=contract,
            end=auction.bid or phrase("four passes"),
        )
        faults.append(Fault("/contract", other))
    return faults


def _unclear_faults(entries: Sequence[object], notation: Notation) -> Iterator[Fault]:
    """Yield a fault for each bid that is clubs by English letters, among calls that may be French."""
    calls = [call_of(entry) for entry in entries]
    said = [fold(call) if isinstance(call, str) and len(call) <= MAX_LENGTH else "" for call in calls]
    strains = [bid[2] if (bid := _BID.fullmatch(text)) else "" for text in said]
    is_english = any(strain in _ENGLISH for strain in strains) or any(text in _ENGLISH_WORDS for text in said)
    if not any(strain in _FRENCH for strain in strains) and (notation == "en" or is_english):
        return
    for index, (entry, call, strain) in enumerate(zip(entries, calls, strains, strict=True)):
        if strain == _UNCLEAR:
            level = said[index][0]
            unclear = wrong(
                Code.bad_call,
                "{value} is {clubs} in English letters, {hearts} in French ones; write {clubs} or {hearts}",
                value=show(call),
                clubs=f"{level}♣",
                hearts=f"{level}♥",
            )
            place = point("/auction", index)
            yield Fault(point(place, "call") if isinstance(entry, Mapping) else place, unclear)


def _agree(contract: BridgeContract, bid: BridgeContract | None) -> bool:
    """True if contract and last bid are the same; a contract of level 0 is one whose level is not known."""
    if bid is None or contract.level:
        return bid == contract
    return (bid.strain, bid.declarer) == (contract.strain, contract.declarer)


def _entry_faults(index: int, entry: object) -> list[Fault]:
    pointer, faults = point("/auction", index), []
    call = call_of(entry)
    if isinstance(entry, Mapping):
        for key in entry:
            if key not in ("call", "alert", "note"):
                unknown = wrong(
                    Code.unknown_field, "a call has no {name}; it has call, alert and note", name=show(key)
                )
                faults.append(Fault(point(pointer, key), unknown))
        alert, note = entry.get("alert"), entry.get("note")
        if alert is not None and not isinstance(alert, bool):
            faults.append(Fault(point(pointer, "alert"), no_truth("alert", alert), FaultKind.unreadable))
        if note is not None and not isinstance(note, str):
            faults.append(Fault(point(pointer, "note"), no_text(note), FaultKind.unreadable))
        elif note is not None and len(note) > MAX_NOTE:
            faults.append(Fault(point(pointer, "note"), longer_than(MAX_NOTE)))
        pointer = point(pointer, "call")
    if parse_call(call) is None:
        none = wrong(
            Code.bad_call,
            "{value} is not a call; a call is a bid, as 1H or 3NT, Pass, X or XX",
            value=show(call),
        )
        faults.append(Fault(pointer, none, FaultKind.unreadable))
    return faults
