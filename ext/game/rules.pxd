# The rules of one deal as flat numbers, made by solver/engine/encode.py. The search asks them through the named
# functions below and in legality.pxd and worth.pxd; it never reads a duty word itself.
# Sides are 0 and 1; seats are numbered in turn order, so that the next to play is (seat + 1) % n_seats.

from libc.stdint cimport int16_t, int32_t, uint64_t

from cards cimport CardSet, one

cdef enum Follow:
    FOLLOW_STRICT = 0
    FOLLOW_OR_RUFF = 1

cdef enum Ruff:
    RUFF_FREE = 0
    RUFF_UNLESS_PARTNER_WINNING = 1
    RUFF_UNLESS_PARTNER_LED = 2
    RUFF_REQUIRED = 3

cdef enum Overruff:
    OVERRUFF_FREE = 0
    OVERRUFF_REQUIRED = 1
    OVERRUFF_ALWAYS = 2

cdef enum Underruff:
    UNDERRUFF_FREE = 0
    UNDERRUFF_REQUIRED = 1
    UNDERRUFF_LAST_RESORT = 2

cdef enum HeadTrumps:
    HEAD_NEVER = 0
    HEAD_OPPONENTS = 1
    HEAD_ALWAYS = 2

cdef struct Rules:
    # the table
    int32_t n_seats
    int32_t side_of[4]
    uint64_t trumps              # the lane of trumps, 0 without trumps
    uint64_t headed              # the lanes that are headed as trumps are: at all trumps every one
    # the duties
    int32_t follow
    int32_t ruff
    int32_t overruff
    int32_t underruff
    int32_t head_trumps
    # what a trick is worth to the side that wins it
    int32_t trick_value          # for the trick itself
    int32_t last_trick           # more for the last one
    int32_t combinations         # 0: none, the next four and the tables are not looked at
    int32_t four_of_a_kind[13]   # by natural rank
    int32_t sequence_of_four
    int32_t sequence_of_three
    int32_t marriage
    uint64_t marriage_cards      # king and queen of trumps, as natural bits
    # what a side gets besides
    int32_t penalty              # lost by a side whose player can neither follow nor ruff
    int32_t free_tricks          # in this many last tricks of the deal it is not lost
    int32_t slam                 # for winning every trick
    int32_t game_value           # for more game points than the other side
    int32_t game_tie             # the side that gets it when they are equal
    int32_t prize                # for drawing one card of the stock
    int32_t prize_card           # that card, or -1
    # per card
    uint64_t worthless           # the cards that bring no points
    uint64_t gameless            # the cards that bring no game points
    int32_t least_worth          # the least that any other card brings
    int16_t value[64]            # points to the side that captures it
    int16_t game[64]             # game points
    int16_t rank[64]             # natural rank, equal for the four cards of a kind
    uint64_t natural[64]         # one bit, lanes as in cards.pxd but by natural rank: for sequences; 0: no card of the deck


cdef inline CardSet deck_of(const Rules* rules) noexcept nogil:
    """Every card of the game."""
    cdef CardSet deck = 0
    cdef int card
    for card in range(64):
        if rules.natural[card]:
            deck |= one(card)
    return deck


cdef inline int side(const Rules* rules, int seat) noexcept nogil:
    return rules.side_of[seat]


cdef inline int next_seat(const Rules* rules, int seat) noexcept nogil:
    return 0 if seat + 1 == rules.n_seats else seat + 1


cdef inline bint is_trump(const Rules* rules, int card) noexcept nogil:
    return (rules.trumps >> card) & 1


cdef inline bint has_penalties(const Rules* rules, int tricks_left) noexcept nogil:
    """Is the penalty lost in a trick that is the first of `tricks_left`?"""
    return rules.penalty and tricks_left > rules.free_tricks


cdef inline int signed(int side, int amount) noexcept nogil:
    """An amount won by a side, as own minus other of side 0."""
    return amount if side == 0 else -amount
