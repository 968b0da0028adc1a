# The worth of tricks and of the end of the deal.
# Every number is own minus other of side 0, and "to go": what was won before is not in it.

from cards cimport CardSet, lowest, one
from game.position cimport Position, Trick, add_card, start_trick
from game.rules cimport Rules, has_penalties, side, signed

cdef inline int combination_points(const Rules* rules, const Trick* trick) noexcept nogil:
    """Combinations of the cards of one finished trick; a marriage inside a sequence counts besides."""
    cdef int points = 0
    cdef CardSet pairs, runs
    if trick.n == 4 and trick.rank >= 0:
        points += rules.four_of_a_kind[trick.rank]
    # Lanes have three empty bits at the top (13 ranks of 16), so a run never spills into the next suit.
    pairs = trick.natural & (trick.natural >> 1)
    runs = pairs & (pairs >> 1)
    if runs:
        points += rules.sequence_of_four if runs & (pairs >> 2) else rules.sequence_of_three
    if rules.marriage_cards and (trick.natural & rules.marriage_cards) == rules.marriage_cards:
        points += rules.marriage
    return points


cdef inline int winner_worth(const Rules* rules, const Trick* trick, bint is_last) noexcept nogil:
    """The worth of a finished trick to its winner's side: cards, bonus, combinations."""
    cdef int worth = trick.value + rules.trick_value
    if is_last:
        worth += rules.last_trick
    if rules.combinations:
        worth += combination_points(rules, trick)
    return worth


cdef inline int trick_worth(const Rules* rules, const Trick* trick, int tricks_left) noexcept nogil:
    """The worth of a finished trick, of `tricks_left` with it, and of the penalties that fell in it."""
    cdef int worth = signed(side(rules, trick.winner), winner_worth(rules, trick, tricks_left == 1))
    if has_penalties(rules, tricks_left):
        worth += trick.penalties
    return worth


cdef inline int game_lead(const Rules* rules, int game) noexcept nogil:
    """The lead in game points, doubled and moved by the tie rule. It is never 0; its sign says which side has game."""
    return 2 * game + (1 if rules.game_tie == 0 else -1)


cdef inline bint is_game_decided(const Rules* rules, const Position* position) noexcept nogil:
    cdef int lead = game_lead(rules, position.game)
    return lead > 2 * position.rest_game or -lead > 2 * position.rest_game


cdef inline bint is_settled(const Rules* rules, const Position* position) noexcept nogil:
    """Is there a point for game, which can no longer change hands?"""
    return rules.game_value and is_game_decided(rules, position)


cdef inline int end_worth(const Rules* rules, const Position* position) noexcept nogil:
    """The worth of the end of the deal: the slam and the game point."""
    cdef int worth = 0
    if position.won == 1:
        worth = rules.slam
    elif position.won == 2:
        worth = -rules.slam
    if rules.game_value:
        worth += rules.game_value if game_lead(rules, position.game) > 0 else -rules.game_value
    return worth


cdef inline int last_trick_worth(const Rules* rules, const Position* position) noexcept nogil:
    """The value of the last trick and of the end of the deal: each player has one card, which every rule lets them play."""
    cdef Trick trick, after
    cdef Position end = position[0]
    cdef CardSet hand
    cdef int i, winning_side
    start_trick(&trick, position.leader)
    for i in range(rules.n_seats):
        hand = position.hand[trick.seat]
        add_card(rules, &trick, hand, lowest(hand), &after)
        trick = after
    winning_side = side(rules, trick.winner)
    end.won |= 1 << winning_side
    end.game += signed(winning_side, trick.game)
    return trick_worth(rules, &trick, 1) + end_worth(rules, &end)
