# Which cards to try, and in which order. Order never changes a value, only how soon the search can stop.

from libc.stdint cimport uint64_t

from cards cimport CardSet, above, between, highest, lane_of, lowest, n_cards, one
from tricks_bits cimport N_LANES, lane_set, length_of
from tricks_state cimport Search, Trick, beats, cards_in_hands

cdef enum:
    MOST_MOVES = 13

cdef extern from *:
    """
    /* Merits of leads without and with trumps, tuned for the fewest nodes on random deals. */
    static const int tricks_lead_merit[2][11] = {
        {57, 2, 61, 6, 7, 32, 4, 8, 20, -4, 7},
        {47, 5, 59, 5, 9, 39, -4, 1, 20, 2, 4},
    };
    """
    const int lead_merit "tricks_lead_merit"[2][11]

cdef enum:                       # the columns of lead_merit
    MASTER                       # the highest card left ...
    MASTER_OWN                   # ... and for each own card of the suit
    TO_PARTNER                   # the partner has the highest
    TO_PARTNER_OWN
    TO_PARTNER_HIS               # for each of his cards
    LEAD                         # an opponent has it
    LEAD_OWN
    LEAD_HIS
    OVER_RIGHT                   # ... but the partner beats the right-hand opponent
    UNDER_RIGHT                  # the right-hand opponent has it
    LOWEST                       # the lowest card of the suit

cdef struct Moves:
    int n
    int card[MOST_MOVES]
    int merit[MOST_MOVES]


cdef inline CardSet distinct(CardSet cards, CardSet others) noexcept nogil:
    """Of each class of cards between which nobody else holds one, only the lowest: they are as good as each other."""
    cdef CardSet kept = 0
    cdef int card, below = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if below < 0 or (card ^ below) & 48 or others & between(card, below):
            kept |= one(card)
        below = card
    return kept


cdef inline CardSet class_of(CardSet cards, CardSet others, int card) noexcept nogil:
    """The cards of one hand and suit that are as good as `card`, itself included."""
    cdef CardSet suit = cards & lane_of(card), walls = others & lane_of(card)
    cdef CardSet higher = walls & above(card), lower = walls & (one(card) - 1)
    if higher:
        suit &= (higher & -higher) - 1
    if lower:
        suit &= ~((<CardSet>2 << highest(lower)) - 1)
    return suit


cdef inline unsigned char* refutation(Search* s, const Trick* trick, CardSet cards) noexcept nogil:
    """The slot of the situation in which the next player may play `cards`: to a suit that he has, what is left of it,
    for in one deal that tells who has which of its cards; else his own cards.

    (After the cutoff-card cache of macroxue's bridge solver.)
    """
    cdef uint64_t situation = trick.seat
    if trick.n:
        situation = 4 + trick.best + 64 * trick.n + 256 * trick.seat
        if cards & lane_set(trick.led):
            cards = cards_in_hands(s) & lane_set(trick.led)
    situation = (cards ^ situation * <uint64_t>0x9E3779B97F4A7C15U) * <uint64_t>0xBF58476D1CE4E5B9U
    return &s.refutations[situation >> s.refutation_shift]


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


