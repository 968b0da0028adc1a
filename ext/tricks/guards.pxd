# One trick that the other side cannot be kept from taking, without trumps, at the start of a trick.
#
# The question is whether a side can win all tricks that are left. It leads to all of them then, or to all but the first, and a
# hand of the other side that wins a single one has done enough. So a guard need not hold longer than that.
#
# As in tricks/sure.pxd, a count names the cards that it hangs on, and holds for every position of the same shape in which
# these ranks lie in the same hands. (The ideas are our own.)

from cards cimport CardSet, N_LANES, above, highest, lane_set, n_cards, one
from tricks.bits cimport Shape, length_of
from tricks.sure cimport BEYOND_ALL, Sure

cdef struct Guard:
    int most                     # tricks of the suit that the others win before they lose one
    CardSet relevant


cdef inline Guard guard_of(const CardSet* hand, int seat, int leader, int lane) noexcept nogil:
    """How many tricks of a suit a hand that keeps it can be made to lose before it wins one.

    It may wait with its highest card if all higher ones of the others are in the hand that plays before it, and if it has
    as many cards beside it to follow with. Each trick of the suit that it loses then takes one of the higher ones, for it
    plays its highest as soon as that hand plays lower. It must not lead the suit itself: it leads to no trick but the
    first, and to that it leads another suit.

    Or it plays from the top. A trick in which one of its first n cards falls is lost to a higher card, so it wins
    one of these if there are fewer cards above the n-th.
    """
    cdef CardSet mine = hand[seat] & lane_set(lane), higher
    cdef CardSet others = (hand[(seat + 1) & 3] | hand[(seat + 3) & 3]) & lane_set(lane)
    cdef Guard guard
    guard.most = BEYOND_ALL
    guard.relevant = 0
    if not mine:
        return guard

    # Step 1. From the hand behind the higher cards.
    higher = others & above(highest(mine))
    guard.most = n_cards(higher)
    guard.relevant = one(highest(mine))
    if (
        n_cards(mine) > guard.most
        and not higher & hand[(seat + 1) & 3]
        and (seat != leader or mine != hand[seat])
    ):
        return guard

    # Step 2. From the top.
    guard.most = 0
    while mine:
        guard.relevant = one(highest(mine))
        if n_cards(others & above(highest(mine))) <= guard.most:
            return guard
        mine ^= guard.relevant
        guard.most += 1
    guard.most = BEYOND_ALL
    return guard


cdef inline Sure sure_guards(const CardSet* hand, Shape shape, int n_tricks, int seat, int leader) noexcept nogil:
    """One trick of the side of `seat` by guards, a suit of each of its hands at the most, or none.

    Of each other suit the opponents win at most as many tricks as their longer hand has cards, and of those two what
    `guard_of` tells. Is that together less than all, they lose one. Each hand keeps its suit until it has nothing else,
    and then throws the lowest. From then on it can follow as often as there are tricks, so it holds its highest
    cards as long as they matter.
    """
    cdef int lane, other, gain, best = 0, excess = -n_tricks
    cdef int longer[4]
    cdef int own_gain[4]
    cdef CardSet own_cards[4]
    cdef Guard guard
    cdef Sure sure

    # Step 1. How many of the tricks that the opponents' cards allow they do not need.
    sure.n = 0
    sure.relevant = 0
    for lane in range(N_LANES):
        longer[lane] = max(length_of(shape, (seat + 1) & 3, lane), length_of(shape, (seat + 3) & 3, lane))
        excess += longer[lane]

    # Step 2. A guard of the seat takes more of them.
    for lane in range(N_LANES):
        guard = guard_of(hand, seat, leader, lane)
        own_cards[lane] = guard.relevant
        own_gain[lane] = longer[lane] - guard.most
        if own_gain[lane] > excess:
            sure.n = 1
            sure.relevant = guard.relevant
            return sure
        best = max(best, own_gain[lane])

    # Step 3. A guard of the partner does, or one of each.
    for lane in range(N_LANES):
        if longer[lane] + best <= excess:
            continue
        guard = guard_of(hand, seat ^ 2, leader, lane)
        gain = longer[lane] - guard.most
        if gain > excess:
            sure.n = 1
            sure.relevant = guard.relevant
            return sure
        for other in range(N_LANES):
            if other != lane and gain + own_gain[other] > excess and gain > 0:
                sure.n = 1
                sure.relevant = guard.relevant | own_cards[other]
                return sure
    return sure


cdef inline Sure sure_cut_off(const CardSet* hand, Shape shape, int leader) noexcept nogil:
    """One trick of the side not on lead if the leader cannot lead to the partner, and has a card that loses; or none.

    The leader cannot, if in each of its suits all its cards are above the partner's, or if one of the opponents guards the
    suit: with a card above the partner's, and another for each that the leader has above it. Then the leader must win all
    tricks alone, and none with a card below a guard. A hand can keep all its guards: the leader has as many cards of
    these suits as that takes, and so no more of other suits than the hand has besides.
    """
    cdef int lane, i, n, partner = leader ^ 2
    cdef CardSet mine, partners, guards
    cdef bint is_guarded = False, is_held
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    for lane in range(N_LANES):
        mine = hand[leader] & lane_set(lane)
        partners = hand[partner] & lane_set(lane)
        if not mine or (is_guarded and not partners):
            continue
        is_held = False
        for i in range(1, 4, 2):
            guards = hand[(leader + i) & 3] & lane_set(lane)
            if not guards or partners & above(highest(guards)):
                continue
            n = n_cards(mine & above(highest(guards)))
            if n_cards(mine) > n and n_cards(guards) > n:
                sure.relevant |= one(highest(guards))
                is_held = True
                break
        is_guarded |= is_held
        if not is_held and partners:
            if mine & -mine < partners:
                return sure
            sure.relevant |= mine & -mine
    sure.n = is_guarded
    return sure
