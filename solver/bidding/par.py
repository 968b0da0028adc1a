"""Par: the contract in which bidding ends when every hand is known and neither side can do better.

The auction is a game of perfect information between the two sides, which speak in turn: pass, a bid higher
than the standing one, a double of the opponents' bid, a redouble of one's own.  It ends when the other side
has passed a bid and its own side does not raise it; without any bid the deal is thrown in, for nothing.  Each
side plays for its score minus the other's.  *Par* is the value of this game.  (Players speak one by one, and
three passes end an auction, but that changes nothing where partners are worth the same: a player who would
gain by speaking later gains as much by speaking at once.  Where they are not, as in bridge, the one who is
worth more may come too late; `settle_in_turn` lets the players speak one by one.)

A *par contract* is one in which the auction can end while nobody makes a mistake, and at which neither side
can gain by bidding, passing or doubling: no higher contract of either side, doubled if the other side gains
by it, would be worth more to the side that bids it.  One exists whenever anything can be bid with profit: the
highest contract in which best bidding ends.  (If a higher one gained, best bidding could go on to it, or its
answer could have been bid at once.)  That rules out contracts that best opponents merely do not mind, because
they would be outbid in the end.

For bridge this is par, and these are the par contracts, as usually understood (the Double Dummy Solver's
``SidesPar`` and ``DealerPar``).  For belote contrée it is the bid at which neither side can gain.

Values are worked out first, backwards; each choice keeps the options that are as good as its best.  One walk
forwards over the kept options then finds the ends.  Both grow with the number of offers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from solver.game import DOUBLED, REDOUBLED, UNDOUBLED, sign_of


@dataclass(frozen=True, eq=False, slots=True)
class Offer:
    """A contract that a side may bid, with its value."""

    height: int
    """A bid must be higher than the standing one.  In auctions without bids, the turn of the auction."""
    side: int
    trump: str
    takers: tuple[str, ...]
    """The players of the side in whose hands it has this value."""
    leads: Mapping[int, int]
    """Side 0's score minus side 1's, by multiplier: 1, and 2 and 4 where doubling is known."""
    bid: int | None = None


class Final(NamedTuple):
    """A contract in which an auction ends."""

    offer: Offer
    multiplier: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The value of an auction, side 0's score minus side 1's, and the contracts in which it can end."""

    lead: int
    finals: frozenset[Final] = frozenset()
    """Empty when all pass."""


def settle_auctions(
    offers: Iterable[Offer], openers: Iterable[int], *, double_closes: bool
) -> tuple[Settled, ...]:
    """Return, for each side that may open, the value of the auction and the contracts in which it can end.

    ``double_closes``: a double ends the bidding but for a redouble (belote contrée); else the bidding goes on
    after it (bridge).
    """
    falling = sorted(offers, key=lambda offer: -offer.height)
    raised: list[_State | None] = [None, None]
    """The state after a bid of either side above the height reached; None if it cannot bid."""
    for _, level in groupby(falling, key=lambda offer: offer.height):
        bids: tuple[list[_State], list[_State]] = ([], [])
        for offer in level:
            bids[offer.side].append(_bid(offer, raised, double_closes))
        for side in (0, 1):
            if bids[side]:
                raised[side] = _best(side, [*bids[side], raised[side]])
    stable = _find_stable(falling)
    settled = []
    for opens in openers:
        after_pass = _best(1 - opens, [_State(0), raised[1 - opens]])
        start = _best(opens, [after_pass, raised[opens]])
        finals = frozenset(final for final in _ends(start) if final in stable)
        settled.append(Settled(start.lead, finals))
    return tuple(settled)