cdef inline void list_leads(const Search* s, int leader, CardSet cards, Moves* moves) noexcept nogil:
    """Winners that no opponent ruffs, leads up to the partner's strength, and long suits first."""
    cdef int lane, card, merit, own, his, left_length, right_length, low
    cdef int left_hand = (leader + 1) & 3, partner = leader ^ 2, right_hand = (leader + 3) & 3
    cdef const int* merits = lead_merit[s.trump >= 0]
    cdef CardSet suit, mine
    cdef bint left_ruffs, right_ruffs, partner_ruffs, has_master
    cdef int left_best, right_best, partner_best
    for lane in range(N_LANES):
        suit = cards & lane_set(lane)
        if not suit:
            continue
        mine = s.hand[leader] & lane_set(lane)
        own = length_of(s.shape, leader, lane)
        his = length_of(s.shape, partner, lane)
        left_length = length_of(s.shape, left_hand, lane)
        right_length = length_of(s.shape, right_hand, lane)
        left_best = best_of(s.hand[left_hand] & lane_set(lane))
        right_best = best_of(s.hand[right_hand] & lane_set(lane))
        partner_best = best_of(s.hand[partner] & lane_set(lane))
        left_ruffs = right_ruffs = partner_ruffs = False
        if s.trump >= 0 and lane != s.trump:
            left_ruffs = left_length == 0 and s.hand[left_hand] & s.trumps
            right_ruffs = right_length == 0 and s.hand[right_hand] & s.trumps
            partner_ruffs = his == 0 and s.hand[partner] & s.trumps
        low = lowest(mine)
        while suit:
            card = highest(suit)
            suit ^= one(card)
            has_master = card > left_best and card > right_best and card > partner_best
            if has_master and not left_ruffs and not right_ruffs:
                merit = merits[MASTER] + merits[MASTER_OWN] * own
            elif partner_best > left_best and partner_best > right_best and not left_ruffs and not right_ruffs:
                merit = merits[TO_PARTNER] + merits[TO_PARTNER_OWN] * own + merits[TO_PARTNER_HIS] * his
            elif partner_ruffs and not (right_ruffs or left_ruffs):
                merit = 67 - (card & 15)
            else:
                merit = merits[LEAD] + merits[LEAD_OWN] * own + merits[LEAD_HIS] * his - (card & 15) // 4
                if left_ruffs or right_ruffs:
                    merit -= 23
                elif partner_best > right_best:
                    merit += merits[OVER_RIGHT]
                elif right_best > left_best and right_best > partner_best:
                    merit += merits[UNDER_RIGHT]
                if s.trump >= 0 and lane != s.trump and own == 1 and s.hand[leader] & s.trumps:
                    merit += 5
                if card == low:
                    merit += merits[LOWEST]
            insert(moves, card, merit)


cdef inline int discard_merit(const Search* s, int seat, int card) noexcept nogil:
    """Low cards of long suits first; the last cards that guard a suit late."""
    cdef int lane = card >> 4, length = length_of(s.shape, seat, lane)
    cdef CardSet opposing = (s.hand[(seat + 1) & 3] | s.hand[(seat + 3) & 3]) & lane_set(lane)
    cdef CardSet all_suit = cards_in_hands(s) & lane_set(lane)
    cdef int merit = length - 28 * (card & 15)
    cdef int n_above = n_cards(all_suit & above(card))
    if not opposing:
        return -2 - (card & 15)
    if n_above == 0:
        return merit - 20
    if n_above < length and length - n_above <= 1:
        merit -= 6
    return merit


cdef inline void list_follows(const Search* s, const Trick* trick, CardSet cards, Moves* moves) noexcept nogil:
    """The cheapest card that wins for good, where the partner does not; else the lowest."""
    cdef int seat = trick.seat, card, lane = trick.led, merit
    cdef int next_hand = (seat + 1) & 3
    cdef bint follows = bool(cards & lane_set(lane)), partner_wins = not (trick.winner ^ seat) & 1
    cdef bint wanted = True      # whether to win with a card of one's own
    cdef int to_beat = -1        # what an opponent to come can put up, in the suit led
    cdef bint may_ruff = False   # an opponent to come
    cdef int to_ruff = -1
    cdef int partner_best
    if trick.n < 3:              # an opponent plays next
        if s.hand[next_hand] & lane_set(lane):
            to_beat = highest(s.hand[next_hand] & lane_set(lane))
        elif s.trump >= 0 and s.hand[next_hand] & s.trumps:
            may_ruff = True
            to_ruff = highest(s.hand[next_hand] & s.trumps)
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
        elif s.trump >= 0 and s.hand[seat ^ 2] & s.trumps:
            wanted = False
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if follows:
            if trick.best >> 4 == lane and card > trick.best:
                if card > to_beat and not may_ruff:
                    merit = (60 if wanted else 20) - (card & 15)
                elif wanted and trick.n == 1:
                    merit = -5 - (card & 15)
                else:
                    merit = 10 - (card & 15)
            else:
                merit = 30 - (card & 15)
        elif card >> 4 == s.trump:
            if not beats(s, card, trick.best):
                merit = -30 - (card & 15)
            elif card > to_ruff:
                merit = (60 if wanted else -5) - (card & 15)
            else:
                merit = (30 if wanted else -10) - (card & 15)
        else:
            merit = 16 + discard_merit(s, seat, card)
        insert(moves, card, merit)


cdef inline void list_moves(const Search* s, const Trick* trick, CardSet cards, Moves* moves) noexcept nogil:
    """The `cards`, distinct ones, by falling merit."""
    moves.n = 0
    if trick.n == 0:
        list_leads(s, trick.seat, cards, moves)
    else:
        list_follows(s, trick, cards, moves)
