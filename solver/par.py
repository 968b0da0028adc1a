"""Par: the contract in which bidding ends when every hand is known and neither side can do better.

The auction is taken as a game of perfect information between the two sides, which speak in turn: pass, a bid
higher than the standing one, a double of the opponents' bid, a redouble of one's own.  It ends when a bid
has been passed by the other side and is not raised by its own; without any bid the deal is thrown in, for
nothing.  Each side plays for its score minus the other's.  *Par* is the value of this game.  (That players
speak one by one and that three passes end an auction changes nothing of it: whoever would gain by speaking
later gains as much by speaking at once.)

A *par contract* is one in which the auction can end while nobody makes a mistake, and at which neither side
can gain by bidding, passing or doubling: no higher contract of either side, doubled if the other side gains
by it, would be worth more to the side that bids it.  There is one whenever anything can be bid with profit:
the highest contract in which best bidding ends.  (If a higher one gained, best bidding could go on to it, or
its answer could have been bid at once.)  That rules out contracts that best opponents merely do not mind,
because they would be outbid in the end.

For bridge this is par, and these are the par contracts, as usually understood (the Double Dummy Solver's
``SidesPar`` and ``DealerPar``); for belote contrée it is the bid at which
neither side can gain.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

UNDOUBLED, DOUBLED, REDOUBLED = 1, 2, 4


@dataclass(frozen=True, eq=False, slots=True)
class Offer:
    """A contract that a side may bid, with what it comes to."""

    height: int
    """A bid must be higher than the one that stands.  Where there are no bids, the turn of the auction."""
    side: int
    trump: str
    takers: tuple[str, ...]
    """The players of the side in whose hands it comes to this."""
    leads: Mapping[int, int]
    """What side 0 scores minus what side 1 scores, by multiplier: 1, and 2 and 4 where doubling is known."""
    bid: int | None = None


class Final(NamedTuple):
    """A contract in which an auction ends."""

    offer: Offer
    multiplier: int


@dataclass(frozen=True, slots=True)
class Settled:
    """What an auction comes to: what side 0 scores minus what side 1 scores, and in which contracts."""

    lead: int
    finals: frozenset[Final] = frozenset()
    """None when all pass."""


def settle_auction(offers: Iterable[Offer], opens: int, *, double_closes: bool) -> Settled:
    """The value of the auction that side ``opens`` begins, and every contract in which best bidding can end.

    ``double_closes``: a double ends the bidding but for a redouble (belote contrée); else the bidding goes on
    after it (bridge).
    """
    auction = _Auction(offers, double_closes)
    nothing = Settled(0)
    other = 1 - opens
    after_pass = _best(other, [nothing, auction.raised(other, None)])
    settled = _best(opens, [after_pass, auction.raised(opens, None)])
    return Settled(settled.lead, frozenset(filter(auction.is_stable, settled.finals)))


def settle_turns(choices: Sequence[tuple[int, Sequence[Offer]]]) -> Settled:
    """The value of an auction without bids, as in belote, and every contract in which it can end.

    ``choices`` are the players' chances in the order in which they speak: whose side it is, and what he may
    take; whoever takes ends the auction, and when all have passed the deal is thrown in, for nothing.
    """
    settled = Settled(0)
    for side, offers in reversed(choices):
        best = _best(side, [*(_end(offer, UNDOUBLED) for offer in offers), settled])
        # Whoever comes out behind and loses no more by passing passes: nobody takes what he cannot make,
        # unless to keep the other side from more.
        is_idle = best.lead == settled.lead and best.lead * _sign(side) < 0
        settled = settled if is_idle else best
    return settled


def _best(side: int, options: Sequence[Settled | None]) -> Settled:
    """What ``side`` makes of its options (None: it has not got this one); all of them that are as good."""
    found = [option for option in options if option is not None]
    lead = (max if side == 0 else min)(option.lead for option in found)
    return Settled(lead, frozenset().union(*(option.finals for option in found if option.lead == lead)))


class _Auction:
    """Works backwards from the highest bid; what stands at a height is worked out once."""

    def __init__(self, offers: Iterable[Offer], double_closes: bool) -> None:
        self.double_closes = double_closes
        self.by_side: tuple[list[Offer], list[Offer]] = ([], [])
        for offer in sorted(offers, key=lambda offer: -offer.height):
            self.by_side[offer.side].append(offer)
        self._raised: dict[tuple[int, int | None], Settled | None] = {}
        self._stands: dict[Offer, Settled] = {}

    def raised(self, side: int, height: int | None) -> Settled | None:
        """What comes of it when ``side`` bids above ``height`` (None: above nothing); None if it cannot."""
        key = (side, height)
        if key not in self._raised:
            higher = [offer for offer in self.by_side[side] if height is None or offer.height > height]
            self._raised[key] = _best(side, [self._bid(offer) for offer in higher]) if higher else None
        return self._raised[key]

    def _bid(self, offer: Offer) -> Settled:
        """What comes of a bid that has just been made: the other side speaks."""
        if offer not in self._stands:
            own, other = offer.side, 1 - offer.side
            passed = _best(own, [_end(offer, UNDOUBLED), self.raised(own, offer.height)])
            self._stands[offer] = _best(
                other, [passed, self._doubled(offer), self.raised(other, offer.height)]
            )
        return self._stands[offer]

    def _doubled(self, offer: Offer) -> Settled | None:
        """What comes of a bid that has just been doubled: its own side speaks."""
        if DOUBLED not in offer.leads:
            return None
        own, other = offer.side, 1 - offer.side
        redoubled = _end(offer, REDOUBLED) if REDOUBLED in offer.leads else None
        if self.double_closes:
            return _best(own, [_end(offer, DOUBLED), redoubled])
        if redoubled is not None:
            redoubled = _best(other, [redoubled, self.raised(other, offer.height)])
        return _best(own, [_end(offer, DOUBLED), redoubled, self.raised(own, offer.height)])

    def is_stable(self, final: Final) -> bool:
        """Whether neither side gains by doubling it or not, nor by a higher contract, doubled if need be."""
        lead = final.offer.leads[final.multiplier]
        if lead != _worth(final.offer):
            return False
        higher = [offer for offers in self.by_side for offer in offers if offer.height > final.offer.height]
        return not any(_worth(offer) * _sign(offer.side) > lead * _sign(offer.side) for offer in higher)


def _worth(offer: Offer) -> int:
    """The lead of a contract in which the bidding ends, doubled and redoubled as either side likes."""
    own, other = offer.side, 1 - offer.side
    doubled = [_end(offer, multiplier) for multiplier in (DOUBLED, REDOUBLED) if multiplier in offer.leads]
    return _best(other, [_end(offer, UNDOUBLED), *([_best(own, doubled)] if doubled else [])]).lead


def _sign(side: int) -> int:
    """1 for side 0, whose lead counts up, -1 for side 1."""
    return 1 if side == 0 else -1


def _end(offer: Offer, multiplier: int) -> Settled:
    return Settled(offer.leads[multiplier], frozenset({Final(offer, multiplier)}))