def settle_in_turn(
    offers: Iterable[Offer], speakers: Sequence[tuple[str, int]], *, double_closes: bool
) -> Settled:
    """Return what `settle_auctions` does, of an auction in which the players speak one by one.

    ``offers``: each of one taker.  ``speakers``: every seat with its side, in the order of speaking.
    """
    falling = sorted(offers, key=lambda offer: -offer.height)
    places = {seat: place for place, (seat, _) in enumerate(speakers)}
    sides = [side for _, side in speakers]
    raised: list[_State | None] = [None] * len(sides)
    """The best state after a bid of each player above the height reached; None if they cannot bid."""
    for _, level in groupby(falling, key=lambda offer: offer.height):
        bids: list[list[_State]] = [[] for _ in sides]
        for offer in level:
            (taker,) = offer.takers
            place = places[taker]
            bids[place].append(_called(offer, UNDOUBLED, place, sides, raised, double_closes))
        for place, states in enumerate(bids):
            if states:
                raised[place] = _best(sides[place], [*states, raised[place]])
    state = _State(0)
    for place in reversed(range(len(sides))):
        state = _best(sides[place], [state, raised[place]])
    stable = _find_stable(falling)
    return Settled(state.lead, frozenset(final for final in _ends(state) if final in stable))


def reached_in_turn(settled: Settled, in_turn: Settled, players: Sequence[str]) -> Settled:
    """Return what settles an auction in which the players speak one by one; equal partners stand together.

    ``settled``: what `settle_auctions` finds; where its value holds, so do its contracts that a taker reaches
    in their turn.  ``in_turn``: what `settle_in_turn` finds.  ``players``: the order in which takers stand.
    """
    ends = {(_named(final), final.offer.takers[0]) for final in in_turn.finals}
    if in_turn.lead == settled.lead:
        reached = [
            final
            for final in settled.finals
            if any((_named(final), taker) in ends for taker in final.offer.takers)
        ]
        if reached or not in_turn.finals:
            return Settled(settled.lead, frozenset(reached))
    # Partners who come to the same stand together.
    final_of: dict[tuple[object, ...], Final] = {}
    for final in sorted(in_turn.finals, key=lambda final: players.index(final.offer.takers[0])):
        before = final_of.get(_named(final))
        takers = () if before is None else before.offer.takers
        offer = replace(final.offer, takers=(*takers, *final.offer.takers))
        final_of[_named(final)] = Final(offer, final.multiplier)
    return Settled(in_turn.lead, frozenset(final_of.values()))


def _named(final: Final) -> tuple[object, ...]:
    """Return all that tells a contract from others but who takes it."""
    return final.offer.height, final.offer.side, final.offer.trump, final.multiplier


def settle_turns(choices: Sequence[tuple[int, Sequence[Offer]]], *, must_take: bool = False) -> Settled:
    """Return the value of an auction without bids, as in belote, and the contracts in which it can end.

    ``choices`` are the players' chances in the order of speaking: the player's side, and the contracts the
    player may take; a player who takes ends the auction.  When all have passed the deal is thrown in, for
    nothing; with ``must_take`` the last chance must be taken.
    """
    left, state = list(choices), _State(0)
    if must_take:
        side, offers = left.pop()
        state = _best(side, [_end(offer, UNDOUBLED) for offer in offers])
    for side, offers in reversed(left):
        best = _best(side, [*(_end(offer, UNDOUBLED) for offer in offers), state])
        # A player who comes out behind and loses no more by passing passes: nobody takes what they cannot
        # make, unless to keep the other side from more.
        is_idle = best.lead == state.lead and best.lead * sign_of(side) < 0
        state = state if is_idle else best
    return Settled(state.lead, frozenset(_ends(state)))


@dataclass(frozen=True, eq=False, slots=True)
class _State:
    """A point of an auction: its value, and the best continuations from it."""

    lead: int
    best: tuple["_State", ...] = ()
    """The states as good as any for the side that speaks; none at an end."""
    final: Final | None = None
    """The contract in which it ends here; None if it goes on, or if all have passed."""


