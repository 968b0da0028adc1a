"""The calls of each game told a second time, plainly: from the whole history at every call, without state.

The oracle of `solver.game.auctions`.  It shares nothing with it but the rules and the seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from solver.rules.rules import Rules
from solver.seats import CLOCKWISE


@dataclass
class Told:
    """What is to be said of an auction: who speaks, what may be said, and the contract it has come to."""

    to_call: str | None
    calls: set[str]
    contract: Mapping[str, object]
    """By name; empty while nobody has bid or taken."""


def turn_order(rules: Rules, first: str) -> list[str]:
    order = [seat for seat in CLOCKWISE if any(seat in side for side in rules.sides)]
    if rules.turn.value == "anticlockwise":
        order.reverse()
    at = order.index(first)
    return order[at:] + order[:at]


def tell(rules: Rules, dealer: str, said: list[str], first: str = "", later: str = "") -> Told:
    """Tell an auction; ``first`` and ``later`` are the suits of the cards turned up, empty if not known."""
    kind = rules.auction.value
    after_dealer = turn_order(rules, dealer)[1]
    if kind == "bids":
        return _bids(rules, turn_order(rules, after_dealer), said)
    if kind in ("dealer_must", "first_must"):
        return _named(rules, turn_order(rules, after_dealer), said, last=kind == "dealer_must")
    if kind == "turned_up":
        return _turned_up(rules, turn_order(rules, after_dealer), said, first, later)
    assert kind == "proposal"
    return _proposal(after_dealer, dealer, said, first, later)


def _bids(rules: Rules, seats: list[str], said: list[str]) -> Told:
    n = len(seats)
    who = [seats[index % n] for index in range(len(said))]
    bids = [index for index, call in enumerate(said) if call[0].isdigit() or call.startswith("capot")]
    opened = bool(bids)
    if not opened:
        if said == ["pass"] * n:
            return Told(None, set(), {})
        calls = {"pass", *(f"{name(bid)}{trump}" for bid, trump in product(rules.bids, rules.trumps))}
        return Told(seats[len(said) % n], calls, {})
    at = bids[-1]
    taker, points, trump = who[at], value(said[at]), said[at].lstrip("0123456789").removeprefix("capot")
    times = 1
    if "double" in said[at:]:
        times = 2
    if "redouble" in said[at:]:
        times = 4
    contract = {"taker": taker, "bid": points, "trump": trump, "multiplier": times}
    last = max(index for index, call in enumerate(said) if call != "pass")
    n_passes = len(said) - 1 - last

    def may_say(seat: str) -> set[str]:
        partners = any(seat in side and taker in side for side in rules.sides)
        found = {"pass"}
        if times == 1:
            found |= {f"{name(bid)}{suit}" for bid, suit in product(rules.bids, rules.trumps) if bid > points}
            if not partners and 2 in rules.multipliers:
                found.add("double")
        if times == 2 and partners and 4 in rules.multipliers:
            found.add("redouble")
        return found

    still = [seats[(len(said) + more) % n] for more in range(n - 1 - n_passes)]
    if all(may_say(seat) == {"pass"} for seat in still):
        return Told(None, set(), contract)
    return Told(still[0], may_say(still[0]), contract)


def name(bid: int) -> str:
    return "capot" if bid == 250 else str(bid)


def value(call: str) -> int:
    return 250 if call.startswith("capot") else int("".join(letter for letter in call if letter.isdigit()))


def _named(rules: Rules, seats: list[str], said: list[str], *, last: bool) -> Told:
    named = [index for index, call in enumerate(said) if call != "pass"]
    if named:
        taker = seats[named[0] % len(seats)]
        return Told(None, set(), {"taker": taker, "trump": said[named[0]]})
    trumps = set(rules.trumps)
    free = len(seats) - (1 if last else 0)
    seat = seats[len(said) % len(seats)]
    return Told(seat, trumps if len(said) == free else trumps | {"pass"}, {})


def _turned_up(rules: Rules, seats: list[str], said: list[str], first: str, later: str) -> Told:
    took = [index for index, call in enumerate(said) if call != "pass"]
    if took:
        taker = seats[took[0] % len(seats)]
        trump = said[took[0]].removeprefix("take") or first
        return Told(None, set(), {"taker": taker} | ({"trump": trump} if trump else {}))
    if len(said) == 2 * len(seats):
        return Told(None, set(), {})
    seat = seats[len(said) % len(seats)]
    if len(said) < len(seats):
        return Told(seat, {"pass", "take"}, {})
    others = {trump for trump in rules.trumps if trump != first}
    if later and rules.second_turn.value == "new_card":
        others = {later}
    return Told(seat, {"pass", *(f"take{trump}" for trump in others)}, {})


def _proposal(opponent: str, dealer: str, said: list[str], first: str, later: str) -> Told:
    if not said:
        return Told(opponent, {"take", "propose"}, {})
    if said == ["propose"]:
        return Told(dealer, {"refuse", "accept"}, {})
    trump = later if said[-1] == "accept" else first
    contract: dict[str, object] = {"refused": said[-1] == "refuse"}
    return Told(None, set(), contract | ({"trump": trump} if trump else {}))
