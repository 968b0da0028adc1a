# Tricks that a side wins whatever the other does, counted without any search, at the start of a trick.
#
# Each count names the cards that it hangs on. Besides those it looks only at lengths, so it holds for every position with
# the same shape in which these ranks lie in the same hands. (The ideas are Bo Haglund's quick tricks and later tricks,
# "Search algorithms for a bridge double dummy solver", 2010; the counts are our own.)

from cards cimport CardSet, N_LANES, above, highest, lane_set, lowest, n_cards, one
from tricks.bits cimport Shape, length_of

cdef enum:
    BEYOND_ALL = 14              # more tricks than a deal has

cdef struct Sure:
    int n                        # tricks
    CardSet relevant             # the cards whose ranks matter to the count


cdef inline CardSet above_all(CardSet cards, CardSet others) noexcept nogil:
    """Those of a suit's `cards` that are higher than all of the `others`."""
    if not others:
        return cards
    return cards & ~(((<CardSet>2) << highest(others)) - 1)


cdef inline CardSet top(CardSet cards, int have, int n) noexcept nogil:
    """The `n` highest of a suit's `have` cards."""
    if n <= 0:
        return 0
    while have > n:
        cards &= cards - 1
        have -= 1
    return cards


cdef inline Sure quick_tricks(
    const CardSet* hand, Shape shape, int n_tricks, int leader, int trump, int needed
) noexcept nogil:
    """Tricks that the side on lead can cash at once: the leader's winners, then the partner's, if a card leads there.

    A winner is higher than all cards of its suit in other hands, or is of a suit that no other hand has any more.
    The leader first draws trumps, as far as the leader has the top ones. While an opponent may still have trumps, a
    plain suit is cashed only as often as that opponent must follow. An opponent who follows to every card discards
    none of the suits counted. The partner follows with the lowest cards and discards what wins nothing. Neither the
    leader nor the partner is ever left with trumps alone, which would ruff the other's winners. The count goes no
    further than `needed`: fewer cards matter then, and the proof holds for more positions.
    """
    cdef int partner = leader ^ 2, left_hand = (leader + 1) & 3, right_hand = (leader + 3) & 3
    cdef bint has_trumps = trump >= 0
    cdef int drawn = 0, cashed = 0, for_partner = 0, plain_for_partner = 0, trumps_for_partner = 0
    cdef int i, lane, own, theirs, most, limit, n, m, room, for_room = BEYOND_ALL
    cdef bint left_ruffs = False, right_ruffs = False, has_entry = False, has_trump_entry = False
    cdef CardSet suit, mine, partners, opposing, run, relevant = 0, partners_relevant = 0
    cdef Sure sure

    # Step 1. Which opponents can ruff before any trump is drawn.
    sure.relevant = 0
    if has_trumps:
        left_ruffs = length_of(shape, left_hand, trump) > 0
        right_ruffs = length_of(shape, right_hand, trump) > 0
    # Step 2. Suit by suit, trumps first (the order of the others does not matter).
    for i in range(N_LANES):
        lane = i
        if has_trumps:
            lane = trump if i == 0 else (i - 1 if i <= trump else i)
        suit = lane_set(lane)
        mine = hand[leader] & suit
        partners = hand[partner] & suit
        if not (mine | partners):
            continue
        # Step 2a. How often a plain suit can be led before an opponent with trumps has none of it.
        opposing = (hand[left_hand] | hand[right_hand]) & suit
        own = length_of(shape, leader, lane)
        theirs = length_of(shape, partner, lane)
        limit = BEYOND_ALL
        if has_trumps and lane != trump:
            if left_ruffs:
                limit = length_of(shape, left_hand, lane)
            if right_ruffs:
                limit = min(limit, length_of(shape, right_hand, lane))
            if limit == 0:
                continue
        most = max(length_of(shape, left_hand, lane), length_of(shape, right_hand, lane))

        # Step 2b. The leader's winners.
        run = above_all(mine, opposing | partners)
        n = n_cards(run)
        if n > limit:
            run = top(run, n, limit)
            n = limit
        if n:
            # Once the longest other hand has no more of the suit, ranks do not matter.
            relevant |= top(run, n, min(max(most, theirs), needed - drawn - cashed))
        if n and n >= most and n >= theirs and n < own:
            n = min(own, limit)
        if has_trumps and lane == trump:
            drawn = n
            left_ruffs = length_of(shape, left_hand, lane) > n
            right_ruffs = length_of(shape, right_hand, lane) > n
            if length_of(shape, partner, lane) > n:
                for_room = n_tricks - length_of(shape, partner, lane)
        else:
            cashed += n
        if drawn + cashed >= needed and cashed <= for_room:
            sure.n = needed         # the cards named are those of this many tricks
            sure.relevant = relevant
            return sure

        # Step 2c. What the partner can win of the suit after that.
        if theirs > n and limit > n:
            run = above_all(partners, opposing | (mine & ~run))
            m = min(n_cards(run), theirs - n)
            if m:
                partners_relevant |= top(run, n_cards(run), max(most, own) - n)
                if own > n:
                    if has_trumps and lane == trump:
                        has_trump_entry = True
                    else:
                        has_entry = True
                if n_cards(run) >= theirs - n or (m >= most - n and m >= own - n):
                    m = theirs - n
                m = min(m, limit - n)
                if has_trumps and lane == trump:
                    trumps_for_partner = m
                else:
                    plain_for_partner += m

    # Step 3. While the partner keeps trumps: each plain winner takes a plain card from the partner, who never has to
    # ruff one.
    sure.relevant = relevant
    if has_trumps and length_of(shape, partner, trump) > drawn:
        room = n_tricks - length_of(shape, partner, trump)
        if cashed > room:
            sure.n = drawn + room
            return sure
        plain_for_partner = min(plain_for_partner, room - cashed)
    # Step 4. While the leader keeps trumps: the same the other way round.
    sure.n = drawn + cashed
    if has_trumps and length_of(shape, leader, trump) > drawn + trumps_for_partner:
        room = n_tricks - length_of(shape, leader, trump) - cashed
        plain_for_partner = max(0, min(plain_for_partner, room))

    # Step 5. The partner's winners, if the leader has a card to lead to one of them.
    if has_trump_entry or (has_entry and plain_for_partner):
        for_partner = min(plain_for_partner + trumps_for_partner, n_tricks - sure.n)
        if for_partner > 0:
            sure.n += for_partner
            sure.relevant |= partners_relevant
    sure.n = min(sure.n, needed)
    return sure


