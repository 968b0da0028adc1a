"""Par worked out the plain way: each point of the auction with the set of all ends of best bidding from it.

The oracle of `solver.bidding.par`, whose sets of ends it makes the unions of at every point: slow where
many tie.
"""

from collections.abc import Iterable, Sequence

from solver.bidding.par import Final, Offer, Settled
from solver.game.auctions.speaking import DOUBLED, REDOUBLED, UNDOUBLED


def settle_slowly(offers: Sequence[Offer], opens: int, *, double_closes: bool) -> Settled:
    """The value of an auction and every stable contract in which best bidding can end."""
    other = 1 - opens
    nothing = Settled(0)
    raised: dict[tuple[int, int | None], Settled | None] = {}

    def raise_above(side: int, height: int | None) -> Settled | None:
        if (side, height) not in raised:
            own = [offer for offer in offers if offer.side == side]
            higher = [bid(offer) for offer in own if height is None or offer.height > height]
            raised[side, height] = best(side, higher) if higher else None
        return raised[side, height]

    def bid(offer: Offer) -> Settled:
        own, other = offer.side, 1 - offer.side
        passed = best(own, [end(offer, UNDOUBLED), raise_above(own, offer.height)])
        return best(other, [passed, double(offer), raise_above(other, offer.height)])

    def double(offer: Offer) -> Settled | None:
        if DOUBLED not in offer.leads:
            return None
        own, other = offer.side, 1 - offer.side
        options: list[Settled | None] = [end(offer, DOUBLED)]
        if REDOUBLED in offer.leads:
            redoubled = end(offer, REDOUBLED)
            raises = None if double_closes else raise_above(other, offer.height)
            options.append(best(other, [redoubled, raises]))
        return best(own, options if double_closes else [*options, raise_above(own, offer.height)])

    after_pass = best(other, [nothing, raise_above(other, None)])
    settled = best(opens, [after_pass, raise_above(opens, None)])
    return Settled(settled.lead, frozenset(end for end in settled.finals if is_stable(end, offers)))


def is_stable(final: Final, offers: Sequence[Offer]) -> bool:
    """True if neither side gains by doubling it or not, nor by a higher contract, doubled if need be."""
    lead = final.offer.leads[final.multiplier]
    signs = (1, -1)
    return lead == worth(final.offer) and not any(
        worth(offer) * signs[offer.side] > lead * signs[offer.side]
        for offer in offers
        if offer.height > final.offer.height
    )


def worth(offer: Offer) -> int:
    """What a contract comes to, doubled and redoubled as either side likes."""
    own, other = (max, min) if offer.side == 0 else (min, max)
    doubled = [offer.leads[by] for by in (DOUBLED, REDOUBLED) if by in offer.leads]
    return other([offer.leads[UNDOUBLED], *([own(doubled)] if doubled else [])])


def best(side: int, options: Iterable[Settled | None]) -> Settled:
    """What a side makes of its options; all of them that are as good."""
    found = [option for option in options if option is not None]
    lead = (max if side == 0 else min)(option.lead for option in found)
    return Settled(lead, frozenset().union(*(option.finals for option in found if option.lead == lead)))


def end(offer: Offer, multiplier: int) -> Settled:
    """The end of an auction in this contract."""
    return Settled(offer.leads[multiplier], frozenset({Final(offer, multiplier)}))
