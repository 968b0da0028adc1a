# Keys of positions at the start of a trick: what the table knows them by.
#
# The deal is fixed, so the cards still in hand say who holds them. With the leader, and with the sides that can still win
# every trick, they are an exact key: two positions with one key have the same value. Cards that stand for each other
# (alike.pxd) are one in it.
#
# Short keys are for games without a stock in which a suit has up to 8 cards, no card brings over 127 points and no deal over
# 2,047, and there is no point for more game points: 32 bits of cards, 2 of the leader, 2 of who has won a trick, and one of
# whether a four of a kind can still come. The positions of one family (families.pxd) lie together, and answer for each other
# as far as their cards bring the same.
# Games with a stock do not fix who holds a card: there the key has the holders besides, or a hash of the hands (held_key).
# Positions of the penalty game (penalties.pxd) have a mark of their own.
# In games with a point for more game points the value also depends on the lead in game points, but more of it is
# never worse: the table has proofs for leads (table.pxd), and the key leaves it out.

from libc.stdint cimport uint32_t, uint64_t

from cards cimport CardSet, above, highest, lane_of, lowest, n_cards, one
from game.combinations cimport Combinations, kinds_left
from game.position cimport Position, Stock
from game.rules cimport Rules
from game.worth cimport game_lead, is_game_decided, is_settled
from points.alike cimport Alike, lowered
from points.families cimport MOST_RANKS, MOST_WORTH, Families, family_mixed

cdef enum:
    MOST_HELD = 12               # cards in both hands whose holders fit beside 52 cards
    PENALTY_MARK = 64            # in a key's state, above the tricks left
    MOST_SHORT_VALUE = 2047      # of the 12 bits of a bound with a sign
    # a short key, at its place in an entry
    CARDS_SHIFT = 32
    STATE_SHIFT = 27
    TAG_SHIFT = 24               # bits of the family, so that few others are looked at
    OWN_STATE = 16               # a position that answers for no other of its family

cdef struct Key:
    uint64_t cards               # a short key: all of it
    uint64_t family              # of a short key, mixed with the state
    uint32_t state
    uint32_t tricks_left         # of other keys, which do not all say it


cdef inline int most_points(const Rules* rules) noexcept nogil:
    """No deal of the game brings more to a side."""
    cdef int points = rules.last_trick + rules.slam + 4 * MOST_RANKS * (rules.trick_value + rules.penalty)
    cdef int card, rank
    for card in range(64):
        points += abs(<int>rules.value[card])
    if rules.combinations:
        # Runs of a suit share no card.
        points += rules.marriage + 4 * max(2 * rules.sequence_of_three, 2 * rules.sequence_of_four)
        for rank in range(MOST_RANKS):
            points += rules.four_of_a_kind[rank]
    return points


cdef inline bint has_short_keys(const Rules* rules, const Stock* stock) noexcept nogil:
    """Have the positions of the deal short keys?"""
    cdef int card
    if stock.n_cards or rules.game_value:
        return False
    for card in range(64):
        if rules.rank[card] >= MOST_RANKS or rules.value[card] > MOST_WORTH:
            return False
    return most_points(rules) <= MOST_SHORT_VALUE


cdef inline Key key_of_cards(const Families* families, uint32_t cards, uint32_t state) noexcept nogil:
    """The short key of the cards, eight bits a suit, and the state."""
    cdef Key key
    key.state = state
    key.family = family_mixed(families, cards, state)
    key.cards = <uint64_t>cards << CARDS_SHIFT | state << STATE_SHIFT | (key.family >> 24 & 7) << TAG_SHIFT
    return key


cdef inline Key short_key(
    const Rules* rules, const Position* position, const Combinations* possible, const Families* families
) noexcept nogil:
    """The short key of a position."""
    cdef uint64_t cards = position.left         # four lanes of 8 bits, without their gaps
    cdef uint32_t state = position.won << 2 | position.leader
    cards = (cards | cards >> 8) & <uint64_t>0x0000FFFF0000FFFFU
    cards = (cards | cards >> 16) & <uint64_t>0xFFFFFFFFU
    if rules.combinations and kinds_left(possible, position.natural):
        state |= OWN_STATE
    return key_of_cards(families, cards, state)


