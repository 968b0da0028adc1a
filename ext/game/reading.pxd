# Reading a position given as flat numbers (given.pxd): the structs of this folder.

cimport cython

from cards cimport n_cards, one
from game.position cimport Position, Stock, Trick, add_card, start_trick
from game.rules cimport Rules
from given cimport Given


cdef inline Stock read_stock(const Given* given) noexcept nogil:
    """The stock of the deal, the cards already drawn included."""
    cdef Stock stock
    cdef int i
    stock.n_cards = given.n_stock
    for i in range(given.n_stock):
        stock.cards[i] = given.stock[i]
    return stock


@cython.cdivision(True)          # or a division by 0 would be Python's to tell
cdef inline Position read_position(const Rules* rules, const Stock* stock, const Given* given) noexcept nogil:
    """The position at the start of the unfinished trick, but for the cards on the table: they have left the hands."""
    cdef Position at
    cdef int i, card, seat
    at.drawn = given.drawn
    at.leader = given.leader
    # Without a slam and without game the past does not matter, and must not tell positions apart.
    at.won = given.won if rules.slam else 3
    at.game = given.game if rules.game_value else 0
    at.left = 0
    at.prize = 0
    for seat in range(4):
        at.hand[seat] = given.hands[seat]
        at.left |= at.hand[seat]
    for i in range(at.drawn, stock.n_cards):
        at.left |= one(stock.cards[i])
        if stock.cards[i] == rules.prize_card:
            at.prize = rules.prize
    for i in range(given.n_table):
        at.left |= one(given.table[i])
    at.tricks_left = n_cards(at.left) // rules.n_seats
    at.natural = 0
    at.rest = 0
    at.rest_game = 0
    for card in range(64):
        if at.left & one(card):
            at.rest += rules.value[card]
            at.rest_game += rules.game[card]
            if rules.combinations:
                at.natural |= rules.natural[card]
    return at


cdef inline Trick read_trick(const Rules* rules, const Position* position, const Given* given) noexcept nogil:
    """The unfinished trick."""
    cdef Trick trick, after
    cdef int i
    start_trick(&trick, position.leader)
    for i in range(given.n_table):
        add_card(rules, &trick, position.hand[trick.seat] | one(given.table[i]), given.table[i], &after)
        trick = after
    trick.penalties = 0          # what was lost before belongs to the score so far
    return trick
