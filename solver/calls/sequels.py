"""The end of an auction after a pass, deal by deal, by the model of a game's callers.

Where a player takes without bidding, the auction ends with the first who takes.  So a sequel is a list: at
each turn the player takes with the chance that the model gives the hand held there, or passes it on.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.game import Auction, Contract, Deal, TurnAuction, is_pass, start_auction, turns_up
from solver.prospects import Caller, Model, Take, find_callers, hold

FAINT = 0.01
"""Takes that are less likely than this on average over the deals are left out."""


class Ending(NamedTuple):
    """The end of an auction: a contract, or none where the deal is thrown in."""

    contract: Contract | None
    turn: int | None = None
    """Where a card is turned up, the turn in which it was taken."""

    @classmethod
    def after(cls, auction: Auction, call: str) -> "Ending":
        """Return the ending if all pass after ``call``."""
        turn = auction.turn if isinstance(auction, TurnAuction) else None
        return cls(auction.call(call).standing, turn)

    @property
    def take(self) -> Take | None:
        """The column that it rests on; None where nothing is played."""
        if self.contract is None or self.contract.taker is None:
            return None
        return Take(self.contract.trump, self.contract.taker, self.turn)


Sequel = dict[Ending, float]
"""Each ending with its chance."""


def find_sequels(auction: Auction, deals: Sequence[Deal], model: Model) -> list[Sequel]:
    """Return, for each deal, the endings after ``auction``, with chances that add up to 1.

    ``auction`` is one in which a player takes without bidding; where a card is turned up before the rest is
    dealt, a deal has the pack as its stock, from that card down.
    """
    callers: dict[object, Caller] = {}
    found = [dict(_endings(_in_deal(auction, deal), deal, model, callers)) for deal in deals]
    # Takes that hardly ever come are not worth a search of every deal.
    total: dict[Take | None, float] = {}
    for sequel in found:
        for ending, chance in sequel.items():
            total[ending.take] = total.get(ending.take, 0.0) + chance
    kept = [
        {ending: chance for ending, chance in sequel.items() if total[ending.take] >= FAINT * len(deals)}
        for sequel in found
    ]
    return [_scaled(few or whole) for few, whole in zip(kept, found, strict=True)]


def _in_deal(auction: Auction, deal: Deal) -> Auction:
    """Return the auction as it goes on in a deal, whose pack says what is turned up later."""
    rules = auction.rules
    if not turns_up(rules):
        return auction
    return start_auction(rules, auction.dealer, deal.stock[0], pack=deal.stock[1:]).follow(auction.said)


def _endings(
    auction: Auction, deal: Deal, model: Model, callers: dict[object, Caller]
) -> Iterator[tuple[Ending, float]]:
    """Yield the endings in a deal, each with its chance; no ending comes twice."""
    chance = 1.0
    while (seat := auction.to_call) is not None:
        # All that the player sees besides the hand: what was said, and what may be said.
        key = auction.said, auction.calls()
        if key not in callers:
            callers[key] = find_callers(auction, model)[-1]
        caller = callers[key]
        chances = caller.chances(caller.held(hold(auction.rules, deal.hands[seat])))
        for call, part in chances.items():
            if not is_pass(call):
                ending = Ending.after(auction, call)
                assert ending.contract is not None, "who takes has a contract"
                plain = Contract(ending.contract.trump, ending.contract.taker)
                yield Ending(plain, ending.turn), chance * part
        passing = next((call for call in chances if is_pass(call)), None)
        if passing is None:
            return
        chance *= chances[passing]
        auction = auction.call(passing)
    yield Ending(None), chance


def _scaled(sequel: Sequel) -> Sequel:
    whole = sum(sequel.values())
    return {ending: chance / whole for ending, chance in sequel.items()}
