# Tricks that a side wins for certain once the others have to play to its hands; without trumps, at the start of a trick.
#
# A hand stops the suits in which it has winners, cards higher than all of their suit in other hands. As soon as somebody
# else leads one of them it wins with the highest, and then cashes its other winners. So the others play elsewhere first, and
# what counts is how long they can. (The idea is our own; Bo Haglund's later tricks are those for which nobody can play elsewhere.)
#
# As in tricks/sure.pxd, a count names the cards that it hangs on, and holds for every position of the same shape in which
# these ranks lie in the same hands.

from cards cimport CardSet, N_LANES, lane_set, n_cards
from tricks.bits cimport Shape, at_or_below, headed, length_of
from tricks.sure cimport Sure

cdef struct Winners:
    # of each hand
    CardSet cards[4]
    int n[4]
    CardSet suits[4]             # those that it stops, each as bit 15 of its lane


cdef inline void find_winners(const CardSet* hand, Winners* winners) noexcept nogil:
    cdef int seat
    cdef CardSet left = hand[0] | hand[1] | hand[2] | hand[3]
    for seat in range(4):
        winners.cards[seat] = hand[seat] & ~at_or_below(left ^ hand[seat])
        winners.suits[seat] = headed(hand[seat], left ^ hand[seat])
        winners.n[seat] = n_cards(winners.cards[seat])


cdef inline CardSet named(const CardSet* hand, int seat, const Winners* winners, int needed) noexcept nogil:
    """The cards whose ranks matter if so many winners of a hand are needed.

    They are the highest of each suit and as many more as that takes. In a suit that no other hand has, ranks do not matter.
    """
    cdef CardSet others = hand[(seat + 1) & 3] | hand[(seat + 2) & 3] | hand[(seat + 3) & 3], run, cards = 0
    cdef int lane, spare = winners.n[seat] - needed
    for lane in range(N_LANES):
        run = winners.cards[seat] & lane_set(lane)
        if run and others & lane_set(lane):
            while spare > 0 and run & (run - 1):
                run &= run - 1
                spare -= 1
            cards |= run
    return cards


cdef inline int n_stops(const CardSet* hand, int seat, const Winners* winners) noexcept nogil:
    """The number of suits that a hand stops and the other side has."""
    cdef CardSet opposing = hand[(seat + 1) & 3] | hand[(seat + 3) & 3]
    return n_cards(winners.suits[seat] & headed(opposing, 0))


cdef inline bint keeps(int n_kept, int n_tricks, int lost, int played, int needed) noexcept nogil:
    """Does the side come to `needed` tricks though the hand may have to throw one of `n_kept` winners that it should keep?

    It has fewer cards than those only after more than `n_tricks - n_kept` tricks elsewhere. Either no more can be `played`
    there; or the side has won enough of so many, all but the `lost` ones. (It may be that the hand always has another card
    to throw: no deal is known in which it has not. That is not proved, so nothing rests on it.)
    """
    return played <= n_tricks - n_kept or n_tricks - n_kept + 1 - lost >= needed


cdef inline bint is_stopped_at_once(
    const CardSet* hand, int leader, const Winners* winners, int needed
) noexcept nogil:
    """Is every suit that the leader has stopped by a hand of the other side with enough winners?"""
    cdef int i, seat
    cdef CardSet stopped = 0
    for i in range(1, 4, 2):
        seat = (leader + i) & 3
        if winners.n[seat] >= needed:
            stopped |= winners.suits[seat]
    return not headed(hand[leader], 0) & ~stopped


