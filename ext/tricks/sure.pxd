# Tricks that a side wins whatever the other does, counted without any search, at the start of a trick.
#
# Each count names the cards that it hangs on. Besides those it looks only at lengths, so it holds for every position with
# the same shape in which these ranks lie in the same hands. (The ideas are Bo Haglund's quick tricks and later tricks,
# "Search algorithms for a bridge double dummy solver", 2010; the counts are our own.)

from cards cimport CardSet, N_LANES, TRUMP_LANE, above, highest, lane_set, lowest, n_cards, one
from tricks.bits cimport Shape, headed, length_of, turned, without_lowest

cdef enum:
    BEYOND_ALL = 14              # more tricks than a deal has

cdef struct Sure:
    int n                        # tricks
    CardSet relevant             # the cards whose ranks matter to the count


cdef inline CardSet above_all(CardSet cards, CardSet others) noexcept nogil:
    """Those of a suit's `cards` that are higher than all of the `others`."""
    return cards & ~(one(highest(others << 1 | 1)) - 1)


cdef inline CardSet top(CardSet cards, int have, int n) noexcept nogil:
    """The `n` highest of a suit's `have` cards."""
    return without_lowest(cards, max(have - n, 0))


cdef inline int n_unruffed(Shape shape, int leader, int lane, bint left_ruffs, bint right_ruffs) noexcept nogil:
    """How often the leader can lead a plain suit before an opponent who has trumps has none of it."""
    cdef int limit = BEYOND_ALL
    if left_ruffs:
        limit = length_of(shape, (leader + 1) & 3, lane)
    if right_ruffs:
        limit = min(limit, length_of(shape, (leader + 3) & 3, lane))
    return limit


cdef inline bint ruffs(
    const CardSet* hand, Shape shape, int leader, int trump, int drawn, int needed, CardSet* relevant
) noexcept nogil:
    """Does the partner come to `needed` tricks by a ruff, once the leader has cashed plain winners and `drawn` trumps?

    If the opponents who still have trumps must follow to the suit that is led, any trump will do, and the partner's winners,
    named in `relevant`, are as good as over another entry. If one of them need not, the partner ruffs with the highest
    trump, and only masters among the others are counted: that opponent may throw a card of a suit, and ruff it next time.

    What `quick_tricks` has found of a suit is found again here: few positions come so far, and all would have to keep it.
    """
    cdef int partner = leader ^ 2, left_hand = (leader + 1) & 3, right_hand = (leader + 3) & 3
    cdef int lane, own, limit, most, n
    cdef bint left_ruffs = length_of(shape, left_hand, trump) > drawn
    cdef bint right_ruffs = length_of(shape, right_hand, trump) > drawn
    cdef CardSet suit, trumps = lane_set(trump), over, masters
    for lane in range(N_LANES):
        own = length_of(shape, leader, lane)
        if lane == trump or own == 0 or length_of(shape, partner, lane):
            continue
        # Winners of this suit are led before.
        suit = lane_set(lane)
        limit = n_unruffed(shape, leader, lane, left_ruffs, right_ruffs)
        most = max(length_of(shape, left_hand, lane), length_of(shape, right_hand, lane))
        n = min(n_cards(above_all(hand[leader] & suit, (hand[left_hand] | hand[right_hand]) & suit)), limit)
        if n and n >= most:
            n = min(own, limit)
        if n == own:
            continue
        over = 0
        if left_ruffs and length_of(shape, left_hand, lane) <= n:
            over = hand[left_hand] & trumps
        if right_ruffs and length_of(shape, right_hand, lane) <= n:
            over |= hand[right_hand] & trumps
        if not over:
            if needed == 1:
                relevant[0] = 0
            return True
        if over > hand[partner] & trumps:
            continue
        if needed == 1:
            relevant[0] = one(highest(hand[partner] & trumps))
            return True
        masters = above_all(hand[leader] & trumps, (hand[left_hand] | hand[partner] | hand[right_hand]) & trumps)
        masters = above_all(
            hand[partner] & trumps, (hand[left_hand] | hand[right_hand] | (hand[leader] & ~masters)) & trumps
        )
        if n_cards(masters) >= needed and length_of(shape, partner, trump) >= drawn + needed:
            relevant[0] = top(masters, n_cards(masters), needed)
            return True
    return False


