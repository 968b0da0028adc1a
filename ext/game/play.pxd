# From a full trick to the start of the next one: the winner takes it, and with a stock all players draw.
# Every number is own minus other of side 0.

from cards cimport one
from game.position cimport Position, Stock, Trick
from game.rules cimport Rules, next_seat, side, signed
from game.worth cimport trick_worth


cdef inline int draw_cards(const Rules* rules, const Stock* stock, Position* position, int winner) noexcept nogil:
    """The winner takes the top card of the stock, the others the next ones in turn; returns what that is worth."""
    cdef int i, card, seat = winner, worth = 0
    for i in range(rules.n_seats):
        card = stock.cards[position.drawn]
        position.hand[seat] |= one(card)
        position.drawn += 1
        if card == rules.prize_card:
            worth += signed(side(rules, seat), position.prize)
            position.prize = 0
        seat = next_seat(rules, seat)
    return worth


cdef inline int close_trick(const Rules* rules, const Stock* stock, Position* position, const Trick* trick) noexcept nogil:
    """Moves the position from a full trick to the start of the next; returns what that was worth."""
    cdef int winning_side = side(rules, trick.winner)
    cdef int worth = trick_worth(rules, trick, position.tricks_left)
    position.left ^= trick.cards
    position.natural ^= trick.natural
    position.leader = trick.winner
    position.tricks_left -= 1
    position.won |= 1 << winning_side
    position.game += signed(winning_side, trick.game)
    position.rest -= trick.value
    position.rest_game -= trick.game
    if position.drawn < stock.n_cards:
        worth += draw_cards(rules, stock, position, trick.winner)
    return worth
