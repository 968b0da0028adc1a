# Which cards to try, and in which order. Order never changes a value, only how soon the search can stop.

cimport cython

from libc.stdint cimport uint64_t

from cards cimport CardSet, TRUMP_LANE, above, highest, lane_of, lane_set, lowest, n_cards, one
from refutations cimport near_slot_of, slot_of
from tricks.bits cimport TOPS, Shape, length_of, turned
from tricks.merits cimport (
    BASE, DISCARD, DISCARD_FROM_RUFF, DISCARD_GUARD, DISCARD_IDLE, DISCARD_IDLE_RANK, DISCARD_LENGTH, DISCARD_LONE,
    DISCARD_MASTER, DISCARD_PARTNER_WINS, DISCARD_RANK, FOLLOW_LOW, FOLLOW_LOW_RANK, FOLLOW_OVER, FOLLOW_OVER_RANK,
    FOLLOW_OVER_SECOND, FOLLOW_OVER_UNWANTED, FOLLOW_WIN, FOLLOW_WIN_RANK, FOLLOW_WIN_UNWANTED, LEFT, LOWEST, MASTER,
    MASTER_TRUMP, N_FEATURES, OTHER, OTHER_TRUMP, OUR_TRUMPS, OVER_RIGHT, OWN, PARTNER, PARTNERS, PARTNERS_TRUMP,
    PARTNER_IS_VOID, PARTNER_RUFFS, RANK, RIGHT, RIGHT_IS_VOID, RUFF_HIGH, RUFF_HIGH_RANK, RUFF_HIGH_UNWANTED,
    RUFF_LOW, RUFF_LOW_RANK, RUFF_LOW_UNWANTED, SUCCESS, THEY_RUFF, UNDERRUFF, UNDERRUFF_RANK, UNDER_RIGHT,
    follow_merit, lead_merit)
from tricks.state cimport Search, Trick, beats, cards_in_hands
from tricks.sure cimport above_all

cdef enum:
    MOST_MOVES = 13

cdef struct Moves:
    int n
    int card[MOST_MOVES]
    int merit[MOST_MOVES]


cdef inline CardSet walls(CardSet others) noexcept nogil:
    """The bits that part the cards of a hand into classes: cards of others, and the ends of the suits."""
    return others | TOPS


cdef inline CardSet distinct(CardSet cards, CardSet others) noexcept nogil:
    """The lowest card of each class: cards are as good as each other if no other hand holds one between them.

    The subtraction negates each class by itself, as it borrows from the wall above; and x & -x is the lowest bit of x.
    """
    return cards & (walls(others) - cards)


cdef inline CardSet equals_of(CardSet cards, CardSet others, int card) noexcept nogil:
    """The cards of one hand and suit that are as good as `card`, itself included."""
    cdef CardSet ends = walls(others), higher = ends & ~(((<CardSet>2) << card) - 1)
    cdef CardSet starts = (ends << 1 | 1) & (((<CardSet>2) << card) - 1)
    return cards & ((higher & -higher) - 1) & ~(one(highest(starts)) - 1)


cdef inline unsigned char* refutation(const Search* s, const Trick* trick, CardSet cards) noexcept nogil:
    """The slot of the situation in which the next player may play `cards`.

    A player who follows is known by the own side's cards of the suit. Those of the opponents would tell more, but then
    fewer situations are alike. Any other player is known by the cards that may be played. Where only the card to beat is
    another one, the slots are neighbours, as they are asked for one after the other.
    """
    if trick.n == 0:
        return slot_of(s.refutations, cards, trick.seat)
    if cards & lane_set(trick.led):
        cards = (s.hand[trick.seat] | s.hand[trick.seat ^ 2]) & lane_set(trick.led)
    return near_slot_of(s.refutations, cards, 4 * trick.n + trick.seat, trick.best)


cdef inline void insert(Moves* moves, int card, int merit) noexcept nogil:
    cdef int i = moves.n
    while i > 0 and moves.merit[i - 1] < merit:
        moves.merit[i] = moves.merit[i - 1]
        moves.card[i] = moves.card[i - 1]
        i -= 1
    moves.merit[i] = merit
    moves.card[i] = card
    moves.n += 1


cdef inline int best_of(CardSet cards) noexcept nogil:
    """The highest card of a suit's cards, or -1."""
    return highest(cards) if cards else -1