cdef struct Suit:
    # one that the side on lead heads
    CardSet mine                 # the leader's cards
    CardSet partners
    CardSet opposing
    int own                      # how many the leader has
    int theirs                   # the partner
    int most                     # the opponent who has more of it
    int limit                    # how often it can be led before an opponent ruffs


cdef inline void look_at(
    const CardSet* hand, Shape around, int leader, int lane, int limit, Suit* suit
) noexcept nogil:
    """What the two sides have of a suit. `around` are the lengths as the leader sees them."""
    suit.mine = hand[leader] & lane_set(lane)
    suit.partners = hand[leader ^ 2] & lane_set(lane)
    suit.opposing = (hand[(leader + 1) & 3] | hand[(leader + 3) & 3]) & lane_set(lane)
    suit.own = length_of(around, 0, lane)
    suit.theirs = length_of(around, 2, lane)
    suit.most = max(length_of(around, 1, lane), length_of(around, 3, lane))
    suit.limit = limit


cdef inline int cash(const Suit* suit, int wanted, CardSet* run, CardSet* relevant) noexcept nogil:
    """How many tricks of a suit the leader wins; the `run` of winners that come first, and what `wanted` of them hang on."""
    cdef CardSet winners = above_all(suit.mine, suit.opposing | suit.partners)
    cdef int n = n_cards(winners)
    if n > suit.limit:
        winners = top(winners, n, suit.limit)
        n = suit.limit
    run[0] = winners
    if n:
        # Once the longest other hand has no more of the suit, ranks do not matter.
        relevant[0] |= top(winners, n, min(max(suit.most, suit.theirs), wanted))
        if n >= suit.most and n >= suit.theirs and n < suit.own:
            n = min(suit.own, suit.limit)
    return n


cdef inline int cash_after(const Suit* suit, int n, CardSet run, CardSet* relevant) noexcept nogil:
    """How many tricks of a suit the partner wins after the leader's `n`."""
    cdef CardSet winners
    cdef int m
    if suit.theirs <= n or suit.limit <= n:
        return 0
    winners = above_all(suit.partners, suit.opposing | (suit.mine & ~run))
    m = min(n_cards(winners), suit.theirs - n)
    if m == 0:
        return 0
    relevant[0] |= top(winners, n_cards(winners), max(suit.most, suit.own) - n)
    if m == suit.theirs - n or (m >= suit.most - n and m >= suit.own - n):
        m = suit.theirs - n
    return min(m, suit.limit - n)


