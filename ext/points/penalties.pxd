# The penalty game: the same deal when only the penalties count, those for neither following nor ruffing.
#
# What everything else brings lies between two numbers that are soon close together: mostly only the point for game is
# open. So the value of the penalty game, plus or minus that, bounds the value of the deal. (The relaxation of a
# heuristic search.) The penalty game is far cheaper to search. Every card is worthless, so all cards that lie alike are
# one; once the stock is gone, the plain suits are alike too. Thousands of endings share its entries.

from libc.stdint cimport uint64_t

from cards cimport n_cards
from game.position cimport Position, Stock
from game.rules cimport Rules
from game.worth cimport game_lead, is_game_decided
from limits cimport Bounds
from points.keys cimport MOST_HELD

cdef enum:
    LEAST_TRICKS = 4             # with fewer tricks left the search itself is as cheap
    NEAR_TRICKS = 6              # with this many tricks left or fewer the penalty game is always searched


cdef inline bint has_penalty_game(const Rules* rules, const Position* position, const Stock* stock) noexcept nogil:
    """Is the penalty game worth looking at, and do its positions have exact keys?"""
    if not rules.penalty or rules.n_seats != 2 or rules.combinations or not stock.n_cards:
        return False
    return n_cards(position.hand[0]) + n_cards(position.hand[1]) <= MOST_HELD


cdef inline int least_penalty_tricks(const Rules* rules) noexcept nogil:
    """The fewest tricks left at which it is searched: nearer the end, or the end of penalties, the search is as cheap."""
    return max(<int>LEAST_TRICKS, rules.free_tricks + 2)


cdef inline int most_penalty_tricks(const Position* position) noexcept nogil:
    """The most tricks left at which it is searched: with more of them it costs more than it saves."""
    return max(NEAR_TRICKS, 2 * position.tricks_left // 3)


cdef inline Rules penalty_rules(const Rules* rules) noexcept nogil:
    """The rules of the penalty game: the same cards may be played, and they bring nothing."""
    cdef Rules bare = rules[0]
    cdef int card
    bare.trick_value = 0
    bare.last_trick = 0
    bare.slam = 0
    bare.game_value = 0
    bare.prize = 0
    bare.worthless = ~(<uint64_t>0)
    bare.gameless = ~(<uint64_t>0)
    for card in range(64):
        bare.value[card] = 0
        bare.game[card] = 0
    return bare


cdef inline Position penalty_position(const Position* position) noexcept nogil:
    """The position of the penalty game."""
    cdef Position bare = position[0]
    bare.won = 3
    bare.game = 0
    bare.rest = 0
    bare.rest_game = 0
    bare.prize = 0
    return bare


cdef inline Bounds besides_penalties(const Rules* rules, const Position* position, int combinations) noexcept nogil:
    """The least and the most that everything but penalties can still bring side 0.

    At either end all that is out falls to one side. A slam is open to a side until the other has won a trick.
    """
    cdef Bounds bounds
    cdef int game
    bounds.upper = position.rest + rules.last_trick + combinations + position.tricks_left * rules.trick_value
    bounds.lower = -bounds.upper
    if not position.won & 2:
        bounds.upper += rules.slam
    if not position.won & 1:
        bounds.lower -= rules.slam
    bounds.lower -= position.prize
    bounds.upper += position.prize
    if rules.game_value:
        if is_game_decided(rules, position):
            game = rules.game_value if game_lead(rules, position.game) > 0 else -rules.game_value
            bounds.lower += game
            bounds.upper += game
        else:
            bounds.lower -= rules.game_value
            bounds.upper += rules.game_value
    return bounds
