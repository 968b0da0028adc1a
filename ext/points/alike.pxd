# Cards of one hand that stand for each other once the cards between them are gone.
#
# Two cards of one suit that one player was dealt and that bring the same differ only by what lies between them. Once no card
# of another hand does, a position with the one of them left is worth what it is with the other: the table knows both by
# the lower. (The relative ranks of bridge solvers.) Where players draw, `settled` in keys.pxd does it, and where keys are short
# families.pxd does it and more.

from cards cimport CardSet, between, lane_of, lowest, one
from game.combinations cimport Combinations, combining
from game.position cimport Position
from game.rules cimport Rules

cdef enum:
    MOST_PAIRS = 32              # most deals have a few; without the others a key is as exact, and told by fewer positions

cdef struct Pair:
    CardSet cards                # the two, and the cards of others between them
    CardSet high
    CardSet both
    CardSet natural              # both, as natural bits

cdef struct Alike:
    int n
    Pair pair[MOST_PAIRS]        # by rising high card, then by rising low card


cdef inline void find_alike(const Rules* rules, const Position* position, Alike* alike) noexcept nogil:
    """Find the pairs of a deal, of which some cards may have been played."""
    cdef CardSet others, rest
    cdef Pair* pair
    cdef int high, low, seat
    alike.n = 0
    for high in range(64):
        for seat in range(rules.n_seats):
            if not position.hand[seat] >> high & 1:
                continue
            rest = position.hand[seat] & lane_of(high) & (one(high) - 1)
            others = position.left & ~position.hand[seat]
            while rest and alike.n < MOST_PAIRS:
                low = lowest(rest)
                rest &= rest - 1
                if rules.value[high] != rules.value[low] or rules.game[high] != rules.game[low]:
                    continue
                pair = &alike.pair[alike.n]
                pair.high = one(high)
                pair.both = one(high) | one(low)
                pair.cards = pair.both | others & between(high, low)
                pair.natural = rules.natural[high] | rules.natural[low]
                alike.n += 1


cdef inline CardSet lowered(
    const Alike* alike, const Rules* rules, const Position* position, const Combinations* possible
) noexcept nogil:
    """The cards left, with each card as low as the cards that stand for it allow.

    Once a card was lowered, its place is free for the higher ones. A card that can combine where it lies, or where it
    would come to lie, stays.
    """
    cdef CardSet left = position.left, natural
    cdef const Pair* pair
    cdef int i
    if not rules.combinations:
        for i in range(alike.n):
            pair = &alike.pair[i]
            left ^= pair.both & -<CardSet>(left & pair.cards == pair.high)
        return left
    natural = position.natural
    for i in range(alike.n):
        pair = &alike.pair[i]
        if left & pair.cards == pair.high and not combining(possible, natural | pair.natural) & pair.natural:
            left ^= pair.both
            natural ^= pair.natural
    return left