cdef inline int lead_case(bint is_trump, bint ours_alone, bint is_master, bint is_partners, bint partner_ruffs,
                          bint they_ruff) noexcept nogil:
    """The kind of lead: a row of the merits."""
    if is_trump and ours_alone:
        return OUR_TRUMPS
    if is_master and not they_ruff:
        return MASTER_TRUMP if is_trump else MASTER
    if is_partners and not they_ruff:
        return PARTNERS_TRUMP if is_trump else PARTNERS
    if they_ruff:
        return THEY_RUFF
    if partner_ruffs:
        return PARTNER_RUFFS
    return OTHER_TRUMP if is_trump else OTHER


cdef inline void insert_leads(
    Moves* moves, CardSet cards, int lowest_card, const short* weight, const int* feature, int merit
) noexcept nogil:
    """Puts leads of one suit and kind in their places; `merit` is what is not of the kind."""
    cdef int i, card
    for i in range(N_FEATURES):
        merit += weight[i] * feature[i]
    while cards:
        card = highest(cards)
        cards ^= one(card)
        insert(moves, card, merit + weight[RANK] * (card & 15) + (weight[LOWEST] if card == lowest_card else 0))


@cython.cdivision(True)          # or a division by 0 would be Python's to tell
cdef inline void list_leads(const Search* s, int leader, CardSet cards, Moves* moves) noexcept nogil:
    """Leads by who has the suit's high cards, how long it is in each hand, and how often this seat's leads of it cut off."""
    cdef int left_hand = (leader + 1) & 3, partner = leader ^ 2, right_hand = (leader + 3) & 3
    cdef int lane, success, lowest_card, left, theirs, right, left_best, right_best, partner_best
    cdef int feature[N_FEATURES]
    cdef bint has_trumps = s.trump >= 0, is_trump, is_alone, is_partners, they_ruff, partner_ruffs
    cdef bint left_trumps = False, partner_trumps = False, right_trumps = False
    cdef CardSet others = s.hand[left_hand] | s.hand[partner] | s.hand[right_hand], suit, masters
    cdef Shape around = turned(s.shape, leader)
    if has_trumps:
        left_trumps = length_of(around, 1, TRUMP_LANE) > 0
        partner_trumps = length_of(around, 2, TRUMP_LANE) > 0
        right_trumps = length_of(around, 3, TRUMP_LANE) > 0
    feature[BASE] = 1
    feature[RANK] = 0            # of the card, not of its suit: added later
    feature[LOWEST] = 0
    while cards:
        lane = lowest(cards) >> 4
        suit = cards & lane_set(lane)
        cards ^= suit
        left = length_of(around, 1, lane)
        theirs = length_of(around, 2, lane)
        right = length_of(around, 3, lane)
        left_best = best_of(s.hand[left_hand] & lane_set(lane))
        partner_best = best_of(s.hand[partner] & lane_set(lane))
        right_best = best_of(s.hand[right_hand] & lane_set(lane))
        is_trump = lane == s.trump
        is_alone = left == 0 and right == 0
        is_partners = partner_best > left_best and partner_best > right_best
        they_ruff = not is_trump and ((left == 0 and left_trumps) or (right == 0 and right_trumps))
        partner_ruffs = not is_trump and theirs == 0 and partner_trumps
        feature[OWN] = length_of(around, 0, lane)
        feature[PARTNER] = theirs
        feature[LEFT] = left
        feature[RIGHT] = right
        feature[OVER_RIGHT] = partner_best > right_best
        feature[UNDER_RIGHT] = right_best > left_best and right_best > partner_best
        feature[PARTNER_IS_VOID] = theirs == 0
        feature[RIGHT_IS_VOID] = right == 0
        success = SUCCESS * s.n_good[leader][lane] // (s.n_led[leader][lane] + 8)
        lowest_card = lowest(s.hand[leader] & lane_set(lane))
        masters = above_all(suit, others & lane_set(lane))
        if masters:
            insert_leads(moves, masters, lowest_card, lead_merit[has_trumps][lead_case(
                is_trump, is_alone, True, is_partners, partner_ruffs, they_ruff)], feature, success)
        if suit != masters:
            insert_leads(moves, suit ^ masters, lowest_card, lead_merit[has_trumps][lead_case(
                is_trump, is_alone, False, is_partners, partner_ruffs, they_ruff)], feature, success)


