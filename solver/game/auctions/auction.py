"""The face of all auctions: whose turn it is, the calls that may be made now, and the contract they come to.

Calls are texts.  Bridge has its own, as ``1C`` ``Pass`` ``X`` (`solver.game.auctions.bridge`); those of the
other games are told in `solver.game.auctions.words`.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Self

from solver.cards import Card, Notation
from solver.errors import Fault, FaultKind, PositionError, Wrong, point, show, wrong
from solver.fault_codes import Code
from solver.game.auctions.speaking import bid_height, first_to_call
from solver.game.contract import Contract
from solver.game.turned_cards import TurnedCards
from solver.rules import Rules
from solver.sentences import Phrase, Seat


@dataclass(frozen=True, slots=True)
class Auction(ABC):
    """An auction up to some call; immutable.  `solver.game.start_auction` begins one."""

    rules: Rules
    dealer: str
    said: tuple[str, ...] = ()
    """The calls so far, first that of the player who speaks first."""

    @property
    def speakers(self) -> tuple[str, ...]:
        """The seats in the order in which they speak, again and again."""
        return self.rules.seats_from(first_to_call(self.rules, self.dealer))

    def seat_of(self, index: int) -> str:
        """Return the seat that makes the call number ``index``, from 0."""
        speakers = self.speakers
        return speakers[index % len(speakers)]

    @property
    def to_call(self) -> str | None:
        """The seat whose turn it is; None if the auction is over."""
        return None if self.is_over else self.seat_of(len(self.said))

    @abstractmethod
    def at_start(self) -> Self:
        """Return the auction before the first call."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True if no player has anything left to say but pass."""

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, Any]:
        """The parts of the contract that stands, by their names; none while nobody has taken or bid.

        A part that hangs on a card that is not known is left out.
        """

    @property
    def refused_card(self) -> Card | None:
        """The card turned up first, where another one makes the trumps; None if it is not known."""
        return None

    @property
    def is_suit_taken(self) -> bool:
        """True in all fours if the suit turned up was taken; False elsewhere."""
        return False

    @property
    def turned_cards(self) -> TurnedCards:
        """The cards turned up on the way to trumps, as far as the auction tells."""
        refused = self.refused_card
        return TurnedCards(() if refused is None else (refused,), self.is_suit_taken)

    @property
    def shown_cards(self) -> tuple[Card, ...]:
        """The cards turned up so far to be taken or refused, in order, as far as they are known."""
        return ()

    @property
    def standing(self) -> Contract | None:
        """The contract if all pass from now on; None if that is none, or if its trumps are not known."""
        parts = self.parts
        return Contract(**parts) if "trump" in parts else None

    @property
    def contract(self) -> Contract | None:
        """The contract that the auction ends in; None if it is not over, or if there is none."""
        return self.standing if self.is_over else None

    @property
    def is_thrown_in(self) -> bool:
        """True if all have passed, and the deal is not played."""
        return self.is_over and not self.parts

    def why_not(self, contract: Contract, notation: Notation = "en") -> Phrase | None:
        """Return why calls to come, in an auction that is not over, cannot lead to ``contract``, or None."""
        return None

    def _next_speakers(self, n: int) -> Iterator[str]:
        """Iterate over the seats that make the next ``n`` calls."""
        return (self.seat_of(index) for index in range(len(self.said), len(self.said) + n))

    def _lies_between(self, low: int, contract: Contract) -> bool:
        """True if some bid is higher than the height ``low`` and lower than that of ``contract``."""
        assert contract.bid is not None, "a contract of bids has one"
        high = bid_height(self.rules, contract.bid, contract.trump)
        return any(
            low < bid_height(self.rules, bid, trump) < high
            for bid in self.rules.bids
            for trump in self.rules.trumps
        )

    @abstractmethod
    def calls(self) -> tuple[str, ...]:
        """Return the calls that may be made now, pass first; none if the auction is over."""

    def options(self) -> tuple[tuple[str, Contract | None], ...]:
        """Return the calls that may be made now, each with the contract that stands after it."""
        return tuple((call, self.call(call).standing) for call in self.calls())

    @property
    def moment(self) -> Hashable:
        """All that decides, in one deal, whose turn it is, what may be said from now on and what stands.

        Auctions of one game and dealer that agree in it go on alike, whatever was said before.
        """
        return self.said

    @abstractmethod
    def call(self, call: str, notation: Notation = "en") -> Self:
        """Return the auction after one call more.

        Raises PositionError, with the rule in words, in the letters of ``notation``, if the call may not be
        made.  Passes that complete the last lap may be made or left out when the auction is over.
        """

    def follow(self, calls: Iterable[str], notation: Notation = "en") -> Self:
        """Return the auction after ``calls``; raises PositionError as `call` does, and tells which it was."""
        auction = self
        for index, call in enumerate(calls):
            try:
                auction = auction.call(call, notation)
            except PositionError as error:
                raise PositionError([replace(error.faults[0], pointer=point("/auction", index))]) from None
        return auction


def cannot_say(seat: str, call: str, why: Phrase) -> NoReturn:
    """Raise PositionError: ``seat`` may not make a call, written as its reader writes it, for a reason."""
    raise PositionError(
        wrong(Code.bad_call, "{seat} cannot say {call}: {why}", seat=Seat(seat), call=call, why=why)
    )


def is_not_above(seat: str, call: str, last: str) -> NoReturn:
    """Raise PositionError: the bid ``call`` of ``seat`` is not higher than the bid ``last``."""
    raise PositionError(
        wrong(Code.bad_call, "{call} by {seat} is not above {last}", call=call, seat=Seat(seat), last=last)
    )


def is_too_much(call: str) -> NoReturn:
    """Raise PositionError: nothing more can be said."""
    raise PositionError(wrong(Code.bad_call, "{call} is too much: the auction is over", call=call))


def cannot_come_to(why: Phrase) -> Wrong:
    """Return what is wrong with the contract of an auction that is not over and cannot end in it."""
    return wrong(Code.contradiction, "the auction cannot come to that contract any more: {why}", why=why)


def no_list_of_calls(value: object, example: object) -> Wrong:
    """Say that calls should be a list."""
    return wrong(
        Code.wrong_type,
        "{value} is not a list of calls; write them as {example}",
        value=show(value),
        example=json.dumps(example, ensure_ascii=False),
    )


def list_of_calls(stated: object, example: object, most: int, faults: list[Fault]) -> Sequence[Any]:
    """Return the calls of an ``auction``, any JSON value; none, with a fault, if it is no such list."""
    if not isinstance(stated, list | tuple):
        faults.append(Fault("/auction", no_list_of_calls(stated, example), FaultKind.unreadable))
        return ()
    if len(stated) > most:
        many = wrong(
            Code.too_many,
            "there are {count} calls; no auction has more than {most}",
            count=len(stated),
            most=most,
        )
        faults.append(Fault("/auction", many))
        return ()
    return stated