cdef inline Sure quick_tricks(
    const CardSet* hand, Shape shape, int n_tricks, int leader, int trump, int needed, Sure* plain
) noexcept nogil:
    """Tricks that the side on lead can cash at once: the leader's winners, then the partner's, if a card leads there.

    A winner is higher than all cards of its suit in other hands, or is of a suit that no other hand has any more.
    The leader first draws trumps, as far as the leader has the top ones. While an opponent may still have trumps, a
    plain suit is cashed only as often as that opponent must follow. An opponent who follows to every card discards
    none of the suits counted. The partner follows with the lowest cards and discards what wins nothing. Neither the
    leader nor the partner is ever left with trumps alone, which would ruff the other's winners. The count goes no
    further than `needed`: fewer cards matter then, and the proof holds for more positions.

    If that is not enough and the leader draws no trumps, `plain` are the tricks that plain suits bring: all trumps are
    still in their hands after them.
    """
    cdef int partner = leader ^ 2
    cdef bint has_trumps = trump >= 0
    cdef int drawn = 0, cashed = 0, for_partner = 0, plain_for_partner = 0, trumps_for_partner = 0
    cdef int lane, limit = BEYOND_ALL, n, m, room, for_room = BEYOND_ALL
    cdef bint left_ruffs = False, right_ruffs = False, has_entry = False, has_trump_entry = False
    cdef CardSet run, relevant = 0, partners_relevant = 0
    cdef CardSet heads = headed(hand[leader] | hand[partner], hand[(leader + 1) & 3] | hand[(leader + 3) & 3])
    cdef Shape around = turned(shape, leader)
    cdef Suit suit
    cdef Sure sure

    # Step 1. Trumps, and which opponents can ruff after that. A suit that the opponents head brings nothing.
    sure.relevant = 0
    plain.n = 0
    plain.relevant = 0
    if has_trumps:
        if heads & lane_set(TRUMP_LANE):
            heads &= ~lane_set(TRUMP_LANE)
            look_at(hand, around, leader, TRUMP_LANE, BEYOND_ALL, &suit)
            drawn = cash(&suit, needed, &run, &relevant)
            if drawn >= needed:
                sure.n = needed         # the cards named are those of this many tricks
                sure.relevant = relevant
                return sure
            trumps_for_partner = cash_after(&suit, drawn, run, &partners_relevant)
            has_trump_entry = trumps_for_partner > 0 and suit.own > drawn
        left_ruffs = length_of(around, 1, TRUMP_LANE) > drawn
        right_ruffs = length_of(around, 3, TRUMP_LANE) > drawn
        if length_of(around, 2, TRUMP_LANE) > drawn:
            for_room = n_tricks - length_of(around, 2, TRUMP_LANE)

    # Step 2. Plain suits, the leader's winners and then the partner's (the order of suits does not matter).
    while heads:
        lane = lowest(heads) >> 4
        heads &= heads - 1
        if has_trumps:
            limit = n_unruffed(around, 0, lane, left_ruffs, right_ruffs)
            if limit == 0:
                continue
        look_at(hand, around, leader, lane, limit, &suit)
        n = cash(&suit, needed - drawn - cashed, &run, &relevant)
        cashed += n
        if drawn + cashed >= needed and cashed <= for_room:
            sure.n = needed
            sure.relevant = relevant
            return sure
        m = cash_after(&suit, n, run, &partners_relevant)
        plain_for_partner += m
        has_entry |= m > 0 and suit.own > n

    # Step 3. While the partner keeps trumps: each plain winner takes a plain card from the partner, who never has to
    # ruff one.
    sure.relevant = relevant
    if has_trumps and length_of(around, 2, TRUMP_LANE) > drawn:
        room = n_tricks - length_of(around, 2, TRUMP_LANE)
        if cashed > room:
            sure.n = drawn + room
            if drawn == 0:
                plain[0] = sure
            return sure
        plain_for_partner = min(plain_for_partner, room - cashed)
    # Step 4. While the leader keeps trumps: the same the other way round.
    sure.n = drawn + cashed
    if has_trumps and length_of(around, 0, TRUMP_LANE) > drawn + trumps_for_partner:
        room = n_tricks - length_of(around, 0, TRUMP_LANE) - cashed
        plain_for_partner = max(0, min(plain_for_partner, room))

    if has_trumps and drawn == 0:
        plain[0] = sure
        if has_entry:
            plain.n += plain_for_partner
            plain.relevant |= partners_relevant

    # Step 5. The partner's winners, if the leader has a card to lead to one of them.
    if has_trump_entry or (has_entry and plain_for_partner):
        for_partner = min(plain_for_partner + trumps_for_partner, n_tricks - sure.n)

    # Step 6. The same by a ruff, with a trump that wins nothing else if there is one. Should the leader have to ruff the last
    # of the plain winners, the trick is the side's as well.
    if has_trumps and sure.n + for_partner < needed:
        m = length_of(around, 2, TRUMP_LANE) - drawn
        if m > 0 and sure.n + 1 + min(trumps_for_partner, m - 1) + plain_for_partner >= needed:
            if ruffs(hand, shape, leader, trump, drawn, needed - sure.n, &partners_relevant):
                sure.n = needed
                sure.relevant |= partners_relevant
                return sure
    if for_partner > 0:
        sure.n += for_partner
        sure.relevant |= partners_relevant
    sure.n = min(sure.n, needed)
    return sure