cdef inline Sure sure_trumps(const CardSet* hand, CardSet trumps, int seat, int leader, int needed) noexcept nogil:
    """The trump tricks that no play can take from the side of `seat`; it counts no further than `needed`.

    Take the side's trumps that are above all but the opponents' k highest. At most k of the tricks in which they fall go
    to those k. And they fall in as many tricks as there are of them, up to the length of the longer holding: two of them
    meet in a trick only when neither hand has another trump. A hand that must ruff alone ruffs with one of them while it
    has one. When it has none they are all in the other hand, where each falls in a trick of its own.

    When that counts nothing, the side's highest trump wins if two things hold: the opponents' higher ones are all in the
    hand that plays before its holder, and the holder has more trumps than there are of those. The holder plays it as soon
    as a trump may be played and none of those is in the trick. The holder can play before that hand only by leading. In
    the first trick that must not be a trump, so a plain card must be there; later the side has already won a trick.
    """
    cdef int partner = seat ^ 2, holder, k, n, longer
    cdef CardSet own = hand[seat] & trumps, partners = hand[partner] & trumps, both = own | partners
    cdef CardSet opposing = (hand[(seat + 1) & 3] | hand[(seat + 3) & 3]) & trumps
    cdef CardSet others = opposing, run, holders, higher
    cdef Sure sure

    # Step 1. By rank alone.
    sure.n = 0
    sure.relevant = 0
    longer = max(n_cards(own), n_cards(partners))
    for k in range(longer):
        run = above_all(both, others)
        n = min(n_cards(run), longer) - k
        if n > sure.n:
            sure.n = min(n, needed)
            sure.relevant = top(run, n_cards(run), sure.n + k)
        if not others or sure.n >= needed:
            break
        others ^= one(highest(others))

    # Step 2. By where the highest trumps lie.
    if sure.n or not both:
        return sure
    holder = seat if own > partners else partner
    holders = own if own > partners else partners
    if holder == leader and holders == hand[holder]:
        return sure
    higher = opposing & above(highest(holders))
    if n_cards(holders) > n_cards(higher) and not higher & ~hand[(holder + 3) & 3]:
        sure.n = 1
        sure.relevant = one(highest(holders))
    return sure


cdef inline Sure sure_masters(const CardSet* hand, Shape shape, int trump, int seat, int needed) noexcept nogil:
    """The tricks that a side has for certain when only its two hands still have trumps, either of them on lead.

    They are the trumps of one hand and its masters: the cards above all others of a plain suit, and the rest of a suit
    that nobody else has any more once these are gone. The hand plays a master when its suit is led, ruffs when it has none
    of the suit led, and cashes all this once it is on lead. So no master is thrown away while the hand waits, and the
    cards counted fall in different tricks, all of them won by the side. Should the partner be left with nothing but
    trumps, the side wins every trick from then on.
    """
    cdef int i, j, lane, holder, n, most
    cdef CardSet mine, others, run
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    for i in range(2):
        holder = seat ^ (2 * i)
        sure.n = length_of(shape, holder, trump)
        sure.relevant = 0
        if sure.n == 0:
            continue
        for lane in range(N_LANES):
            mine = hand[holder] & lane_set(lane)
            if lane == trump or not mine:
                continue
            others = (hand[(holder + 1) & 3] | hand[(holder + 2) & 3] | hand[(holder + 3) & 3]) & lane_set(lane)
            run = above_all(mine, others)
            if not run:
                continue
            n = n_cards(run)
            most = 0
            for j in range(1, 4):
                most = max(most, length_of(shape, (holder + j) & 3, lane))
            sure.relevant |= top(run, n, most)
            sure.n += length_of(shape, holder, lane) if n >= most else n
        if sure.n >= needed:
            break
    return sure