cdef inline uint64_t mixed(uint64_t bits) noexcept nogil:
    """A bijection of 64 bits that spreads every bit (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> 30)) * <uint64_t>0xBF58476D1CE4E5B9U
    bits = (bits ^ (bits >> 27)) * <uint64_t>0x94D049BB133111EBU
    return bits ^ (bits >> 31)


cdef inline uint64_t squeezed(CardSet cards) noexcept nogil:
    """Four lanes of 13 bits without their gaps: 52 bits."""
    return (
        (cards & 0x1FFF)
        | ((cards >> 16) & 0x1FFF) << 13
        | ((cards >> 32) & 0x1FFF) << 26
        | ((cards >> 48) & 0x1FFF) << 39
    )


cdef inline CardSet settled(const Rules* rules, const Position* position, CardSet cards, bint is_decided) noexcept nogil:
    """The cards in hand, with each card that brings nothing moved as low as the cards still out allow.

    Positions that differ only in cards that nothing tells apart any more become one. A card that brings something stays
    where it is, and so do the cards of the stock. The order of the cards that are out does not change, and the key
    holds who has the first, the second and so on. (The relative ranks of bridge solvers.)
    """
    cdef CardSet worthless = rules.worthless if is_decided else rules.worthless & rules.gameless
    cdef CardSet fixed = (position.left & ~cards) | (cards & ~worthless)
    cdef CardSet moving = cards & worthless, result = cards & ~worthless
    cdef CardSet free = 0, below
    cdef int card, lane = -1
    while moving:
        card = lowest(moving)
        moving &= moving - 1
        if card >> 4 != lane:
            lane = card >> 4
            free = worthless & lane_of(card)
        below = fixed & lane_of(card) & (one(card) - 1)
        if below:
            free &= above(highest(below))
        result |= free & -free
        free &= free - 1
    return result


cdef inline uint64_t suit_patterns(uint64_t cards, uint64_t holders) noexcept nogil:
    """The holders of each suit's cards from the lowest up, with the plain suits in falling order, as they are all alike.

    A pattern is a 1 and the suit's bits of `holders`, at most 13 bits. This is sound only in the penalty game once the
    stock is gone: there no card brings anything, and the rules know trumps and plain suits but no suit by name.
    """
    cdef uint64_t pattern[4]
    cdef int lane, n
    for lane in range(4):
        n = n_cards((cards >> (13 * lane)) & 0x1FFF)
        pattern[lane] = one(n) | (holders & (one(n) - 1))
        holders >>= n
    if pattern[0] < pattern[1]:
        pattern[0], pattern[1] = pattern[1], pattern[0]
    if pattern[1] < pattern[2]:
        pattern[1], pattern[2] = pattern[2], pattern[1]
    if pattern[0] < pattern[1]:
        pattern[0], pattern[1] = pattern[1], pattern[0]
    return pattern[0] | pattern[1] << 13 | pattern[2] << 26 | pattern[3] << 39


cdef inline Key held_key(
    const Rules* rules, const Position* position, bint is_decided, bint is_penalty_game
) noexcept nogil:
    """The cards and holders of a game with a stock: exact for two players of up to 11 cards."""
    cdef Key key
    cdef CardSet cards = 0, hand
    cdef uint64_t holders = 0, others = 0
    cdef int seat
    for seat in range(rules.n_seats):
        cards |= position.hand[seat]
    if rules.n_seats == 2 and n_cards(cards) <= 22:
        hand = position.hand[0]
        while hand:
            holders |= one(n_cards(cards & ((hand & -hand) - 1)))
            hand &= hand - 1
        if n_cards(cards) <= MOST_HELD and not rules.combinations:
            key.cards = squeezed(settled(rules, position, cards, is_decided))
            key.state = position.tricks_left
            if is_penalty_game:
                key.state |= PENALTY_MARK
                if position.left == cards:
                    key.cards = suit_patterns(key.cards, holders)
                    return key
            key.cards |= holders << 52
            return key
        key.cards = squeezed(cards) | (holders & 0xFFF) << 52
        key.state = <uint32_t>(holders >> 12)
        return key
    # An entry has no room for so many holders: 74 mixed bits of all the hands stand for them.
    holders = 0
    for seat in range(rules.n_seats):
        holders = mixed(holders + position.hand[seat] + <uint64_t>0x9E3779B97F4A7C15U)
        others = mixed(others ^ position.hand[seat] + <uint64_t>0xD1B54A32D192ED03U)
    key.cards = holders
    key.state = <uint32_t>(others & 0x3FF)
    return key


cdef inline Key make_key(
    const Rules* rules, const Position* position, const Combinations* possible, const Alike* alike, const Families* families,
    bint is_short, bint has_stock, bint is_penalty_game
) noexcept nogil:
    cdef Key key
    cdef int won = position.won
    cdef bint is_decided
    if is_short:
        return short_key(rules, position, possible, families)
    if has_stock:
        is_decided = is_settled(rules, position)
        if is_decided:
            won = 0
        key = held_key(rules, position, is_decided, is_penalty_game)
    else:
        key.cards = lowered(alike, rules, position, possible)
        key.state = 0
    key.state = (key.state << 4) | (won << 2) | position.leader
    key.tricks_left = position.tricks_left
    return key


cdef inline int known_lead(const Rules* rules, const Position* position) noexcept nogil:
    """The lead in game points; all leads that decide game for a side are one."""
    if is_game_decided(rules, position):
        return 2048 if game_lead(rules, position.game) > 0 else -2048
    return position.game