cdef inline Sure sure_trumps(
    const CardSet* hand, CardSet trumps, int seat, int leader, int n_plain, int needed
) noexcept nogil:
    """The trump tricks that no play can take from the side of `seat`, once it has cashed `n_plain` tricks of plain suits.

    It counts no further than `needed`.

    Take the side's trumps that are above all but the opponents' k highest. At most k of the tricks in which they fall go
    to those k. And they fall in as many tricks as there are of them, up to the length of the longer holding: two of them
    meet in a trick only when neither hand has another trump. A hand that must ruff alone ruffs with one of them while it
    has one. When it has none they are all in the other hand, where each falls in a trick of its own.

    Where one trick is missing, another trump of a hand may win it: the highest that is not a master, if all higher ones of
    the opponents are in the hand that plays before it. Whenever a trump is played, the holder takes the trick with the
    lowest of these that wins it, and throws another trump, a spare one, if none does. So there must be a spare one for each
    of the higher ones, or a master; with two masters or more only one such trump can be met, as the others could be kept until
    the masters are gone. There must also be a spare one for each master of the partner, which may fall with it. The holder
    can play before that hand only by leading a trump, with nothing but trumps left. In the first trick a plain card must be
    there. Later the side has won the trick before: either one that is not counted, or by one of these trumps, and then those
    that are left can be led.
    """
    cdef int partner = seat ^ 2, holder, k, n, longer, for_partner, n_higher, n_own
    cdef bint is_met
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
    if sure.n + 1 != needed:
        return sure
    for holder in range(seat & 1, 4, 2):
        holders = hand[holder] & trumps
        run = above_all(holders, opposing)
        if run == holders or ((holder == leader or n_plain) and n_cards(hand[holder] ^ holders) <= n_plain):
            continue
        higher = opposing & above(highest(holders ^ run))
        if higher & ~hand[(holder + 3) & 3]:
            continue
        n = n_cards(run)
        for_partner = n_cards(above_all(hand[holder ^ 2] & trumps, opposing))
        if n + for_partner + 1 < needed:
            continue
        n_own = n_cards(holders)
        n_higher = n_cards(higher)
        is_met = n_higher + for_partner < n_own
        if n >= 2:
            is_met = n_higher == 1 and n + for_partner < n_own
        if is_met:
            sure.n = needed
            sure.relevant = one(highest(holders ^ run))
            return sure
    return sure


cdef inline Sure sure_masters(const CardSet* hand, Shape shape, int trump, int seat, int needed) noexcept nogil:
    """The tricks that a side has for certain when only its two hands still have trumps, either of them on lead.

    They are the trumps of one hand and its masters: the cards above all others of a plain suit, and the rest of a suit
    that nobody else has any more once these are gone. The hand plays a master when its suit is led, ruffs when it has none
    of the suit led, and cashes all this once it is on lead. So no master is thrown away while the hand waits, and the
    cards counted fall in different tricks, all of them won by the side. Should the partner be left with nothing but
    trumps, the side wins every trick from then on.

    Its other cards of suits that the partner has none of, losers, bring a trick each as long as the partner has a trump, as
    nobody ruffs higher. The hand leads one whenever it is on lead and has a trump left; with its last trump it cashes its
    masters first. It throws other cards before losers. When nothing but losers is left, the partner has a trump for each of
    those that are counted, so either nothing else as well, or has ruffed a card that was not counted.
    """
    cdef int i, j, lane, holder, n, most, counted
    cdef CardSet mine, others, run
    cdef Sure sure
    sure.n = 0
    sure.relevant = 0
    for i in range(2):
        holder = seat ^ (2 * i)
        sure.n = length_of(shape, holder, trump)
        sure.relevant = 0
        counted = 0
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
            if n >= most:
                n = length_of(shape, holder, lane)
            sure.n += n
            counted += n << 4 * lane
        if sure.n >= needed:
            break
        # Step 2. What the partner ruffs.
        if sure.n + length_of(shape, holder ^ 2, trump) >= needed:
            n = sure.n
            for lane in range(N_LANES):
                if lane != trump and not length_of(shape, holder ^ 2, lane):
                    n += length_of(shape, holder, lane) - (counted >> 4 * lane & 15)
            if n >= needed:
                sure.n = needed
                break
    return sure