def _best(side: int, options: Iterable[_State | None]) -> _State:
    """Return the best of the options of ``side``; an option that it does not have is None."""
    lead: int | None = None
    best: list[_State] = []
    for option in options:
        if option is None:
            continue
        if lead is None or (option.lead < lead if side else option.lead > lead):
            lead, best = option.lead, [option]
        elif option.lead == lead:
            best.append(option)
    assert lead is not None, "a side has an option"
    return _State(lead, tuple(best))


def _end(offer: Offer, multiplier: int) -> _State:
    return _State(offer.leads[multiplier], final=Final(offer, multiplier))


def _ends(start: _State) -> Iterator[Final]:
    """Yield the contracts in which best bidding can end, each once, however many ways lead to it."""
    met, left = {start}, [start]
    while left:
        state = left.pop()
        if state.final is not None:
            yield state.final
        new = [option for option in state.best if option not in met]
        met.update(new)
        left += new


def _bid(offer: Offer, raised: Sequence[_State | None], double_closes: bool) -> _State:
    """Return the state after a bid has been made: the other side speaks."""
    own, other = offer.side, 1 - offer.side
    passed = _best(own, [_end(offer, UNDOUBLED), raised[own]])
    return _best(other, [passed, _doubled(offer, raised, double_closes), raised[other]])


def _doubled(offer: Offer, raised: Sequence[_State | None], double_closes: bool) -> _State | None:
    """Return the state after a bid has been doubled: its own side speaks."""
    if DOUBLED not in offer.leads:
        return None
    own, other = offer.side, 1 - offer.side
    redoubled = _end(offer, REDOUBLED) if REDOUBLED in offer.leads else None
    if double_closes:
        return _best(own, [_end(offer, DOUBLED), redoubled])
    if redoubled is not None:
        redoubled = _best(other, [redoubled, raised[other]])
    return _best(own, [_end(offer, DOUBLED), redoubled, raised[own]])


def _called(
    offer: Offer,
    multiplier: int,
    caller: int,
    sides: Sequence[int],
    raised: Sequence[_State | None],
    double_closes: bool,
) -> _State:
    """Return the state after the player at place ``caller`` has bid, doubled or redoubled an offer."""
    state = _end(offer, multiplier)
    is_closed = double_closes and multiplier != UNDOUBLED
    more = {UNDOUBLED: DOUBLED, DOUBLED: REDOUBLED}.get(multiplier)
    for n_later in range(len(sides) - 1, 0, -1):
        place = (caller + n_later) % len(sides)
        side, called = sides[place], None
        # Opponents double, and their bid's own side redoubles.
        if more is not None and more in offer.leads and (side == offer.side) == (more == REDOUBLED):
            called = _called(offer, more, place, sides, raised, double_closes)
        state = _best(side, (state, called, None if is_closed else raised[place]))
    return state


def _find_stable(falling: Iterable[Offer]) -> set[Final]:
    """Return the contracts at which neither side gains by doubling or not, or by a higher contract.

    ``falling``: all offers, the highest first.
    """
    stable: set[Final] = set()
    most: list[int | None] = [None, None]
    """The most that either side makes of a higher contract, as its own lead."""
    for _, level in groupby(falling, key=lambda offer: offer.height):
        offers = [(offer, _worth(offer)) for offer in level]
        for offer, worth in offers:
            if all(top is None or top <= worth * sign_of(side) for side, top in enumerate(most)):
                stable |= {Final(offer, by) for by, lead in offer.leads.items() if lead == worth}
        for offer, worth in offers:
            top = most[offer.side]
            own = worth * sign_of(offer.side)
            most[offer.side] = own if top is None else max(top, own)
    return stable


def _worth(offer: Offer) -> int:
    """Return the lead of a contract in which the bidding ends, doubled and redoubled as either side likes."""
    sign = sign_of(offer.side)
    worth = sign * offer.leads[UNDOUBLED]
    doubled = [
        sign * offer.leads[multiplier] for multiplier in (DOUBLED, REDOUBLED) if multiplier in offer.leads
    ]
    return sign * (min(worth, max(doubled)) if doubled else worth)