cdef inline bint stops_alone(
    const CardSet* hand, Shape shape, int n_tricks, int leader, int seat, const Winners* winners, int needed
) noexcept nogil:
    """Does one hand of the side not on lead bring it `needed` tricks?

    In a suit that the hand does not stop, the side on lead wins at most as many tricks as its longer hand has cards: each
    takes one from both of its hands that have any. Together they are `lost`. All other tricks are won by the side: by
    the partner, or by this hand, which then cashes. Meanwhile the hand follows with cards that win nothing, or throws
    them, and throws winners only when nothing else is left. So in the end the side has all its winners, or all tricks
    but the `lost` ones.

    The hand should keep a winner of each suit that the side on lead has. The tricks `played` before one of these is led
    take a card each from the longest of the three other hands, or from the partner alone. If the partner has a card of a
    suit that is stopped, it keeps it, and leads it when it first wins a trick; the hand keeps a winner for that, too.
    """
    cdef int lane, longer, lost = 0, played = 0, partner = seat ^ 2, n_kept
    cdef bint can_lead = False, can_lead_own = False
    if winners.n[seat] < needed:
        return False
    for lane in range(N_LANES):
        longer = max(length_of(shape, leader, lane), length_of(shape, leader ^ 2, lane))
        if not winners.suits[seat] & lane_set(lane):
            lost += longer
            played += max(longer, length_of(shape, partner, lane))
        elif longer:
            can_lead |= length_of(shape, partner, lane) > 0
        elif length_of(shape, partner, lane):
            played += length_of(shape, partner, lane)
            can_lead_own = True
    if n_tricks - lost < needed:
        return False
    n_kept = n_stops(hand, seat, winners)
    if lost + 2 <= n_tricks:     # there is a card beside it for each trick until then
        if can_lead:
            played = min(played, lost + 1)
        elif can_lead_own and keeps(n_kept + 1, n_tricks, lost, lost + 1, needed):
            return True
    return keeps(n_kept, n_tricks, lost, played, needed)


cdef inline bint stop_together(
    const CardSet* hand, Shape shape, int n_tricks, int leader, const Winners* winners, int needed
) noexcept nogil:
    """Does either hand of the side not on lead bring it `needed` tricks, whichever of their suits is led?

    As in `stops_alone`; but each of the hands cashes as soon as it wins a trick.
    """
    cdef int lane, lost = 0, first = (leader + 1) & 3, second = (leader + 3) & 3
    cdef CardSet both = winners.suits[first] | winners.suits[second]
    if winners.n[first] < needed or winners.n[second] < needed:
        return False
    for lane in range(N_LANES):
        if not both & lane_set(lane):
            lost += max(length_of(shape, leader, lane), length_of(shape, leader ^ 2, lane))
    return (
        n_tricks - lost >= needed
        and keeps(n_stops(hand, first, winners), n_tricks, lost, lost, needed)
        and keeps(n_stops(hand, second, winners), n_tricks, lost, lost, needed)
    )


cdef inline Sure sure_stops(
    const CardSet* hand, Shape shape, int n_tricks, int leader, const Winners* winners, int needed
) noexcept nogil:
    """`needed` tricks of the side not on lead, or none."""
    cdef int lane, i, seat, first = (leader + 1) & 3, second = (leader + 3) & 3
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    if winners.n[first] < needed and winners.n[second] < needed:
        return sure
    if is_stopped_at_once(hand, leader, winners, needed):
        sure.n = needed
        for lane in range(N_LANES):
            if hand[leader] & lane_set(lane):
                seat = first if winners.suits[first] & lane_set(lane) else second
                sure.relevant |= named(hand, seat, winners, needed)
        return sure
    for i in range(1, 4, 2):
        seat = (leader + i) & 3
        if stops_alone(hand, shape, n_tricks, leader, seat, winners, needed):
            sure.n = needed
            sure.relevant = named(hand, seat, winners, needed)
            return sure
    if stop_together(hand, shape, n_tricks, leader, winners, needed):
        sure.n = needed
        sure.relevant = named(hand, first, winners, needed) | named(hand, second, winners, needed)
    return sure


cdef inline Sure sure_waiting(
    const CardSet* hand, Shape shape, int n_tricks, int leader, const Winners* winners, int needed
) noexcept nogil:
    """`needed` tricks of the side on lead whose leader has no card of the suits that the partner stops, or none.

    The leader cashes its winners and then leads anything. The partner waits with its own, as a hand does in
    `stops_alone`.
    """
    cdef int lane, longer, lost = 0, played = 0, partner = leader ^ 2
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    if not winners.n[partner] or winners.n[leader] + winners.n[partner] < needed:
        return sure
    for lane in range(N_LANES):
        if winners.suits[partner] & lane_set(lane):
            if hand[leader] & lane_set(lane):
                return sure
            continue
        longer = max(length_of(shape, (leader + 1) & 3, lane), length_of(shape, (leader + 3) & 3, lane))
        lost += longer
        played += max(longer, length_of(shape, leader, lane))
    if n_tricks - lost >= needed and keeps(n_stops(hand, partner, winners), n_tricks, lost, played, needed):
        sure.n = needed
        sure.relevant = named(hand, leader, winners, needed) | named(
            hand, partner, winners, max(needed - winners.n[leader], 0)
        )
    return sure