cdef inline int discard_merit(const Search* s, const Trick* trick, int card, const short* merits) noexcept nogil:
    """Low cards of long suits come first; the last cards that guard a suit come late."""
    cdef int seat = trick.seat, lane = card >> 4, length = length_of(s.shape, seat, lane), merit
    cdef CardSet opposing = (s.hand[(seat + 1) & 3] | s.hand[(seat + 3) & 3]) & lane_set(lane)
    cdef int n_above = n_cards(cards_in_hands(s) & above(card))
    if not opposing:
        return merits[DISCARD_IDLE] + merits[DISCARD_IDLE_RANK] * (card & 15)
    merit = merits[DISCARD] + merits[DISCARD_LENGTH] * length + merits[DISCARD_RANK] * (card & 15)
    if length == 1 and s.hand[seat] & s.trumps:
        merit += merits[DISCARD_LONE]
    if not s.hand[seat ^ 2] & lane_set(lane) and s.hand[seat ^ 2] & s.trumps:
        merit += merits[DISCARD_FROM_RUFF]
    if not (trick.winner ^ seat) & 1:
        merit += merits[DISCARD_PARTNER_WINS]
    if n_above == 0:
        merit += merits[DISCARD_MASTER]
    elif n_above < length and length - n_above <= 1:
        merit += merits[DISCARD_GUARD]
    return merit


cdef inline void list_follows(const Search* s, const Trick* trick, CardSet cards, Moves* moves) noexcept nogil:
    """First the cheapest card that wins for good, if the partner does not win; else the lowest."""
    cdef int seat = trick.seat, lane = trick.led, next_hand = (seat + 1) & 3, card, merit, rank
    cdef const short* merits = follow_merit[s.trump >= 0]
    cdef bint follows = bool(cards & lane_set(lane)), partner_wins = not (trick.winner ^ seat) & 1
    cdef bint wanted = True      # the partner does not win without this player's help
    cdef int to_beat = -1        # the highest card of the suit led that an opponent can still play
    cdef bint may_ruff = False   # an opponent can still ruff
    cdef int to_ruff = -1
    cdef int partner_best

    # Step 1. What the opponent who plays next can do; after the third card there is none.
    if trick.n < 3:
        if s.hand[next_hand] & lane_set(lane):
            to_beat = highest(s.hand[next_hand] & lane_set(lane))
        elif s.hand[next_hand] & s.trumps:
            may_ruff = True
            to_ruff = highest(s.hand[next_hand] & s.trumps)

    # Step 2. Does the side need a card of this player to win?
    if partner_wins:
        if trick.best >> 4 == lane:
            wanted = to_beat > trick.best or may_ruff
        else:
            wanted = may_ruff and to_ruff > trick.best
    elif trick.n == 1:           # the partner plays last
        if s.hand[seat ^ 2] & lane_set(lane):
            partner_best = highest(s.hand[seat ^ 2] & lane_set(lane))
            if partner_best > trick.best and partner_best > to_beat and not may_ruff:
                wanted = False
        elif s.hand[seat ^ 2] & s.trumps:
            wanted = False

    # Step 3. The merit of each card: following suit, discarding, underruffing, or ruffing.
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        rank = card & 15
        if follows:
            if trick.best >> 4 != lane or card < trick.best:
                merit = merits[FOLLOW_LOW] + merits[FOLLOW_LOW_RANK] * rank
            elif card > to_beat and not may_ruff:
                merit = merits[FOLLOW_WIN if wanted else FOLLOW_WIN_UNWANTED] + merits[FOLLOW_WIN_RANK] * rank
            else:
                merit = merits[FOLLOW_OVER_RANK] * rank
                if not wanted:
                    merit += merits[FOLLOW_OVER_UNWANTED]
                else:
                    merit += merits[FOLLOW_OVER_SECOND if trick.n == 1 else FOLLOW_OVER]
        elif card >> 4 != s.trump:
            merit = discard_merit(s, trick, card, merits)
        elif not beats(s, card, trick.best):
            merit = merits[UNDERRUFF] + merits[UNDERRUFF_RANK] * rank
        elif card > to_ruff:
            merit = merits[RUFF_HIGH if wanted else RUFF_HIGH_UNWANTED] + merits[RUFF_HIGH_RANK] * rank
        else:
            merit = merits[RUFF_LOW if wanted else RUFF_LOW_UNWANTED] + merits[RUFF_LOW_RANK] * rank
        insert(moves, card, merit)


cdef inline void list_moves(const Search* s, const Trick* trick, CardSet cards, Moves* moves) noexcept nogil:
    """The `cards`, distinct ones, by falling merit."""
    moves.n = 0
    if trick.n == 0:
        list_leads(s, trick.seat, cards, moves)
    else:
        list_follows(s, trick, cards, moves)
